//! What nops are for.

use super::{Reason, ReasonKind};
use cdnasched_base::machine::{BlockId, Function, InstId, Operand, RegRange};
use cdnasched_check::{Loops, OpenHazard, Pairs};

/// One for each pair that a nop keeps apart.
pub(super) fn reasons(
    function: &Function,
    loops: &Loops,
    pairs: &mut Pairs<'_>,
    nop: InstId,
) -> Vec<Reason> {
    let kept = pairs.kept_apart_by(nop).into_iter();
    let reason = |open: OpenHazard| Reason {
        producer: Some(open.producer),
        consumer: Some(open.consumer),
        registers: shared(function, &open),
        kind: ReasonKind::Nop {
            rule: open.rule,
            have: open.have,
            need: open.need,
        },
        iteration_before: is_around(loops, &open.path),
        path: open.path,
    };
    kept.map(reason).collect()
}

/// Whether a way goes around a loop that both its ends are in.
fn is_around(loops: &Loops, path: &[BlockId]) -> bool {
    let ends = [path.first(), path.last()];
    let mut steps = path.windows(2);
    steps.any(|step| {
        let body = loops.body(step[0], step[1]);
        body.is_some_and(|body| ends.into_iter().flatten().all(|end| body.contains(end)))
    })
}

/// The registers of both that the checker's first one is among.
pub(super) fn shared(function: &Function, open: &OpenHazard) -> Option<RegRange> {
    let first = open.register?;
    let of = |inst: InstId| {
        let operands = function.operands(inst).iter();
        let ranges = operands.filter_map(Operand::reg);
        ranges
            .filter(|range| range.contains(first))
            .collect::<Vec<_>>()
    };
    let (firsts, seconds) = (of(open.producer), of(open.consumer));
    let both = firsts.iter().find_map(|one| {
        let mut common = seconds.iter().filter_map(|other| common(*one, *other));
        common.next()
    });
    // Those before the first one have been overwritten in between.
    let both = both.and_then(|both| common(both, RegRange::new(first, both.len()).unwrap_or(both)));
    both.or_else(|| RegRange::new(first, 1))
}

/// The registers of two tuples.
pub(super) fn common(one: RegRange, other: RegRange) -> Option<RegRange> {
    let mut both = one.regs().filter(|reg| other.contains(*reg));
    let first = both.next()?;
    RegRange::new(first, both.count() as u8 + 1)
}
