//! Numbers of the cost model that recorded traces propose.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::kernel::Kernel;
use super::kind;
use super::{Error, Recording, Wave};
use cdnasched_base::gpu::{Counter, Gpu, MatrixKind, Unit};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_engine::timing::Class;
use cdnasched_engine::timing::executed::Step;
use cdnasched_engine::waitcnt::counted;

/// A number of the model file: table, row, field; of a table without fields the last is empty.
type Number = (&'static str, String, &'static str);

/// Clocks of an issue slot.
const SLOT: i64 = 4;
/// With fewer samples nothing is proposed.
const ENOUGH: usize = 20;
/// A number is proposed if so many percent of the samples are at it.
const CLEAR: usize = 60;

/// What samples say of a number. All times are issue slots.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proposal {
    /// Where it is in the model file, as `costs.valu.result`.
    pub number: String,
    /// What the model has; absent where it has none of its own.
    pub model: Option<u64>,
    /// What most samples are.
    pub measured: u64,
    /// How many there are.
    pub samples: usize,
    /// Percent of them that are just that.
    pub at_it: usize,
    /// A tenth of the samples is below the first, a tenth above the second.
    pub spread: (u64, u64),
    /// Samples that are shorter than the model allows.
    pub shorter_than_model: usize,
    /// They are of waves that had their SIMD to themselves; else there were too few of those.
    pub alone: bool,
    /// Whether it is clear enough to be proposed.
    pub clear: bool,
}

impl Proposal {
    /// Whether the samples say something else than the model, clearly.
    pub fn is_change(&self) -> bool {
        self.clear && self.model.is_some_and(|model| model != self.measured)
    }
}

/// Samples of numbers of the model, from traces of one GPU.
#[derive(Clone, Debug)]
pub struct Calibration {
    gpu: Gpu,
    /// In clocks: of waves alone on their SIMD, and of others.
    samples: BTreeMap<Number, [Vec<i64>; 2]>,
}

impl Calibration {
    /// Takes samples from recordings, each with its file, which errors name; `None`: there is no recording.
    ///
    /// # Errors
    /// When the code of one cannot be used, or is for another GPU than that of the first.
    pub fn of(recordings: &[(PathBuf, Recording)]) -> Result<Option<Calibration>, Error> {
        let mut calibration: Option<Calibration> = None;
        for (path, recording) in recordings {
            let kernel = Kernel::of(path, recording)?;
            let of = calibration.get_or_insert_with(|| Calibration {
                gpu: kernel.function.gpu,
                samples: BTreeMap::new(),
            });
            of.add(path, recording, &kernel)?;
        }
        Ok(calibration)
    }

    fn add(&mut self, path: &Path, recording: &Recording, kernel: &Kernel) -> Result<(), Error> {
        if kernel.function.gpu != self.gpu {
            let (gpu, wanted) = (kernel.function.gpu, self.gpu);
            let what =
                format!("it is of {gpu}, others are of {wanted}; calibrate each GPU by itself");
            return Err(Error::malformed(path, what));
        }
        for wave in &recording.waves {
            let steps = kernel.path(wave).map_err(|inst| {
                let what =
                    format!("a wave executed instruction {inst}, which is not in the kernel");
                Error::malformed(path, what)
            })?;
            self.distances(&kernel.function, wave, &steps);
            self.latencies(&kernel.function, wave, &steps);
        }
        Ok(())
    }

    fn sample(&mut self, number: Number, wave: &Wave, (from, to): (i64, i64)) {
        let alone = wave.residents(from, to) == Some(1);
        let of = self.samples.entry(number).or_default();
        of[usize::from(!alone)].push(to - from);
    }

    /// From an instruction to the next one.
    fn distances(&mut self, function: &Function, wave: &Wave, steps: &[Step]) {
        let issued = |at: usize| {
            let one = &wave.executed[at];
            one.tried + i64::from(one.stall)
        };
        for at in 1..steps.len() {
            let (one, next) = (steps[at - 1], steps[at]);
            if let Some(number) = distance(function, one, next.inst) {
                self.sample(number, wave, (issued(at - 1), issued(at)));
            }
        }
    }

    /// From what memory does to the end of the wait that waits for it, where that wait stalled.
    fn latencies(&mut self, function: &Function, wave: &Wave, steps: &[Step]) {
        // What counts on each counter and has not been waited for: when it issued, and its class unless it may return
        // out of order.
        let mut open: [VecDeque<(i64, Class, bool)>; 2] = Default::default();
        for (step, one) in steps.iter().zip(&wave.executed) {
            let inst = step.inst;
            if function.info(inst).unit == Unit::Wait {
                let mut last = Vec::new();
                for (queue, counter) in open.iter_mut().zip([Counter::Vm, Counter::Lgkm]) {
                    let left = kind::left(function, inst, counter)
                        .map_or(queue.len(), |left| left as usize);
                    let covered: Vec<_> = queue.drain(..queue.len().saturating_sub(left)).collect();
                    // Scalar loads return out of order: which was last is known of a wait for all of them alone.
                    let scalar = covered.iter().filter(|one| one.2).count();
                    if scalar == 0 || (scalar == covered.len() && left == 0) {
                        last.extend(covered.last().copied());
                    }
                }
                if let (&[(issued, class, _)], true) = (&last[..], i64::from(one.stall) > SLOT) {
                    self.sample(("costs", class.name(), "result"), wave, (issued, one.end()));
                }
                continue;
            }
            let counted = counted(function, inst);
            let class = Class::of(function, inst);
            let issued = one.tried + i64::from(one.stall);
            for (queue, count) in open
                .iter_mut()
                .zip([counted.vm, counted.lds.max(counted.smem).max(counted.other)])
            {
                let is_scalar = counted.smem > 0 || !counted.in_order;
                (0..count).for_each(|_| queue.push_back((issued, class, is_scalar)));
            }
        }
    }

