//! The table of loops that others measured on hardware: `measured.tsv`, or a user's file of that form.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use super::statistics::Range;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};

/// The built-in table; its head explains the columns.
const BUILT_IN: &str = include_str!("measured.tsv");

/// The columns, as the line before the rows names them.
const COLUMNS: [&str; 11] = [
    "kernel",
    "files",
    "gpu",
    "tile",
    "waves",
    "matrix",
    "matrix_clocks",
    "published",
    "limits",
    "repository",
    "remarks",
];
/// The tile of kernels whose file names none.
const USUAL_TILE: Tile = (256, 256);
/// Most waves on a SIMD, matrix instructions in an iteration and clocks of one of them that a row may have.
const MOST: [u32; 3] = [10, 1 << 16, 1 << 10];

/// Rows and columns of the output that a workgroup computes.
type Tile = (u32, u32);

/// Why a table is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeasuredError {
    /// The file cannot be read.
    #[error(
        "{}: {source}; expected a table of measured loops, as crates/cli/src/compare/validation/measured.tsv",
        escape::path(path)
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: input::Error,
    },
    /// A line is not as expected.
    #[error("{file}: line {line}: {what}")]
    Line {
        /// The file.
        file: String,
        /// Number of the line, from 1.
        line: usize,
        /// What was found, and what was expected.
        what: String,
    },
}

/// What is published of a kernel, besides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Accesses to LDS conflict.
    Conflicts,
    /// Registers are spilled.
    Spills,
    /// The loop is bound by the loads that memory can have in flight.
    Memory,
    /// The grid gives each CU one workgroup, whatever its registers allow.
    Grid,
}

impl Limit {
    const ALL: [Limit; 4] = [Limit::Conflicts, Limit::Spills, Limit::Memory, Limit::Grid];
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Conflicts => "conflicts",
            Limit::Spills => "spills",
            Limit::Memory => "memory",
            Limit::Grid => "grid",
        }
    }
    /// Whether the published time contains what the cost model knows only in part.
    pub(super) fn excuses(self) -> bool {
        matches!(self, Limit::Conflicts | Limit::Spills)
    }
}

/// A kernel version, and what was measured of its hot loop.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    pub kernel: String,
    /// Beginnings of the names of its files.
    files: Vec<String>,
    gpu: Gpu,
    /// `None` where no file name tells tiles apart.
    tile: Option<Tile>,
    pub waves: u32,
    /// Matrix instructions of a wave in an iteration.
    pub matrix: u32,
    /// Clocks of one of them.
    pub matrix_clocks: u32,
    /// Clocks of an iteration of all waves of a SIMD, over the published figures.
    pub clocks: Range,
    pub limits: Vec<Limit>,
    pub remarks: Option<String>,
}

