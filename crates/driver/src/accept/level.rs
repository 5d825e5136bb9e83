//! Functions without copies: level with the present one in its order, or worth a search for their own.

use super::Margin;
use super::traces::{Incoming, Measure};
use crate::figures;
use crate::finish::{FinishedCopy, Followed};
use crate::hazard::Facts;
use crate::kernel::{Kernel, State};
use crate::machine::Function;
use crate::machine::occupancy::occupancy;
use crate::phases::count_copies;
use crate::schedule;
use crate::timing::{Period, Timing, Trace};
use crate::waitcnt;

/// The most of a loop's time that it may be behind without copies, before anything has another order.
const COPIES_MARGIN: f64 = 1.0 / 64.0;
/// Clocks in which a wave issues one instruction.
const CLOCKS_PER_SLOT: u32 = 4;

/// Whether no loop of a function takes longer than in the incoming one, and not the whole function either: in the order of the
/// incoming one, in which copies may have filled the time until results were there. `may_promise`: a loop may be behind by a part of its
/// time, if instructions that are gone from loops took as long to issue. `false` also when no waits can be placed.
pub(super) fn is_level(
    state: &State,
    incoming: Incoming<'_>,
    measure: Measure<'_>,
    may_promise: bool,
) -> bool {
    let function = &state.present;
    let traces = Trace::all(function);
    let waves = occupancy(function).max(1);
    let old = finished(incoming.function, incoming.facts, measure.followed);
    let new = finished(function, &state.facts, measure.followed);
    let (Some(old), Some(new)) = (old, new) else {
        return false;
    };
    let models = &measure.search.models;
    let time =
        |copy: &FinishedCopy| Timing::finished_loops(&copy.function, models, waves, traces.clone());
    let (new, old) = (time(&new), time(&old));
    let loops = || (0..traces.len()).filter(|&at| traces[at].is_loop());
    // Clocks of issue that the function's loops have less.
    let saved_in = |at: usize| {
        let issued = |f| count_copies(f, traces[at].blocks.iter().copied()).instructions;
        let gone = issued(incoming.function).saturating_sub(issued(function));
        new.traces[at].frequency * f64::from(gone * CLOCKS_PER_SLOT)
    };
    let saved: f64 = match may_promise {
        true => loops().map(saved_in).sum(),
        false => 0.0,
    };
    if (0..models.len()).any(|model| new.clocks(model) > old.clocks(model) + saved) {
        return false;
    }
    loops().all(|at| {
        let frequency = new.traces[at].frequency;
        let is_level = |new: Period, old: Period| {
            let behind = new.clocks() - old.clocks();
            // What the whole function saves may go to one loop.
            let is_saved = saved > 0.0 && behind * frequency <= saved;
            behind <= 0.0 || is_saved && behind <= COPIES_MARGIN * old.clocks()
        };
        let figures = new.traces[at].models.iter().zip(&old.traces[at].models);
        figures.into_iter().all(|(new, old)| {
            // Waits and nops in the place of copies are in the time.
            is_level(new.single_wave.period, old.single_wave.period)
                && is_level(new.at_occupancy, old.at_occupancy)
        })
    })
}

/// A function with our waits and nops.
fn finished(function: &Function, facts: &Facts, followed: Followed) -> Option<FinishedCopy> {
    FinishedCopy::of(function.clone(), facts, waitcnt::Policy::Ours, followed)
}