    /// What the samples say of a model file's first set (`measured`, if it has it), the largest differences first.
    pub fn proposals(&self, file: &Value) -> Vec<Proposal> {
        let set = set_of(file);
        let mut all: Vec<Proposal> = self
            .samples
            .iter()
            .filter_map(|(number, samples)| {
                let alone = samples[0].len() >= ENOUGH || samples[1].is_empty();
                let both: Vec<i64> = samples.iter().flatten().copied().collect();
                let model = set.and_then(|set| present(&file[set], number, self.gpu));
                proposal(
                    number,
                    if alone { &samples[0] } else { &both },
                    model,
                    alone,
                )
            })
            .collect();
        let off = |one: &Proposal| one.model.map_or(0, |model| model.abs_diff(one.measured));
        all.sort_by_key(|one| (!one.is_change(), u64::MAX - off(one)));
        all
    }

    /// The model file with the clear proposals in it, for this GPU.
    pub fn file(&self, file: &Value) -> Value {
        let mut changed = file.clone();
        let Some(set) = set_of(file) else {
            return changed;
        };
        let gpu = self.gpu.name();
        for proposal in self.proposals(file).iter().filter(|one| one.is_change()) {
            let mut parts = proposal.number.split('.');
            match [parts.next(), parts.next(), parts.next()] {
                [Some("costs"), Some(class), Some(field)] => {
                    let mut row = cost_row(&changed[set], class, self.gpu).clone();
                    row[field] = json!(proposal.measured);
                    changed[set]["overrides"][gpu][class] = row;
                }
                [Some(table), Some(row), None] => {
                    changed[set][table][gpu][row] = json!(proposal.measured);
                }
                _ => {}
            }
        }
        changed
    }
}

/// The name of the set that counts.
fn set_of(file: &Value) -> Option<&str> {
    let sets = file.as_object()?;
    let preferred = sets.keys().find(|name| *name == "measured");
    preferred.or_else(|| sets.keys().next()).map(String::as_str)
}

/// The costs of a class on a GPU.
fn cost_row<'a>(set: &'a Value, class: &str, gpu: Gpu) -> &'a Value {
    match &set["overrides"][gpu.name()][class] {
        Value::Null => &set["costs"][class],
        row => row,
    }
}

fn present(set: &Value, (table, row, field): &Number, gpu: Gpu) -> Option<u64> {
    match *table {
        "costs" => cost_row(set, row, gpu)[field].as_u64(),
        table => set[table][gpu.name()][row].as_u64(),
    }
}

fn proposal(
    (table, row, field): &Number,
    clocks: &[i64],
    model: Option<u64>,
    alone: bool,
) -> Option<Proposal> {
    let mut slots: Vec<u64> = clocks
        .iter()
        .filter_map(|&clocks| u64::try_from(clocks / SLOT).ok())
        .collect();
    slots.sort_unstable();
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    slots
        .iter()
        .for_each(|&slot| *counts.entry(slot).or_default() += 1);
    // Of equals the shortest.
    let (&measured, &most) = counts.iter().rev().max_by_key(|(_, count)| **count)?;
    let tenth = |tenths: usize| slots[(slots.len() - 1) * tenths / 10];
    let at_it = 100 * most / slots.len();
    let mut number = format!("{table}.{row}");
    if !field.is_empty() {
        number += &format!(".{field}");
    }
    Some(Proposal {
        number,
        model,
        measured,
        samples: slots.len(),
        at_it,
        spread: (tenth(1), tenth(9)),
        shorter_than_model: slots.iter().filter(|&&slot| Some(slot) < model).count(),
        alone,
        clear: slots.len() >= ENOUGH && at_it >= CLEAR,
    })
}

/// The number that the distance from an instruction to the next one is, if it is one.
fn distance(function: &Function, one: Step, next: InstId) -> Option<Number> {
    let (unit, unit_next) = (function.info(one.inst).unit, function.info(next).unit);
    let class = Class::of(function, one.inst);
    let reads = kind::reads(function, next, one.inst);
    let cost = |field: &'static str| Some(("costs", class.name(), field));
    match (unit, unit_next) {
        // What a branch takes is there whatever follows.
        (Unit::Control, _) if class == Class::Branch => match one.taken {
            true => Some(("costs", Class::BranchTaken.name(), "issue")),
            false => cost("issue"),
        },
        (Unit::Valu, Unit::Valu) if reads => cost("result"),
        (Unit::Valu, Unit::Valu) => cost("busy"),
        (Unit::Valu, Unit::Salu) if reads && class == Class::LaneRead => cost("result"),
        (Unit::Salu, Unit::Salu) if reads => cost("result"),
        (Unit::Salu, Unit::Salu) => cost("busy"),
        (Unit::Lds | Unit::Vmem(_) | Unit::Smem, Unit::Valu | Unit::Salu) => cost("issue"),
        (Unit::Matrix, Unit::Valu | Unit::Lds | Unit::Vmem(_)) if !reads => {
            if Class::of(function, next) == Class::PackedF32 {
                return None;
            }
            let table = match unit_next {
                Unit::Valu => "shadow",
                _ => "memory_shadow",
            };
            let matrix = function.info(one.inst).matrix?;
            let row = match matrix.kind {
                _ if matrix.sparse => "sparse",
                _ if matrix.scaled => "scaled",
                MatrixKind::Xdl => "xdl",
                MatrixKind::Sgemm => "sgemm",
                MatrixKind::Dgemm => "dgemm",
            };
            Some((table, row.to_owned(), ""))
        }
        _ => None,
    }
}
