//! The files to look at.

use std::fs;
use std::path::{Path, PathBuf};

use cdnasched_base::escape;
use cdnasched_object as object;

use crate::code;

/// Endings of assembly text. Text with other endings is not taken from directories.
const TEXTS: [&str; 3] = ["s", "S", "amdgcn"];

/// A file.
pub struct Named {
    pub path: PathBuf,
    /// It was named itself; otherwise a directory was.
    pub named: bool,
}

/// The files named and those in the directories named, each directory's by name; and what could not be listed.
pub fn all(arguments: &[PathBuf]) -> (Vec<Named>, Vec<String>) {
    let mut files = Vec::new();
    let mut unread = Vec::new();
    for path in arguments {
        if path.is_dir() {
            walk(path, &mut files, &mut unread);
        } else {
            files.push(Named {
                path: path.clone(),
                named: true,
            });
        }
    }
    (files, unread)
}

fn walk(directory: &Path, files: &mut Vec<Named>, unread: &mut Vec<String>) {
    let listed = fs::read_dir(directory).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match listed {
        Ok(entries) => entries,
        Err(error) => {
            unread.push(format!("{}: {error}", escape::path(directory)));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Links are not followed: they may lead around in circles.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, files, unread),
            Ok(kind) if kind.is_file() => files.push(Named { path, named: false }),
            _ => {}
        }
    }
}

impl Named {
    /// The file's bytes; `None` for a file of a directory that is none of ours.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self) -> Result<Option<Vec<u8>>, String> {
        if self.named {
            let bytes = code::read(&self.path);
            return bytes.map(Some).map_err(|error| error.to_string());
        }
        let ending = self.path.extension().and_then(|ending| ending.to_str());
        let text = ending.is_some_and(|ending| TEXTS.contains(&ending));
        // A directory may hold files of any size that are none of ours.
        let beginning = code::beginning(&self.path).map_err(|error| error.to_string())?;
        if !text && !object::is_container(&beginning) {
            return Ok(None);
        }
        let bytes = code::read(&self.path);
        bytes.map(Some).map_err(|error| error.to_string())
    }
}
