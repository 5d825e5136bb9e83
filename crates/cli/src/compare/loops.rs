//! Matrix loops over many files: ratios by kind, and those in which most time is spent.

use std::fmt::Write as _;

use serde::Serialize;

use super::ComparedFile;
use super::bounds::{Distances, Waves, overlap};
use cdnasched_driver::report::{
    Clocks, LoopKey, LoopRecord, Record, RobustnessRecord, SpentRecord, pairs,
};
use cdnasched_engine::timing::title;

/// A matrix loop compiled twice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MatrixLoop {
    /// File and block.
    place: String,
    llvm: LoopRecord,
    /// Without renaming, where that differs.
    order_alone: Option<LoopRecord>,
    ours: LoopRecord,
}

impl MatrixLoop {
    /// The loop with the new order and LLVM's registers.
    fn order_alone(&self) -> &LoopRecord {
        self.order_alone.as_ref().unwrap_or(&self.ours)
    }
}

/// All of them.
#[derive(Clone, Default, Debug, Serialize)]
pub(super) struct Loops(Vec<MatrixLoop>);

/// A count of the loops in which most time is spent, in LLVM's code and ours.
struct Column {
    name: &'static str,
    meaning: &'static str,
    of: fn(&LoopRecord) -> u32,
}

/// Those that are printed if any loop has what they count.
const COLUMNS: [Column; 2] = [
    Column {
        name: "copies",
        meaning: " Copies of vector registers (copies), LLVM's -> ours.",
        of: |l| l.copies,
    },
    Column {
        name: "spills",
        meaning: " Accesses to spill slots (spills), LLVM's -> ours.",
        of: |l| l.spill_accesses,
    },
];

/// Loops of one kind under one model.
struct Ratios(Vec<f64>);

impl Ratios {
    fn mean(&self) -> f64 {
        let logs: f64 = self.0.iter().map(|r| r.ln()).sum();
        (logs / self.0.len() as f64).exp()
    }
    fn worst(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }
}

impl Loops {
    pub fn add(&mut self, comparison: &ComparedFile) {
        let file = comparison.file.file_stem().unwrap_or_default();
        for pair in &comparison.functions {
            for (llvm, ours) in matrix_loops(&pair.llvm, &pair.ours) {
                self.0.push(MatrixLoop {
                    place: format!("{} block {}", file.to_string_lossy(), ours.block),
                    llvm: llvm.clone(),
                    order_alone: pair.order_alone.as_ref().and_then(|alone| {
                        let found = alone.loops.iter().find(|l| l.block == ours.block);
                        found.cloned()
                    }),
                    ours: ours.clone(),
                });
            }
        }
    }

    /// Whether renaming changed a loop.
    fn any_renamed(&self) -> bool {
        self.0.iter().any(|l| l.order_alone.is_some())
    }

    /// Whether a loop has what a column counts.
    fn has_any(&self, column: &Column) -> bool {
        let has = |l: &MatrixLoop| (column.of)(&l.llvm) + (column.of)(&l.ours) > 0;
        self.0.iter().any(has)
    }

    /// Clocks of a version of the loops / LLVM's.
    fn ratios(
        &self,
        version: fn(&MatrixLoop) -> &LoopRecord,
        model: &str,
        of: fn(&Clocks) -> f64,
        walls: Option<bool>,
    ) -> Ratios {
        let wanted = |l: &&MatrixLoop| walls.is_none_or(|walls| walls == (l.llvm.user_walls > 0));
        let loops = self.0.iter().filter(wanted);
        let ratio = |l: &MatrixLoop| {
            let (ours, llvm) = (version(l).timing(model)?, l.llvm.timing(model)?);
            let ratio = of(&ours.last) / of(&llvm.last);
            ratio.is_finite().then_some(ratio)
        };
        Ratios(loops.filter_map(ratio).collect())
    }

    /// Names of the models, in the order of the records.
    fn models(&self) -> Vec<String> {
        let first = self.0.first();
        first.map_or_else(Vec::new, |l| {
            l.llvm.clocks.iter().map(|t| t.model.clone()).collect()
        })
    }

