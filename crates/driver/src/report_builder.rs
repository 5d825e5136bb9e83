//! Fills the report's record with what the other modules found.

use super::kernel::Kernel;
use super::{Options, phases, records};
use crate::gpu::{Counter, Unit};
use crate::handover::TraceBefore;
use crate::machine::occupancy::{RegisterUse, occupancy};
use crate::machine::{BankConflicts, BlockId, Function, InstId};
use crate::report::{
    BankConflictRecord, CertificateRecord, Clocks, LoopKey, LoopRecord, PolicyCostRecord, Record,
    RenamedRecord, RobustnessRecord, SpentRecord, TimingRecord, pairs,
};
use crate::schedule::{Certificate, Decision, Report, TraceReport};
use crate::timing::{self, Model, ModelTiming, Robustness, Spent, Trace, TraceTiming, issues};
use crate::waitcnt::wait_request;

/// Name and processor.
pub fn describe(function: &Function, record: &mut Record) {
    if record.function.is_empty() {
        record.function.clone_from(&function.name);
        record.mcpu = function.gpu.name().to_owned();
    }
}

/// What the scheduler did.
pub fn schedule(kernel: &Kernel<'_>, record: &mut Record) {
    let (report, models) = (&kernel.state.report, &kernel.search.models);
    let regions = || report.traces.iter().flat_map(|trace| &trace.regions);
    record.regions = regions().count() as u32;
    record.regions_reordered = report.reordered() as u32;
    record.moved = regions().map(|r| r.moved as u32).sum();
    let is_renamed = report
        .traces
        .iter()
        .any(|trace| trace.order_alone.is_some());
    record.clocks = models
        .iter()
        .enumerate()
        .map(|(which, model)| TimingRecord {
            model: model.name().to_owned(),
            before: match kernel.before.is_empty() {
                true => sum(report, |trace| trace.before.get(which)),
                false => sum_before(&kernel.before, which),
            },
            after: sum(report, |trace| trace.after.get(which)),
            order_alone: is_renamed.then(|| {
                sum(report, |trace| {
                    trace
                        .order_alone
                        .as_ref()
                        .unwrap_or(&trace.after)
                        .get(which)
                })
            }),
            last: Clocks::default(),
        })
        .collect();
    record.loops = report
        .traces
        .iter()
        .filter(|trace| trace.trace.is_loop())
        .map(|trace| loop_record(kernel, trace))
        .collect();
    profitability(kernel, record);
}

/// What the traces take in LLVM's order, before blocks are added and run as often as others did.
pub fn traces_before(report: &Report) -> Vec<TraceBefore> {
    let before = report.traces.iter().map(|trace| TraceBefore {
        block: trace.trace.blocks.first().map_or(0, |block| block.0),
        frequency: trace.frequency,
        clocks: trace.before.iter().map(Clocks::from).collect(),
    });
    before.collect()
}

/// Clocks of LLVM's own function, where coalescing or overlap changed it.
fn sum_before(traces: &[TraceBefore], model: usize) -> Clocks {
    let mut total = Clocks::default();
    for trace in traces {
        if let Some(clocks) = trace.clocks.get(model) {
            total.one_wave += trace.frequency * clocks.one_wave;
            total.own_waves += trace.frequency * clocks.own_waves;
        }
    }
    total
}

/// What our rules cost above LLVM's, and how the new orders fare under perturbed parameter sets.
fn profitability(kernel: &Kernel<'_>, record: &mut Record) {
    let costs = kernel.search.models.iter().zip(&kernel.policy_costs);
    record.policy_cost_clocks = costs
        .map(|(model, cost)| PolicyCostRecord {
            model: model.name().to_owned(),
            clocks: *cost,
        })
        .collect();
    let traces = kernel.state.report.traces.iter();
    let all: Vec<Robustness> = traces.filter_map(|p| p.robustness).collect();
    let worst = all.iter().max_by(|a, b| a.worst.total_cmp(&b.worst));
    record.robustness = worst.map(|worst| RobustnessRecord {
        mean: all.iter().map(|r| r.mean).sum::<f64>() / all.len() as f64,
        ..worst.into()
    });
}

/// What no order of each loop can beat, before waits and nops are placed.
pub fn bounds(kernel: &Kernel<'_>, record: &mut Record) {
    let (function, models) = (&kernel.state.present, &kernel.search.models);
    let waves = occupancy(function);
    let traces = kernel.state.report.traces.iter();
    let loops = traces.filter(|trace| trace.trace.is_loop());
    for (trace, found) in loops.zip(&mut record.loops) {
        found.bound = records::bounds(function, &trace.trace, models, waves, &found.clocks);
    }
}

