//! Files of networks: safetensors, with a header that says what the network is for.
//!
//! A safetensors file is the length of its header (8 bytes), the header as JSON, and the numbers. Everything
//! that a network needs to be refused where it does not belong is in the header's `__metadata__`.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use game::{Definition, Game, Rng, TerminalFunction};
use half::f16;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::horizon::Horizon;
use super::inference::{Inference, NoResidual};
use super::layout::{Architecture, Layout, PartSize};
use super::parameters::Parameters;
use super::tower::{Tower, TowerOptions};

/// What every network file says of itself; another number for another meaning of the numbers.
const FORMAT: &str = "unbounded network 1";

/// Where the header says how far the network looks.
const HORIZON: &str = "horizon";

/// Where it says by what the game is defined.
const DEFINITION: &str = "definition";

/// Longer headers are not ours.
const LONGEST_HEADER: usize = 1 << 20;

/// Why a network file is refused.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is not a network, or one of another version.
    #[error("this is not a network file of this version: {0}")]
    Foreign(String),
    /// Its bytes are not those that were written.
    #[error("the network file is damaged: its checksum does not fit")]
    Damaged,
    /// It is the network of something else.
    #[error("this network does not fit the game: {0}")]
    Misfit(String),
    /// What defines its game has changed since it was written.
    #[error(transparent)]
    Redefined(#[from] game::Redefined),
    /// It is of a kind that is not there.
    #[error(transparent)]
    Unsupported(#[from] NoResidual),
}

/// How a network came to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// Games of self-play.
    pub games: u64,
    /// States that these games gave to learn from.
    pub states: u64,
    /// Samples that the training saw, with repetitions.
    pub samples: u64,
    /// Seconds of learning.
    pub seconds: f64,
    /// The command that was given, as the user wrote it.
    pub command: String,
}

/// What a network is for.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The full name of the game, such as `hex:11`.
    pub game: String,
    /// [`Game::rules_version`].
    pub rules_version: u32,
    /// [`Game::definition`], as text.
    pub definition: Option<String>,
    /// The position where the game begins, as text.
    pub start: String,
    /// A print of what the features mean from there on: another one where the game describes its states in another
    /// way.
    pub features_print: u64,
    /// How it came to be.
    pub history: History,
}

impl About {
    /// A network for this game, without a history.
    pub fn new<G: Game>(game: &str, start: &G) -> About {
        About {
            game: game.to_owned(),
            rules_version: start.rules_version(),
            definition: start.definition().map(|definition| definition.to_string()),
            start: start.position(),
            features_print: features_print(start),
            history: History::default(),
        }
    }
}

/// How many digits of its numbers a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// All of them: to go on learning.
    Single,
    /// As many as the integers of a search have room for: half the bytes.
    Half,
}

impl Precision {
    /// As safetensors calls it.
    fn dtype(self) -> &'static str {
        match self {
            Precision::Single => "F32",
            Precision::Half => "F16",
        }
    }

    /// Bytes of a number.
    fn size(self) -> usize {
        match self {
            Precision::Single => size_of::<f32>(),
            Precision::Half => size_of::<f16>(),
        }
    }

    fn encode(self, numbers: &[f32]) -> Vec<u8> {
        match self {
            Precision::Single => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
            Precision::Half => {
                numbers.iter().flat_map(|&number| f16::from_f32(number).to_le_bytes()).collect()
            }
        }
    }

    fn decode(self, bytes: &[u8]) -> Vec<f32> {
        match self {
            Precision::Single => bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
            Precision::Half => {
                bytes.as_chunks().0.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32()).collect()
            }
        }
    }
}

