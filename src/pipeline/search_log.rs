//! What the search did, trace by trace, as text: the file that `-cdna-sched-save=` writes beside each
//! function that was scheduled.

use std::fmt::Write as _;

use crate::machine::Function;
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
