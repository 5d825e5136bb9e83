//! Comparisons as text.

use std::fmt::Write as _;

use serde::Serialize;

use super::bounds::{self, Bounds, Distances, Waves};
use super::loops::{Loops, matrix_loops};
use super::proofs::Proofs;
use super::{ComparedFile, Pair};
use cdnasched_base::escape;
use cdnasched_driver::report::{Clocks, LoopRecord, OverlapRecord, Record, TimingRecord};
use cdnasched_engine::timing::{ACCURACY, title};

/// One line of a table: what it counts, LLVM's figure, that without renaming, ours.
struct TableRow {
    what: String,
    llvm: f64,
    order_alone: Option<f64>,
    ours: f64,
    /// Of clocks of a loop: how far they are from the least possible.
    distances: Option<Distances>,
}

impl TableRow {
    /// None where a figure is unknown.
    fn of(what: String, pair: &Pair, figure: impl Fn(&Record) -> Option<f64>) -> Option<TableRow> {
        Some(TableRow {
            what,
            llvm: figure(&pair.llvm)?,
            order_alone: pair.order_alone.as_ref().and_then(&figure),
            ours: figure(&pair.ours)?,
            distances: None,
        })
    }
    fn print(&self, out: &mut String) {
        let difference = self.ours - self.llvm;
        let percent = if self.llvm == 0.0 {
            String::new()
        } else {
            format!("{:+.1} %", 100.0 * difference / self.llvm)
        };
        let difference = if difference == 0.0 {
            "=".to_owned()
        } else {
            format!("{difference:+.0}")
        };
        // Writing to a String cannot fail.
        let alone = self.order_alone;
        let alone = alone.map_or_else(String::new, |alone| format!(" {alone:>12.0}"));
        let distances = self.distances.as_ref().map(Distances::print);
        let _ = writeln!(
            out,
            "  {:<48} {:>12.0}{alone} {:>12.0} {:>10} {:>9}{}",
            self.what,
            self.llvm,
            self.ours,
            difference,
            percent,
            distances.unwrap_or_default()
        );
    }
}

/// A figure that is a count.
type Count = fn(&Record) -> u32;

/// All of them, by name.
const COUNTS: [(&str, Count); 9] = [
    ("instructions", |r| r.instructions),
    ("copies of vector registers", |r| r.copies),
    ("accesses to spill slots", |r| r.spill_accesses),
    ("s_waitcnt", |r| r.s_waitcnt),
    ("s_nop", |r| r.s_nop),
    ("wait states of s_nop", |r| r.nop_wait_states),
    ("VGPRs", |r| r.peak_vgpr),
    ("AccVGPRs", |r| r.peak_agpr),
    ("waves per SIMD", |r| r.waves_per_simd),
];

/// A count of a loop.
type LoopCount = fn(&LoopRecord) -> u32;

/// What is counted in loops that have any of it.
const LOOP_COUNTS: [(&str, LoopCount); 2] = [
    ("copies of vector registers", |l| l.copies),
    ("accesses to spill slots", |l| l.spill_accesses),
];

fn rows(pair: &Pair) -> Vec<TableRow> {
    let counts = COUNTS.into_iter();
    let counts = counts
        .map(|(what, count)| TableRow::of(what.to_owned(), pair, |r| Some(f64::from(count(r)))));
    let clocks = pair.llvm.clocks.iter().flat_map(|theirs| {
        let row = |waves: &str, of: fn(&Clocks) -> f64| {
            let what = format!("clocks, {}, {waves}", title(&theirs.model));
            TableRow::of(what, pair, |r| Some(of(&r.timing(&theirs.model)?.last)))
        };
        [
            row("own waves", |clocks| clocks.own_waves),
            row("one wave", |clocks| clocks.one_wave),
        ]
    });
    let loops = matrix_loops(&pair.llvm, &pair.ours);
    let loops = loops.flat_map(|(theirs, mine)| loop_rows(pair, theirs, mine));
    let rows = counts.chain(clocks).flatten();
    rows.chain(loops).collect()
}