    /// Geometric mean and worst of ours / LLVM's; loops with the user's own scheduling hints apart.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for model in self.models() {
            for (waves, of) in [
                (
                    "own waves",
                    (|c: &Clocks| c.own_waves) as fn(&Clocks) -> f64,
                ),
                ("one wave", |c: &Clocks| c.one_wave),
            ] {
                for (kind, walls) in [
                    ("all", None),
                    ("with s_setprio or sched_barrier", Some(true)),
                    ("without these two", Some(false)),
                ] {
                    let ratios = self.ratios(|l| &l.ours, &model, of, walls);
                    if ratios.0.is_empty() {
                        continue;
                    }
                    let _ = writeln!(
                        out,
                        "matrix loops, modelled clocks ours / LLVM's, {}, {waves}, {kind}: \
                         geometric mean {:.4}, worst {:.4} ({} loops){}",
                        title(&model),
                        ratios.mean(),
                        ratios.worst(),
                        ratios.0.len(),
                        self.without_renaming(&model, of, walls)
                    );
                }
            }
        }
        out + &self.robustness()
    }

    /// What the new orders reach with LLVM's registers.
    fn without_renaming(&self, model: &str, of: fn(&Clocks) -> f64, walls: Option<bool>) -> String {
        if !self.any_renamed() {
            return String::new();
        }
        let ratios = self.ratios(MatrixLoop::order_alone, model, of, walls);
        format!("; order alone: geometric mean {:.4}", ratios.mean())
    }

    /// How the new orders fare under perturbed parameter sets.
    fn robustness(&self) -> String {
        let loops = self.0.iter();
        let orders: Vec<(&MatrixLoop, &RobustnessRecord)> = loops
            .filter_map(|l| Some((l, l.ours.robustness.as_ref()?)))
            .collect();
        let worst = orders.iter().max_by(|a, b| a.1.worst.total_cmp(&b.1.worst));
        worst.map_or_else(String::new, |(l, worst)| {
            let mean: f64 = orders.iter().map(|(_, r)| r.mean).sum();
            format!(
                "new orders of matrix loops under perturbed models, clocks ours / incoming: mean {:.4}, \
                 worst {:.4} ({}, {}; {} loops)\n",
                mean / orders.len() as f64,
                worst.worst,
                l.place,
                worst.model,
                orders.len()
            )
        })
    }

    /// The loops in which most time is spent, and where their clocks go.
    pub fn hottest(&self, count: usize) -> String {
        let Some(model) = self.models().into_iter().next() else {
            return String::new();
        };
        let mut loops: Vec<&MatrixLoop> = self.0.iter().collect();
        loops.sort_by(|a, b| heat(&b.llvm).total_cmp(&heat(&a.llvm)));
        let renamed = self.any_renamed();
        let overlaps = self.0.iter().any(|l| l.ours.overlap.is_some());
        let columns: Vec<&Column> = COLUMNS.iter().filter(|c| self.has_any(c)).collect();
        let heading: String = columns.iter().map(|c| format!("{:>15}", c.name)).collect();
        let meaning: String = columns.iter().map(|c| c.meaning).collect();
        let mut out = format!(
            "The {count} matrix loops in which most time is spent ({}). Modelled clocks of an iteration at its own number of \
             waves (own): LLVM's, ours. By one wave, which shows latencies: LLVM's, {}ours, if no register were reused (free), and what no order takes less than (least), with \
             how far above it LLVM's and ours are.{meaning} What ours are spent on: \
             {SPENT_MEANS}\n{:<52}{:>9}{:>9}{:>7}{}{:>7}{:>7}{:>7}{:>18}{heading}{}{}\n",
            title(&model),
            if renamed { "of the order alone, " } else { "" },
            "",
            "own LLVM",
            "own ours",
            "LLVM",
            if renamed { "  alone" } else { "" },
            "ours",
            "free",
            "least",
            "above it",
            spent_heading(),
            if overlaps { "; overlap" } else { "" }
        );
        for l in loops.iter().take(count) {
            let last = |l: &LoopRecord| l.timing(&model).map_or(0.0, |t| t.last.one_wave);
            let own = |l: &LoopRecord| l.timing(&model).map_or(0.0, |t| t.last.own_waves);
            let alone = match renamed {
                true => format!("{:>7.0}", last(l.order_alone())),
                false => String::new(),
            };
            let free = match l.ours.without_register_reuse {
                Some(clocks) => clocks.to_string(),
                None => "-".to_owned(),
            };
            let bound = Distances::of(&l.llvm, &l.ours, &model, Waves::One);
            let bound = bound.map_or_else(
                || format!("{:>7}{:>18}", "-", "-"),
                |bound| format!("{:>7.0}{:>18}", bound.least, bound.change()),
            );
            let counts = columns.iter().map(|column| {
                let change = format!("{} -> {}", (column.of)(&l.llvm), (column.of)(&l.ours));
                format!("{change:>15}")
            });
            let counts: String = counts.collect();
            let _ = writeln!(
                out,
                "{:<52}{:>9.0}{:>9.0}{:>7.0}{alone}{:>7.0}{free:>7}{bound}{counts}{}{}",
                l.place,
                own(&l.llvm),
                own(&l.ours),
                last(&l.llvm),
                last(&l.ours),
                spent_columns(&l.ours.spent),
                if overlaps {
                    format!("; {}", overlap(&l.ours))
                } else {
                    String::new()
                }
            );
        }
        out
    }
}

