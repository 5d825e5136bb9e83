//! A function that gets the orders that a file has for it.

use super::super::table_oracle::TableOracle;
use super::super::{Options, Outcome, RemarkKind, report_builder};
use super::file::{FunctionOrders, fingerprint};
use super::{MOST_BROKEN, judgement, search_options};
use crate::handover::Progress;
use crate::hazard::Facts;
use crate::machine::Function;
use crate::schedule::OrderSpace;

/// Gives a function orders from outside, or says why it stays as it is. `incoming` is the function as it came, without
/// what the stage adds to it.
pub fn apply(
    function: &mut Function,
    incoming: &Function,
    orders: &FunctionOrders,
    options: &Options,
    progress: &mut Progress,
    outcome: &mut Outcome,
) {
    let needs = TableOracle(Facts::new(function, options.hazards));
    let search = search_options(function, options);
    let space = OrderSpace::new(function, &needs, &search);
    let found = fingerprint(incoming);
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
            outcome.remark(RemarkKind::Warning, "GivenOrder", message);
        }
        None => {
            let report = space.report(function, &orders.regions);
            space.apply(function, &orders.regions);
            report_builder::schedule(function, &search.models, &report, progress);
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
