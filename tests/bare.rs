//! `make bare`: what deletes its root deletes nothing through a mount, and what README.md and docs/ tell their readers to run is run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A bare root of a test's own, with a file in its `dev`.
struct Root(PathBuf);

impl Root {
    fn new(name: &str) -> Root {
        let folder = format!("cdnasched bare-{name}-{}", std::process::id());
        let root = std::env::temp_dir().join(folder);
        fs::create_dir_all(root.join("dev")).expect("a temporary folder");
        fs::write(root.join("dev/null"), "").expect("a temporary file");
        fs::write(root.join(".cdnasched-bare-root"), "").expect("a temporary file");
        Root(root)
    }

    fn is_whole(&self) -> bool {
        self.0.join("dev/null").exists()
    }

    /// A line of the kernel's table of mounts.
    fn mounted(&self, below: &str) -> String {
        let place = format!("{}{below}", self.0.display()).replace(' ', "\\040");
        format!("36 35 0:5 / {place} rw,nosuid - devtmpfs udev rw\n")
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a line of shell with the guard's functions; `$1` and `$2` are the arguments.
fn guarded(before: &[&str], line: &str, arguments: [&Path; 2]) -> Output {
    let line = format!(". scripts/bare/guard.sh; {line}");
    let mut words = before.to_vec();
    words.extend(["sh", "-c", &line, "sh"]);
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(arguments);
    command.current_dir(project()).output().expect("a shell")
}

#[test]
fn a_root_with_a_mount_in_it_is_not_deleted() {
    let root = Root::new("table");
    let table = root.0.with_extension("mounts");
    let elsewhere = "22 1 254:0 / / rw - ext4 root rw\n";
    for below in ["/dev", "", "/root/a b"] {
        fs::write(&table, format!("{elsewhere}{}", root.mounted(below))).expect("a file");
        let output = guarded(&[], "remove_root \"$1\" \"$2\"", [&root.0, &table]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && root.is_whole(),
            "{below}: {said}"
        );
        assert!(said.contains("still mounted there"), "{said}");
    }
    // Without a table nothing is known, and without the mark it is somebody else's folder.
    let missing = root.0.with_extension("none");
    let output = guarded(&[], "remove_root \"$1\" \"$2\"", [&root.0, &missing]);
    assert!(!output.status.success() && root.is_whole());
    let mark = root.0.join(".cdnasched-bare-root");
    fs::write(
        &table,
        format!("{elsewhere}{}", root.mounted("-beside/dev")),
    )
    .expect("a file");
    fs::rename(&mark, root.0.join("mark")).expect("the mark");
    let output = guarded(&[], "remove_root \"$1\" \"$2\"", [&root.0, &table]);
    assert!(!output.status.success() && root.is_whole());
    fs::rename(root.0.join("mark"), &mark).expect("the mark");
    let output = guarded(&[], "remove_root \"$1\" \"$2\"", [&root.0, &table]);
    assert!(output.status.success() && !root.0.exists());
    fs::remove_file(&table).expect("it was just written");
}

/// The same with a real mount, in a namespace of its own.
#[test]
fn a_root_with_something_really_mounted_is_not_deleted() {
    let namespace = ["unshare", "--mount", "--"];
    let may = Command::new("unshare")
        .args(["--mount", "--", "mount", "-t", "tmpfs", "none", "/mnt"])
        .output();
    if !may.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let root = Root::new("real");
    let kept = root.0.with_extension("kept");
    fs::create_dir_all(&kept).expect("a temporary folder");
    fs::write(kept.join("node"), "").expect("a temporary file");
    let line = "mount --bind \"$2\" \"$1/dev\" && remove_root \"$1\"";
    let output = guarded(&namespace, line, [&root.0, &kept]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && said.contains("still mounted"),
        "{said}"
    );
    assert!(
        kept.join("node").exists(),
        "what was mounted is still there"
    );
    fs::remove_dir_all(&kept).expect("it was just made");
    assert!(
        guarded(&namespace, "remove_root \"$1\"", [&root.0, &kept])
            .status
            .success()
    );
    assert!(!root.0.exists());
}

/// Whether a piece of a document is something to run.
fn is_command(text: &str) -> bool {
    let programs = [
        "cc",
        "cdna-sched",
        "cdna-sched-launch",
        "clang",
        "cmake",
        "eval",
        "export",
        "llc",
        "make",
        "ninja",
        "opt-viewer.py",
        "pip",
        "python",
        "python3",
    ];
    // Behind the variables that it is given.
    let is_variable = |word: &&str| word.contains('=') && !word.starts_with('-');
    let mut words = text.split(' ').skip_while(is_variable);
    let program = words.next().unwrap_or_default();
    words.next().is_some()
        && (programs.contains(&program)
            || program.starts_with("target/release/")
            || program.starts_with("/usr/lib/llvm-22/bin/")
            || program.starts_with("$HOME/")
            || program.starts_with("DIR/bin/"))
}

/// The commands of a document: in indented blocks and in those of shell or no language, without their comments, and, if `quoted`, between
/// backquotes. What is in blocks of the console `make pages` runs.
fn commands(document: &str, quoted: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut lines = document.lines();
    let mut fence = None;
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            fence = fence.is_none().then_some(language);
            continue;
        }
        // In the comments of a block, too.
        let pieces = line.split('`').skip(1).step_by(2);
        let pieces = pieces.filter(|text| quoted && fence.is_none() && is_command(text));
        found.extend(pieces.map(str::to_owned));
        let block = match fence {
            Some("sh" | "") => Some(line),
            Some(_) => None,
            None => line.strip_prefix("    "),
        };
        let Some(block) = block else { continue };
        let mut command = block.trim().to_owned();
        while let Some(begun) = command.strip_suffix('\\') {
            let next = lines.next().unwrap_or_default().trim();
            command = format!("{} {next}", begun.trim_end());
        }
        let command = command.split(" #").next().unwrap_or_default().trim();
        if is_command(command) {
            found.insert(command.to_owned());
        }
    }
    found
}

/// The pages of docs/, and README.md.
fn documents() -> Vec<PathBuf> {
    let folders = ["docs", "docs/tutorial", "docs/howto"].map(|folder| project().join(folder));
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of ours"));
    let paths = files.map(|file| file.expect("a file of ours").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.chain([project().join("README.md")]).collect()
}

#[test]
fn every_command_of_the_documents_is_run_on_a_bare_machine() {
    let read = |path: &Path| fs::read_to_string(path).expect("a file of ours");
    let named: BTreeSet<String> = documents()
        .iter()
        .flat_map(|path| {
            let whole = ["README.md", "plugin.md", "promises.md"];
            commands(&read(path), whole.iter().any(|name| path.ends_with(name)))
        })
        .collect();
    for known in [
        "make test",
        "make kit",
        "cdna-sched models > mine.json",
        "DIR/bin/cdna-sched doctor",
    ] {
        assert!(named.contains(known), "{known}: {named:?}");
    }
    let table = read(&project().join("scripts/bare/readme.txt"));
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|row| row.split_once(" => ").expect("COMMAND => WHAT IS RUN"));
    let listed: BTreeSet<String> = rows.map(|(command, _)| command.to_owned()).collect();
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<String> {
        one.difference(other).cloned().collect()
    };
    assert_eq!(
        (only(&named, &listed), only(&listed, &named)),
        (Vec::new(), Vec::new()),
        "commands of the documents that scripts/bare/readme.txt does not have, and the other way round"
    );
}
