//! What was recorded of a function's parts, as timelines to be looked at beside those of the model.

use std::collections::{BTreeMap, BTreeSet};

use super::kernel::Kernel;
use super::kind::left;
use super::regions::{FEW, median};
use super::{Execution, Recording, Wave};
use cdnasched_base::gpu::{Counter, Unit};
use cdnasched_base::machine::{BlockId, Function, InstFlags, InstId};
use cdnasched_engine::timing::{Event, Lane, Period, Stall, Timeline, Use};
use cdnasched_show::view;

/// Iterations shown of one wave, and of the first of several.
const SHOWN: [usize; 2] = [3, 2];
/// Clocks of an issue slot.
const SLOT: i64 = 4;

/// A run of a part of a function: a wave, and its executions from one to before another.
#[derive(Clone, Copy)]
struct Run {
    wave: usize,
    from: usize,
    to: usize,
}

/// A recording whose code is that of a function.
pub struct Measured<'a> {
    function: &'a Function,
    recording: &'a Recording,
    /// By instruction of the recording.
    insts: Vec<Option<InstId>>,
    /// The instructions that end the wave.
    ends: BTreeSet<InstId>,
}

/// Where the code of a recording is no more that of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Different {
    /// How many instructions are alike before that.
    pub alike: usize,
    /// What the function has there; `None` at its end.
    pub here: Option<InstId>,
    /// What the recording has there, as text; `None` at its end.
    pub there: Option<String>,
}

