//! Which GPU a text is for: the command line, requests and the C library give the same answers.
#![cfg(feature = "llvm")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

/// What a text says, what the user says, and a part of the error there must be; none where the text is taken.
const CASES: [(&[&str], Option<&str>, Option<&str>); 13] = [
    (&["\"amdgcn-amd-amdhsa--gfx942\""], None, None),
    (&["\"amdgcn-amd-amdhsa--gfx942\""], Some("gfx942"), None),
    (
        &["\"amdgcn-amd-amdhsa--gfx942\""],
        Some("gfx942:xnack-"),
        None,
    ),
    (
        &["\"amdgcn-amd-amdhsa--gfx942:xnack-\""],
        Some("gfx942"),
        None,
    ),
    (&["\"amdgcn-amd-amdhsa-unknown-gfx942\""], None, None),
    (&[], Some("gfx942"), None),
    (&[], Some("gfx942:sramecc+:xnack-"), None),
    (&[], None, Some("does not say which GPU it is for")),
    (
        &["\"amdgcn-amd-amdhsa--gfx942\""],
        Some("gfx90a"),
        Some("is for gfx942, not for gfx90a"),
    ),
    (
        &["\"amdgcn-amd-amdhsa--gfx942:xnack-\""],
        Some("gfx942:xnack+"),
        Some("is for gfx942:xnack-, not for gfx942:xnack+"),
    ),
    (
        &[
            "\"amdgcn-amd-amdhsa--gfx942\"",
            "\"amdgcn-amd-amdhsa--gfx90a\"",
        ],
        Some("gfx942"),
        Some("is for gfx942 and for gfx90a"),
    ),
    (
        &["\"amdgcn-amd-amdhsa--gfx1100\""],
        Some("gfx942"),
        Some("is code for gfx1100"),
    ),
    (
        &["gfx942"],
        Some("gfx942"),
        Some("'gfx942' is no target of AMDGPU code"),
    ),
];

/// A kernel that the assembler takes for gfx942 and not for gfx90a.
fn text(said: &[&str]) -> String {
    let said: String = said
        .iter()
        .map(|id| format!("\t.amdgcn_target {id}\n"))
        .collect();
    format!(
        "{said}\t.text\n\t.globl k\n\t.type k,@function\nk:\n\
         \tglobal_load_dword v1, v0, s[0:1] sc1\n\ts_waitcnt vmcnt(0)\n\
         \tv_add_u32_e32 v1, 1, v1\n\tglobal_store_dword v0, v1, s[0:1]\n\ts_endpgm\n\
         \t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 8\n\t\t.amdhsa_next_free_sgpr 16\n\
         \t\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n"
    )
}

/// A command line, and what it says on standard error if it fails.
fn cli(arguments: &[&str], file: &Path, given: Option<&str>) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cdna-sched"));
    command.args(arguments);
    command.args(given.map(|given| format!("--mcpu={given}")));
    let output = command.arg(file).output().expect("it starts");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A request, and the error in its answer; for `rewrite`, why the text was left.
fn request(op: &str, text: &str, given: Option<&str>) -> Option<String> {
    let mut request = json!({ "op": op, "target": given });
    match op {
        "compare" => request["texts"] = json!([text, text]),
        _ => request["text"] = json!(text),
    }
    if op == "rewrite" {
        request["mode"] = json!("lint");
    }
    let answer = cdnasched_library::service::Service::new().answer(request.to_string().as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("an answer");
    let why = match &answer["ok"] {
        serde_json::Value::Null => &answer["error"]["message"],
        ok => &ok["report"]["reason"],
    };
    why.as_str().map(str::to_owned)
}

/// A folder of the test's own.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cdnasched-targets-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// A program in C that opens standard input and calls a function of the library on it.
fn c_program(folder: &Path) -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    let libraries = test.parent().expect("a folder");
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let program = folder.join("target");
    let built = Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror", "-I"])
        .arg(project.join("include"))
        .arg(project.join("tests/c_library/target.c"))
        .arg("-L")
        .arg(libraries)
        .arg("-lcdnasched")
        .arg(format!("-Wl,-rpath,{}", libraries.display()))
        .arg("-Wl,--disable-new-dtags")
        .arg("-o")
        .arg(&program)
        .status();
    assert!(built.expect("a compiler").success());
    program
}

/// What a function of the C library says.
fn c_library(program: &Path, function: &str, text: &str, given: Option<&str>) -> Option<String> {
    let mut child = Command::new(program)
        .arg(function)
        .args(given)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn all_doors_give_the_same_answer() {
    let folder = folder();
    let file = folder.join("k.s");
    let out = folder.join("out");
    let out = out.to_str().expect("a plain name");
    let program = c_program(&folder);
    for (said, given, expected) in CASES {
        let text = text(said);
        fs::write(&file, &text).expect("a temporary file");
        let mut answers = Vec::new();
        let name = file.to_str().expect("a plain name");
        let line = 1 + text
            .lines()
            .position(|line| line.contains("v_add"))
            .expect("a line");
        let line = line.to_string();
        let mut lines: Vec<Vec<&str>> = vec![
            vec!["lint"],
            vec!["fix", "-o", out],
            vec!["opt", "-o", out],
            vec!["view", "-o", out],
            vec!["why", "--at", &line],
        ];
        // It takes a GPU, no target ID, and belongs to the build with LLVM's code generator.
        if cfg!(feature = "llvm") && given.is_none_or(|given| !given.contains(':')) {
            lines.push(vec!["compare", name]);
        }
        for line in &lines {
            answers.push((line[0].to_owned(), cli(line, &file, given)));
        }
        for op in [
            "lint", "fix", "opt", "rewrite", "evaluate", "compare", "open",
        ] {
            answers.push((format!("request {op}"), request(op, &text, given)));
        }
        for function in ["lint", "fix", "opt"] {
            let said = c_library(&program, function, &text, given);
            answers.push((format!("C {function}"), said));
        }
        for (door, why) in answers {
            match (expected, why) {
                (None, None) => {}
                (Some(expected), Some(why)) if why.contains(expected) => {}
                (_, why) => panic!("{door}: {said:?}, {given:?}: {why:?}, not {expected:?}"),
            }
        }
    }
    fs::remove_dir_all(&folder).expect("it was just made");
}
