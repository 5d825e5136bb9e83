//! What waits and nops are for, and where values come from, as data.

use std::collections::HashMap;

use super::data::{Explanation, Read, Reason};
use super::function::Listing;
use crate::explain::{self, ReasonKind, Values};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_base::rules::Policy;

/// Explanations, and which instruction has which.
pub(super) struct Explained {
    pub all: Vec<Explanation>,
    pub by_inst: HashMap<InstId, u32>,
}

pub(super) fn of(function: &Function, listing: &Listing, policy: Policy) -> Explained {
    let mut explained = Explained {
        all: Vec::new(),
        by_inst: HashMap::new(),
    };
    for one in explain::explain(function, policy) {
        explained
            .by_inst
            .insert(one.inst, explained.all.len() as u32);
        let reasons = one.reasons.iter();
        explained.all.push(Explanation {
            sentence: one.sentence(function),
            reasons: reasons.map(|r| reason(function, listing, r)).collect(),
        });
    }
    explained
}

fn reason(function: &Function, listing: &Listing, of: &explain::Reason) -> Reason {
    let place = |inst: Option<InstId>| inst.and_then(|inst| listing.place(inst));
    let mut reason = Reason {
        sentence: of.sentence(function),
        producer: place(of.producer),
        consumer: place(of.consumer),
        register: of
            .registers
            .map_or_else(String::new, |registers| registers.to_string()),
        counter: String::new(),
        count: None,
        rule: String::new(),
        document: String::new(),
        why: String::new(),
        need: None,
        have: None,
        path: of.path.iter().map(|&block| listing.block(block)).collect(),
    };
    match of.kind {
        ReasonKind::Wait { counter, count, .. } => {
            reason.counter = counter.to_string();
            reason.count = Some(u32::from(count));
        }
        ReasonKind::Nop { rule, have, need } => {
            rule.id.clone_into(&mut reason.rule);
            rule.source.clone_into(&mut reason.document);
            rule.why.clone_into(&mut reason.why);
            (reason.have, reason.need) = (Some(have.0), Some(need.0));
        }
    }
    reason
}

/// By instruction of the listing: what it reads.
pub(super) fn values(function: &Function, listing: &Listing) -> Vec<Vec<Read>> {
    let values = Values::of(function);
    let reads = |&inst: &InstId| {
        let read = values.read_by(inst).iter().map(|value| {
            let writers = value.writers.iter();
            let mut from: Vec<u32> = writers.filter_map(|&w| listing.place(w)).collect();
            from.sort_unstable();
            Read {
                registers: value.registers.to_string(),
                from,
            }
        });
        read.collect()
    };
    listing.insts.iter().map(reads).collect()
}
