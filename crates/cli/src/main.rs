//! The `unbounded` command with the games of this project.

/// Says a sentence where memory is short.
#[global_allocator]
static ALLOCATOR: engine::Explaining = engine::Explaining;

fn main() -> std::process::ExitCode {
    cli::run(engine::Registry::standard())
}
