//! The program `cardable`. See the library.

fn main() -> std::process::ExitCode {
    cardable_cli::run()
}
