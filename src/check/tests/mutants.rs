//! Every row of the hazard table, dropped and one wait state short: the judge must notice.

use super::*;
use crate::hazard::{self, Policy, mutant, rules, witness};

/// Whether a witness of the row shows that placement asks for too little.
fn noticed(rule: &'static hazard::Rule, short_of: u32) -> bool {
    Policy::ALL.iter().any(|&policy| {
        witness::witnesses(rule).iter().any(|w| {
            let mut function = w.straight(0).expect("a witness parses");
            mutant::with(rule.id, short_of, || hazard::place(&mut function, policy));
            !hazards(&function, policy).is_empty()
        })
    })
}

#[test]
fn every_weakened_row_is_noticed() {
    let (mut noticed_all, mut missed) = (0, Vec::new());
    for rule in rules() {
        for (what, short_of) in [("dropped", 255), ("one wait state short", 1)] {
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
