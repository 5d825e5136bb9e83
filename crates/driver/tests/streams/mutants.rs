//! Every row of the hazard table, dropped and one wait state short: the checker must notice.

use std::rc::Rc;

use super::*;
use cdnasched_base::rules::{Need, Policy, Rule, rules};
use cdnasched_engine::hazard::{self, Facts};
use cdnasched_testing::witness;

/// A row that requires fewer wait states than it should, by any policy.
fn weakened(rule: &Rule, short_of: u8) -> &'static Rule {
    let less = |need: Need| match need {
        Need::Const(n) => Need::Const(n.saturating_sub(short_of)),
        Need::PerPasses(list) => Need::PerPasses(list.map(|n| n.saturating_sub(short_of))),
    };
    // Rows are static data; a few hundred of them are no loss to a test.
    Box::leak(Box::new(Rule {
        documents: rule.documents.map(less),
        llvm: less(rule.llvm),
        safe: rule.safe.map(less),
        ..rule.clone()
    }))
}

/// Whether a witness of the row shows that placement by the weakened row inserts too little.
fn noticed(rule: &'static Rule, short_of: u8) -> bool {
    let weakened = weakened(rule, short_of);
    let rows = |gpu| {
        let rows = rules().filter(move |row| row.gpus.contains(&gpu));
        rows.map(|row| if row.id == rule.id { weakened } else { row })
    };
    Policy::ALL.iter().any(|&policy| {
        witness::witnesses(rule).iter().any(|w| {
            let mut function = w.straight(0).expect("a witness parses");
            let rows: Rc<[_]> = rows(w.gpu).collect();
            let facts = Facts::by_rules(&function, policy, rows);
            hazard::place_by(&mut function, &facts);
            !hazards(&function, policy).is_empty()
        })
    })
}

#[test]
fn every_weakened_row_is_noticed() {
    let (mut noticed_all, mut missed) = (0, Vec::new());
    for rule in rules() {
        for (what, short_of) in [("dropped", u8::MAX), ("one wait state short", 1)] {
            if noticed(rule, short_of) {
                println!("noticed: {} {what}", rule.id);
                noticed_all += 1;
            } else {
                println!("MISSED:  {} {what}", rule.id);
                missed.push(format!("{} {what}", rule.id));
            }
        }
    }
    println!(
        "{noticed_all} of {} mutants noticed",
        noticed_all + missed.len()
    );
    assert!(missed.is_empty(), "{missed:?}");
}
