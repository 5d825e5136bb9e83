//! Files with assembly text or machine code, as a user names them.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use cdnasched_base::input::{self, Error};
use cdnasched_base::output;
use cdnasched_object as object;

/// The bytes of a file or pipe. Libraries with kernels for every GPU have gigabytes, text that anybody means has not.
///
/// # Errors
/// When it cannot be read, or is longer than its kind may be.
pub fn read(file: &Path) -> Result<Vec<u8>, Error> {
    // Out of a pipe comes no more than of a text in any case.
    let limit_mib = match is_code(file)? {
        true => input::CODE_LIMIT_MIB,
        false => input::CASE_LIMIT_MIB,
    };
    input::read_named(file, limit_mib)
}

/// Whether a file has machine code. What comes out of a pipe is taken for text.
///
/// # Errors
/// What the system reports.
pub fn is_code(file: &Path) -> io::Result<bool> {
    Ok(file.is_file() && object::is_container(&beginning(file)?))
}

/// As much of a regular file as shows what it is.
///
/// # Errors
/// What the system reports.
pub fn beginning(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether two names lead to one file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Writes a file; one that is new has the rights of the input.
///
/// # Errors
/// What the system reports.
pub fn write(output: &Path, like: &Path, bytes: &[u8]) -> io::Result<()> {
    let is_new = !output.exists() && !input::is_standard(output);
    output::write(output, bytes)?;
    if is_new && like.is_file() {
        fs::set_permissions(output, fs::metadata(like)?.permissions())?;
    }
    Ok(())
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// LLVM IR, as text or bitcode.
    Module,
    /// Machine code.
    Objects,
    /// Text, presumably assembly.
    Text,
}

/// What a file is, by its content; `.ll` and `.bc` are always LLVM IR, so that what is wrong with them is said in its terms.
pub fn kind(file: &Path) -> Kind {
    let mut head = Vec::new();
    let opened = File::open(file).ok().filter(|_| file.is_file());
    if let Some(opened) = opened {
        // What cannot be read is said by those who read all of it.
        let _ = opened.take(1 << 20).read_to_end(&mut head);
    }
    let extension = file.extension().and_then(|extension| extension.to_str());
    if object::is_container(&head) {
        return Kind::Objects;
    }
    match matches!(extension, Some("ll" | "bc")) || object::is_module(&head) {
        true => Kind::Module,
        false => Kind::Text,
    }
}
