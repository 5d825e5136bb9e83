//! `cdna-sched serve`.

use std::io;
use std::process::ExitCode;

use cdnasched_library::service;

use crate::exit;
use crate::out::complain;

/// Answers the lines of standard input until its end.
pub fn run() -> ExitCode {
    match service::serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}
