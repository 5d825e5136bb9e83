//! The directory of `-cdna-sched-save=`: functions in their text form, each in files of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::machine::Function;
use crate::pipeline::Stage;
use crate::{escape, output};

/// Letters of a symbol that a file's name keeps at most.
const LONGEST: usize = 100;

/// How many functions of this process have taken the beginning of a file's name.
static TAKEN: LazyLock<Mutex<HashMap<PathBuf, u32>>> = LazyLock::new(Mutex::default);

/// A symbol as the beginning of a file's name. It is kept as it is where every file system keeps
/// such names apart and nothing else here is called so; otherwise a hash of it follows what is left
/// of it.
pub fn stem(symbol: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let letters: String = symbol
        .chars()
        .take(LONGEST)
        .enumerate()
        .map(|(at, c)| match kept(c) && !(at == 0 && ".-".contains(c)) {
            true => c,
            false => '_',
        })
        .collect();
    if letters.is_empty() {
        return NAMELESS.to_owned();
    }
    let upper = symbol.contains(|c: char| c.is_ascii_uppercase());
    let ours = symbol.starts_with(CASE)
        || Stage::ALL
            .iter()
            .any(|&stage| symbol.ends_with(&format!(".{}", words(stage))));
    if letters == symbol && !upper && !ours {
        letters
    } else {
        format!("{letters}~{:016x}", hash(symbol))
    }
}

/// What functions without a symbol are saved as.
const NAMELESS: &str = "~unnamed";

/// What the names of saved cases begin with.
pub const CASE: &str = "cdna-sched-";

/// What the name of a file says of a function saved at a stage, without `.flat`.
fn words(stage: Stage) -> &'static str {
    match stage {
        Stage::Schedule => "",
        Stage::Nops => "nops",
        Stage::Audit => "final",
    }
}

