//! How far loops are from what no order of their instructions takes less than, and which of them overlap
//! their iterations.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use cdnasched_driver::report::{BoundRecord, Clocks, LoopBoundRecord, LoopRecord, OverlapRecord};
use cdnasched_engine::timing::title;

/// One wave alone, or the kernel's own number of waves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Waves {
    One,
    Own,
}

impl Waves {
    /// As a kernel runs, then what shows latencies.
    pub const BOTH: [Waves; 2] = [Waves::Own, Waves::One];

    pub fn name(self) -> &'static str {
        match self {
            Waves::One => "one wave",
            Waves::Own => "own waves",
        }
    }
    pub fn clocks(self, clocks: &Clocks) -> f64 {
        match self {
            Waves::One => clocks.one_wave,
            Waves::Own => clocks.own_waves,
        }
    }
    fn bound(self, bound: &LoopBoundRecord) -> &BoundRecord {
        match self {
            Waves::One => &bound.one_wave,
            Waves::Own => &bound.own_waves,
        }
    }
}

/// How far two versions of a loop are from the least that one of them can take: the two do not have the
/// same instructions, and what copies cost can be avoided.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Distances {
    /// The least clocks.
    pub least: f64,
    /// What needs them.
    pub by: String,
    /// LLVM's clocks / the least.
    pub llvm: f64,
    /// Ours / the least.
    pub ours: f64,
}

impl Distances {
    pub fn of(
        llvm: &LoopRecord,
        ours: &LoopRecord,
        model: &str,
        waves: Waves,
    ) -> Option<Distances> {
        let bounds = [llvm, ours].map(|l| l.bound(model).map(|bound| waves.bound(bound)));
        let least = bounds.into_iter().flatten();
        let least = least.min_by(|a, b| a.clocks.total_cmp(&b.clocks))?;
        let took = |l: &LoopRecord| Some(waves.clocks(&l.timing(model)?.last));
        (least.clocks > 0.0).then_some(Distances {
            least: least.clocks,
            by: least.by.clone(),
            llvm: took(llvm)? / least.clocks,
            ours: took(ours)? / least.clocks,
        })
    }

    /// For a line of a table.
    pub fn print(&self) -> String {
        format!("{:>8.0} {:>18}  {}", self.least, self.change(), self.by)
    }

    /// How far above the least LLVM's and ours are.
    pub fn change(&self) -> String {
        format!("{} -> {}", above(self.llvm), above(self.ours))
    }
}

/// The heading over [`Distances::print`].
pub(super) fn heading() -> String {
    format!("{:>8} {:>18}  needed by", "least", "above it")
}

fn above(ratio: f64) -> String {
    format!("{:.0} %", 100.0 * (ratio - 1.0))
}

/// Loops of one kind: under one model, with one or all waves.
#[derive(Clone, Default, Debug, Serialize)]
struct Sum {
    loops: u32,
    /// Within 5, 10 and 25 % of the least: LLVM's and ours.
    within_5: (u32, u32),
    within_10: (u32, u32),
    within_25: (u32, u32),
    /// Sums of the logarithms of clocks / least: LLVM's and ours.
    #[serde(skip)]
    logs: (f64, f64),
    /// Geometric means of clocks / least: LLVM's and ours.
    mean: (f64, f64),
    /// How many loops each resource binds.
    by: BTreeMap<String, u32>,
}

/// How near matrix loops are to their bounds.
#[derive(Clone, Default, Debug, Serialize)]
pub(super) struct Bounds {
    /// In the order of models, own waves first.
    sums: Vec<(String, Waves, Sum)>,
    overlaps: Overlaps,
}

/// What became of the loops whose iterations might overlap.
#[derive(Clone, Default, Debug, Serialize)]
struct Overlaps {
    rotated: u32,
    declined: u32,
    /// The declined ones by reason.
    reasons: BTreeMap<String, u32>,
}

impl Bounds {
    /// Adds a matrix loop.
    pub fn add(&mut self, llvm: &LoopRecord, ours: &LoopRecord) {
        for bound in &ours.bound {
            for waves in Waves::BOTH {
                if let Some(distances) = Distances::of(llvm, ours, &bound.model, waves) {
                    self.sum(&bound.model, waves).add(&distances);
                }
            }
        }
        if let Some(overlap) = &ours.overlap {
            self.overlaps.add(overlap);
        }
    }

    fn sum(&mut self, model: &str, waves: Waves) -> &mut Sum {
        let known = self.sums.iter();
        let mut known = known.map(|(m, w, _)| m == model && *w == waves);
        let at = known.position(|found| found).unwrap_or(self.sums.len());
        if at == self.sums.len() {
            self.sums.push((model.to_owned(), waves, Sum::default()));
        }
        &mut self.sums[at].2
    }

    /// A line for each model and number of waves, and one for overlapping iterations.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (model, waves, sum) in &self.sums {
            let mut by: Vec<(&String, &u32)> = sum.by.iter().collect();
            by.sort_by_key(|&(what, count)| (std::cmp::Reverse(count), what));
            let by: Vec<String> = by.iter().map(|(what, n)| format!("{what} {n}")).collect();
            let _ = writeln!(
                out,
                "{} of {} matrix loops within 5 % of their bound, the least clocks that any order takes \
                 (LLVM's: {}), within 10 %: {} ({}), within 25 %: {} ({}); geometric mean of clocks / \
                 bound {:.3} ({:.3}); {}, {}; needed by: {}",
                sum.within_5.1,
                sum.loops,
                sum.within_5.0,
                sum.within_10.1,
                sum.within_10.0,
                sum.within_25.1,
                sum.within_25.0,
                sum.mean.1,
                sum.mean.0,
                title(model),
                waves.name(),
                by.join(", ")
            );
        }
        out + &self.overlaps.print()
    }
}

