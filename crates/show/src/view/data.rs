//! The data of a page: what `cdna-sched view --json` writes, and what the page draws. `docs/view.md` describes every
//! field for those who draw it otherwise.
//!
//! Times are clocks, counted from where the first shown iteration of a timeline begins; instructions, blocks and files
//! are named by their index in the list of their version or kernel. Changes that old readers misread raise [`VERSION`].

use serde::Serialize;

use cdnasched_engine::timing::{Lane, Stall, Use};

/// Names the format in [`Page::format`].
pub const FORMAT: &str = "cdnasched-view";
/// The version of the format.
pub const VERSION: u32 = 1;

/// Everything that a page shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Page {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// What was looked at: the name of the file or the function.
    pub title: String,
    /// The version of this program.
    pub tool: String,
    /// The GPU.
    pub gpu: String,
    /// The parameter set of the cost model that all clocks are of.
    pub model: String,
    /// How far its clocks are off, as a sentence; absent for a parameter set that was not held against measurements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<String>,
    /// The functions, in the order of the code.
    pub kernels: Vec<Kernel>,
    /// Functions that are not shown: name, and why.
    pub left_out: Vec<(String, String)>,
}

/// A function, in one version or two.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Kernel {
    /// Its symbol.
    pub name: String,
    /// One, or two that are compared: the reference first.
    pub versions: Vec<Version>,
    /// The loops (or, where there is none, the block that takes longest), hottest first.
    pub regions: Vec<Region>,
    /// Source files that instructions name.
    pub files: Vec<SourceFile>,
    /// What was said about the function as a whole: what was left alone, and why.
    pub remarks: Vec<String>,
}

/// A source file that instructions came from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SourceFile {
    /// Its name, as the compiler wrote it.
    pub name: String,
    /// Number and text of the lines that instructions name; empty when the file could not be read.
    pub lines: Vec<(u32, String)>,
}

/// What an instruction is, for colours and filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A matrix instruction.
    Matrix,
    /// Another vector instruction.
    Valu,
    /// An access to LDS.
    Lds,
    /// A load from vector memory.
    VmemLoad,
    /// A store or an atomic to vector memory.
    VmemStore,
    /// A scalar instruction.
    Salu,
    /// A scalar load.
    Smem,
    /// `s_waitcnt`.
    Wait,
    /// `s_nop`.
    Nop,
    /// `s_barrier`.
    Barrier,
    /// A branch.
    Branch,
    /// Anything else.
    Other,
}

/// One version of a function.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Version {
    /// What it is called: `LLVM`, `cdnasched`, or the name of a file.
    pub label: String,
    /// Its instructions, in the order of the code.
    pub instructions: Vec<Instruction>,
    /// Its blocks, in the order of the code.
    pub blocks: Vec<Block>,
    /// What its waits and nops are for.
    pub explanations: Vec<Explanation>,
    /// Figures of the whole function, as the table of `compare` has them.
    pub figures: Vec<Figure>,
    /// Its registers, and how many waves they allow.
    pub occupancy: Occupancy,
}

/// A figure with its name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// A block of a function.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Block {
    /// Its label, or a name made from its number.
    pub label: String,
    /// Index of its first instruction.
    pub first: u32,
    /// Index after its last one.
    pub end: u32,
    /// How often it runs for one run of the function, estimated.
    pub frequency: f64,
    /// How deep in loops it is; 0: in none.
    pub depth: u32,
    /// Where control may go from it: indices of blocks.
    pub successors: Vec<u32>,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Instruction {
    /// As assembly text.
    pub text: String,
    /// The line of the assembly text, counted from 1; 0: there is none.
    pub line: u32,
    /// The address in the code object; absent for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Where it came from: index of the file, line, column (0: not known).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<(u32, u32, u32)>,
    /// What it is.
    pub kind: Kind,
    /// The unit that it occupies.
    pub lane: Lane,
    /// Registers that it writes, as `v[4:7]`.
    pub writes: Vec<String>,
    /// What it reads, and where that was written.
    pub reads: Vec<Read>,
    /// What the counter `vmcnt` counts for it.
    #[serde(skip_serializing_if = "is_zero")]
    pub vmcnt: u8,
    /// The same for `lgkmcnt`.
    #[serde(skip_serializing_if = "is_zero")]
    pub lgkmcnt: u8,
    /// What a wait or nop is for: index into [`Version::explanations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(count: &u8) -> bool {
    *count == 0
}