/// What the columns of [`spent_heading`] mean.
pub(super) const SPENT_MEANS: &str = "issue, \
     s_nop and s_waitcnt (waits), stalls for vector memory (vmem), for LDS and scalar memory \
     (lds), for busy units, for results. What each unit alone would take.";

/// The heading over [`spent_columns`].
pub(super) fn spent_heading() -> String {
    format!(
        "{:>7}{:>7}{:>7}{:>7}{:>7}{:>8}  alone: matrix, LDS, memory",
        "issue", "waits", "vmem", "lds", "units", "results"
    )
}

/// Where the clocks of an iteration go.
pub(super) fn spent_columns(s: &SpentRecord) -> String {
    format!(
        "{:>7}{:>7}{:>7}{:>7}{:>7}{:>8}  {}, {}, {}",
        s.issue,
        s.fillers,
        s.vector_memory,
        s.lds,
        s.units,
        s.results,
        s.matrix_work,
        s.lds_work,
        s.vector_memory_work
    )
}

/// The time spent in a loop in one run of its function: by one wave, under the first parameter set.
fn heat(record: &LoopRecord) -> f64 {
    let first = record.clocks.first();
    first.map_or(0.0, |timing| timing.last.one_wave) * record.frequency
}

/// The loop with matrix instructions in which most time is spent, the first of equals, and its function.
pub(super) fn hottest_matrix_loop(records: &[Record]) -> Option<(&Record, &LoopRecord)> {
    let loops = records
        .iter()
        .flat_map(|r| r.loops.iter().map(move |l| (r, l)));
    loops
        .filter(|(_, l)| l.matrix_instructions > 0)
        .reduce(|a, b| if heat(b.1) > heat(a.1) { b } else { a })
}

/// The loops with matrix instructions that both records have.
pub(super) fn matrix_loops<'a>(
    llvm: &'a Record,
    ours: &'a Record,
) -> impl Iterator<Item = (&'a LoopRecord, &'a LoopRecord)> {
    let keys =
        |record: &Record| -> Vec<LoopKey> { record.loops.iter().map(LoopKey::from).collect() };
    let both = pairs(&keys(llvm), &keys(ours)).into_iter();
    let both = both.map(|(theirs, mine)| (&llvm.loops[theirs], &ours.loops[mine]));
    both.filter(|(theirs, _)| theirs.matrix_instructions > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cdnasched_driver::report::TimingRecord;

    fn of(one_wave: f64) -> LoopRecord {
        let clocks = Clocks {
            one_wave,
            own_waves: one_wave,
        };
        LoopRecord {
            clocks: vec![TimingRecord {
                model: "measured".to_owned(),
                last: clocks,
                ..TimingRecord::default()
            }],
            ..LoopRecord::default()
        }
    }

    #[test]
    fn the_order_alone_is_shown_where_registers_were_renamed() {
        let made = |order_alone| MatrixLoop {
            place: "k block 1".to_owned(),
            llvm: of(1000.0),
            order_alone,
            ours: of(640.0),
        };
        let plain = Loops(vec![made(None)]);
        assert!(
            plain
                .print()
                .contains("geometric mean 0.6400, worst 0.6400 (1 loops)\n")
        );
        assert!(!plain.hottest(1).contains("alone,"));
        // A loop of a file without renaming counts with what it has.
        let both = Loops(vec![made(Some(of(810.0))), made(None)]);
        let text = both.print();
        assert!(
            text.contains("0.6400 (2 loops); order alone: geometric mean 0.7200\n"),
            "{text}"
        );
        let hottest = both.hottest(2);
        assert!(
            !hottest.contains("copies") && !hottest.contains("spills"),
            "{hottest}"
        );
        assert!(hottest.contains("  1000    810    640      -"), "{hottest}");
        assert!(hottest.contains("  1000    640    640      -"), "{hottest}");
    }

    #[test]
    fn copies_are_shown_where_a_loop_has_any() {
        let mut llvm = of(1000.0);
        llvm.copies = 128;
        let loops = Loops(vec![MatrixLoop {
            place: "k block 1".to_owned(),
            llvm,
            order_alone: None,
            ours: of(640.0),
        }]);
        let hottest = loops.hottest(1);
        assert!(
            hottest.contains("  1000    640      -      -                 -       128 -> 0"),
            "{hottest}"
        );
        assert!(
            hottest.contains(" (copies), LLVM's -> ours. What"),
            "{hottest}"
        );
        assert!(!hottest.contains("spills"), "{hottest}");
    }
}