/// The clocks of a loop, under each model for one wave and for all, and what is counted in it.
fn loop_rows(pair: &Pair, theirs: &LoopRecord, mine: &LoopRecord) -> Vec<TableRow> {
    let alone = pair.order_alone.as_ref();
    let alone = alone.and_then(|r| r.loops.iter().find(|l| l.block == mine.block));
    let row = |what: String, figure: &dyn Fn(&LoopRecord) -> Option<f64>, distances| {
        Some(TableRow {
            what,
            llvm: figure(theirs)?,
            order_alone: alone.and_then(figure),
            ours: figure(mine)?,
            distances,
        })
    };
    let mut rows = Vec::new();
    for TimingRecord { model, .. } in &theirs.clocks {
        for waves in Waves::BOTH {
            let what = format!(
                "loop at block {} ({} MFMA), {model}, {}",
                theirs.block,
                theirs.matrix_instructions,
                waves.name()
            );
            let clocks = |l: &LoopRecord| Some(waves.clocks(&l.timing(model)?.last));
            let distances = Distances::of(theirs, mine, model, waves);
            rows.extend(row(what, &clocks, distances));
        }
    }
    for (what, count) in LOOP_COUNTS {
        if count(theirs) + count(mine) > 0 {
            let what = format!("loop at block {}, {what}", theirs.block);
            rows.extend(row(what, &|l| Some(f64::from(count(l))), None));
        }
    }
    rows
}

