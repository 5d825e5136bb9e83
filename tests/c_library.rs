//! The C library, called by a program in C that knows nothing but its header.
#![cfg(feature = "mc")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo puts the library: beside the tests.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    test.parent().expect("a folder").to_owned()
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let (text, complaint) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{command:?}: {complaint}\n{text}");
    text.into_owned()
}

#[test]
fn a_program_in_c_calls_the_library_from_several_threads() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::temp_dir().join(format!("cdnasched-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let program = folder.join("library");
    run(Command::new("cc")
        .args([
            "-std=c89",
            "-pedantic",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pthread",
        ])
        .arg("-I")
        .arg(project.join("include"))
        .arg(project.join("tests/c_library/library.c"))
        .arg("-L")
        .arg(libraries())
        .arg("-lcdnasched")
        .arg("-o")
        .arg(&program));
    // Cargo's own search path has the library of the last build before that of this test.
    let mut search = libraries().into_os_string();
    if let Some(cargo) = std::env::var_os("LD_LIBRARY_PATH") {
        search.push(":");
        search.push(cargo);
    }
    let said = run(Command::new(&program).env("LD_LIBRARY_PATH", search));
    let version = env!("CARGO_PKG_VERSION");
    // The text of library.c with what was missing.
    let source = include_str!("c_library/library.c");
    let text = source.split_once("text[] = ").expect("the text").1;
    let text = text.split_once(';').expect("its end").0;
    let text: String = text
        .lines()
        .map(|line| line.trim().trim_matches('"'))
        .collect();
    let text = text
        .replace("\\t", "\t")
        .replace("\\n", "\n")
        .replace("\\\"", "\"");
    let mended = text
        .replace("\tv_add", "\ts_nop 4\n\tv_add")
        .replace("\tglobal_store", "\ts_waitcnt vmcnt(0)\n\tglobal_store");
    let expected = format!("{version}: done\n{mended}");
    assert_eq!(said, expected);
    std::fs::remove_dir_all(&folder).expect("the temporary folder goes");
}