/// How far each region is from the best.
pub fn certificates(certificates: &[Certificate], record: &mut Record) {
    record.certificates = certificates.iter().map(CertificateRecord::from).collect();
}

fn sum<'a>(
    report: &'a Report,
    timing: impl Fn(&'a TraceReport) -> Option<&'a ModelTiming>,
) -> Clocks {
    let mut total = Clocks::default();
    for trace in &report.traces {
        if let Some(timing) = timing(trace) {
            total.one_wave += trace.frequency * timing.single_wave.period.clocks();
            total.own_waves += trace.frequency * timing.at_occupancy.clocks();
        }
    }
    total
}

/// Number of instructions of a trace that issue, and how many of them are matrix instructions.
pub fn body(function: &Function, trace: &Trace) -> (u32, u32) {
    let orders = trace.blocks.iter().map(|&b| &function.block(b).order);
    let insts = orders.flatten().filter(|&&i| issues(function, i));
    insts.fold((0, 0), |(all, matrix), &inst| {
        let is_matrix = function.info(inst).unit == Unit::Matrix;
        (all + 1, matrix + u32::from(is_matrix))
    })
}

fn loop_record(kernel: &Kernel<'_>, trace: &TraceReport) -> LoopRecord {
    let (function, models) = (&kernel.state.present, &kernel.search.models);
    let block = trace.trace.blocks.first().map_or(0, |b| b.0);
    let mut llvms = kernel.before.iter();
    let llvms = llvms.find(|before| before.block == block);
    let before = |model: usize| match llvms {
        Some(llvms) => llvms.clocks.get(model).cloned(),
        None => trace.before.get(model).map(Clocks::from),
    };
    let moved = trace
        .regions
        .iter()
        .filter(|r| r.decision == Decision::Reordered);
    let (instructions, matrix_instructions) = body(function, &trace.trace);
    LoopRecord {
        block,
        frequency: trace.frequency,
        instructions,
        matrix_instructions,
        copies: 0,
        spill_accesses: 0,
        moved: moved.map(|r| r.moved as u32).sum(),
        user_walls: user_walls(function, &trace.trace),
        bound: Vec::new(),
        overlap: None,
        spent: SpentRecord::default(),
        without_register_reuse: None,
        bank_conflicts: BankConflictRecord::default(),
        robustness: trace.robustness.as_ref().map(RobustnessRecord::from),
        renamed: (!trace.renamed.is_empty()).then(|| RenamedRecord::from(&*trace.renamed)),
        coalesced: kernel.coalesced.get(&block).copied(),
        llvm: None,
        above_llvm: None,
        clocks: models
            .iter()
            .enumerate()
            .map(|(which, model)| TimingRecord {
                model: model.name().to_owned(),
                before: before(which).unwrap_or_default(),
                after: trace
                    .after
                    .get(which)
                    .map_or_else(Clocks::default, Clocks::from),
                order_alone: trace
                    .order_alone
                    .as_ref()
                    .and_then(|timings| timings.get(which))
                    .map(Clocks::from),
                last: Clocks::default(),
            })
            .collect(),
    }
}

/// Number of `s_nop` and their wait states.
pub fn nops(function: &Function) -> (u32, u32) {
    let insts = function.blocks().iter().flat_map(|b| &b.order);
    let (mut count, mut states) = (0, 0);
    for &inst in insts.filter(|&&i| function.info(i).unit == Unit::Nop) {
        count += 1;
        states += function.nop_wait_states(inst);
    }
    (count, states)
}

/// Counts and clocks of the final stream.
pub fn last(function: &Function, options: &Options, record: &mut Record) {
    count_instructions(function, record);
    let registers = RegisterUse::of(function);
    record.peak_vgpr = registers.vgprs;
    record.peak_agpr = registers.agprs;
    record.peak_sgpr = registers.sgprs;
    record.waves_per_simd = occupancy(function);
    time_final_stream(function, &options.models.of(function.gpu), record);
}

/// Instructions by kind, and what the waits leave outstanding.
fn count_instructions(function: &Function, record: &mut Record) {
    let insts = || {
        let orders = function.blocks().iter().map(|b| &b.order);
        orders.flatten().copied().filter(|&i| issues(function, i))
    };
    let of = |unit| insts().filter(|&i| function.info(i).unit == unit).count() as u32;
    record.instructions = insts().count() as u32;
    record.matrix_instructions = of(Unit::Matrix);
    let copies = phases::count_copies(function, function.block_ids());
    (record.copies, record.spill_accesses) = (copies.copies, copies.spill_accesses);
    record.s_waitcnt = of(Unit::Wait);
    let waits = || {
        let waits = insts().filter(|&i| function.info(i).unit == Unit::Wait);
        waits.filter_map(|i| wait_request(function, i))
    };
    let vmcnt_zero = waits().filter(|counts| counts.get(Counter::Vm) == Some(0));
    record.vmcnt_zero = vmcnt_zero.count() as u32;
    record.left_outstanding = waits()
        .flat_map(|counts| Counter::ALL.into_iter().filter_map(move |c| counts.get(c)))
        .map(u32::from)
        .sum();
    (record.s_nop, record.nop_wait_states) = nops(function);
}

