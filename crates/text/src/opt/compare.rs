//! Two assembly texts of the same functions, side by side.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::{Error, figures};
use crate::edit::{Keeps, Lines};
use crate::program::{Program, Routine, SourceText};
use cdnasched_base::escape;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{BlockId, Features, InstId};
use cdnasched_driver::report::{Clocks, LoopKey, Record, pairs};
use cdnasched_engine::timing::{ModelSets, title};
use cdnasched_mc::ListedId;

/// A figure that is a count.
type Count = fn(&Record) -> u32;

const COUNTS: [(&str, Count); 8] = [
    ("instructions", |r| r.instructions),
    ("s_waitcnt", |r| r.s_waitcnt),
    ("vmcnt(0)", |r| r.vmcnt_zero),
    ("s_nop", |r| r.s_nop),
    ("wait states of s_nop", |r| r.nop_wait_states),
    ("VGPRs", |r| r.peak_vgpr),
    ("AccVGPRs", |r| r.peak_agpr),
    ("waves per SIMD", |r| r.waves_per_simd),
];

/// Two texts of the same functions.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The functions that both have, in the order of the first.
    pub functions: Vec<Compared>,
    /// What was not analysed of either, and why.
    pub not_analysed: Vec<(String, String)>,
}

/// A function that both texts have. Where regions are marked, only loops with marked instructions are in the figures.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// Its symbol.
    pub name: String,
    /// How many instructions are in marked regions, where regions are marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<[usize; 2]>,
    /// The figures of the one, and of the other.
    pub figures: [Record; 2],
}

/// Why two texts are not compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// One of them cannot be read.
    #[error("{source}")]
    Unread {
        /// Which: 0 or 1.
        at: usize,
        /// Why.
        source: Error,
    },
    /// They have no kernel in common: the names of each.
    #[error("the texts have no kernel in common")]
    Apart([Vec<String>; 2]),
    /// In no kernel that both have is anything marked.
    #[error("the marked regions are in none of the kernels that both texts have")]
    Unmarked,
}

/// A text, and what is marked in it.
struct Side<'a> {
    program: Program,
    lines: Lines<'a>,
    is_marked: bool,
}

impl<'a> Side<'a> {
    fn of(text: &'a str, gpu: Gpu, features: Features) -> Result<Side<'a>, Error> {
        let program = Program::of_text(&SourceText::new(text), gpu, features)?;
        let lines = Lines::new(text, &program.listing)?;
        let is_marked = lines.marks()?.is_some();
        Ok(Side {
            program,
            lines,
            is_marked,
        })
    }

    /// The names of its functions.
    fn names(&self) -> Vec<String> {
        let analysed = self.program.routines.iter().map(|of| &of.function.name);
        let others = self.program.not_analysed.iter().map(|of| &of.name);
        let all = analysed.chain(others);
        all.map(|name| escape::bytes(name.as_bytes())).collect()
    }

    fn routine(&self, name: &str) -> Option<&Routine> {
        let mut routines = self.program.routines.iter();
        routines.find(|routine| routine.function.name == name)
    }

    /// How many of these instructions are in marked regions; all are where nothing is marked.
    fn marked(&self, routine: &Routine, insts: &[InstId]) -> usize {
        let listed = insts.iter().filter_map(|&inst| routine.listed(inst));
        let is_outside = |at: &ListedId| self.lines.kept_by(*at) == Some(Keeps::Unmarked);
        listed.filter(|at| !is_outside(at)).count()
    }

    fn figures(&self, routine: &Routine, models: &ModelSets) -> (usize, Record) {
        let function = &routine.function;
        let in_block = |block: BlockId| self.marked(routine, &function.block(block).order);
        let mut record = figures(function, models);
        if self.is_marked {
            record.loops.retain(|of| in_block(BlockId(of.block)) > 0);
        }
        (function.block_ids().map(in_block).sum(), record)
    }
}

/// The figures of each function that both texts have: modelled clocks, waits, nops and registers, and the clocks of each loop.
///
/// # Errors
/// When a text is no assembly of that GPU, its regions are not marked as they should be, or there is nothing that both have.
pub fn compare(
    texts: [&str; 2],
    gpu: Gpu,
    features: Features,
    models: &ModelSets,
) -> Result<Comparison, CompareError> {
    let side = |at: usize| {
        let side = Side::of(texts[at], gpu, features);
        side.map_err(|source| CompareError::Unread { at, source })
    };
    let (one, other) = (side(0)?, side(1)?);
    let names = [one.names(), other.names()];
    if !names[0].iter().any(|name| names[1].contains(name)) {
        return Err(CompareError::Apart(names));
    }
    let is_marked = one.is_marked || other.is_marked;
    let mut functions = Vec::new();
    for routine in &one.program.routines {
        let name = &routine.function.name;
        let Some(same) = other.routine(name) else {
            continue;
        };
        let (ones, was) = one.figures(routine, models);
        let (others, is) = other.figures(same, models);
        if is_marked && ones == 0 && others == 0 {
            continue;
        }
        functions.push(Compared {
            name: escape::bytes(name.as_bytes()),
            marked: is_marked.then_some([ones, others]),
            figures: [was, is],
        });
    }
    let left = [&one, &other].into_iter();
    let left = left.flat_map(|side| &side.program.not_analysed);
    let left = left.map(|left| (escape::bytes(left.name.as_bytes()), left.reason.clone()));
    let not_analysed: Vec<_> = left.collect();
    if functions.is_empty() && not_analysed.is_empty() {
        return Err(CompareError::Unmarked);
    }
    Ok(Comparison {
        functions,
        not_analysed,
    })
}

impl fmt::Display for Compared {
    /// The name, and a table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        let mut out = String::new();
        table(self, &mut out);
        f.write_str(&out)
    }
}

fn table(of: &Compared, out: &mut String) {
    let [one, other] = &of.figures;
    let clocks = |clocks: &Clocks| [clocks.own_waves, clocks.one_wave];
    if let Some([one, other]) = of.marked {
        row(
            "instructions in marked regions",
            one as f64,
            other as f64,
            out,
        );
    } else {
        for (what, count) in COUNTS {
            row(what, f64::from(count(one)), f64::from(count(other)), out);
        }
        for (was, is) in one.clocks.iter().zip(&other.clocks) {
            for (at, waves) in ["own waves", "one wave"].iter().enumerate() {
                let what = format!("modelled clocks, {}, {waves}", title(&was.model));
                row(&what, clocks(&was.last)[at], clocks(&is.last)[at], out);
            }
        }
    }
    let keys =
        |record: &Record| -> Vec<LoopKey> { record.loops.iter().map(LoopKey::from).collect() };
    for (was, is) in pairs(&keys(one), &keys(other)) {
        let (was, is) = (&one.loops[was], &other.loops[is]);
        let heading = format!(
            "loop at block {} ({} instructions, {} matrix)",
            was.block, was.instructions, was.matrix_instructions
        );
        let _ = writeln!(out, "  {heading}");
        for (was, is) in was.clocks.iter().zip(&is.clocks) {
            for (at, waves) in ["own waves", "one wave"].iter().enumerate() {
                let what = format!("  clocks an iteration, {}, {waves}", title(&was.model));
                row(&what, clocks(&was.last)[at], clocks(&is.last)[at], out);
            }
        }
    }
}

fn row(what: &str, one: f64, other: f64, out: &mut String) {
    let percent = if one == 0.0 || one == other {
        String::new()
    } else {
        format!("{:+.1} %", 100.0 * (other - one) / one)
    };
    let _ = writeln!(out, "  {what:<52} {one:>12.0} {other:>12.0} {percent:>9}");
}
