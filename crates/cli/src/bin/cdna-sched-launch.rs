//! `cdna-sched-launch COMPILER ARGUMENTS...`: docs/hip.md.
#![deny(missing_docs)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let command: Vec<_> = std::env::args_os().skip(1).collect();
    cdnasched_cli::launch::launch(&command)
}
