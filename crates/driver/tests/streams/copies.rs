//! Functions without some of their copies.

use super::lanes::{Unwritten, difference_but_copies, execute, execute_like, mix};
use super::*;
use cdnasched_base::machine::{BlockId, Reg};

pub(super) const CLASSES: &str = "opcode V_ADD_U32_e32 classes=v,v,v\n\
    opcode V_MOV_B32_e32 classes=v,v\n\
    opcode V_MOV_B64_e32 classes=ve,ve\n\
    opcode V_ACCVGPR_READ_B32_e64 classes=v,a\n\
    opcode V_ACCVGPR_WRITE_B32_e64 classes=a,v\n\
    opcode V_ACCVGPR_MOV_B32 classes=a,a\n\
    opcode V_FMAC_F32_e32 classes=v,v,v,v\n\
    opcode V_READLANE_B32 classes=-,v,-\n\
    opcode V_MFMA_F32_4X4X4F16_vgprcd_e64 classes=ve,vae,vae,ve,-,-,-\n\
    opcode V_MFMA_F32_4X4X4F16_mac_e64 classes=ae,vae,vae,ae,-,-,-\n\
    opcode V_MFMA_F32_4X4X4F16_e64 classes=ae,vae,vae,ae,-,-,-\n\
    opcode V_MFMA_F32_32X32X8F16_e64 classes=ae,vae,vae,ae,-,-,-\n\
    opcode V_MFMA_F32_32X32X8F16_mac_e64 classes=ae,vae,vae,ae,-,-,-\n\
    opcode DS_WRITE2_B32_gfx9 classes=v,va,va,-,-,-\n\
    opcode GLOBAL_LOAD_DWORD classes=va,ve,-,-\n\
    opcode GLOBAL_LOAD_DWORDX2 classes=vae,ve,-,-\n\
    opcode GLOBAL_STORE_DWORD classes=ve,va,-,-\n\
    opcode GLOBAL_STORE_DWORDX4 classes=ve,vae,-,-\n\
    opcode SCRATCH_STORE_DWORD_ST classes=va,-,-\n\
    opcode SCRATCH_LOAD_DWORD_ST classes=va,-,-\n";

pub(super) fn program(blocks: &str) -> Function {
    parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\nreserved v255\n\
         {CLASSES}{blocks}"
    ))
}

/// What is changed of a function.
#[derive(Default)]
pub(super) struct Change<'t> {
    pub(super) removed: &'t [u32],
    pub(super) registers: &'t [(u32, usize, &'t str)],
    /// Moves: block, place in the new order, to, from.
    pub(super) moves: &'t [(u32, usize, &'t str, &'t str)],
}

pub(super) fn register(name: &str) -> Reg {
    RegRange::parse(name).expect("a register").first()
}

pub(super) fn changed(original: &Function, change: &Change) -> Function {
    let mut function = with_registers(original, change.registers);
    for block in original.block_ids() {
        let order = original.block(block).order.iter().copied();
        let order = order.filter(|inst| !change.removed.contains(&inst.0));
        function.set_order(block, order.collect());
    }
    for &(block, at, to, from) in change.moves {
        let inst = function.add_move(register(to), register(from));
        let mut order = function.block(BlockId(block)).order.clone();
        order.insert(at, inst.expect("a move"));
        function.set_order(BlockId(block), order);
    }
    function
}

/// From so many random states.
const RUNS: u64 = 24;

/// Whether both do the same from some random states.
pub(super) fn executed(function: &Function, original: &Function, seed: u64) -> Option<String> {
    (0..RUNS).find_map(|n| {
        let was = execute(original, mix(seed, n), 400, Unwritten::Spreads);
        let is = execute_like(function, mix(seed, n), 400, &was);
        difference_but_copies(&was, &is)
    })
}

/// The same, where lanes that no write reached count.
pub(super) fn executed_strictly(
    function: &Function,
    original: &Function,
    seed: u64,
) -> Option<String> {
    (0..RUNS).find_map(|n| {
        let run = |f: &Function| execute(f, mix(seed, n), 400, Unwritten::Kept);
        difference_but_copies(&run(original), &run(function))
    })
}

