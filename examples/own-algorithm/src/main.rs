//! The whole `unbounded` command with one more algorithm and one more evaluator:
//! `cargo run -p own-algorithm -- solve othello:4 --algorithm "restless(patience=50)" --evaluator corners`.

fn main() -> std::process::ExitCode {
    unbounded::cli::run(own_algorithm::registry())
}
