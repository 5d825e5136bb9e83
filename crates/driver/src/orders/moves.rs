//! Orders said by moves.

use serde::{Deserialize, Serialize};

use super::Evaluator;
use crate::schedule::{NoOrder, Orders};

/// A node of a region goes directly before another one, or to the end of the region: `[region, node, before]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move(pub usize, pub u32, pub Option<u32>);

/// Orders after some moves, one after the other. Regions without an order begin with the incoming one.
///
/// # Errors
/// When there is no such region or node, or a node is to go before itself.
pub fn moved(evaluator: &Evaluator, mut orders: Orders, moves: &[Move]) -> Result<Orders, NoOrder> {
    for &Move(region, node, before) in moves {
        let Some(view) = evaluator.space.region(region) else {
            return Err(NoOrder::NoRegion {
                region,
                count: evaluator.space.len(),
            });
        };
        let nodes = view.len();
        let order = orders
            .entry(region)
            .or_insert_with(|| (0..nodes as u32).collect());
        let place = |order: &[u32], node| {
            let found = order.iter().position(|&other| other == node);
            found.ok_or(NoOrder::Node {
                region,
                node,
                nodes,
            })
        };
        let from = place(order, node)?;
        order.remove(from);
        let to = match before {
            Some(before) => place(order, before)?,
            None => order.len(),
        };
        order.insert(to, node);
    }
    Ok(orders)
}
