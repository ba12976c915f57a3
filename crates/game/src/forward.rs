//! A game around another game: what it does not change is said by the inner one.

/// Writes methods that ask the inner game, in an `impl` of a [`Game`](crate::Game) or one of its aspects for a game around
/// it. The field that holds the inner game comes first, then the methods:
///
/// ```
/// # use game::{forward, Features, Game, Planes};
/// # struct Around<G>(G);
/// #[deny(clippy::missing_trait_methods)]
/// impl<G: Game> Features for Around<G> {
///     forward!(0: feature_count, features, planes);
///
///     fn symmetries(&self) -> Vec<Self> {
///         self.0.symmetries().into_iter().map(Around).collect()
///     }
/// }
/// ```
///
/// Most methods have a default, which is wrong for a game around another one if the inner game has something better to
/// say. The attribute makes a method that is neither written nor forwarded an error of `cargo clippy`, so that a new
/// method of an aspect cannot be forgotten; [`check_wrapper`](crate::laws::check_wrapper) compares the answers in play.
///
/// Methods that speak of other states of the same type (`parse_position`, `pass`, `symmetries` and the loops of
/// [`Machinery`](crate::Machinery)) are not forwarded: only the game around knows how to make such a state.
#[macro_export]
macro_rules! forward {
    ($inner:tt: $($method:ident),+ $(,)?) => { $($crate::forward! { @$method $inner })+ };

    // Game
    (@turn $i:tt) => { $crate::forward! { @ask $i turn() -> $crate::Player } };
    (@outcome $i:tt) => { $crate::forward! { @ask $i outcome() -> Option<$crate::Outcome> } };
    (@moves $i:tt) => { $crate::forward! { @ask $i moves(out: &mut Vec<<Self as $crate::Game>::Move>) } };
    (@play $i:tt) => { $crate::forward! { @change $i play(m: <Self as $crate::Game>::Move) } };
    (@key $i:tt) => { $crate::forward! { @ask $i key() -> $crate::Key } };
    (@score $i:tt) => { $crate::forward! { @ask $i score() -> f32 } };
    (@raw_score $i:tt) => { $crate::forward! { @ask $i raw_score() -> Option<f32> } };
    (@pieces $i:tt) => { $crate::forward! { @ask $i pieces() -> Option<[u32; 2]> } };
    (@longest $i:tt) => { $crate::forward! { @ask $i longest() -> Option<u32> } };
    (@position $i:tt) => { $crate::forward! { @ask $i position() -> String } };
    (@move_text $i:tt) => {
        $crate::forward! { @ask $i move_text(m: <Self as $crate::Game>::Move) -> String }
    };
    (@view $i:tt) => { $crate::forward! { @ask $i view() -> $crate::View } };
    (@scene $i:tt) => { $crate::forward! { @ask $i scene() -> $crate::Scene } };
    (@clicks $i:tt) => {
        $crate::forward! {
            @ask $i clicks(m: <Self as $crate::Game>::Move, scene: &$crate::Scene) -> Vec<Vec<$crate::scene::Click>>
        }
    };
    (@rules_version $i:tt) => { $crate::forward! { @ask $i rules_version() -> u32 } };
    (@definition $i:tt) => { $crate::forward! { @ask $i definition() -> Option<$crate::Definition> } };
    (@parse_move $i:tt) => {
        $crate::forward! {
            @ask $i parse_move(text: &str) -> Result<<Self as $crate::Game>::Move, $crate::TextError>
        }
    };
    (@within_turn $i:tt) => { $crate::forward! { @ask $i within_turn() -> &'static str } };
    (@spellings $i:tt) => {
        $crate::forward! { @ask $i spellings(m: <Self as $crate::Game>::Move) -> Vec<String> }
    };
    (@decisions_left $i:tt) => { $crate::forward! { @ask $i decisions_left() -> u32 } };
    (@player_names $i:tt) => { $crate::forward! { @ask $i player_names() -> [&'static str; 2] } };
    (@parse_next $i:tt) => {
        $crate::forward! {
            @ask $i parse_next(words: &[&str], out: &mut Vec<<Self as $crate::Game>::Move>)
                -> Result<usize, $crate::TextError>
        }
    };
    (@count_moves $i:tt) => {
        $crate::forward! { @ask $i count_moves(buffer: &mut Vec<<Self as $crate::Game>::Move>) -> usize }
    };
    (@perft $i:tt) => {
        $crate::forward! { @ask $i perft(depth: u32, unit: $crate::perft::Unit) -> u64 }
    };
    (@forget_past $i:tt) => { $crate::forward! { @change $i forget_past() } };

    // Sight
    (@winning_move $i:tt) => {
        $crate::forward! { @ask $i winning_move() -> Option<<Self as $crate::Game>::Move> }
    };
    (@bounds $i:tt) => { $crate::forward! { @ask $i bounds() -> $crate::Bounds } };
    (@prospects $i:tt) => {
        $crate::forward! {
            @ask $i prospects(moves: &[<Self as $crate::Game>::Move], out: &mut Vec<$crate::Bounds>)
        }
    };
    (@prune $i:tt) => { $crate::forward! { @ask $i prune(moves: &mut Vec<<Self as $crate::Game>::Move>) } };
    (@estimate $i:tt) => { $crate::forward! { @ask $i estimate() -> Option<f32> } };
    (@mobility $i:tt) => { $crate::forward! { @ask $i mobility() -> Option<[u32; 2]> } };
    (@is_forcing $i:tt) => {
        $crate::forward! { @ask $i is_forcing(m: <Self as $crate::Game>::Move) -> bool }
    };

    // Sharing
    (@sharing_key $i:tt) => { $crate::forward! { @ask $i sharing_key() -> $crate::Key } };
    (@canonical_key $i:tt) => { $crate::forward! { @ask $i canonical_key() -> $crate::Key } };
    (@graded $i:tt) => { $crate::forward! { @ask $i graded() -> bool } };

    // Features
    (@feature_count $i:tt) => { $crate::forward! { @ask $i feature_count() -> usize } };
    (@features $i:tt) => { $crate::forward! { @ask $i features(out: &mut Vec<u32>) } };
    (@lattice $i:tt) => { $crate::forward! { @ask $i lattice() -> $crate::Lattice } };
    (@colour_swap $i:tt) => { $crate::forward! { @ask $i colour_swap() -> Option<$crate::ColourSwap> } };
    (@planes $i:tt) => { $crate::forward! { @ask $i planes() -> $crate::Planes } };

    // Machinery
    (@move_width $i:tt) => { $crate::forward! { @ask $i move_width() -> $crate::Width } };

    (@ask $i:tt $method:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        #[inline]
        fn $method(&self $(, $argument: $type)*) $(-> $result)? {
            self.$i.$method($($argument),*)
        }
    };
    (@change $i:tt $method:ident($($argument:ident: $type:ty),*)) => {
        #[inline]
        fn $method(&mut self $(, $argument: $type)*) {
            self.$i.$method($($argument),*);
        }
    };
}
