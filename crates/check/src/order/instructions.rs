//! Are the same instructions there, each between the same boundaries?

use super::super::Violation;
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// Each instruction's region, counted by the boundaries before it; a boundary itself has an
/// odd number.
fn regions(function: &Function, order: &[InstId]) -> Vec<(InstId, u32)> {
    let mut region = 0;
    let mut all = Vec::with_capacity(order.len());
    for &id in order {
        if function.flags(id).has(InstFlags::BOUNDARY) {
            all.push((id, region + 1));
            region += 2;
        } else {
            all.push((id, region));
        }
    }
    all.sort_unstable();
    all
}

/// Proves that a block holds its instructions once each, each in its region, and bundles as a whole.
pub(super) fn same_instructions(
    function: &Function,
    block: BlockId,
    before: &[InstId],
    after: &[InstId],
    place: &[u32],
) -> Result<(), Violation> {
    let mut is = regions(function, after).into_iter().peekable();
    for (inst, region) in regions(function, before) {
        match is.next_if(|&(found, _)| found <= inst) {
            Some((found, _)) if found < inst => {
                return Err(Violation::Foreign { block, inst: found });
            }
            Some((_, now)) if now != region => return Err(Violation::Boundary { block, inst }),
            Some(_) => {}
            None => return Err(Violation::Missing { block, inst }),
        }
    }
    if let Some((inst, _)) = is.next() {
        return Err(Violation::Foreign { block, inst });
    }
    // A member follows the same instruction as before: its header or the member before it.
    for pair in before.windows(2) {
        let [ahead, member] = pair else { continue };
        if function.flags(*member).has(InstFlags::IN_BUNDLE)
            && place[member.index()] != place[ahead.index()].wrapping_add(1)
        {
            return Err(Violation::Bundle {
                block,
                inst: *member,
            });
        }
    }
    Ok(())
}
