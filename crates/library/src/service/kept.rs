//! Answers kept on disk, in the cache that running processes use, too (docs/hsa.md).
//!
//! A request that asks for it by `cache` is answered from there where the same was asked before: the same operation with the same
//! fields, by the same library.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Failure;
use super::fields::Fields;
use super::given::Done;
use cdnasched_cache::{Cache, Entry, Error, Key, Order, Outcome, Work, default_folder, limit_mib};

/// A place for an answer.
pub(super) struct Place {
    cache: Cache,
    key: Key,
}

impl Place {
    /// The place for the answer to a request, if it asks for one. `fields`: the operation and the id are taken out.
    ///
    /// # Errors
    /// When the request is none.
    pub(super) fn of(op: &str, fields: &mut Fields) -> Result<Option<Place>, Failure> {
        let Some(library) = fields.take::<String>("cache")? else {
            return Ok(None);
        };
        let order = Order {
            work: Work::Opt,
            options: vec!["request".to_owned(), op.to_owned()],
            program: library,
        };
        let key = Key::of(&order, &fields.content());
        Ok(open().ok().map(|cache| Place { cache, key }))
    }

    /// The answer that lies there. What cannot be read does not.
    pub(super) fn find(&self) -> Option<Done> {
        let entry = self.cache.find(&self.key).ok().flatten()?;
        let end = entry.code.iter().position(|&byte| byte == b'\n')?;
        let (answer, output) = entry.code.split_at(end);
        let Kept {
            mut value,
            has_output,
        } = serde_json::from_slice(answer).ok()?;
        value["cached"] = json!(true);
        Some(Done {
            value,
            output: has_output.then(|| output[1..].to_vec()),
        })
    }

    /// Keeps an answer. What cannot be kept is made anew when it is asked for again.
    pub(super) fn keep(&self, op: &str, done: &Done) {
        let kept = Kept {
            value: done.value.clone(),
            has_output: done.output.is_some(),
        };
        let Ok(mut code) = serde_json::to_vec(&kept) else {
            return;
        };
        code.push(b'\n');
        code.extend_from_slice(done.output.as_deref().unwrap_or_default());
        let entry = Entry {
            outcome: Outcome::Better,
            said: format!("the answer to a request '{op}'"),
            code,
        };
        let _ = self.cache.store(&self.key, &entry);
    }
}

/// An answer on disk: one line, and behind it what was made beside it.
#[derive(Serialize, Deserialize)]
struct Kept {
    value: Value,
    has_output: bool,
}

fn open() -> Result<Cache, Error> {
    Cache::open(&default_folder()?, limit_mib()?)
}