/// A value that an instruction reads.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Read {
    /// The registers.
    pub registers: String,
    /// Instructions that may have written them last. Empty: before the function.
    pub from: Vec<u32>,
}

/// What a wait or a nop is for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// One sentence.
    pub sentence: String,
    /// One for each thing that needs it.
    pub reasons: Vec<Reason>,
}

/// One thing that needs a wait or a nop.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// One sentence.
    pub sentence: String,
    /// The instruction whose result or effect is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<u32>,
    /// The instruction that relies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consumer: Option<u32>,
    /// The register that both name; empty where it is none.
    pub register: String,
    /// `vmcnt`, `lgkmcnt`, `expcnt`; empty for nops.
    pub counter: String,
    /// The weakest count that suffices for it (waits).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The row of the hazard table; empty for waits.
    pub rule: String,
    /// Where the rule is documented.
    pub document: String,
    /// Why the rule exists, as a clause; empty where nothing is known.
    pub why: String,
    /// Wait states needed between the two (nops).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<u32>,
    /// Wait states between them as the code is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub have: Option<u32>,
    /// The blocks on the way from one to the other.
    pub path: Vec<u32>,
}

/// Registers and waves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Occupancy {
    /// Architectural VGPRs allocated.
    pub vgprs: u32,
    /// AccVGPRs allocated.
    pub agprs: u32,
    /// SGPRs allocated.
    pub sgprs: u32,
    /// Waves per SIMD.
    pub waves: u32,
    /// For each number of waves, most first: how many vector registers of both kinds together (from gfx90a on; else of
    /// the kind of which there are more) allow it.
    pub steps: Vec<(u32, u32)>,
    /// Vector registers that may be used in addition at no cost in waves: architectural ones.
    pub free_vgprs: u32,
    /// What it takes for more waves; absent where there are no more, or what callers and callees use is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<MoreWaves>,
}

/// The next larger number of waves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoreWaves {
    /// Waves per SIMD.
    pub waves: u32,
    /// What stands in the way.
    pub obstacles: Vec<Obstacle>,
}

/// Something of which a version takes too much for more waves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Obstacle {
    /// `vgprs`, `agprs`, `vector_registers` (of both kinds, from one file), `sgprs` or `lds_bytes` (of a workgroup).
    pub of: &'static str,
    /// What the version takes.
    pub used: u32,
    /// The most that it may take.
    pub most: u32,
}

/// A loop (or a block outside of loops), in all versions of the function.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Region {
    /// What it is called.
    pub title: String,
    /// Whether it is a loop; else one block that runs once.
    pub is_loop: bool,
    /// By version of the function; `None` where the version has no such loop.
    pub versions: Vec<Option<RegionVersion>>,
    /// Pairs of instructions of both versions that are the same one, for the diff of the orders. Others were added
    /// or taken out.
    pub same: Vec<(u32, u32)>,
}

/// A loop in one version.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RegionVersion {
    /// Its blocks in the order in which an iteration runs through them.
    pub blocks: Vec<u32>,
    /// How often it runs for one run of the function, estimated.
    pub frequency: f64,
    /// The share of the function's time, in percent, at the kernel's own number of waves, with what entering it takes.
    pub share: f64,
    /// Its timelines are a measurement, not the model's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub measured: bool,
    /// What binds it and what would help: one or two sentences.
    pub advice: String,
    /// The least that any order of its instructions takes, one wave and own waves; absent outside of loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<[Bound; 2]>,
    /// Live registers: instruction, then VGPRs, AccVGPRs and SGPRs that hold a value after it that is read later.
    pub pressure: Vec<(u32, u32, u32, u32)>,
    /// One wave alone; then the kernel's own number of waves, if that is another.
    pub timelines: Vec<Timeline>,
    /// Its clocks under perturbed parameter sets; empty where they were not computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub perturbed: Vec<Perturbed>,
    /// Its clocks with other latencies of vector memory; absent where they were not computed, and without such loads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// What could be changed in the source, and what it would bring; empty where nothing is sure to bring much.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// The same code with the waves of [`Occupancy::more`]: clocks of the SIMD for one iteration of one wave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks_with_more_waves: Option<f64>,
}

