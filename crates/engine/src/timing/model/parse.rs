//! Parameter sets as text: the shape of a model file, and what is wrong with one.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::{
    Class, Cost, Distances, Level, LoadLatency, Memory, Model, Queues, Shadow, VectorRamp,
};
use crate::gpu::Gpu;

/// Why the text of a model file is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The text is not JSON, or not of the expected shape.
    #[error("not a model file: {0}")]
    Json(#[from] serde_json::Error),
    /// The file holds no parameter set.
    #[error("there is no parameter set in it")]
    Empty,
    /// A parameter set lacks a number.
    #[error("model {model} has no {what}")]
    Missing {
        /// Name of the parameter set.
        model: String,
        /// The missing number.
        what: String,
    },
    /// A number is out of its range.
    #[error("model {model}: {what}")]
    Range {
        /// Name of the parameter set.
        model: String,
        /// The number and its range.
        what: String,
    },
}

/// Deepest memory queue, in instructions or entries: the simulator keeps queues in rings of this size.
pub(crate) const MAX_QUEUE: usize = 16;
/// Most dwords per lane in flight.
pub(crate) const MAX_IN_FLIGHT: usize = 64;
/// Most dwords per lane of one load: fewer in flight would never take it.
const WIDEST_LOAD: u8 = 4;
/// Largest `issue`, `busy` and `result`, in slots: sums over very long blocks stay within 32 bits.
pub(super) const MAX_COST: [u16; 3] = [255, 255, 4000];
/// Most slots by which the last wave of a workgroup may be late: states are compared that far back.
pub(crate) const MAX_BARRIER_SPREAD: u32 = 32;
/// Most slots after a matrix instruction for which packed instructions wait.
const MAX_GAP: u16 = 255;

/// A parameter set for all GPUs, as in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawModel {
    /// Where its numbers come from, for people; anything.
    #[serde(default, rename = "about")]
    _about: serde::de::IgnoredAny,
    costs: BTreeMap<Class, Cost>,
    #[serde(default)]
    overrides: BTreeMap<String, BTreeMap<Class, Cost>>,
    shadow: BTreeMap<String, Shadow>,
    #[serde(default)]
    memory_shadow: BTreeMap<String, Shadow>,
    #[serde(default)]
    packed_gap: BTreeMap<String, u16>,
    #[serde(default)]
    distances: BTreeMap<String, Distances>,
    #[serde(default)]
    vector_pairs: BTreeMap<String, bool>,
    #[serde(default)]
    vector_ramp: BTreeMap<String, VectorRamp>,
    #[serde(default)]
    barrier_spread: u16,
    queues: Queues,
    #[serde(default)]
    queue_overrides: BTreeMap<String, Queues>,
    #[serde(default)]
    memory: BTreeMap<String, Memory>,
}

impl RawModel {
    /// The parameter set for one GPU.
    pub(super) fn resolve(self, name: String, gpu: Gpu) -> Result<Model, ModelError> {
        let range = |what: String| ModelError::Range {
            model: name.clone(),
            what,
        };
        let by_gpu = [
            self.overrides.keys().collect::<Vec<_>>(),
            self.shadow.keys().collect(),
            self.memory_shadow.keys().collect(),
            self.packed_gap.keys().collect(),
            self.distances.keys().collect(),
            self.vector_pairs.keys().collect(),
            self.vector_ramp.keys().collect(),
            self.queue_overrides.keys().collect(),
            self.memory.keys().collect(),
        ];
        for other in by_gpu.into_iter().flatten() {
            if Gpu::from_name(other).is_none() {
                return Err(range(format!("'{other}' is none of the supported GPUs")));
            }
        }
        let queues = *self.queue_overrides.get(gpu.name()).unwrap_or(&self.queues);
        check_queues(queues).map_err(range)?;
        let packed_gap = self.packed_gap.get(gpu.name()).copied();
        if packed_gap.is_some_and(|gap| gap > MAX_GAP) {
            return Err(range(format!("packed_gap is 0 to {MAX_GAP}")));
        }
        if u32::from(self.barrier_spread) > MAX_BARRIER_SPREAD {
            return Err(range(format!(
                "barrier_spread is 0 to {MAX_BARRIER_SPREAD}"
            )));
        }
        let distances = self.distances.get(gpu.name());
        let distances = *distances.unwrap_or(&Distances::NONE);
        distances.check().map_err(range)?;
        let vector_ramp = self.vector_ramp.get(gpu.name()).copied();
        vector_ramp
            .map_or(Ok(()), |ramp| ramp.check())
            .map_err(range)?;
        let loads = self.memory.get(gpu.name()).map(resolve_loads);
        let shadow = self.shadow.get(gpu.name());
        Ok(Model {
            costs: self.costs_of(&name, gpu)?,
            shadow: *shadow.ok_or_else(|| ModelError::Missing {
                model: name.clone(),
                what: format!("shadow for {gpu}"),
            })?,
            memory_shadow: *self
                .memory_shadow
                .get(gpu.name())
                .unwrap_or(&Shadow::OWN_SLOT),
            packed_gap,
            distances,
            vector_pairs: self.vector_pairs.get(gpu.name()) == Some(&true),
            vector_ramp,
            barrier_spread: self.barrier_spread,
            scaled_passes: 0,
            bank_conflicts: true,
            queues,
            loads: loads.transpose().map_err(range)?,
            gpu,
            name,
        })
    }

