//! What the shim does with plans of edits, those that our core does not make yet among them. What
//! needs no LLVM to be refused is refused by the core: see `Script` in `crates/base/src/machine/edits.rs`.
//!
//! The shim is compiled with a core of the test's own (`core.cpp`), whose plan is on the command
//! line of `llc`, which verifies the result.
#![cfg(feature = "llvm")]

mod coalescing;
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
    // The shim as the build script has it compiled: one file of all its sources.
    let shim = PathBuf::from(concat!(env!("OUT_DIR"), "/sources.cpp"));
    let folder = Folder::new();
    let plugin = folder.path().join("plugin.so");
    let core = root.join("tests/plans/core.cpp");
    cpp::compile(&[&shim, &core], &["-shared", "-fPIC", "-Icpp"], &plugin);
    (folder, plugin)
});

/// The instructions that follow from a plan, without what every one of them has; and what `llc`
/// says of the plan.
fn apply(script: &str) -> (Vec<String>, String) {
    apply_to("function.mir", "gfx942", script)
}

fn apply_to(file: &str, gpu: &str, script: &str) -> (Vec<String>, String) {
    let (body, said) = run(file, gpu, script, "-run-pass=cdna-sched");
    let lines = body.lines().map(str::trim);
    let insts = lines.filter(|line| line.contains("_") && !line.starts_with("liveins"));
    (insts.map(plain).collect(), said)
}

/// Without what every instruction has.
fn plain(line: &str) -> String {
    let line = line.split(", debug-location").next().unwrap_or(line);
    let line = line
        .replace("renamable ", "")
        .replace(", implicit $exec", "");
    line.replace('$', "")
}

/// The body of the function that follows from a plan, and what `llc` says of the plan.
fn run(file: &str, gpu: &str, script: &str, passes: &str) -> (String, String) {
    let folder = Folder::new();
    let out = folder.path().join("out.mir");
    let folder_of_inputs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plans");
    let output = Command::new(cpp::llvm_tool("llc"))
        .args(["-mtriple=amdgcn-amd-amdhsa", "-verify-machineinstrs"])
        .arg(format!("-mcpu={gpu}"))
        .args([passes, "-pass-remarks-missed=cdna-sched", "-load"])
        .arg(&PLUGIN.1)
        .arg(format!("-cdna-sched-script={script}"))
        .arg(format!("{folder_of_inputs}/{file}"))
        .arg("-o")
        .arg(&out)
        .output()
        .expect("llc can be started");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{script}: {said}");
    let text = std::fs::read_to_string(out).expect("the result");
    let body = text.split("body:").nth(1).unwrap_or_default();
    (body.to_owned(), said)
}

/// Applies a plan that can be applied.
fn applied(script: &str) -> Vec<String> {
    let (insts, said) = apply(script);
    assert!(!said.contains("refused"), "{script}: {said}");
    insts
}