impl<'a> Measured<'a> {
    /// A recording with the kernel in it, as measurements of a function.
    ///
    /// # Errors
    /// If its code is another: the first difference.
    pub fn of(
        function: &'a Function,
        recording: &'a Recording,
        kernel: &Kernel,
    ) -> Result<Measured<'a>, Different> {
        let here = in_order(function);
        let there = in_order(&kernel.function);
        let mut both = here.iter().zip(&there);
        let differ =
            both.position(|(&one, &other)| !is_same(function, one, &kernel.function, other));
        let alike = differ.unwrap_or(here.len().min(there.len()));
        if alike < here.len().max(there.len()) {
            let text = |inst: &InstId| kernel.text(recording, *inst);
            return Err(Different {
                alike,
                here: here.get(alike).copied(),
                there: there.get(alike).map(text),
            });
        }
        let to: BTreeMap<InstId, InstId> = there.into_iter().zip(here).collect();
        let numbers = 0..recording.lines.len() as u32;
        let last = function
            .blocks()
            .iter()
            .filter(|block| block.successors.is_empty());
        Ok(Measured {
            ends: last
                .filter_map(|block| block.order.last().copied())
                .collect(),
            function,
            recording,
            insts: numbers
                .map(|number| kernel.inst(number).and_then(|inst| to.get(&inst).copied()))
                .collect(),
        })
    }

    /// What the recording does not say.
    pub fn remarks(&self) -> &[String] {
        &self.recording.remarks
    }

    fn inst(&self, one: &Execution) -> Option<InstId> {
        self.insts.get(one.inst as usize).copied().flatten()
    }

    /// All executions of an instruction: for how long the wave stalled before each, and how long it had nothing to try
    /// before that, in clocks.
    pub fn stalls(&self, inst: InstId) -> Vec<(u32, u32)> {
        let mut all = Vec::new();
        for wave in &self.recording.waves {
            for (at, one) in wave.executed.iter().enumerate() {
                if self.inst(one) == Some(inst) {
                    let before = at
                        .checked_sub(1)
                        .map_or(wave.begin, |at| wave.executed[at].end());
                    let gap = u32::try_from(one.tried - before).unwrap_or(0);
                    all.push((one.stall, gap));
                }
            }
        }
        all
    }

    /// The parts of the function that were recorded often enough, one timeline for one wave and one for several, where
    /// waves were alone and where not.
    pub fn parts(&self) -> Vec<view::Measured> {
        let mut runs: BTreeMap<(BlockId, usize), Vec<Run>> = BTreeMap::new();
        for wave in 0..self.recording.waves.len() {
            for (block, run) in self.runs(wave) {
                if let Some(residents) = self.residents(run) {
                    runs.entry((block, residents)).or_default().push(run);
                }
            }
        }
        let mut parts = Vec::new();
        let blocks: BTreeSet<BlockId> = runs.keys().map(|key| key.0).collect();
        for block in blocks {
            let several = runs.range((block, 2)..=(block, usize::MAX));
            let most = several
                .max_by_key(|(_, runs)| runs.len())
                .map(|(key, _)| key.1);
            for waves in [Some(1), most].into_iter().flatten() {
                let found = runs.get(&(block, waves)).filter(|runs| runs.len() >= FEW);
                parts.extend(found.map(|found| self.part(block, waves, found)));
            }
        }
        parts
    }

    /// The runs of loops, by iteration, and of blocks outside of them.
    fn runs(&self, wave: usize) -> Vec<(BlockId, Run)> {
        let executed = &self.recording.waves[wave].executed;
        let first: BTreeMap<InstId, BlockId> = self
            .function
            .block_ids()
            .filter_map(|block| Some((*self.function.block(block).order.first()?, block)))
            .collect();
        let mut runs = Vec::new();
        // The block that began last, and where.
        let mut open: Option<(BlockId, usize)> = None;
        // Loops that control is in: by header, where the present iteration began.
        let mut iterations: BTreeMap<BlockId, usize> = BTreeMap::new();
        for (at, one) in executed.iter().enumerate() {
            let Some(&block) = self.inst(one).and_then(|inst| first.get(&inst)) else {
                continue;
            };
            if let Some((before, from)) = open
                && self.function.block(before).loop_depth == 0
            {
                runs.push((before, Run { wave, from, to: at }));
            }
            open = Some((block, at));
            let header = self.function.block(block).loop_header;
            iterations.retain(|&other, _| Some(other) == header);
            if header == Some(block)
                && let Some(from) = iterations.insert(block, at)
            {
                runs.push((block, Run { wave, from, to: at }));
            }
        }
        // The last one has an end if the wave has.
        let last = executed.len().saturating_sub(1);
        if let Some((block, from)) = open
            && self.function.block(block).loop_depth == 0
            && from < last
            && self.is_end(&executed[last])
        {
            runs.push((
                block,
                Run {
                    wave,
                    from,
                    to: last,
                },
            ));
        }
        runs
    }

    fn is_end(&self, one: &Execution) -> bool {
        let inst = self.inst(one);
        inst.is_some_and(|inst| self.ends.contains(&inst))
    }

    /// When a run began and ended: from issue to issue. What `s_endpgm` waits for is no part of the code.
    fn time(&self, run: Run) -> (i64, i64) {
        let executed = &self.recording.waves[run.wave].executed;
        let issued = |at: usize| {
            let one = &executed[at];
            match self.is_end(one) {
                true => one.tried,
                false => one.tried + i64::from(one.stall),
            }
        };
        (issued(run.from), issued(run.to))
    }

    fn residents(&self, run: Run) -> Option<usize> {
        let (from, to) = self.time(run);
        self.recording.waves[run.wave].residents(from, to)
    }

    fn part(&self, block: BlockId, waves: usize, runs: &[Run]) -> view::Measured {
        let clocks = |run: &Run| {
            let (from, to) = self.time(*run);
            to - from
        };
        let mut times: Vec<i64> = runs.iter().map(clocks).collect();
        let middle = median(times.clone());
        times.sort_unstable();
        let is_loop = self.function.block(block).loop_header == Some(block);
        let wanted = match is_loop {
            true => SHOWN[usize::from(waves > 1)],
            false => 1,
        };
        // Runs of a wave that follow each other, as near to the median as there are.
        let follow = |runs: &[Run]| {
            let mut pairs = runs.windows(2);
            pairs.all(|pair| pair[0].wave == pair[1].wave && pair[0].to == pair[1].from)
        };
        let off = |runs: &[Run]| {
            let all: i64 = runs.iter().map(clocks).sum();
            (all as f64 - middle * runs.len() as f64).abs()
        };
        let chosen = |count: usize| {
            let groups = runs.windows(count).filter(|group| follow(group));
            groups.min_by(|a, b| off(a).total_cmp(&off(b)))
        };
        let shown = (1..=wanted).rev().find_map(chosen).unwrap_or(&runs[..1]);
        let timeline = self.timeline(shown, waves, middle);
        let tenth = |tenths: usize| times[(times.len() - 1) * tenths / 10];
        let what = if is_loop { "iterations" } else { "runs" };
        let by: BTreeSet<usize> = runs.iter().map(|run| run.wave).collect();
        view::Measured {
            block,
            timeline,
            note: format!(
                "Measured: {middle:.0} clocks, the median of {} {what} by {} waves with {waves} on the SIMD; eight tenths of \
                 them took {} to {}.",
                runs.len(),
                by.len(),
                tenth(1),
                tenth(9)
            ),
        }
    }

    /// Runs of a wave that follow each other, with what others did meanwhile on its SIMD.
    fn timeline(&self, shown: &[Run], waves: usize, middle: f64) -> Timeline {
        let (first, last) = (shown[0], shown[shown.len() - 1]);
        let own = &self.recording.waves[first.wave];
        let before = |wave: &Wave, at: usize| match at.checked_sub(1) {
            Some(before) => self.done(wave, before),
            None => wave.begin,
        };
        let origin = before(own, first.from);
        let end = self.done(own, last.to - 1);
        let mut events = Vec::new();
        let mut add = |wave: &Wave, number: u32, at: usize, iteration: usize| {
            if let Some(event) = self.event(wave, at, origin, before(wave, at)) {
                events.push(Event {
                    wave: number,
                    iteration: iteration as u32,
                    ..event
                });
            }
        };
        for (iteration, run) in shown.iter().enumerate() {
            (run.from..run.to).for_each(|at| add(own, 0, at, iteration));
        }
        let others = self.recording.waves.iter().enumerate();
        let others = others.filter(|(number, wave)| *number != first.wave && wave.simd == own.simd);
        let beside = others.filter(|(_, wave)| waves > 1 && wave.begin < end && wave.end > origin);
        for (number, (_, wave)) in (1..).zip(beside) {
            for at in 0..wave.executed.len() {
                let one = &wave.executed[at];
                let issued = one.tried + i64::from(one.stall);
                if before(wave, at) >= origin && issued < end {
                    add(wave, number, at, 0);
                }
            }
        }
        events.sort_by_key(|event| (event.issue, event.wave));
        let mut spent: BTreeMap<Use, f64> = BTreeMap::new();
        for event in events.iter().filter(|event| event.wave == 0) {
            let each = |clocks: u32| f64::from(clocks) / shown.len() as f64;
            let is_filler = matches!(self.function.info(event.inst).unit, Unit::Wait | Unit::Nop);
            let own = if is_filler { Use::Fillers } else { Use::Issue };
            *spent.entry(own).or_default() += each(event.next - event.issue);
            if event.issue > event.ready {
                *spent.entry(Use::Stalled(event.stall)).or_default() +=
                    each(event.issue - event.ready);
            }
        }
        let mut spent: Vec<(Use, f64)> = spent.into_iter().collect();
        spent.sort_by(|a, b| b.1.total_cmp(&a.1));
        Timeline {
            waves: waves as u32,
            iterations: shown.len() as u32,
            period: Period::of_clocks(middle),
            events,
            spent,
            busy: Vec::new(),
        }
    }

    /// When the wave could go on: behind a branch only once there was something to try.
    fn done(&self, wave: &Wave, at: usize) -> i64 {
        let one = &wave.executed[at];
        let inst = self.inst(one);
        let is_branch = inst.is_some_and(|inst| self.function.flags(inst).has(InstFlags::BRANCH));
        match wave.executed.get(at + 1) {
            Some(next) if is_branch => next.tried.max(one.end()),
            _ => one.end(),
        }
    }

    fn event(&self, wave: &Wave, at: usize, origin: i64, before: i64) -> Option<Event> {
        let one = &wave.executed[at];
        let inst = self.inst(one)?;
        let unit = self.function.info(inst).unit;
        let next = self.done(wave, at);
        let issue = match unit {
            Unit::Wait | Unit::Barrier => (next - SLOT).max(one.tried),
            Unit::Nop => one.tried,
            _ => one.tried + i64::from(one.stall),
        };
        let clock = |at: i64| u32::try_from(at - origin).unwrap_or(0);
        let (ready, issue, next) = (clock(before), clock(issue), clock(next));
        let stall = match unit {
            _ if issue <= ready => Stall::None,
            Unit::Wait => awaited(self.function, inst),
            Unit::Barrier => Stall::Barrier,
            _ => Stall::Unknown,
        };
        let issued = clock(one.end()).clamp(issue, next.max(issue));
        Some(Event {
            inst,
            lane: Lane::of_inst(self.function, inst),
            wave: 0,
            iteration: 0,
            ready: ready.min(issue),
            issue,
            next: next.max(issue),
            start: issue,
            busy: issued,
            done: issued,
            stall,
            cause: None,
        })
    }
}

