//! Random loops, renamed wrong in one way each: the check that is there for it finds it.

use super::dice::Dice;
use super::random_renamed::{Named, Program, Web, accepted, executed, free, moved, program};
use super::*;
use cdnasched_base::machine::InstFlags;

/// Faults of a renaming.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    /// One operand keeps its register.
    Operand,
    /// The operands from some place on keep theirs.
    Half,
    /// A tuple begins at an odd number.
    Odd,
    /// Another web lives there.
    Taken,
    /// LLVM keeps it for itself.
    Reserved,
    /// No wave would fit beside it.
    Budget,
    /// EXEC changes between the definition and a use.
    Exec,
}

const FAULTS: [Fault; 7] = [
    Fault::Operand,
    Fault::Half,
    Fault::Odd,
    Fault::Taken,
    Fault::Reserved,
    Fault::Budget,
    Fault::Exec,
];

/// A web's operands, wrongly renamed, if the fault can be made with it.
fn broken(program: &Program, web: usize, fault: Fault, dice: &mut Dice) -> Option<Function> {
    let this = &program.webs[web];
    let mut function = program.function.clone();
    let operands = this.operands.len();
    let elsewhere = free(dice, &program.webs, web, 40).filter(|&first| first != this.first)?;
    let is_read = |&(inst, operand, ..): &Named| {
        let function = &program.function;
        !function.operands(InstId(inst))[operand].is_def()
    };
    let reads = this.operands.iter().filter(|o| is_read(o)).count();
    if this.fixed != (fault == Fault::Exec) || reads == 0 {
        return None;
    }
    let mut part = this.clone();
    let first = match fault {
        Fault::Operand => {
            let reads: Vec<usize> = (0..operands)
                .filter(|&at| is_read(&this.operands[at]))
                .collect();
            part.operands.remove(reads[dice.below(reads.len())]);
            elsewhere
        }
        Fault::Half => {
            let last = this.operands.iter().rposition(is_read)?;
            part.operands
                .truncate(1 + dice.below(last.max(1)).min(last.checked_sub(1)?));
            elsewhere
        }
        Fault::Odd => {
            let tuple = |&(inst, operand, _, len): &Named| {
                let function = &program.function;
                let explicit = function.operands(InstId(inst))[operand].is_explicit();
                len > 1 && explicit && !function.flags(InstId(inst)).has(InstFlags::META)
            };
            this.operands
                .iter()
                .find(|o| tuple(o))
                .map(|_| elsewhere + 1)?
        }
        Fault::Taken => {
            let lives = |o: &&Web| {
                o.from < this.to && this.to < o.to && o.first != this.first && o.len >= this.len
            };
            let others = program.webs.iter().filter(lives);
            others
                .filter(|o| o.first.is_multiple_of(2) || this.len == 1)
                .map(|o| o.first)
                .next()?
        }
        Fault::Reserved if this.len == 1 => 250,
        Fault::Budget => 200,
        Fault::Exec if this.operands.len() > 1 => elsewhere,
        _ => return None,
    };
    moved(&mut function, &part, first);
    Some(function)
}

/// Whether the fault was found by the check that is there for it.
fn found_by(fault: Fault, verdict: &Violation) -> bool {
    use Violation::{Exec, LiveOut, Register, SlotValue, Waves};
    match fault {
        Fault::Operand | Fault::Half => matches!(
            verdict,
            SlotValue { .. }
                | LiveOut { .. }
                | Register {
                    why: Refused::Overlap | Refused::Implicit,
                    ..
                }
        ),
        Fault::Odd => matches!(
            verdict,
            Register {
                why: Refused::Class,
                ..
            }
        ),
        Fault::Taken => matches!(verdict, SlotValue { .. } | LiveOut { .. }),
        Fault::Reserved => matches!(
            verdict,
            Register {
                why: Refused::Reserved,
                ..
            }
        ),
        Fault::Budget => matches!(verdict, Waves { .. }),
        Fault::Exec => matches!(verdict, Exec { .. } | LiveOut { .. } | SlotValue { .. }),
    }
}

#[test]
fn every_fault_is_found_by_its_check() {
    let mut found = std::collections::BTreeMap::new();
    let mut differ = 0;
    for seed in 0..150 {
        let Some(program) = program(seed, seed % 2 == 0) else {
            continue;
        };
        let mut dice = Dice(seed, 5000);
        for web in 0..program.webs.len() {
            for fault in FAULTS {
                let Some(function) = broken(&program, web, fault, &mut dice) else {
                    continue;
                };
                let original = &program.function;
                let local = matches!(fault, Fault::Odd | Fault::Reserved | Fault::Budget);
                let verdict = match local {
                    true => renaming(&function, original),
                    false => accepted(&function, original),
                };
                let found_it = verdict.as_ref().is_err_and(|v| found_by(fault, v));
                // Matrix results in loops that lanes leave are refused before anything else is looked at.
                // Where a web is written anew it is no fault to leave it there. A load's result is refused
                // where it comes to lie over its address.
                let same = !local && verdict.is_ok();
                let same = same && executed(&function, original, seed).is_none();
                let lanes = matches!(
                    verdict,
                    Err(Violation::Register {
                        why: Refused::InactiveLanes | Refused::Overlap,
                        ..
                    })
                );
                assert!(
                    found_it || lanes || same,
                    "seed {seed} {fault:?}: {verdict:?}\n{original}\n{function}"
                );
                *found.entry(fault).or_insert(0) += u32::from(found_it);
                differ += u32::from(executed(&function, original, seed).is_some());
            }
        }
    }
    assert!(
        FAULTS.iter().all(|fault| found.get(fault) > Some(&15)),
        "{found:?}"
    );
    assert!(differ > 400, "{differ} {found:?}");
}