impl Row {
    fn parse(line: &str) -> Result<Row, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [
            kernel,
            files,
            gpu,
            tile,
            waves,
            matrix,
            matrix_clocks,
            published,
            limits,
            repository,
            remarks,
        ] = cells[..]
        else {
            let (found, wanted) = (cells.len(), COLUMNS.len());
            return Err(format!("{found} columns, expected {wanted}"));
        };
        for (cell, column) in cells.iter().zip(COLUMNS) {
            if cell.trim().is_empty() {
                return Err(format!("{column} is empty; '-' stands for none"));
            }
        }
        if repository == "-" {
            return Err("repository is '-': every figure needs its source".to_owned());
        }
        let number = |column: &str, cell: &str, most: u32| {
            let number = cell.parse().ok().filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| format!("{column} is '{cell}', expected 1 to {most}"))
        };
        let [waves, matrix, matrix_clocks] = [
            number("waves", waves, MOST[0])?,
            number("matrix", matrix, MOST[1])?,
            number("matrix_clocks", matrix_clocks, MOST[2])?,
        ];
        let work = f64::from(waves) * f64::from(matrix) * f64::from(matrix_clocks);
        Ok(Row {
            kernel: kernel.to_owned(),
            files: files.split_whitespace().map(str::to_lowercase).collect(),
            gpu: Gpu::from_name(gpu)
                .ok_or_else(|| format!("gpu is '{gpu}', not a supported one"))?,
            tile: match tile {
                "-" => None,
                tile => Some(
                    tile_named(tile)
                        .ok_or_else(|| format!("tile is '{tile}', expected ROWSxCOLUMNS or '-'"))?,
                ),
            },
            waves,
            matrix,
            matrix_clocks,
            clocks: range(published, work)?,
            limits: limits_named(limits)?,
            remarks: (remarks != "-").then(|| remarks.to_owned()),
        })
    }

    /// Clocks for which the matrix pipe of a SIMD is busy in an iteration of all its waves.
    pub fn matrix_work(&self) -> f64 {
        f64::from(self.waves) * f64::from(self.matrix) * f64::from(self.matrix_clocks)
    }

    /// Whether the published time contains conflicts or spills.
    pub fn is_excused(&self) -> bool {
        self.limits.iter().any(|limit| limit.excuses())
    }

    /// How many letters of a file's name, without extension, this row knows: the more, the better it
    /// fits. `None` if it is not for that file.
    fn knows(&self, stem: &str, gpu: Gpu) -> Option<usize> {
        let named = tile_in(stem).unwrap_or(USUAL_TILE);
        if gpu != self.gpu || self.tile.is_some_and(|tile| tile != named) {
            return None;
        }
        let begins = self.files.iter().filter(|prefix| {
            let rest = stem.strip_prefix(prefix.as_str());
            // v1 is not the beginning of v10.
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        begins.map(String::len).max()
    }

    /// Whether there may be a file that both rows are for with equal right.
    fn is_confused_with(&self, other: &Row) -> bool {
        let tiles = self.tile == other.tile || self.tile.is_none() || other.tile.is_none();
        let names = self.files.iter().any(|name| other.files.contains(name));
        self.gpu == other.gpu && tiles && names
    }
}

/// The lowest and the highest of the published figures, in clocks of an iteration: each is a share of the
/// time of the matrix pipe, which is busy for `work` clocks, or that time itself.
fn range(published: &str, work: f64) -> Result<Range, String> {
    let mut clocks = Vec::new();
    for figure in published.split("; ") {
        let expected = || {
            format!(
                "'{figure}' is not a published figure, expected '41.66% PIN FILE' or '5877clk PIN FILE'"
            )
        };
        let [number, _pin, _file] = figure.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(expected());
        };
        let positive = |text: &str| {
            let number = text.parse().ok();
            number.filter(|n: &f64| n.is_finite() && *n > 0.0)
        };
        let time = if let Some(share) = number.strip_suffix('%') {
            let share = positive(share).filter(|share| *share <= 100.0);
            share.map(|share| work / (share / 100.0))
        } else {
            number.strip_suffix("clk").and_then(positive)
        };
        clocks.push(time.ok_or_else(expected)?);
    }
    match Range::of(clocks.into_iter()) {
        Some(range) if range.low >= work => Ok(range),
        Some(Range { low, .. }) => Err(format!(
            "{low} clocks an iteration are fewer than the {work} of its matrix instructions"
        )),
        None => Err("no published figure".to_owned()),
    }
}

fn limits_named(names: &str) -> Result<Vec<Limit>, String> {
    let names = names.split(',').filter(|name| *name != "-");
    names
        .map(|name| {
            let found = Limit::ALL.into_iter().find(|limit| limit.name() == name);
            found.ok_or_else(|| {
                let known = Limit::ALL.map(Limit::name).join(", ");
                format!("limit '{name}' is none of {known}")
            })
        })
        .collect()
}

/// A tile written as `256x128`; what may follow it (`x64`) is left out.
fn tile_named(text: &str) -> Option<Tile> {
    let mut sizes = text.split('x').map(|size| size.parse().ok());
    Some((sizes.next()??, sizes.next()??))
}

/// The tile that a file's name states.
fn tile_in(stem: &str) -> Option<Tile> {
    stem.split(['_', '-', '.']).find_map(tile_named)
}

