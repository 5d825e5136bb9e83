//! Plans as C sees them.

use super::edits::{llvm_name, move_opcode};
use super::*;
use crate::machine::edits::{
    Insertion, NewBlock, NewSuccessor, OperandEdit, OtherSuccessor, Place, Refusal,
};
use crate::machine::{BlockId, InstId, Reg, RegRange};
use crate::pipeline::Remark;

#[test]
fn a_plan_survives_the_trip_through_c() {
    let reg = |n| Reg::vgpr(n).expect("a register");
    let pair = OperandEdit {
        operand: 2,
        register: RegRange::new(reg(6), 2).expect("a pair"),
    };
    let (to, from) = (reg(4), reg(5));
    let insertion = |before, place, operands| Insertion {
        block: BlockId(3),
        before,
        place,
        operands,
        form: None,
    };
    let branch = Insertion {
        block: BlockId(5),
        form: Some("S_CBRANCH_SCC0".to_owned()),
        ..insertion(
            None,
            Place::Branch {
                of: InstId(9),
                inverted: true,
                to: BlockId(3),
            },
            Vec::new(),
        )
    };
    let successor = |to, like| NewSuccessor { to, like };
    let script = Script {
        new_blocks: vec![NewBlock {
            after: BlockId(2),
            successors: vec![
                successor(BlockId(3), Some((BlockId(3), BlockId(4)))),
                successor(BlockId(4), None),
            ],
        }],
        targets: vec![(InstId(6), BlockId(5))],
        successors: vec![OtherSuccessor {
            block: BlockId(2),
            before: BlockId(3),
            after: BlockId(5),
        }],
        orders: vec![(BlockId(3), vec![InstId(8), InstId(7)])],
        insertions: vec![
            insertion(Some(InstId(7)), Place::Nop(4), Vec::new()),
            insertion(Some(InstId(7)), Place::Move { to, from }, Vec::new()),
            insertion(None, Place::Copy(InstId(7)), vec![pair]),
            branch,
        ],
        forms: vec![(InstId(7), "V_MFMA_F64_16X16X4F64_mac_e64".to_owned())],
        operands: vec![(InstId(8), pair)],
        removals: vec![InstId(8)],
    };
    let remark = Remark {
        kind: RemarkKind::Missed,
        name: "Declined",
        message: "because".to_owned(),
        block: BlockId(0),
        inst: Some(InstId(7)),
        args: vec![("Reason", "none".to_owned())],
    };
    let outcome = Outcome {
        remarks: vec![remark],
        settled: true,
        ..Outcome::default()
    };
    let debug = [
        DebugEdit::Register {
            value: 4,
            edit: pair,
        },
        DebugEdit::Unknown { value: 5 },
        DebugEdit::UnknownIn {
            block: BlockId(9),
            value: 6,
        },
    ];
    let plan = export(outcome, &script, &debug);
    // A plan outlives its script.
    drop(script);
    // SAFETY: made by export just now, released once.
    unsafe {
        let raw = &*plan;
        assert_eq!(raw.flags, CDNA_PLAN_CHANGES | CDNA_PLAN_SETTLED);
        assert_eq!((raw.order_count, raw.inst_count), (1, 2));
        let order = &*raw.orders;
        assert_eq!((order.block, order.first_inst, order.inst_count), (3, 0, 2));
        assert_eq!(std::slice::from_raw_parts(raw.insts, 2), [8, 7]);
        let insertions = std::slice::from_raw_parts(raw.insertions, 4);
        let found = insertions
            .iter()
            .map(|i| (i.before, i.opcode, i.value, i.target));
        const NONE: u32 = CDNASCHED_NONE;
        let expected = [
            (7, CDNA_OPCODE_NOP, 4, NONE),
            (7, CDNA_OPCODE_MOVE, 0, NONE),
            (NONE, NONE, 7, NONE),
            (NONE, NONE, 9, 3),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        let text = |value| crate::ffi::raw::text(value, "text").ok();
        let form = &*raw.insertion_forms;
        assert_eq!((raw.insertion_form_count, form.target), (1, 3));
        assert_eq!(text(form.name), Some("S_CBRANCH_SCC0"));
        let new = &*raw.new_blocks;
        assert_eq!((raw.new_block_count, new.after), (1, 2));
        assert_eq!((new.first_successor, new.successor_count), (0, 2));
        let successors = std::slice::from_raw_parts(raw.new_successors, 2).iter();
        let found = successors.map(|s| (s.block, s.like_block, s.like_successor));
        let expected = [(3, 3, 4), (4, NONE, NONE)];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!((raw.target_count, raw.successor_count), (1, 1));
        let (target, other) = (&*raw.targets, &*raw.successors);
        assert_eq!((target.inst, target.block), (6, 5));
        assert_eq!((other.block, other.before, other.after), (2, 3, 5));
        let operands = std::slice::from_raw_parts(raw.insertion_operands, 3).iter();
        let found = operands.map(|o| (o.target, o.operand, text(o.name)));
        let expected = [
            (1, 0, Some("VGPR4")),
            (1, 1, Some("VGPR5")),
            (2, 2, Some("VGPR6_VGPR7")),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!((raw.form_count, (*raw.forms).target), (1, 7));
        let form = text((*raw.forms).name);
        assert_eq!(form, Some("V_MFMA_F64_16X16X4F64_mac_e64"));
        assert_eq!((raw.operand_count, (*raw.operands).target), (1, 8));
        assert_eq!((raw.removal_count, *raw.removals), (1, 8));
        let debug = std::slice::from_raw_parts(raw.debug_edits, raw.debug_edit_count as usize);
        let found = debug
            .iter()
            .map(|d| (d.value, d.block, d.operand, text(d.name)));
        let expected = [
            (4, NONE, 2, Some("VGPR6_VGPR7")),
            (5, NONE, 0, Some("")),
            (6, 9, 0, Some("")),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!(raw.remark_count, 1);
        assert_eq!(text((*raw.remarks).message), Some("because"));
        let (args, count) = ((*raw.remarks).args, (*raw.remarks).arg_count);
        assert_eq!((count, text((*args).key)), (1, Some("Reason")));
        assert_eq!(text((*args).value), Some("none"));
        free(plan);
    }
}

#[test]
fn what_is_in_assembly_has_no_number_for_llvm() {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0\nINLINEASM opaque, #1 | asm parsed\n\
        S_NOP #0 | embedded inside line=1\nS_NOP #1\n\
        INLINEASM opaque, #1 | asm parsed\nS_NOP #2 | embedded inside line=1\nS_ENDPGM #0\n";
    let function = crate::machine::text::parse(text).expect("a function");
    let insertion = |before, place| Insertion {
        block: BlockId(0),
        before,
        place,
        operands: Vec::new(),
        form: None,
    };
    let remark = |inst| Remark {
        kind: RemarkKind::Missed,
        name: "Nop",
        message: String::new(),
        block: BlockId(0),
        inst: Some(InstId(inst)),
        args: Vec::new(),
    };
    let mut script = Script {
        orders: vec![(BlockId(0), [2, 0, 3, 5].map(InstId).to_vec())],
        insertions: vec![
            insertion(Some(InstId(5)), Place::Nop(0)),
            insertion(None, Place::Copy(InstId(2))),
        ],
        removals: vec![InstId(2)],
        ..Script::default()
    };
    let mut remarks = [0, 1, 2, 4, 5, 9].map(remark);
    assert_eq!(number_as_llvm(&mut script, &mut remarks, &function), Ok(()));
    assert_eq!(script.orders[0].1, [1, 0, 2, 3].map(InstId));
    assert_eq!(script.insertions[0].before, Some(InstId(3)));
    assert_eq!(script.insertions[1].place, Place::Copy(InstId(1)));
    assert_eq!(script.removals, [InstId(1)]);
    let about = remarks.map(|remark| remark.inst.map(|inst| inst.0));
    assert_eq!(about, [Some(0), Some(0), Some(1), Some(2), Some(3), None]);
    let mut inside = Script {
        removals: vec![InstId(4)],
        ..Script::default()
    };
    let refused = number_as_llvm(&mut inside, &mut [], &function);
    assert_eq!(refused, Err(Refusal::Assembly));
}

#[test]
fn what_is_declined_changes_nothing() {
    let outcome = Outcome {
        settled: true,
        ..Outcome::declined("because".to_owned())
    };
    let script = Script {
        removals: vec![InstId(0)],
        ..Script::default()
    };
    let plan = export(outcome, &script, &[]);
    // SAFETY: made by export just now, released once.
    unsafe {
        assert_eq!((*plan).flags, 0);
        free(plan);
    }
}

#[test]
fn tuples_have_llvms_names() {
    let name = |text| RegRange::parse(text).map(llvm_name);
    assert_eq!(name("v[4:6]").as_deref(), Some("VGPR4_VGPR5_VGPR6"));
    assert_eq!(name("s2").as_deref(), Some("SGPR2"));
    assert_eq!(name("vcc").as_deref(), Some("VCC"));
}

#[test]
fn moves_are_those_of_the_registers_files() {
    let opcode = |to, from| {
        let reg = |text| RegRange::parse(text).expect("a register").first();
        crate::ffi::opcodes::NAMES[move_opcode(reg(to), reg(from)) as usize]
    };
    assert_eq!(opcode("v1", "v2"), "V_MOV_B32_e32");
    assert_eq!(opcode("v1", "a2"), "V_ACCVGPR_READ_B32_e64");
    assert_eq!(opcode("a1", "v2"), "V_ACCVGPR_WRITE_B32_e64");
    assert_eq!(opcode("a1", "a2"), "V_ACCVGPR_MOV_B32");
}
