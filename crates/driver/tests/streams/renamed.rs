//! Blocks in which operands got other registers: which are the same program, and what finds the others.

use super::*;
use cdnasched_base::machine::{BlockId, Reg};

type Change<'a> = (u32, usize, &'a str);

/// What the three checks say: of the values by their writers, of the registers, and by execution.
#[derive(Debug, PartialEq)]
struct Verdicts {
    order: Result<(), Violation>,
    values: Result<(), Violation>,
    strict: Result<(), Violation>,
}

impl Verdicts {
    fn of(renamed: &Function, original: &Function) -> Verdicts {
        Verdicts {
            order: order(renamed, original),
            values: same_values(renamed, original, false),
            strict: same_values(renamed, original, true),
        }
    }
    #[track_caller]
    fn pass(&self) {
        assert!(self.order.is_ok() && self.values.is_ok(), "{self:?}");
    }
    /// Both find it, each for itself.
    #[track_caller]
    fn fail(&self) {
        assert!(
            self.order.is_err() && self.values.is_err() && self.strict.is_err(),
            "{self:?}"
        );
    }
}

fn block(lines: &[&str], changes: &[Change]) -> Verdicts {
    let original = straight("gfx942", lines);
    Verdicts::of(&with_registers(&original, changes), &original)
}

fn v(n: u16) -> Reg {
    Reg::vgpr(n).expect("a VGPR")
}

const ONE: &str = "V_MOV_B32_e32 def v1, #1, imp exec";
const TWO: &str = "V_MOV_B32_e32 def v1, #2, imp exec";
const ADD: &str = "V_ADD_U32_e32 def v2, v1, v1, imp exec";
const STORE: &str =
    "GLOBAL_STORE_DWORD v[4:5], v2, #0, #0, imp exec | store | write space=1 bytes=4";
const WALL: &str = "S_SETPRIO #1 | effects boundary";

