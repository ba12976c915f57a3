//! Where the networks are that come with the project.

use std::path::{Path, PathBuf};

use crate::learning::file_name;

/// The directory that the user names: then no other one counts.
const VARIABLE: &str = "UNBOUNDED_NETWORKS";

/// What such a directory is called in a checkout.
const DIRECTORY: &str = "networks";

/// The same below the root of an installation: beside `bin`, or in the user's own data directory.
const INSTALLED: &str = "unbounded/networks";

const EXTENSION: &str = "safetensors";

/// The directories that may hold included networks, the most specific one first.
pub fn network_directories() -> Vec<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE) {
        return vec![PathBuf::from(given)];
    }
    let here = std::env::current_dir().ok().map(|path| path.join(DIRECTORY));
    let program = std::env::current_exe().ok();
    let above = program.iter().flat_map(|path| path.ancestors());
    let above = above.flat_map(|path| [path.join(DIRECTORY), path.join("share").join(INSTALLED)]);
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(|path| path.join(DIRECTORY));
    here.into_iter().chain(above).chain(data_directory()).chain(checkout).collect()
}

/// Where `unbounded networks --install` copies them: the data directory of the user.
pub fn data_directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| home.join(".local/share"));
    let data = variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    data.map(|path| path.join(INSTALLED))
}

/// The name of the file with the network of a game, `chess.safetensors`.
pub(crate) fn network_name(game: &str) -> String {
    format!("{}.{EXTENSION}", file_name(game))
}

/// The network that comes with the project for the game of this canonical name.
pub fn shipped(game: &str) -> Option<PathBuf> {
    let file = network_name(game);
    network_directories().into_iter().map(|path| path.join(&file)).find(|path| path.is_file())
}

/// All networks that come with the project: those of the first directory that has any.
pub fn all_shipped() -> Vec<PathBuf> {
    let networks = |directory: PathBuf| {
        let files = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|file| file.path());
        let is_network = |path: &PathBuf| path.extension().is_some_and(|extension| extension == EXTENSION);
        let mut networks: Vec<PathBuf> = files.filter(is_network).collect();
        networks.sort();
        networks
    };
    let found = network_directories().into_iter().map(networks).find(|networks| !networks.is_empty());
    found.unwrap_or_default()
}
