//! What a pattern network knows of a game: its lattice, its planes, its symmetries and its colour swap.

use std::collections::BTreeSet;

use game::{ColourSwap, Game, Lattice, Planes, Rng, Tiling};
use serde::{Deserialize, Serialize};

/// Larger boards and more planes are refused.
const LARGEST: usize = 1 << 16;

/// Cells with more planes have no symbols: a table of all their combinations would be too large.
const MAX_PLANES: usize = 16;

/// Random games that show which planes are on together, how full the board is, and which symmetries there are.
const GAMES: u64 = 24;
const PLIES: usize = 400;

/// The board of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Binary features, see [`Features::feature_count`](game::Features::feature_count).
    pub features: usize,
    /// Planes of features, see [`Planes`].
    pub planes: usize,
    /// Whether the cells are hexagons.
    pub hexagonal: bool,
    /// The column and the row of each cell of a plane.
    pub places: Vec<Option<[u16; 2]>>,
    /// The exchange of colours, where there is one: the network then sees every state from the side to move.
    pub swap: Option<Swap>,
    /// The turns of the lattice, other than none, under which the game stays as it is.
    pub turns: Vec<[i32; 4]>,
    /// The features behind the planes that forbid them, such as castling rights.
    pub unturnable: Vec<usize>,
    /// The sets of planes that are on together in a cell; the first is empty.
    pub symbols: Vec<u32>,
    /// The least and the most cells that random games had something on.
    pub occupied: [usize; 2],
}

/// The exchange of colours as a file stores it, see [`ColourSwap`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    planes: Vec<usize>,
    cells: Vec<u16>,
    rest: Vec<usize>,
    second_to_move: usize,
    sides_changed: Option<usize>,
    exact: bool,
}

impl From<ColourSwap> for Swap {
    fn from(swap: ColourSwap) -> Swap {
        let ColourSwap { planes, cells, rest, second_to_move, sides_changed, exact } = swap;
        Swap { planes, cells, rest, second_to_move, sides_changed, exact }
    }
}

impl Board {
    /// The board of a game that begins here. Random games show what the game does not declare.
    pub fn new<G: Game>(start: &G) -> Board {
        let (planes, lattice) = (start.planes(), start.lattice());
        let mut board = Board {
            features: start.feature_count(),
            planes: planes.count,
            hexagonal: lattice.tiling == Tiling::Hexagons,
            places: places(&lattice),
            swap: start.colour_swap().map(Swap::from),
            turns: Vec::new(),
            unturnable: Vec::new(),
            symbols: vec![0],
            occupied: [0, 0],
        };
        if board.has_symbols() {
            board.look_at_games(start, &planes);
        }
        board
    }

    /// Whether this is the board of a game, as far as can be seen without playing it.
    pub fn is_of<G: Game>(&self, start: &G) -> bool {
        let lattice = start.lattice();
        self.features == start.feature_count()
            && self.planes == start.planes().count
            && self.hexagonal == (lattice.tiling == Tiling::Hexagons)
            && self.places == places(&lattice)
            && self.swap == start.colour_swap().map(Swap::from)
    }

    /// Cells of a plane.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Features that lie in planes.
    pub fn in_planes(&self) -> usize {
        self.planes * self.cells()
    }

    /// How the cells are laid out.
    pub fn tiling(&self) -> Tiling {
        if self.hexagonal { Tiling::Hexagons } else { Tiling::Squares }
    }

    /// What is wrong with it, if something is.
    pub fn fault(&self) -> Option<String> {
        let Board { features, planes, turns, unturnable, symbols, occupied, .. } = self;
        let cells = self.cells();
        let places = self.places.iter().flatten();
        let different: BTreeSet<_> = places.clone().collect();
        let fits = *features > 0
            && *features <= LARGEST
            && cells <= LARGEST
            && *planes <= LARGEST
            && self.in_planes() <= *features
            && places.clone().all(|place| place.iter().all(|&at| usize::from(at) < LARGEST / 64))
            && different.len() == places.count()
            && symbols.first() == Some(&0)
            && symbols.len() < usize::from(u8::MAX)
            && (symbols.len() == 1 || self.has_symbols())
            && symbols.is_sorted_by(|a, b| a < b)
            && symbols.iter().all(|&symbol| u64::from(symbol) < 1 << (*planes).min(MAX_PLANES))
            && unturnable.iter().all(|&feature| (self.in_planes()..*features).contains(&feature))
            && occupied.iter().all(|&count| count <= cells)
            && turns.iter().all(|turn| self.tiling().turns().contains(turn) && self.cell_map(turn).is_some())
            && self.swap.as_ref().is_none_or(|swap| swap.fits(self));
        (!fits).then(|| "its features do not lie on its board".to_owned())
    }

