//! What an installed program brings along: completions, manual pages, and the networks.

use std::path::Path;

use crate::common::{Scratch, command, run};

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert!(ran.text().contains("tournament"), "{shell}");
        assert!(ran.text().contains("shortest"), "{shell}: options of commands");
    }
    assert!(run(&["completions", "tcsh"]).complaint().contains("tcsh"));
}

#[test]
fn every_command_has_a_manual_page() {
    let scratch = Scratch::new("man");
    let directory = scratch.name("man1");
    let written = run(&["man", &directory, "--json"]).only_json();
    let pages: Vec<&str> =
        written["pages"].as_array().unwrap().iter().filter_map(|page| page.as_str()).collect();
    for name in ["unbounded.1", "unbounded-solve.1", "unbounded-tournament-run.1", "unbounded-man.1"] {
        assert!(pages.contains(&name), "{name} in {pages:?}");
        let page = std::fs::read_to_string(Path::new(&directory).join(name)).unwrap();
        assert!(page.contains(".TH"), "{name}");
    }
    let solve = std::fs::read_to_string(Path::new(&directory).join("unbounded-solve.1")).unwrap();
    assert!(solve.contains("shortest") && solve.contains("Example"), "options and the example");
}

#[test]
fn installed_networks_are_found_from_anywhere() {
    let scratch = Scratch::new("install-networks");
    let source = scratch.name("source");
    std::fs::create_dir(&source).unwrap();
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../networks/hex-7.safetensors");
    std::fs::copy(network, Path::new(&source).join("hex-7.safetensors")).unwrap();
    let data = scratch.name("data");
    let mut install = command(&["networks", "--install", "--json"]);
    let done = install.env("UNBOUNDED_NETWORKS", &source).env("XDG_DATA_HOME", &data).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let copied = Path::new(&data).join("unbounded/networks/hex-7.safetensors");
    assert!(copied.is_file());
    // A program in a directory of its own, as after `cargo install`.
    let program = scratch.name("unbounded");
    std::fs::copy(env!("CARGO_BIN_EXE_unbounded"), &program).unwrap();
    let mut analyse = std::process::Command::new(&program);
    analyse.args(["analyse", "hex:7", "--evaluator", "best", "--iterations", "1", "--json"]);
    let ran = analyse.current_dir(&source).env("XDG_DATA_HOME", &data).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn only_the_directory_that_the_user_names_counts() {
    let scratch = Scratch::new("no-networks-here");
    let empty = scratch.name("");
    let ran = command(&["networks"]).env("UNBOUNDED_NETWORKS", &empty).output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("there are no networks in"));
}
