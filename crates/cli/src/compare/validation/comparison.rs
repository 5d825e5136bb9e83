//! One loop, as the cost model times it and as it was measured.

use serde::Serialize;

use super::measured::{Limit, Row};
use super::statistics::Range;
use crate::compare::loops::hottest_matrix_loop;
use cdnasched_driver::report::{Clocks, Record, SpentRecord};
use cdnasched_engine::timing::NO_BANK_CONFLICTS;

/// By which factor the loop may be unrolled more or less than the measured one. More is likelier to be another
/// tile than the same loop.
const MOST_UNROLLED: u32 = 2;
/// How far the model's clocks of a matrix instruction may be from the published ones, as a factor. It may
/// charge more than the passes (for scales), but two kinds of instruction differ by a factor of 2.
const SAME_INSTRUCTION: f64 = 1.4;

/// One loop, timed and measured. All clocks are of an iteration of the loop as it is compiled, by all waves
/// of the row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Comparison {
    /// The kernel version.
    pub kernel: String,
    pub function: String,
    pub block: u32,
    pub waves: u32,
    pub matrix_instructions: u32,
    /// Clocks of the matrix pipe, as published.
    pub matrix_clocks: f64,
    /// Name of the parameter set.
    pub model: String,
    /// As charged, bank conflicts of the file included.
    pub charged_clocks: f64,
    /// What is compared with the measurement: the same, but without bank conflicts if the measured
    /// kernel has none.
    pub model_clocks: f64,
    /// Over the perturbed parameter sets.
    pub family: Option<Range>,
    /// Of the published figures, scaled to the loop.
    pub measured: Range,
    /// From the nearer end of the range, in percent of that end; 0 inside.
    pub error_to_range: f64,
    /// From the middle of the range, in percent of it.
    pub error_to_middle: f64,
    pub limits: Vec<Limit>,
    /// Conflicts or spills are published, which the model knows only in part.
    pub excused: bool,
    pub remarks: Option<String>,
    pub spent: SpentRecord,
}

impl Comparison {
    /// Of the hottest matrix loop of some functions; the reason where it is not the measured one.
    pub fn of(row: &Row, records: &[Record]) -> Result<Comparison, String> {
        let (record, hottest) = hottest_matrix_loop(records)
            .ok_or("there is no loop with matrix instructions in it".to_owned())?;
        let scale = scale(row, hottest.matrix_instructions, hottest.spent.matrix_work)?;
        if row.waves != record.waves_per_simd
            && !(row.waves == 1 && row.limits.contains(&Limit::Grid))
        {
            return Err(format!(
                "{} was measured with {} waves on a SIMD, and the code allows {}",
                row.kernel, row.waves, record.waves_per_simd
            ));
        }
        let clocks = |clocks: &Clocks| match row.waves {
            1 => clocks.one_wave,
            waves => clocks.own_waves * f64::from(waves),
        };
        let mut models = hottest.clocks.iter();
        let model = models
            .next()
            .ok_or("there is no parameter set".to_owned())?;
        let charged_clocks = clocks(&model.last);
        let free = models
            .clone()
            .find(|timing| timing.model.ends_with(NO_BANK_CONFLICTS))
            .filter(|_| !row.limits.contains(&Limit::Conflicts));
        let model_clocks = free.map_or(charged_clocks, |free| clocks(&free.last));
        let measured = row.clocks.scaled(scale);
        Ok(Comparison {
            kernel: row.kernel.clone(),
            function: record.function.clone(),
            block: hottest.block,
            waves: row.waves,
            matrix_instructions: hottest.matrix_instructions,
            matrix_clocks: row.matrix_work() * scale,
            model: model.model.clone(),
            charged_clocks,
            model_clocks,
            family: Range::of(models.map(|timing| clocks(&timing.last))),
            measured,
            error_to_range: measured.error_to_range(model_clocks),
            error_to_middle: measured.error_to_middle(model_clocks),
            limits: row.limits.clone(),
            excused: row.is_excused(),
            remarks: row.remarks.clone(),
            spent: hottest.spent,
        })
    }

    /// Whether bank conflicts of the file are left out, because the measured kernel has none.
    pub fn without_conflicts(&self) -> bool {
        self.model_clocks != self.charged_clocks
    }

    /// Modelled clocks and the middle of the measured range, each per clock of the matrix pipe: what can be
    /// compared between loops of different length.
    pub fn per_matrix_clock(&self) -> (f64, f64) {
        (
            self.model_clocks / self.matrix_clocks,
            self.measured.middle() / self.matrix_clocks,
        )
    }
}

/// How much longer an iteration is than the measured one, by its matrix instructions.
fn scale(row: &Row, matrix: u32, work: u64) -> Result<f64, String> {
    let clocks = work as f64 / f64::from(matrix.max(1));
    let published = f64::from(row.matrix_clocks);
    let (more, less) = (matrix.max(row.matrix), matrix.min(row.matrix).max(1));
    let same_kind = (published / SAME_INSTRUCTION..published * SAME_INSTRUCTION).contains(&clocks);
    if !same_kind || more % less != 0 || more / less > MOST_UNROLLED {
        return Err(format!(
            "its hottest loop has {matrix} matrix instructions of {clocks:.0} clocks, but {} was measured with \
             {} of {published:.0}",
            row.kernel, row.matrix
        ));
    }
    Ok(f64::from(matrix) / f64::from(row.matrix))
}