/// What a wait waits for; vector memory where it is for both.
fn awaited(function: &Function, inst: InstId) -> Stall {
    match left(function, inst, Counter::Vm) {
        Some(_) => Stall::Vmcnt,
        None => Stall::Lgkmcnt,
    }
}

/// The instructions of a function, in the order of the code.
fn in_order(function: &Function) -> Vec<InstId> {
    let blocks = function.blocks().iter();
    blocks.flat_map(|block| &block.order).copied().collect()
}

/// Whether two instructions are the same, as far as registers and numbers tell: what waits count is all that some changes
/// change. Of packed instructions, LLVM's disassembler leaves out the last operands (`op_sel` and the like), which the
/// modifiers of the sources have, too: what one of them has beyond the other is not compared.
fn is_same(one: &Function, inst: InstId, other: &Function, same: InstId) -> bool {
    let written = |function: &Function, inst: InstId| -> Vec<_> {
        let explicit = function.operands(inst).iter().filter(|o| o.is_explicit());
        let named = explicit.map(|operand| (operand.reg(), operand.imm()));
        named
            .filter(|&(reg, imm)| reg.is_some() || imm.is_some())
            .collect()
    };
    let (here, there) = (written(one, inst), written(other, same));
    one.opcode(inst).name == other.opcode(same).name
        && here.iter().zip(&there).all(|(one, other)| one == other)
}
