//! The report: one JSON object for each function. `docs/report.md` describes every field.

mod loops;

pub use loops::{LoopKey, pairs};

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// Something that was not done, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeftAlone {
    /// What was left alone: `function`, `waits`, or `order and waits`.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// Modelled clocks under one parameter set of the cost model.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// One wave alone on its SIMD.
    pub one_wave: f64,
    /// The SIMD's time at the kernel's own number of waves, for one run by each of them.
    pub own_waves: f64,
}

impl Clocks {
    /// What a kernel with so many waves on a SIMD took and takes, in words: first as it runs, then, as a look at latencies,
    /// by one wave alone.
    pub fn change(before: &Clocks, after: &Clocks, waves: u32) -> String {
        let own = format!(
            "{:.0} -> {:.0} modelled clocks",
            before.own_waves, after.own_waves
        );
        match waves {
            0 | 1 => own,
            waves => format!(
                "{own} with its {waves} waves ({:.0} -> {:.0} with one)",
                before.one_wave, after.one_wave
            ),
        }
    }
}

/// Modelled clocks of a piece of code at three points of the compilation.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct TimingRecord {
    /// Name of the parameter set.
    pub model: String,
    /// LLVM's code, as it came to stage 1.
    pub before: Clocks,
    /// The order stage 1 left.
    pub after: Clocks,
    /// The order found without renaming, where stage 1 left a better one with other registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_alone: Option<Clocks>,
    /// The final stream, with every wait and nop in it.
    pub last: Clocks,
}

/// Time of a new order under the family of perturbed parameter sets, for one wave in the finished
/// stream, divided by that of the incoming order.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct RobustnessRecord {
    /// The largest ratio.
    pub worst: f64,
    /// The mean ratio.
    pub mean: f64,
    /// The member of the family under which the ratio is largest.
    pub model: String,
}

/// What our waits and nops cost above LLVM's, in clocks of one run of the incoming order.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct PolicyCostRecord {
    /// Name of the parameter set.
    pub model: String,
    /// The clocks.
    #[serde(flatten)]
    pub clocks: Clocks,
}

/// Bank conflicts of accesses to LDS in which each lane has an address of its own.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct BankConflictRecord {
    /// Such accesses.
    pub accesses: u32,
    /// Those that are known to have conflicts.
    pub conflicting: u32,
    /// Those whose addresses are not known well enough; no conflicts are charged for them.
    pub unknown: u32,
    /// Clocks for which conflicts occupy LDS, under the first parameter set: of a function for one run,
    /// blocks weighted by frequency; of a loop per iteration.
    pub clocks: f64,
}

/// Instructions, and those among them that only carry values from place to place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CopyRecord {
    /// Instructions that occupy an issue slot.
    pub instructions: u32,
    /// Copies of vector registers to vector registers: moves, and sums with zero.
    pub copies: u32,
    /// Loads from and stores to stack slots that hold what vector registers held.
    pub spill_accesses: u32,
}

/// What coalescing took out of a function or a loop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CoalescedRecord {
    /// As LLVM handed it to stage 1.
    pub before: CopyRecord,
    /// As the search for an order began with it.
    pub after: CopyRecord,
}

/// Clocks of an iteration / the least that it can take: 1.12 is 12 % above it.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct DistanceRecord {
    /// Of LLVM's code, as it came to stage 1; absent where stage 1 did not order the function.
    pub before: Option<f64>,
    /// Of the final stream. Of several waves whose simulation does not settle it may be below 1
    /// (`docs/timing.md`).
    pub last: f64,
}

/// What no order of a loop's instructions takes less than, whatever registers hold its values and
/// however its iterations overlap.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct BoundRecord {
    /// The clocks of an iteration.
    pub clocks: f64,
    /// What needs them.
    pub by: String,
    /// How far from it the loop is.
    pub distance: DistanceRecord,
}

