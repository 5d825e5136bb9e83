//! Inline assembly that accesses LDS, or loads straight into it, and assembly that waits for other assembly.

use super::kinds::{ASM, with_assembly};
use super::*;
use crate::machine::LdsDma;

const READ: &str = "  DS_READ_B32_gfx9 def v9, v8, #0, #0, imp exec | load";
const LOAD: &str =
    "  BUFFER_LOAD_DWORD_LDS_OFFEN v8, s[8:11], #0, #0, #0, #0, imp exec, imp m0 | load store";
/// The same outside.
const PLAIN_READ: &str =
    "DS_READ_B32_gfx9 def v9, v8, #0, #0, imp exec | load | read space=3 bytes=4";

/// The waits under each policy. The checker finds nothing open under the same one.
fn by_policy(lines: &str) -> [String; 2] {
    LdsDma::ALL.map(|policy| {
        let mut function = function("gfx942", true, &with_assembly(lines));
        function.aliases.policy = policy;
        let found = waits(&mut function);
        assert_eq!(crate::check::waits(&function), [], "{policy:?}: {lines}");
        found
    })
}

#[test]
fn the_author_of_assembly_waits_for_loads_into_lds() {
    for (lines, strict) in [
        (
            format!("dma\ndma\nS_WAITCNT #3953 | effects\n{ASM}\n{READ}\nend"),
            "vmcnt(0) before INLINEASM 3",
        ),
        (
            format!("{ASM}\n{LOAD}\n{PLAIN_READ}\nend"),
            "vmcnt(0) before DS_READ_B32_gfx9 2",
        ),
        (
            format!("{ASM}\n{LOAD}\n{ASM}\n{READ}\nend"),
            "vmcnt(0) before INLINEASM 2",
        ),
    ] {
        let [llvm, found] = by_policy(&lines);
        assert!(!llvm.contains("vmcnt(0)"), "{lines}: {llvm}");
        assert_eq!(found, strict, "{lines}");
    }
    // What the compiler sees it waits for.
    let [llvm, strict] = by_policy(&format!("dma\n{PLAIN_READ}\nend"));
    assert_eq!(llvm, "vmcnt(0) before DS_READ_B32_gfx9 1");
    assert_eq!(llvm, strict);
}

/// The checker reads the policy by itself: a wait that is left out is open under `strict` alone.
#[test]
fn the_checker_trusts_authors_as_the_policy_says() {
    for lines in [
        format!("dma\n{ASM}\n{READ}\nend"),
        format!("{ASM}\n{LOAD}\n{PLAIN_READ}\nend"),
    ] {
        let mut function = function("gfx942", true, &with_assembly(&lines));
        function.aliases.policy = LdsDma::Llvm;
        assert_eq!(crate::check::waits(&function), [], "{lines}");
        function.aliases.policy = LdsDma::Strict;
        assert_eq!(crate::check::waits(&function).len(), 1, "{lines}");
    }
}

/// A wait in assembly often names what it completes, so that nothing moves in front of it.
#[test]
fn assembly_that_waits_needs_no_wait_before_it_for_what_assembly_loaded() {
    let names = "INLINEASM opaque, #1, v9 | asm effects parsed lat=1";
    let loaded = format!("{ASM}\n{READ}");
    for (lines, expected) in [
        (
            format!("{loaded}\n{names}\n  S_WAITCNT #49279 | effects\nuse v9\nend"),
            "",
        ),
        // Its wait is for something else.
        (
            format!("{loaded}\n{names}\n  S_WAITCNT #3952 | effects\nuse v9\nend"),
            "lgkmcnt(0) before V_MOV_B32_e32 4",
        ),
        // It uses what it names.
        (
            format!("{loaded}\n{names}\n  use v9, imp exec\nend"),
            "lgkmcnt(0) before INLINEASM 2",
        ),
        // It uses it before it waits.
        (
            format!("{loaded}\n{names}\n  use v9, imp exec\n  S_WAITCNT #49279 | effects\nend"),
            "lgkmcnt(0) before INLINEASM 2",
        ),
        // LLVM waits for what it loaded itself.
        (
            format!("load v9\n{names}\n  S_WAITCNT #3952 | effects\nuse v9\nend"),
            "vmcnt(0) before INLINEASM 1",
        ),
    ] {
        let mut function = function("gfx942", true, &with_assembly(&lines));
        assert_eq!(waits(&mut function), expected, "{lines}");
        assert_eq!(crate::check::waits(&function), [], "{lines}");
    }
}

/// Each counter has an access of its own: what assembly loaded from LDS on one way says nothing of what the compiler loaded
/// from memory on the other.
#[test]
fn assembly_waits_for_its_own_loads_by_counter() {
    let names = "INLINEASM opaque, #1, v9 | asm effects parsed lat=1";
    let lines = format!(
        "block 0 frequency=1 depth=0 successors=1,2\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
         block 1 frequency=1 depth=0 successors=3\nload v9\nS_BRANCH bb.3 | term branch noreturn lat=1\n\
         block 2 frequency=1 depth=0 successors=3\n{ASM}\n{READ}\n\
         block 3 frequency=1 depth=0\n{names}\n  S_WAITCNT #49279 | effects\nuse v9\nend"
    );
    let mut function = function("gfx942", true, &with_assembly(&lines));
    let found = waits(&mut function);
    assert!(found.starts_with("vmcnt(0) before INLINEASM"), "{found}");
    assert!(!found.contains("lgkmcnt"), "{found}");
    assert_eq!(crate::check::waits(&function), []);
}
