//! The `tamerlane` command, see `tamerlane --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tamerlane::cli::run().into()
}
