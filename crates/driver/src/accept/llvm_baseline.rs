//! LLVM's own stream as a reference: the incoming order with the waits and nops that LLVM would place.

use crate::finish::{FinishedCopy, Followed};
use crate::hazard::Facts;
use crate::machine::Function;
use crate::report::Clocks;
use crate::schedule::{self, Refusal};
use crate::timing::{Finished, Timing, TraceTiming};
use crate::waitcnt;

/// What a finished function costs.
pub(super) type Figures = Timing<Finished>;

/// The incoming order finished by our rules and by LLVM's, as far as the two differ.
pub(super) struct LlvmBaseline {
    ours: Figures,
    llvm: Figures,
}

impl LlvmBaseline {
    /// `None` where nothing differs, or no waits can be placed. `time` times the traces that it is
    /// told of.
    pub fn of(
        incoming: Function,
        followed: Followed,
        ours: &FinishedCopy,
        changed: impl Fn(&FinishedCopy) -> Vec<bool>,
        time: impl Fn(&FinishedCopy, &[bool]) -> Figures,
    ) -> Option<LlvmBaseline> {
        let facts = Facts::of_llvm(&incoming);
        let llvm = FinishedCopy::of(incoming, &facts, waitcnt::Policy::Llvm, followed)?;
        let differs = changed(&llvm);
        differs.contains(&true).then(|| LlvmBaseline {
            ours: time(ours, &differs),
            llvm: time(&llvm, &differs),
        })
    }

    /// Whether an order of the trace at that place is level with LLVM's own stream.
    pub fn is_level(&self, at: usize, new: &TraceTiming) -> Result<(), Refusal> {
        let llvm = &self.llvm.traces[at].models;
        schedule::is_level((&new.models[..], &llvm[..]))
    }

    /// What our waits and nops cost one run of the function above LLVM's, in the incoming order, under a model:
    /// negative where they save some.
    pub fn cost(&self, model: usize) -> Clocks {
        let of = |figures: &Figures| Clocks {
            one_wave: figures.clocks(model),
            own_waves: figures.clocks_at_occupancy(model),
        };
        super::above(of(&self.ours), of(&self.llvm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::BlockId;
    use crate::timing::{Figures as WaveFigures, ModelTiming, Period, Trace};

    /// By model: time of one wave, until everything has returned, and at the kernel's own waves.
    fn trace(models: &[(u64, u64, u64)]) -> TraceTiming {
        let models = models.iter().map(|&(period, drained, own)| ModelTiming {
            single_wave: WaveFigures {
                period: Period(period),
                drained: Period(drained),
                ..WaveFigures::default()
            },
            at_occupancy: Period(own),
        });
        TraceTiming {
            trace: Trace {
                blocks: vec![BlockId(0)],
                next: None,
            },
            frequency: 1.0,
            entering: vec![0.0; models.len()],
            models: models.collect(),
        }
    }

    #[test]
    fn an_order_is_behind_when_llvms_stream_is_faster_anywhere() {
        let figures = |models: &[(u64, u64, u64)]| Figures::of_traces(2, vec![trace(models)]);
        let baseline = LlvmBaseline {
            ours: figures(&[(110, 120, 60), (90, 90, 40)]),
            llvm: figures(&[(100, 120, 50), (80, 90, 40)]),
        };
        let level = |models: [(u64, u64, u64); 2]| baseline.is_level(0, &trace(&models)).is_ok();
        assert!(level([(100, 130, 50), (80, 99, 40)]));
        assert!(!level([(101, 120, 50), (80, 90, 40)]));
        assert!(!level([(100, 120, 51), (80, 90, 40)]));
        assert!(!level([(90, 120, 40), (81, 90, 40)]));
        assert_eq!(baseline.cost(0).one_wave, 10.0 / 16.0);
    }

    #[test]
    fn a_function_is_slower_when_one_model_says_so() {
        let figures = |models: &[(u64, u64, u64)]| {
            let same = trace(&[(10, 10, 10), (10, 10, 10)]);
            Figures::of_traces(2, vec![trace(models), same])
        };
        let old = figures(&[(100, 120, 50), (80, 90, 40)]);
        let slower = |new: &Figures| schedule::is_function_slower(new, &old, 2);
        assert!(!slower(&old));
        assert!(!slower(&figures(&[(96, 120, 50), (80, 90, 40)])));
        assert!(slower(&figures(&[(96, 120, 50), (96, 90, 40)])));
    }
}
