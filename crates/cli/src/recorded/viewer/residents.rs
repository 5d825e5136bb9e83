//! Who was on the SIMDs beside the traced waves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::{Error, LATEST, Wave};
use super::json;

/// When each wave of all compute units began and ended.
const OCCUPANCY: &str = "occupancy.json";
/// The files of the traced waves.
const NAMES: &str = "filenames.json";

/// A SIMD, and a slot of it.
type Place = ([u32; 3], u32);
/// Where a wave was, when it began, when it ended.
type Resident = (Place, i64, i64);
/// A compute unit that is not known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// What `filenames.json` has.
#[derive(Default, Deserialize)]
struct RawNames {
    #[serde(default)]
    wave_filenames: Value,
}

fn overlap(one: &Resident, other: &Resident) -> bool {
    one.1 < other.2 && other.1 < one.2
}

/// All waves that were there, traced or not.
pub(super) struct Residents {
    all: Vec<Resident>,
    /// The file that names them.
    file: &'static str,
    /// What is not known of them.
    pub remarks: Vec<String>,
}

impl Residents {
    /// Reads who was there.
    pub fn read(directory: &Path) -> Result<Residents, Error> {
        let mut all = Vec::new();
        let path = directory.join(OCCUPANCY);
        if path.is_file() {
            let engines: BTreeMap<String, Value> = json(&path)?;
            for (engine, rows) in &engines {
                // Beside shader engines, by number, it has other things.
                if let (Ok(engine), Some(rows)) = (engine.parse(), rows.as_array()) {
                    occupied(engine, rows, &mut all);
                }
            }
        }
        let mut file = OCCUPANCY;
        let path = directory.join(NAMES);
        if all.is_empty() && path.is_file() {
            let names: RawNames = json(&path)?;
            named(&names.wave_filenames, &mut all);
            file = NAMES;
        }
        Ok(Residents {
            all,
            file,
            remarks: Vec::new(),
        })
    }

    /// Finds out on which compute unit each wave was, lets the time axis of each shader engine begin with its first wave,
    /// and tells each wave who was on its SIMD with it.
    ///
    /// # Errors
    /// When times are too far apart.
    pub fn place(&mut self, waves: &mut [Wave]) -> Result<(), String> {
        for wave in waves.iter_mut().filter(|wave| wave.simd[1] == UNKNOWN) {
            if let Some(unit) = self.unit_of(wave) {
                wave.simd[1] = unit;
            }
        }
        let engines: BTreeSet<u32> = waves.iter().map(|wave| wave.simd[0]).collect();
        for &engine in &engines {
            self.rebase(waves, engine)?;
        }
        let is_unknown = |wave: &&Wave| wave.simd[1] == UNKNOWN;
        let unknown = waves.iter().filter(is_unknown).count();
        if unknown > 0 && self.file == OCCUPANCY && !self.all.is_empty() {
            self.remarks.push(format!(
                "{unknown} waves are in none of the rows of {OCCUPANCY}: who was on their SIMDs beside what was traced is not known"
            ));
        }
        let traced: Vec<Resident> = waves.iter().map(resident).collect();
        for wave in waves {
            // The same wave may begin and end a few clocks later in one file than in another.
            let others = self.all.iter().filter(|other| {
                let is_same = |one: &&Resident| one.0 == other.0 && overlap(one, other);
                !traced.iter().any(|one| is_same(&one))
            });
            let own = resident(wave);
            let all = traced.iter().chain(others);
            let all =
                all.filter(|one| one.0.0 == wave.simd && (overlap(one, &own) || **one == own));
            wave.resident = all.map(|one| (one.1, one.2)).collect();
        }
        Ok(())
    }

    /// The compute unit of the resident that a wave is: in its slot at its time.
    fn unit_of(&self, wave: &Wave) -> Option<u32> {
        let own = resident(wave);
        let [engine, _, simd] = wave.simd;
        let is_there = |one: &&Resident| {
            let ([its_engine, unit, its_simd], slot) = one.0;
            unit != UNKNOWN
                && (its_engine, its_simd, slot) == (engine, simd, wave.slot)
                && overlap(one, &own)
        };
        let off = |one: &&Resident| {
            let [begin, end] = [one.1.abs_diff(own.1), one.2.abs_diff(own.2)];
            begin.saturating_add(end)
        };
        let found = self.all.iter().filter(is_there).min_by_key(off);
        found.map(|one| one.0.0[1])
    }