#[test]
fn instructions_are_placed_and_new_ones_made() {
    let insts = applied("order 0 0 1 3 2 4; insert 0 1 0 3; insert 0 3 1 127");
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
fn new_instructions_are_placed_at_the_end_in_their_order() {
    let insts = applied("insert 0 - 0 1; insert 0 - 0 2; remove 4");
    assert_eq!(insts[4..6], ["S_NOP 1", "S_NOP 2"]);
}

#[test]
fn an_operand_reads_a_copy() {
    let insts = applied("insert 0 2 2 0 0=VGPR6 1=VGPR5; edit 2 1=VGPR6");
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
    let insts = applied("edit 2 0=VGPR10_VGPR11; insert 1 5 2 0 0=VGPR7 1=VGPR11; edit 5 2=VGPR10");
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
    let insts = applied("insert 1 5 - 3 0=VGPR9; edit 5 1=VGPR9; remove 3");
    assert_eq!(insts.len(), 7, "{insts:?}");
    assert_eq!(
        insts[4..6],
        [
            "vgpr9 = V_XOR_B32_e32 killed vgpr4, killed vgpr5",
            "vgpr8 = V_ADD_U32_e32 killed vgpr9, killed vgpr6",
        ]
    );
}

/// What is said of an instruction is said while it exists.
#[test]
fn a_removed_instruction_has_its_remark() {
    let (insts, said) = apply("remark 3 superfluous; remove 3");
    assert_eq!(insts.len(), 6, "{insts:?}");
    assert!(said.contains("kernel.cl:7:5: superfluous"), "{said}");
}

#[test]
fn a_register_that_does_not_fit_is_refused_with_all_of_the_plan() {
    let untouched = applied("");
    for script in [
        "edit 0 0=VGPR3_VGPR4",
        "edit 0 0=SGPR3",
        "edit 0 0=NONE",
        "insert 0 0 0 3 0=VGPR3",
        "insert 0 0 2 0 0=VGPR3 1=VGPR3_VGPR4",
        "insert 0 0 - 3 0=SGPR3",
    ] {
        let script = format!("insert 0 0 0 1; {script}; remove 1");
        let (insts, said) = apply(&script);
        assert!(
            said.contains("was refused: a register does not fit its operand"),
            "{script}: {said}"
        );
        assert_eq!(insts, untouched, "{script}");
    }
}

/// The instructions of `renaming.mir` after a plan that has to be applied; without debug values,
/// and the registers of these.
fn renamed(script: &str) -> (Vec<String>, Vec<String>) {
    let (insts, said) = apply_to("renaming.mir", "gfx942", script);
    assert!(!said.contains("refused"), "{script}: {said}");
    let is_debug = |line: &String| line.starts_with("DBG_");
    let (debug, insts): (Vec<_>, Vec<_>) = insts.into_iter().partition(is_debug);
    let registers = debug.iter().map(|line| {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_register = |word: &&str| word.starts_with("vgpr") || *word == "noreg";
        words.filter(is_register).collect::<Vec<_>>().join(" ")
    });
    (insts, registers.collect())
}

/// The core names those that change (`crates/base/src/machine/debug_values`).
#[test]
fn debug_values_stay_as_they_are_unless_the_plan_names_them() {
    let (insts, before) = renamed("");
    assert_eq!(insts.len(), 8);
    assert_eq!(before.len(), 7);
    let script = "edit 0 0=VGPR10; edit 1 1=VGPR10; edit 4 1=VGPR10";
    let (insts, debug) = renamed(script);
    assert_eq!(
        insts[4],
        "vgpr8_vgpr9 = V_LSHLREV_B64_e64 killed vgpr10, killed vgpr6_vgpr7"
    );
    assert_eq!(debug, before);
}

#[test]
fn tuples_move_with_their_parts_and_tied_operands_together() {
    let script = "edit 2 0=VGPR12 3=VGPR12_VGPR13; edit 3 0=VGPR13 3=VGPR12_VGPR13; \
                  edit 4 2=VGPR12_VGPR13; edit 1 0=VGPR11; edit 5 0=VGPR11 3=VGPR11; \
                  edit 6 1=VGPR11";
    let (insts, _) = renamed(script);
    assert_eq!(
        insts[1..7],
        [
            "vgpr11 = V_SUB_U32_e32 vgpr4, vgpr1",
            "vgpr12 = V_MOV_B32_e32 0, implicit-def vgpr12_vgpr13",
            "vgpr13 = V_MOV_B32_e32 1, implicit vgpr12_vgpr13",
            "vgpr8_vgpr9 = V_LSHLREV_B64_e64 killed vgpr4, killed vgpr12_vgpr13",
            "vgpr11 = V_FMAC_F32_e32 killed vgpr0, killed vgpr1, killed vgpr11, implicit mode",
            "vgpr1 = V_ADD_U32_e32 killed vgpr11, killed vgpr8",
        ]
    );
}

#[test]
fn registers_that_are_not_free_or_do_not_fit_are_refused() {
    let fit = "a register does not fit its operand";
    for (file, gpu, script, why) in [
        (
            "renaming.mir",
            "gfx942",
            "edit 0 9=VGPR3",
            "an operand is no register",
        ),
        (
            "renaming.mir",
            "gfx942",
            "edit 2 1=VGPR3",
            "an operand is no register",
        ),
        ("renaming.mir", "gfx942", "edit 0 3=VGPR3", fit),
        ("renaming.mir", "gfx942", "edit 4 0=VGPR11_VGPR12", fit),
        ("renaming.mir", "gfx942", "edit 2 3=VGPR11_VGPR12", fit),
        ("renaming.mir", "gfx942", "edit 2 3=VGPR12", fit),
        ("renaming.mir", "gfx942", "edit 2 3=SGPR12_SGPR13", fit),
        (
            "renaming.mir",
            "gfx942",
            "edit 0 0=VGPR32",
            "a register is reserved",
        ),
        ("renaming.mir", "gfx942", "edit 0 0=AGPR1", fit),
        (
            "renaming.mir",
            "gfx942",
            "edit 5 0=VGPR11",
            "LLVM does not accept an instruction",
        ),
        (
            "function.mir",
            "gfx942",
            "edit 0 0=VGPR40",
            "a register is its caller's",
        ),
    ] {
        let untouched = apply_to(file, gpu, "").0;
        let (insts, said) = apply_to(file, gpu, &format!("insert 0 0 0 1; {script}"));
        assert!(
            said.contains(&format!("refused: {why};")),
            "{script}: {said}"
        );
        assert!(said.contains("warning: "), "{script}: {said}");
        assert_eq!(insts, untouched, "{script}");
    }
    // Only from gfx90a on tuples begin at even numbers.
    let script = "edit 2 0=VGPR11 3=VGPR11_VGPR12; edit 3 0=VGPR12 3=VGPR11_VGPR12; \
                  edit 4 2=VGPR11_VGPR12";
    let (insts, said) = apply_to("renaming.mir", "gfx908", script);
    assert!(!said.contains("refused"), "{said}");
    assert!(
        insts.iter().any(|i| i.ends_with("vgpr11_vgpr12")),
        "{insts:?}"
    );
}