impl Sum {
    fn add(&mut self, distances: &Distances) {
        let Distances { llvm, ours, .. } = *distances;
        self.loops += 1;
        for (within, most) in [
            (&mut self.within_5, 1.05),
            (&mut self.within_10, 1.10),
            (&mut self.within_25, 1.25),
        ] {
            within.0 += u32::from(llvm <= most);
            within.1 += u32::from(ours <= most);
        }
        self.logs = (self.logs.0 + llvm.ln(), self.logs.1 + ours.ln());
        let mean = |logs: f64| (logs / f64::from(self.loops)).exp();
        self.mean = (mean(self.logs.0), mean(self.logs.1));
        // Which instruction a recurrence passes through is another for each loop.
        let by = distances.by.split(" through").next().unwrap_or_default();
        *self.by.entry(by.to_owned()).or_default() += 1;
    }
}

impl Overlaps {
    fn add(&mut self, overlap: &OverlapRecord) {
        if overlap.rotated {
            self.rotated += 1;
            return;
        }
        self.declined += 1;
        let reason = overlap.declined.as_deref().unwrap_or("no reason given");
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
    }

    fn print(&self) -> String {
        if self.rotated + self.declined == 0 {
            return String::new();
        }
        let mut reasons: Vec<(&String, &u32)> = self.reasons.iter().collect();
        reasons.sort_by_key(|&(why, count)| (std::cmp::Reverse(count), why));
        let reasons: String = reasons
            .iter()
            .map(|(why, count)| format!("; {why}: {count}"))
            .collect();
        format!(
            "matrix loops whose iterations overlap: {} of {}{reasons}\n",
            self.rotated,
            self.rotated + self.declined
        )
    }
}

/// What became of a loop whose iterations might overlap, in few words.
pub(super) fn overlap(found: &LoopRecord) -> String {
    match &found.overlap {
        None => "-".to_owned(),
        Some(overlap) if overlap.rotated => "rotated".to_owned(),
        Some(overlap) => overlap.declined.clone().unwrap_or_else(|| "no".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cdnasched_driver::report::{DistanceRecord, TimingRecord};

    /// A loop that takes so many clocks, of which it could take so few.
    fn of(clocks: f64, least: f64, by: &str) -> LoopRecord {
        let bound = BoundRecord {
            clocks: least,
            by: by.to_owned(),
            distance: DistanceRecord {
                before: None,
                last: clocks / least,
            },
        };
        LoopRecord {
            clocks: vec![TimingRecord {
                model: "measured".to_owned(),
                last: Clocks {
                    one_wave: clocks,
                    own_waves: clocks,
                },
                ..TimingRecord::default()
            }],
            bound: vec![LoopBoundRecord {
                model: "measured".to_owned(),
                one_wave: bound.clone(),
                own_waves: bound,
            }],
            ..LoopRecord::default()
        }
    }

    #[test]
    fn both_versions_are_set_against_the_lower_bound_of_the_two() {
        // LLVM's has copies, which take issue slots.
        let (llvm, ours) = (
            of(1500.0, 1100.0, "issue"),
            of(1040.0, 1000.0, "matrix pipe"),
        );
        let distances = Distances::of(&llvm, &ours, "measured", Waves::One);
        let distances = distances.expect("both have a bound");
        assert_eq!((distances.llvm, distances.ours), (1.5, 1.04));
        assert_eq!(distances.change(), "50 % -> 4 %");
        assert_eq!(distances.by, "matrix pipe");
        assert_eq!(Distances::of(&llvm, &ours, "llvm", Waves::Own), None);
    }

    #[test]
    fn loops_near_their_bound_are_counted() {
        let mut bounds = Bounds::default();
        let llvm = of(1500.0, 1000.0, "issue");
        bounds.add(
            &llvm,
            &of(1050.0, 1000.0, "recurrence through 'v_add_f32 v0, v0, v1'"),
        );
        bounds.add(&llvm, &of(1051.0, 1000.0, "LDS"));
        let text = bounds.print();
        assert!(text.starts_with("1 of 2 matrix loops within 5 %"), "{text}");
        assert!(text.contains("(LLVM's: 0), within 10 %: 2 (0)"), "{text}");
        assert!(text.contains("needed by: issue 2\n"), "{text}");
        assert!(!text.contains("overlap"), "{text}");
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn overlaps_are_counted_by_reason() {
        let mut bounds = Bounds::default();
        let mut ours = of(1040.0, 1000.0, "LDS");
        let mut add = |rotated, reason: Option<&str>| {
            ours.overlap = Some(OverlapRecord {
                rotated,
                declined: reason.map(str::to_owned),
                ..OverlapRecord::default()
            });
            bounds.add(&of(1500.0, 1000.0, "LDS"), &ours);
        };
        add(true, None);
        add(false, Some("several blocks"));
        add(false, Some("no gain"));
        add(false, Some("several blocks"));
        let text = bounds.print();
        let line = "matrix loops whose iterations overlap: 1 of 4; several blocks: 2; no gain: 1\n";
        assert!(text.ends_with(line), "{text}");
    }
}
