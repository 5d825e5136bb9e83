//! What the clocks of a loop would be if something were otherwise: numbers of the cost model, the latency of memory, the
//! number of waves.

use super::data::{Bound, Latency, LatencyPoint, LoopTimes, Perturbed};
use super::regions::{rounded, spent};
use cdnasched_base::machine::Function;
use cdnasched_base::machine::occupancy::more_waves;
use cdnasched_engine::timing::{FAMILY, LoopBound, Model, Period, Perturbation, Timeline, Trace};

/// By how many clocks the latency of vector memory is changed.
const LATENCIES: [i32; 9] = [-300, -200, -100, 0, 100, 200, 300, 500, 800];
/// No load returns sooner: what the nearest cache takes, in issue slots.
const LEAST_LATENCY: u16 = 30;
/// Clocks of an issue slot.
const CLOCKS_PER_SLOT: i32 = 4;

/// How much may be simulated for a version of a kernel: executions of instructions, as far as their number is known before.
const MOST_WORK: usize = 4_000_000;
/// Iterations that simulating a loop takes, roughly.
const ITERATIONS: usize = 12;

/// What may yet be simulated.
pub(super) struct Budget(usize);

impl Budget {
    /// For one version of a kernel.
    pub fn new() -> Budget {
        Budget(MOST_WORK)
    }

    fn take(&mut self, work: usize) -> bool {
        let enough = work <= self.0;
        if enough {
            self.0 -= work;
        }
        enough
    }
}

/// The perturbed parameter sets that could matter to these functions.
pub(super) fn family<'a>(
    functions: impl Iterator<Item = &'a Function> + Clone,
    model: &Model,
) -> Vec<(&'static Perturbation, Model)> {
    let members = FAMILY.iter().filter(|member| {
        let mut functions = functions.clone();
        functions.any(|function| member.concerns(function))
    });
    members
        .filter_map(|member| Some((member, member.of(model)?)))
        .collect()
}

/// A loop of which questions are asked, and the numbers of waves of its timelines.
pub(super) struct Subject<'a> {
    pub function: &'a Function,
    pub trace: &'a Trace,
    pub model: &'a Model,
    pub crowds: &'a [u32],
}

/// The answers.
#[derive(Default)]
pub(super) struct Answers {
    pub perturbed: Vec<Perturbed>,
    pub latency: Option<Latency>,
    pub clocks_with_more_waves: Option<f64>,
}

