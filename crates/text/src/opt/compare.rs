//! Two assembly texts of the same functions, side by side.

use std::fmt::Write as _;

use super::{Error, figures};
use crate::program::{Program, SourceText};
use cdnasched_base::escape;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Features;
use cdnasched_driver::report::{Clocks, LoopKey, Record, pairs};
use cdnasched_engine::timing::ModelSets;

/// A figure that is a count.
type Count = fn(&Record) -> u32;

const COUNTS: [(&str, Count); 8] = [
    ("instructions", |r| r.instructions),
    ("s_waitcnt", |r| r.s_waitcnt),
    ("vmcnt(0)", |r| r.vmcnt_zero),
    ("s_nop", |r| r.s_nop),
    ("wait states of s_nop", |r| r.nop_wait_states),
    ("VGPRs", |r| r.peak_vgpr),
    ("AccVGPRs", |r| r.peak_agpr),
    ("waves per SIMD", |r| r.waves_per_simd),
];

/// A table for each function that both texts have: modelled clocks, waits, nops and registers, and the clocks of
/// each loop.
///
/// # Errors
/// When a text is no assembly of that GPU.
pub fn compare(
    texts: [&str; 2],
    gpu: Gpu,
    features: Features,
    models: &ModelSets,
) -> Result<String, Error> {
    let [one, other] = texts.map(|text| Program::of_text(&SourceText::new(text), gpu, features));
    let (one, other) = (one?, other?);
    let mut out = String::new();
    for routine in &one.routines {
        let name = &routine.function.name;
        let same = other
            .routines
            .iter()
            .find(|other| other.function.name == *name);
        let Some(same) = same else { continue };
        let records = [&routine.function, &same.function].map(|f| figures(f, models));
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{}", escape::bytes(name.as_bytes()));
        table(&records, &mut out);
    }
    for left in one.not_analysed.iter().chain(&other.not_analysed) {
        let name = escape::bytes(left.name.as_bytes());
        let _ = writeln!(out, "{name}: not analysed: {}", left.reason);
    }
    Ok(out)
}

fn table([one, other]: &[Record; 2], out: &mut String) {
    for (what, count) in COUNTS {
        row(what, f64::from(count(one)), f64::from(count(other)), out);
    }
    let clocks = |clocks: &Clocks| [clocks.one_wave, clocks.own_waves];
    for (was, is) in one.clocks.iter().zip(&other.clocks) {
        for (at, waves) in ["one wave", "own waves"].iter().enumerate() {
            let what = format!("clocks ({}, {waves})", was.model);
            row(&what, clocks(&was.last)[at], clocks(&is.last)[at], out);
        }
    }
    let keys =
        |record: &Record| -> Vec<LoopKey> { record.loops.iter().map(LoopKey::from).collect() };
    for (was, is) in pairs(&keys(one), &keys(other)) {
        let (was, is) = (&one.loops[was], &other.loops[is]);
        let title = format!(
            "loop at block {} ({} instructions, {} matrix)",
            was.block, was.instructions, was.matrix_instructions
        );
        let _ = writeln!(out, "  {title}");
        for (was, is) in was.clocks.iter().zip(&is.clocks) {
            for (at, waves) in ["one wave", "own waves"].iter().enumerate() {
                let what = format!("  clocks an iteration ({}, {waves})", was.model);
                row(&what, clocks(&was.last)[at], clocks(&is.last)[at], out);
            }
        }
    }
}

fn row(what: &str, one: f64, other: f64, out: &mut String) {
    let percent = if one == 0.0 || one == other {
        String::new()
    } else {
        format!("{:+.1} %", 100.0 * (other - one) / one)
    };
    let _ = writeln!(out, "  {what:<48} {one:>12.0} {other:>12.0} {percent:>9}");
}
