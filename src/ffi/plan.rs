//! The answer of a stage, as C sees it.

use super::abi::*;
use crate::machine::RegRange;
use crate::machine::edits::{Edit, OperandEdit, Place};
use crate::pipeline::{Outcome, RemarkKind};

/// A plan with the memory its pointers point into. `raw` comes first: C holds a pointer to it.
#[repr(C)]
struct OwnedPlan {
    raw: CdnaPlan,
    edits: Vec<CdnaEdit>,
    operands: Vec<CdnaOperandEdit>,
    remarks: Vec<CdnaRemark>,
    /// Keeps the strings alive: messages of remarks and names of registers.
    texts: Vec<String>,
}

/// The edits as C sees them, and what they point into.
#[derive(Default)]
struct Edits {
    edits: Vec<CdnaEdit>,
    operands: Vec<CdnaOperandEdit>,
    texts: Vec<String>,
}

impl Edits {
    fn add(&mut self, edit: &Edit) {
        let first_operand = self.operands.len() as u32;
        let (kind, inst, imm) = match edit.place {
            Place::Existing(inst) => (CDNA_EDIT_PLACE, inst.0, 0),
            Place::Removed(inst) => (CDNA_EDIT_REMOVE, inst.0, 0),
            Place::Copy(inst) => (CDNA_EDIT_COPY, inst.0, 0),
            Place::Nop(imm) => (CDNA_EDIT_NOP, CDNASCHED_NONE, imm),
            Place::Waitcnt(imm) => (CDNA_EDIT_WAITCNT, CDNASCHED_NONE, imm),
            Place::Move { to, from } => {
                for (operand, register) in (0..).zip([to, from]) {
                    if let Some(register) = RegRange::new(register, 1) {
                        self.operand(OperandEdit { operand, register });
                    }
                }
                (CDNA_EDIT_MOVE, CDNASCHED_NONE, 0)
            }
        };
        edit.operands
            .iter()
            .for_each(|&operand| self.operand(operand));
        self.edits.push(CdnaEdit {
            block: edit.block.0,
            kind,
            inst,
            imm,
            first_operand,
            operand_count: self.operands.len() as u32 - first_operand,
        });
    }

    fn operand(&mut self, edit: OperandEdit) {
        let name = edit.register.first().llvm_name();
        self.operands.push(CdnaOperandEdit {
            operand: edit.operand,
            slot_count: edit.register.len() as u32,
            first_slot: CdnaStr::of(&name),
        });
        // Moving a String leaves its bytes where they are.
        self.texts.push(name);
    }
}

/// Makes a plan for C. Released by [`free`].
pub fn export(outcome: Outcome) -> *mut CdnaPlan {
    let mut made = Edits::default();
    outcome.edits.iter().for_each(|edit| made.add(edit));
    let Edits {
        edits,
        operands,
        mut texts,
    } = made;
    let mut remarks = Vec::with_capacity(outcome.remarks.len());
    for remark in outcome.remarks {
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
        });
        // Moving a String leaves its bytes where they are.
        texts.push(remark.message);
    }
    let mut plan = Box::new(OwnedPlan {
        raw: CdnaPlan::default(),
        edits,
        operands,
        remarks,
        texts,
    });
    plan.raw = CdnaPlan {
        flags: if outcome.settled {
            CDNA_PLAN_SETTLED
        } else {
            0
        },
        reserved: 0,
        edits: plan.edits.as_ptr(),
        edit_count: plan.edits.len() as u64,
        operands: plan.operands.as_ptr(),
        operand_count: plan.operands.len() as u64,
        remarks: plan.remarks.as_ptr(),
        remark_count: plan.remarks.len() as u64,
        // Reserved.
        ..CdnaPlan::default()
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
    use crate::machine::{BlockId, InstId, Reg};
    use crate::pipeline::Remark;

    #[test]
    fn a_plan_survives_the_trip_through_c() {
        let edit = |place, operands| Edit {
            block: BlockId(3),
            place,
            operands,
        };
        let reg = |n| Reg::vgpr(n).expect("a register");
        let pair = OperandEdit {
            operand: 2,
            register: RegRange::new(reg(6), 2).expect("a pair"),
        };
        let (to, from) = (reg(4), reg(5));
        let plan = export(Outcome {
            edits: vec![
                edit(Place::Nop(4), Vec::new()),
                edit(Place::Move { to, from }, Vec::new()),
                edit(Place::Copy(InstId(7)), vec![pair]),
            ],
            remarks: vec![Remark {
                kind: RemarkKind::Missed,
                name: "Declined",
                message: "because".to_owned(),
                block: BlockId(0),
                inst: Some(InstId(7)),
            }],
            settled: true,
            ..Outcome::default()
        });
        // SAFETY: made by export just now, released once.
        unsafe {
            let raw = &*plan;
            assert_eq!((raw.edit_count, raw.operand_count), (3, 3));
            assert_eq!((raw.remark_count, raw.block_count), (1, 0));
            assert_eq!(raw.flags, CDNA_PLAN_SETTLED);
            let edits = std::slice::from_raw_parts(raw.edits, 3);
            let found = edits
                .iter()
                .map(|e| (e.kind, e.inst, e.imm, e.first_operand));
            let expected = [
                (CDNA_EDIT_NOP, CDNASCHED_NONE, 4, 0),
                (CDNA_EDIT_MOVE, CDNASCHED_NONE, 0, 0),
                (CDNA_EDIT_COPY, 7, 0, 2),
            ];
            assert_eq!(found.collect::<Vec<_>>(), expected);
            let counts = edits.iter().map(|e| e.operand_count);
            assert_eq!(counts.collect::<Vec<_>>(), [0, 2, 1]);
            let operands = std::slice::from_raw_parts(raw.operands, 3);
            let text = |value| super::super::import::text(value, "text").ok();
            let found = operands.iter();
            let found = found.map(|o| (o.operand, o.slot_count, text(o.first_slot)));
            let expected = [
                (0, 1, Some("VGPR4")),
                (1, 1, Some("VGPR5")),
                (2, 2, Some("VGPR6")),
            ];
            assert_eq!(found.collect::<Vec<_>>(), expected);
            assert_eq!(text((*raw.remarks).message), Some("because"));
            free(plan);
        }
    }
}
