//! Traces as rocprofv3 writes them for its viewer: a directory with `code.json`, a file `se*_sm*_sl*_wv*.json` for each
//! wave, and, where there are any, `occupancy.json` and `filenames.json`. Fields that one version of it has and another
//! has not are optional.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::files::entries;
use super::{Error, Execution, LATEST, Recording, Wave};
use crate::gpu::Gpu;
use crate::input;

/// The file that makes a directory a trace.
const CODE: &str = "code.json";
/// Directories are searched for traces down to this depth.
const DEPTH: usize = 3;
#[derive(Deserialize)]
struct RawCode {
    code: Vec<Vec<Value>>,
    #[serde(default)]
    header: String,
}

#[derive(Deserialize)]
struct RawFile {
    wave: RawWave,
}

#[derive(Deserialize)]
struct RawWave {
    begin: Option<i64>,
    end: Option<i64>,
    cu: Option<u32>,
    simd: Option<u32>,
    slot: Option<u32>,
    instructions: Vec<Vec<i64>>,
}

#[derive(Default, Deserialize)]
struct RawNames {
    #[serde(default)]
    wave_filenames: Value,
}

/// A row of the code.
struct Line {
    /// What waves name it by.
    number: i64,
    text: String,
    address: Option<u64>,
    object: i64,
}

/// The directories at or below a path that hold such a trace, by name.
pub(super) fn directories(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    search(path, DEPTH, &mut found);
    found.sort();
    found
}

fn search(path: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if path.join(CODE).is_file() {
        return found.push(path.to_owned());
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        return;
    };
    if depth > 0 {
        let below = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        for directory in below.filter(|below| below.is_dir()) {
            search(&directory, depth - 1, found);
        }
    }
}

/// Reads the trace in a directory, of code for that GPU.
///
/// # Errors
/// When one of its files is not what it should be, or no wave is in it.
pub(super) fn read(directory: &Path, gpu: Gpu) -> Result<Recording, Error> {
    let path = directory.join(CODE);
    let lines = code(&path, json(&path)?)?;
    let files = wave_files(directory)?;
    let known: BTreeMap<i64, u32> = (0..)
        .zip(&lines)
        .filter(|(_, line)| is_instruction(&line.text))
        .map(|(at, line)| (line.number, at))
        .collect();
    let mut waves = Vec::new();
    for (file, simd, slot) in &files {
        let path = directory.join(file);
        let raw: RawFile = json(&path)?;
        let wave = wave(raw.wave, *simd, *slot, &known);
        waves.push(wave.map_err(|what| Error::malformed(&path, what))?);
    }
    waves.retain(|wave| !wave.executed.is_empty());
    let Some(first) = waves.first().map(|wave| wave.executed[0].inst) else {
        let what = "no wave in it (se*_sm*_sl*_wv*.json) executed an instruction";
        return Err(Error::malformed(directory, what));
    };
    let text = Text::of(&lines, first as usize, gpu);
    for wave in &mut waves {
        // Functions that the kernel calls are timed by nobody: the wave is known up to there.
        let inside = |one: &Execution| text.numbers[one.inst as usize].is_some();
        let known = wave.executed.iter().take_while(|one| inside(one)).count();
        wave.executed.truncate(known);
        for one in &mut wave.executed {
            one.inst = text.numbers[one.inst as usize].unwrap_or(0);
        }
    }
    let mut residents = residents(directory)?;
    rebase(&mut waves, &mut residents).map_err(|what| Error::malformed(directory, what))?;
    let traced: Vec<(Place, i64, i64)> = waves
        .iter()
        .map(|wave| ((wave.simd, wave.slot), wave.begin, wave.end))
        .collect();
    for wave in &mut waves {
        // The same wave may begin and end a few clocks later in one file than in another.
        let others = residents.iter().filter(|other| {
            let is_same = |one: &&(Place, i64, i64)| one.0 == other.0 && overlap(one, other);
            !traced.iter().any(|one| is_same(&one))
        });
        let own = ((wave.simd, wave.slot), wave.begin, wave.end);
        let all = traced.iter().chain(others);
        let all = all.filter(|one| one.0.0 == wave.simd && (overlap(one, &own) || **one == own));
        wave.resident = all.map(|one| (one.1, one.2)).collect();
    }
    let name = directory.file_name().unwrap_or_default();
    Ok(Recording {
        name: name.to_string_lossy().into(),
        kernel: text.symbol,
        assembly: text.text,
        lines: text.lines,
        waves,
    })
}

fn json<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = input::read(path, input::CASE_LIMIT_MIB).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&bytes).map_err(|error| {
        Error::malformed(
            path,
            format!("expected JSON of rocprofv3's viewer: {error}"),
        )
    })
}

