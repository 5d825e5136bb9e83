//! The walls between the modules of the plugin's own crate: who may use whom is the table in `docs/architecture.md`, and the
//! code must agree with it, in both directions. Between crates Cargo holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules by name, and the modules that each uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A row of the document's table: `| src/NAME | what it is | what it uses |`, or `| crates/CRATE/src/NAME | ...`.
struct Row {
    name: String,
    is_crate: bool,
    uses: BTreeSet<String>,
}

/// The table of the document, in its order.
fn documented(text: &str) -> Vec<Row> {
    let section = text
        .split("## The modules of the core")
        .nth(1)
        .expect("a section about the modules");
    let section = section.split("\n## ").next().unwrap_or(section);
    let cells = |line: &str| -> Option<Row> {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let place = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        let of_crate = place.strip_prefix("crates/").map(|place| {
            let (name, module) = place.split_once("/src/").unwrap_or((place, ""));
            if module.is_empty() { name } else { module }
        });
        let name = of_crate.or_else(|| place.strip_prefix("src/"))?;
        let names = cells.nth(1)?.split(',').map(|n| n.trim().trim_matches('`'));
        let uses = names.filter(|n| !n.is_empty()).map(str::to_owned);
        let name = name.trim_end_matches(".rs").trim_end_matches('/');
        Some(Row {
            name: name.to_owned(),
            is_crate: of_crate.is_some(),
            uses: uses.collect(),
        })
    };
    section.lines().filter_map(cells).collect()
}

/// Rust without comments, strings, and modules of tests.
fn code_of(source: &str) -> String {
    let mut code = String::new();
    let mut tests = None;
    let mut pending = false;
    let mut depth = 0usize;
    for line in source.lines() {
        let line = without_strings(line.split("//").next().unwrap_or(""));
        if line.trim() == "#[cfg(test)]" {
            pending = true;
            continue;
        }
        let opens = line.matches('{').count();
        let closes = line.matches('}').count();
        if pending && !line.trim().is_empty() {
            pending = false;
            if opens > closes {
                tests = Some(depth);
            }
        } else if tests.is_none() {
            code.push_str(&line);
            code.push('\n');
        }
        depth = (depth + opens).saturating_sub(closes);
        if tests == Some(depth) {
            tests = None;
        }
    }
    code
}

fn without_strings(line: &str) -> String {
    let line = line.replace("\\\"", "");
    let parts = line.split('"').step_by(2);
    parts.collect::<Vec<_>>().join(" ")
}

/// What code in the module `path` (from the crate's root) uses of the crate, by first name.
fn used_by(path: &[&str], code: &str) -> BTreeSet<String> {
    let flat: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut used = BTreeSet::new();
    let up = "super::".repeat(path.len());
    for root in ["crate::", up.as_str()] {
        for (at, _) in flat.match_indices(root) {
            let before = flat[..at].chars().next_back();
            let is_path = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
            if root.is_empty() || is_path {
                continue;
            }
            let rest = flat[at + root.len()..].trim_start();
            if let Some(list) = rest.strip_prefix('{') {
                used.extend(first_names(list));
            } else {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                used.insert(rest[..end.unwrap_or(rest.len())].to_owned());
            }
        }
    }
    used
}

/// The first names of a list `a::{..}, b, c::d}` up to the brace that closes it.
fn first_names(list: &str) -> Vec<String> {
    let (mut names, mut depth, mut name, mut is_first) = (Vec::new(), 0, String::new(), true);
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(std::mem::take(&mut name));
                is_first = true;
            }
            _ if depth == 0 && is_first && (c.is_alphanumeric() || c == '_') => name.push(c),
            ':' => is_first = false,
            _ => {}
        }
    }
    names.push(name);
    names.retain(|name| !name.is_empty());
    names
}