/// All rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    rows: Vec<Row>,
}

impl Measured {
    /// The built-in table.
    pub fn built_in() -> Measured {
        // The table is part of the crate, and a test parses it.
        Measured::parse(BUILT_IN, "measured.tsv").expect("a built-in table")
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is not as expected.
    pub fn read(path: &Path) -> Result<Measured, MeasuredError> {
        let text = input::read_text(path, input::MODEL_LIMIT_MIB).map_err(|source| {
            MeasuredError::Read {
                path: path.into(),
                source,
            }
        })?;
        Measured::parse(&text, &escape::path(path))
    }

    /// A table from its text; `file` names it in errors.
    ///
    /// # Errors
    /// When a line is not as expected.
    pub fn parse(text: &str, file: &str) -> Result<Measured, MeasuredError> {
        let mut rows: Vec<Row> = Vec::new();
        let mut named = false;
        for (at, line) in text.lines().enumerate() {
            let refused = |what| MeasuredError::Line {
                file: file.to_owned(),
                line: at + 1,
                what,
            };
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            if !named {
                if !line.split('\t').eq(COLUMNS) {
                    let names = COLUMNS.join(", ");
                    return Err(refused(format!(
                        "expected the names of the columns: {names}"
                    )));
                }
                named = true;
                continue;
            }
            let row = Row::parse(line).map_err(refused)?;
            if let Some(other) = rows.iter().find(|other| other.is_confused_with(&row)) {
                let what = format!("the row of {} is for the same files", other.kernel);
                return Err(refused(what));
            }
            rows.push(row);
        }
        Ok(Measured { rows })
    }

    /// The row for a file, by its name: the one that knows most of it.
    pub(super) fn row(&self, file: &Path, gpu: Gpu) -> Option<&Row> {
        let stem = file.file_stem()?.to_str()?.to_lowercase();
        let known = self.rows.iter();
        let known = known.filter_map(|row| Some((row.knows(&stem, gpu)?, row)));
        known
            .max_by_key(|(letters, _)| *letters)
            .map(|(_, row)| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(file: &str, gpu: Gpu) -> Option<String> {
        let table = Measured::built_in();
        let row = table.row(Path::new(file), gpu);
        row.map(|row| format!("{} {:?}", row.kernel, row.tile))
    }

    #[test]
    fn files_are_recognised() {
        let usual = |name: &str| Some(format!("{name} Some((256, 256))"));
        let any = |name: &str| Some(format!("{name} None"));
        for (file, expected) in [
            ("a/tutorial_v0_naive.ll", usual("v0 naive")),
            ("tutorial_v1_buffer_load.ll", usual("v1 buffer_load")),
            ("tutorial_v2_async_copy.ll", usual("v2 async_copy")),
            ("tutorial_v3_lds.ll", usual("v3 lds")),
            ("TUTORIAL_V4.bc", usual("v4 global_prefetch")),
            ("tutorial_v5_local_prefetch.ll", usual("v5 local_prefetch")),
            ("v6_two_stage.ll", usual("v6 loop_unroll")),
            ("tutorial_v7_slice.ll", usual("v7 slice")),
            ("tutorial_v7_sliceN.ll", usual("v7 slice")),
            ("tutorial_v7_sliceN_256x256x64.ll", usual("v7 slice")),
            (
                "tutorial_v7_slice_128x256.ll",
                Some("v7 slice Some((128, 256))".to_owned()),
            ),
            ("tutorial_v8_sliceMN.ll", usual("v8 sliceMN")),
            ("tutorial_v9_beyond_hotloop.ll", usual("v9 beyond_hotloop")),
            ("a8w8.ll", any("a8w8")),
            ("tutorial_a4w4_v1_sliceMN.ll", any("a4w4 v1")),
            ("inter_wave_a16w16.ll", any("inter_wave a16w16")),
            ("inter_wave_a16w16_v0_BK32.ll", any("inter_wave a16w16 v0")),
            ("inter_wave_a4w4_v2_32x32x64.ll", any("inter_wave a4w4 v2")),
            ("attention_fav4.ll", any("attention fav4")),
            // Another tile than any that was measured, another version, and kernels of other names.
            ("tutorial_v9_beyond_hotloop_128x128.ll", None),
            ("tutorial_v10.ll", None),
            ("tutorial_v8_warp_pipeline.ll", None),
            ("a4w4.ll", None),
            ("gemm_f16_256x256x64_w8_s2.ll", None),
        ] {
            assert_eq!(kernel(file, Gpu::Gfx950), expected, "{file}");
        }
        assert_eq!(kernel("tutorial_v5.ll", Gpu::Gfx942), None);
        let other = kernel("tutorial_inter_wave.ll", Gpu::Gfx942);
        assert_eq!(other, any("gfx942 inter_wave"));
    }

    #[test]
    fn figures_become_clocks_of_an_iteration() {
        let table = Measured::built_in();
        let clocks = |file: &str, gpu| {
            let row = table.row(Path::new(file), gpu).expect("a row");
            (row.clocks.low.round(), row.clocks.high.round())
        };
        // 2048 clocks at 25.5 % and at 22.54 %; 4096 of two waves; clocks as they are printed.
        assert_eq!(clocks("tutorial_v0.ll", Gpu::Gfx950), (8031.0, 9086.0));
        assert_eq!(clocks("tutorial_v7.ll", Gpu::Gfx950), (6159.0, 6303.0));
        assert_eq!(clocks("fav3.ll", Gpu::Gfx950), (6032.0, 6041.0));
        assert_eq!(clocks("intra_wave.ll", Gpu::Gfx942), (5877.0, 5877.0));
    }

    const GOOD: &str = "k\tk_v1\tgfx950\t-\t1\t128\t16\t41.66% v2.2 a/b.md; 6398clk v2.1 a/b.md\tspills,grid\tr/s\t-";

    #[test]
    fn a_bad_row_is_refused_by_its_line() {
        let head = COLUMNS.join("\t");
        let parse = |row: &str| Measured::parse(&format!("# why\n{head}\n\n{row}\n"), "t.tsv");
        let rows = parse(GOOD).expect("a good row").rows;
        assert_eq!(rows[0].limits, [Limit::Spills, Limit::Grid]);
        assert!(rows[0].is_excused());
        for (good, bad, expected) in [
            ("\tr/s", "", "10 columns, expected 11"),
            ("k_v1", "", "files is empty"),
            ("r/s", "-", "every figure needs its source"),
            ("gfx950", "gfx951", "gpu is 'gfx951'"),
            ("gfx950\t-", "gfx950\t256", "tile is '256'"),
            ("-\t1\t", "-\t0\t", "waves is '0', expected 1 to 10"),
            ("128", "some", "matrix is 'some'"),
            ("\t16\t", "\t-16\t", "matrix_clocks is '-16'"),
            (
                "41.66%",
                "141.66%",
                "'141.66% v2.2 a/b.md' is not a published",
            ),
            ("41.66%", "NaN%", "'NaN% v2.2 a/b.md' is not a published"),
            ("41.66%", "41.66", "'41.66 v2.2 a/b.md' is not a published"),
            ("v2.1 a/b.md", "v2.1", "'6398clk v2.1' is not a published"),
            (
                "6398clk",
                "2000clk",
                "2000 clocks an iteration are fewer than the 2048",
            ),
            (
                "spills",
                "spill",
                "limit 'spill' is none of conflicts, spills",
            ),
        ] {
            assert!(GOOD.contains(good), "{good}");
            let error = parse(&GOOD.replacen(good, bad, 1)).expect_err(expected);
            let error = error.to_string();
            assert!(error.starts_with("t.tsv: line 4: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
        let twice = parse(&format!("{GOOD}\n{GOOD}")).expect_err("two rows for one file");
        assert!(twice.to_string().starts_with("t.tsv: line 5: the row of k"));
        let nameless = Measured::parse(GOOD, "t.tsv").expect_err("no names of columns");
        assert!(
            nameless
                .to_string()
                .starts_with("t.tsv: line 1: expected the names")
        );
    }
}