/// What no order of a loop can beat under one parameter set of the cost model.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LoopBoundRecord {
    /// Name of the parameter set.
    pub model: String,
    /// One wave alone on its SIMD.
    pub one_wave: BoundRecord,
    /// The SIMD's time for an iteration of one wave, at the kernel's own number of waves.
    pub own_waves: BoundRecord,
}

/// What became of a loop whose iterations might overlap.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct OverlapRecord {
    /// Whether they do: the loop is rotated.
    pub rotated: bool,
    /// Why they do not.
    pub declined: Option<String>,
    /// Instructions that belong to the iteration after the one that the rest of the body is of.
    pub carried: u32,
    /// Instructions of the block before the loop that begins the first iteration.
    pub prologue_instructions: u32,
    /// Instructions of the block behind the loop that ends the last iteration.
    pub epilogue_instructions: u32,
}

/// An innermost loop.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct LoopRecord {
    /// Number of its first block, in layout order at stage 1.
    pub block: u32,
    /// How often its body runs for one run of the function, by LLVM's block frequencies.
    pub frequency: f64,
    /// Instructions of the body.
    pub instructions: u32,
    /// Matrix instructions among them.
    pub matrix_instructions: u32,
    /// Copies of vector registers among them.
    pub copies: u32,
    /// Accesses to stack slots of spilled vector registers among them.
    pub spill_accesses: u32,
    /// Instructions at another position than LLVM had them.
    pub moved: u32,
    /// `s_setprio` and `sched_barrier` in the body.
    pub user_walls: u32,
    /// Clocks per iteration in steady state, by parameter set.
    pub clocks: Vec<TimingRecord>,
    /// What no order of its instructions takes less than, and how far from it the loop is, by parameter
    /// set.
    pub bound: Vec<LoopBoundRecord>,
    /// What became of it when iterations were to overlap; absent where that was not tried.
    pub overlap: Option<OverlapRecord>,
    /// Where the clocks of an iteration of the final stream go.
    pub spent: SpentRecord,
    /// Of loops with matrix instructions: clocks of an iteration, for one wave under the first
    /// parameter set before waits and nops are placed, that a search finds if the reuse of registers
    /// inside an iteration held nothing back.
    pub without_register_reuse: Option<u64>,
    /// Bank conflicts in the final stream.
    pub bank_conflicts: BankConflictRecord,
    /// Of a loop with a new order: how it fares under the family.
    pub robustness: Option<RobustnessRecord>,
    /// What became of its values when registers were renamed; absent where that was not tried.
    pub renamed: Option<RenamedRecord>,
    /// What became of its copies and spills; absent where that was not tried, or there are none.
    pub coalesced: Option<CoalescedRecord>,
    /// What LLVM's own stream would take by the first parameter set, where it would lie in the end; absent where that is
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llvm: Option<Clocks>,
    /// By how much the final stream takes longer; absent where it does not.
    #[serde(default)]
    pub above_llvm: Option<AboveLlvmRecord>,
}

/// How far a loop is behind LLVM's own stream, by the first parameter set: what our rules ask for beyond LLVM's.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct AboveLlvmRecord {
    /// Clocks of an iteration above LLVM's; not above 0 where the loop is no slower in that way.
    pub clocks: Clocks,
    /// `s_waitcnt` in an iteration beyond LLVM's.
    pub waits: i32,
    /// Wait states of `s_nop` in an iteration beyond LLVM's.
    pub wait_states: i32,
}

/// What became of the values of a loop in vector registers. A value is what one instruction or several
/// write and others read; tuples count as one.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct RenamedRecord {
    /// Values that instructions of the loop write.
    pub webs: u32,
    /// Those of them that may have other registers than LLVM gave them.
    pub movable: u32,
    /// Those that have.
    pub moved: u32,
    /// Those that may not have others, by reason. What the loop reads without having written it in the
    /// same iteration is counted here, too.
    pub pinned: BTreeMap<String, u32>,
}