/// The arrows of the code, between these modules.
fn drawn(modules: &BTreeSet<String>) -> Arrows {
    let mut arrows = Arrows::new();
    let source = project().join("src");
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("a folder of the sources");
        for entry in entries.map(|entry| entry.expect("a readable entry").path()) {
            let name = entry.file_name().and_then(|n| n.to_str()).unwrap_or("");
            if entry.is_dir() && name != "tests" && name != "bin" {
                folders.push(entry);
            } else if name.ends_with(".rs") && !["tests.rs", "lib.rs"].contains(&name) {
                let (module, used) = uses_of(&source, &entry);
                let others = used.into_iter().filter(|name| *name != module);
                let known: Vec<String> = others.filter(|name| modules.contains(name)).collect();
                arrows.entry(module).or_default().extend(known);
            }
        }
    }
    arrows
}

fn uses_of(source: &Path, file: &PathBuf) -> (String, BTreeSet<String>) {
    let inside = file.strip_prefix(source).expect("a file of the sources");
    let inside = inside.with_extension("");
    let mut path: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
    if path.last() == Some(&"mod") {
        path.pop();
    }
    let text = std::fs::read_to_string(file).expect("a readable source");
    (path[0].to_owned(), used_by(&path, &code_of(&text)))
}

#[test]
fn the_code_uses_what_the_table_allows_and_no_more() {
    let text = std::fs::read_to_string(project().join("docs/architecture.md"));
    let table = documented(&text.expect("docs/architecture.md"));
    let drawn = drawn(&table.iter().map(|row| row.name.clone()).collect());
    let here = || table.iter().filter(|row| !row.is_crate);
    let modules: BTreeSet<&String> = here().map(|row| &row.name).collect();
    let known: BTreeSet<&String> = drawn.keys().collect();
    assert_eq!(modules, known, "modules of the table, and of src/");
    for Row { name, uses, .. } in here() {
        assert_eq!(uses, &drawn[name], "what {name} uses: table, code");
    }
}

#[test]
fn the_modules_are_no_circle() {
    let text = std::fs::read_to_string(project().join("docs/architecture.md"));
    let table = documented(&text.expect("docs/architecture.md"));
    let mut above: BTreeSet<&str> = BTreeSet::new();
    for Row { name, uses, .. } in &table {
        for used in uses {
            assert!(
                above.contains(used.as_str()),
                "{name} uses {used}, which comes later"
            );
        }
        above.insert(name);
    }
}

/// What a crate depends on, but for its tests.
#[test]
fn the_crate_of_the_judges_depends_on_base_alone() {
    let manifest = std::fs::read_to_string(project().join("crates/check/Cargo.toml"));
    let manifest = manifest.expect("the manifest of check");
    let dependencies = manifest.split("[dependencies]").nth(1);
    let dependencies = dependencies.expect("dependencies").split("\n[").next();
    let ours = dependencies.unwrap_or_default().lines();
    let ours: Vec<&str> = ours.filter(|line| line.starts_with("cdnasched")).collect();
    assert_eq!(ours, ["cdnasched-base = { path = \"../base\" }"]);
}

/// `opt` is judged from the text and by `check`: the judge asks nothing that makes what it judges.
#[test]
fn the_judge_of_opt_asks_no_maker() {
    let text = std::fs::read_to_string(project().join("src/assembly/opt/judge.rs"));
    let code = code_of(&text.expect("the judge's source"));
    assert!(
        !code.contains("super::"),
        "the judge uses what is beside it"
    );
    let used = used_by(&["assembly", "opt", "judge"], &code);
    let allowed = ["assembly", "check", "machine", "rules"];
    for module in &used {
        assert!(
            allowed.contains(&module.as_str()),
            "the judge uses {module}"
        );
    }
    let of_assembly = code.split("crate::assembly::").skip(1);
    for rest in of_assembly {
        assert!(
            rest.starts_with("program::"),
            "the judge uses assembly::{rest:.20}"
        );
    }
}

#[test]
fn imports_of_all_shapes_are_seen() {
    let code = "use crate::machine::{Reg, text};\nuse crate::{gpu::Gpu, hazard};\n\
                fn f() -> crate::report::Record { super::super::timing::now() }\n\
                // crate::compare\nlet s = \"crate::doctor\";\n\
                #[cfg(test)]\nmod tests {\n    use crate::schedule;\n    fn g() {}\n}\n\
                type T = crate::escape::Text;\n";
    let used = used_by(&["check", "waits"], &code_of(code));
    let names: Vec<&str> = used.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        ["escape", "gpu", "hazard", "machine", "report", "timing"]
    );
}
