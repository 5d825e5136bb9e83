//! Functions without some of their copies.

use super::lanes::{Unwritten, difference_but_copies, execute, execute_like, mix};
use super::*;
use crate::machine::{BlockId, InstFlags, OperandClass, Reg};

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
const RUNS: u64 = 12;

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
fn refused_to_be_safe(original: &Function, change: &Change) -> Violation {
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

fn straight_line(lines: &[&str]) -> Function {
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
fn spill_slots_are_followed_dword_by_dword() {
    let spill = |dword: u32, register: &str| {
        format!(
            "SCRATCH_STORE_DWORD_ST {register}, #0, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=3+{}",
            4 * dword
        )
    };
    let reload = |dword: u32, register: &str| {
        format!(
            "SCRATCH_LOAD_DWORD_ST def {register}, #0, #0, imp exec, imp flat_scratch | load | read space=5 bytes=4 spill=3+{}",
            4 * dword
        )
    };
    let (put, get) = (spill(1, "v1"), reload(1, "v5"));
    let original = straight_line(&[LOAD, &put, &get, STORE]);
    let both = Change {
        removed: &[1, 2],
        registers: &[(3, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &both);
    accepted(
        &original,
        &Change {
            removed: &[2],
            registers: &[(3, 1, "v1")],
            ..Change::default()
        },
    );
    refused(
        &original,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
    // A move takes the place of memory.
    accepted(
        &original,
        &Change {
            removed: &[1, 2],
            moves: &[(0, 1, "a9", "v1"), (0, 2, "v5", "a9")],
            ..Change::default()
        },
    );
    // Another dword is another place.
    refused(
        &straight_line(&[LOAD, &put, &reload(2, "v5"), STORE]),
        &both,
    );
    let other = straight_line(&[LOAD, &put, &spill(1, "v3"), &get, STORE]);
    refused(
        &other,
        &Change {
            removed: &[2],
            ..Change::default()
        },
    );
    accepted(
        &other,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
    // Not a whole dword, or a slot that LLVM does not name: it stays.
    for (from, to) in [
        ("bytes=4", "bytes=2"),
        (" spill=3+4", ""),
        ("spill=3+4", "spill=3+2"),
    ] {
        let original = straight_line(&[LOAD, &put.replace(from, to), &get, STORE]);
        let without = Change {
            removed: &[1],
            ..Change::default()
        };
        assert!(matches!(
            refused_to_be_safe(&original, &without),
            Violation::Missing { .. }
        ));
    }
    // A wait that counts accesses counts this one.
    let counted = straight_line(&[LOAD, &put, "S_WAITCNT #3953 | effects", &get, STORE]);
    let without = Change {
        removed: &[1, 3],
        registers: &[(4, 1, "v1")],
        ..Change::default()
    };
    assert!(matches!(
        refused_to_be_safe(&counted, &without),
        Violation::Missing { .. }
    ));
    let all = straight_line(&[LOAD, &put, "S_WAITCNT #3952 | effects", &get, STORE]);
    accepted(&all, &without);
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
fn order_dependences_remain() {
    let text = format!("block 0 frequency=1 depth=0\n{LOAD}\n{COPY}\n{STORE}\n{END}");
    let original = program(&format!("{text}edge 0 2 order 1\nedge 0 1 true 1\n"));
    let mut function = changed(
        &original,
        &Change {
            removed: &[1],
            registers: &[(2, 1, "v1")],
            ..Change::default()
        },
    );
    function.set_edges(
        original
            .edges()
            .iter()
            .copied()
            .filter(|e| e.from != InstId(1) && e.to != InstId(1))
            .collect(),
    );
    assert_eq!(copies(&function, &original, false), Ok(()));
    function.set_edges(Vec::new());
    assert!(matches!(
        copies(&function, &original, false),
        Err(Violation::Dependence { .. })
    ));
}

/// The accumulator loop of a matrix product: the chain writes `a[48:51]`, which is copied to where the next
/// part finds it, and back.
pub(super) fn gemm() -> Function {
    let mut text = "block 0 frequency=1 depth=0 successors=1\n".to_owned();
    for n in 0..4 {
        text += &format!("V_ACCVGPR_WRITE_B32_e64 def a{}, #0, imp exec\n", 48 + n);
    }
    text += "block 1 frequency=30 depth=1 loop=1 successors=1,2\n\
        V_MFMA_F32_4X4X4F16_mac_e64 def tied a[48:51], v[10:11], v[12:13], tied a[48:51], #0, #0, #0, imp mode, imp exec\n";
    for n in 0..4 {
        text += &format!("V_ACCVGPR_MOV_B32 def a{n}, a{}, imp exec\n", 48 + n);
    }
    text += "V_MFMA_F32_4X4X4F16_mac_e64 def tied a[0:3], v[14:15], v[16:17], tied a[0:3], #0, #0, #0, imp mode, imp exec\n";
    for n in 0..4 {
        text += &format!("V_ACCVGPR_MOV_B32 def a{}, a{n}, imp exec\n", 48 + n);
    }
    text += "S_ADD_I32 def s4, s4, #1, def imp scc\nS_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        block 2 frequency=1 depth=0\n\
        GLOBAL_STORE_DWORDX4 v[8:9], a[0:3], #0, #0, imp exec | store | write space=1 bytes=16\n";
    program(&(text + END))
}

const IN_PLACE: Change = Change {
    removed: &[5, 6, 7, 8, 10, 11, 12, 13],
    registers: &[
        (0, 0, "a0"),
        (1, 0, "a1"),
        (2, 0, "a2"),
        (3, 0, "a3"),
        (4, 0, "a[0:3]"),
        (4, 3, "a[0:3]"),
    ],
    moves: &[],
};

#[test]
fn accumulators_stay_in_place() {
    let original = gemm();
    accepted(&original, &IN_PLACE);
    // Every operand, somewhere else.
    let function = changed(&original, &IN_PLACE);
    let (mut refused, mut same) = (0, 0);
    let all: Vec<InstId> = function
        .blocks()
        .iter()
        .flat_map(|b| b.order.clone())
        .collect();
    for inst in all {
        for (operand, range) in function.operands(inst).iter().enumerate() {
            let Some(range) = range.reg().filter(|r| r.first().is_vector()) else {
                continue;
            };
            for first in (0..20)
                .flat_map(|n| [Reg::vgpr(n), Reg::agpr(n), Reg::agpr(40 + n)])
                .flatten()
            {
                let mut mutant = function.clone();
                let new = RegRange::new(first, range.len()).expect("registers");
                mutant.set_register(inst, operand, new);
                match copies(&mutant, &original, false) {
                    Ok(()) => {
                        assert_eq!(executed(&mutant, &original, 5), None, "{mutant}");
                        same += 1;
                    }
                    Err(_) => refused += usize::from(new != range),
                }
            }
        }
    }
    assert!(refused > 700 && same < 20, "{refused} {same}");
    // One copy too few; the copies back are of what is there, and nobody reads them.
    for inst in IN_PLACE.removed {
        let removed = IN_PLACE.removed.iter().copied();
        let removed: Vec<u32> = removed.filter(|at| at != inst).collect();
        let change = Change {
            removed: &removed,
            ..IN_PLACE
        };
        match *inst < 9 {
            true => drop(self::refused(&original, &change)),
            false => accepted(&original, &change),
        }
    }
    for inst in [0, 1, 2, 3] {
        let mut removed = IN_PLACE.removed.to_vec();
        removed.push(inst);
        self::refused(
            &original,
            &Change {
                removed: &removed,
                ..IN_PLACE
            },
        );
    }
}

#[test]
fn matrix_instructions_change_their_form() {
    let original = gemm();
    let base = changed(&original, &IN_PLACE);
    let vgprs: Vec<OperandClass> = {
        let (v, e, a) = (OperandClass::VGPR, OperandClass::EVEN, OperandClass::AGPR);
        let none = OperandClass::NONE;
        vec![v | e, v | a | e, v | a | e, v | e, none, none, none]
    };
    // All of it in VGPRs; the moves that start it become moves of another kind, which the present one does not
    // admit: they stay, and moves after them bring the values over.
    let to_vgprs = |name: &str, tied: bool, result: &str, source: &str| {
        let mut function = base.clone();
        for inst in [4, 9] {
            function.set_form(InstId(inst), name, &vgprs, tied);
            for (operand, register) in [(0, result), (3, source)] {
                let range = RegRange::parse(register).expect("registers");
                function.set_register(InstId(inst), operand, range);
            }
        }
        function.set_register(InstId(16), 1, RegRange::parse(result).expect("registers"));
        let mut order = function.block(BlockId(0)).order.clone();
        for n in 0..4 {
            let (to, from) = (Reg::vgpr(40 + n), Reg::agpr(n));
            let both = to
                .zip(from)
                .and_then(|(to, from)| function.add_move(to, from));
            order.push(both.expect("a move"));
        }
        function.set_order(BlockId(0), order);
        copies(&function, &original, false).map(|()| executed(&function, &original, 3))
    };
    let name = "V_MFMA_F32_4X4X4F16_mac_vgprcd_e64";
    assert_eq!(to_vgprs(name, true, "v[40:43]", "v[40:43]"), Ok(None));
    let untied = "V_MFMA_F32_4X4X4F16_vgprcd_e64";
    assert_eq!(to_vgprs(untied, false, "v[40:43]", "v[40:43]"), Ok(None));
    for (name, tied, result, source) in [
        (name, false, "v[40:43]", "v[40:43]"),
        (untied, true, "v[40:43]", "v[40:43]"),
        ("V_MFMA_F32_4X4X4F16_mac_e64", true, "v[40:43]", "v[40:43]"),
        (
            "V_MFMA_F32_16X16X16F16_mac_vgprcd_e64",
            true,
            "v[40:43]",
            "v[40:43]",
        ),
        (name, true, "v[41:44]", "v[41:44]"),
        (name, true, "a[0:3]", "a[0:3]"),
        (untied, false, "v[42:45]", "v[40:43]"),
        (name, true, "v[44:47]", "v[40:43]"),
    ] {
        assert!(
            to_vgprs(name, tied, result, source).is_err(),
            "{name} {result} {source}"
        );
    }
}

#[test]
fn wide_results_are_in_place_only_where_they_are_tied() {
    let line = |name: &str, result: &str| {
        let [mark, tied] = if name.contains("_mac") {
            ["tied ", "tied "]
        } else {
            ["early ", ""]
        };
        format!(
            "{name} def {mark}{result}, v[10:11], v[12:13], {tied}a[16:31], #0, #0, #0, imp mode, imp exec"
        )
    };
    let original = straight_line(&[&line("V_MFMA_F32_32X32X8F16_e64", "a[0:15]")]);
    let in_place = [(0, 0, "a[16:31]")];
    let change = Change {
        registers: &in_place,
        ..Change::default()
    };
    assert!(matches!(
        refused_to_be_safe(&original, &change),
        Violation::Register {
            why: Refused::Overlap,
            ..
        }
    ));
    let mut function = changed(&original, &change);
    function.set_form(InstId(0), "V_MFMA_F32_32X32X8F16_mac_e64", &[], true);
    assert_eq!(copies(&function, &original, false), Ok(()));
    function.set_register(
        InstId(0),
        0,
        RegRange::parse("a[18:33]").expect("registers"),
    );
    assert!(copies(&function, &original, false).is_err());
    // Sources are read while the result is written.
    let small = line("V_MFMA_F32_4X4X4F16_e64", "a[0:3]")
        .replace("early ", "")
        .replace("a[16:31]", "a[16:19]");
    let original = straight_line(&[&small]);
    accepted(
        &original,
        &Change {
            registers: &[(0, 0, "a[16:19]")],
            ..Change::default()
        },
    );
    for (operand, register) in [(0, "a[18:21]"), (1, "a[0:1]"), (2, "a[2:3]"), (3, "a[2:5]")] {
        refused_to_be_safe(
            &original,
            &Change {
                registers: &[(0, operand, register)],
                ..Change::default()
            },
        );
    }
    assert!(original.flags(InstId(0)) == InstFlags::NONE);
}
