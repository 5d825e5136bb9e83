//! Results kept on disk, for all processes of a user: what became of a code object.
//!
//! A [`Cache`] is a folder. What was asked for lies in `jobs/`, what came of it in `entries/`, both under a [`Key`]: the hash of the code, of
//! what is to be done with it and of who does it. Files are written whole under another name and renamed, and hold a hash of
//! themselves, so a reader finds a complete file or none, whoever was killed and whatever the disk did.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod folder;
mod key;
mod sealed;
mod store;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use folder::{FOLDER, SIZE, default_folder, limit_mib, log, variable};
pub use key::Key;
pub use store::{Cache, Job, Listed, Working};

/// The version of the results: entries of another one are made anew.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is to be done with a code object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// `cdna-sched opt`.
    Opt,
    /// `cdna-sched lint`.
    Lint,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// What is to be done.
    pub work: Work,
    /// With which options of the command line.
    pub options: Vec<String>,
    /// Who does it: whatever changes when the program does.
    pub program: String,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// There is other code, and it is better.
    Better,
    /// There is nothing better.
    Same,
    /// Lint has looked at it.
    Linted,
    /// It could not be done. It is not tried again.
    Failed,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Outcome; 4] = [
        Outcome::Better,
        Outcome::Same,
        Outcome::Linted,
        Outcome::Failed,
    ];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Better => "better",
            Outcome::Same => "same",
            Outcome::Linted => "linted",
            Outcome::Failed => "failed",
        }
    }
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What came of it.
    pub outcome: Outcome,
    /// What was said about it, line by line: of each kernel what became of it, or the findings, or why it failed.
    pub said: String,
    /// The better code; else empty.
    pub code: Vec<u8>,
}

impl Entry {
    /// It could not be done, for that reason.
    pub fn failed(reason: String) -> Entry {
        Entry {
            outcome: Outcome::Failed,
            said: reason,
            code: Vec::new(),
        }
    }
}

/// Why a cache, or a file of it, is not used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// No folder is named, and there is no home.
    #[error("there is no folder for the cache; set {FOLDER}")]
    NoFolder,
    /// The folder is somebody else's, or others may write to it: what lies in it is loaded into this user's programs.
    #[error(
        "{0} {1}; expected a folder of this user's that nobody else can write to; set {FOLDER}"
    )]
    NotOurs(PathBuf, &'static str),
    /// The limit is no number.
    #[error("{SIZE} is '{0}'; expected a number of MiB")]
    Limit(String),
    /// A file is not what was written.
    #[error("{0} is damaged: {1}")]
    Damaged(PathBuf, &'static str),
    /// More is waiting than the cache may hold.
    #[error("{0} has {1} MiB of code waiting, the limit of the cache; see 'cdna-sched cache list'")]
    Full(PathBuf, u64),
    /// The system reports an error.
    #[error("{0}: {1}")]
    System(PathBuf, io::Error),
}
