//! The code of a trace as a function that can be timed, and its waves as paths through it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Error, Recording, Wave};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_engine::timing::executed::{self, Executed, Start, Step};
use cdnasched_engine::timing::{self, Event, Model};
use cdnasched_text::program::{self, Program, SourceText};
use cdnasched_text::target;

/// The kernel that a trace is of.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function.
    pub function: Function,
    /// By instruction of the recording: what it is in the function; `None` for code that nothing leads to.
    insts: Vec<Option<InstId>>,
}

impl Kernel {
    /// Reads the code of a recording from a file.
    ///
    /// # Errors
    /// When it is no assembly, or its kernel cannot be analysed.
    pub fn of(path: &Path, recording: &Recording) -> Result<Kernel, Error> {
        let bad = |what: String| Error::malformed(path, what);
        let source = SourceText::new(&recording.assembly);
        let target = target::of_source(&source, None).map_err(|error| bad(error.to_string()))?;
        let program = Program::of_text(&source, target.gpu, program::features(target));
        let mut program = program.map_err(|source| Error::Code {
            path: path.to_owned(),
            source,
        })?;
        let is_it = |name: &str| recording.kernel.is_empty() || name == recording.kernel;
        if let Some(left) = program.not_analysed.iter().find(|left| is_it(&left.name)) {
            let (name, reason) = (&left.name, &left.reason);
            return Err(bad(format!("{name} cannot be analysed: {reason}")));
        }
        let found = program
            .routines
            .iter()
            .position(|routine| is_it(&routine.function.name));
        let Some(found) = found else {
            let name = recording.kernel.escape_default();
            return Err(bad(format!("no kernel '{name}' in its code")));
        };
        let mut routine = program.routines.swap_remove(found);
        timing::find_bank_conflicts(&mut routine.function);
        let by_line: BTreeMap<u32, InstId> = routine
            .listed
            .iter()
            .zip(0..)
            .map(|(listed, at)| (program.listing.insts[listed.index()].line, InstId(at)))
            .collect();
        let lines = recording.lines.iter();
        Ok(Kernel {
            insts: lines.map(|line| by_line.get(line).copied()).collect(),
            function: routine.function,
        })
    }

    /// The instruction of the function that an instruction of the recording is.
    pub fn inst(&self, number: u32) -> Option<InstId> {
        self.insts.get(number as usize).copied().flatten()
    }

    /// The text of an instruction of the function, in a recording of it.
    pub(super) fn text(&self, recording: &Recording, inst: InstId) -> String {
        let number = self.insts.iter().position(|&one| one == Some(inst));
        let line = number.and_then(|number| recording.lines.get(number));
        let text = line.and_then(|&line| {
            let at = (line as usize).checked_sub(1)?;
            recording.assembly.lines().nth(at)
        });
        text.map_or_else(|| self.function.asm(inst), |text| text.trim().to_owned())
    }

    /// What a wave executed; the number of the first instruction that the function does not have, if there is one.
    ///
    /// # Errors
    /// That number.
    pub fn path(&self, wave: &Wave) -> Result<Vec<Step>, u32> {
        let executed = &wave.executed;
        let steps = executed.iter().enumerate().map(|(at, one)| {
            let next = executed.get(at + 1);
            Ok(Step {
                inst: self.inst(one.inst).ok_or(one.inst)?,
                taken: next.is_some_and(|next| next.inst != one.inst + 1),
            })
        });
        steps.collect()
    }

    /// Times under a model what these waves of one SIMD executed; the events of each wave.
    ///
    /// # Errors
    /// As [`Kernel::path`].
    pub fn modelled(&self, model: &Model, waves: &[&Wave]) -> Result<Vec<Vec<Event>>, u32> {
        let paths: Vec<Vec<Step>> = waves
            .iter()
            .map(|wave| self.path(wave))
            .collect::<Result<_, u32>>()?;
        let all = residents(waves);
        let running: Vec<executed::Wave<'_>> = all
            .iter()
            .zip(starts(&all))
            .map(|(one, start)| executed::Wave {
                start,
                path: &paths[one.path],
            })
            .collect();
        let timed = Executed::of(&self.function, model, &running).by_wave(running.len());
        // The waves themselves come before those that stand for others.
        let mut own = vec![Vec::new(); waves.len()];
        for (one, events) in all.iter().zip(timed) {
            if one.is_listed {
                own[one.path] = events;
            }
        }
        Ok(own)
    }
}

