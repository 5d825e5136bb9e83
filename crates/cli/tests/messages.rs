//! What the commands say where something is missing, wrong or of another kind: the true cause, and what to do.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/folder.rs"]
mod folder;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use folder::Folder;

/// Runs the program in a folder: its exit code, and what it says on both streams.
fn said(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .args(arguments)
        .current_dir(folder)
        .output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// The error of a command, which ends with 2 and prints nothing else.
fn error(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, err) = said(folder, arguments);
    assert_eq!(code, Some(2), "{arguments:?}: {out}{err}");
    assert_eq!(out, "", "{arguments:?}");
    err
}

/// A kernel of these instructions.
fn kernel(name: &str, body: &str) -> String {
    let body: String = body.lines().map(|line| format!("\t{line}\n")).collect();
    format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.globl {name}\n\t.type {name},@function\n{name}:\n\
         {body}\ts_endpgm\n\t.amdhsa_kernel {name}\n\t\t.amdhsa_next_free_vgpr 16\n\t\t.amdhsa_next_free_sgpr 16\n\
         \t\t.amdhsa_accum_offset 16\n\t\t.amdhsa_group_segment_fixed_size 4096\n\t.end_amdhsa_kernel\n\
         \t.amdgpu_metadata\n---\namdhsa.version: [ 1, 2 ]\namdhsa.kernels:\n  - .name: {name}\n    .symbol: {name}.kd\n\
         \x20   .kernarg_segment_size: 0\n    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 4096\n\
         \x20   .private_segment_fixed_size: 0\n    .wavefront_size: 64\n    .sgpr_count: 16\n    .vgpr_count: 16\n\
         \x20   .agpr_count: 0\n    .max_flat_workgroup_size: 256\n...\n\t.end_amdgpu_metadata\n"
    )
}

/// LDS is handed over at a barrier without the wait for it; two loads are waited for one by one.
const NO_HANDOVER: &str = "v_lshlrev_b32_e32 v1, 2, v0\nds_write_b32 v1, v0\ns_barrier\nds_read_b32 v2, v1 offset:4\n\
    s_waitcnt lgkmcnt(0)\nv_lshlrev_b32_e32 v9, 2, v2\nglobal_load_dword v3, v9, s[0:1]\ns_waitcnt vmcnt(0)\n\
    v_add_f32_e32 v5, v3, v3\nglobal_load_dword v4, v9, s[2:3]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v6, v4, v4\n\
    global_store_dword v9, v5, s[4:5]\nglobal_store_dword v9, v6, s[6:7]";
/// Instructions of all GPUs.
const PLAIN: &str = "v_mov_b32_e32 v1, v0\nv_add_f32_e32 v2, v1, v1";
const MODULE: &str = "target triple = \"amdgcn-amd-amdhsa\"\ndefine amdgpu_kernel void @k(ptr addrspace(1) %p) {\n\
    \x20 store i32 1, ptr addrspace(1) %p\n  ret void\n}\n";

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("our folder");
    }
}

#[test]
fn opt_says_that_errors_are_left() {
    let folder = Folder::new();
    let folder = folder.path();
    write(
        folder,
        &[
            ("mm.s", &kernel("mm", NO_HANDOVER)),
            ("right.s", &kernel("right", PLAIN)),
        ],
    );
    let errors = |file: &str| said(folder, &["lint", file]).1.matches(": error: ").count();
    assert_eq!(errors("mm.s"), 1);
    let opt = |file: &str| {
        let all = ["opt", file, "-o", "out.s", "--report", "out.json"];
        let (code, out, err) = said(folder, &all);
        assert_eq!((code, out.as_str()), (Some(0), ""), "{err}");
        let report = fs::read_to_string(folder.join("out.json")).expect("a report");
        (err, report)
    };
    let (said, report) = opt("mm.s");
    assert_eq!(errors("out.s"), 1, "{said}");
    let left = "cdna-sched: mm.s: 1 error of waits or hazards that it had is still in the result: `cdna-sched lint` \
         names it, `cdna-sched fix` mends it; run that first\n";
    assert!(said.ends_with(left), "{said}");
    assert!(
        report.contains("\"findings_left\":{\"errors\":1,"),
        "{report}"
    );
    let (said, report) = opt("right.s");
    assert!(!said.contains("still in the result"), "{said}");
    assert!(
        report.contains("\"findings_left\":{\"errors\":0,"),
        "{report}"
    );
}