#[track_caller]
pub(super) fn accepted(original: &Function, change: &Change) {
    let function = changed(original, change);
    assert_eq!(
        copies(&function, original, false),
        Ok(()),
        "{original}\n{function}"
    );
    assert_eq!(executed(&function, original, 1), None);
}

/// Refused, and rightly so.
#[track_caller]
pub(super) fn refused(original: &Function, change: &Change) -> Violation {
    let function = changed(original, change);
    let verdict = copies(&function, original, false);
    assert!(
        executed(&function, original, 1).is_some(),
        "{original}\n{function}"
    );
    verdict.expect_err("a difference")
}

/// Refused, although what is executed is the same.
#[track_caller]
pub(super) fn refused_to_be_safe(original: &Function, change: &Change) -> Violation {
    copies(&changed(original, change), original, false).expect_err("a difference")
}

pub(super) fn blocks(blocks: &[(&str, &[&str])]) -> Function {
    let mut text = String::new();
    for (at, (successors, lines)) in blocks.iter().enumerate() {
        let lines = lines.join("\n");
        text += &format!("block {at} frequency=1 depth=0{successors}\n{lines}\n");
    }
    program(&(text + END))
}

pub(super) fn straight_line(lines: &[&str]) -> Function {
    blocks(&[("", lines)])
}

pub(super) const LOAD: &str =
    "GLOBAL_LOAD_DWORD def v1, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4";
pub(super) const COPY: &str = "V_MOV_B32_e32 def v5, v1, imp exec";
pub(super) const STORE: &str =
    "GLOBAL_STORE_DWORD v[8:9], v5, #0, #0, imp exec | store | write space=1 bytes=4";

#[test]
fn a_reader_may_take_the_copys_source() {
    let original = straight_line(&[LOAD, COPY, STORE]);
    let source = [(2, 1, "v1")];
    let good = Change {
        removed: &[1],
        registers: &source,
        ..Change::default()
    };
    accepted(&original, &good);
    let gone = Change {
        removed: &[1],
        ..Change::default()
    };
    assert!(
        matches!(refused(&original, &gone), Violation::SlotValue { inst, .. } if inst == InstId(2))
    );
    // The copy may stay, and the load may go where it went.
    accepted(
        &original,
        &Change {
            registers: &source,
            ..Change::default()
        },
    );
    let moved = Change {
        removed: &[1],
        registers: &[(0, 0, "v5")],
        ..Change::default()
    };
    accepted(&original, &moved);
    // What is overwritten before the reader is not there any more.
    let original = straight_line(&[LOAD, COPY, "V_ADD_U32_e32 def v1, v3, v3, imp exec", STORE]);
    let good = Change {
        registers: &[(3, 1, "v1")],
        removed: &[1],
        ..Change::default()
    };
    refused(&original, &good);
    let elsewhere = Change {
        registers: &[(2, 0, "v30"), (3, 1, "v1")],
        removed: &[1],
        ..Change::default()
    };
    accepted(&original, &elsewhere);
}

