//! Reading the files that the user names, only up to a limit. Reading a device may never end, and opening a pipe blocks
//! until somebody writes to it: what another file or an option names must be a regular file, and what a user names on the
//! command line may be a pipe.

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

/// Limit for assembly text and for files with machine code, in MiB. Libraries with kernels for every GPU have gigabytes.
pub const CODE_LIMIT_MIB: u64 = 4096;
/// Limit for a pipe, in MiB, which may have no end.
pub const PIPE_LIMIT_MIB: u64 = 256;
/// Limit for a list of known findings, in MiB.
pub const BASELINE_LIMIT_MIB: u64 = 256;

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
    read_if(path, limit_mib, FileType::is_file)
}

/// Reads a file that the user named as what to work on: it may be a pipe, such as a shell's `<(...)`, and `-` is standard input.
///
/// # Errors
/// As [`read`].
pub fn read_named(path: &Path, limit_mib: u64) -> Result<Vec<u8>, Error> {
    if is_standard(path) {
        return up_to(io::stdin().lock(), limit_mib.min(PIPE_LIMIT_MIB));
    }
    read_if(path, limit_mib, |kind| kind.is_file() || is_pipe(kind))
}

fn read_if(path: &Path, limit_mib: u64, takes: fn(&FileType) -> bool) -> Result<Vec<u8>, Error> {
    let limit_bytes = limit_mib << 20;
    // Before it is opened: opening a pipe blocks until somebody writes to it.
    let about = fs::metadata(path)?;
    if !takes(&about.file_type()) {
        return Err(Error::Kind(kind(about.file_type())));
    }
    // Whatever comes out of a pipe is text or a single code object.
    let (limit_mib, limit_bytes) = match is_pipe(&about.file_type()) {
        true => (
            limit_mib.min(PIPE_LIMIT_MIB),
            limit_bytes.min(PIPE_LIMIT_MIB << 20),
        ),
        false => (limit_mib, limit_bytes),
    };
    if about.len() > limit_bytes {
        return Err(Error::Long(limit_mib));
    }
    // Some regular files do not report their length (/proc), others grow.
    up_to(File::open(path)?, limit_mib)
}

/// Reads to the end, which must come before the limit.
fn up_to(stream: impl io::Read, limit_mib: u64) -> Result<Vec<u8>, Error> {
    let limit_bytes = limit_mib << 20;
    let mut bytes = Vec::new();
    stream.take(limit_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit_bytes {
        return Err(Error::Long(limit_mib));
    }
    Ok(bytes)
}

/// Whether a name stands for standard input, or for standard output where something is written.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn is_pipe(kind: &FileType) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        kind.is_fifo()
    }
    #[cfg(not(unix))]
    {
        let _ = kind;
        false
    }
}

/// Reads a text.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path, limit_mib: u64) -> Result<String, Error> {
    text(read(path, limit_mib)?)
}

/// Reads a text that the user named as what to work on.
///
/// # Errors
/// As [`read_named`], and when it is not UTF-8.
pub fn read_named_text(path: &Path, limit_mib: u64) -> Result<String, Error> {
    text(read_named(path, limit_mib)?)
}

fn text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|e| Error::Text(e.utf8_error().valid_up_to()))
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

    /// A pipe into which a process writes for ever.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_without_end_is_read_up_to_the_limit() {
        use std::os::fd::AsRawFd as _;
        use std::process::{Command, Stdio};
        let mut endless = Command::new("cat")
            .arg("/dev/zero")
            .stdout(Stdio::piped())
            .spawn()
            .expect("every system has it");
        let pipe = endless.stdout.take().expect("a pipe");
        let name = format!("/proc/self/fd/{}", pipe.as_raw_fd());
        let said = read_named(Path::new(&name), 1).expect_err("it has no end");
        assert!(
            said.to_string().starts_with("is longer than 1 MiB"),
            "{said}"
        );
        assert!(why(Path::new(&name)).starts_with("is a pipe"));
        drop(pipe);
        endless
            .kill()
            .and_then(|()| endless.wait())
            .expect("it was started");
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
