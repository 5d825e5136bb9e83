//! The timelines: a line for each wave and each unit, on one time axis.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::data::{Kind, Timeline};
use super::{Side, WIDTH, waves};
use cdnasched_engine::timing::{Lane, Stall};

/// Columns of the names of lines.
const NAMES: usize = 9;
/// Columns of the drawing.
const COLUMNS: usize = WIDTH - NAMES - 1;
/// An issue slot, which no column cuts.
const SLOT: u32 = 4;
/// Columns between two figures of the axis.
const TICK: usize = 15;

/// What the signs mean.
const LEGEND: &str = "\
M matrix  V VALU  L LDS  G load  S store  s scalar  w wait or nop  B barrier  o other; stalled:
. for vector memory  : for LDS or scalar memory  - for a result  = busy or full  ! for waves;
units: # busy  + half of the time  . less. A column has one sign: of what takes most of it.
";

const UNITS: [(Lane, &str); 5] = [
    (Lane::Matrix, "matrix"),
    (Lane::Valu, "VALU"),
    (Lane::Lds, "LDS"),
    (Lane::Vmem, "memory"),
    (Lane::Scalar, "scalar"),
];

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Matrix => 'M',
        Kind::Valu => 'V',
        Kind::Lds => 'L',
        Kind::VmemLoad => 'G',
        Kind::VmemStore => 'S',
        Kind::Salu | Kind::Smem => 's',
        Kind::Wait | Kind::Nop => 'w',
        Kind::Barrier => 'B',
        Kind::Branch | Kind::Other => 'o',
    }
}

fn sign(stall: Stall) -> char {
    match stall {
        Stall::None => ' ',
        Stall::Vmcnt => '.',
        Stall::Lgkmcnt => ':',
        Stall::Barrier => '!',
        Stall::Result | Stall::Distance => '-',
        Stall::Unknown => '?',
        Stall::MatrixBusy
        | Stall::ValuBusy
        | Stall::ValuStart
        | Stall::PortBusy
        | Stall::LdsFull
        | Stall::VmemFull
        | Stall::ScalarBusy
        | Stall::CounterFull => '=',
    }
}

/// By column: for how many clocks each sign holds.
struct Line {
    scale: u32,
    columns: Vec<BTreeMap<char, u32>>,
}

impl Line {
    fn new(scale: u32) -> Line {
        Line {
            scale,
            columns: vec![BTreeMap::new(); COLUMNS],
        }
    }

    fn add(&mut self, sign: char, from: u32, to: u32) {
        let mut at = from;
        while at < to {
            let column = at / self.scale;
            let end = to.min((column + 1) * self.scale);
            let Some(signs) = self.columns.get_mut(column as usize) else {
                return;
            };
            *signs.entry(sign).or_default() += end - at;
            at = end;
        }
    }

    /// In each column the sign that holds longest, the first of equals.
    fn most(&self) -> String {
        let columns = self.columns.iter().map(|signs| {
            let most = signs.iter().rev().max_by_key(|(_, clocks)| **clocks);
            most.map_or(' ', |(sign, _)| *sign)
        });
        columns.collect()
    }

    /// In each column for how much of it anything holds.
    fn share(&self) -> String {
        let columns = self.columns.iter().map(|signs| {
            let busy = signs.values().sum::<u32>().min(self.scale);
            match busy * 4 {
                0 => ' ',
                busy if busy < self.scale => '.',
                busy if busy < self.scale * 3 => '+',
                _ => '#',
            }
        });
        columns.collect()
    }
}

/// The timelines of the versions, all on one scale.
pub(super) fn draw(out: &mut String, sides: &[Side<'_>]) {
    let ends = sides.iter().map(|side| side.timeline.end);
    let end = ends.max().unwrap_or(0);
    let scale = end
        .div_ceil(COLUMNS as u32)
        .next_multiple_of(SLOT)
        .max(SLOT);
    let mut axis = format!("{:<NAMES$} ", "clocks");
    for column in (0..COLUMNS).step_by(TICK) {
        let _ = write!(axis, "{:<TICK$}", column as u32 * scale);
    }
    let _ = writeln!(out, "{}", axis.trim_end());
    for side in sides {
        let Timeline {
            waves: count,
            iterations,
            ..
        } = side.timeline;
        let _ = writeln!(
            out,
            "{}: {}, {iterations} iteration{} of each",
            side.version.label,
            waves(*count),
            if *iterations == 1 { "" } else { "s" }
        );
        for wave in 0..*count {
            line(
                out,
                &format!("wave {wave}"),
                &issued(side, wave, scale).most(),
            );
        }
        for (lane, name) in UNITS {
            let worked = worked(side, lane, scale).share();
            if !worked.trim().is_empty() {
                line(out, name, &worked);
            }
        }
    }
    out.push_str(LEGEND);
}

fn line(out: &mut String, name: &str, columns: &str) {
    let text = format!("{name:<NAMES$}|{columns}");
    let _ = writeln!(out, "{}", text.trim_end());
}

fn issued(side: &Side<'_>, wave: u32, scale: u32) -> Line {
    let mut line = Line::new(scale);
    let events = &side.timeline.events;
    for at in (0..events.inst.len()).filter(|&at| u32::from(events.wave[at]) == wave) {
        let kind = side.version.instructions[events.inst[at] as usize].kind;
        line.add(sign(events.stall[at]), events.ready[at], events.issue[at]);
        line.add(letter(kind), events.issue[at], events.next[at]);
    }
    line
}

fn worked(side: &Side<'_>, lane: Lane, scale: u32) -> Line {
    let mut line = Line::new(scale);
    let events = &side.timeline.events;
    for at in 0..events.inst.len() {
        if side.version.instructions[events.inst[at] as usize].lane == lane {
            line.add('#', events.start[at], events.busy[at]);
        }
    }
    line
}

/// The instructions at which the first wave stalls longest: clocks of an iteration, and why.
pub(super) fn longest_stalls(timeline: &Timeline, most: usize) -> Vec<(u32, u32, Stall)> {
    let events = &timeline.events;
    let mut stalls: BTreeMap<u32, (u32, Stall)> = BTreeMap::new();
    for at in (0..events.inst.len()).filter(|&at| events.wave[at] == 0) {
        let clocks = events.issue[at] - events.ready[at];
        if clocks > 0 {
            let stall = stalls
                .entry(events.inst[at])
                .or_insert((0, events.stall[at]));
            stall.0 += clocks;
        }
    }
    let iterations = timeline.iterations.max(1);
    let mut all: Vec<(u32, u32, Stall)> = stalls
        .into_iter()
        .map(|(inst, (clocks, why))| (inst, clocks / iterations, why))
        .collect();
    all.sort_by_key(|&(inst, clocks, _)| (u32::MAX - clocks, inst));
    all.retain(|(_, clocks, _)| *clocks > 0);
    all.truncate(most);
    all
}
