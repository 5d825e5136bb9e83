//! What waits and nops are for, and where values come from, as data.

use std::collections::HashMap;

use super::data::{Explanation, Read};
use super::function::Listing;
use crate::machine::{Function, InstId};

/// Explanations, and which instruction has which.
#[derive(Default)]
pub(super) struct Explained {
    pub all: Vec<Explanation>,
    pub by_inst: HashMap<InstId, u32>,
}

pub(super) fn of(_function: &Function, _listing: &Listing) -> Explained {
    Explained::default()
}

/// By instruction of the listing: what it reads.
pub(super) fn values(_function: &Function, listing: &Listing) -> Vec<Vec<Read>> {
    vec![Vec::new(); listing.insts.len()]
}
