//! Writing files so that no error goes unnoticed.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file completely, or removes it: half a saved function would be a different function.
///
/// # Errors
/// What the system reports, also when it closes the file.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    let written = file.write_all(contents).and_then(|()| close(file));
    if written.is_err() {
        // The error that counts is the first.
        let _ = fs::remove_file(path);
    }
    written
}

/// Checks that everything written to a file that stays open has arrived, by closing a second handle
/// of it.
///
/// # Errors
/// What the system reports.
pub fn settle(file: &File) -> io::Result<()> {
    close(file.try_clone()?)
}

/// Closes a file and returns the error that dropping it would hide: some file systems (over a
/// network, with quotas) report only then that there is no space.
///
/// # Errors
/// What the system reports.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn close(file: File) -> io::Result<()> {
    use std::os::fd::IntoRawFd as _;
    unsafe extern "C" {
        fn close(descriptor: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: the descriptor is open, and nobody else's any more.
    match unsafe { close(file.into_raw_fd()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Closes a file; on systems other than Unix errors are not reported.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn close(file: File) -> io::Result<()> {
    drop(file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_absent() {
        let name = format!("cdnasched-output-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        write(&path, b"text").expect("a temporary file");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"text"[..]));
        fs::remove_file(&path).expect("it was just written");
        assert!(write(&path.join("below"), b"text").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_noticed() {
        let full = File::options().write(true).open("/dev/full");
        let mut full = full.expect("Linux has it");
        assert!(full.write_all(b"text").is_err());
        assert!(settle(&full).is_ok());
    }
}
