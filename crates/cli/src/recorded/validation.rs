//! The cost model against recorded traces.

use std::collections::BTreeMap;
use std::path::Path;

use super::regions::{self, Compared};
use super::{Error, Kernel, Place, Recording, Region, Wave};
use cdnasched_base::gpu::Gpu;
use cdnasched_engine::timing::{Model, ModelSets};

/// A trace that was compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// What to call it.
    pub name: String,
    /// Its kernel.
    pub kernel: String,
    /// The GPU.
    pub gpu: Gpu,
    /// The parts that were compared.
    pub regions: Vec<Region>,
    /// By part: a loop's label in the code.
    pub labels: Vec<String>,
    /// What the trace does not say.
    pub remarks: Vec<String>,
}

/// All traces that were compared.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Validation {
    /// In the order in which they were added.
    pub traces: Vec<Trace>,
}

impl Validation {
    /// Compares a recording that was read from a file with the first parameter set of its GPU.
    ///
    /// # Errors
    /// When its code cannot be used.
    pub fn add(
        &mut self,
        path: &Path,
        recording: &Recording,
        models: &ModelSets,
    ) -> Result<(), Error> {
        let kernel = Kernel::of(path, recording)?;
        let gpu = kernel.function.gpu;
        let sets = models.of(gpu);
        let Some(model) = sets.first() else {
            let what = format!("the model file has no numbers for {gpu}");
            return Err(Error::malformed(path, what));
        };
        let compared = compare(path, &kernel, recording, model)?;
        let regions = regions::regions(&compared);
        let label = |region: &Region| match region.place {
            Place::Loop(first) => label_at(recording, first),
            Place::Whole => "whole".to_owned(),
        };
        self.traces.push(Trace {
            name: recording.name.clone(),
            kernel: kernel.function.name.clone(),
            gpu,
            labels: regions.iter().map(label).collect(),
            regions,
            remarks: recording.remarks.clone(),
        });
        Ok(())
    }

    /// Parts that are off by more than so many percent, stalls of waits and barriers left out.
    pub fn complaints(&self, percent: f64) -> Vec<String> {
        let mut all = Vec::new();
        for trace in &self.traces {
            for (region, label) in trace.regions.iter().zip(&trace.labels) {
                let off = region.nowait.percent().unwrap_or(0.0);
                if off.abs() > percent {
                    let (name, waves) = (&trace.name, region.waves);
                    all.push(format!("{name} {label}, {waves} waves: {off:+.1} %"));
                }
            }
        }
        if self.traces.iter().all(|trace| trace.regions.is_empty()) {
            all.push("nothing was compared".to_owned());
        }
        all
    }
}

fn compare<'a>(
    path: &Path,
    kernel: &Kernel,
    recording: &'a Recording,
    model: &Model,
) -> Result<Vec<Compared<'a>>, Error> {
    let mut simds: BTreeMap<[u32; 3], Vec<&Wave>> = BTreeMap::new();
    for wave in &recording.waves {
        simds.entry(wave.simd).or_default().push(wave);
    }
    let mut compared = Vec::with_capacity(recording.waves.len());
    for waves in simds.values() {
        let modelled = kernel.modelled(model, waves).map_err(|inst| {
            Error::malformed(
                path,
                format!("a wave executed instruction {inst} (from 0), which is not in the kernel"),
            )
        })?;
        for (wave, events) in waves.iter().zip(&modelled) {
            compared.push(Compared::new(kernel, wave, events).ok_or_else(|| {
                let what = "the model does not issue all that a wave executed";
                Error::malformed(path, what)
            })?);
        }
    }
    Ok(compared)
}

/// The label before an instruction, or its line.
fn label_at(recording: &Recording, inst: u32) -> String {
    let line = recording.lines.get(inst as usize).copied().unwrap_or(0);
    let above = (line as usize).checked_sub(2);
    let above = above.and_then(|above| recording.assembly.lines().nth(above));
    let label = above
        .map(str::trim)
        .and_then(|above| above.strip_suffix(':'));
    label.map_or_else(|| format!("line {line}"), str::to_owned)
}
