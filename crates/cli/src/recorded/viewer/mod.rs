//! Traces as rocprofv3 writes them for its viewer: a directory with `code.json`, a file `se*_sm*_sl*_wv*.json` for each
//! wave, and, where there are any, `occupancy.json` and `filenames.json`. Fields that one version of it has and another
//! has not are optional.

mod residents;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::files::entries;
use super::{Error, Execution, Recording, Wave};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::input;
use residents::{Residents, UNKNOWN};
use text::Text;

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

/// A row of the code.
struct Line {
    /// Which one, from 0.
    row: usize,
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

/// Whether a directory is such a trace.
pub(super) fn is_trace(directory: &Path) -> bool {
    directory.join(CODE).is_file()
}

fn search(path: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if is_trace(path) {
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
        waves.extend(wave.map_err(|what| Error::malformed(&path, what))?);
    }
    let executed = waves.iter().find_map(|wave| wave.executed.first());
    let Some(first) = executed.map(|one| one.inst) else {
        let what = "no wave in it (se*_sm*_sl*_wv*.json) executed an instruction";
        return Err(Error::malformed(directory, what));
    };
    let text = Text::of(&lines, first as usize, gpu);
    let text = text.map_err(|what| Error::malformed(&path, what))?;
    for wave in &mut waves {
        // Functions that the kernel calls are timed by nobody: the wave is known up to there.
        let inside = |one: &Execution| text.numbers[one.inst as usize].is_some();
        let known = wave.executed.iter().take_while(|one| inside(one)).count();
        wave.executed.truncate(known);
        for one in &mut wave.executed {
            one.inst = text.numbers[one.inst as usize].unwrap_or(0);
        }
    }
    let mut residents = Residents::read(directory)?;
    let placed = residents.place(&mut waves);
    placed.map_err(|what| Error::malformed(directory, what))?;
    // Of the others, it is known that they were there.
    waves.retain(|wave| !wave.executed.is_empty());
    let name = directory.file_name().unwrap_or_default();
    Ok(Recording {
        name: name.to_string_lossy().into(),
        kernel: text.symbol,
        assembly: text.text,
        lines: text.lines,
        waves,
        remarks: residents.remarks,
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
            row: at,
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
        Some((name.into_owned(), [engine, UNKNOWN, simd], slot))
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

/// A wave; `None` if nothing is known of it.
fn wave(
    raw: RawWave,
    simd: [u32; 3],
    slot: u32,
    known: &BTreeMap<i64, u32>,
) -> Result<Option<Wave>, String> {
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
    let Some(begin) = begin else {
        return Ok(None);
    };
    let end = raw.end.or(executed.last().and_then(Execution::checked_end));
    Ok(Some(Wave {
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
    }))
}
