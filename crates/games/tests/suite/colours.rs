//! What games say about the exchange of colours and about their lattice, held against their rules and their pictures.

use std::collections::HashMap;

use game::view::Glyph;
use game::{AnyState, ColourSwap, Features, Game, Rng};

fn features<G: Game>(state: &G) -> Vec<u32> {
    let mut features = Vec::new();
    state.features(&mut features);
    features.sort_unstable();
    features
}

fn children<G: Game>(state: &G) -> Vec<G> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let child = |&m: &G::Move| {
        let mut child = state.clone();
        child.play(m);
        child
    };
    moves.iter().map(child).collect()
}

/// The start with the other side to move, and its images, read from the text of the start.
fn other_starts<G: Game>(start: &G) -> Vec<G> {
    let text = start.position();
    let words: Vec<&str> = text.split(' ').collect();
    let other = [("x", "o"), ("w", "b"), ("W", "B")];
    let read = |place: usize| {
        let (_, other) = other.iter().find(|(first, _)| *first == words[place])?;
        let words: Vec<&str> =
            (0..words.len()).map(|at| if at == place { other } else { words[at] }).collect();
        start.parse_position(&words.join(" ")).ok()
    };
    let states = (0..words.len()).filter_map(read);
    states.flat_map(|state| state.symmetries().into_iter().chain([state])).collect()
}

/// Plays the same game from both starts, move by exchanged move.
struct PlayBoth {
    /// Whether features behind the planes are left out: the counter of moves in xiangqi depends on who began.
    planes_alone: bool,
}

impl PlayBoth {
    /// How many plies were compared; `None` if there is no swap or no other start.
    fn visit(self, start: AnyState) -> Option<usize> {
        let swap = start.colour_swap()?;
        let end = start.planes().features() as u32;
        let compared = |mut features: Vec<u32>| {
            features.retain(|&feature| feature < end || !self.planes_alone);
            features
        };
        let features = |state: &AnyState| compared(features(state));
        let image = |state: &AnyState| compared(swap.images(&self::features(state)));
        assert!((0..start.feature_count()).all(|f| swap.image(swap.image(f)) == f), "twice is not at all");
        let other = other_starts(&start).into_iter().find(|other| features(other) == image(&start))?;
        let mut rng = Rng::new(3);
        let mut plies = 0;
        for _ in 0..10 {
            let (mut state, mut mirror) = (start.clone(), other.clone());
            while plies < 2_000 && state.outcome().is_none() && mirror.outcome().is_none() {
                let (here, there) = (children(&state), children(&mirror));
                assert_eq!(here.len(), there.len(), "{}", state.position());
                // Moves that lead to the same features, such as a repetition, lead to any of them.
                let by_features: HashMap<Vec<u32>, &AnyState> =
                    there.iter().map(|child| (features(child), child)).collect();
                state = here[rng.below(here.len())].clone();
                mirror = (*by_features.get(&image(&state)).unwrap_or_else(|| {
                    panic!("no exchanged child of {} is {}", mirror.position(), state.position())
                }))
                .clone();
                self.check(&state, &mirror, &swap);
                plies += 1;
            }
        }
        Some(plies)
    }
}

impl PlayBoth {
    fn check<G: Game>(&self, state: &G, mirror: &G, swap: &ColourSwap) {
        let place = state.position();
        assert_eq!(state.turn(), mirror.turn().other(), "{place}");
        // The counter of moves may end one of the two games a ply before the other.
        if !self.planes_alone {
            assert_eq!(state.outcome().is_some(), mirror.outcome().is_some(), "{place}");
            if swap.exact {
                assert_eq!(state.score(), -mirror.score(), "{place}");
            }
        }
    }
}

