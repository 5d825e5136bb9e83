//! What commands end with: the table of docs/exit-codes.md.

use std::process::ExitCode;

/// It is done, and there is something to look at: findings, what `--strict` does not take, a part of an installation that fails.
pub const FOUND: u8 = 1;
/// It cannot be done, or not all of it: a file that cannot be read, compiled or written, an option that is not understood. (clap ends with
/// the same.)
pub const UNUSABLE: u8 = 2;

/// [`FOUND`].
pub fn found() -> ExitCode {
    ExitCode::from(FOUND)
}

/// [`UNUSABLE`].
pub fn unusable() -> ExitCode {
    ExitCode::from(UNUSABLE)
}