impl Subject<'_> {
    /// Executions of instructions for one parameter set.
    fn work(&self) -> usize {
        let blocks = self.trace.blocks.iter();
        let instructions: usize = blocks.map(|&b| self.function.block(b).order.len()).sum();
        let waves: u32 = self.crowds.iter().sum();
        instructions * waves as usize * ITERATIONS
    }

    /// What a budget is enough for.
    pub fn ask(&self, family: &[(&'static Perturbation, Model)], budget: &mut Budget) -> Answers {
        let work = self.work();
        let mut answers = Answers::default();
        if !self.trace.is_loop() {
            return answers;
        }
        if budget.take(work) {
            answers.clocks_with_more_waves = self.with_more_waves();
        }
        if budget.take(work * family.len()) {
            answers.perturbed = self.perturbed(family);
        }
        if budget.take(work * LATENCIES.len()) {
            answers.latency = self.latency();
        }
        answers
    }

    fn with_more_waves(&self) -> Option<f64> {
        let waves = more_waves(self.function)?.waves;
        let models = std::slice::from_ref(self.model);
        let periods = Timeline::periods(self.function, self.trace, models, &[waves]);
        Some(clocks(*periods.first()?.first()?))
    }

    fn perturbed(&self, family: &[(&'static Perturbation, Model)]) -> Vec<Perturbed> {
        let models: Vec<Model> = family.iter().map(|(_, model)| model.clone()).collect();
        let periods = Timeline::periods(self.function, self.trace, &models, self.crowds);
        let members = family.iter().zip(periods);
        let members = members.map(|((member, _), periods)| Perturbed {
            name: member.name,
            words: member.words,
            clocks: periods.into_iter().map(clocks).collect(),
        });
        members.collect()
    }

    fn latency(&self) -> Option<Latency> {
        let (function, trace) = (self.function, self.trace);
        let assumed = self
            .model
            .load_latency_in(function, &trace.blocks)?
            .clocks();
        let points = LATENCIES.into_iter().filter_map(|more| {
            let model = self
                .model
                .with_load_latency(more / CLOCKS_PER_SLOT, LEAST_LATENCY)?;
            let times = |&waves: &u32| {
                let watched = Timeline::of(function, trace, &model, waves);
                let bound = LoopBound::of(function, trace, &model, waves);
                LoopTimes {
                    period: clocks(watched.period),
                    spent: spent(&watched),
                    bound: bound.map(|bound| Bound {
                        clocks: clocks(bound.at_occupancy.period),
                        by: bound.at_occupancy.by.describe(function),
                    }),
                }
            };
            Some(LatencyPoint {
                clocks: assumed + f64::from(more),
                loops: self.crowds.iter().map(times).collect(),
            })
        });
        Some(Latency {
            assumed,
            points: points.collect(),
        })
    }
}

fn clocks(period: Period) -> f64 {
    rounded(period.clocks())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LLVM, OURS, input, made};
    use super::*;
    use cdnasched_engine::timing::find_bank_conflicts;

    const LOADED: &str = "GLOBAL_LOAD_DWORD_SADDR def v1, v0, s[2:3], #0, #0, imp exec | load | read space=1 bytes=4\n\
        S_WAITCNT #3952\n\
        V_ADD_F32_e32 def v1, v1, v0, imp exec";

    fn loaded() -> String {
        LLVM.replace("V_ADD_F32_e32 def v1, v0, v0, imp exec", LOADED)
    }

    /// What a page says of other numbers is what the simulator says under them.
    #[test]
    fn figures_are_those_of_the_changed_models() {
        let one = input("LLVM", &loaded());
        let mut function = one.function.clone();
        find_bank_conflicts(&mut function);
        let [model, _] = Model::built_in(function.gpu);
        let trace = Trace::all(&function).into_iter().find(Trace::is_loop);
        let trace = trace.expect("a loop");
        let clocks = |model: &Model, waves| {
            let watched = Timeline::of(&function, &trace, model, waves);
            rounded(watched.period.clocks())
        };
        let kernel = made(vec![one]);
        let part = kernel.regions[0].versions[0].as_ref().expect("a version");
        let crowds: Vec<u32> = part.timelines.iter().map(|of| of.waves).collect();
        assert_eq!(crowds, [1, 8]);
        let family = family(std::iter::once(&function), &model);
        assert_eq!(part.perturbed.len(), family.len());
        for (perturbed, (member, model)) in part.perturbed.iter().zip(&family) {
            assert_eq!(perturbed.name, member.name);
            let expected: Vec<f64> = crowds.iter().map(|&waves| clocks(model, waves)).collect();
            assert_eq!(perturbed.clocks, expected, "{}", member.name);
        }
        let latency = part.latency.as_ref().expect("it loads");
        let assumed = latency
            .points
            .iter()
            .find(|point| point.clocks == latency.assumed);
        let periods = assumed.expect("a point").loops.iter().map(|of| of.period);
        let shown = part.timelines.iter().map(|of| rounded(of.period));
        assert!(periods.eq(shown));
        let alone: Vec<f64> = latency
            .points
            .iter()
            .map(|point| point.loops[0].period)
            .collect();
        assert!(
            alone.is_sorted() && alone[0] < alone[alone.len() - 1],
            "{alone:?}"
        );
        // Eight waves are the most.
        assert_eq!(part.clocks_with_more_waves, None);
    }

    #[test]
    fn both_versions_are_asked_the_same() {
        let kernel = made(vec![input("LLVM", LLVM), input("ours", OURS)]);
        let [Some(one), Some(other)] = &kernel.regions[0].versions[..] else {
            panic!("two versions");
        };
        let names = |part: &super::super::data::RegionVersion| -> Vec<&str> {
            part.perturbed
                .iter()
                .map(|perturbed| perturbed.name)
                .collect()
        };
        assert!(!names(one).is_empty());
        assert_eq!(names(one), names(other));
        assert_eq!(
            (&one.latency, &other.latency),
            (&None, &None),
            "nothing is loaded"
        );
    }

    #[test]
    fn what_is_too_much_is_left_out() {
        let mut budget = Budget(100);
        assert!(budget.take(60) && !budget.take(60) && budget.take(40));
    }
}
