//! `make help` has each target with a line, and the targets that documents name exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of ours")
}

/// What `make help` prints: targets, and what each is for.
fn help() -> Vec<(String, String)> {
    let mut make = Command::new("make");
    // `make test` runs this, and a make within another one says which folder it enters.
    make.args(["--no-print-directory", "help"])
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL");
    let output = make.current_dir(project()).output().expect("make");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text
        .lines()
        .map(|line| line.split_once(' ').expect("a target"));
    lines
        .map(|(target, what)| (target.to_owned(), what.trim().to_owned()))
        .collect()
}

/// The targets that are no files.
fn phony() -> BTreeSet<String> {
    let text = read(&project().join("Makefile")).replace("\\\n", " ");
    let lines = text.lines().filter_map(|line| line.strip_prefix(".PHONY:"));
    lines
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

#[test]
fn help_has_each_target_with_a_line() {
    let help = help();
    let targets: BTreeSet<String> = help.iter().map(|(target, _)| target.clone()).collect();
    assert_eq!(targets, phony());
    assert_eq!(targets.len(), help.len(), "a target has two lines");
    for (target, what) in help {
        assert!(!what.is_empty(), "{target}");
    }
}

/// Targets of the reader's own (docs/howto/ci.md).
const OTHERS: [&str; 1] = ["kernels"];

#[test]
fn targets_that_documents_name_exist() {
    let targets = phony();
    let folders = ["", "docs", "docs/tutorial", "docs/howto"].map(|of| project().join(of));
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of ours"));
    let files = files.map(|file| file.expect("a file of ours").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut named = 0;
    for page in files.filter(is_page) {
        let text = read(&page);
        for command in text.split("`make ").skip(1) {
            let Some((command, _)) = command.split_once('`') else {
                continue;
            };
            let words = command.split_whitespace();
            let targets_of = words.take_while(|word| !word.starts_with(['-', '#']));
            for target in targets_of.filter(|word| !word.contains('=') && !word.contains('"')) {
                named += 1;
                assert!(
                    targets.contains(target) || OTHERS.contains(&target),
                    "{}: make {command}",
                    page.display()
                );
            }
        }
    }
    assert!(named > 20, "{named}");
}
