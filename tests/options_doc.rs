//! `docs/options.md` is what the plugin says of its options in `llc --help`.
//! `CDNASCHED_UPDATE=1 cargo test --test options_doc` rewrites it.
#![cfg(feature = "llvm")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const INTRODUCTION: &str = "\
# Options

Generated from the options themselves by `tests/options_doc.rs`; do not edit.

`llc` takes them as they are, `clang` after `-mllvm` (after `-Xclang -mllvm
-Xclang` for HIP), `ld.lld` after `-mllvm`: see [hip.md](hip.md).

| option | |
|---|---|
";

const SYNTAX: &str = r"
A `<regex>` is matched anywhere in a symbol, as LLVM has it (mangled). Its syntax is that of the
`regex` crate, version 1: `^` and `$`, `.`, `*`, `+`, `?`, `{2,4}`, `|`, groups, classes
(`[a-z]`, `[^0-9]`, `[[:digit:]]`, `\d`), `(?i)` for either case; no references back and no looking around. Symbols are
bytes: `.` is any one of them, `\xff` the one of that number, and classes and case know ASCII alone.
";

/// The plugin, which cargo builds next to the tests.
fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let plugin = test.with_file_name("libcdnasched.so");
    assert!(plugin.exists(), "{} does not exist", plugin.display());
    plugin
}

fn help() -> String {
    let prefix = std::env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let output = Command::new(Path::new(&prefix).join("bin/llc"))
        .arg("-load")
        .arg(plugin())
        .arg("--help")
        .output()
        .expect("llc runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

fn document() -> String {
    let help = help();
    let (_, section) = help
        .split_once("\ncdna-sched options:\n")
        .expect("the options have a category of their own");
    let mut out = INTRODUCTION.to_owned();
    for line in section.lines().skip(1) {
        // The next category starts at the margin.
        if line.starts_with(|c: char| !c.is_whitespace()) {
            break;
        }
        let Some((name, text)) = line.split_once(" - ") else {
            continue;
        };
        let (name, text) = (name.trim(), text.trim().replace('|', "\\|"));
        // Writing to a String cannot fail.
        let _ = match name.strip_prefix("--") {
            Some(option) => writeln!(out, "| `-{option}` | {text} |"),
            None => writeln!(out, "| &nbsp;&nbsp;`{name}` | {text} |"),
        };
    }
    out + SYNTAX
}

#[test]
fn the_document_is_the_help() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/options.md");
    let now = document();
    assert!(now.contains("| `-cdna-sched` |"), "no options were found");
    if std::env::var_os("CDNASCHED_UPDATE").is_some() {
        std::fs::write(&path, &now).expect("docs/ can be written");
    }
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        then == now,
        "docs/options.md is stale; CDNASCHED_UPDATE=1 cargo test --test options_doc rewrites it"
    );
}