#[test]
fn the_exchanged_game_is_the_same_game() {
    let mut compared = Vec::new();
    for about in games::LIST {
        for sample in about.samples {
            // The swap rule is for the second player alone: without it both sides are alike.
            let swaps = ["hex", "havannah"].contains(&about.name) && !sample.contains("noswap");
            let sample = if swaps { format!("{sample},noswap") } else { (*sample).to_owned() };
            let both = PlayBoth { planes_alone: about.name == "xiangqi" };
            if games::start(&sample)
                .map(|start| both.visit(start))
                .ok()
                .flatten()
                .is_some_and(|plies| plies > 0)
            {
                compared.push(about.name);
            }
        }
    }
    compared.dedup();
    let expected = [
        "tictactoe",
        "mnk",
        "connect4",
        "gomoku",
        "connect6",
        "amazons",
        "breakthrough",
        "hexapawn",
        "hex",
        "havannah",
        "chess",
        "clobber",
        "othello",
        "ataxx",
        "loa",
        "surakarta",
        "xiangqi",
        "domineering",
        "dodgem",
        "go",
    ];
    assert_eq!(compared, expected);
}

/// The player to move, known from the features alone, and the lattice against the picture, in random games.
fn look_at(start: AnyState) {
    let (lattice, planes, swap) = (start.lattice(), start.planes(), start.colour_swap());
    assert_eq!(lattice.sites.len(), planes.places.len());
    let mut rng = Rng::new(9);
    let mut seen: Option<(Vec<Vec<u32>>, Vec<Glyph>)> = None;
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for _ in 0..300 {
        if let Some(swap) = &swap {
            let features = features(&state);
            let rest = |index: usize| features.contains(&((planes.features() + index) as u32));
            let second = rest(swap.second_to_move) != swap.sides_changed.is_some_and(rest);
            assert_eq!(second, state.turn() == game::Player::Second, "{}", state.position());
        }
        if !state.view().rows.is_empty() && planes.places.len() > 1 {
            let now = cells(&state);
            if let Some((before, glyphs)) = seen {
                for (cell, site) in lattice.sites.iter().enumerate() {
                    let same = before[cell] == now.0[cell];
                    // A cell whose features stay looks the same, and a stone comes or goes only where they change.
                    assert!(
                        site.is_none() || !same || !is_stone(glyphs[cell], now.1[cell]),
                        "{:?} at {}",
                        site,
                        state.position()
                    );
                }
            }
            seen = Some(now);
        }
        moves.clear();
        state.moves(&mut moves);
        if moves.is_empty() {
            (state, seen) = (start.clone(), None);
        } else {
            state.play(rng.pick(&moves));
        }
    }
}

/// Whether one of the pictures shows a piece and the other does not.
fn is_stone(before: Glyph, now: Glyph) -> bool {
    matches!(before, Glyph::Piece(..)) != matches!(now, Glyph::Piece(..))
}

/// The planes that are on in each cell, and what is seen there.
fn cells<G: Game>(state: &G) -> (Vec<Vec<u32>>, Vec<Glyph>) {
    let (lattice, planes, view) = (state.lattice(), state.planes(), state.view());
    let count = planes.places.len();
    let mut on = vec![Vec::new(); count];
    for feature in features(state).into_iter().filter(|&feature| (feature as usize) < planes.features()) {
        on[feature as usize % count].push(feature / count as u32);
    }
    let glyph = |site: &Option<game::Site>| match site {
        Some(site) => view.rows[site.row].1[site.column],
        None => Glyph::Blocked,
    };
    (on, lattice.sites.iter().map(glyph).collect())
}

#[test]
fn features_tell_who_is_to_move_and_lie_where_the_picture_shows_them() {
    for sample in games::LIST.iter().flat_map(|about| about.samples) {
        println!("{sample}");
        games::start(sample).map(look_at).unwrap();
    }
}

#[test]
fn cells_are_named_as_games_name_them() {
    let name = |game: &str, column: usize, row: usize| {
        let lattice = games::start(game).unwrap().lattice();
        let cell = lattice.at([column as i32, row as i32]).unwrap();
        lattice.sites[cell].as_ref().unwrap().name.clone()
    };
    assert_eq!(name("chess", 4, 7), "e1");
    assert_eq!(name("hex:11", 2, 0), "c1");
    assert_eq!(name("othello", 3, 0), "d1");
    assert_eq!(name("draughts:international", 1, 0), "1");
    assert_eq!(name("draughts:international", 8, 9), "50");
    assert_eq!(name("havannah:8", 0, 14), "a1");
    assert_eq!(name("connect4", 2, 5), "3");
    assert_eq!(name("go:9", 0, 8), "a1");
}