    fn has_symbols(&self) -> bool {
        self.planes <= MAX_PLANES && self.cells() > 1
    }

    /// The feature that each feature becomes as the side to move sees it; `None` if that does not see it. The second
    /// list is for the second side.
    pub fn views(&self) -> [Vec<Option<u32>>; 2] {
        let all = || 0..self.features;
        let as_it_is: Vec<Option<u32>> = all().map(|feature| Some(feature as u32)).collect();
        let Some(swap) = &self.swap else { return [as_it_is.clone(), as_it_is] };
        let second_to_move = self.in_planes() + swap.second_to_move;
        let seen = |feature: usize| match feature == second_to_move {
            true => (!swap.exact).then_some(feature as u32),
            false => Some(swap.image(self, feature) as u32),
        };
        [as_it_is, all().map(seen).collect()]
    }

    /// The features that say that the second side is to move, and that the players have changed sides.
    pub fn turn_features(&self) -> [Option<u32>; 2] {
        let place = |index: usize| (self.in_planes() + index) as u32;
        let swap = self.swap.as_ref();
        [swap.map(|swap| place(swap.second_to_move)), swap.and_then(|swap| swap.sides_changed).map(place)]
    }

    /// Whose a symbol is, as the side to move sees it: 1 its own, 2 the other one's, 3 neither's, and 0 if it is
    /// empty. `None` where the colours are not exchanged.
    pub fn owners(&self) -> Option<Vec<u8>> {
        let swap = self.swap.as_ref()?;
        let owner = |&symbol: &u32| {
            let plane = symbol.trailing_zeros() as usize;
            match (symbol, swap.planes.get(plane)) {
                (0, _) | (_, None) => 0,
                (_, Some(&other)) if plane < other => 1,
                (_, Some(&other)) if plane > other => 2,
                _ => 3,
            }
        };
        Some(self.symbols.iter().map(owner).collect())
    }

    /// The cell that each cell goes to when the board is turned; `None` if the turned board does not lie on itself.
    pub fn cell_map(&self, &[a, b, c, d]: &[i32; 4]) -> Option<Vec<u16>> {
        let image = |place: [u16; 2]| {
            let [x, y] = place.map(i32::from);
            [a * x + b * y, c * x + d * y]
        };
        let images: Vec<Option<[i32; 2]>> = self.places.iter().map(|place| place.map(image)).collect();
        let least = |of: &dyn Fn(&[i32; 2]) -> i32| images.iter().flatten().map(of).min().unwrap_or(0);
        let own = |index: usize| self.places.iter().flatten().map(|place| place[index]).min().unwrap_or(0);
        let shift = [0, 1].map(|index| i32::from(own(index)) - least(&|image: &[i32; 2]| image[index]));
        let cells: std::collections::HashMap<[i32; 2], usize> = (0..)
            .zip(&self.places)
            .filter_map(|(cell, place)| Some((place.as_ref()?.map(i32::from), cell)))
            .collect();
        let cell = |(cell, image): (usize, &Option<[i32; 2]>)| match image {
            Some([x, y]) => cells.get(&[x + shift[0], y + shift[1]]).map(|&cell| cell as u16),
            None => Some(cell as u16),
        };
        images.iter().enumerate().map(cell).collect()
    }

    /// Plays random games and takes down what they show.
    fn look_at_games<G: Game>(&mut self, start: &G, planes: &Planes) {
        let views = self.views();
        let [second_to_move, _] = self.turn_features();
        let mut candidates: Vec<([i32; 4], Vec<u16>)> = (self.tiling().turns().into_iter().skip(1))
            .filter_map(|turn| Some((turn, self.cell_map(&turn)?)))
            .collect();
        let (mut symbols, mut occupied) = (BTreeSet::from([0]), [usize::MAX, 0]);
        let [mut on_with_images, mut unturnable] = [const { BTreeSet::new() }; 2];
        let (mut masks, mut has_images) = (vec![0_u32; self.cells()], false);
        for seed in 0..GAMES {
            let (mut state, mut rng, mut moves) = (start.clone(), Rng::new(seed), Vec::new());
            for _ in 0..PLIES {
                let features = sorted_features(&state);
                let view = &views[usize::from(second_to_move.is_some_and(|turn| features.contains(&turn)))];
                masks.fill(0);
                let seen = features.iter().filter_map(|&feature| view[feature as usize]);
                for feature in seen.map(|feature| feature as usize).filter(|&f| f < planes.features()) {
                    masks[feature % self.cells()] |= 1 << (feature / self.cells());
                }
                symbols.extend(&masks);
                let count = masks.iter().filter(|&&mask| mask != 0).count();
                occupied = [occupied[0].min(count), occupied[1].max(count)];
                has_images |= self.look_at_images(
                    &state,
                    &features,
                    &mut candidates,
                    [&mut on_with_images, &mut unturnable],
                );
                moves.clear();
                state.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                state.play(rng.pick(&moves));
            }
        }
        let fewest = symbols.into_iter().take(usize::from(u8::MAX) - 1);
        self.symbols = fewest.collect();
        self.occupied = occupied;
        if !has_images {
            candidates.clear();
        }
        self.turns = candidates.into_iter().map(|(turn, _)| turn).collect();
        self.unturnable = unturnable.difference(&on_with_images).map(|&feature| feature as usize).collect();
    }

