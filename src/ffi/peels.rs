//! Copies of one way through loops, which the shim puts in front of them.

use super::abi::*;
use super::entry;
use super::plan;
use super::session::Session;
use crate::machine::{Function, InstId, Reg, RegRange};
use crate::transform::peel::{Condition, Decision, Latch, Logic, Part, Peel, Step, peels};

/// What is put in front of which loops; see the header.
///
/// # Safety
/// `session` and `function` must be null or valid, `function` for all it points to, and `steps` valid for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_peels(
    session: *const CdnaSession,
    function: *const CdnaFunction,
    steps: *mut CdnaPeelStep,
    capacity: u64,
) -> u64 {
    let find = |session: &Session, flat: Function| {
        let name = flat.name.clone();
        let walls = session.walls();
        session.with_progress(&name, |progress| {
            let found = peels(&flat, &progress.not_peeled, walls);
            let raw = numbered(&flat, &found).unwrap_or_default();
            let fits = !raw.is_empty() && raw.len() as u64 <= capacity;
            if fits {
                progress.before_peeling(flat, found);
            }
            raw
        })
    };
    // SAFETY: what the caller vouches for.
    unsafe { entry::before_stage(session, function, (steps, capacity), find) }
}

/// The steps, with LLVM's numbers of instructions.
fn numbered(function: &Function, found: &[Peel]) -> Option<Vec<CdnaPeelStep>> {
    let indices = plan::llvm_indices(function);
    let number = |inst: InstId| Some(indices.get(inst.index()).copied()??.0);
    let mut steps = Vec::new();
    for peel in found {
        let (entry, exit) = (peel.entry.0, peel.exit.0);
        steps.push(step(CDNA_PEEL_LOOP, [entry, exit, number_of(peel.follows)]));
        let blocks = peel.blocks.iter();
        steps.extend(blocks.map(|block| step(CDNA_PEEL_BLOCK, [block.0, 0, 0])));
        if let Some(lanes) = &peel.lanes {
            steps.push(step(CDNA_PEEL_WHOLE, [first(lanes.whole), 0, 0]));
            for part in &lanes.body {
                steps.push(match *part {
                    Part::Keep(inst) => step(CDNA_PEEL_KEEP, [number(inst)?, 0, 0]),
                    Part::Mask { how, to, of } => {
                        let kind = match how {
                            Logic::And => CDNA_PEEL_MASK_AND,
                            Logic::AndNot => CDNA_PEEL_MASK_AND_NOT,
                            Logic::Or => CDNA_PEEL_MASK_OR,
                            Logic::Xor => CDNA_PEEL_MASK_XOR,
                        };
                        step(kind, [first(to), pair(of[0]), pair(of[1])])
                    }
                    Part::Narrow(mask) => step(CDNA_PEEL_NARROW, [pair(mask), 0, 0]),
                    Part::Widen => step(CDNA_PEEL_WIDEN, [0; 3]),
                });
            }
        }
        steps.push(match peel.latch {
            Latch::Bit(Decision { pair, if_set }) => {
                let kind = match pair {
                    None => CDNA_PEEL_BY_SCC,
                    Some(_) => CDNA_PEEL_BY_VCC,
                };
                let asks_for_lanes = u32::from(!peel.full.is_empty());
                step(CDNA_PEEL_LATCH, [kind, u32::from(if_set), asks_for_lanes])
            }
            Latch::Lanes { narrows, free } => step(
                CDNA_PEEL_LATCH,
                [CDNA_PEEL_BY_LANES, number(narrows)?, first(free)],
            ),
        });
        for Condition {
            steps: parts,
            decision,
        } in &peel.conditions
        {
            for part in parts {
                match part {
                    Step::Copy(inst, edits) => {
                        steps.push(step(CDNA_PEEL_COPY, [number(*inst)?, 0, 0]));
                        steps.extend(edits.iter().map(|&(operand, to)| {
                            let count = u32::from(to.len());
                            let kind = match to.first().is_vector() {
                                true => CDNA_PEEL_RENAME_VECTOR,
                                false => CDNA_PEEL_RENAME,
                            };
                            step(kind, [operand as u32, first(to), count])
                        }));
                    }
                    &Step::Inverse { to, mask } => {
                        let of = match mask.first().is_vcc() {
                            true => CDNASCHED_NONE,
                            false => first(mask),
                        };
                        steps.push(step(CDNA_PEEL_INVERSE, [first(to), of, 0]));
                    }
                    &Step::Move { to, from } => {
                        let [from, half] = match from.is_vcc() {
                            true => [0, 1 + u32::from(from != Reg::VCC_LO)],
                            false => [number_of(from), 0],
                        };
                        steps.push(step(CDNA_PEEL_MOVE, [number_of(to), from, half]));
                    }
                }
            }
            let compared = decision.pair.map_or(CDNASCHED_NONE, first);
            let runs = u32::from(decision.if_set);
            steps.push(step(
                CDNA_PEEL_CONDITION,
                [runs, compared, number_of(peel.all)],
            ));
        }
    }
    Some(steps)
}

fn step(kind: CdnaPeelKind, [a, b, c]: [u32; 3]) -> CdnaPeelStep {
    CdnaPeelStep { kind, a, b, c }
}

/// A pair, as the header numbers it.
fn pair(range: RegRange) -> u32 {
    match range.first() {
        vcc if vcc.is_vcc() => CDNA_PEEL_VCC,
        exec if exec.is_exec() => CDNA_PEEL_EXEC,
        _ => first(range),
    }
}

fn first(range: RegRange) -> u32 {
    number_of(range.first())
}

fn number_of(reg: Reg) -> u32 {
    u32::from(reg.number())
}
