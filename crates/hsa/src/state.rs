//! What the library knows of the process: which code is better, and which is on its way.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cdnasched_cache::{self as cache, Cache, Entry, Key, Order, Outcome, Work};

use crate::log::Log;
use crate::program::Program;
use crate::settings::{Mode, Settings};

/// All of it.
pub struct State {
    settings: Settings,
    log: Log,
    cache: Cache,
    program: Program,
    /// Code that was given to the runtime. It stays where it is to the end of the process: debuggers and profilers read it in memory, as
    /// long as it is loaded.
    given: Mutex<HashMap<Key, &'static [u8]>>,
}

/// Better code, and what it is called.
pub struct Better {
    pub key: Key,
    pub code: &'static [u8],
}

impl State {
    /// Looks for the cache and the command line.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(settings: Settings, log: Log) -> Result<State, String> {
        let cache =
            cache::default_folder().and_then(|folder| Cache::open(&folder, cache::limit_mib()?));
        Ok(State {
            settings,
            log,
            cache: cache.map_err(|error| error.to_string())?,
            program: Program::find()?,
            given: Mutex::default(),
        })
    }

    /// The better code for this, if there is some now.
    pub fn better(&self, code: &[u8]) -> Option<Better> {
        // All else is not ours: other GPUs' code, and what the runtime will refuse.
        let target = cdnasched_object::target_of(code)?;
        let order = Order {
            work: match self.settings.mode {
                Mode::Lint => Work::Lint,
                Mode::Opt | Mode::Off => Work::Opt,
            },
            options: self.settings.options.clone(),
            program: self.program.stamp.clone(),
        };
        let key = Key::of(&order, code);
        let name = format!(
            "code object {} ({target}, {} bytes)",
            key.short(),
            code.len()
        );
        if let Some(code) = self.given().get(&key) {
            return Some(Better { key, code });
        }
        let entry = self.entry(&key, &order, code, &name)?;
        match entry.outcome {
            Outcome::Better if is_like(&entry.code, code) => {
                self.log
                    .note(&format!("{name}: better code\n{}", entry.said));
                let mut given = self.given();
                let code = given
                    .entry(key.clone())
                    .or_insert_with(|| entry.code.leak());
                let code: &'static [u8] = code;
                drop(given);
                Some(Better { key, code })
            }
            // No worker of ours writes that.
            Outcome::Better => {
                self.log.complain(&format!(
                    "{name}: what is in the cache is for something else"
                ));
                None
            }
            Outcome::Same => {
                self.log
                    .note(&format!("{name}: nothing better\n{}", entry.said));
                None
            }
            Outcome::Linted => {
                self.log.note(&format!("{name}: lint\n{}", entry.said));
                None
            }
            Outcome::Failed => {
                self.log.note(&format!("{name}: as it is: {}", entry.said));
                None
            }
        }
    }

    /// What is in the cache; or now is, if that is waited for.
    fn entry(&self, key: &Key, order: &Order, code: &[u8], name: &str) -> Option<Entry> {
        let found = self.found(key, name);
        if found.is_some() {
            return found;
        }
        if let Err(error) = self.cache.ask(key, order, code) {
            self.log
                .complain(&format!("{name}: it cannot be worked on: {error}"));
            return None;
        }
        let cannot = |error: std::io::Error| {
            self.log
                .complain(&format!("{name}: cdna-sched cannot work on it: {error}"));
        };
        if self.settings.waits {
            self.program
                .make(&self.cache, key, self.settings.limit)
                .map_err(cannot)
                .ok()?;
            let made = self.found(key, name);
            if made.is_none() {
                self.log
                    .complain(&format!("{name}: cdna-sched ended without a result"));
            }
            return made;
        }
        self.log.note(&format!(
            "{name}: new; the better code will be there for the next start"
        ));
        // A worker that has begun looks for work once more before it ends.
        if matches!(self.cache.has_worker(), Ok(false)) {
            self.program
                .start_worker(&self.cache, self.settings.limit)
                .map_err(cannot)
                .ok()?;
        }
        None
    }

    fn found(&self, key: &Key, name: &str) -> Option<Entry> {
        match self.cache.find(key) {
            Ok(entry) => entry,
            Err(error) => {
                self.log
                    .complain(&format!("{name}: {error}; it is made anew"));
                None
            }
        }
    }

    /// Notes that the runtime has refused better code with that status, and taken the original, which is loaded from now on.
    pub fn refused(&self, key: &Key, status: i32) {
        let said = format!(
            "the runtime refused the better code with status {status:#x}, and took the original"
        );
        self.log.complain(&format!(
            "code object {}: {said}; please report it",
            key.short()
        ));
        self.given().remove(key);
        if let Err(error) = self.cache.store(key, &Entry::failed(said)) {
            self.log.complain(&error.to_string());
        }
    }

    fn given(&self) -> MutexGuard<'_, HashMap<Key, &'static [u8]>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two code objects are for the same target, of the same version.
fn is_like(one: &[u8], other: &[u8]) -> bool {
    // `e_ident`, type and machine, and `e_flags`.
    [0..20, 48..52].into_iter().all(|part| {
        one.get(part.clone())
            .is_some_and(|one| other.get(part) == Some(one))
    })
}
