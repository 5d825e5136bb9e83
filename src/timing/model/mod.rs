//! The numbers of the cost model, as data: parameter sets, read from a JSON file and resolved for
//! one GPU.

mod class;
mod files;
mod perturbation;

pub use class::Class;
pub use files::{ModelFileError, ModelSets};
pub use perturbation::{FAMILY, Perturbation, Robustness};

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::lds_banks::bank_conflict_slots;
use crate::gpu::{Gpu, MatrixKind};
use crate::machine::{Function, InstId};

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

/// For how many issue slots a matrix instruction keeps vector ALU instructions from issuing, its own
/// slot included, by the type of its inputs; a value above its number of passes means all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shadow {
    /// f16, bf16, i8, fp8 or xf32 inputs.
    pub xdl: u16,
    /// `v_smfmac`.
    pub sparse: u16,
    /// f32 inputs.
    pub sgemm: u16,
    /// f64 inputs.
    pub dgemm: u16,
}

/// Depth of the queues before the memory units, in instructions per SIMD: 1 to 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queues {
    /// Queue of LDS.
    pub lds: u8,
    /// Queue of vector memory.
    pub vmem: u8,
}

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawModel {
    costs: BTreeMap<Class, Cost>,
    #[serde(default)]
    overrides: BTreeMap<String, BTreeMap<Class, Cost>>,
    shadow: BTreeMap<String, Shadow>,
    queues: Queues,
}

/// One parameter set, resolved for one GPU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    name: String,
    gpu: Gpu,
    costs: [Cost; Class::COUNT],
    shadow: Shadow,
    queues: Queues,
}

/// The built-in parameter sets; `docs/timing.md` gives the source of every number.
const BUILT_IN: &str = include_str!("models.json");

/// Deepest memory queue, in instructions: the simulator keeps queues in rings of this size.
pub(crate) const MAX_QUEUE: usize = 16;
/// Largest `issue`, `busy` and `result`, in slots: sums over very long blocks stay within 32 bits.
const MAX_COST: [u16; 3] = [255, 255, 4000];
const CLOCKS_PER_SLOT: u64 = 4;
/// The parameter set that orders are made for, if the file has it.
const PREFERRED: &str = "measured";

impl Model {
    /// Name of the parameter set, as in the file.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The GPU it describes.
    pub fn gpu(&self) -> Gpu {
        self.gpu
    }
    /// Cost of an instruction class; what matrix instructions cost also depends on their passes.
    pub fn cost(&self, class: Class) -> Cost {
        self.costs[class as usize]
    }
    fn cost_mut(&mut self, class: Class) -> &mut Cost {
        &mut self.costs[class as usize]
    }
    fn set_queues(&mut self, depth: u8) {
        self.queues = Queues {
            lds: depth,
            vmem: depth,
        };
    }
    /// Depths of the memory queues.
    pub fn queues(&self) -> Queues {
        self.queues
    }

    /// All parameter sets of a file, for one GPU: `measured` first, the others by name.
    ///
    /// # Errors
    /// When the text is not a model file, lacks a number that the GPU needs, or has one out of its
    /// range.
    pub fn parse(text: &str, gpu: Gpu) -> Result<Vec<Model>, ModelError> {
        let raw: BTreeMap<String, RawModel> = serde_json::from_str(text)?;
        if raw.is_empty() {
            return Err(ModelError::Empty);
        }
        let models = raw.into_iter().map(|(name, raw)| raw.resolve(name, gpu));
        let mut models = models.collect::<Result<Vec<Model>, ModelError>>()?;
        models.sort_by_key(|m| m.name != PREFERRED);
        Ok(models)
    }

    /// The built-in parameter sets of a GPU: `measured` first, then `llvm`.
    pub fn built_in(gpu: Gpu) -> [Model; 2] {
        let models = Model::parse(BUILT_IN, gpu).unwrap_or_default();
        // The file is part of the crate, and a test parses it for every GPU.
        models.try_into().expect("two built-in models")
    }

    /// Clocks for which bank conflicts of an instruction occupy LDS.
    pub(crate) fn bank_conflict_clocks(&self, function: &Function, inst: InstId) -> u64 {
        let busy = u32::from(self.cost(Class::of(function, inst)).busy);
        CLOCKS_PER_SLOT * u64::from(bank_conflict_slots(function, inst, busy))
    }

    /// Cost of an instruction of a class. Passes count for matrix instructions.
    pub(super) fn cost_of(&self, function: &Function, inst: InstId, class: Class) -> OpCost {
        let cost = self.cost(class);
        let mut op = OpCost {
            issue: u32::from(cost.issue),
            busy: u32::from(cost.busy),
            result: u32::from(cost.result),
            shadow: u32::from(cost.busy),
        };
        if let Some(matrix) = function.info(inst).matrix {
            // LLVM's count of passes knows the formats that immediates select; the opcode's name
            // does not show them.
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
        // The last lanes of an access with bank conflicts are served that much later.
        let conflicts = bank_conflict_slots(function, inst, op.busy);
        op.busy += conflicts;
        op.result += conflicts;
        op
    }
}

/// Cost of one instruction of a program, in issue slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OpCost {
    /// Slots until its wave may issue again.
    pub issue: u32,
    /// Slots for which its unit is occupied.
    pub busy: u32,
    /// Slots from the start of execution until the result may be used, or the counter falls.
    pub result: u32,
    /// Slots for which no vector ALU instruction can issue.
    pub shadow: u32,
}

impl RawModel {
    fn resolve(self, name: String, gpu: Gpu) -> Result<Model, ModelError> {
        let missing = |what: String| ModelError::Missing {
            model: name.clone(),
            what,
        };
        let range = |what: String| ModelError::Range {
            model: name.clone(),
            what,
        };
        for other in self.overrides.keys().chain(self.shadow.keys()) {
            if Gpu::from_name(other).is_none() {
                return Err(range(format!("'{other}' is none of the supported GPUs")));
            }
        }
        let overrides = self.overrides.get(gpu.name());
        let mut costs = [Cost::default(); Class::COUNT];
        for class in Class::ALL {
            costs[class as usize] = *overrides
                .and_then(|o| o.get(&class))
                .or_else(|| self.costs.get(&class))
                .ok_or_else(|| missing(format!("cost of {}", class.name())))?;
            let Cost {
                issue,
                busy,
                result,
            } = costs[class as usize];
            let numbers = [("issue", issue), ("busy", busy), ("result", result)];
            for ((what, value), most) in numbers.into_iter().zip(MAX_COST) {
                let least = u16::from(what == "issue");
                if !(least..=most).contains(&value) {
                    let class = class.name();
                    let what = format!("{what} of {class} is {value}, not {least} to {most}");
                    return Err(range(what));
                }
            }
        }
        let shadow = *self
            .shadow
            .get(gpu.name())
            .ok_or_else(|| missing(format!("shadow for {gpu}")))?;
        let depth = 1..=MAX_QUEUE as u8;
        if !depth.contains(&self.queues.lds) || !depth.contains(&self.queues.vmem) {
            return Err(range(format!("queues hold 1 to {MAX_QUEUE} instructions")));
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
        assert!(error.to_string().contains("has no cost of salu"), "{error}");
        assert!(Model::parse("[]", Gpu::Gfx942).is_err());
    }
}
