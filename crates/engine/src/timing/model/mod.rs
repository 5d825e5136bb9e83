//! The numbers of the cost model, as data: parameter sets, read from a JSON file and resolved for
//! one GPU.

mod accuracy;
mod class;
mod files;
mod gates;
mod latency;
mod parameters;
mod parse;
mod perturbation;

pub use accuracy::{ACCURACY, Accuracy, title};
pub use class::Class;
pub use files::{ModelFileError, ModelSets};
pub use gates::Distances;
pub(crate) use gates::{After, Gate};
pub use parameters::{Cost, Level, Memory, Queues, Shadow, VectorRamp};
pub use parse::ModelError;
pub(crate) use parse::{MAX_BARRIER_SPREAD, MAX_IN_FLIGHT, MAX_QUEUE};
pub use perturbation::{FAMILY, NO_BANK_CONFLICTS, Perturbation, Robustness};

use std::collections::BTreeMap;

use super::lds_banks::bank_conflict_slots;
use super::simulator::Period;
use crate::gpu::{Gpu, OpTraits};
use crate::machine::{AddressSpace, Function, InstId, Reg};
use parameters::Inputs;
use parse::RawModel;

/// One parameter set, resolved for one GPU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    name: String,
    gpu: Gpu,
    costs: [Cost; Class::COUNT],
    shadow: Shadow,
    memory_shadow: Shadow,
    /// Slots after a matrix instruction has left its pipe in which packed f32 instructions do not issue;
    /// `None` where they run beside it as others do.
    packed_gap: Option<u16>,
    /// What the issue logic of a wave keeps apart.
    distances: Distances,
    /// Whether two vector instructions of different waves may issue together.
    vector_pairs: bool,
    /// How the vector ALU starts again after a pause; `None` where it does at once.
    vector_ramp: Option<VectorRamp>,
    /// Slots by which matrix instructions with block scales take longer than their passes.
    scaled_passes: u16,
    /// Whether bank conflicts that are known lengthen accesses to LDS.
    bank_conflicts: bool,
    queues: Queues,
    barrier_spread: u16,
    /// Results of vector-memory loads, where the file tells levels apart.
    loads: Option<LoadLatency>,
}

/// Slots until a vector-memory load returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LoadLatency {
    /// In functions with matrix instructions.
    tiles: u16,
    /// In others.
    streams: u16,
    /// Of spilled registers, in either.
    scratch: u16,
    /// Of what nothing asked for before.
    cold: Option<u16>,
    /// At least, between the results of two loads of four dwords.
    fill: u16,
}

/// The built-in parameter sets; `docs/timing.md` gives the source of every number.
const BUILT_IN: &str = include_str!("models.json");

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
    /// Cost of an instruction class; what matrix instructions cost also depends on their passes, and the
    /// result of loads on the function.
    pub fn cost(&self, class: Class) -> Cost {
        self.costs[class as usize]
    }
    fn renamed(self, name: String) -> Model {
        Model { name, ..self }
    }
    /// Whether instructions that straddle blocks of instruction memory may come late.
    pub fn is_fetched(&self) -> bool {
        self.distances.fetch > 0
    }
    /// What the memory units hold at a time.
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

    /// What the units of a SIMD take and hold.
    pub(super) fn limits(&self) -> Limits {
        let or_all = |limit: Option<u8>, all: usize| limit.map_or(all, usize::from);
        Limits {
            lds_queue: usize::from(self.queues.lds),
            lds_entries: or_all(self.queues.lds_entries, MAX_QUEUE),
            vmem_queue: usize::from(self.queues.vmem),
            vmem_dwords: self.queues.vmem_dwords.map(usize::from),
            packed_gap: self.packed_gap.map(u32::from),
            barrier_spread: u32::from(self.barrier_spread),
            fetch: u32::from(self.distances.fetch),
            fetch_next: u32::from(self.distances.fetch_next),
            lds_ahead: u32::from(self.queues.lds_ahead),
            vector_ramp: self.vector_ramp,
        }
    }

    /// For how long bank conflicts of an instruction occupy LDS.
    pub fn bank_conflict_time(&self, function: &Function, inst: InstId) -> Period {
        let busy = u32::from(self.cost(Class::of(function, inst)).busy);
        Period::over(bank_conflict_slots(function, inst, busy), 1)
    }

    /// Cost of an instruction of a class. Passes count for matrix instructions.
    pub(super) fn cost_of(&self, function: &Function, inst: InstId, class: Class) -> OpCost {
        let cost = self.cost(class);
        let mut op = OpCost {
            issue: u32::from(cost.issue),
            busy: u32::from(cost.busy),
            result: u32::from(
                self.load_latency(function, inst, class)
                    .unwrap_or(cost.result),
            ),
            shadow: u32::from(cost.busy),
            memory_shadow: u32::from(cost.issue),
            places: match class {
                Class::VmemLoad1 => 1,
                Class::VmemLoad2 => 2,
                Class::VmemLoad4 => 4,
                _ if class.is_lds() && self.queues.lds_entries.is_some() => u32::from(cost.issue),
                _ => 0,
            },
            fill: 0,
            pairing: self.pairing(function, inst),
            after: After::default(),
        };
        if class.is_vmem_load() {
            let fill = self.loads.map_or(0, |loads| loads.fill);
            op.fill = (u32::from(fill) * op.places).div_ceil(4);
        }
        if let Some(matrix) = function.info(inst).matrix {
            // LLVM's count of passes knows the formats that immediates select; the opcode's name
            // does not show them.
            let llvm = function.inst(inst).llvm_passes;
            let mut passes = u32::from(if llvm > 0 { llvm } else { matrix.passes.0 }).max(1);
            if matrix.scaled {
                passes += u32::from(self.scaled_passes);
            }
            op.busy = passes;
            op.result = passes;
            let inputs = Inputs::of(function, inst);
            op.shadow = self.shadow.of(matrix, inputs, passes);
            op.memory_shadow = self.memory_shadow.of(matrix, inputs, passes);
        }
        if self.bank_conflicts {
            // The last lanes of an access with bank conflicts are served that much later.
            let conflicts = bank_conflict_slots(function, inst, op.busy);
            op.busy += conflicts;
            op.result += conflicts;
        }
        op.after = self.distances.after(function, inst, class, &op);
        op
    }

    /// Slots until a load returns that no cache answers; 0 where the file does not say it.
    pub(super) fn cold_latency(&self) -> u32 {
        u32::from(self.loads.and_then(|loads| loads.cold).unwrap_or(0))
    }

    /// How an instruction shares its slot with one of another wave.
    fn pairing(&self, function: &Function, inst: InstId) -> Pairing {
        match self.vector_pairs && function.info(inst).has(OpTraits::PAIRS) {
            true => Pairing::of(function, inst),
            false => Pairing::NEVER,
        }
    }

    /// The result of a load, where the file tells levels of the memory hierarchy apart.
    fn load_latency(&self, function: &Function, inst: InstId, class: Class) -> Option<u16> {
        let loads = self.loads.filter(|_| class.is_vmem_load())?;
        Some(if Model::is_scratch(function, inst) {
            loads.scratch
        } else if function.has_matrix_instructions() {
            loads.tiles
        } else {
            loads.streams
        })
    }

    /// Whether an instruction accesses spilled registers.
    fn is_scratch(function: &Function, inst: InstId) -> bool {
        let mut accesses = function.accesses(inst).iter();
        accesses.any(|access| access.space == AddressSpace::PRIVATE)
    }
}

