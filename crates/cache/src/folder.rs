//! The folder: whose it is, and what is written to it.

use std::env;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;

/// The variable that names the folder.
pub const FOLDER: &str = "CDNASCHED_CACHE_DIR";

/// What the environment has under a name; what is empty is not there.
pub fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The variable that says how much a cache may hold, in MiB.
pub const SIZE: &str = "CDNASCHED_CACHE_MIB";
/// How much that is unless it says so.
const SIZE_MIB: u64 = 2048;

/// How much a cache may hold, in MiB, as the environment has it.
///
/// # Errors
/// When it has no number.
pub fn limit_mib() -> Result<u64, Error> {
    let Some(value) = variable(SIZE) else {
        return Ok(SIZE_MIB);
    };
    let number = value.to_str().and_then(|value| value.parse().ok());
    number.ok_or_else(|| Error::Limit(value.to_string_lossy().into_owned()))
}

/// The variable that names a file to which is written what becomes of code objects.
const LOG: &str = "CDNASCHED_HSA_LOG";

/// That file, if there is one.
pub fn log() -> Option<PathBuf> {
    variable(LOG).map(PathBuf::from)
}

/// What others of the group and all others must not be allowed: to write.
const OTHERS_WRITE: u32 = 0o022;

/// The folder that the environment names: `CDNASCHED_CACHE_DIR`, else `cdnasched` in the user's folder for caches.
///
/// # Errors
/// When there is neither, nor a home.
pub fn default_folder() -> Result<PathBuf, Error> {
    if let Some(folder) = variable(FOLDER) {
        return Ok(folder.into());
    }
    let caches = variable("XDG_CACHE_HOME").map(PathBuf::from);
    let caches = caches.or_else(|| Some(Path::new(&variable("HOME")?).join(".cache")));
    // A relative one would be another one for each folder that a program is started in.
    let caches = caches.filter(|caches| caches.is_absolute());
    Ok(caches.ok_or(Error::NoFolder)?.join("cdnasched"))
}

/// Makes a folder if it is not there, and sees that nobody else can put files in it.
pub(crate) fn make(path: &Path) -> Result<(), Error> {
    let system = |error| Error::System(path.to_owned(), error);
    let mut builder = DirBuilder::new();
    builder
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(system)?;
    let about = fs::metadata(path).map_err(system)?;
    if about.uid() != rustix::process::geteuid().as_raw() {
        return Err(Error::NotOurs(path.to_owned(), "is another user's"));
    }
    if about.mode() & OTHERS_WRITE != 0 {
        return Err(Error::NotOurs(
            path.to_owned(),
            "can be written to by others",
        ));
    }
    Ok(())
}

/// Begins the names of files that are not yet complete.
pub(crate) const UNFINISHED: &str = "unfinished-";

/// Writes a file whole or not at all, in the place of one of that name.
pub(crate) fn write(folder: &Path, name: &str, contents: &[u8]) -> Result<(), Error> {
    write_as(folder, name, contents, |unfinished, path| {
        fs::rename(unfinished, path)
    })
}

/// Writes a file whole or not at all, and leaves one of that name as it is: locks are of files, not of names.
pub(crate) fn write_new(folder: &Path, name: &str, contents: &[u8]) -> Result<(), Error> {
    write_as(folder, name, contents, |unfinished, path| {
        match fs::hard_link(unfinished, path) {
            // Not every file system has links.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                fs::rename(unfinished, path)
            }
            _ => fs::remove_file(unfinished),
        }
    })
}

/// Writes a file whole or not at all: under a name of its own, from which `publish` gives it the wanted one.
fn write_as(
    folder: &Path,
    name: &str,
    contents: &[u8],
    publish: impl FnOnce(&Path, &Path) -> io::Result<()>,
) -> Result<(), Error> {
    // Unique among the threads of this process; among processes by its number.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let unfinished = folder.join(format!("{UNFINISHED}{}-{count}", std::process::id()));
    let written = (|| -> io::Result<()> {
        let mut file = File::create(&unfinished)?;
        file.write_all(contents)?;
        // Before the name says that it is complete.
        file.sync_all()?;
        publish(&unfinished, &folder.join(name))
    })();
    written.map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        Error::System(folder.join(name), error)
    })
}