#[test]
fn only_copies_may_go_and_only_moves_may_come() {
    let unread = straight_line(&["V_ADD_U32_e32 def v20, v3, v3, imp exec", LOAD, COPY, STORE]);
    let without = |inst| {
        copies(
            &changed(
                &unread,
                &Change {
                    removed: inst,
                    ..Change::default()
                },
            ),
            &unread,
            false,
        )
    };
    assert!(matches!(without(&[0]), Err(Violation::Missing { .. })));
    assert!(matches!(without(&[1]), Err(Violation::Missing { .. })));
    assert!(matches!(without(&[3]), Err(Violation::Missing { .. })));
    for (text, expected) in [
        ("V_MOV_B32_e32 def v20, v3, imp exec", true),
        ("V_MOV_B32_e32 def v20, #7, imp exec", true),
        ("V_MOV_B32_e32 def v20, s7, imp exec", true),
        ("V_MOV_B64_e32 def v[20:21], v[2:3], imp exec", true),
        ("V_MOV_B64_e32 def v[20:21], #1, imp exec", true),
        ("V_ADD_U32_e32 def v20, #0, v3, imp exec", true),
        ("V_ADD_U32_e64 def v20, v3, #0, #0, imp exec", true),
        ("V_ADD_U32_e64 def v20, v3, #0, #1, imp exec", false),
        ("V_ADD_U32_e32 def v20, #4, v3, imp exec", false),
        ("V_ACCVGPR_READ_B32_e64 def v20, a3, imp exec", true),
        ("V_ACCVGPR_WRITE_B32_e64 def a20, v3, imp exec", true),
        ("V_ACCVGPR_MOV_B32 def a20, a3, imp exec", true),
        ("V_MOV_B32_e32 def v20, v3, imp exec | effects", false),
        ("V_MOV_B32_e32 def v20, v3, imp exec | boundary", false),
        ("V_MOV_B32_e32 def v20, v3, imp exec, imp m0", false),
        ("V_MOV_B32_e32 def v20, v3, imp exec, def imp vcc", false),
        (
            "V_MOV_B32_dpp def v20, tied v20, v3, #0, #0, #0, #0, imp exec",
            false,
        ),
    ] {
        let original = straight_line(&[text, LOAD, COPY, STORE]);
        let change = Change {
            removed: &[0],
            ..Change::default()
        };
        let verdict = copies(&changed(&original, &change), &original, false);
        assert_eq!(verdict.is_ok(), expected, "{text} {verdict:?}");
    }
    // Inserted: in their place and of the kind.
    let original = straight_line(&[LOAD, COPY, STORE]);
    accepted(
        &original,
        &Change {
            moves: &[(0, 1, "v30", "v1")],
            ..Change::default()
        },
    );
    refused(
        &original,
        &Change {
            moves: &[(0, 1, "v9", "v1")],
            ..Change::default()
        },
    );
    assert!(matches!(
        refused_to_be_safe(
            &original,
            &Change {
                moves: &[(0, 4, "v30", "v1")],
                ..Change::default()
            }
        ),
        Violation::Inserted { .. }
    ));
    assert!(matches!(
        refused_to_be_safe(
            &original,
            &Change {
                moves: &[(0, 1, "v255", "v1")],
                ..Change::default()
            }
        ),
        Violation::Inserted { .. }
    ));
    let mut function = original.clone();
    let nop = function.add_inserted("S_NOP", 0);
    let mut order = original.block(BlockId(0)).order.clone();
    order.insert(1, nop);
    function.set_order(BlockId(0), order);
    assert!(matches!(
        copies(&function, &original, false),
        Err(Violation::Inserted { .. })
    ));
    // No other order, and nothing twice.
    let order = |ids: &[u32]| {
        let mut function = original.clone();
        function.set_order(BlockId(0), ids.iter().map(|&id| InstId(id)).collect());
        copies(&function, &original, false)
    };
    assert!(matches!(
        order(&[0, 2, 1, 3]),
        Err(Violation::Foreign { .. })
    ));
    assert!(matches!(
        order(&[0, 1, 1, 2, 3]),
        Err(Violation::Foreign { .. })
    ));
}