#[test]
fn opt_of_machine_code_says_that_errors_are_left() {
    let folder = Folder::new();
    let folder = folder.path();
    write(folder, &[("mm.s", &kernel("mm", NO_HANDOVER))]);
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let prefix = prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into());
    let assembled = Command::new(Path::new(&prefix).join("bin/llvm-mc"))
        .args(["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=obj"])
        .args(["mm.s", "-o", "mm.o"])
        .current_dir(folder)
        .status();
    assert!(assembled.expect("llvm-mc").success());
    let (code, _, err) = said(folder, &["opt", "mm.o", "-o", "out.o"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        err.contains("mm.o: 1 error of waits or hazards that it had is still in the result"),
        "{err}"
    );
}

#[test]
fn what_has_no_kernel_in_common_is_not_compared() {
    let folder = Folder::new();
    let folder = folder.path();
    write(
        folder,
        &[
            ("a.s", &kernel("one", PLAIN)),
            ("b.s", &kernel("other", PLAIN)),
        ],
    );
    let said = error(folder, &["compare", "a.s", "b.s"]);
    assert_eq!(
        said,
        "cdna-sched: no kernel is in both files: a.s has one; b.s has other\n"
    );
}

#[test]
fn only_has_to_match() {
    let folder = Folder::new();
    let folder = folder.path();
    write(folder, &[("a.s", &kernel("one", PLAIN))]);
    let opt = ["opt", "a.s", "-o", "out.s", "--only", "nosuch"];
    let said = error(folder, &opt);
    assert_eq!(said, "cdna-sched: a.s: --only matched none of: one\n");
    assert!(!folder.join("out.s").exists());
    let objects = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/objects");
    let object = Path::new(objects).join("kernels.gfx942.hsaco");
    let object = object.to_str().expect("a name of ours");
    let said = error(folder, &["opt", object, "-o", "out.co", "--only", "nosuch"]);
    assert!(said.contains("--only matched none of: "), "{said}");
    // As builds have it, of whose files most have none of the kernels.
    let many = [&opt[..], &["--only-may-match-none"]].concat();
    assert!(
        Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
            .args(many)
            .current_dir(folder)
            .status()
            .expect("the program runs")
            .success()
    );
}

#[test]
fn what_is_no_assembly_is_said_to_be_none() {
    let folder = Folder::new();
    let folder = folder.path();
    write(
        folder,
        &[
            ("mm.ll", MODULE),
            ("notes.txt", "s_nop 0\nIdeas for tomorrow\n"),
            ("empty.s", ""),
            ("bare.s", "s_nop 0\ns_endpgm\n"),
        ],
    );
    let commands: [&[&str]; 3] = [&["opt", "-o", "out.s"], &["lint"], &["fix", "-o", "out.s"]];
    for command in commands {
        let of = |file: &str, more: &[&str]| {
            let (code, _, err) = said(folder, &[command, &[file], more].concat());
            assert_eq!(code, Some(2), "{command:?} {file}: {err}");
            assert!(err.contains(file), "{err}");
            assert!(!err.contains("in requests"), "{err}");
            err
        };
        for more in [&[][..], &["--mcpu", "gfx942"]] {
            let said = of("mm.ll", more);
            assert!(said.contains("it is LLVM IR, not assembly: "), "{said}");
            let said = of("notes.txt", more);
            assert!(
                said.contains("line 2, column 1: invalid instruction: 'Ideas for tomorrow'"),
                "{said}"
            );
            assert!(!said.contains("--mcpu"), "{said}");
        }
        let said = of("empty.s", &[]);
        assert!(
            said.contains("(.amdgcn_target), and has no instructions; name it: --mcpu\n"),
            "{said}"
        );
        let said = of("bare.s", &[]);
        let fitting =
            "; its instructions are those of gfx908, gfx90a, gfx942 or gfx950; name it: --mcpu\n";
        assert!(said.contains(fitting), "{said}");
    }
}

#[test]
fn two_files_are_compared() {
    let folder = Folder::new();
    let folder = folder.path();
    let plain = kernel("k", PLAIN);
    write(
        folder,
        &[
            ("a.s", &plain),
            ("open.s", &plain.replace("\t.amdgcn_target", "\t; ")),
            ("bad.s", &plain.replace("v_mov_b32_e32", "v_nothing")),
        ],
    );
    for (files, what) in [
        (&["a.s"][..], "a.s is no LLVM IR"),
        (&["a.s"; 3], "none of the 3 files is LLVM IR"),
    ] {
        let said = error(folder, &[&["compare"], files].concat());
        let why = "of assembly texts, or of machine code, two files are compared with each other";
        assert_eq!(said, format!("cdna-sched: {what}; {why}\n"));
    }
    for (file, why) in [("open.s", "does not say which GPU"), ("bad.s", "line 6")] {
        let said = error(folder, &["compare", "a.s", file]);
        assert!(
            said.starts_with(&format!("cdna-sched: {file}: ")) && said.contains(why),
            "{said}"
        );
    }
}

