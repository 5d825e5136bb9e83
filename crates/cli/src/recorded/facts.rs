//! Traces as facts: one JSON object for each (`cdna-att-trace`), usually compressed.

use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use serde::Deserialize;

use super::{Error, Execution, LATEST, Recording, Wave};
use cdnasched_base::input;

/// What a compressed file may become.
const LIMIT: u64 = input::CASE_LIMIT_MIB << 20;
const FORMAT: &str = "cdna-att-trace";
const VERSION: u32 = 1;

#[derive(Deserialize)]
struct RawTrace {
    format: String,
    version: u32,
    #[serde(default)]
    name: String,
    #[serde(default)]
    kernel: String,
    assembly: String,
    lines: Vec<u32>,
    waves: Vec<RawWave>,
}

#[derive(Deserialize)]
struct RawWave {
    #[serde(default)]
    se: u32,
    #[serde(default)]
    cu: u32,
    #[serde(default)]
    simd: u32,
    #[serde(default)]
    slot: u32,
    begin: i64,
    end: i64,
    #[serde(default)]
    resident: Vec<(i64, i64)>,
    inst: Vec<u32>,
    gap: Vec<i32>,
    stall: Vec<u32>,
    issue: Vec<u32>,
}

/// Reads a file.
///
/// # Errors
/// When it is not such a trace.
pub(super) fn read(path: &Path) -> Result<Recording, Error> {
    let bytes = input::read_named(path, input::CASE_LIMIT_MIB).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })?;
    let text = match bytes.starts_with(&[0x1f, 0x8b]) {
        true => inflated(path, &bytes)?,
        false => bytes,
    };
    let raw: RawTrace = serde_json::from_slice(&text).map_err(|error| {
        Error::malformed(path, format!("expected a recorded trace in JSON: {error}"))
    })?;
    recording(path, raw)
}

fn inflated(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    GzDecoder::new(bytes)
        .take(LIMIT + 1)
        .read_to_end(&mut text)
        .map_err(|error| Error::malformed(path, format!("cannot be unpacked: {error}")))?;
    match text.len() as u64 > LIMIT {
        true => Err(Error::malformed(
            path,
            format!("unpacked it is longer than {} MiB", input::CASE_LIMIT_MIB),
        )),
        false => Ok(text),
    }
}

fn recording(path: &Path, raw: RawTrace) -> Result<Recording, Error> {
    let bad = |what: String| Error::malformed(path, what);
    if (raw.format.as_str(), raw.version) != (FORMAT, VERSION) {
        return Err(bad(format!(
            "expected \"format\": \"{FORMAT}\", \"version\": {VERSION}; found \"{}\", {}",
            raw.format.escape_default(),
            raw.version
        )));
    }
    let mut waves = Vec::with_capacity(raw.waves.len());
    for (number, wave) in raw.waves.into_iter().enumerate() {
        waves.push(
            of_wave(wave, raw.lines.len())
                .map_err(|what| bad(format!("wave {number} (from 0): {what}")))?,
        );
    }
    let name = match raw.name.is_empty() {
        true => path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into(),
        false => raw.name,
    };
    Ok(Recording {
        name,
        kernel: raw.kernel,
        assembly: raw.assembly,
        lines: raw.lines,
        waves,
        remarks: Vec::new(),
    })
}

fn of_wave(raw: RawWave, instructions: usize) -> Result<Wave, String> {
    let count = raw.inst.len();
    if [raw.gap.len(), raw.stall.len(), raw.issue.len()] != [count; 3] {
        return Err("inst, gap, stall and issue differ in length".to_owned());
    }
    if !(0..=LATEST).contains(&raw.begin) || !(raw.begin..=LATEST).contains(&raw.end) {
        return Err(format!(
            "it begins at {} and ends at {}; expected clocks from 0 to {LATEST}, in this order",
            raw.begin, raw.end
        ));
    }
    let mut executed = Vec::with_capacity(count);
    let mut now = raw.begin;
    for (at, &inst) in raw.inst.iter().enumerate() {
        if inst as usize >= instructions {
            return Err(format!(
                "it executed instruction {inst}; there are {instructions}"
            ));
        }
        let one = Execution {
            inst,
            tried: now + i64::from(raw.gap[at]),
            stall: raw.stall[at],
            issue: raw.issue[at],
        };
        now = one.end();
        if !(0..=LATEST).contains(&one.tried) || now > LATEST {
            return Err(format!(
                "it executed something before 0 or after {LATEST} clocks"
            ));
        }
        executed.push(one);
    }
    let mut resident = raw.resident;
    let is_time = |&(begin, end): &(i64, i64)| -LATEST <= begin && begin <= end && end <= LATEST;
    if let Some(at) = resident.iter().position(|one| !is_time(one)) {
        let (begin, end) = resident[at];
        return Err(format!(
            "resident {at} (from 0) begins at {begin} and ends at {end}; expected clocks from -{LATEST} to {LATEST}, in this order"
        ));
    }
    let own = (raw.begin, raw.end);
    resident.retain(|one| *one == own || one.0 < own.1 && own.0 < one.1);
    if resident.is_empty() {
        resident.push(own);
    }
    Ok(Wave {
        simd: [raw.se, raw.cu, raw.simd],
        slot: raw.slot,
        begin: raw.begin,
        end: raw.end,
        resident,
        executed,
    })
}
