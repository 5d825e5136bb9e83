//! What waits are for.

use std::collections::HashMap;

use super::nops::common;
use super::paths::Paths;
use super::{Reason, ReasonKind};
use cdnasched_base::gpu::{Counter, Unit};
use cdnasched_base::machine::{Function, InstFlags, InstId, Operand, Reg, RegRange};
use cdnasched_check::{Reliance, WaitUse, wait_uses};

/// The reasons of each wait that has any.
pub(super) fn reasons(function: &Function) -> HashMap<InstId, Vec<Reason>> {
    let uses = wait_uses(function);
    let mut paths = Paths::new(function);
    let barriers = before_barriers(function);
    let mut all: HashMap<InstId, Vec<Reason>> = HashMap::new();
    for of_wait in uses.chunk_by(|a, b| a.wait == b.wait && a.counter == b.counter) {
        let Some(wait) = of_wait.first().map(|of| of.wait) else {
            continue;
        };
        // What registers show needs this count; what is completed beyond it is for something else.
        let shown = of_wait.iter().filter(|of| of.reliance.is_some());
        let shown = shown.map(|of| of.count).min();
        let barrier = barriers.get(&wait).copied();
        let reasons = all.entry(wait).or_default();
        for of in of_wait {
            let is_store = |inst| function.flags(inst).has(InstFlags::MAY_STORE);
            let before_barrier = barrier.is_some() && of.producer.is_some_and(is_store);
            let matters = of.reliance.is_some()
                || of.producer.is_none()
                || before_barrier
                || shown.is_none_or(|count| of.count < count);
            if matters {
                reasons.push(reason(function, &mut paths, of, barrier));
            }
        }
    }
    all
}

fn reason(
    function: &Function,
    paths: &mut Paths<'_>,
    of: &WaitUse,
    barrier: Option<InstId>,
) -> Reason {
    let registers = match (of.producer, of.reliance) {
        (Some(producer), Some((consumer, Reliance::Read(reg) | Reliance::Overwrite(reg)))) => {
            shared(function, of.counter, producer, consumer, reg)
        }
        _ => None,
    };
    let consumer = of.reliance.map(|(consumer, _)| consumer);
    // Who relies on it is behind the barrier, in other waves too.
    let consumer = consumer.or(barrier.filter(|_| of.producer.is_some()));
    let way = of.producer.into_iter().chain([of.wait]).chain(consumer);
    Reason {
        producer: of.producer,
        consumer,
        registers,
        kind: ReasonKind::Wait {
            counter: of.counter,
            count: of.count,
            reliance: of.reliance.map(|(_, reliance)| reliance),
        },
        iteration_before: of.iteration_before,
        path: paths.through(way),
    }
}

/// The registers that an operation has yet to write or to read and that another instruction touches.
fn shared(
    function: &Function,
    counter: Counter,
    producer: InstId,
    consumer: InstId,
    reg: Reg,
) -> Option<RegRange> {
    let owed = |operand: &&Operand| operand.is_def() != (counter == Counter::Exp);
    let with_reg = |operand: &Operand| operand.reg().filter(|range| range.contains(reg));
    let owed = function.operands(producer).iter().filter(owed);
    let owed = owed.filter_map(with_reg).next()?;
    let touched = function.operands(consumer).iter().filter_map(with_reg);
    touched.filter_map(|range| common(owed, range)).next()
}

/// By wait: the barrier that follows it with nothing but waits and nops in between.
fn before_barriers(function: &Function) -> HashMap<InstId, InstId> {
    let mut found = HashMap::new();
    for block in function.block_ids() {
        let mut waits = Vec::new();
        for &inst in &function.block(block).order {
            match function.info(inst).unit {
                Unit::Wait => waits.push(inst),
                Unit::Nop | Unit::Meta => {}
                Unit::Barrier => found.extend(waits.drain(..).map(|wait| (wait, inst))),
                _ => waits.clear(),
            }
        }
    }
    found
}
