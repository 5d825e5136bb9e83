//! What the shim does with plans of edits, those that our core does not make yet among them.
//!
//! The shim is compiled with a core of the test's own (`core.cpp`), whose plan is on the command
//! line of `llc`, which verifies the result.
#![cfg(feature = "llvm")]

#[path = "../support/cpp.rs"]
mod cpp;
#[path = "../support/folder.rs"]
#[allow(dead_code)]
mod folder;

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use folder::Folder;

/// The shim with the core of the test.
static PLUGIN: LazyLock<(Folder, PathBuf)> = LazyLock::new(|| {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shim = std::fs::read_dir(root.join("cpp")).expect("the shim's folder");
    let mut sources: Vec<PathBuf> = shim
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cpp"))
        .collect();
    sources.push(root.join("tests/plans/core.cpp"));
    let folder = Folder::new();
    let plugin = folder.path().join("plugin.so");
    cpp::compile(&sources, &["-shared", "-fPIC", "-Icpp"], &plugin);
    (folder, plugin)
});

/// The instructions that follow from a plan, without what every one of them has; and what `llc`
/// says of the plan.
fn apply(script: &str) -> (Vec<String>, String) {
    let folder = Folder::new();
    let out = folder.path().join("out.mir");
    let input = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plans/function.mir");
    let output = Command::new(cpp::llvm_tool("llc"))
        .args([
            "-mtriple=amdgcn-amd-amdhsa",
            "-mcpu=gfx942",
            "-verify-machineinstrs",
        ])
        .args([
            "-run-pass=cdna-sched",
            "-pass-remarks-missed=cdna-sched",
            "-load",
        ])
        .arg(&PLUGIN.1)
        .arg(format!("-cdna-sched-script={script}"))
        .args([input, "-o"])
        .arg(&out)
        .output()
        .expect("llc can be started");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{script}: {said}");
    let text = std::fs::read_to_string(out).expect("the result");
    let body = text.split("body:").nth(1).unwrap_or_default();
    let lines = body.lines().map(str::trim);
    let insts = lines.filter(|line| line.contains("_") && !line.starts_with("liveins"));
    let plain = |line: &str| {
        let line = line
            .replace("renamable ", "")
            .replace(", implicit $exec", "");
        line.replace('$', "")
    };
    (insts.map(plain).collect(), said)
}

/// Applies a plan that can be applied.
fn applied(script: &str) -> Vec<String> {
    let (insts, said) = apply(script);
    assert!(!said.contains("refused"), "{script}: {said}");
    insts
}

#[test]
fn instructions_are_placed_and_new_ones_made() {
    let insts = applied("0 0 0 0; 0 1 0 3; 0 0 1 0; 0 2 0 127; 0 0 3 0; 0 0 2 0; 0 0 4 0");
    assert_eq!(
        insts[..7],
        [
            "vgpr4 = V_ADD_U32_e32 killed vgpr0, vgpr1",
            "S_NOP 3",
            "vgpr5 = V_SUB_U32_e32 vgpr4, killed vgpr1",
            "S_WAITCNT 127",
            "vgpr4 = V_XOR_B32_e32 killed vgpr4, vgpr5",
            "vgpr6_vgpr7 = V_LSHLREV_B64_e64 killed vgpr5, killed vgpr2_vgpr3",
            "S_BRANCH %bb.1",
        ]
    );
}

#[test]
fn an_operand_reads_a_copy() {
    let insts = applied(
        "0 0 0 0; 0 0 1 0; 0 4 0 0 0=VGPR6*1 1=VGPR5*1; 0 0 2 0 1=VGPR6*1; 0 0 3 0; 0 0 4 0",
    );
    assert_eq!(
        insts[2..4],
        [
            "vgpr6 = V_MOV_B32_e32 vgpr5",
            "vgpr6_vgpr7 = V_LSHLREV_B64_e64 killed vgpr6, killed vgpr2_vgpr3",
        ]
    );
}

/// From one block into the other: live-in lists and kill flags follow.
#[test]
fn registers_are_renamed() {
    let insts = applied(
        "0 0 0 0; 0 0 1 0; 0 0 2 0 0=VGPR10*2; 0 0 3 0; 0 0 4 0; \
         1 4 0 0 0=VGPR7*1 1=VGPR11*1; 1 0 5 0 2=VGPR10*1; 1 0 6 0",
    );
    assert_eq!(
        insts[2],
        "vgpr10_vgpr11 = V_LSHLREV_B64_e64 vgpr5, killed vgpr2_vgpr3"
    );
    assert_eq!(
        insts[5..7],
        [
            "vgpr7 = V_MOV_B32_e32 killed vgpr11",
            "vgpr8 = V_ADD_U32_e32 killed vgpr4, killed vgpr10",
        ]
    );
}

/// Into another block, of what the instruction was, with registers of the copy's own.
#[test]
fn instructions_are_copied_and_removed() {
    let insts = applied(
        "0 0 0 0; 0 0 1 0; 0 0 2 0; 0 3 3 0; 0 0 4 0; \
         1 5 3 0 0=VGPR9*1; 1 0 5 0 1=VGPR9*1; 1 0 6 0",
    );
    assert_eq!(insts.len(), 7, "{insts:?}");
    assert_eq!(
        insts[4..6],
        [
            "vgpr9 = V_XOR_B32_e32 killed vgpr4, killed vgpr5",
            "vgpr8 = V_ADD_U32_e32 killed vgpr9, killed vgpr6",
        ]
    );
}

#[test]
fn what_cannot_be_applied_is_refused_as_a_whole() {
    let untouched = applied("");
    let rest = "0 0 1 0; 0 0 2 0; 0 0 3 0; 0 0 4 0";
    for (script, why) in [
        ("0 1 0 3; 0 0 0 0", "does not name each instruction"),
        (
            &format!("0 0 0 0; 0 0 0 0; {rest}"),
            "twice, or of another block",
        ),
        (
            &format!("0 0 0 0; 0 0 5 0; {rest}"),
            "twice, or of another block",
        ),
        (
            &format!("0 0 0 0; 0 0 99 0; {rest}"),
            "twice, or of another block",
        ),
        ("7 0 0 0", "a block that does not exist"),
        (&format!("0 0 0 0; 0 6 0 0; {rest}"), "an unknown kind"),
        (
            &format!("0 0 0 0; 0 5 99 0; {rest}"),
            "copies an instruction that does not",
        ),
        (
            &format!("0 0 0 0; 0 5 4 0; {rest}"),
            "copies a call, a terminator",
        ),
        (
            &format!("0 0 0 0 9=VGPR3*1; {rest}"),
            "no explicit register",
        ),
        (
            &format!("0 0 0 0 0=VGPR3*2; {rest}"),
            "does not fit its operand",
        ),
        (
            &format!("0 0 0 0 0=SGPR3*1; {rest}"),
            "does not fit its operand",
        ),
        (
            &format!("0 0 0 0 0=NONE*1; {rest}"),
            "does not fit its operand",
        ),
        (
            &format!("0 0 0 0; 0 1 0 3 0=VGPR3*1; {rest}"),
            "operands of what has none",
        ),
        (
            &format!("0 0 0 0; 0 4 0 0 0=VGPR3*1; {rest}"),
            "other operands than two",
        ),
        (
            &format!("0 0 0 0; {rest}; new block"),
            "changes the flow of control",
        ),
    ] {
        let (insts, said) = apply(script);
        assert!(
            said.contains("the plan of edits was refused: "),
            "{script}: {said}"
        );
        assert!(said.contains(why), "{script}: {said}");
        assert_eq!(insts, untouched, "{script}");
    }
}
