//! The answer of a stage, as C sees it.

use super::abi::*;
use crate::machine::edits::{Insertion, OperandEdit, Place, Refusal, Script};
use crate::machine::{BlockId, Function, InstFlags, InstId, Reg, RegFile, RegRange};
use crate::pipeline::{Outcome, Remark, RemarkKind};

/// A plan with the memory its pointers point into. `raw` comes first: C holds a pointer to it.
#[repr(C)]
struct OwnedPlan {
    raw: CdnaPlan,
    edits: Edits,
    remarks: Vec<CdnaRemark>,
    /// Keep the messages and arguments of remarks alive.
    _messages: Vec<String>,
    _args: Vec<Arguments>,
}

/// Arguments of a remark as C sees them, and what they point into.
type Arguments = (Vec<CdnaArgument>, Vec<(&'static str, String)>);

/// The edits as C sees them, and what they point into.
#[derive(Default)]
struct Edits {
    new_blocks: Vec<CdnaNewBlock>,
    new_successors: Vec<CdnaNewSuccessor>,
    orders: Vec<CdnaOrder>,
    insts: Vec<u32>,
    insertions: Vec<CdnaInsertion>,
    insertion_operands: Vec<CdnaOperandEdit>,
    insertion_forms: Vec<CdnaForm>,
    forms: Vec<CdnaForm>,
    operands: Vec<CdnaOperandEdit>,
    removals: Vec<u32>,
    targets: Vec<CdnaTarget>,
    successors: Vec<CdnaOtherSuccessor>,
    names: Vec<String>,
}

impl Edits {
    fn of(script: &Script) -> Edits {
        let mut made = Edits {
            removals: script.removals.iter().map(|inst| inst.0).collect(),
            ..Edits::default()
        };
        made.flow(script);
        for (block, order) in &script.orders {
            made.orders.push(CdnaOrder {
                block: block.0,
                first_inst: made.insts.len() as u32,
                inst_count: order.len() as u32,
            });
            made.insts.extend(order.iter().map(|inst| inst.0));
        }
        for (at, insertion) in (0..).zip(&script.insertions) {
            made.insertion(at, insertion);
        }
        for (inst, name) in &script.forms {
            let form = made.form(inst.0, name);
            made.forms.push(form);
        }
        for &(inst, operand) in &script.operands {
            let edit = made.operand(inst.0, operand);
            made.operands.push(edit);
        }
        made
    }

    /// The blocks that are added, and where control goes otherwise than before.
    fn flow(&mut self, script: &Script) {
        let none = (BlockId(CDNASCHED_NONE), BlockId(CDNASCHED_NONE));
        for block in &script.new_blocks {
            self.new_blocks.push(CdnaNewBlock {
                after: block.after.0,
                first_successor: self.new_successors.len() as u32,
                successor_count: block.successors.len() as u32,
                reserved: 0,
            });
            let successors = block.successors.iter().map(|successor| {
                let (like_block, like_successor) = successor.like.unwrap_or(none);
                CdnaNewSuccessor {
                    block: successor.to.0,
                    like_block: like_block.0,
                    like_successor: like_successor.0,
                    reserved: 0,
                }
            });
            self.new_successors.extend(successors);
        }
        let targets = script.targets.iter();
        self.targets = targets
            .map(|&(inst, block)| CdnaTarget {
                inst: inst.0,
                block: block.0,
            })
            .collect();
        let successors = script.successors.iter();
        self.successors = successors
            .map(|other| CdnaOtherSuccessor {
                block: other.block.0,
                before: other.before.0,
                after: other.after.0,
                reserved: 0,
            })
            .collect();
    }

    fn insertion(&mut self, at: u32, insertion: &Insertion) {
        let (opcode, value) = match insertion.place {
            Place::Nop(imm) => (CDNA_OPCODE_NOP, imm),
            Place::Waitcnt(imm) => (CDNA_OPCODE_WAITCNT, imm),
            Place::Move { .. } => (CDNA_OPCODE_MOVE, 0),
            Place::Branch { of: inst, .. }
            | Place::Copy(inst)
            | Place::Existing(inst)
            | Place::Removed(inst) => (CDNASCHED_NONE, inst.0),
        };
        let target = match insertion.place {
            Place::Branch { to, .. } => to.0,
            _ => CDNASCHED_NONE,
        };
        self.insertions.push(CdnaInsertion {
            block: insertion.block.0,
            before: insertion.before.map_or(CDNASCHED_NONE, |inst| inst.0),
            opcode,
            value,
            target,
            reserved: 0,
        });
        let mut operands = insertion.operands.clone();
        if let Place::Move { to, from } = insertion.place {
            let registers = (0..).zip([to, from]);
            operands.extend(registers.filter_map(|(operand, register)| {
                let register = RegRange::new(register, 1)?;
                Some(OperandEdit { operand, register })
            }));
        }
        for operand in operands {
            let edit = self.operand(at, operand);
            self.insertion_operands.push(edit);
        }
        if let Some(name) = &insertion.form {
            let form = self.form(at, name);
            self.insertion_forms.push(form);
        }
    }

    fn form(&mut self, target: u32, name: &str) -> CdnaForm {
        let name = name.to_owned();
        let form = CdnaForm {
            target,
            reserved: 0,
            name: CdnaStr::of(&name),
        };
        // Moving a String leaves its bytes where they are.
        self.names.push(name);
        form
    }

    fn operand(&mut self, target: u32, edit: OperandEdit) -> CdnaOperandEdit {
        let name = llvm_name(edit.register);
        let edit = CdnaOperandEdit {
            target,
            operand: edit.operand,
            name: CdnaStr::of(&name),
        };
        // Moving a String leaves its bytes where they are.
        self.names.push(name);
        edit
    }
}

/// LLVM's name of a register or tuple: `VGPR4_VGPR5`, and `VCC` for `VCC_LO` and what follows it.
fn llvm_name(range: RegRange) -> String {
    let first = range.first();
    if first.file() == RegFile::Special && range.len() == 2 {
        let name = first.llvm_name();
        return name.strip_suffix("_LO").unwrap_or(&name).to_owned();
    }
    let names: Vec<String> = range.regs().map(Reg::llvm_name).collect();
    names.join("_")
}

/// Gives instructions the indices that LLVM's have in the function that the plan is for: instructions in
/// inline assembly, of which the core has ids and LLVM has nothing, do not count.
///
/// # Errors
/// When the plan changes what is in inline assembly.
pub fn number_as_llvm(
    script: &mut Script,
    remarks: &mut [Remark],
    original: &Function,
) -> Result<(), Refusal> {
    let mut next = 0;
    let indices: Vec<Option<InstId>> = (0..original.inst_count() as u32)
        .map(|id| {
            let is_llvms = !original.flags(InstId(id)).has(InstFlags::IN_ASM);
            let index = is_llvms.then_some(InstId(next));
            next += u32::from(is_llvms);
            index
        })
        .collect();
    for remark in remarks {
        // Of an instruction in assembly, LLVM knows the assembly alone.
        let known = remark.inst.filter(|inst| inst.index() < indices.len());
        let own = known.map(|inst| original.asm_around(inst).unwrap_or(inst));
        remark.inst = own.and_then(|inst| indices[inst.index()]);
    }
    let number = |inst: &mut InstId| {
        let index = indices.get(inst.index()).copied().flatten();
        *inst = index.ok_or(Refusal::Assembly)?;
        Ok(())
    };
    let Script {
        new_blocks: _,
        orders,
        insertions,
        forms,
        operands,
        removals,
        targets,
        successors: _,
    } = script;
    let orders = orders.iter_mut().flat_map(|(_, order)| order);
    orders.chain(removals).try_for_each(number)?;
    for insertion in insertions {
        insertion.before.iter_mut().try_for_each(number)?;
        match &mut insertion.place {
            Place::Existing(inst) | Place::Removed(inst) | Place::Copy(inst) => number(inst)?,
            Place::Branch { of, .. } => number(of)?,
            Place::Nop(_) | Place::Waitcnt(_) | Place::Move { .. } => {}
        }
    }
    let forms = forms.iter_mut().map(|(inst, _)| inst);
    let operands = operands.iter_mut().map(|(inst, _)| inst);
    let targets = targets.iter_mut().map(|(inst, _)| inst);
    forms.chain(operands).chain(targets).try_for_each(number)
}

/// What is said of a plan that cannot be applied.
pub fn refusal(why: &str) -> String {
    format!(
        "the plan of edits was refused: {why}; the function was left as LLVM had it, please report \
         it"
    )
}

/// Makes a plan for C. Released by [`free`].
pub fn export(outcome: Outcome, script: &Script) -> *mut CdnaPlan {
    let mut messages = Vec::with_capacity(outcome.remarks.len());
    let mut remarks = Vec::with_capacity(outcome.remarks.len());
    let mut all_args = Vec::with_capacity(outcome.remarks.len());
    for remark in outcome.remarks {
        let args = remark.args.iter().map(|(key, value)| CdnaArgument {
            key: CdnaStr::of(key),
            value: CdnaStr::of(value),
        });
        let args: Vec<CdnaArgument> = args.collect();
        remarks.push(CdnaRemark {
            kind: match remark.kind {
                RemarkKind::Passed => CDNA_REMARK_PASSED,
                RemarkKind::Missed => CDNA_REMARK_MISSED,
                RemarkKind::Analysis => CDNA_REMARK_ANALYSIS,
                RemarkKind::Warning => CDNA_REMARK_WARNING,
                RemarkKind::Error => CDNA_REMARK_ERROR,
            },
            block: remark.block.0,
            inst: remark.inst.map_or(CDNASCHED_NONE, |inst| inst.0),
            reserved: 0,
            name: CdnaStr::of(remark.name),
            message: CdnaStr::of(&remark.message),
            args: args.as_ptr(),
            arg_count: args.len() as u64,
        });
        // Moving a String or a Vec leaves its contents where they are.
        all_args.push((args, remark.args));
        messages.push(remark.message);
    }
    let flags = [
        (!script.is_empty() && !outcome.declined, CDNA_PLAN_CHANGES),
        (outcome.settled && !outcome.declined, CDNA_PLAN_SETTLED),
    ];
    let mut plan = Box::new(OwnedPlan {
        raw: CdnaPlan::default(),
        edits: Edits::of(script),
        remarks,
        _messages: messages,
        _args: all_args,
    });
    let edits = &plan.edits;
    plan.raw = CdnaPlan {
        flags: flags
            .iter()
            .fold(0, |all, (is, bit)| all | if *is { *bit } else { 0 }),
        reserved: 0,
        new_blocks: edits.new_blocks.as_ptr(),
        new_block_count: edits.new_blocks.len() as u64,
        new_successors: edits.new_successors.as_ptr(),
        new_successor_count: edits.new_successors.len() as u64,
        orders: edits.orders.as_ptr(),
        order_count: edits.orders.len() as u64,
        insts: edits.insts.as_ptr(),
        inst_count: edits.insts.len() as u64,
        insertions: edits.insertions.as_ptr(),
        insertion_count: edits.insertions.len() as u64,
        insertion_operands: edits.insertion_operands.as_ptr(),
        insertion_operand_count: edits.insertion_operands.len() as u64,
        insertion_forms: edits.insertion_forms.as_ptr(),
        insertion_form_count: edits.insertion_forms.len() as u64,
        forms: edits.forms.as_ptr(),
        form_count: edits.forms.len() as u64,
        operands: edits.operands.as_ptr(),
        operand_count: edits.operands.len() as u64,
        removals: edits.removals.as_ptr(),
        removal_count: edits.removals.len() as u64,
        targets: edits.targets.as_ptr(),
        target_count: edits.targets.len() as u64,
        successors: edits.successors.as_ptr(),
        successor_count: edits.successors.len() as u64,
        remarks: plan.remarks.as_ptr(),
        remark_count: plan.remarks.len() as u64,
    };
    Box::into_raw(plan).cast()
}

/// Releases a plan.
///
/// # Safety
/// `plan` must be null or come from [`export`], and must not be used again.
pub unsafe fn free(plan: *mut CdnaPlan) {
    if !plan.is_null() {
        // SAFETY: export() made it as an OwnedPlan, whose first field is the CdnaPlan.
        drop(unsafe { Box::from_raw(plan.cast::<OwnedPlan>()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::edits::{NewBlock, NewSuccessor, OtherSuccessor};

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
        let plan = export(outcome, &script);
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
            let text = |value| super::super::raw::text(value, "text").ok();
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
        let plan = export(outcome, &script);
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
}