#[test]
fn clocks_of_texts_are_said_to_be_modelled() {
    let folder = Folder::new();
    let folder = folder.path();
    write(folder, &[("a.s", &kernel("k", PLAIN))]);
    let (code, out, err) = said(folder, &["compare", "a.s", "a.s"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("  modelled clocks, measured latencies, own waves  "),
        "{out}"
    );
    let last = out.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("Clocks are modelled, not measured: ")
            && last.ends_with("Nothing was run on a GPU."),
        "{out}"
    );
}

#[test]
fn lint_says_that_nothing_was_read() {
    let folder = Folder::new();
    let folder = folder.path();
    let (code, out, err) = said(folder, &["lint", "missing.s"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(2), "nothing was read\n"),
        "{err}"
    );
}

#[test]
fn what_is_taken_for_a_called_function_is_named() {
    let folder = Folder::new();
    let folder = folder.path();
    let text = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.type k,@function\nk:\n\
        \tv_add_f32_e32 v1, v0, v0\n\ts_endpgm\n";
    write(folder, &[("k.s", text)]);
    let (_, out, _) = said(folder, &["lint", "k.s"]);
    let why = "what its caller left outstanding (no `.amdhsa_kernel k`: taken for a function that is called) [wait-entry]";
    assert!(out.contains(why), "{out}");
    let (_, _, err) = said(folder, &["fix", "k.s", "-o", "fixed.s"]);
    let why = "(wait-entry; no `.amdhsa_kernel` names the function: taken for one that is called) before ";
    assert!(err.contains(why), "{err}");
}

#[test]
fn the_launcher_says_what_it_is() {
    let launch = |argument: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cdna-sched-launch"));
        let output = command.arg(argument).output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let help = launch("--help");
    for part in [
        "Usage: cdna-sched-launch COMPILER ARGUMENTS...",
        "docs/hip.md",
    ] {
        assert!(help.contains(part), "{help}");
    }
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hip.md");
    let docs = fs::read_to_string(docs).expect("docs/hip.md");
    let variables = docs
        .lines()
        .filter_map(|line| line.strip_prefix("| `CDNASCHED_LAUNCH"));
    let variables: Vec<&str> = variables
        .filter_map(|line| line.split('`').next())
        .collect();
    assert_eq!(variables.len(), 3, "{variables:?}");
    for variable in variables {
        assert!(
            help.contains(&format!("  CDNASCHED_LAUNCH{variable} ")),
            "{variable}: {help}"
        );
    }
    let version = concat!("cdna-sched-launch ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(launch("--version"), version);
}

#[test]
fn a_page_that_was_written_is_named() {
    let folder = Folder::new();
    let folder = folder.path();
    write(folder, &[("a.s", &kernel("k", PLAIN))]);
    let (code, out, err) = said(folder, &["view", "a.s", "-o", "page.html"]);
    let expected = (Some(0), "", "cdna-sched: wrote page.html\n");
    assert_eq!((code, out.as_str(), err.as_str()), expected);
}

#[test]
fn a_warning_of_llvm_is_passed_on_once() {
    let folder = Folder::new();
    let folder = folder.path();
    // LLVM says both in each compilation.
    let module = MODULE.replace("{\n", "#0 {\n  %a = alloca [64 x i32], addrspace(5)\n  store volatile i32 1, ptr addrspace(5) %a\n")
        + "attributes #0 = { \"warn-stack-size\"=\"16\" \"target-features\"=\"+no-such-feature\" }\n";
    write(folder, &[("k.ll", &module)]);
    for arguments in [
        &["compare", "k.ll"][..],
        &["pick", "k.ll"],
        &["view", "k.ll", "-o", "page.html"],
    ] {
        let (code, _, err) = said(folder, arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        for what in ["no-such-feature", "exceeds limit (16)"] {
            let found = err.lines().filter(|line| line.contains(what));
            assert_eq!(found.count(), 1, "{arguments:?}: {err}");
        }
    }
}

#[test]
fn help_begins_with_what_most_people_need() {
    let folder = Folder::new();
    let (_, out, _) = said(folder.path(), &["--help"]);
    let commands = out.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let first = ["opt", "compare", "view", "why", "lint", "fix", "pick"];
    assert_eq!(names[..first.len()], first);
}
