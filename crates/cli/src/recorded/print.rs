//! A validation as text and as JSON.

use std::fmt::Write as _;

use serde_json::json;

use super::validation::Trace;
use super::{Pair, Region, Sides, Validation};

/// Causes printed for each part.
const CAUSES: usize = 6;

fn percent(sides: Sides) -> String {
    match sides.percent() {
        Some(off) => format!("{off:+.1} %"),
        None => "-".to_owned(),
    }
}

/// Mean absolute and mean signed error of some parts, in percent.
fn mean(regions: &[&Region], of: fn(&Region) -> Sides) -> (f64, f64) {
    let errors: Vec<f64> = regions
        .iter()
        .filter_map(|region| of(region).percent())
        .collect();
    let count = errors.len().max(1) as f64;
    (
        errors.iter().map(|off| off.abs()).sum::<f64>() / count,
        errors.iter().sum::<f64>() / count,
    )
}

/// Whether a part is one of some.
type Belongs = fn(&&Region) -> bool;
/// Whether parts have one wave on the SIMD, or several.
const CROWDS: [(&str, Belongs); 2] = [
    ("one wave", |region| region.waves <= 1),
    ("several waves", |region| region.waves > 1),
];

impl Validation {
    fn regions(&self) -> Vec<&Region> {
        self.traces
            .iter()
            .flat_map(|trace| &trace.regions)
            .collect()
    }

    /// A table, and where the differences come from.
    pub fn print(&self) -> String {
        let names = self.traces.iter().flat_map(|trace| {
            let labels = trace.labels.iter();
            labels.map(|label| trace.name.chars().count() + 1 + label.chars().count())
        });
        let width = names.max().unwrap_or(0).max(5);
        let mut text = format!(
            "{:width$} waves samples measured    model      off   nowait    model      off\n",
            ""
        );
        for trace in &self.traces {
            for (region, label) in trace.regions.iter().zip(&trace.labels) {
                let name = format!("{} {label}", trace.name);
                let Region { all, nowait, .. } = *region;
                let _ = writeln!(
                    text,
                    "{name:width$} {:5} {:7} {:8.0} {:8.0} {:>8} {:8.0} {:8.0} {:>8}",
                    region.waves,
                    region.samples,
                    all.measured,
                    all.model,
                    percent(all),
                    nowait.measured,
                    nowait.model,
                    percent(nowait)
                );
            }
        }
        for (crowd, belongs) in CROWDS {
            let regions: Vec<&Region> = self.regions().into_iter().filter(belongs).collect();
            if regions.is_empty() {
                continue;
            }
            let (all, all_signed) = mean(&regions, |region| region.all);
            let (nowait, signed) = mean(&regions, |region| region.nowait);
            let _ = write!(
                text,
                "\n{crowd}, {} parts: mean error {all:.1} % (signed {all_signed:+.1} %), nowait {nowait:.1} % (signed {signed:+.1} %)",
                regions.len()
            );
        }
        text.push('\n');
        for trace in &self.traces {
            for remark in &trace.remarks {
                let _ = writeln!(text, "\n{}: {remark}", trace.name);
            }
        }
        for trace in &self.traces {
            for (region, label) in trace.regions.iter().zip(&trace.labels) {
                causes(&mut text, trace, label, region);
            }
        }
        text.trim_end().to_owned()
    }

    /// All of it, as JSON.
    pub fn json(&self) -> String {
        let traces = self.traces.iter().map(|trace| {
            let parts = trace.regions.iter().zip(&trace.labels);
            let parts = parts.map(|(region, label)| {
                json!({
                    "part": label,
                    "waves": region.waves,
                    "samples": region.samples,
                    "all": sides(region.all),
                    "nowait": sides(region.nowait),
                    "stalls": region.stalls.iter().map(|(kind, clocks)| json!({
                        "kind": kind,
                        "clocks": sides(*clocks),
                    })).collect::<Vec<_>>(),
                    "pairs": region.pairs,
                })
            });
            json!({
                "trace": trace.name,
                "kernel": trace.kernel,
                "gpu": trace.gpu.name(),
                "parts": parts.collect::<Vec<_>>(),
                "remarks": trace.remarks,
            })
        });
        let means = CROWDS.map(|(crowd, belongs)| {
            let regions: Vec<&Region> = self.regions().into_iter().filter(belongs).collect();
            let (all, all_signed) = mean(&regions, |region| region.all);
            let (nowait, signed) = mean(&regions, |region| region.nowait);
            json!({
                "of": crowd,
                "parts": regions.len(),
                "all_percent": all,
                "all_signed_percent": all_signed,
                "nowait_percent": nowait,
                "nowait_signed_percent": signed,
            })
        });
        let all = json!({ "traces": traces.collect::<Vec<_>>(), "means": means });
        format!("{all:#}")
    }
}

fn sides(of: Sides) -> serde_json::Value {
    json!({ "measured": of.measured, "model": of.model, "percent": of.percent() })
}

fn causes(text: &mut String, trace: &Trace, label: &str, region: &Region) {
    let _ = writeln!(
        text,
        "\n{} {label}, {} waves: clocks from one instruction to the next, nowait",
        trace.name, region.waves
    );
    let base = region.nowait.measured.max(1.0);
    for pair in region.pairs.iter().take(CAUSES) {
        let Pair { clocks, count, .. } = *pair;
        let reads = if pair.reads { " that reads it" } else { "" };
        let what = format!("{} -> {}{reads}", pair.before.0, pair.kind.0);
        let each = |sum: f64| sum / count.max(f64::MIN_POSITIVE);
        let _ = writeln!(
            text,
            "  {:+8.1} {:+6.1} %  {what:44} {:7.1} x  {:7.1} measured {:7.1} model",
            clocks.off(),
            100.0 * clocks.off() / base,
            count,
            each(clocks.measured),
            each(clocks.model)
        );
    }
    for (kind, clocks) in &region.stalls {
        let _ = writeln!(
            text,
            "  {:+8.1}           stalls of {:34}            {:7.1} measured {:7.1} model",
            clocks.off(),
            kind.0,
            clocks.measured,
            clocks.model
        );
    }
}
