//! A page as text for a terminal: at most 100 columns, no colours, the same bytes for the same data.

mod lanes;
mod sureness;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use super::data::{Kernel, MoreWaves, Page, Region, RegionVersion, Timeline, Version};
use cdnasched_engine::timing::Use;
pub use sureness::{Sureness, sureness};

/// Columns of a line at most.
const WIDTH: usize = 100;
/// Stalls that are listed.
const STALLS: usize = 5;
/// Columns before the words about a stall.
const STALL_INDENT: usize = 14;

/// A loop in one version, with the timeline that is shown: of the kernel's own number of waves, where there is one.
pub(super) struct Side<'a> {
    version: &'a Version,
    part: &'a RegionVersion,
    timeline: &'a Timeline,
}

fn sides<'a>(kernel: &'a Kernel, region: &'a Region) -> Vec<Side<'a>> {
    let sides = region.versions.iter().zip(&kernel.versions);
    let sides = sides.filter_map(|(part, version)| {
        let part = part.as_ref()?;
        let timeline = part.timelines.last()?;
        Some(Side {
            version,
            part,
            timeline,
        })
    });
    sides.collect()
}

/// The page as text: of each function the loop in which most time goes, and a line for each of the others.
pub fn text(page: &Page) -> String {
    let mut out = String::new();
    let accuracy = page.accuracy.as_deref();
    let accuracy = accuracy.unwrap_or("Clocks are modelled, not measured");
    let head = format!("{} ({}). {accuracy}.", page.title, page.gpu);
    paragraph(&mut out, "", &head);
    for kernel in &page.kernels {
        out.push('\n');
        function(&mut out, kernel);
    }
    for (name, why) in &page.left_out {
        paragraph(&mut out, "", &format!("Not shown: {name}: {why}"));
    }
    out
}

fn function(out: &mut String, kernel: &Kernel) {
    let Some((hottest, others)) = kernel.regions.split_first() else {
        paragraph(out, "", &format!("{}: nothing to show.", kernel.name));
        return;
    };
    let shown = sides(kernel, hottest);
    let share = shown.iter().map(|side| side.part.share);
    let title = format!(
        "{}: {}, {:.0} % of the time",
        kernel.name,
        hottest.title,
        share.fold(0.0, f64::max)
    );
    paragraph(out, "", &title);
    out.push('\n');
    verdicts(out, &shown);
    out.push('\n');
    lanes::draw(out, &shown);
    for side in &shown {
        out.push('\n');
        details(out, side);
    }
    for region in others {
        let sides = sides(kernel, region);
        let parts: Vec<String> = sides.iter().map(|side| clocks(side)).collect();
        let line = format!("Also {}: {}", region.title, parts.join("; "));
        paragraph(out, "", &line);
    }
    for remark in &kernel.remarks {
        paragraph(out, "", &format!("Remark: {remark}"));
    }
}

fn clocks(side: &Side<'_>) -> String {
    format!(
        "{} {:.0} clocks, {}",
        side.version.label,
        side.timeline.period,
        waves(side.timeline.waves)
    )
}

fn waves(count: u32) -> String {
    match count {
        1 => "1 wave".to_owned(),
        count => format!("{count} waves"),
    }
}

/// `+1.2 %`
fn percent(value: f64) -> String {
    match (value * 10.0).round() == 0.0 {
        true => "0 %".to_owned(),
        false => format!("{value:+.1} %"),
    }
}

fn change(new: f64, old: f64) -> f64 {
    if old > 0.0 {
        100.0 * (new - old) / old
    } else {
        0.0
    }
}

/// A line for each version, at its own number of waves, then by one wave; and how the second differs from the first.
fn verdicts(out: &mut String, sides: &[Side<'_>]) {
    let widest = sides.iter().map(|side| side.version.label.chars().count());
    let widest = widest.max().unwrap_or(0).min(24);
    for (at, side) in sides.iter().enumerate() {
        let bound = side.bound().map_or(String::new(), |bound| {
            let above = change(side.timeline.period, bound.clocks);
            match above < 0.5 {
                true => format!(", at its bound ({})", bound.by),
                false => format!(", {above:.0} % above its bound ({})", bound.by),
            }
        });
        let one = side
            .one_wave()
            .map_or(String::new(), |one| format!("; {one:.0} with one"));
        let line = format!(
            "{:<widest$} {:>7.0} clocks with {}{bound}{one}",
            side.version.label,
            side.timeline.period,
            waves(side.timeline.waves)
        );
        hanging(out, "  ", widest + 1, &line);
        if let Some(reference) = sides.first().filter(|_| at > 0) {
            let line = format!("{:<widest$} {}", "", difference(reference, side));
            hanging(out, "  ", widest + 1, &line);
        }
    }
}

/// How a version differs from the reference, and how sure that is.
fn difference(reference: &Side<'_>, side: &Side<'_>) -> String {
    let own = change(side.timeline.period, reference.timeline.period);
    let sure = sureness(&[
        (reference.part, reference.timeline),
        (side.part, side.timeline),
    ]);
    let sure = sure.map_or(String::new(), |sure| {
        let all = [percent(sure.least), percent(sure.most), percent(own)];
        if all.iter().all(|one| *one == all[0]) {
            return format!(" (the same under {} perturbed models)", sure.models);
        }
        format!(
            " (from {} to {} under {} perturbed models)",
            percent(sure.least),
            percent(sure.most),
            sure.models
        )
    });
    let one = reference.one_wave().zip(side.one_wave());
    let one = one.map_or(String::new(), |(old, new)| {
        format!("; {} with one", percent(change(new, old)))
    });
    let with = waves(side.timeline.waves);
    format!("difference: {} with {with}{sure}{one}", percent(own))
}

impl Side<'_> {
    /// What an iteration takes one wave alone, where more are shown.
    fn one_wave(&self) -> Option<f64> {
        let first = self.part.timelines.first();
        let one = first.filter(|one| one.waves == 1 && self.timeline.waves > 1);
        one.map(|one| one.period)
    }

    /// The bound for the number of waves that is shown.
    fn bound(&self) -> Option<&super::data::Bound> {
        let [one, own] = self.part.bound.as_ref()?;
        match self.timeline.waves {
            1 => Some(one),
            waves if waves == self.version.occupancy.waves => Some(own),
            _ => None,
        }
    }
}