/// Registers that a function uses, and the waves that they allow.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct RegisterRecord {
    /// Architectural VGPRs used: the highest number + 1.
    pub peak_vgpr: u32,
    /// AccVGPRs used.
    pub peak_agpr: u32,
    /// SGPRs used.
    pub peak_sgpr: u32,
    /// Waves per SIMD that these registers and the static LDS allow.
    pub waves_per_simd: u32,
}

/// Where the modelled clocks of an iteration go, for one wave under the first parameter set. The
/// first six add up to the iteration; the last three are what a unit alone would take.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SpentRecord {
    /// Issuing.
    pub issue: u64,
    /// Issuing `s_nop` and `s_waitcnt`.
    pub fillers: u64,
    /// Stalls for vector memory.
    pub vector_memory: u64,
    /// Stalls for LDS, scalar memory and messages.
    pub lds: u64,
    /// Stalls for a busy unit or a full queue.
    pub units: u64,
    /// Stalls for results of arithmetic.
    pub results: u64,
    /// What the matrix pipe alone needs.
    pub matrix_work: u64,
    /// What LDS alone needs.
    pub lds_work: u64,
    /// What vector memory alone needs.
    pub vector_memory_work: u64,
}

/// How far the order of a region is from the best, in modelled clocks of one wave under the first
/// parameter set, from the state in which the region begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CertificateRecord {
    /// Number of its block, in layout order at stage 1.
    pub block: u32,
    /// Its first position in the block.
    pub begin: u32,
    /// Instructions that take an issue slot.
    pub instructions: u32,
    /// What the order takes.
    pub length: u64,
    /// What no order takes less than.
    pub bound: u64,
    /// The best order known.
    pub best: u64,
    /// Whether no order takes less.
    pub proved: bool,
    /// Whether no order takes less that takes no more under the other parameter sets and needs no
    /// more waits and wait states.
    pub unbeaten: bool,
}

/// A place where the two policies for loads straight into LDS wait for different loads.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LdsDmaDifference {
    /// Number of its block, in layout order at stage 1.
    pub block: u32,
    /// Assembly text of the instruction after the wait.
    pub instruction: String,
    /// `vmcnt` that `llvm` requires; absent if it requires none.
    pub llvm: Option<u8>,
    /// `vmcnt` that `strict` requires; absent if it requires none.
    pub strict: Option<u8>,
}

/// What LLVM's own passes still added after ours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct AddedByLlvm {
    /// Wait states of `s_nop`.
    pub nop_wait_states: u32,
    /// `s_waitcnt` instructions added or strengthened.
    pub waits: u32,
}

/// What the independent check of the final stream found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// Pairs of instructions with too few wait states in between.
    pub open_hazards: u32,
    /// Accesses that are used without a wait for them.
    pub open_waits: u32,
    /// Waits and markers of the memory model or the user whose requirement no wait of the final
    /// stream meets.
    pub lost_requests: u32,
    /// Such waits and markers whose place could not be found again.
    pub unplaced_requests: u32,
}

impl Judged {
    /// All of them: what is wrong, or could not be checked.
    pub fn open(&self) -> u32 {
        self.open_hazards + self.open_waits + self.lost_requests + self.unplaced_requests
    }
}

/// The strategy of LLVM's under which a kernel was compiled (docs/pick.md).
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct PickRecord {
    /// Its name.
    pub strategy: String,
    /// By parameter set, modelled clocks at the kernel's own number of waves over those of the default; empty where nothing was
    /// searched.
    pub gain: Vec<(String, f64)>,
    /// By other strategy, why it is not the one.
    pub lost: BTreeMap<String, String>,
}