/// What could be changed in the source of a loop.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Suggestion {
    /// `prefetch`, `layout` (of LDS), `waves` or `noalias`.
    pub what: &'static str,
    /// What, and the figures that it rests on.
    pub sentence: String,
    /// What it is about: indices of instructions.
    pub instructions: Vec<u32>,
    /// By how many percent an iteration would take longer at the kernel's own number of waves: less than 0.
    pub change: f64,
}

/// A loop under a perturbed parameter set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Perturbed {
    /// The name of the set, as in reports.
    pub name: &'static str,
    /// What is changed, in words.
    pub words: &'static str,
    /// By timeline: clocks of an iteration.
    pub clocks: Vec<f64>,
}

/// How a loop depends on the latency of loads from vector memory.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Latency {
    /// What the model assumes, in clocks.
    pub assumed: f64,
    /// Other latencies and the assumed one, from short to long.
    pub points: Vec<LatencyPoint>,
}

/// A loop with one latency of vector memory.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LatencyPoint {
    /// The latency, in clocks.
    pub clocks: f64,
    /// By timeline.
    pub loops: Vec<LoopTimes>,
}

/// The figures of a loop.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoopTimes {
    /// As [`Timeline::period`].
    pub period: f64,
    /// As [`Timeline::spent`].
    pub spent: Vec<Spent>,
    /// The least that any order takes; absent outside of loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
}

/// What no order of a loop's instructions can beat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bound {
    /// Clocks an iteration.
    pub clocks: f64,
    /// What needs the time.
    pub by: String,
}

/// Some iterations, one after the other, of one wave or several on a SIMD, settled into their rhythm.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Timeline {
    /// Waves on the SIMD.
    pub waves: u32,
    /// Iterations shown of each wave.
    pub iterations: u32,
    /// Clocks of the SIMD for one iteration of one wave, as everywhere in this program.
    pub period: f64,
    /// Where the last shown iteration of the last wave ends.
    pub end: u32,
    /// Where the clocks of an iteration go: `issue`, `fillers` (waits and nops themselves) or a [`Stall`], and clocks on
    /// average over the iterations shown. They add up to `period` as far as these are like all others.
    pub spent: Vec<Spent>,
    /// For how much of an iteration's time a unit works: lane and clocks.
    pub busy: Vec<(Lane, f64)>,
    /// What ran when.
    pub events: Events,
}

/// A part of an iteration's time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spent {
    /// What it is.
    pub what: Use,
    /// Clocks.
    pub clocks: f64,
}

/// What ran when, by column: the same index is the same execution of an instruction, in the order of issue.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Events {
    /// The instruction.
    pub inst: Vec<u32>,
    /// The wave, from 0.
    pub wave: Vec<u8>,
    /// The iteration, from 0.
    pub iteration: Vec<u8>,
    /// When the wave was done with the instruction before it, and could have issued this one.
    pub ready: Vec<u32>,
    /// When it issued. Between `ready` and this it stalled.
    pub issue: Vec<u32>,
    /// When the wave could go on to the next.
    pub next: Vec<u32>,
    /// When its unit began to work on it (later than `issue` when it stood in a queue).
    pub start: Vec<u32>,
    /// When its unit could take the next one. The same as `start` where it occupies none.
    pub busy: Vec<u32>,
    /// When its result could be used, or memory had done it.
    pub done: Vec<u32>,
    /// Why it stalled.
    pub stall: Vec<Stall>,
    /// Index of the event that it stalled for; -1: none, or before what is shown.
    pub cause: Vec<i32>,
}
