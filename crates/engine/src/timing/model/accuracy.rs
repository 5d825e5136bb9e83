//! How far the built-in model is off, for everybody who shows its clocks.

use std::fmt;

/// Errors of the model against thread traces, in percent of what was measured, as means over kernels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// What the traces were recorded on.
    pub hardware: &'static str,
    /// Kernels that were recorded.
    pub kernels: u32,
    /// One wave on a SIMD: with the stalls of waits left out, and all clocks.
    pub one_wave: [f64; 2],
    /// Several waves on a SIMD, likewise.
    pub several_waves: [f64; 2],
    /// Where this is from.
    pub source: &'static str,
}

/// The one place with these figures: the means at the end of the table of thread traces in `docs/timing.md`
/// (`cdna-sched validate --traces`).
pub const ACCURACY: Accuracy = Accuracy {
    hardware: "MI350X",
    kernels: 9,
    one_wave: [3.2, 19.4],
    several_waves: [13.7, 23.0],
    source: "docs/timing.md#against-hardware",
};

/// As a sentence.
impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, one_all], [several, several_all]) = (self.one_wave, self.several_waves);
        write!(
            f,
            "Clocks are modelled, not measured: against thread traces of {} kernels on {} off by {one:.1} % in the mean with \
             one wave and {several:.1} % with several, the stalls of waits left out, by {one_all:.1} % and {several_all:.1} % \
             with them ({})",
            self.kernels, self.hardware, self.source
        )
    }
}

/// What a parameter set is called in tables: what its clocks are made of.
pub fn title(model: &str) -> &str {
    match model {
        "measured" => "measured latencies",
        "llvm" => "LLVM's latencies",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures are those of the documentation.
    #[test]
    fn the_figures_are_those_of_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/timing.md");
        let text = std::fs::read_to_string(path).expect("docs/timing.md");
        let last = |row: &str| {
            let line = text.lines().find(|line| line.starts_with(row));
            let cells = line.unwrap_or_else(|| panic!("no row {row}")).split('|');
            let cells: Vec<&str> = cells.map(str::trim).filter(|c| !c.is_empty()).collect();
            cells.last().expect("a cell").to_string()
        };
        let as_cell = |[without, all]: [f64; 2]| format!("{without:.1} ({all:.1})");
        assert_eq!(last("| mean of one wave "), as_cell(ACCURACY.one_wave));
        assert_eq!(last("| mean of several "), as_cell(ACCURACY.several_waves));
        let traces = format!(
            "traces of {} kernels on {}",
            ACCURACY.kernels, ACCURACY.hardware
        );
        assert!(text.contains(&traces), "{traces}");
    }
}
