//! What a search says of itself: phases, winner, and why candidates were refused.

use super::*;
use crate::schedule::candidates::{Candidates, Selection};
use crate::schedule::stats::Origin;
use crate::schedule::{Effort, Refusal, SearchStats, search};
use crate::timing::{Figures, Period};

/// The reasons for which a candidate is refused that was better when it was found, and is measured in
/// a problem that has changed since.
fn refusals_after(change: impl FnOnce(&mut Problem, &[Figures])) -> Vec<(Refusal, u64)> {
    let f = function("gfx942", &late_read(8));
    let mut problem = problem_of(&f, &Model::built_in(f.gpu));
    let schedule = reordered(&problem, &[8, 0, 1, 2, 3, 4, 5, 6, 7, 9]);
    let models = 0..problem.incoming.len();
    let figures: Vec<Figures> = models
        .map(|model| problem.evaluate(&schedule.ops, model).0)
        .collect();
    let mut candidates = Candidates::default();
    assert!(candidates.offer(&problem, &schedule, &figures, Origin::Construct));
    change(&mut problem, &figures);
    let mut stats = SearchStats::default();
    if let Selection::Better { .. } = candidates.select(&problem, &mut stats) {
        assert_eq!(stats.refusals().count(), 0);
    }
    stats.refusals().collect()
}

#[test]
fn refused_candidates_are_counted_by_reason() {
    assert_eq!(refusals_after(|_, _| {}), []);
    assert_eq!(
        refusals_after(|problem, figures| problem.incoming[0] = figures[0]),
        [(Refusal::NotFaster, 1)]
    );
    assert_eq!(
        refusals_after(|problem, _| problem.incoming[0].waits = 0),
        [(Refusal::TooMuchOverhead, 1)]
    );
    assert_eq!(
        refusals_after(|problem, _| problem.incoming[1].period = Period(0)),
        [(Refusal::SlowerUnderOtherModel, 1)]
    );
    // Four waves hide the latency of the read in any order; one does not.
    let measured_at_other_waves = |problem: &mut Problem, _: &[Figures]| {
        problem.waves = 4;
        for model in 0..problem.incoming.len() {
            problem.incoming_at_occupancy(model);
        }
        problem.waves = 1;
    };
    assert_eq!(
        refusals_after(measured_at_other_waves),
        [(Refusal::SlowerAtOccupancy, 1)]
    );
}

#[test]
fn a_search_says_what_its_phases_did_and_which_found_the_winner() {
    let f = function("gfx942", &late_read(8));
    let problem = problem_of(&f, &Model::built_in(f.gpu));
    let mut stats = SearchStats::default();
    let Selection::Better { best, .. } = search(&problem, Effort::Default, &mut stats) else {
        panic!("the read gains by moving ahead")
    };
    stats.winner = Some(best.origin);
    assert!(stats.construct.steps > 0 && stats.construct.candidates > 0);
    assert!(stats.construct.schedules >= stats.construct.candidates);
    assert_eq!(stats.improve, Default::default(), "loops only");
    stats.refuse(Refusal::SlowerAtOccupancy);
    stats.refuse(Refusal::SlowerAtOccupancy);
    let log = stats.to_string();
    let lines: Vec<&str> = log.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("construct: "), "{log}");
    assert!(!log.contains("improve"), "{log}");
    let winner = format!("found by: {}", best.origin.name());
    assert!(lines.contains(&winner.as_str()), "{log}");
    let refused = "refused, slower at the kernel's number of waves: 2";
    assert!(lines.contains(&refused), "{log}");
}
