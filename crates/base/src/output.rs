//! Writing files so that no error goes unnoticed, and nothing goes that was there before.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::input;

/// How many links may lead from a name to a file, as for the system.
const LINKS_LIMIT: usize = 40;

/// Writes a file completely or not at all: half a saved function would be a different function. After an error a file that
/// was there is as it was, and a new one is not there. What is no regular file (a device, a pipe) is written to as it is;
/// `-` is standard output.
///
/// # Errors
/// What the system reports, also when it closes the file.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if input::is_standard(path) {
        let mut out = io::stdout().lock();
        return out.write_all(contents).and_then(|()| out.flush());
    }
    let (path, is_open) = followed(path)?;
    match fs::metadata(&path) {
        Ok(now) if !now.is_file() || is_open => {
            let mut options = File::options();
            let mut file = options.write(true).truncate(now.is_file()).open(&path)?;
            file.write_all(contents)?;
            close(file)
        }
        Ok(now) => match replace(&path, Some(&now), contents) {
            Err(Failed::Place(_)) => overwrite(&path, contents),
            done => done.map_err(Failed::into),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {
            replace(&path, None, contents).map_err(Failed::into)
        }
        Err(error) => Err(error),
    }
}

/// Appends to a file in one write, as to a log that other processes write to, too; it is made if it is not there.
///
/// # Errors
/// What the system reports.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::options().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// What a name leads to; and whether that is something that a process has open (`/dev/stdout`), which has a name of its own
/// but must be written to, not replaced.
fn followed(path: &Path) -> io::Result<(PathBuf, bool)> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_LIMIT {
        let Ok(target) = fs::read_link(&path) else {
            return Ok((path, false));
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let here = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        if fs::canonicalize(here).is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok((path, true));
        }
        path = folder.join(target);
    }
    Err(io::Error::other("too many links lead from one to another"))
}

/// Why a file was not replaced.
enum Failed {
    /// There is no place beside it, or what is there cannot take its place.
    Place(io::Error),
    /// The contents do not arrive.
    Contents(io::Error),
}

impl From<Failed> for io::Error {
    fn from(failed: Failed) -> io::Error {
        match failed {
            Failed::Place(error) | Failed::Contents(error) => error,
        }
    }
}

/// Writes a new file beside a file's place and puts it there; `now` is the file that is there.
fn replace(path: &Path, now: Option<&Metadata>, contents: &[u8]) -> Result<(), Failed> {
    let (mut file, beside) = new_beside(path).map_err(Failed::Place)?;
    let written = match now {
        Some(now) => alike(&file, now).map_err(Failed::Place),
        None => Ok(()),
    };
    let written = written
        .and_then(|()| file.write_all(contents).map_err(Failed::Contents))
        .and_then(|()| close(file).map_err(Failed::Contents))
        .and_then(|()| fs::rename(&beside, path).map_err(Failed::Place));
    if written.is_err() {
        // The error that counts is the first.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new file in the same folder, and its name.
fn new_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it names no file"));
    };
    let mut number = 0_u32;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".cdna-sched-{}-{number}", std::process::id()));
        let beside = path.with_file_name(name);
        match File::options().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < u32::MAX => {
                number += 1;
            }
            opened => return opened.map(|file| (file, beside)),
        }
    }
}

/// Gives a file the owner and the rights of another.
fn alike(file: &File, other: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (other.uid(), other.gid()) {
            std::os::unix::fs::fchown(file, Some(other.uid()), Some(other.gid()))?;
        }
    }
    file.set_permissions(other.permissions())
}

/// Writes over a file in its place, where nothing can take it (a folder that cannot be written, a file mounted by itself). If
/// that fails, what was there is written again, for which there was room before.
fn overwrite(path: &Path, contents: &[u8]) -> io::Result<()> {
    let old = fs::read(path)?;
    let mut file = File::options().write(true).open(path)?;
    let mut put = |contents: &[u8]| {
        file.rewind()?;
        file.write_all(contents)?;
        file.set_len(contents.len() as u64)
    };
    if let Err(error) = put(contents) {
        return match put(&old) {
            Ok(()) => Err(error),
            Err(_) => Err(io::Error::other(format!(
                "{error}; and what was in it before is lost"
            ))),
        };
    }
    close(file)
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
pub fn close(file: File) -> io::Result<()> {
    Ok(nix::unistd::close(file)?)
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

    /// A folder of a test's own.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("cdnasched-output-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir(&path).expect("a temporary folder");
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let files = fs::read_dir(&self.0).expect("the folder");
            let names = files.map(|file| file.expect("a file").file_name());
            let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_whole_or_absent() {
        let folder = Folder::new("whole");
        let path = folder.0.join("file");
        for text in ["text", "another"] {
            write(&path, text.as_bytes()).expect("a temporary file");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some(text));
        }
        assert!(write(&path.join("below"), b"text").is_err());
        assert!(write(&folder.0, b"text").is_err());
        assert_eq!(folder.names(), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_rights_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new("links");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        symlink("file", &link).expect("a link");
        // It leads to nothing yet.
        write(&link, b"first").expect("a temporary file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("rights");
        write(&link, b"second").expect("a temporary file");
        assert_eq!(fs::read(&file).ok().as_deref(), Some(&b"second"[..]));
        let about = fs::symlink_metadata(&file).expect("it is there");
        assert_eq!(about.permissions().mode() & 0o777, 0o640);
        assert!(fs::read_link(&link).is_ok());
        assert_eq!(folder.names(), ["file", "link"]);
        symlink("round", folder.0.join("round")).expect("a link");
        assert!(write(&folder.0.join("round"), b"text").is_err());
    }

    #[test]
    fn what_cannot_be_replaced_is_written_over() {
        let folder = Folder::new("over");
        let path = folder.0.join("file");
        fs::write(&path, "a long text").expect("a temporary file");
        overwrite(&path, b"short").expect("a temporary file");
        assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"short"[..]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_open_is_written_to_and_not_replaced() {
        use std::os::fd::AsRawFd as _;
        let folder = Folder::new("open");
        let path = folder.0.join("file");
        let file = File::create(&path).expect("a temporary file");
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        write(Path::new(&open), b"text").expect("it is open");
        let length = file.metadata().map(|about| about.len());
        assert_eq!(length.ok(), Some(4), "the open file has the text");
    }

    /// A device that is always full, of the test's own: the machine's must not get lost by a fault.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_still_there_after_a_write_that_failed() {
        use std::os::unix::fs::FileTypeExt as _;
        let folder = Folder::new("device");
        let full = folder.0.join("full");
        let made = std::process::Command::new("mknod")
            .arg(&full)
            .args(["c", "1", "7"])
            .stderr(std::process::Stdio::null())
            .status();
        if !made.is_ok_and(|status| status.success())
            || File::options().write(true).open(&full).is_err()
        {
            eprintln!("skipped: device nodes cannot be made or used here (mknod)");
            return;
        }
        for path in [full.clone(), {
            let link = folder.0.join("link");
            std::os::unix::fs::symlink(&full, &link).expect("a link");
            link
        }] {
            let error = write(&path, b"text").expect_err("the device is full");
            assert_eq!(error.kind(), ErrorKind::StorageFull);
            let about = fs::symlink_metadata(&full).expect("the device is still there");
            assert!(about.file_type().is_char_device());
        }
        assert_eq!(folder.names(), ["full", "link"]);
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
