//! A function that gets the orders that a file has for it.

use super::file::{FunctionOrders, fingerprint};
use super::{MOST_BROKEN, judgement};
use crate::kernel::Kernel;
use crate::machine::Function;
use crate::report_builder;
use crate::schedule::OrderSpace;
use crate::{Outcome, Progress, RemarkKind};

/// Gives a kernel orders from outside, or says why it stays as it is.
pub(crate) fn apply(
    kernel: &mut Kernel<'_>,
    orders: &FunctionOrders,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    let function = &kernel.state.present;
    let space = OrderSpace::new(function, &kernel.state.needs(), &kernel.search);
    let found = fingerprint(kernel.incoming);
    let refused = if found == orders.fingerprint {
        match space.check(&orders.regions) {
            Ok(()) => broken(function, &space, orders),
            Err(wrong) => Some(wrong.to_string()),
        }
    } else {
        Some(format!(
            "they are for another version of the function ({}, this is {found}); export it again",
            orders.fingerprint
        ))
    };
    match refused {
        Some(reason) => {
            let message = format!("the orders given for this function are not taken: {reason}");
            progress.record.left_alone("given order", &message);
            outcome.unfinished = Some(message.clone());
            outcome.remark(RemarkKind::Warning, "GivenOrder", message);
        }
        None => {
            kernel.state.report = space.report(function, &orders.regions);
            space.apply(&mut kernel.state.present, &orders.regions);
            report_builder::schedule(kernel, &mut progress.record);
            let regions = orders.regions.len();
            let message = format!("{regions} regions have the order that was given for them");
            outcome.remark(RemarkKind::Passed, "GivenOrder", message);
        }
    }
}

fn broken(function: &Function, space: &OrderSpace, orders: &FunctionOrders) -> Option<String> {
    let (region, dep) = space
        .broken(&orders.regions, MOST_BROKEN)
        .first()
        .copied()?;
    let broken = judgement::broken(function, space, region, dep);
    Some(format!(
        "region {region} has node {} ({}) before node {} ({}), but {}",
        broken.to, broken.second, broken.from, broken.first, broken.reason
    ))
}
