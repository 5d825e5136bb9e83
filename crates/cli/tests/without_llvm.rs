//! The command line as `make dist` has it, without LLVM's code generator: `make static-test`.
#![cfg(not(feature = "llvm"))]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn file(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

/// A module.
fn module() -> PathBuf {
    file("tests/kernels/gfx942/c_mfma_chain.ll")
}

fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cdna-sched"));
    command.args(arguments).output().expect("it starts")
}

/// What a command prints that does what it is asked for.
fn done<S: AsRef<OsStr>>(arguments: &[S]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command complains of that prints nothing else and ends with 2.
fn refused<S: AsRef<OsStr>>(arguments: &[S]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A text, and what `opt` makes of it.
fn texts(folder: &TempDir) -> [PathBuf; 2] {
    let [from, to] = [file("examples/search.s"), folder.path().join("faster.s")];
    let [opt, output] = ["opt", "-o"].map(OsStr::new);
    done(&[opt, from.as_os_str(), output, to.as_os_str()]);
    [from, to]
}

#[test]
fn two_texts_are_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [from, to] = texts(&folder);
    let [compare, json] = ["compare", "--json"].map(OsStr::new);
    let table = done(&[compare, from.as_os_str(), to.as_os_str()]);
    assert!(table.contains("tiles"), "{table}");
    let text = done(&[compare, json, from.as_os_str(), to.as_os_str()]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["kernels"][0]["name"], "tiles", "{value}");
}

#[test]
fn two_files_with_machine_code_are_compared() {
    let objects = file("tests/objects/kernels.gfx942.hsaco");
    let table = done(&[
        OsStr::new("compare"),
        objects.as_os_str(),
        objects.as_os_str(),
    ]);
    assert!(table.contains("clocks"), "{table}");
}

#[test]
fn one_of_several_texts_is_picked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [from, to] = texts(&folder);
    let best = folder.path().join("best.s");
    let [pick, output] = ["pick", "-o"].map(OsStr::new);
    let [one, other, to] = [&from, &to, &best].map(|path| path.as_os_str());
    let said = done(&[pick, one, other, output, to]);
    assert!(said.contains("tiles"), "{said}");
    let text = std::fs::read_to_string(&best).expect("what was picked");
    assert!(text.contains("tiles:"), "{text}");
}

#[test]
fn modules_are_refused_and_the_full_build_is_named() {
    let module = module();
    let text = file("examples/search.s");
    let page = ["--output", "page.html"].map(OsStr::new);
    for (command, others) in [
        ("compare", &[][..]),
        ("compare", &[text.as_os_str()]),
        (
            "compare",
            &["--strict", "--verify", "--totals"].map(OsStr::new),
        ),
        ("compare", &["--overlap=on"].map(OsStr::new)),
        ("pick", &[]),
        ("pick", &[text.as_os_str()]),
        ("pick", &["--most=1"].map(OsStr::new)),
        ("validate", &[]),
        ("view", &page),
        ("why", &["--at=1"].map(OsStr::new)),
    ] {
        let arguments = [&[OsStr::new(command)], others, &[module.as_os_str()]].concat();
        let said = refused(&arguments);
        assert_eq!(said.lines().count(), 1, "{said}");
        let begin = format!("cdna-sched: {}: expected ", module.display());
        assert!(said.starts_with(&begin), "{arguments:?}: {said}");
        for part in ["this build has no LLVM code generator", "`make build`"] {
            assert!(said.contains(part), "{arguments:?}: {said}");
        }
    }
    for arguments in [&["doctor"][..], &["doctor", "--json", "--plugin", "x.so"]] {
        let said = refused(arguments);
        assert!(
            said.starts_with("cdna-sched: doctor: this build has no LLVM code generator"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn files_of_which_none_is_a_module_are_refused_for_what_they_are() {
    let text = file("examples/search.s");
    let said = refused(&[OsStr::new("compare"), text.as_os_str()]);
    assert!(
        said.contains("expected two assembly texts or two files with machine code, found "),
        "{said}"
    );
    assert!(said.contains("search.s"), "{said}");
    let said = refused(&[OsStr::new("validate"), text.as_os_str()]);
    assert!(
        said.contains("expected traces (--traces), found "),
        "{said}"
    );
}

#[test]
fn helps_say_what_is_refused() {
    for command in ["compare", "doctor", "pick", "validate", "view", "why"] {
        let help = done(&[command, "--help"]);
        assert!(help.contains("no LLVM code generator"), "{command}: {help}");
    }
}