/// FNV-1a: the same everywhere and always.
fn hash(symbol: &str) -> u64 {
    symbol.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Takes the beginning of a file's name for one function of this process: the second to ask for
/// it gets it with `~2` after it, and so on.
pub fn take(directory: &Path, stem: String) -> String {
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let count = taken.entry(directory.join(&stem)).or_default();
    *count += 1;
    match *count {
        1 => stem,
        count => format!("{stem}~{count}"),
    }
}

/// The files of one function.
struct Files {
    stem: String,
    written: Vec<Stage>,
}

/// A directory to save functions in.
pub struct SaveDirectory {
    path: PathBuf,
    functions: Mutex<HashMap<String, Files>>,
    failed: Mutex<bool>,
}

impl SaveDirectory {
    /// Makes it, where it does not exist.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path) -> std::io::Result<SaveDirectory> {
        std::fs::create_dir_all(path)?;
        Ok(SaveDirectory {
            path: path.to_owned(),
            functions: Mutex::default(),
            failed: Mutex::default(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves a function: as stage 1 sees it, as stage 2 leaves it, or as it is in the end. Says
    /// once what cannot be written: the next function would fare no better.
    ///
    /// # Errors
    /// What cannot be written, why, and what to do.
    pub fn save(&self, stage: Stage, function: &Function) -> Result<(), String> {
        let name = match words(stage) {
            "" => format!("{}.flat", self.stem(stage, &function.name)),
            words => format!("{}.{words}.flat", self.stem(stage, &function.name)),
        };
        self.write(name, function.to_string())
    }

    /// Saves what the search did with a function, beside the function as stage 1 saw it.
    ///
    /// # Errors
    /// As [`save`](SaveDirectory::save).
    pub fn save_search(&self, symbol: &str, log: &str) -> Result<(), String> {
        let functions = self.functions.lock();
        let functions = functions.unwrap_or_else(PoisonError::into_inner);
        let name = functions
            .get(symbol)
            .map(|files| format!("{}.search.txt", files.stem));
        drop(functions);
        name.map_or(Ok(()), |name| self.write(name, log.to_owned()))
    }

    /// The stages run again over a function: what is saved of it takes the place of what was.
    pub fn again(&self, symbol: &str) {
        let functions = self.functions.lock();
        let mut functions = functions.unwrap_or_else(PoisonError::into_inner);
        if let Some(files) = functions.get_mut(symbol) {
            files.written.clear();
        }
    }

    fn write(&self, name: String, text: String) -> Result<(), String> {
        let path = self.path.join(name);
        let Err(error) = output::write(&path, text.as_bytes()) else {
            return Ok(());
        };
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *failed, true) {
            return Ok(());
        }
        Err(format!(
            "cdna-sched: cannot write {}: {error}; give -cdna-sched-save= a directory that can be \
             written, with free space",
            escape::path(&path)
        ))
    }

    /// The beginning of a function's file names. A stage that comes again with a symbol has another
    /// function of no name, or of the same.
    fn stem(&self, stage: Stage, symbol: &str) -> String {
        let mut functions = self
            .functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(files) = functions.get_mut(symbol)
            && !files.written.contains(&stage)
        {
            files.written.push(stage);
            return files.stem.clone();
        }
        let stem = take(&self.path, stem(symbol));
        let files = Files {
            stem: stem.clone(),
            written: vec![stage],
        };
        functions.insert(symbol.to_owned(), files);
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function() -> Function {
        let text = "cdna-flat 1\nfunction \"k\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
                    block 0 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn\n";
        crate::machine::text::parse(text).expect("a function")
    }

    #[test]
    fn plain_symbols_are_file_names() {
        for plain in ["gemm", "gemm_f16.128x64", "_zn2ck-1", "k.llvm.12"] {
            assert_eq!(stem(plain), plain);
        }
    }

    #[test]
    fn no_two_symbols_share_a_file() {
        let long = "x".repeat(300);
        let symbols = [
            "a_b",
            "a/b",
            "a b",
            "a\u{e9}b",
            r"a\xffb",
            "A_b",
            "A_B",
            "",
            "..",
            "__",
            "-x",
            "_x",
            "a",
            "a.nops",
            "a.final",
            "a.nops.final",
            "cdna-sched-a-nops",
            "a~2",
            &long,
            &long[1..],
            &long[200..],
        ];
        let mut names: Vec<String> = Vec::new();
        for symbol in symbols {
            for stage in Stage::ALL {
                let name = format!("{}.{}.flat", stem(symbol), words(stage));
                let name = name.replace("..flat", ".flat").to_lowercase();
                assert!(name.len() < 200 && !name.starts_with(['.', '-']), "{name}");
                assert!(
                    name.chars()
                        .all(|c| c.is_ascii_alphanumeric() || "._-~".contains(c))
                );
                names.push(name);
            }
            names.push(format!("{CASE}{}-nops.flat", stem(symbol)).to_lowercase());
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }

    #[test]
    fn functions_of_one_name_share_no_file() {
        let parent = std::env::temp_dir().join(format!("cdnasched-saves-{}", std::process::id()));
        let path = parent.join("below");
        let function = function();
        // Two modules, and the second of them has two.
        for count in [1, 2] {
            let directory = SaveDirectory::open(&path).expect("a temporary directory");
            for _ in 0..count {
                for stage in Stage::ALL {
                    directory.save(stage, &function).expect("it can be written");
                }
            }
        }
        let files = std::fs::read_dir(&path).expect("the directory");
        let mut names: Vec<String> = files
            .map(|file| {
                file.expect("a file")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        let expected = [
            "k.final.flat",
            "k.flat",
            "k.nops.flat",
            "k~2.final.flat",
            "k~2.flat",
            "k~2.nops.flat",
            "k~3.final.flat",
            "k~3.flat",
            "k~3.nops.flat",
        ];
        assert_eq!(names, expected);
        std::fs::remove_dir_all(&parent).expect("it was just written");
    }

    #[test]
    fn what_cannot_be_written_is_said_once() {
        let parent = std::env::temp_dir().join(format!("cdnasched-unsaved-{}", std::process::id()));
        let directory = SaveDirectory::open(&parent).expect("a temporary directory");
        std::fs::remove_dir_all(&parent).expect("it was just made");
        let function = function();
        let said = directory
            .save(Stage::Schedule, &function)
            .expect_err("no directory");
        assert!(said.contains("k.flat: No such file"), "{said}");
        assert!(
            said.contains("; give -cdna-sched-save= a directory"),
            "{said}"
        );
        assert_eq!(directory.save(Stage::Nops, &function), Ok(()));
    }

    #[test]
    fn a_name_is_taken_once_a_process() {
        let directory = Path::new("/nowhere/taken");
        let names = [(); 3].map(|()| take(directory, "k".to_owned()));
        assert_eq!(names, ["k", "k~2", "k~3"]);
        assert_eq!(take(Path::new("/nowhere/else"), "k".to_owned()), "k");
    }
}