/// What the report says of one function.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Symbol name.
    pub function: String,
    /// Processor.
    pub mcpu: String,
    /// Instructions of the final stream that occupy an issue slot.
    pub instructions: u32,
    /// Matrix instructions.
    pub matrix_instructions: u32,
    /// Copies of vector registers in the final stream.
    pub copies: u32,
    /// Accesses to stack slots of spilled vector registers in the final stream.
    pub spill_accesses: u32,
    /// Scheduling regions of two or more instructions.
    pub regions: u32,
    /// Regions with a new order.
    pub regions_reordered: u32,
    /// Instructions at another position than LLVM had them.
    pub moved: u32,
    /// Branches around code for some lanes that were taken out of loops.
    #[serde(default)]
    pub guards: u32,
    /// Loops that a copy without branches around code was put in front of.
    #[serde(default)]
    pub peels: u32,
    /// `s_nop` instructions in the final stream.
    pub s_nop: u32,
    /// Their wait states.
    pub nop_wait_states: u32,
    /// Those of them that move loops to better places in instruction memory.
    #[serde(default)]
    pub place_nops: u32,
    /// `s_waitcnt` instructions in the final stream.
    pub s_waitcnt: u32,
    /// Those that wait for all vector memory, `vmcnt(0)`.
    pub vmcnt_zero: u32,
    /// Operations that the waits leave outstanding: the sum of their counts, over all counters they
    /// wait for.
    pub left_outstanding: u32,
    /// Architectural VGPRs used: the highest number + 1.
    pub peak_vgpr: u32,
    /// AccVGPRs used.
    pub peak_agpr: u32,
    /// SGPRs used.
    pub peak_sgpr: u32,
    /// Waves per SIMD that these registers and the static LDS allow.
    pub waves_per_simd: u32,
    /// The same as LLVM handed the function to stage 1.
    pub registers_before: RegisterRecord,
    /// What became of its copies and spills; absent where that was not tried, or there are none.
    pub coalesced: Option<CoalescedRecord>,
    /// Modelled clocks of the whole function, blocks weighted by frequency.
    pub clocks: Vec<TimingRecord>,
    /// What our rules for waits and nops cost above LLVM's, by parameter set.
    pub policy_cost_clocks: Vec<PolicyCostRecord>,
    /// Bank conflicts in LDS in the final stream.
    pub bank_conflicts: BankConflictRecord,
    /// How all new orders fare under the family; absent where there is none.
    pub robustness: Option<RobustnessRecord>,
    /// Innermost loops.
    pub loops: Vec<LoopRecord>,
    /// How far each region is from the best, where its order is free.
    pub certificates: Vec<CertificateRecord>,
    /// Where `-cdna-sched-lds-dma=llvm` and `strict` wait for different loads straight into LDS.
    pub lds_dma: Vec<LdsDmaDifference>,
    /// Under which strategy it was compiled, and why; absent where none was picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picked: Option<PickRecord>,
    /// What LLVM's passes added after ours.
    pub added_by_llvm: AddedByLlvm,
    /// What the check of the final stream found; absent unless it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Judged>,
    /// What was left alone, and why.
    pub left_alone: Vec<LeftAlone>,
}

/// The objects of a report.
///
/// # Errors
/// When a line is none.
pub fn read_lines(text: &[u8]) -> serde_json::Result<Vec<Record>> {
    let lines = text.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(serde_json::from_slice).collect()
}

impl Record {
    /// Notes that something was left alone.
    pub fn left_alone(&mut self, what: &str, reason: &str) {
        self.left_alone.push(LeftAlone {
            what: what.to_owned(),
            reason: reason.to_owned(),
        });
    }
    /// The clocks of the whole function under the named parameter set.
    pub fn timing(&self, model: &str) -> Option<&TimingRecord> {
        self.clocks.iter().find(|t| t.model == model)
    }
    /// Whether renaming found a better order for a piece of it.
    pub fn is_renamed(&self) -> bool {
        self.clocks
            .iter()
            .any(|timing| timing.order_alone.is_some())
    }
    /// Appends the record to a report.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_line(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        out.write_all(&line)
    }
}

impl LoopRecord {
    /// The clocks of an iteration under the named parameter set.
    pub fn timing(&self, model: &str) -> Option<&TimingRecord> {
        self.clocks.iter().find(|t| t.model == model)
    }
    /// What no order takes less than under the named parameter set.
    pub fn bound(&self, model: &str) -> Option<&LoopBoundRecord> {
        self.bound.iter().find(|b| b.model == model)
    }
}