/// A table for each function of a file.
pub fn table(comparison: &ComparedFile) -> String {
    let mut out = String::new();
    for pair in &comparison.functions {
        let _ = writeln!(
            out,
            "{} ({}, {})",
            pair.ours.function,
            pair.ours.mcpu,
            escape::path(&comparison.file)
        );
        let alone = pair.order_alone.as_ref();
        let alone = alone.map_or_else(String::new, |_| format!(" {:>12}", "order alone"));
        let _ = writeln!(
            out,
            "  {:<48} {:>12}{alone} {:>12} {:>10} {:>9}{}",
            "",
            "LLVM",
            "cdnasched",
            "difference",
            "",
            bounds::heading()
        );
        for row in rows(pair) {
            row.print(&mut out);
        }
        let added = pair.ours.added_by_llvm;
        let _ = writeln!(
            out,
            "  moved {} instructions in {} of {} regions; LLVM's own passes then added {} waits and \
             {} wait states",
            pair.ours.moved,
            pair.ours.regions_reordered,
            pair.ours.regions,
            added.waits,
            added.nop_wait_states
        );
        for renamed in pair.ours.loops.iter().filter_map(|l| l.renamed.as_ref()) {
            if renamed.moved > 0 {
                let _ = writeln!(
                    out,
                    "  gave {} of {} values of a loop other registers",
                    renamed.moved, renamed.webs
                );
            }
        }
        for found in &pair.ours.loops {
            if let Some(overlap) = &found.overlap {
                let _ = writeln!(out, "  {}", overlap_line(found.block, overlap));
            }
        }
        for found in &pair.ours.loops {
            if let Some(above) = &found.above_llvm {
                let _ = writeln!(
                    out,
                    "  our waits and nops make the loop at block {} slower than LLVM's: {:+.0} clocks (own waves), \
                     {:+.0} (one wave), for {:+} waits and {:+} wait states",
                    found.block,
                    above.clocks.own_waves,
                    above.clocks.one_wave,
                    above.waits,
                    above.wait_states
                );
            }
        }
        for cost in &pair.ours.policy_cost_clocks {
            if cost.clocks.own_waves != 0.0 || cost.clocks.one_wave != 0.0 {
                let _ = writeln!(
                    out,
                    "  with LLVM's order, the waits and nops of our rules change the clocks by {:+.0} with \
                     own waves, {:+.0} with one, compared with LLVM's own ({})",
                    cost.clocks.own_waves,
                    cost.clocks.one_wave,
                    title(&cost.model)
                );
            }
        }
        for left in &pair.ours.left_alone {
            let _ = writeln!(out, "  left alone: {}: {}", left.what, left.reason);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{ACCURACY}. Nothing was run on a GPU.");
    out
}

/// What became of a loop whose iterations might overlap.
fn overlap_line(block: u32, overlap: &OverlapRecord) -> String {
    if overlap.rotated {
        return format!(
            "iterations of the loop at block {block} overlap: {} of its instructions are of the next one; {} \
             before the loop, {} behind it",
            overlap.carried, overlap.prologue_instructions, overlap.epilogue_instructions
        );
    }
    let reason = overlap.declined.as_deref().unwrap_or("no reason given");
    format!("iterations of the loop at block {block} do not overlap: {reason}")
}

/// The heading over the lines of [`summary`].
pub fn summary_heading() -> String {
    format!(
        "{:<44} {:^11}   {:^11}   {:>6}\n{:<44} {:>5} {:>5}   {:>5} {:>5}   {:>6}  notes",
        "", "s_waitcnt", "wait states", "loops", "file", "LLVM", "ours", "LLVM", "ours", "ratio"
    )
}

/// One line for a file among many: waits, wait states, and the modelled clocks of its matrix loops at their own number of
/// waves, ours / LLVM's.
pub fn summary(comparison: &ComparedFile) -> String {
    let name = escape::path(comparison.file.file_stem().unwrap_or_default().as_ref());
    let sum = |of: fn(&Record) -> u32| {
        let pairs = &comparison.functions;
        let llvm: u32 = pairs.iter().map(|p| of(&p.llvm)).sum();
        let ours: u32 = pairs.iter().map(|p| of(&p.ours)).sum();
        format!("{llvm:>5} {ours:>5}")
    };
    let mut totals = Totals::default();
    totals.add(comparison);
    let ratio = totals
        .ratio("measured", true)
        .map_or("-".to_owned(), |r| format!("{r:.3}"));
    let mut notes = Vec::new();
    if totals.waits_added + totals.nops_added > 0 {
        notes.push("LLVM added waits or nops".to_owned());
    }
    if totals.more_waits > 0 || totals.more_nops > 0 {
        notes.push("more waits or nops than LLVM".to_owned());
    }
    for pair in &comparison.functions {
        notes.extend(
            pair.ours
                .left_alone
                .iter()
                .map(|l| format!("{}: {}", l.what, l.reason)),
        );
    }
    format!(
        "{name:<44} {}   {}   {ratio:>6}  {}",
        sum(|r| r.s_waitcnt),
        sum(|r| r.nop_wait_states),
        notes.join("; ")
    )
}

/// Sums over many files.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Totals {
    /// Functions.
    pub functions: u32,
    /// `s_waitcnt`, LLVM's and ours.
    pub waits: (u32, u32),
    /// Waits for all vector memory among them, LLVM's and ours.
    pub vmcnt_zero: (u32, u32),
    /// Operations that the waits leave outstanding, LLVM's and ours.
    pub left_outstanding: (u32, u32),
    /// Wait states of `s_nop`, LLVM's and ours.
    pub nops: (u32, u32),
    /// Waits that LLVM's pass still added after ours.
    pub waits_added: u32,
    /// Wait states that LLVM's pass still added after ours.
    pub nops_added: u32,
    /// Files with more waits than LLVM's.
    pub more_waits: u32,
    /// Files with more wait states than LLVM's.
    pub more_nops: u32,
    /// Copies of vector registers in matrix loops, LLVM's and ours.
    pub loop_copies: (u32, u32),
    /// Accesses to stack slots of spilled vector registers in matrix loops, LLVM's and ours.
    pub loop_spill_accesses: (u32, u32),
    /// Instructions of matrix loops, LLVM's and ours.
    pub loop_instructions: (u32, u32),
    /// Functions of which something was left alone.
    pub left_alone: u32,
    /// Open hazards and waits and lost requests that the check of the final stream found.
    pub open: u32,
    /// Functions in which the waits and nops of our rules cost more clocks than LLVM's, under the
    /// first parameter set.
    pub costly_rules: u32,
    /// Loops that our waits and nops make slower than LLVM's own stream, and loops.
    pub slower_loops: (u32, u32),
    /// How near matrix loops are to what no order takes less than.
    bounds: Bounds,
    /// How many regions have a schedule that is proved best.
    proofs: Proofs,
    #[serde(skip)]
    loops: Loops,
    /// Matrix loops: parameter set, whether at the kernel's own number of waves (else one wave), and
    /// modelled clocks ours / LLVM's.
    ratios: Vec<(String, bool, f64)>,
}

impl Totals {
    /// Adds a file.
    pub fn add(&mut self, comparison: &ComparedFile) {
        self.loops.add(comparison);
        let (mut waits, mut nops) = ((0, 0), (0, 0));
        for Pair { llvm, ours, .. } in &comparison.functions {
            self.functions += 1;
            self.proofs.add(ours);
            waits = (waits.0 + llvm.s_waitcnt, waits.1 + ours.s_waitcnt);
            nops = (nops.0 + llvm.nop_wait_states, nops.1 + ours.nop_wait_states);
            self.vmcnt_zero.0 += llvm.vmcnt_zero;
            self.vmcnt_zero.1 += ours.vmcnt_zero;
            self.left_outstanding.0 += llvm.left_outstanding;
            self.left_outstanding.1 += ours.left_outstanding;
            self.waits_added += ours.added_by_llvm.waits;
            self.nops_added += ours.added_by_llvm.nop_wait_states;
            self.left_alone += u32::from(!ours.left_alone.is_empty());
            let cost = ours.policy_cost_clocks.first();
            self.costly_rules += u32::from(cost.is_some_and(|c| c.clocks.one_wave > 0.0));
            let slower = ours.loops.iter().filter(|l| l.above_llvm.is_some());
            self.slower_loops.0 += slower.count() as u32;
            self.slower_loops.1 += ours.loops.len() as u32;
            let judged = ours.judged.unwrap_or_default();
            self.open += judged.open();
            for (theirs, mine) in matrix_loops(llvm, ours) {
                self.bounds.add(theirs, mine);
                self.loop_copies.0 += theirs.copies;
                self.loop_copies.1 += mine.copies;
                self.loop_spill_accesses.0 += theirs.spill_accesses;
                self.loop_spill_accesses.1 += mine.spill_accesses;
                self.loop_instructions.0 += theirs.instructions;
                self.loop_instructions.1 += mine.instructions;
                for theirs in &theirs.clocks {
                    let Some(mine) = mine.timing(&theirs.model) else {
                        continue;
                    };
                    let one = mine.last.one_wave / theirs.last.one_wave;
                    let own = mine.last.own_waves / theirs.last.own_waves;
                    self.ratios.push((theirs.model.clone(), false, one));
                    self.ratios.push((theirs.model.clone(), true, own));
                }
            }
        }
        self.waits = (self.waits.0 + waits.0, self.waits.1 + waits.1);
        self.nops = (self.nops.0 + nops.0, self.nops.1 + nops.1);
        self.more_waits += u32::from(waits.1 > waits.0);
        self.more_nops += u32::from(nops.1 > nops.0);
    }

    fn matching(&self, model: &str, own_waves: bool) -> impl Iterator<Item = f64> {
        let all = self.ratios.iter();
        let matching = all.filter(move |(m, o, _)| m == model && *o == own_waves);
        matching.map(|r| r.2).filter(|r| r.is_finite())
    }
    /// Geometric mean over the matrix loops of ours / LLVM's modelled clocks.
    pub fn ratio(&self, model: &str, own_waves: bool) -> Option<f64> {
        let count = self.matching(model, own_waves).count();
        let logs: f64 = self.matching(model, own_waves).map(f64::ln).sum();
        (count > 0).then(|| (logs / count as f64).exp())
    }
    /// The largest ratio of a matrix loop.
    pub fn worst(&self, model: &str, own_waves: bool) -> Option<f64> {
        self.matching(model, own_waves).reduce(f64::max)
    }
    /// Whether LLVM's passes added nothing after ours, the check found nothing, and nothing was left
    /// alone.
    pub fn is_clean(&self) -> bool {
        [
            self.waits_added,
            self.nops_added,
            self.left_alone,
            self.open,
        ] == [0; 4]
    }
    /// The `count` matrix loops in which most time is spent, and what it is spent on.
    pub fn hottest(&self, count: usize) -> String {
        self.loops.hottest(count)
    }
    /// The sums as text.
    pub fn print(&self) -> String {
        let mut out = self.bounds.print();
        let _ = write!(
            out,
            "{} functions (LLVM -> cdnasched): s_waitcnt {} -> {}, wait states of s_nop {} -> {}\n\
             waits with vmcnt(0): {} -> {}; operations that all waits leave outstanding: {} -> {}\n\
             LLVM's own passes then added {} waits and {} wait states; the final check found {} \
             problems\n\
             files with more waits than LLVM: {}, with more wait states: {}; functions of which \
             something was left alone: {}, in which our rules for waits and nops cost clocks: {}\n\
             loops that our waits and nops make slower than LLVM's own stream: {} of {}\n\
             matrix loops: instructions {} -> {}, copies of vector registers {} -> {}, accesses to spill \
             slots {} -> {}\n",
            self.functions,
            self.waits.0,
            self.waits.1,
            self.nops.0,
            self.nops.1,
            self.vmcnt_zero.0,
            self.vmcnt_zero.1,
            self.left_outstanding.0,
            self.left_outstanding.1,
            self.waits_added,
            self.nops_added,
            self.open,
            self.more_waits,
            self.more_nops,
            self.left_alone,
            self.costly_rules,
            self.slower_loops.0,
            self.slower_loops.1,
            self.loop_instructions.0,
            self.loop_instructions.1,
            self.loop_copies.0,
            self.loop_copies.1,
            self.loop_spill_accesses.0,
            self.loop_spill_accesses.1
        );
        out += &self.loops.print();
        out += &self.proofs.print();
        out
    }
}
