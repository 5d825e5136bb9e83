//! Reading the files that the user names: only regular files, and only up to a limit. Reading a
//! device may never end, and opening a pipe blocks until somebody writes to it.

use std::fs::{self, File, FileType};
use std::io::{self, Read as _};
use std::path::Path;

use thiserror::Error;

/// Limit for a model file, in MiB.
pub const MODEL_LIMIT_MIB: u64 = 1;
/// Limit for a file of orders, in MiB.
pub const ORDERS_LIMIT_MIB: u64 = 64;
/// Limit for a saved function, in MiB.
pub const CASE_LIMIT_MIB: u64 = 256;
/// Limit for a module in LLVM IR, in MiB.
pub const MODULE_LIMIT_MIB: u64 = 1024;

/// Why a file is not read. The caller adds the name of the file and what was expected in it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The system reports an error.
    #[error("cannot be read: {0}")]
    System(#[from] io::Error),
    /// It is not a regular file.
    #[error(
        "is {0}, but only regular files are read; save its contents to a file and name that file"
    )]
    Kind(&'static str),
    /// It is longer than the limit.
    #[error("is longer than {0} MiB, the limit for such a file; name a smaller one")]
    Long(u64),
    /// It is not text.
    #[error("is not UTF-8 text: byte {0} is invalid")]
    Text(usize),
}

/// Reads a file.
///
/// # Errors
/// When it is no regular file, too long, or cannot be read.
pub fn read(path: &Path, limit_mib: u64) -> Result<Vec<u8>, Error> {
    let limit_bytes = limit_mib << 20;
    // Before it is opened: opening a pipe blocks until somebody writes to it.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(Error::Kind(kind(about.file_type())));
    }
    if about.len() > limit_bytes {
        return Err(Error::Long(limit_mib));
    }
    let mut bytes = Vec::new();
    // Some regular files do not report their length (/proc), others grow.
    File::open(path)?
        .take(limit_bytes + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit_bytes {
        return Err(Error::Long(limit_mib));
    }
    Ok(bytes)
}

/// Reads a text.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path, limit_mib: u64) -> Result<String, Error> {
    String::from_utf8(read(path, limit_mib)?).map_err(|e| Error::Text(e.utf8_error().valid_up_to()))
}

fn kind(found: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if found.is_fifo() {
            return "a pipe";
        }
        if found.is_socket() {
            return "a socket";
        }
        if found.is_char_device() || found.is_block_device() {
            return "a device";
        }
    }
    if found.is_dir() {
        "a directory"
    } else {
        "not a regular file"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(path: &Path) -> String {
        read_text(path, 1)
            .err()
            .map_or_else(String::new, |e| e.to_string())
    }

    #[test]
    fn only_regular_files_are_read() {
        assert!(why(Path::new("/")).starts_with("is a directory, but only regular files"));
        assert!(why(Path::new("/no/such/file")).starts_with("cannot be read: "));
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_not_begun() {
        assert!(why(Path::new("/dev/zero")).starts_with("is a device"));
    }

    #[test]
    fn no_more_than_the_limit_is_read() {
        let name = format!("cdnasched-input-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let write = |bytes: &[u8]| fs::write(&path, bytes).expect("a temporary file");
        write(&vec![b' '; 1 << 20]);
        assert_eq!(read(&path, 1).map(|b| b.len()).ok(), Some(1 << 20));
        write(&vec![b' '; (1 << 20) + 1]);
        assert!(why(&path).starts_with("is longer than 1 MiB"));
        write(b"ab\xff");
        assert_eq!(why(&path), "is not UTF-8 text: byte 2 is invalid");
        fs::remove_file(&path).expect("it was just written");
    }
}