/// Whether a kernel that began with what only promised to be faster is: as a whole against `other`, what was made from what is level
/// or LLVM's function; and behind LLVM's function no more than any result may be, loop by loop.
pub(crate) fn keeps_promise(kernel: &Kernel<'_>, other: &Kernel<'_>) -> bool {
    let models = &kernel.search.models;
    let finish = |function: &Function, facts| finished(function, facts, kernel.options.followed);
    let [new, old] = [kernel, other].map(|k| finish(&k.state.present, &k.state.facts));
    let llvm = finish(&kernel.given.ready, &kernel.given.facts);
    let (Some(new), Some(old), Some(llvm)) = (new, old, llvm) else {
        return false;
    };
    let sets = &kernel.options.models;
    if super::is_slower_function(&new.function, &figures(&llvm.function, sets), sets) {
        return false;
    }
    let time = |finished: &FinishedCopy| {
        let waves = occupancy(&finished.function).max(1);
        Timing::finished(&finished.function, models, waves)
    };
    let (new, old) = (time(&new), time(&old));
    let weighed = |timing: &Timing<_>| {
        schedule::weighed_clocks(timing.clocks(0), timing.clocks_at_occupancy(0))
    };
    let margin = Margin::of(weighed(&new), weighed(&old));
    let is_behind = |model: usize| {
        new.clocks(model) > margin.alone(model, old.clocks(model))
            || new.clocks_at_occupancy(model)
                > margin.beside_others(model, old.clocks_at_occupancy(model))
    };
    weighed(&new) < weighed(&old) && !(0..models.len()).any(is_behind)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::rc::Rc;

    use super::*;
    use crate::Options;
    use crate::accept::{Bar, Proposal, Refusal, accept};
    use crate::kernel::Original;
    use crate::machine::text;

    /// A loop of copies, sums, and so many exponentials, each of which takes as long as four sums.
    fn looped(copies: u32, sums: u32, exponentials: u32) -> Function {
        let mut body = String::new();
        let lines = [
            (copies, "V_MOV_B32_e32 def v1, v2"),
            (sums, "V_ADD_F32_e32 def v3, v4, v5"),
            (exponentials, "V_EXP_F32_e32 def v6, v7"),
        ];
        for (count, line) in lines {
            for _ in 0..count {
                let _ = writeln!(body, "  {line}");
            }
        }
        let text = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
             block 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}  \
             S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
             block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n"
        );
        text::parse(&text).expect("valid text")
    }

    fn accepted(before: &Function, after: Function, bar: Bar) -> Result<(), Refusal> {
        let options = Options::ALL;
        let kernel = Kernel::prepare(before, &options);
        let state = State::of(Rc::new(Original::of(after, &options)));
        accept(&kernel, &mut Proposal::new(state, bar))
    }

    #[test]
    fn what_promises_to_be_faster_is_hardly_behind() {
        let before = looped(4, 200, 0);
        let level = looped(0, 200, 0);
        let behind = looped(0, 199, 2);
        let far = looped(0, 196, 8);
        for (after, is_level, promises) in [
            (level, true, true),
            (behind, false, true),
            (far, false, false),
        ] {
            let levels = accepted(&before, after.clone(), Bar::Level);
            assert_eq!(levels.is_ok(), is_level, "{after}");
            let promise = accepted(&before, after.clone(), Bar::Promising);
            assert_eq!(promise.is_ok(), promises, "{after}");
        }
        // A loop that is never executed as well.
        let never = |function: &Function| {
            let text = function.to_string().replace("frequency=64", "frequency=0");
            text::parse(&text).expect("valid text")
        };
        let [before_never, behind] = [&before, &looped(0, 199, 2)].map(never);
        assert!(accepted(&before_never, behind, Bar::Level).is_err());
        // Nothing is saved.
        let same = looped(0, 199, 1);
        assert!(accepted(&looped(0, 200, 0), same, Bar::Promising).is_err());
    }

    #[test]
    fn a_promise_is_kept_where_the_whole_function_is_faster_and_no_slower_than_llvms() {
        let options = Options::ALL;
        let [llvm, slow, fast] = [looped(4, 200, 0), looped(8, 200, 0), looped(0, 200, 0)];
        let [llvm, slow, fast] = [llvm, slow, fast].map(|f| Rc::new(Original::of(f, &options)));
        let kernel = |now: &Rc<Original>| {
            let mut kernel = Kernel::prepare(&llvm.plain, &options);
            kernel.state = State::of(Rc::clone(now));
            kernel
        };
        let [llvm, slow, fast] = [&llvm, &slow, &fast].map(kernel);
        assert!(keeps_promise(&fast, &slow) && keeps_promise(&fast, &llvm));
        assert!(!keeps_promise(&slow, &fast) && !keeps_promise(&fast, &fast));
        // It would be, against itself with something more.
        assert!(!keeps_promise(
            &slow,
            &kernel(&Rc::new(Original::of(looped(12, 200, 0), &options)))
        ));
    }
}
