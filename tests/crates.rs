//! Who may use whom: Cargo holds the crates to their manifests. Here the table of docs/architecture.md is held to the
//! manifests, and the judges to what must not change in theirs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A crate by its folder (`.` for the root): thousands of lines of Rust in `src`, tests included, and the crates of the
/// workspace that it depends on, but for its tests and its build script.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Crate {
    folder: String,
    thousands: usize,
    uses: BTreeSet<String>,
}

/// The rows of the document's table, in its order: `| crate | lines | what it is | what it uses |`.
fn documented() -> Vec<Crate> {
    let text = text_of(&project().join("docs/architecture.md"));
    let section = text.split("\n## ").find(|s| s.starts_with("The crates\n"));
    let section = section.expect("a section about the crates");
    let rows = section.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let folder = cells.first()?.strip_prefix('`')?.strip_suffix('`')?;
        let uses = cells.get(3)?.split(',').map(|n| n.trim().trim_matches('`'));
        let uses = uses.filter(|name| !name.is_empty()).map(str::to_owned);
        Some(Crate {
            folder: folder.trim_end_matches('/').to_owned(),
            thousands: cells.get(1)?.parse().expect("thousands of lines"),
            uses: uses.collect(),
        })
    });
    rows.collect()
}

/// The crates in `folders`, as their manifests and sources have them.
fn there_are() -> BTreeSet<Crate> {
    let folders = std::fs::read_dir(project().join("crates")).expect("the crates");
    let folders = folders.map(|entry| entry.expect("a readable entry").path());
    let all = folders.chain([project().to_owned()]);
    all.map(|folder| {
        let name = folder.strip_prefix(project()).expect("a folder of ours");
        let name = match name.to_str() {
            Some("") | None => ".",
            Some(name) => name,
        };
        Crate {
            folder: name.to_owned(),
            thousands: (lines(folder.join("src")) + 500) / 1000,
            uses: dependencies(&text_of(&folder.join("Cargo.toml"))),
        }
    })
    .collect()
}

fn lines(folder: PathBuf) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let counts = paths.map(|path| match path.extension() {
        _ if path.is_dir() => lines(path),
        Some(extension) if extension == "rs" => text_of(&path).lines().count(),
        _ => 0,
    });
    counts.sum()
}

/// The crates of the workspace in `[dependencies]`, by folder.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest
        .split("\n[")
        .find(|s| s.starts_with("dependencies]"));
    let ours = section.unwrap_or_default().lines();
    let names = ours.filter_map(|line| {
        let (name, _) = line.strip_prefix("cdnasched")?.split_once(" =")?;
        Some(match name.strip_prefix('-') {
            Some(name) => name.to_owned(),
            None => ".".to_owned(),
        })
    });
    names.collect()
}

#[test]
fn the_table_has_the_crates_and_what_they_depend_on() {
    let table: BTreeSet<Crate> = documented().into_iter().collect();
    let found = there_are();
    let described = |all: &BTreeSet<Crate>| -> Vec<(String, BTreeSet<String>)> {
        let crates = all.iter();
        crates.map(|c| (c.folder.clone(), c.uses.clone())).collect()
    };
    assert_eq!(described(&table), described(&found), "table, manifests");
    for (row, found) in table.iter().zip(&found) {
        let off = row.thousands.abs_diff(found.thousands);
        assert!(
            off <= 1 + found.thousands / 10,
            "{} has {} thousand lines, the table says {}",
            row.folder,
            found.thousands,
            row.thousands
        );
    }
}

#[test]
fn each_crate_uses_crates_above_it_in_the_table() {
    let mut above = BTreeSet::new();
    for row in documented() {
        let name = row.folder.trim_start_matches("crates/").to_owned();
        for used in &row.uses {
            assert!(
                above.contains(used),
                "{name} uses {used}, which comes later"
            );
        }
        above.insert(name);
    }
}

#[test]
fn the_judges_depend_on_base_alone() {
    let manifest = text_of(&project().join("crates/check/Cargo.toml"));
    assert_eq!(dependencies(&manifest), BTreeSet::from(["base".to_owned()]));
}

/// Rust without its line comments.
fn without_comments(source: &str) -> String {
    let lines = source.lines();
    let code = lines.map(|line| line.split("//").next().unwrap_or(""));
    code.collect::<Vec<_>>().join("\n")
}

/// `opt` is judged from the text and by `check`: its judge, in the crate of what it judges, asks nothing else there.
#[test]
fn the_judge_of_opt_asks_no_maker() {
    let code = without_comments(&text_of(&project().join("crates/text/src/opt/judge.rs")));
    assert!(
        !code.contains("super::"),
        "the judge uses what is beside it"
    );
    let after = |prefix: &str| -> BTreeSet<String> {
        let uses = code.split(prefix).skip(1);
        let name = |rest: &str| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            rest[..end.unwrap_or(rest.len())].to_owned()
        };
        uses.map(name).collect()
    };
    assert_eq!(after("crate::"), BTreeSet::from(["program".to_owned()]));
    let crates = BTreeSet::from(["base".to_owned(), "check".to_owned()]);
    assert_eq!(after("cdnasched_"), crates);
}

/// The judges find ways through a function, liveness and fixed points on their own; their tests may compare.
#[test]
fn the_judges_walk_no_function_with_what_the_makers_use() {
    let mut folders = vec![project().join("crates/check/src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the judges") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_none_or(|name| name != "tests.rs") {
                let used = walks_of_makers(&text_of(&path));
                assert_eq!(used, Vec::<&str>::new(), "{}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 20, "{files} files of the judges");
}

/// Which of the makers' walks code uses outside its tests.
fn walks_of_makers(source: &str) -> Vec<&'static str> {
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    let code: String = without_comments(code).split_whitespace().collect();
    let mut used = Vec::new();
    for rest in code.split("machine::").skip(1) {
        let end = rest.find(';').unwrap_or(rest.len());
        let names = rest[..end].split(|c: char| !c.is_alphanumeric() && c != '_');
        let names: Vec<&str> = match rest.starts_with('{') {
            true => names.collect(),
            false => names.take(1).collect(),
        };
        used.extend(
            ["cfg", "dataflow", "liveness"]
                .into_iter()
                .filter(|walk| names.contains(walk)),
        );
    }
    used
}

#[test]
fn uses_of_the_makers_walks_are_seen() {
    let code = "use crate::machine::{Reg, cfg::{Exit, exits}};\nfn f() { crate::machine::liveness::walk() }\n\
                // machine::dataflow\n#[cfg(test)]\nmod tests {\n    use crate::machine::dataflow;\n}\n";
    assert_eq!(walks_of_makers(code), ["cfg", "liveness"]);
}
