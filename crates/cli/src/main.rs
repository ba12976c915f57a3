//! The `unbounded` command with the games of this project.

fn main() -> std::process::ExitCode {
    cli::run(engine::Registry::standard())
}