    /// Lets the time axis of a shader engine begin with its first wave. Where the compute unit of residents is not
    /// known, it is that of the engine's waves, if these have but one.
    fn rebase(&mut self, waves: &mut [Wave], engine: u32) -> Result<(), String> {
        let mut own: Vec<&mut Wave> = waves.iter_mut().filter(|w| w.simd[0] == engine).collect();
        let units: BTreeSet<u32> = own.iter().map(|wave| wave.simd[1]).collect();
        let first = |wave: &&mut Wave| {
            let tried = wave.executed.iter().map(|one| one.tried).min();
            wave.begin.min(tried.unwrap_or(wave.begin))
        };
        let origin = own.iter().map(first).min().unwrap_or(0);
        let moved = |at: i64| {
            let at = at
                .checked_sub(origin)
                .filter(|at| (0..=LATEST).contains(at));
            at.ok_or_else(|| format!("it lasts longer than {LATEST} clocks"))
        };
        for wave in &mut own {
            (wave.begin, wave.end) = (moved(wave.begin)?, moved(wave.end)?);
            for one in &mut wave.executed {
                one.tried = moved(one.tried)?;
            }
        }
        let is_unknown = |one: &Resident| one.0.0[0] == engine && one.0.0[1] == UNKNOWN;
        if units.len() > 1 {
            let before = self.all.len();
            self.all.retain(|one| !is_unknown(one));
            if self.all.len() < before {
                self.remarks.push(format!(
                    "{} does not say on which compute unit waves of shader engine {engine} were, and the traced ones were on {}: \
                     of waves without a file it is not known which SIMD they were on",
                    self.file,
                    units.len()
                ));
            }
        }
        for other in self.all.iter_mut().filter(|one| one.0.0[0] == engine) {
            if let (UNKNOWN, Some(&unit)) = (other.0.0[1], units.first()) {
                other.0.0[1] = unit;
            }
            // Others began before any that was traced.
            (other.1, other.2) = (
                other.1.saturating_sub(origin),
                other.2.saturating_sub(origin),
            );
        }
        Ok(())
    }
}

/// A wave that was traced, as a resident.
fn resident(wave: &Wave) -> Resident {
    ((wave.simd, wave.slot), wave.begin, wave.end)
}

/// Rows of time, compute unit, SIMD, slot, and 1 for a wave that begins or 0 for one that ends.
fn occupied(engine: u32, rows: &[Value], all: &mut Vec<Resident>) {
    let mut open: BTreeMap<[u32; 4], i64> = BTreeMap::new();
    for row in rows {
        let number = |at: usize| row.get(at).and_then(Value::as_i64);
        let place = [1, 2, 3].map(|at| number(at).and_then(|n| u32::try_from(n).ok()));
        let ([Some(cu), Some(simd), Some(slot)], Some(time), Some(begins)) =
            (place, number(0), number(4))
        else {
            continue;
        };
        let key = [engine, cu, simd, slot];
        if begins != 0 {
            open.insert(key, time);
        } else if let Some(begin) = open.remove(&key) {
            all.push((([engine, cu, simd], slot), begin, time));
        }
    }
}

/// By shader engine, SIMD, slot and number: file, begin, end. The compute unit is not said.
fn named(names: &Value, all: &mut Vec<Resident>) {
    let entries = |value: &Value| -> Vec<(u32, Value)> {
        let all = value.as_object().into_iter().flatten();
        all.filter_map(|(key, value)| Some((key.parse().ok()?, value.clone())))
            .collect()
    };
    for (engine, simds) in entries(names) {
        for (simd, slots) in entries(&simds) {
            for (slot, waves) in entries(&slots) {
                for (_, wave) in entries(&waves) {
                    let time = |at: usize| wave.get(at).and_then(Value::as_i64);
                    if let (Some(begin), Some(end)) = (time(1), time(2)) {
                        all.push((([engine, UNKNOWN, simd], slot), begin, end));
                    }
                }
            }
        }
    }
}
