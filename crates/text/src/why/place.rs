//! Which instructions are asked about.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::view::Functions;
use cdnasched_base::machine::InstId;
use cdnasched_show::view::{Input, Origin};

/// How many of its neighbours an error names.
const NEIGHBOURS: usize = 2;

/// Which instructions are asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Those of a line of the assembly text, counted from 1.
    Line(u32),
    /// The one at an address of a code object.
    Address(u64),
    /// Those that came from a line of the source.
    Source {
        /// The file, or the end of its path.
        file: String,
        /// The line, counted from 1.
        line: u32,
    },
}

/// A place that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a line (41), an address (0x1a40), or a file and line of the source (kernel.py:41)"
)]
pub struct PlaceError;

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let line = |text: &str| text.parse().ok().filter(|&line: &u32| line > 0);
        if let Some((file, number)) = text.rsplit_once(':') {
            let file = file.to_owned();
            let line = line(number).filter(|_| !file.is_empty());
            return line
                .map(|line| Place::Source { file, line })
                .ok_or(PlaceError);
        }
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        match digits {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(Place::Address),
            None => line(text).map(Place::Line),
        }
        .ok_or(PlaceError)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Address(address) => write!(f, "{address:#x}"),
            Place::Source { file, line } => write!(f, "{file}:{line}"),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// A line of machine code was asked for.
    #[error(
        "it is machine code, which has no lines; ask for an address (0x1a40) or a line of the source (kernel.py:41)"
    )]
    NoLines,
    /// An address of a text was asked for.
    #[error(
        "it is assembly text, which has no addresses; ask for a line (41) or a line of the source (kernel.py:41)"
    )]
    NoAddresses,
    /// The text ends before the line.
    #[error("it has {has} lines; there is no line {asked}")]
    Beyond {
        /// Lines of the text.
        has: u32,
        /// The line asked for.
        asked: u32,
    },
    /// There is no instruction of an analysed function there.
    #[error("no instruction of a function begins at {asked}{near}{left_out}")]
    Nothing {
        /// The place asked for.
        asked: String,
        /// Where the nearest are, as a clause.
        near: String,
        /// Which functions could not be analysed, as a clause.
        left_out: String,
    },
    /// There is no debug information.
    #[error(
        "it does not say from which lines of the source its instructions came; compile it with debug information (-g)"
    )]
    NoDebugInformation,
    /// The debug information names no such file.
    #[error("none of its instructions came from a file '{asked}'; they came from {known}")]
    NoFile {
        /// The file asked for.
        asked: String,
        /// The files that instructions came from.
        known: String,
    },
}

/// The instructions at a place, by function.
pub(super) fn find<'a>(
    functions: &'a Functions,
    lines: Option<u32>,
    place: &Place,
) -> Result<Vec<(&'a Input, Vec<InstId>)>, Error> {
    match (place, lines) {
        (Place::Line(_), None) => return Err(Error::NoLines),
        (Place::Address(_), Some(_)) => return Err(Error::NoAddresses),
        (&Place::Line(asked), Some(has)) if asked > has => {
            return Err(Error::Beyond { has, asked });
        }
        _ => {}
    }
    let mut found = Vec::new();
    for input in &functions.shown {
        let all = (0..).map(InstId).zip(&input.written);
        let here = all.filter(|(_, written)| match place {
            Place::Line(line) => written.line == *line,
            Place::Address(address) => written.address == Some(*address),
            Place::Source { file, line } => written
                .origin
                .as_ref()
                .is_some_and(|origin| origin.line == *line && is_file(origin, file)),
        });
        let insts: Vec<InstId> = here.map(|(inst, _)| inst).collect();
        if !insts.is_empty() {
            found.push((input, insts));
        }
    }
    if found.is_empty() {
        return Err(nothing(functions, place));
    }
    Ok(found)
}

fn is_file(origin: &Origin, asked: &str) -> bool {
    let before = origin.file.strip_suffix(asked);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Why nothing is at a place.
fn nothing(functions: &Functions, place: &Place) -> Error {
    let written = || functions.shown.iter().flat_map(|input| &input.written);
    let mut numbers: Vec<u64> = match place {
        Place::Line(_) => written().map(|w| u64::from(w.line)).collect(),
        Place::Address(_) => written().filter_map(|w| w.address).collect(),
        Place::Source { file, .. } => {
            let mut files: Vec<&str> = written()
                .filter_map(|w| w.origin.as_ref())
                .map(|origin| origin.file.as_str())
                .collect();
            files.sort_unstable();
            files.dedup();
            if files.is_empty() {
                return Error::NoDebugInformation;
            }
            let origins = written().filter_map(|w| w.origin.as_ref());
            let of_file = origins.filter(|origin| is_file(origin, file));
            let lines: Vec<u64> = of_file.map(|origin| u64::from(origin.line)).collect();
            if lines.is_empty() {
                return Error::NoFile {
                    asked: file.clone(),
                    known: files.join(", "),
                };
            }
            lines
        }
    };
    let asked = match place {
        Place::Line(line) | Place::Source { line, .. } => u64::from(*line),
        Place::Address(address) => *address,
    };
    numbers.sort_by_key(|&number| (number.abs_diff(asked), number));
    numbers.dedup();
    numbers.truncate(NEIGHBOURS);
    numbers.sort_unstable();
    let nearest = numbers.iter().map(|&number| match place {
        Place::Address(_) => format!("{number:#x}"),
        _ => number.to_string(),
    });
    let nearest: Vec<String> = nearest.collect();
    let near = match nearest.is_empty() {
        true => String::new(),
        false => format!("; the nearest begin at {}", nearest.join(" and ")),
    };
    let left_out = functions.left_out.iter();
    let left_out: Vec<String> = left_out
        .map(|(name, why)| format!("{name} ({why})"))
        .collect();
    let left_out = match left_out.is_empty() {
        true => String::new(),
        false => format!("; not analysed: {}", left_out.join(", ")),
    };
    Error::Nothing {
        asked: place.to_string(),
        near,
        left_out,
    }
}
