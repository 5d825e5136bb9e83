//! What a compiler will write, read off its arguments: clang's, and with them hipcc's.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// How deep files of arguments may name others.
const DEPTH: u32 = 8;
/// What makes a compiler write something else than code.
const NO_CODE: [&str; 14] = [
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm",
    "-###",
    "--version",
    "-v",
    "--help",
    "-dumpversion",
    "-dumpmachine",
    "--precompile",
    "--analyze",
];
/// Options whose argument is the next word, which might be taken for a source file or an option.
const WITH_ARGUMENT: [&str; 20] = [
    "-x",
    "-I",
    "-L",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-MF",
    "-MT",
    "-MQ",
    "-Xclang",
    "-Xlinker",
    "-Xoffload-linker",
    "-Xarch_device",
    "-Xarch_host",
    "-mllvm",
    "-target",
    "-arch",
    "-u",
];
/// Endings of what is compiled.
const SOURCES: [&str; 14] = [
    "hip", "cu", "c", "cc", "cp", "cxx", "cpp", "c++", "C", "cl", "ll", "bc", "s", "S",
];

/// The files that a compiler with these arguments writes, and that may hold machine code.
pub(super) fn outputs(arguments: &[OsString]) -> Vec<PathBuf> {
    let arguments = expanded(arguments, DEPTH);
    if arguments
        .iter()
        .any(|argument| NO_CODE.iter().any(|option| argument == option))
    {
        // `-v` alone compiles; with sources it does, too, and is found below.
        let only_verbose = arguments
            .iter()
            .all(|argument| argument == "-v" || !NO_CODE.iter().any(|option| argument == option));
        if !only_verbose {
            return Vec::new();
        }
    }
    let mut named = None;
    let mut compiles = false;
    let mut sources: Vec<PathBuf> = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "-o" || text == "--output" {
            named = words.next().map(PathBuf::from);
        } else if let Some(name) = text.strip_prefix("--output=") {
            named = Some(PathBuf::from(name));
        } else if let Some(name) = text.strip_prefix("-o").filter(|name| is_name(name)) {
            named = Some(PathBuf::from(name));
        } else if text == "-c" || text == "--compile" {
            compiles = true;
        } else if WITH_ARGUMENT.contains(&text.as_ref()) {
            words.next();
        } else if !text.starts_with('-') && is_source(Path::new(word)) {
            sources.push(PathBuf::from(word));
        }
    }
    match (named, compiles) {
        (Some(named), _) => vec![named],
        (None, true) => {
            let objects = sources.iter().filter_map(|source| {
                let stem = source.file_stem()?;
                Some(Path::new(stem).with_extension("o"))
            });
            objects.collect()
        }
        (None, false) => vec![PathBuf::from("a.out")],
    }
}

/// `-objc...` and the like are no names of outputs.
fn is_name(rest: &str) -> bool {
    !rest.is_empty() && !rest.starts_with("bjc") && !rest.starts_with("ffload")
}

fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| SOURCES.contains(&ending))
}

/// The arguments with those in files (`@FILE`) in place of their names.
fn expanded(arguments: &[OsString], depth: u32) -> Vec<OsString> {
    let mut all = Vec::new();
    for argument in arguments {
        let file = argument.to_str().and_then(|text| text.strip_prefix('@'));
        let read = file
            .filter(|_| depth > 0)
            .and_then(|file| fs::read_to_string(file).ok());
        match read {
            Some(text) => all.extend(expanded(&split(&text), depth - 1)),
            None => all.push(argument.clone()),
        }
    }
    all
}

/// Words as a shell would split them: blanks apart from quotes and backslashes.
fn split(text: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut begun = false;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => {
                begun = true;
                word.extend(letters.next());
            }
            (letter, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                begun = true;
                quote = Some(letter);
            }
            (letter, None) if letter.is_whitespace() => {
                if begun {
                    words.push(OsString::from(std::mem::take(&mut word)));
                }
                begun = false;
            }
            (letter, _) => {
                begun = true;
                word.push(letter);
            }
        }
    }
    if begun {
        words.push(OsString::from(word));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &str) -> Vec<String> {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let outputs = outputs(&words).into_iter();
        outputs.map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn outputs_are_those_of_clang() {
        assert_eq!(of("-c a.hip -o b.o"), ["b.o"]);
        assert_eq!(of("-c a.hip -ob.o"), ["b.o"]);
        assert_eq!(of("--output=b.o -c a.hip"), ["b.o"]);
        assert_eq!(of("-c src/a.hip b.cpp -O3 -x hip"), ["a.o", "b.o"]);
        assert_eq!(of("-c -MF a.c -include b.c x.hip"), ["x.o"]);
        assert_eq!(of("a.o b.o --hip-link"), ["a.out"]);
        assert_eq!(of("-v -c a.hip"), ["a.o"]);
        assert_eq!(of("-offload-arch=gfx942 -c a.hip"), ["a.o"]);
        for nothing in [
            "-E a.hip -o a.i",
            "-S a.hip",
            "--version",
            "-c a.hip -emit-llvm",
            "-v -E a.c",
        ] {
            assert!(of(nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn arguments_are_read_from_files() {
        assert_eq!(
            split("-c 'a b.hip' \"c\\\"d\"\n e\\ f ''"),
            ["-c", "a b.hip", "c\"d", "e f", ""].map(OsString::from)
        );
        let name = format!("cdnasched-arguments-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, "-c x.hip\n-o 'y z.o'").expect("a temporary file");
        let argument = OsString::from(format!("@{}", path.display()));
        assert_eq!(outputs(&[argument]), [PathBuf::from("y z.o")]);
        fs::remove_file(&path).expect("it was just written");
        // A file that names itself, or is not there.
        assert_eq!(of("@/no/such/file -o b.o"), ["b.o"]);
    }
}
