//! The answer of a stage, as C sees it.

use super::abi::*;
use crate::pipeline::{EditKind, Outcome, RemarkKind};

/// A plan with the memory its pointers point into. `raw` comes first: C holds a pointer to it.
#[repr(C)]
struct OwnedPlan {
    raw: CdnaPlan,
    edits: Vec<CdnaEdit>,
    remarks: Vec<CdnaRemark>,
    /// Keeps the remarks' strings alive.
    texts: Vec<String>,
}

/// Makes a plan for C. Released by [`free`].
pub fn export(outcome: Outcome) -> *mut CdnaPlan {
    let edits = outcome.edits.iter().map(|edit| CdnaEdit {
        block: edit.block.0,
        kind: match edit.kind {
            EditKind::Keep => CDNA_EDIT_KEEP,
            EditKind::CopyAmount => CDNA_EDIT_COPY_AMOUNT,
            EditKind::Nop => CDNA_EDIT_NOP,
            EditKind::Waitcnt => CDNA_EDIT_WAITCNT,
            EditKind::Remove => CDNA_EDIT_REMOVE,
        },
        inst: edit.inst.map_or(CDNASCHED_NONE, |inst| inst.0),
        imm: edit.imm,
    });
    let mut texts = Vec::with_capacity(outcome.remarks.len());
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
        edits: edits.collect(),
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
    use crate::machine::{BlockId, InstId};
    use crate::pipeline::{Edit, Remark};

    #[test]
    fn a_plan_survives_the_trip_through_c() {
        let plan = export(Outcome {
            edits: vec![Edit {
                block: BlockId(3),
                kind: EditKind::Nop,
                inst: None,
                imm: 4,
            }],
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
            assert_eq!((raw.edit_count, raw.remark_count), (1, 1));
            assert_eq!(raw.flags, CDNA_PLAN_SETTLED);
            let edit = &*raw.edits;
            assert_eq!(
                (edit.block, edit.kind, edit.inst, edit.imm),
                (3, CDNA_EDIT_NOP, CDNASCHED_NONE, 4)
            );
            let remark = &*raw.remarks;
            assert_eq!(
                super::super::import::text(remark.message, "message").ok(),
                Some("because")
            );
            free(plan);
        }
    }
}