    /// The costs of all classes: a GPU's own first.
    fn costs_of(&self, name: &str, gpu: Gpu) -> Result<[Cost; Class::COUNT], ModelError> {
        let overrides = self.overrides.get(gpu.name());
        let find = |class: &Class| {
            let own = overrides.and_then(|o| o.get(class));
            own.or_else(|| self.costs.get(class)).copied()
        };
        let mut costs = [Cost::default(); Class::COUNT];
        for class in Class::ALL {
            let found = find(&class).or_else(|| find(&class.older()?));
            let cost = found.ok_or_else(|| ModelError::Missing {
                model: name.to_owned(),
                what: format!("cost of {}", class.name()),
            })?;
            check_cost(class, cost).map_err(|what| ModelError::Range {
                model: name.to_owned(),
                what,
            })?;
            costs[class as usize] = cost;
        }
        Ok(costs)
    }
}

fn check_cost(class: Class, cost: Cost) -> Result<(), String> {
    let Cost {
        issue,
        busy,
        result,
    } = cost;
    let numbers = [("issue", issue), ("busy", busy), ("result", result)];
    for ((what, value), most) in numbers.into_iter().zip(MAX_COST) {
        let least = u16::from(what == "issue");
        if !(least..=most).contains(&value) {
            let class = class.name();
            return Err(format!(
                "{what} of {class} is {value}, not {least} to {most}"
            ));
        }
    }
    Ok(())
}

fn check_queues(queues: Queues) -> Result<(), String> {
    let depth = 1..=MAX_QUEUE as u8;
    let depths = [Some(queues.lds), queues.lds_entries, Some(queues.vmem)];
    if !depths.into_iter().flatten().all(|d| depth.contains(&d)) {
        return Err(format!(
            "lds, lds_entries and vmem of queues are 1 to {MAX_QUEUE}"
        ));
    }
    if usize::from(queues.lds_ahead) > MAX_QUEUE {
        return Err(format!("lds_ahead of queues is 0 to {MAX_QUEUE}"));
    }
    let dwords = WIDEST_LOAD..=MAX_IN_FLIGHT as u8;
    if queues.vmem_dwords.is_some_and(|d| !dwords.contains(&d)) {
        return Err(format!(
            "vmem_dwords of queues is {WIDEST_LOAD} to {MAX_IN_FLIGHT}"
        ));
    }
    Ok(())
}

fn resolve_loads(memory: &Memory) -> Result<LoadLatency, String> {
    if memory.fill > MAX_COST[1] {
        return Err(format!("fill of memory is 0 to {}", MAX_COST[1]));
    }
    let latency = |level: Level| {
        let found = memory.latency(level).filter(|&slots| slots <= MAX_COST[2]);
        let most = MAX_COST[2];
        found.ok_or_else(|| {
            format!(
                "memory has no latency up to {most} for level {}",
                level.name()
            )
        })
    };
    Ok(LoadLatency {
        tiles: latency(memory.tiles)?,
        streams: latency(memory.streams)?,
        scratch: latency(memory.scratch)?,
        cold: memory.cold.map(latency).transpose()?,
        fill: memory.fill,
    })
}
