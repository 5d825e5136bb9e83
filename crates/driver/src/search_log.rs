//! What the search did, trace by trace, as text: the file that `-cdna-sched-save=` writes beside each
//! function that was scheduled.

use std::fmt::Write as _;

use crate::machine::Function;
use crate::report::RenamedRecord;
use crate::schedule::{Report, TraceReport};
use crate::timing::{Model, issues};

/// The log of a function's search.
pub fn text(function: &Function, models: &[Model], report: &Report) -> String {
    let mut log = format!(
        "function {:?}, {}, {} waves on a SIMD\n",
        function.name,
        function.gpu.name(),
        report.waves
    );
    for trace in &report.traces {
        // A String takes everything.
        let _ = describe(&mut log, function, models, trace);
    }
    log
}

fn describe(
    log: &mut String,
    function: &Function,
    models: &[Model],
    report: &TraceReport,
) -> std::fmt::Result {
    let blocks = report.trace.blocks.iter();
    let names: Vec<String> = blocks.clone().map(|b| format!("bb.{}", b.0)).collect();
    let orders = blocks.map(|&b| &function.block(b).order);
    let instructions = orders.flatten().filter(|&&i| issues(function, i)).count();
    let kind = if report.trace.is_loop() {
        "loop"
    } else {
        "block"
    };
    writeln!(
        log,
        "\n{kind} {}: {instructions} instructions, runs {} times for one run of the function",
        names.join(" "),
        report.frequency
    )?;
    for ((model, before), after) in models.iter().zip(&report.before).zip(&report.after) {
        writeln!(
            log,
            "  modelled clocks, {} latencies: one wave {} -> {}, the SIMD {} -> {}",
            model.name(),
            before.single_wave.period,
            after.single_wave.period,
            before.at_occupancy,
            after.at_occupancy
        )?;
    }
    renaming(log, models, report)?;
    write!(log, "{}", report.search)?;
    for why in &report.reverted {
        writeln!(log, "  an order was reverted: {why}")?;
    }
    for region in &report.regions {
        writeln!(
            log,
            "  region at position {} of bb.{}: {} of {} instructions moved",
            region.begin, region.block.0, region.moved, region.instructions
        )?;
    }
    Ok(())
}

/// What became of the trace's values in vector registers, where that was tried.
fn renaming(log: &mut String, models: &[Model], report: &TraceReport) -> std::fmt::Result {
    if report.renamed.is_empty() {
        return Ok(());
    }
    for (model, alone) in models.iter().zip(report.order_alone.iter().flatten()) {
        writeln!(
            log,
            "  without renaming, {} latencies: one wave {}, the SIMD {}",
            model.name(),
            alone.single_wave.period,
            alone.at_occupancy
        )?;
    }
    let renamed = RenamedRecord::from(&*report.renamed);
    let pinned = renamed.pinned.iter();
    let pinned: String = pinned
        .map(|(why, count)| format!(", {count} {why}"))
        .collect();
    writeln!(
        log,
        "  registers: {} of {} values renamed{pinned}",
        renamed.moved, renamed.webs
    )
}
