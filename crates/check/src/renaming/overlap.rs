//! Which operands of one instruction share registers.

use super::distance;
use crate::machine::{Function, InstFlags, InstId, Operand, OperandFlags, RegRange, Role};

/// How far the second tuple begins after the first; `None` where they share no slot.
fn shared(a: RegRange, b: RegRange) -> Option<isize> {
    a.overlaps(b).then(|| distance(a, b))
}

/// The first operand that overlaps another one of its instruction as it must not.
///
/// What never changes: where one of two results, or of two sources that LLVM names for one tuple,
/// lies in the other; a tied source in its result; and any pair of an instruction that emits nothing,
/// which leaves its source where its result is. A result may leave the register of a source that is
/// not tied to it, and may come to lie over one as LLVM's own allocation lets it: not where LLVM says
/// that it is written before all sources are read, not over the address of a load, which XNACK may
/// replay, and over an accumulator only as a whole, as LLVM
/// has it (`VOPProfileMAI` in VOP3PInstructions.td asks for more where results are wide). Two explicit
/// sources may be any registers.
pub(super) fn differs(original: &Function, function: &Function, inst: InstId) -> Option<usize> {
    let meta = original.flags(inst).has(InstFlags::META);
    let loads = original.flags(inst).has(InstFlags::MAY_LOAD);
    let (was, is) = (original.operands(inst), function.operands(inst));
    let vector = |o: &Operand| o.reg().filter(|range| range.first().is_vector());
    for (at, (was_a, is_a)) in was.iter().zip(is).enumerate() {
        let (Some(old_a), Some(new_a)) = (vector(was_a), vector(is_a)) else {
            continue;
        };
        for (was_b, is_b) in was.iter().zip(is).take(at) {
            let (Some(old_b), Some(new_b)) = (vector(was_b), vector(is_b)) else {
                continue;
            };
            if old_a == new_a && old_b == new_b {
                continue;
            }
            let (old, new) = (shared(old_b, old_a), shared(new_b, new_a));
            let tied = old == Some(0) && [was_a, was_b].iter().any(|o| is_tied_source(o));
            let allowed = match (was_a.is_def(), was_b.is_def()) {
                _ if old == new => true,
                _ if meta => false,
                (true, true) => false,
                (false, false) => {
                    let both_explicit = was_a.is_explicit() && was_b.is_explicit();
                    old.is_none() || both_explicit
                }
                _ => {
                    let early = |o: &Operand| o.flags.has(OperandFlags::EARLY_CLOBBER);
                    let accumulator = [was_a, was_b].iter().any(|o| o.role == Role::MatC);
                    let apart =
                        loads || early(was_a) || early(was_b) || accumulator && new != Some(0);
                    !tied && (new.is_none() || old.is_none() && !apart)
                }
            };
            if !allowed {
                return Some(at);
            }
        }
    }
    None
}

fn is_tied_source(operand: &Operand) -> bool {
    operand.is_use() && operand.flags.has(OperandFlags::TIED)
}
