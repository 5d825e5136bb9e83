//! What is wrong with files of traces.

use std::path::{Path, PathBuf};

use thiserror::Error;

use cdnasched_base::{escape, input};
use cdnasched_text as assembly;

/// Why a trace cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// It cannot be read.
    #[error("{}: {source}", escape::path(path))]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// Why not.
        source: input::Error,
    },
    /// There is no trace in a directory.
    #[error(
        "{}: no trace in it; expected files *.json.gz or *.json of recorded kernels, or the directory that rocprofv3 --att \
         wrote for its viewer (with code.json; it writes none where its decoder library is missing)",
        escape::path(_0)
    )]
    Nothing(PathBuf),
    /// The file is one of several that are a trace together.
    #[error(
        "{}: it is a part of a trace that rocprofv3 wrote for its viewer; name its directory instead",
        escape::path(_0)
    )]
    Part(PathBuf),
    /// The traces of the viewer do not say which GPU they are of.
    #[error(
        "{}: it does not say which GPU it is of; name it with --mcpu",
        escape::path(_0)
    )]
    Gpu(PathBuf),
    /// The file is not what it should be.
    #[error("{}: {what}", escape::path(path))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// The code of a trace is no assembly of a GPU.
    #[error("{}: the code of the trace: {source}", escape::path(path))]
    Code {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: assembly::program::Error,
    },
}

impl Error {
    pub(super) fn malformed(path: &Path, what: impl Into<String>) -> Error {
        Error::Malformed {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}
