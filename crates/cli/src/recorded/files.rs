//! Which files of a directory are traces.

use std::path::{Path, PathBuf};

use super::{Error, Recording, facts, viewer};
use cdnasched_base::gpu::Gpu;

/// The traces of a file or of a directory, in the order of their names, each with where it is: recorded kernels
/// (`*.json.gz`, `*.json`), or what rocprofv3 wrote for its viewer, in the directory or below it. `gpu` is what the latter
/// are of, which they do not say.
///
/// # Errors
/// When there is none, or one of them cannot be read.
pub fn read(path: &Path, gpu: Option<Gpu>) -> Result<Vec<(PathBuf, Recording)>, Error> {
    if !path.is_dir() {
        let read = facts::read(path).map_err(|error| match error {
            Error::Malformed { path, .. } if path.parent().is_some_and(viewer::is_trace) => {
                Error::Part(path)
            }
            other => other,
        });
        return Ok(vec![(path.to_owned(), read?)]);
    }
    let viewers = viewer::directories(path);
    if viewers.first().is_some_and(|first| first == path) {
        return of_viewer(viewers, gpu);
    }
    let facts = files(path)?;
    if facts.is_empty() {
        return match viewers.is_empty() {
            true => Err(Error::Nothing(path.to_owned())),
            false => of_viewer(viewers, gpu),
        };
    }
    let read = |file: PathBuf| facts::read(&file).map(|recording| (file, recording));
    facts.into_iter().map(read).collect()
}

fn of_viewer(
    directories: Vec<PathBuf>,
    gpu: Option<Gpu>,
) -> Result<Vec<(PathBuf, Recording)>, Error> {
    let read = |directory: PathBuf| {
        let gpu = gpu.ok_or_else(|| Error::Gpu(directory.clone()))?;
        viewer::read(&directory, gpu).map(|recording| (directory, recording))
    };
    directories.into_iter().map(read).collect()
}

fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = entries(path)?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        file.is_file() && (name.ends_with(".json.gz") || name.ends_with(".json"))
    });
    Ok(files)
}

/// What is in a directory, by name.
pub(super) fn entries(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |source: std::io::Error| Error::Read {
        path: directory.to_owned(),
        source: source.into(),
    };
    let all = std::fs::read_dir(directory).map_err(unreadable)?;
    let paths = all.map(|entry| Ok(entry.map_err(unreadable)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, Error>>()?;
    paths.sort();
    Ok(paths)
}