/// Where the clocks of a version go, its longest stalls, and what would be otherwise.
fn details(out: &mut String, side: &Side<'_>) {
    let Side {
        version,
        part,
        timeline,
    } = side;
    let _ = writeln!(out, "{}:", version.label);
    let spent = timeline.spent.iter().filter(|part| part.clocks >= 0.5);
    let spent: Vec<String> = spent
        .map(|part| format!("{:.0} {}", part.clocks, used(part.what)))
        .collect();
    paragraph(
        out,
        "  ",
        &format!("Of {:.0} clocks: {}.", timeline.period, spent.join(", ")),
    );
    for (inst, clocks, why) in lanes::longest_stalls(timeline, STALLS) {
        let instruction = &version.instructions[inst as usize];
        let place = match (instruction.line, instruction.address) {
            (0, None) => String::new(),
            (0, Some(address)) => format!("{address:#x} "),
            (line, _) => format!("line {line} "),
        };
        let line = format!("{clocks:>6} clocks at {place}{} {why}", instruction.text);
        hanging(out, "  ", STALL_INDENT, &line);
    }
    if !part.advice.is_empty() {
        paragraph(out, "  ", &part.advice);
    }
    for suggestion in &part.suggestions {
        let line = format!("{} ({})", suggestion.sentence, percent(suggestion.change));
        paragraph(out, "  ", &line);
    }
    more_waves(out, side, version.occupancy.more.as_ref());
    if let Some(latency) = &part.latency {
        let points = latency.points.iter().filter_map(|point| {
            let times = point.loops.last()?;
            let assumed = if point.clocks == latency.assumed {
                " (assumed)"
            } else {
                ""
            };
            Some(format!("{:.0}{assumed}: {:.0}", point.clocks, times.period))
        });
        let points: Vec<String> = points.collect();
        let line = format!(
            "Clocks of an iteration by the latency of memory: {}.",
            points.join(", ")
        );
        paragraph(out, "  ", &line);
    }
}

fn more_waves(out: &mut String, side: &Side<'_>, more: Option<&MoreWaves>) {
    let Some(more) = more else { return };
    let obstacles = more.obstacles.iter().map(|obstacle| {
        let of = match obstacle.of {
            "vgprs" => "VGPRs",
            "agprs" => "AccVGPRs",
            "vector_registers" => "vector registers (VGPRs and AccVGPRs)",
            "sgprs" => "SGPRs",
            _ => "bytes of LDS of a workgroup",
        };
        format!(
            "{} {of} where {} are the most",
            obstacle.used, obstacle.most
        )
    });
    let obstacles: Vec<String> = obstacles.collect();
    let brings = side
        .part
        .clocks_with_more_waves
        .map_or(String::new(), |clocks| {
            let change = change(clocks, side.timeline.period);
            format!(
                "; the same code would take {clocks:.0} clocks ({})",
                percent(change)
            )
        });
    let line = format!(
        "In the way of {} waves: {}{brings}.",
        more.waves,
        obstacles.join("; ")
    );
    paragraph(out, "  ", &line);
}

fn used(what: Use) -> String {
    match what {
        Use::Issue => "issuing".to_owned(),
        Use::Fillers => "issuing waits and nops".to_owned(),
        Use::Stalled(stall) => stall.to_string(),
    }
}

/// Adds a text, broken between words; what does not fit into a line is indented further.
fn paragraph(out: &mut String, indent: &str, text: &str) {
    hanging(out, indent, 4, text);
}

/// The same, further lines indented by so many columns.
fn hanging(out: &mut String, indent: &str, by: usize, text: &str) {
    let mut line = String::from(indent);
    let mut begins = true;
    // Blanks at the beginning and inside of a line align what is in columns.
    for word in text.split_inclusive(' ') {
        let length = line.chars().count() + word.trim_end().chars().count();
        if length > WIDTH && !begins {
            let _ = writeln!(out, "{}", line.trim_end());
            line = format!("{indent}{:by$}", "");
            begins = true;
        }
        line.push_str(word);
        begins &= word.trim().is_empty();
    }
    let _ = writeln!(out, "{}", line.trim_end());
}