/// A network and what it is for: what a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What it is for.
    pub about: About,
    /// Its kind, its sizes and its numbers.
    pub parameters: Parameters<Architecture>,
    /// How far it looks before it estimates.
    pub horizon: Horizon,
    /// How many digits of them a file holds.
    pub precision: Precision,
}

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "__metadata__")]
    metadata: BTreeMap<String, String>,
    #[serde(flatten)]
    tensors: BTreeMap<String, Tensor>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl Network {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.precision.encode(self.parameters.numbers());
        let mut metadata = self.metadata();
        metadata.insert("checksum".to_owned(), checksum(&metadata, &numbers));
        let header = Header { metadata, tensors: tensors(self.parameters.shape(), self.precision) };
        let header = encode(&header);
        [&(header.len() as u64).to_le_bytes()[..], &header, &numbers].concat()
    }

    /// Reads the file's bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        let foreign = |reason: &str| FileError::Foreign(reason.to_owned());
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(|| foreign("it is too short"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > LONGEST_HEADER || length > rest.len() {
            return Err(foreign("it has no header"));
        }
        let (json, numbers) = rest.split_at(length);
        let header: Header = serde_json::from_slice(json)
            .map_err(|error| FileError::Foreign(format!("its header: {error}")))?;
        let Header { mut metadata, tensors: found } = header;
        if metadata.get("format").map(String::as_str) != Some(FORMAT) {
            return Err(foreign("its header does not say so"));
        }
        let sum = metadata.remove("checksum");
        if sum != Some(checksum(&metadata, numbers)) {
            return Err(FileError::Damaged);
        }
        let architecture: Architecture = from_json(&metadata, "architecture")?;
        if let Some(fault) = architecture.fault() {
            return Err(FileError::Foreign(fault));
        }
        let fits = |precision: &Precision| {
            numbers.len() == precision.size() * architecture.numbers()
                && found == tensors(&architecture, *precision)
        };
        let precision = [Precision::Single, Precision::Half]
            .into_iter()
            .find(fits)
            .ok_or_else(|| foreign("its tensors are not those of its architecture"))?;
        let numbers = precision.decode(numbers);
        let parameters = Parameters::from_numbers(architecture, numbers).map_err(FileError::Foreign)?;
        let about = About {
            game: metadata.get("game").cloned().ok_or_else(|| foreign("it names no game"))?,
            rules_version: from_json(&metadata, "rules_version")?,
            definition: metadata.get(DEFINITION).cloned(),
            start: metadata
                .get("start")
                .cloned()
                .ok_or_else(|| foreign("it does not say where the game begins"))?,
            features_print: from_json(&metadata, "features_print")?,
            history: from_json(&metadata, "history")?,
        };
        let horizon = match metadata.contains_key(HORIZON) {
            true => from_json(&metadata, HORIZON)?,
            false => Horizon::default(),
        };
        let network = Network { about, parameters, horizon, precision };
        // Whatever is not under the checksum, such as spaces in the header.
        if network.to_bytes() == bytes { Ok(network) } else { Err(FileError::Damaged) }
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), files::Error> {
        files::write(path, "network", &self.to_bytes())
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Network, FileError> {
        Network::from_bytes(&fs::read(path)?)
    }

    /// Whether the network was made for the game of this state as it is now.
    pub fn check_fits<G: Game>(&self, game: &str, state: &G) -> Result<(), FileError> {
        let About { game: named, rules_version, definition, start, features_print, .. } = &self.about;
        let misfit = |what: &str, there: &dyn std::fmt::Display, here: &dyn std::fmt::Display| {
            Err(FileError::Misfit(format!("{what} {there}, not {here}")))
        };
        let features = self.parameters.shape().features();
        if named != game {
            return misfit("it is for", named, &game);
        }
        if *rules_version != state.rules_version() {
            return misfit("it is for version", rules_version, &state.rules_version());
        }
        Definition::check(game, definition.as_deref(), state.definition())?;
        if features != state.feature_count() {
            return misfit("its features are", &features, &state.feature_count());
        }
        let start = state
            .parse_position(start)
            .map_err(|error| FileError::Misfit(format!("the game cannot begin at {start}: {error}")))?;
        let print = self::features_print(&start);
        if *features_print != print {
            return misfit("the print of its features is", features_print, &print);
        }
        if let Architecture::Residual(tower) = self.parameters.shape()
            && *tower != Tower::new(&start, TowerOptions { blocks: tower.blocks, channels: tower.channels })
        {
            return Err(FileError::Misfit("its planes are those of another board".to_owned()));
        }
        if let Architecture::Patterns(patterns) = self.parameters.shape()
            && !patterns.board.is_of(&start)
        {
            return Err(FileError::Misfit("its planes are those of another board".to_owned()));
        }
        Ok(())
    }

    /// Reads the network of the game of this state, and nothing else.
    pub fn read_for<G: Game>(path: &Path, game: &str, state: &G) -> Result<Network, FileError> {
        let network = Network::read(path)?;
        network.check_fits(game, state)?;
        Ok(network)
    }

    /// The network as a search with this f_t uses it.
    pub fn inference(&self, terminal: TerminalFunction) -> Result<Inference, FileError> {
        Ok(Inference::new(&self.parameters, self.horizon, terminal)?)
    }

    fn metadata(&self) -> BTreeMap<String, String> {
        let About { game, rules_version, definition, start, features_print, history } = &self.about;
        [
            ("format", FORMAT.to_owned()),
            ("game", game.clone()),
            ("rules_version", rules_version.to_string()),
            ("start", start.clone()),
            ("features_print", features_print.to_string()),
            ("architecture", to_json(self.parameters.shape())),
            ("history", to_json(history)),
        ]
        .into_iter()
        // The default is not written.
        .chain(definition.clone().map(|definition| (DEFINITION, definition)))
        .chain((self.horizon != Horizon::default()).then(|| (HORIZON, to_json(&self.horizon))))
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain structs of numbers and texts are JSON")
}

fn from_json<T: for<'a> Deserialize<'a>>(
    metadata: &BTreeMap<String, String>,
    name: &str,
) -> Result<T, FileError> {
    let text = metadata.get(name).ok_or_else(|| FileError::Foreign(format!("its header has no {name}")))?;
    serde_json::from_str(text).map_err(|error| FileError::Foreign(format!("its {name}: {error}")))
}

/// The header as JSON, filled with spaces so that the numbers behind it are aligned.
fn encode(header: &Header) -> Vec<u8> {
    let mut json = to_json(header).into_bytes();
    // The numbers come behind the eight bytes of the header's length and the header.
    json.resize((json.len() + 8).next_multiple_of(64) - 8, b' ');
    json
}

fn tensors(architecture: &Architecture, precision: Precision) -> BTreeMap<String, Tensor> {
    let mut end = 0;
    let tensor = |part: PartSize| {
        let start = end;
        end += precision.size() * part.numbers();
        let dtype = precision.dtype().to_owned();
        (part.name, Tensor { dtype, shape: part.size, data_offsets: [start, end] })
    };
    architecture.parts().into_iter().map(tensor).collect()
}

fn checksum(metadata: &BTreeMap<String, String>, numbers: &[u8]) -> String {
    let sum = Sha256::new().chain_update(to_json(metadata)).chain_update(numbers).finalize();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The features of the states of one pseudo-random game, summed up.
fn features_print<G: Game>(start: &G) -> u64 {
    const PLIES: usize = 40;
    let (mut state, mut rng) = (start.clone(), Rng::new(0));
    let (mut moves, mut features) = (Vec::new(), Vec::new());
    let mut print = start.feature_count() as u64;
    for _ in 0..PLIES {
        features.clear();
        state.features(&mut features);
        features.sort_unstable();
        for &feature in &features {
            print = game::key::mix(print ^ u64::from(feature));
        }
        if state.outcome().is_some() {
            break;
        }
        moves.clear();
        state.moves(&mut moves);
        // By its text, so that another order of the moves does not matter.
        moves.sort_by_cached_key(|&m| state.move_text(m));
        state.play(rng.pick(&moves));
    }
    print
}
