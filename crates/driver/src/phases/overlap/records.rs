//! What the report and the remarks say of loops whose iterations overlap, and of those whose do not.

use super::{Declined, LoopOutcome, Parts};
use crate::machine::BlockId;
use crate::report::{OverlapRecord, Record};
use crate::{Outcome, Remark, RemarkKind};

/// Notes in the record of each loop what became of it.
pub fn record(loops: &[LoopOutcome], record: &mut Record) {
    for outcome in loops {
        if let Err(declined @ Declined::Wrong(_)) = &outcome.rotated {
            record.left_alone("overlapping iterations", &declined.text());
        }
        let found = record.loops.iter_mut();
        for found in found.filter(|found| found.block == outcome.block.0) {
            found.overlap = Some(match &outcome.rotated {
                Ok(parts) => OverlapRecord {
                    rotated: true,
                    declined: None,
                    carried: parts.first,
                    prologue_instructions: parts.first,
                    epilogue_instructions: parts.second,
                },
                Err(declined) => OverlapRecord {
                    declined: Some(declined.text()),
                    ..OverlapRecord::default()
                },
            });
        }
    }
}

/// One remark for each loop; those without matrix instructions that stay as they are get none.
pub fn remarks(record: &Record, outcome: &mut Outcome) {
    for found in &record.loops {
        let Some(overlap) = &found.overlap else {
            continue;
        };
        let (kind, name, message) = match &overlap.declined {
            None => {
                let (first, second) =
                    (overlap.prologue_instructions, overlap.epilogue_instructions);
                let message = rotated(Parts { first, second });
                (RemarkKind::Passed, "Overlapped", message)
            }
            Some(_) if found.matrix_instructions == 0 => continue,
            Some(reason) => {
                let message = format!("iterations of the loop do not overlap: {reason}");
                (RemarkKind::Missed, "NotOverlapped", message)
            }
        };
        outcome.remarks.push(Remark {
            kind,
            name,
            message,
            block: BlockId(found.block),
            inst: None,
            args: Vec::new(),
        });
    }
}

fn rotated(parts: Parts) -> String {
    let Parts { first, second } = parts;
    format!(
        "iterations of the loop overlap: {first} of {} instructions run one round ahead; copies of those are in \
         front of the loop, copies of the other {second} behind it",
        first + second
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::LoopRecord;
    use crate::transform::rotate::Decline;

    fn outcomes() -> [LoopOutcome; 3] {
        let outcome = |block, rotated| LoopOutcome {
            block: BlockId(block),
            rotated,
        };
        let declined = || Err(Declined::Loop(Decline::Exec));
        let parts = Parts {
            first: 30,
            second: 12,
        };
        [
            outcome(2, Ok(parts)),
            outcome(5, declined()),
            outcome(7, declined()),
        ]
    }

    #[test]
    fn each_loop_with_matrix_instructions_gets_one_remark() {
        let loops = [(2, 4), (5, 4), (7, 0)].map(|(block, matrix_instructions)| LoopRecord {
            block,
            matrix_instructions,
            ..LoopRecord::default()
        });
        let mut all = Record {
            loops: loops.to_vec(),
            ..Record::default()
        };
        record(&outcomes(), &mut all);
        let mut outcome = Outcome::default();
        remarks(&all, &mut outcome);
        let said: Vec<_> = outcome
            .remarks
            .iter()
            .map(|r| (r.block.0, &*r.message))
            .collect();
        assert_eq!(
            said,
            [
                (
                    2,
                    "iterations of the loop overlap: 30 of 42 instructions run one round ahead; copies of \
                     those are in front of the loop, copies of the other 12 behind it"
                ),
                (5, "iterations of the loop do not overlap: it writes EXEC"),
            ]
        );
    }
}
