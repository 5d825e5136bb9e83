//! Looking up, asking for, and storing.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use crate::{Entry, Error, Key, Order, Outcome, folder, sealed};

/// How often a job is begun that ends without a result, as when its worker is killed.
const ATTEMPTS: u64 = 2;
/// How old a file is that nobody is writing any more.
const STALE: Duration = Duration::from_secs(3600);
const MIB: u64 = 1 << 20;

/// Results kept in a folder.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit_mib: u64,
}

/// Something asked for, which nobody else is at while this lives.
#[derive(Debug)]
pub struct Job {
    /// Under what the result is stored.
    pub key: Key,
    /// What is asked for.
    pub order: Order,
    /// The code.
    pub code: Vec<u8>,
    /// Whether it was begun before, as often as it may be, without a result.
    pub is_hopeless: bool,
    /// Keeps others away.
    _lock: File,
}

/// The only worker of a cache, while this lives.
#[derive(Debug)]
pub struct Working {
    _lock: File,
}

/// A result in a list.
#[derive(Debug)]
pub struct Listed {
    /// Under what it is stored.
    pub key: Key,
    /// How long its file is, in bytes.
    pub bytes: u64,
    /// When it was made or last asked for.
    pub used: SystemTime,
}

#[derive(Serialize, Deserialize)]
struct About<'a> {
    outcome: Outcome,
    said: Cow<'a, str>,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there. The results in it take that much at most, in MiB, and so does what is
    /// waiting.
    ///
    /// # Errors
    /// When the folder cannot be made, or is not only this user's.
    pub fn open(folder: &Path, limit_mib: u64) -> Result<Cache, Error> {
        let cache = Cache {
            folder: folder.to_owned(),
            limit_mib,
        };
        for part in [cache.folder.clone(), cache.jobs(), cache.entries()] {
            folder::make(&part)?;
        }
        Ok(cache)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn jobs(&self) -> PathBuf {
        self.folder.join("jobs")
    }

    fn entries(&self) -> PathBuf {
        self.folder.join("entries")
    }

    /// The result of that key, if there is one; it counts as asked for.
    ///
    /// # Errors
    /// When its file is damaged: it is removed, and the result made anew when it is asked for again. When it cannot be read.
    pub fn find(&self, key: &Key) -> Result<Option<Entry>, Error> {
        let path = self.entries().join(key.name());
        let found = self.peek(key);
        match &found {
            Ok(Some(_)) => touch(&path),
            Err(Error::Damaged(..)) => remove(&path)?,
            _ => {}
        }
        found
    }

    /// The result of that key, if there is one.
    ///
    /// # Errors
    /// When its file is damaged, or cannot be read.
    pub fn peek(&self, key: &Key) -> Result<Option<Entry>, Error> {
        let path = self.entries().join(key.name());
        let Some(file) = read(&path)? else {
            return Ok(None);
        };
        match sealed::open::<About<'_>>(key, file) {
            Ok((about, code)) => Ok(Some(Entry {
                outcome: about.outcome,
                said: about.said.into_owned(),
                code,
            })),
            Err(reason) => Err(Error::Damaged(path, reason)),
        }
    }

    /// Stores a result, and removes those that were not asked for longest where there are too many.
    ///
    /// # Errors
    /// When it cannot be written; there is no result then.
    pub fn store(&self, key: &Key, entry: &Entry) -> Result<(), Error> {
        let room = self.limit_mib.saturating_mul(MIB);
        let too_long = entry.code.len() as u64 >= room && !entry.code.is_empty();
        // It would be removed at once, and made anew at each start.
        let refused = too_long.then(|| {
            let mib = self.limit_mib;
            Entry::failed(format!(
                "the code is as long as the limit of the cache, {mib} MiB"
            ))
        });
        let entry = refused.as_ref().unwrap_or(entry);
        let path = self.entries();
        let about = About {
            outcome: entry.outcome,
            said: Cow::Borrowed(&entry.said),
        };
        let file = sealed::seal(key, &about, &entry.code);
        let file = file.map_err(|error| Error::System(path.clone(), error.into()))?;
        folder::write(&path, key.name(), &file)?;
        self.trim(room, key)
    }

    /// Removes the results that were not asked for longest, but for one, until the others fit.
    fn trim(&self, room: u64, but: &Key) -> Result<(), Error> {
        let mut all = self.list()?;
        all.sort_by(|a, b| (a.used, &a.key).cmp(&(b.used, &b.key)));
        let mut bytes: u64 = all.iter().map(|listed| listed.bytes).sum();
        for listed in all.iter().filter(|listed| listed.key != *but) {
            if bytes <= room {
                break;
            }
            // Whoever has read it has it; whoever has not finds none.
            if fs::remove_file(self.entries().join(listed.key.name())).is_ok() {
                bytes -= listed.bytes;
            }
        }
        Ok(())
    }

    /// All results.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, Error> {
        let files = files(&self.entries())?.into_iter();
        Ok(files
            .filter_map(|(name, about)| {
                Some(Listed {
                    key: Key::parse(&name)?,
                    bytes: about.len(),
                    used: about.modified().ok()?,
                })
            })
            .collect())
    }

    /// Removes all results, and all that is waiting.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn clear(&self) -> Result<(), Error> {
        for folder in [self.entries(), self.jobs()] {
            for (name, _) in files(&folder)? {
                remove(&folder.join(name))?;
            }
        }
        Ok(())
    }

    /// Asks for a result, unless somebody already has.
    ///
    /// # Errors
    /// When it cannot be written, or too much is waiting.
    pub fn ask(&self, key: &Key, order: &Order, code: &[u8]) -> Result<(), Error> {
        let path = self.jobs();
        if path.join(key.name()).exists() {
            return Ok(());
        }
        let waiting: u64 = files(&path)?.iter().map(|(_, about)| about.len()).sum();
        if waiting + code.len() as u64 > self.limit_mib.saturating_mul(MIB) {
            return Err(Error::Full(path, self.limit_mib));
        }
        let file = sealed::seal(key, order, code);
        let file = file.map_err(|error| Error::System(path.clone(), error.into()))?;
        folder::write_new(&path, key.name(), &file)
    }

    /// The keys of all that is waiting, in order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn waiting(&self) -> Result<Vec<Key>, Error> {
        let files = files(&self.jobs())?.into_iter();
        let mut keys: Vec<Key> = files.filter_map(|(name, _)| Key::parse(&name)).collect();
        keys.sort();
        Ok(keys)
    }

    /// Takes a job, and waits while somebody else is at it. `None` if it is done, or nobody asked for it.
    ///
    /// # Errors
    /// When its file is damaged, and removed, or cannot be read.
    pub fn take(&self, key: &Key) -> Result<Option<Job>, Error> {
        let path = self.jobs().join(key.name());
        let system = |error: io::Error| Error::System(path.clone(), error);
        let lock = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(system(error)),
        };
        flock(&lock, FlockOperation::LockExclusive).map_err(|error| system(error.into()))?;
        // Whoever was at it before has removed it when it was done.
        let Some(file) = read(&path)? else {
            return Ok(None);
        };
        let (order, code) = match sealed::open::<Order>(key, file) {
            Ok(job) => job,
            Err(reason) => {
                self.finish(key);
                return Err(Error::Damaged(path, reason));
            }
        };
        let attempts = self.jobs().join(attempts(key));
        let is_hopeless = fs::metadata(&attempts).is_ok_and(|about| about.len() >= ATTEMPTS);
        let begun = File::options().create(true).append(true).open(&attempts);
        begun
            .and_then(|mut file| file.write_all(b"."))
            .map_err(system)?;
        Ok(Some(Job {
            key: key.clone(),
            order,
            code,
            is_hopeless,
            _lock: lock,
        }))
    }

    /// Removes a job, whose result is stored.
    pub fn finish(&self, key: &Key) {
        // What cannot be removed is done again, and comes to the same.
        let _ = fs::remove_file(self.jobs().join(key.name()));
        let _ = fs::remove_file(self.jobs().join(attempts(key)));
    }

    /// Becomes the only worker; `None` if another process is. Files that somebody began to write and did not end are removed.
    ///
    /// # Errors
    /// When the system has no locks for files there.
    pub fn work(&self) -> Result<Option<Working>, Error> {
        let Some(working) = self.lock()? else {
            return Ok(None);
        };
        for folder in [self.entries(), self.jobs()] {
            for (name, about) in files(&folder)? {
                let age = about.modified().ok().and_then(|time| time.elapsed().ok());
                if name.starts_with(folder::UNFINISHED) && age.is_some_and(|age| age > STALE) {
                    let _ = fs::remove_file(folder.join(name));
                }
            }
        }
        Ok(Some(working))
    }

    /// Whether a process is the worker.
    ///
    /// # Errors
    /// As [`work`](Cache::work).
    pub fn has_worker(&self) -> Result<bool, Error> {
        self.lock().map(|working| working.is_none())
    }

    /// The worker's lock; `None` if another process has it.
    fn lock(&self) -> Result<Option<Working>, Error> {
        let path = self.folder.join("worker");
        let system = |error: io::Error| Error::System(path.clone(), error);
        let lock = File::options()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(system)?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(Working { _lock: lock })),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(system(error.into())),
        }
    }
}

/// Where it is noted how often a job was begun.
fn attempts(key: &Key) -> String {
    format!("{}.attempts", key.name())
}

/// The regular files in a folder.
fn files(folder: &Path) -> Result<Vec<(String, fs::Metadata)>, Error> {
    let system = |error| Error::System(folder.to_owned(), error);
    let mut files = Vec::new();
    for file in fs::read_dir(folder).map_err(system)? {
        let file = file.map_err(system)?;
        // Others may remove it at any time.
        let Ok(about) = file.metadata() else { continue };
        if let Ok(name) = file.file_name().into_string()
            && about.is_file()
        {
            files.push((name, about));
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::System(path.to_owned(), error)),
    }
}

fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::System(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}

/// Notes that it was asked for. Where that fails it is only forgotten sooner.
fn touch(path: &Path) {
    let now = SystemTime::now();
    let _ = File::options()
        .append(true)
        .open(path)
        .and_then(|file| file.set_modified(now));
}