/// The rows of `code.json`. Its header names the columns; files without one have them in the order that all known
/// versions use.
fn code(path: &Path, raw: RawCode) -> Result<Vec<Line>, Error> {
    let names: Vec<&str> = raw.header.split(',').map(str::trim).collect();
    let column = |name: &str, otherwise: usize| {
        let found = names
            .iter()
            .position(|other| other.eq_ignore_ascii_case(name));
        found.unwrap_or(otherwise)
    };
    let [isa, number] = [column("ISA", 0), column("LineNumber", 2)];
    let [object, address] = [column("Codeobj", 4), column("Vaddr", 5)];
    let rows = raw.code.iter().enumerate().map(|(at, row)| {
        let text = row.get(isa).and_then(Value::as_str).ok_or_else(|| {
            let what = format!("row {at} (from 0) of the code has no text of an instruction");
            Error::malformed(path, what)
        })?;
        Ok(Line {
            number: row.get(number).and_then(Value::as_i64).unwrap_or(at as i64),
            text: text.trim().to_owned(),
            address: row.get(address).and_then(Value::as_u64),
            object: row.get(object).and_then(Value::as_i64).unwrap_or(0),
        })
    });
    rows.collect()
}

fn is_instruction(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(';') && !text.starts_with("//")
}

/// A file of a wave: its name, shader engine, compute unit (not known from the name) and SIMD, slot.
type WaveFile = (String, [u32; 3], u32);

fn wave_files(directory: &Path) -> Result<Vec<WaveFile>, Error> {
    let of_wave = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy();
        let [engine, simd, slot] = numbers(&name)?;
        Some((name.into_owned(), [engine, 0, simd], slot))
    };
    Ok(entries(directory)?
        .into_iter()
        .filter_map(of_wave)
        .collect())
}

/// The shader engine, SIMD and slot in the name of a wave's file.
fn numbers(name: &str) -> Option<[u32; 3]> {
    let mut parts = name.strip_suffix(".json")?.split('_');
    let mut next = |prefix: &str| parts.next()?.strip_prefix(prefix)?.parse().ok();
    let found = [next("se")?, next("sm")?, next("sl")?];
    next("wv").map(|_| found)
}

fn wave(
    raw: RawWave,
    simd: [u32; 3],
    slot: u32,
    known: &BTreeMap<i64, u32>,
) -> Result<Wave, String> {
    let mut executed = Vec::with_capacity(raw.instructions.len());
    for (at, row) in raw.instructions.iter().enumerate() {
        let &[tried, _, stall, duration, line, ..] = row.as_slice() else {
            return Err(format!(
                "instruction {at} (from 0) has {} numbers; expected time, kind, stall, duration and line",
                row.len()
            ));
        };
        // What the tracer could not follow has no line: nothing after it is known.
        let Some(&inst) = known.get(&line) else { break };
        let clocks = |number: i64| u32::try_from(number).ok();
        let (Some(stall), Some(issue)) = (clocks(stall), duration.checked_sub(stall)) else {
            return Err(format!(
                "instruction {at} (from 0) stalls {stall} of {duration} clocks"
            ));
        };
        executed.push(Execution {
            inst,
            tried,
            stall,
            issue: clocks(issue.max(0)).unwrap_or(0),
        });
    }
    let begin = raw.begin.or(executed.first().map(|first| first.tried));
    let begin = begin.unwrap_or(0);
    let end = raw.end.or(executed.last().and_then(Execution::checked_end));
    Ok(Wave {
        simd: [
            simd[0],
            raw.cu.unwrap_or(simd[1]),
            raw.simd.unwrap_or(simd[2]),
        ],
        slot: raw.slot.unwrap_or(slot),
        begin,
        end: end.unwrap_or(begin).max(begin),
        resident: Vec::new(),
        executed,
    })
}

/// A SIMD, and a slot of it.
type Place = ([u32; 3], u32);
/// Where a wave was, when it began, when it ended.
type Resident = (Place, i64, i64);
/// A compute unit that is not known.
const UNKNOWN: u32 = u32::MAX;

fn overlap(one: &Resident, other: &Resident) -> bool {
    one.1 < other.2 && other.1 < one.2
}