#[test]
fn a_web_moves_as_a_whole() {
    let lines = [ONE, ADD, STORE];
    let all = [(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")];
    block(&lines, &all).pass();
    assert_eq!(block(&lines, &all).strict, Ok(()));
    // Boundaries in between change nothing.
    let walled = [ONE, WALL, ADD, STORE];
    block(&walled, &[(0, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")]).pass();
    // The definition, one of its uses, or the definition alone is left behind.
    block(&lines, &all[1..]).fail();
    block(&lines, &all[..2]).fail();
    block(&lines, &all[..1]).fail();
    let verdicts = block(&lines, &all[..2]);
    let left = Violation::SlotValue {
        block: BlockId(0),
        inst: InstId(1),
        reg: v(1),
    };
    assert_eq!(verdicts.order, Err(left));
}

#[test]
fn an_order_may_need_the_new_register() {
    let lines = [
        ONE,
        ADD,
        STORE,
        TWO,
        "V_ADD_U32_e32 def v3, v1, v2, imp exec",
    ];
    let original = straight("gfx942", &lines);
    let edges =
        "edge 0 1 true 4\nedge 1 2 true 4\nedge 1 3 anti 0\nedge 0 3 output 1\nedge 3 4 true 4\n";
    let original = parse(&format!("{original}{edges}"));
    let mut renamed = with_registers(&original, &[(3, 0, "v9"), (4, 1, "v9")]);
    Verdicts::of(&renamed, &original).pass();
    let early = |f: &mut Function| f.set_order(BlockId(0), [3, 0, 1, 2, 4, 5].map(InstId).to_vec());
    early(&mut renamed);
    // The present edges are made anew from the new registers; until then the old ones hold.
    assert!(order(&renamed, &original).is_err());
    let kept = renamed
        .edges()
        .iter()
        .filter(|e| e.to != InstId(3))
        .copied()
        .collect();
    renamed.set_edges(kept);
    Verdicts::of(&renamed, &original).pass();
    let mut plain = original.clone();
    early(&mut plain);
    Verdicts::of(&plain, &original).fail();
    // What memory asks for is not freed.
    let ordered = parse(&format!("{original}edge 2 3 order 0\n"));
    assert!(order(&renamed, &ordered).is_err());
}

#[test]
fn a_new_register_must_be_free() {
    // A value that lives through.
    let through = [
        ONE,
        "V_MOV_B32_e32 def v9, #7, imp exec",
        ADD,
        "V_ADD_U32_e32 def v3, v9, v9, imp exec",
    ];
    let web = |to| [(0, 0, to), (2, 1, to), (2, 2, to)];
    block(&through, &web("v9")).fail();
    block(&through, &web("v10")).pass();
    let after = [
        ONE,
        ADD,
        "V_MOV_B32_e32 def v9, #7, imp exec",
        "V_ADD_U32_e32 def v3, v9, v9, imp exec",
    ];
    block(&after, &[(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")]).pass();
}

/// Two blocks: the second reads what it names.
fn two_blocks(first: &[&str], second: &str) -> Function {
    let first = first.join("\n");
    kernel(
        "gfx942",
        &format!(
            "block 0 frequency=1 depth=0 successors=1\n{first}\nblock 1 frequency=1 depth=0\n{second}\n{END}"
        ),
    )
}

#[test]
fn what_later_blocks_need_stays() {
    let web = [(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")];
    let of = |second: &str| {
        let original = two_blocks(&[ONE, ADD], second);
        Verdicts::of(&with_registers(&original, &web), &original)
    };
    of("V_MOV_B32_e32 def v3, v2, imp exec").pass();
    // The old register is read there, or the new one.
    for reg in ["v1", "v9"] {
        let reads = format!("V_MOV_B32_e32 def v3, {reg}, imp exec");
        of(&reads).fail();
        // It is written first.
        of(&format!("V_MOV_B32_e32 def {reg}, #3, imp exec\n{reads}")).pass();
        // That write leaves lanes that are active when it is read.
        let narrow = "S_MOV_B64 def exec, s[4:5]";
        let widen = "S_MOV_B64 def exec, s[6:7]";
        of(&format!(
            "{narrow}\nV_MOV_B32_e32 def {reg}, #3, imp exec\n{widen}\n{reads}"
        ))
        .fail();
        of(&format!(
            "{narrow}\nV_MOV_B32_e32 def {reg}, #3, imp exec\n{reads}"
        ))
        .pass();
    }
}

#[test]
fn what_a_function_gives_back_stays() {
    let of = |returns: &str| {
        let body = format!(
            "block 0 frequency=1 depth=0\n{ONE}\n{ADD}\nV_MOV_B32_e32 def v9, v2, imp exec\n{returns}"
        );
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=0\npreserved v40\n{body}\n"
        );
        let original = parse(&text);
        let web = [(0, 0, "v40"), (1, 1, "v40"), (1, 2, "v40")];
        let free = [(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")];
        let read =
            |changes: &[Change]| Verdicts::of(&with_registers(&original, changes), &original);
        (read(&web), read(&free))
    };
    let (callee_saved, free) = of("S_SETPC_B64_return s[30:31] | return term noreturn boundary");
    callee_saved.fail();
    free.pass();
    let (_, read) = of("S_SETPC_B64_return s[30:31], imp v1 | return term noreturn boundary");
    read.fail();
}

#[test]
fn a_call_ends_what_is_known_of_registers() {
    let call = "SI_CALL def s[30:31], s[4:5], opaque, mask | call boundary";
    let lines = [ONE, call, ADD];
    block(&lines, &[(0, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")]).fail();
    block(
        &[ONE, ADD, call],
        &[(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")],
    )
    .pass();
}

#[test]
fn exec_does_not_change_under_a_web() {
    let narrow = "S_MOV_B64 def exec, s[4:5]";
    let web = [(0, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")];
    let verdicts = block(&[ONE, narrow, ADD], &web);
    verdicts.fail();
    assert!(
        matches!(verdicts.order, Err(Violation::Exec { .. })),
        "{verdicts:?}"
    );
    let after = [(1, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")];
    block(&[narrow, ONE, ADD], &after).pass();
    // Lanes of another value lie under the one that is read.
    let merge = [
        "V_MOV_B32_e32 def v9, #7, imp exec",
        ONE,
        ADD,
        narrow,
        "V_MOV_B32_e32 def v9, #8, imp exec",
        "S_MOV_B64 def exec, s[6:7]",
        "V_MOV_B32_e32 def v3, v9, imp exec",
    ];
    block(&merge, &[(1, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")]).fail();
    block(&merge, &[(1, 0, "v10"), (2, 1, "v10"), (2, 2, "v10")]).pass();
}

#[test]
fn tuples_tied_operands_and_undefined_halves() {
    let pair =
        "GLOBAL_LOAD_DWORDX2 def v[6:7], v[4:5], #0, #0, imp exec | load | read space=1 bytes=8";
    let lines = [pair, "V_ADD_U32_e32 def v2, v6, v7, imp exec"];
    block(&lines, &[(0, 0, "v[10:11]"), (1, 1, "v10"), (1, 2, "v11")]).pass();
    block(&lines, &[(0, 0, "v[10:11]"), (1, 1, "v11"), (1, 2, "v10")]).fail();
    block(&lines, &[(0, 0, "v[10:11]"), (1, 1, "v10")]).fail();
    let fmac = "V_FMAC_F32_e32 def v1, v6, v7, tied v1, imp mode, imp exec";
    let lines = [ONE, fmac, ADD];
    let web = [
        (0, 0, "v9"),
        (1, 0, "v9"),
        (1, 3, "v9"),
        (2, 1, "v9"),
        (2, 2, "v9"),
    ];
    block(&lines, &web).pass();
    for left in 0..web.len() {
        let mut less = web.to_vec();
        less.remove(left);
        block(&lines, &less).fail();
    }
    // Half of a tuple that nobody wrote is whatever it is.
    let half = [
        "IMPLICIT_DEF def v[6:7] | meta",
        "V_MOV_B32_e32 def v6, #1, imp exec",
        "V_PK_ADD_F32 def v[2:3], #8, v[6:7], #8, v[6:7], #0, #0, #0, #0, #0, imp mode, imp exec",
    ];
    let web = [
        (0, 0, "v[8:9]"),
        (1, 0, "v8"),
        (2, 2, "v[8:9]"),
        (2, 4, "v[8:9]"),
    ];
    block(&half, &web).pass();
    block(&half, &web[1..]).fail();
    let undefined = "V_ADD_U32_e32 def v2, v1, undef v30, imp exec";
    block(
        &[ONE, undefined],
        &[(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v31")],
    )
    .pass();
}

#[test]
fn what_is_killed_is_not_read_and_not_written() {
    let kill = "KILL def v1, v1 | meta";
    let lines = [ONE, kill, ADD];
    let web = [
        (0, 0, "v9"),
        (1, 0, "v9"),
        (1, 1, "v9"),
        (2, 1, "v9"),
        (2, 2, "v9"),
    ];
    block(&lines, &web).pass();
    // It does not bring a value from one register to another.
    block(&lines, &[(1, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")]).fail();
}

#[test]
fn lanes_that_are_not_active_are_seen_under_strict() {
    let matrix = "V_MFMA_F32_4X4X1F32_vgprcd_e64 def v[12:15], v1, v1, v[16:19], #0, #0, #0, imp mode, imp exec";
    let lines = [ONE, matrix];
    let web = [(0, 0, "v9"), (1, 1, "v9"), (1, 2, "v9")];
    let verdicts = block(&lines, &web);
    verdicts.pass();
    assert!(verdicts.strict.is_err(), "{verdicts:?}");
    for reader in [
        "V_READLANE_B32 def s4, v1, s5",
        "V_MOV_B32_dpp def v2, tied v2, v1, #257, #15, #15, #0, imp exec",
        "DS_BPERMUTE_B32 def v2, v20, v1, #0, imp exec | load store",
    ] {
        let at = if reader.starts_with("V_READ") { 1 } else { 2 };
        let verdicts = block(&[ONE, reader], &[(0, 0, "v9"), (1, at, "v9")]);
        verdicts.pass();
        assert!(verdicts.strict.is_err(), "{reader}");
    }
    // There are none.
    let all = "S_MOV_B64 def exec, #-1";
    let web = [(1, 0, "v9"), (2, 1, "v9"), (2, 2, "v9")];
    assert_eq!(block(&[all, ONE, matrix], &web).strict, Ok(()));
    let some = "S_MOV_B64 def exec, #1";
    assert!(block(&[some, ONE, matrix], &web).strict.is_err());
    // What a matrix instruction writes is in all lanes.
    let second = "V_MFMA_F32_4X4X1F32_vgprcd_e64 def v[20:23], v12, v13, v[16:19], #0, #0, #0, imp mode, imp exec";
    let web = [(0, 0, "v[28:31]"), (1, 1, "v28"), (1, 2, "v29")];
    let verdicts = block(&[matrix, second], &web);
    verdicts.pass();
    assert_eq!(verdicts.strict, Ok(()));
}

#[test]
fn memory_is_known_by_what_its_address_is() {
    let write = "DS_WRITE_B32_gfx9 v1, v3, #0, #0, imp exec | store | write space=3 bytes=4";
    let read = "DS_READ_B32_gfx9 def v6, v1, #0, #0, imp exec | load | read space=3 bytes=4";
    let lines = [ONE, write, read];
    let original = straight("gfx942", &lines);
    let web = [(0, 0, "v9"), (1, 0, "v9"), (2, 1, "v9")];
    let mut renamed = with_registers(&original, &web);
    Verdicts::of(&renamed, &original).pass();
    renamed.set_order(BlockId(0), [0, 2, 1, 3].map(InstId).to_vec());
    assert!(same_values(&renamed, &original, false).is_err());
}

/// LLVM marks the stores of a spilled tuple so; each leaves the others where they are.
#[test]
fn a_result_by_name_only_is_none() {
    let spill = [
        "GLOBAL_LOAD_DWORDX2 def v[6:7], v[4:5], #0, #0, imp exec | load | read space=1 bytes=8",
        "BUFFER_STORE_DWORD_OFFSET v6, s[40:43], #0, #0, #0, #0, imp exec, def imp v[6:7], imp v[6:7] | store | write space=5 bytes=4",
        "BUFFER_STORE_DWORD_OFFSET v7, s[40:43], #0, #4, #0, #0, imp exec, imp v[6:7] | store | write space=5 bytes=4",
    ];
    let whole = [
        (0, 0, "v[10:11]"),
        (1, 0, "v10"),
        (1, 7, "v[10:11]"),
        (1, 8, "v[10:11]"),
        (2, 0, "v11"),
        (2, 7, "v[10:11]"),
    ];
    block(&spill, &whole).pass();
    // The second value would be taken from where the store is said to write it.
    block(
        &spill,
        &[(1, 7, "v[10:11]"), (2, 0, "v11"), (2, 7, "v[10:11]")],
    )
    .fail();
}

/// What a masked write may leave in other lanes is of no account once EXEC is again what it was.
#[test]
fn lanes_are_as_before_where_the_former_mask_comes_back() {
    const READ: &str = "V_ACCVGPR_READ_B32_e64 def v2, a0, imp exec";
    const LOAD: &str = "V_MOV_B32_e32 def v2, #5, imp exec";
    const ALL: &str =
        "S_OR_SAVEEXEC_B64 def s[34:35], #-1, def imp exec, def imp scc, imp exec | boundary";
    const BACK: &str = "S_MOV_B64 def exec, s[34:35] | boundary";
    let other = |line, last| {
        let lines = [READ, STORE, LOAD, ALL, line, last, STORE];
        block(&lines, &[(0, 0, "v9"), (1, 1, "v9")])
    };
    let values = |line, last| other(line, last).values.is_ok();
    assert!(values("V_MOV_B32_e32 def v60, #7, imp exec", BACK));
    // Not where all lanes are read, where the mask is another, or where it has been overwritten.
    assert!(!values("V_MOV_B32_e32 def v60, v2, imp exec", BACK));
    let another = "S_MOV_B64 def exec, s[36:37] | boundary";
    assert!(!values("V_MOV_B32_e32 def v60, #7, imp exec", another));
    assert!(!values("S_MOV_B64 def s[34:35], s[36:37] |", BACK));
    // What is written meanwhile has not its former lanes.
    let written = [LOAD, ALL, "V_MOV_B32_e32 def v2, #7, imp exec", BACK, STORE];
    assert!(block(&written, &[(2, 0, "v9")]).values.is_err());
}