#[test]
fn constants_and_scalars_are_values_too() {
    let seven = "V_MOV_B32_e32 def v1, #7, imp exec";
    let again = "V_MOV_B32_e32 def v5, #7, imp exec";
    let original = straight_line(&[seven, again, STORE]);
    let from_first = Change {
        removed: &[1],
        registers: &[(2, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &from_first);
    refused(
        &straight_line(&["V_MOV_B32_e32 def v1, #8, imp exec", again, STORE]),
        &from_first,
    );
    let scalar = "V_MOV_B32_e32 def v1, s7, imp exec";
    let again = "V_MOV_B32_e32 def v5, s7, imp exec";
    accepted(&straight_line(&[scalar, again, STORE]), &from_first);
    let between = straight_line(&[scalar, "S_MOV_B32 def s7, #1", again, STORE]);
    refused(
        &between,
        &Change {
            removed: &[2],
            registers: &[(3, 1, "v1")],
            ..Change::default()
        },
    );
}

#[test]
fn values_come_over_every_edge() {
    let add = "V_ADD_U32_e32 def v1, v3, v3, imp exec";
    // Only one arm copies.
    let diamond = |arm: &str| {
        blocks(&[
            (
                " successors=1,2",
                &[LOAD, COPY, "S_CBRANCH_SCC1 bb.2, imp scc | term branch"],
            ),
            (" successors=2", &[arm]),
            ("", &[STORE]),
        ])
    };
    let through = Change {
        removed: &[1],
        registers: &[(4, 1, "v1")],
        ..Change::default()
    };
    refused(&diamond("V_MOV_B32_e32 def v5, v3, imp exec"), &through);
    refused(&diamond(add), &through);
    accepted(&diamond(&add.replace("v1", "v6")), &through);
    // What is copied at the end of an iteration is read in the next one.
    let looped = |tail: &str| {
        blocks(&[
            (" successors=1", &["V_MOV_B32_e32 def v5, #0, imp exec"]),
            (
                " successors=1,2",
                &[
                    STORE,
                    LOAD,
                    tail,
                    "S_CBRANCH_SCC1 bb.1, imp scc | term branch",
                ],
            ),
            ("", &[STORE]),
        ])
    };
    let original = looped(COPY);
    let in_place = Change {
        removed: &[3],
        registers: &[(2, 0, "v5")],
        ..Change::default()
    };
    accepted(&original, &in_place);
    let source = Change {
        removed: &[3],
        registers: &[(0, 0, "v1"), (1, 1, "v1"), (5, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &source);
    refused(
        &original,
        &Change {
            removed: &[3],
            registers: &[(1, 1, "v1"), (5, 1, "v1")],
            ..Change::default()
        },
    );
    // The value of the former iteration is not that of this one.
    let late = blocks(&[
        (
            " successors=1",
            &[
                "V_MOV_B32_e32 def v5, #0, imp exec",
                "V_MOV_B32_e32 def v1, #0, imp exec",
            ],
        ),
        (
            " successors=1,2",
            &[
                LOAD,
                STORE,
                COPY,
                "S_CBRANCH_SCC1 bb.1, imp scc | term branch",
            ],
        ),
        ("", &[STORE]),
    ]);
    refused(
        &late,
        &Change {
            registers: &[(3, 1, "v1")],
            ..Change::default()
        },
    );
    // Not even where an outer loop brings it from both sides.
    let nested = blocks(&[
        (" successors=1", &["V_MOV_B32_e32 def v5, #0, imp exec"]),
        (" successors=2", &["S_NOP #0"]),
        (
            " successors=2,3",
            &[
                LOAD,
                STORE,
                COPY,
                "S_CBRANCH_SCC1 bb.2, imp scc | term branch",
            ],
        ),
        (
            " successors=1,4",
            &["S_CBRANCH_SCC1 bb.1, imp scc | term branch"],
        ),
        ("", &[STORE]),
    ]);
    refused(
        &nested,
        &Change {
            registers: &[(3, 1, "v1")],
            ..Change::default()
        },
    );
}

#[test]
fn functions_that_hide_registers_keep_theirs() {
    let source = Change {
        removed: &[1],
        registers: &[(2, 1, "v1")],
        ..Change::default()
    };
    let texts = [
        "V_MOVRELS_B32_e32 def v9, v1, imp m0, imp exec",
        "SI_CALL def s[30:31], s[4:5], opaque, mask | call",
    ];
    for line in texts {
        let original = straight_line(&[LOAD, COPY, STORE, line]);
        assert_eq!(
            refused_to_be_safe(&original, &source),
            Violation::Hidden,
            "{line}"
        );
    }
    let mut original = straight_line(&[LOAD, COPY, STORE]);
    original.resources.is_entry = false;
    assert_eq!(refused_to_be_safe(&original, &source), Violation::Hidden);
}

#[test]
fn what_is_not_known_of_a_removed_copy_is_not_taken_for_anything() {
    let wide = "V_MOV_B64_e32 def v[4:5], #1, imp exec";
    let original = straight_line(&[LOAD, wide, STORE]);
    let gone = Change {
        removed: &[1],
        ..Change::default()
    };
    refused(&original, &gone);
    let part = "V_MOV_B32_e32 def v4, v1, imp exec, def imp v[4:5]";
    let original = straight_line(&[LOAD, part, STORE]);
    refused_to_be_safe(&original, &gone);
}

#[test]
fn undefined_sources_may_be_any_register() {
    let add = "V_ADD_U32_e32 def v6, undef v5, v3, imp exec";
    let original = straight_line(&[LOAD, COPY, add]);
    let other = Change {
        removed: &[1],
        registers: &[(2, 1, "v7")],
        ..Change::default()
    };
    accepted(&original, &other);
}

#[test]
fn operands_stay_what_their_instruction_admits() {
    fn why(original: &Function, change: &Change) -> Option<Refused> {
        match copies(&changed(original, change), original, false) {
            Ok(()) => None,
            Err(Violation::Register { why, .. }) => Some(why),
            Err(other) => panic!("{other:?}"),
        }
    }
    let one = |line: &str, registers, expected| {
        let original = straight_line(&[line]);
        let change = Change {
            registers,
            ..Change::default()
        };
        assert_eq!(why(&original, &change), expected, "{line} {registers:?}");
    };
    one(LOAD, &[(0, 0, "a9")], None);
    one(LOAD, &[(0, 0, "v255")], Some(Refused::Reserved));
    one(
        "V_NOT_B32_e32 def v1, v1, imp exec",
        &[(0, 0, "v9")],
        Some(Refused::Class),
    );
    one(
        "INLINEASM opaque, #1, def v1 | asm",
        &[(0, 2, "v9")],
        Some(Refused::Instruction),
    );
    let fmac = "V_FMAC_F32_e32 def v3, v3, v3, tied v3, imp mode, imp exec";
    one(fmac, &[(0, 0, "v9")], Some(Refused::Overlap));
    let tuple = "V_MOV_B32_e32 def v20, v1, imp exec, def imp v[20:21]";
    one(tuple, &[(0, 0, "v22"), (0, 3, "v[22:23]")], None);
    one(
        tuple,
        &[(0, 0, "v22"), (0, 3, "v[24:25]")],
        Some(Refused::Implicit),
    );
    let pair = "DS_WRITE2_B32_gfx9 v3, v6, v6, #0, #1, #0, imp exec | store";
    let both = [(0, 1, "a6"), (0, 2, "a6")];
    let copied = "V_ACCVGPR_WRITE_B32_e64 def a6, v6, imp exec";
    let original = straight_line(&[copied, pair]);
    let of = |registers: &[(u32, usize, &'static str)]| {
        let moved: Vec<_> = registers.iter().map(|r| (1, r.1, r.2)).collect();
        let change = Change {
            registers: &moved,
            ..Change::default()
        };
        why(&original, &change)
    };
    assert_eq!(of(&both), None);
    assert_eq!(of(&both[..1]), Some(Refused::Class));
}

#[test]
fn no_wave_is_lost_and_no_frame_changes() {
    let mut original = straight_line(&[LOAD, COPY, STORE]);
    let source = Change {
        removed: &[1],
        registers: &[(2, 1, "v1")],
        ..Change::default()
    };
    let far = Change {
        registers: &[(0, 0, "v200"), (1, 1, "v200")],
        ..Change::default()
    };
    assert!(matches!(
        refused_to_be_safe(&original, &far),
        Violation::Waves { .. }
    ));
    let mut function = changed(&original, &source);
    function.reserved = Default::default();
    assert_eq!(copies(&function, &original, false), Err(Violation::Frame));
    let text = format!(
        "block 0 frequency=1 depth=0 successors=2\nS_BRANCH bb.2 | term branch noreturn\n\
         block 1 frequency=1 depth=0 successors=2\n{LOAD}\n{COPY}\n{STORE}\n\
         block 2 frequency=1 depth=0\n{END}"
    );
    original = program(&text);
    let change = Change {
        removed: &[2],
        registers: &[(3, 1, "v1")],
        ..Change::default()
    };
    assert!(matches!(
        refused_to_be_safe(&original, &change),
        Violation::Unreached { .. }
    ));
}