/// A wave on a SIMD.
#[derive(Clone, Copy, Debug)]
struct Resident {
    begin: i64,
    end: i64,
    /// The wave whose path it takes.
    path: usize,
    is_listed: bool,
}

/// All waves that were on the SIMD, by when they began. Of those that the recording does not have, only begin and end are
/// known: they are taken to have done what the wave did that began last before them, or else the first.
fn residents(waves: &[&Wave]) -> Vec<Resident> {
    let mut all: Vec<Resident> = waves
        .iter()
        .enumerate()
        .map(|(path, wave)| Resident {
            begin: wave.begin,
            end: wave.end,
            path,
            is_listed: true,
        })
        .collect();
    let first = all.iter().map(|one| one.begin).min().unwrap_or(0);
    let last = all.iter().map(|one| one.end).max().unwrap_or(0);
    // Several waves may know of the same one.
    let mut known: BTreeSet<(i64, i64)> = all.iter().map(|one| (one.begin, one.end)).collect();
    for &(begin, end) in waves.iter().flat_map(|wave| &wave.resident) {
        if !known.insert((begin, end)) {
            continue;
        }
        // What they did before any that is known, and after it, does not matter.
        let (begin, end) = (begin.max(first), end.min(last));
        if begin >= end {
            continue;
        }
        let before = |path: &usize| {
            (
                waves[*path].begin > begin,
                begin.abs_diff(waves[*path].begin),
            )
        };
        if let Some(path) = (0..waves.len()).min_by_key(before) {
            all.push(Resident {
                begin,
                end,
                path,
                is_listed: false,
            });
        }
    }
    all.sort_by_key(|one| (one.begin, one.end, one.path));
    all
}

/// When each of them begins. A wave that takes the place of one that has ended begins when that one does, however long the
/// model lets it take.
fn starts(all: &[Resident]) -> Vec<Start> {
    let first = all.first().map_or(0, |one| one.begin);
    let clocks = |from: i64, to: i64| u32::try_from(to.saturating_sub(from)).unwrap_or(0);
    let mut replaced = vec![false; all.len()];
    let mut starts = Vec::with_capacity(all.len());
    for (at, one) in all.iter().enumerate() {
        let ended = (0..at).filter(|&other| !replaced[other] && all[other].end <= one.begin);
        let start = match ended.max_by_key(|&other| all[other].end) {
            Some(wave) => {
                replaced[wave] = true;
                Start::After {
                    wave,
                    clocks: clocks(all[wave].end, one.begin),
                }
            }
            None => Start::At(clocks(first, one.begin)),
        };
        starts.push(start);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(begin: i64, end: i64, resident: &[(i64, i64)]) -> Wave {
        Wave {
            simd: [0; 3],
            slot: 0,
            begin,
            end,
            resident: resident.to_vec(),
            executed: Vec::new(),
        }
    }

    #[test]
    fn who_was_there_before_or_after_all_that_was_recorded_is_left_out() {
        let one = wave(
            100,
            200,
            &[
                (100, 200),
                (0, 50),
                (0, 100),
                (200, 300),
                (i64::MIN, -4),
                (i64::MAX - 4, i64::MAX),
                (150, 140),
                (50, 120),
                (180, 400),
                // Two, however long each was there.
                (0, 500),
                (-10, 600),
            ],
        );
        let all = residents(&[&one]);
        let times: Vec<(i64, i64)> = all.iter().map(|one| (one.begin, one.end)).collect();
        assert_eq!(
            times,
            [(100, 120), (100, 200), (100, 200), (100, 200), (180, 200)]
        );
        let at = Start::At(0);
        let after = Start::After {
            wave: 0,
            clocks: 60,
        };
        assert_eq!(starts(&all), [at, at, at, at, after]);
    }
}