/// All waves that were there, traced or not.
fn residents(directory: &Path) -> Result<Vec<Resident>, Error> {
    let path = directory.join("occupancy.json");
    let mut all = Vec::new();
    if path.is_file() {
        let engines: BTreeMap<String, Value> = json(&path)?;
        for (engine, rows) in &engines {
            // Beside shader engines, by number, it has other things.
            if let (Ok(engine), Some(rows)) = (engine.parse(), rows.as_array()) {
                occupied(engine, rows, &mut all);
            }
        }
    }
    let path = directory.join("filenames.json");
    if all.is_empty() && path.is_file() {
        let names: RawNames = json(&path)?;
        named(&names.wave_filenames, &mut all);
    }
    Ok(all)
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

/// By shader engine, SIMD, slot and number: file, begin, end. The compute unit is the one that was traced, whichever.
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

/// Lets the time axis of each shader engine begin with its first wave. Where the compute unit of a resident is not
/// known, it is the one of the engine's waves.
fn rebase(waves: &mut [Wave], residents: &mut [Resident]) -> Result<(), String> {
    let engines: BTreeSet<u32> = waves.iter().map(|wave| wave.simd[0]).collect();
    for engine in engines {
        let mut own: Vec<&mut Wave> = waves.iter_mut().filter(|w| w.simd[0] == engine).collect();
        let unit = own.first().map_or(0, |wave| wave.simd[1]);
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
        for other in residents.iter_mut().filter(|other| other.0.0[0] == engine) {
            if other.0.0[1] == UNKNOWN {
                other.0.0[1] = unit;
            }
            // Others began before any that was traced.
            (other.1, other.2) = (
                other.1.saturating_sub(origin),
                other.2.saturating_sub(origin),
            );
        }
    }
    Ok(())
}

/// The code of the kernel as assembly text.
struct Text {
    text: String,
    symbol: String,
    /// By instruction of the text: its line, from 1.
    lines: Vec<u32>,
    /// By row of the code: which instruction it is.
    numbers: Vec<Option<u32>>,
}

impl Text {
    /// The function that a row belongs to: the rows between two headings of the same code object.
    fn of(rows: &[Line], row: usize, gpu: Gpu) -> Text {
        let is_inside = |line: &Line| is_instruction(&line.text) && line.object == rows[row].object;
        let before = rows[..row].iter().rposition(|line| !is_inside(line));
        let begin = before.map_or(0, |at| at + 1);
        let after = rows[row..].iter().position(|line| !is_inside(line));
        let end = after.map_or(rows.len(), |at| row + at);
        let heading = before.map_or("", |at| rows[at].text.trim_start_matches([';', ' ', '/']));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let symbol = match heading.chars().all(is_plain) && !heading.is_empty() {
            true => heading.to_owned(),
            false => "kernel".to_owned(),
        };
        let body = &rows[begin..end];
        let targets: BTreeSet<u64> = body.iter().filter_map(target_of).collect();
        let mut text = format!(
            "\t.amdgcn_target \"amdgcn-amd-amdhsa--{gpu}\"\n\t.text\n\t.globl {symbol}\n\t.type {symbol},@function\n{symbol}:\n"
        );
        let mut line = text.lines().count() as u32;
        let mut lines = Vec::with_capacity(body.len());
        let mut numbers = vec![None; rows.len()];
        for (at, row) in body.iter().enumerate() {
            if let Some(address) = row.address.filter(|address| targets.contains(address)) {
                let _ = writeln!(text, ".L{address:x}:");
                line += 1;
            }
            numbers[begin + at] = Some(at as u32);
            let is_here = |address: &u64| body.iter().any(|row| row.address == Some(*address));
            let _ = match target_of(row).filter(is_here) {
                Some(target) => {
                    let branch = row.text.split_whitespace().next().unwrap_or_default();
                    writeln!(text, "\t{branch} .L{target:x}")
                }
                // One row is one line, whatever is in it.
                None => writeln!(text, "\t{}", row.text.replace(['\n', '\r'], " ")),
            };
            line += 1;
            lines.push(line);
        }
        // Sizes are not known; only that it is a kernel matters.
        let _ = write!(
            text,
            "\t.section .rodata,\"a\",@progbits\n\t.p2align 6, 0x0\n\t.amdhsa_kernel {symbol}\n\t\t.amdhsa_next_free_vgpr 256\n\
             \t\t.amdhsa_next_free_sgpr 96\n{}\t.end_amdhsa_kernel\n",
            match gpu {
                Gpu::Gfx908 => "",
                _ => "\t\t.amdhsa_accum_offset 256\n",
            }
        );
        Text {
            text,
            symbol,
            lines,
            numbers,
        }
    }
}

/// Where a branch goes: its operand is a distance in dwords from the next instruction.
fn target_of(line: &Line) -> Option<u64> {
    let mut words = line.text.split_whitespace();
    let name = words.next()?;
    let is_branch = name == "s_branch" || name.starts_with("s_cbranch_");
    let distance: u16 = words.next().filter(|_| is_branch)?.parse().ok()?;
    let next = line.address?.checked_add(4)?;
    next.checked_add_signed(i64::from(distance as i16) * 4)
}
