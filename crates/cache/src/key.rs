//! What a result is found by.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::{Order, VERSION};

/// How many letters a key has.
const LETTERS: usize = 64;

/// The hash (SHA-256) of a code object, of what is asked for, and of the version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(String);

impl Key {
    /// The key of that order for that code.
    pub fn of(order: &Order, code: &[u8]) -> Key {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            // Lengths keep the parts apart.
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(VERSION.as_bytes());
        part(format!("{:?}", order.work).as_bytes());
        part(order.program.as_bytes());
        for option in &order.options {
            part(option.as_bytes());
        }
        part(&[]);
        part(code);
        Key(hexadecimal(&hash.finalize()))
    }

    /// Reads a key; `None` for anything else, so a key is always the name of a file.
    pub fn parse(text: &str) -> Option<Key> {
        let is_key = text.len() == LETTERS
            && text
                .bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        is_key.then(|| Key(text.to_owned()))
    }

    /// All of it, as the name of a file.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Enough of it for people.
    pub fn short(&self) -> &str {
        &self.0[..12]
    }
}

pub(crate) fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