/// Cost of one instruction of a program, in issue slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OpCost {
    /// Slots until its wave may issue again.
    pub issue: u32,
    /// Slots for which its unit is occupied.
    pub busy: u32,
    /// Slots from the start of execution until the result may be used, or the counter falls.
    pub result: u32,
    /// Slots for which no vector ALU instruction can issue.
    pub shadow: u32,
    /// Slots for which no memory instruction can issue.
    pub memory_shadow: u32,
    /// Slots between the result of the load before it and its own, at least.
    pub fill: u32,
    /// LDS: entries of its queue. Vector memory: dwords per lane in flight. Else 0.
    pub places: u32,
    /// Vector ALU: how it shares its slot with an instruction of another wave.
    pub pairing: Pairing,
    /// How long it keeps which kinds of instructions of its own wave from issuing.
    pub after: After,
}

/// How a vector ALU instruction shares its slot with one of another wave: what it takes of which there is one in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pairing(u8);

impl Pairing {
    /// It has the slot for itself.
    pub const NEVER: Pairing = Pairing(0xff);
    const WRITES_SCALAR: u8 = 1;
    const READS_SCALAR: u8 = 2;
    const LONG: u8 = 4;
    /// What any instruction leaves nothing of to those that have slots for themselves.
    const WHOLE: u8 = 0x80;

    /// Of an instruction that may share its slot at all.
    fn of(function: &Function, inst: InstId) -> Pairing {
        let scalar = |def: bool| {
            let mut operands = function.operands(inst).iter();
            operands.any(|o| {
                let register = o.reg().map(|range| range.first());
                o.is_def() == def && register.is_some_and(Reg::is_scalar)
            })
        };
        let mut taken = 0;
        if scalar(true) {
            taken |= Pairing::WRITES_SCALAR;
        }
        if scalar(false) {
            taken |= Pairing::READS_SCALAR;
        }
        if function.info(inst).has(OpTraits::VOP3) {
            taken |= Pairing::LONG;
        }
        Pairing(taken)
    }

    /// Whether it can have the slot of an instruction that left this.
    #[inline(always)]
    pub fn fits(self, taken: Pairing) -> bool {
        self.0 & (taken.0 | Pairing::WHOLE) == 0
    }
}

/// What the units of a SIMD take and hold, and how they keep apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions that LDS has accepted and not finished.
    pub lds_queue: usize,
    /// Entries of the queue of LDS for addresses and data.
    pub lds_entries: usize,
    /// Vector-memory instructions that wait for the one in service.
    pub vmem_queue: usize,
    /// Dwords per lane of loads in flight; `None` for no limit.
    pub vmem_dwords: Option<usize>,
    /// Slots after a matrix instruction has left its pipe in which packed f32 instructions do not issue;
    /// `None` where they run beside it.
    pub packed_gap: Option<u32>,
    /// Slots by which what the waves of a workgroup wait for comes later to the last of them.
    pub barrier_spread: u32,
    /// Slots until a block of instruction memory arrives; 0 where all are there in time.
    pub fetch: u32,
    /// Slots until the block behind the target of a branch arrives after that.
    pub fetch_next: u32,
    /// Slots by which LDS may be ahead of its steady rate.
    pub lds_ahead: u32,
    /// How the vector ALU starts again after a pause; `None` where it does at once.
    pub vector_ramp: Option<VectorRamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_models_are_complete() {
        for gpu in Gpu::ALL {
            let [measured, llvm] = Model::built_in(gpu);
            assert_eq!((measured.name(), llvm.name()), ("measured", "llvm"));
            assert_eq!(measured.cost(Class::LdsRead1).result, 12);
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