    /// Drops the candidates that turn a state into none of its images, and takes down which features behind the
    /// planes are on in states with images (the first set) and in states without (the second one). Returns whether
    /// the state has images.
    fn look_at_images<G: Game>(
        &self,
        state: &G,
        features: &[u32],
        candidates: &mut Vec<([i32; 4], Vec<u16>)>,
        [with, without]: [&mut BTreeSet<u32>; 2],
    ) -> bool {
        let mut board_alone = state.clone();
        board_alone.forget_past();
        let images: Vec<Vec<u32>> = board_alone.symmetries().iter().map(sorted_features).collect();
        let behind = self.in_planes() as u32;
        let rest =
            |features: &[u32]| features.iter().copied().filter(|&f| f >= behind).collect::<BTreeSet<_>>();
        let own = rest(features);
        if images.is_empty() {
            // A state that looks like its images has none that differs from it.
            let is_own_image = |(_, map): &([i32; 4], Vec<u16>)| self.turned(features, map) == features;
            if !candidates.iter().any(is_own_image) {
                without.extend(own);
            }
            return false;
        }
        with.extend(
            images.iter().flat_map(|image| rest(image).intersection(&own).copied().collect::<Vec<_>>()),
        );
        without.extend(images.iter().flat_map(|image| &own ^ &rest(image)));
        let in_planes =
            |features: &[u32]| features.iter().copied().take_while(|&f| f < behind).collect::<Vec<_>>();
        candidates.retain(|(_, map)| {
            let turned = in_planes(&self.turned(features, map));
            turned == in_planes(features) || images.iter().any(|image| in_planes(image) == turned)
        });
        true
    }

    /// The features of a state whose cells are mapped so, in rising order.
    fn turned(&self, features: &[u32], map: &[u16]) -> Vec<u32> {
        let cells = self.cells() as u32;
        let image = |&feature: &u32| match (feature as usize) < self.in_planes() {
            true => feature / cells * cells + u32::from(map[(feature % cells) as usize]),
            false => feature,
        };
        let mut turned: Vec<u32> = features.iter().map(image).collect();
        turned.sort_unstable();
        turned
    }
}

impl Swap {
    fn image(&self, board: &Board, feature: usize) -> usize {
        let cells = board.cells();
        if feature < board.in_planes() {
            self.planes[feature / cells] * cells + usize::from(self.cells[feature % cells])
        } else {
            board.in_planes() + self.rest[feature - board.in_planes()]
        }
    }

    /// Whether it maps the features of this board one for one, and back again.
    fn fits(&self, board: &Board) -> bool {
        let rest = board.features - board.in_planes();
        let twice = |feature: usize| self.image(board, self.image(board, feature)) == feature;
        self.planes.len() == board.planes
            && self.cells.len() == board.cells()
            && self.rest.len() == rest
            && self.planes.iter().all(|&plane| plane < board.planes)
            && self.cells.iter().all(|&cell| usize::from(cell) < board.cells())
            && self.rest.iter().all(|&feature| feature < rest)
            && self.second_to_move < rest
            && self.sides_changed.is_none_or(|feature| feature < rest)
            && (0..board.features).all(twice)
    }
}

fn places(lattice: &Lattice) -> Vec<Option<[u16; 2]>> {
    let place = |place: [i32; 2]| place.map(|at| at as u16);
    lattice.places().into_iter().map(|at| at.map(place)).collect()
}

fn sorted_features<G: Game>(state: &G) -> Vec<u32> {
    let mut features = Vec::new();
    state.features(&mut features);
    features.sort_unstable();
    features
}