/// Clocks of the function and its loops as a finished stream.
fn time_final_stream(function: &Function, models: &[Model], record: &mut Record) {
    if let Some(model) = models.first() {
        let runs = function
            .block_ids()
            .map(|id| (id, function.block(id).frequency));
        record.bank_conflicts = bank_conflicts(function, model, runs);
    }
    let timing = timing::Timing::finished(function, models, record.waves_per_simd);
    for (which, model) in models.iter().enumerate() {
        let total = Clocks {
            one_wave: timing.clocks(which),
            own_waves: timing.clocks_at_occupancy(which),
        };
        entry(&mut record.clocks, model.name()).last = total;
    }
    let waves = record.waves_per_simd;
    let traces = timing.traces.iter().filter(|p| p.trace.is_loop());
    for (trace, at) in traces.clone().zip(loop_entries(function, traces, record)) {
        let found = &mut record.loops[at];
        (found.instructions, found.matrix_instructions) = body(function, &trace.trace);
        let copies = phases::count_copies(function, trace.trace.blocks.iter().copied());
        (found.copies, found.spill_accesses) = (copies.copies, copies.spill_accesses);
        found.user_walls = user_walls(function, &trace.trace);
        if let Some(model) = models.first() {
            let body = trace.trace.blocks.iter().map(|&block| (block, 1.0));
            found.bank_conflicts = bank_conflicts(function, model, body);
            found.spent = (&Spent::by(function, &trace.trace, model)).into();
        }
        for (model, timing) in models.iter().zip(&trace.models) {
            entry(&mut found.clocks, model.name()).last = timing.into();
        }
        found.bound = records::bounds(function, &trace.trace, models, waves, &found.clocks);
    }
}

/// Bank conflicts of blocks, each with the number of times that it runs.
pub fn bank_conflicts(
    function: &Function,
    model: &Model,
    blocks: impl Iterator<Item = (BlockId, f64)>,
) -> BankConflictRecord {
    let mut record = BankConflictRecord::default();
    for (block, runs) in blocks {
        for &inst in &function.block(block).order {
            let conflicts = function.inst(inst).bank_conflicts;
            record.accesses += u32::from(conflicts != BankConflicts::None);
            record.unknown += u32::from(conflicts == BankConflicts::Unknown);
            record.conflicting += u32::from(conflicts.is_longer());
            record.clocks += runs * model.bank_conflict_time(function, inst).clocks();
        }
    }
    record
}

/// By loop of the final stream, the index of its record; a new one where stage 1 made none.
fn loop_entries<'a>(
    function: &Function,
    loops: impl Iterator<Item = &'a TraceTiming>,
    record: &mut Record,
) -> Vec<usize> {
    let loops: Vec<&TraceTiming> = loops.collect();
    let key = |trace: &&TraceTiming| LoopKey {
        block: trace.trace.blocks.first().map_or(0, |b| b.0),
        matrix_instructions: body(function, &trace.trace).1,
    };
    let keys: Vec<LoopKey> = loops.iter().map(key).collect();
    let known: Vec<LoopKey> = record.loops.iter().map(LoopKey::from).collect();
    let pairs = pairs(&known, &keys);
    let entry = |at: usize| match pairs.iter().find(|pair| pair.1 == at) {
        Some(&(known, _)) => known,
        None => {
            record.loops.push(LoopRecord {
                block: keys[at].block,
                frequency: loops[at].frequency,
                ..LoopRecord::default()
            });
            record.loops.len() - 1
        }
    };
    (0..loops.len()).map(entry).collect()
}

/// Hints about order that a user wrote into a loop.
fn user_walls(function: &Function, trace: &Trace) -> u32 {
    let orders = trace.blocks.iter().map(|&b| &function.block(b).order);
    let is_wall = |&&inst: &&InstId| {
        let name = function.opcode(inst).name.as_str();
        matches!(name, "S_SETPRIO" | "SCHED_BARRIER")
    };
    orders.flatten().filter(is_wall).count() as u32
}

fn entry<'a>(timings: &'a mut Vec<TimingRecord>, model: &str) -> &'a mut TimingRecord {
    let at = timings
        .iter()
        .position(|t| t.model == model)
        .unwrap_or_else(|| {
            timings.push(TimingRecord {
                model: model.to_owned(),
                ..TimingRecord::default()
            });
            timings.len() - 1
        });
    &mut timings[at]
}
