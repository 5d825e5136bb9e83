//! The numbers of the cost model, as data.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::class::Class;
use crate::machine::{Function, InstId};
use crate::target::{Gpu, MatrixKind};

/// What one instruction costs, in issue slots (1 slot = 4 clocks).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Slots until the wave may issue its next instruction.
    pub issue: u16,
    /// Slots for which the unit that executes it is occupied.
    pub busy: u16,
    /// Slots from the start of execution until the result may be used, or the counter falls.
    pub result: u16,
}

/// For how many slots a matrix instruction keeps vector ALU instructions from issuing, itself
/// included; values above its passes mean all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shadow {
    /// f16, bf16, i8, fp8, xf32 inputs.
    pub xdl: u16,
    /// `v_smfmac`.
    pub sparse: u16,
    /// f32 inputs.
    pub sgemm: u16,
    /// f64 inputs.
    pub dgemm: u16,
}

/// Depth of the queues in front of the memory units, in instructions per SIMD.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queues {
    /// LDS.
    pub lds: u8,
    /// Vector memory.
    pub vmem: u8,
}

/// Why a model file cannot be taken.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Not JSON, or not of the expected shape.
    #[error("not a model file: {0}")]
    Json(#[from] serde_json::Error),
    /// A model lacks a number.
    #[error("model {model} has no {what}")]
    Missing {
        /// Name of the model.
        model: String,
        /// What is missing.
        what: String,
    },
    /// A number out of its range.
    #[error("model {model}: {what}")]
    Range {
        /// Name of the model.
        model: String,
        /// Which number, and its range.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawModel {
    costs: BTreeMap<Class, Cost>,
    #[serde(default)]
    overrides: BTreeMap<String, BTreeMap<Class, Cost>>,
    shadow: BTreeMap<String, Shadow>,
    queues: Queues,
}

/// One set of parameters for one GPU.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    name: String,
    gpu: Gpu,
    costs: [Cost; Class::COUNT],
    shadow: Shadow,
    queues: Queues,
}

/// The built-in parameter sets; `docs/timing.md` gives the source of every number.
const BUILT_IN: &str = include_str!("models.json");

/// Queues are rings of fixed size in the simulator.
pub(crate) const MAX_QUEUE: usize = 16;

impl Model {
    /// Name of the parameter set.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The GPU it describes.
    pub fn gpu(&self) -> Gpu {
        self.gpu
    }
    /// Cost of a class.
    pub fn cost(&self, class: Class) -> Cost {
        self.costs[class as usize]
    }
    /// Depths of the memory queues.
    pub fn queues(&self) -> Queues {
        self.queues
    }

    /// Every model of a file, for one GPU, in the order of their names.
    ///
    /// # Errors
    /// When the text is no model file, or leaves out a number that the GPU needs.
    pub fn parse(text: &str, gpu: Gpu) -> Result<Vec<Model>, ModelError> {
        let raw: BTreeMap<String, RawModel> = serde_json::from_str(text)?;
        raw.into_iter()
            .map(|(name, raw)| raw.resolve(name, gpu))
            .collect()
    }

    /// The built-in models of a GPU: `measured` first, then `llvm`.
    pub fn built_in(gpu: Gpu) -> [Model; 2] {
        let mut models = Model::parse(BUILT_IN, gpu).unwrap_or_default();
        models.sort_by_key(|m| m.name != "measured");
        // The file is part of the crate, and a test parses it for every GPU.
        models.try_into().expect("two built-in models")
    }

    /// Cost of an instruction, its matrix passes included.
    pub(crate) fn cost_of(&self, function: &Function, inst: InstId, class: Class) -> OpCost {
        let cost = self.cost(class);
        let mut op = OpCost {
            issue: u32::from(cost.issue),
            busy: u32::from(cost.busy),
            result: u32::from(cost.result),
            shadow: u32::from(cost.busy),
        };
        if let Some(matrix) = function.info(inst).matrix {
            // LLVM's count sees the formats that immediates select, the name does not.
            let llvm = function.inst(inst).llvm_passes;
            let passes = u32::from(if llvm > 0 { llvm } else { matrix.passes.0 });
            let shadow = match matrix.kind {
                _ if matrix.sparse => self.shadow.sparse,
                MatrixKind::Xdl => self.shadow.xdl,
                MatrixKind::Sgemm => self.shadow.sgemm,
                MatrixKind::Dgemm => self.shadow.dgemm,
            };
            op.busy = passes.max(1);
            op.result = passes.max(1);
            op.shadow = u32::from(shadow).clamp(1, op.busy);
        }
        op
    }
}

/// Cost of one instruction, in issue slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OpCost {
    pub issue: u32,
    pub busy: u32,
    pub result: u32,
    /// Slots for which the vector ALU cannot issue.
    pub shadow: u32,
}

impl RawModel {
    fn resolve(self, name: String, gpu: Gpu) -> Result<Model, ModelError> {
        let missing = |what: String| ModelError::Missing {
            model: name.clone(),
            what,
        };
        let overrides = self.overrides.get(gpu.name());
        let mut costs = [Cost::default(); Class::COUNT];
        for class in Class::ALL {
            costs[class as usize] = *overrides
                .and_then(|o| o.get(&class))
                .or_else(|| self.costs.get(&class))
                .ok_or_else(|| missing(format!("cost of {class:?}")))?;
        }
        let shadow = *self
            .shadow
            .get(gpu.name())
            .ok_or_else(|| missing(format!("shadow for {gpu}")))?;
        let range = 1..=MAX_QUEUE as u8;
        if !range.contains(&self.queues.lds) || !range.contains(&self.queues.vmem) {
            return Err(ModelError::Range {
                model: name,
                what: format!("queues hold 1 to {MAX_QUEUE} instructions"),
            });
        }
        Ok(Model {
            name,
            gpu,
            costs,
            shadow,
            queues: self.queues,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_models_are_complete() {
        for gpu in Gpu::ALL {
            let [measured, llvm] = Model::built_in(gpu);
            assert_eq!((measured.name(), llvm.name()), ("measured", "llvm"));
            assert_eq!(measured.cost(Class::LdsRead1).result, 17);
            assert_eq!(llvm.cost(Class::LdsRead1).result, 5);
        }
        let wide = |gpu| Model::built_in(gpu)[0].cost(Class::LdsRead4).busy;
        assert_eq!((wide(Gpu::Gfx942), wide(Gpu::Gfx950)), (8, 4));
    }

    #[test]
    fn a_file_without_a_number_is_refused() {
        let text = BUILT_IN.replace("\"salu\"", "\"valu\"");
        let error = Model::parse(&text, Gpu::Gfx942).expect_err("no salu");
        assert!(error.to_string().contains("has no cost of Salu"), "{error}");
        assert!(Model::parse("[]", Gpu::Gfx942).is_err());
    }
}
