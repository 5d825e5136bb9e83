//! Accumulators that are copied once an iteration, and the forms of matrix instructions.

use super::copies::{
    Change, accepted, changed, executed, program, refused, refused_to_be_safe, straight_line,
};
use super::*;
use cdnasched_base::machine::{BlockId, OperandClass, Reg};

/// The accumulator loop of a matrix product: the chain writes `a[48:51]`, which is copied to where the next
/// part finds it, and back.
fn gemm() -> Function {
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
    let (mut wrong, mut same) = (0, 0);
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
                    Err(_) => wrong += usize::from(new != range),
                }
            }
        }
    }
    assert!(wrong > 700 && same < 20, "{wrong} {same}");
    // One copy too few; the copies back are of what is there, and nobody reads them.
    for inst in IN_PLACE.removed {
        let removed = IN_PLACE.removed.iter().copied();
        let removed: Vec<u32> = removed.filter(|at| at != inst).collect();
        let change = Change {
            removed: &removed,
            ..IN_PLACE
        };
        match *inst < 9 {
            true => drop(refused(&original, &change)),
            false => accepted(&original, &change),
        }
    }
    for inst in [0, 1, 2, 3] {
        let mut removed = IN_PLACE.removed.to_vec();
        removed.push(inst);
        refused(
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
}

#[test]
fn constants_go_to_the_file_that_the_name_says() {
    let lines = |constant: &str| {
        let constant = format!("V_MOV_B32_e32 def v5, {constant}, imp exec");
        let copy = "V_ACCVGPR_WRITE_B32_e64 def a1, v5, imp exec";
        let store =
            "GLOBAL_STORE_DWORD v[8:9], a1, #0, #0, imp exec | store | write space=1 bytes=4";
        straight_line(&[&constant, copy, store])
    };
    let to_accumulator = |original: &Function, name: &str| {
        let mut function = changed(
            original,
            &Change {
                removed: &[1],
                registers: &[(0, 0, "a1")],
                ..Change::default()
            },
        );
        let classes = [OperandClass::AGPR, OperandClass::VGPR];
        function.set_form(InstId(0), name, &classes, false);
        copies(&function, original, false).map(|()| executed(&function, original, 9))
    };
    let inline = lines("#7");
    assert_eq!(to_accumulator(&inline, "V_ACCVGPR_WRITE_B32_e64"), Ok(None));
    // A move to VGPRs cannot write an AccVGPR.
    assert!(to_accumulator(&inline, "V_MOV_B32_e32").is_err());
    // There is no literal in the longer encoding.
    assert!(to_accumulator(&lines("#65"), "V_ACCVGPR_WRITE_B32_e64").is_err());
}
