//! The kernels of a folder.

use std::path::{Path, PathBuf};

/// The kernels in a folder, by name; none where there is no such folder.
pub fn kernels_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let entries = entries.map(|e| e.expect("a readable entry").path());
    let mut files: Vec<PathBuf> = entries
        .filter(|f| f.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    files
}
