//! What a row of the hazard table is made of.

use super::class::{Consumer, Producer};

use std::fmt;

use crate::gpu::{Gpu, Passes, WaitStates};

/// How the tuple that a matrix instruction reads as SrcC relates to the producer's result: bits
/// for [`Relation::SrcC`]. For two overlapping tuples exactly one bit holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share(pub u8);

impl Share {
    /// The same tuple, between instructions of the same class, rows and passes.
    pub const CHAIN: Share = Share(1);
    /// The same tuple and passes, but another class or shape.
    pub const SAME_PASSES: Share = Share(2);
    /// The same tuple, other passes.
    pub const SAME_TUPLE: Share = Share(4);
    /// Another tuple that shares registers.
    pub const OVERLAP: Share = Share(8);
    /// Any of these.
    pub const ANY: Share = Share(15);

    /// Either of both.
    pub const fn or(self, other: Share) -> Share {
        Share(self.0 | other.0)
    }
    /// Whether all of another is in it.
    pub fn has(self, other: Share) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What must hold between the registers of the two instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// They share a register.
    Overlap,
    /// They share a register that the consumer reads as SrcC, in one of these ways.
    SrcC(Share),
    /// They share a register and have the same opcode.
    SameOpcode,
    /// They share a register and have different opcodes.
    OtherOpcode,
    /// They name the same hardware register (`s_setreg`, `s_getreg`).
    SameHwReg,
    /// Nothing: the instructions alone make the hazard.
    Always,
    /// They are in one unbroken run of memory instructions, and one loads what the other reads,
    /// or the second one stores. Any instruction of another kind in between satisfies it.
    Clause,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (Share::CHAIN, "same tuple, kind, rows and passes"),
            (Share::SAME_PASSES, "same tuple and passes"),
            (Share::SAME_TUPLE, "same tuple, other passes"),
            (Share::OVERLAP, "overlapping tuple"),
        ];
        let names = kinds.iter().filter(|(share, _)| self.has(*share));
        let names: Vec<&str> = names.map(|(_, name)| *name).collect();
        f.write_str(&names.join(" or "))
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Relation::Overlap => f.write_str("shared register"),
            Relation::SrcC(Share::ANY) => f.write_str("shared register, as SrcC"),
            Relation::SrcC(share) => write!(f, "as SrcC: {share}"),
            Relation::SameOpcode => f.write_str("shared register, same opcode"),
            Relation::OtherOpcode => f.write_str("shared register, other opcode"),
            Relation::SameHwReg => f.write_str("same hardware register"),
            Relation::Always => f.write_str("none"),
            Relation::Clause => f.write_str("shared register or store, in one run"),
        }
    }
}

/// An instruction that must lie between the two for the rule to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Via {
    /// A double-precision matrix instruction.
    Dgemm,
    /// `v_accvgpr_read` or `v_accvgpr_write`.
    AccMove,
    /// A matrix instruction of eight passes.
    EightPasses,
    /// A matrix instruction of sixteen passes.
    SixteenPasses,
}

impl Via {
    /// A bit of its own.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Required wait states, as a function of the producer's passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// Always this many.
    Const(u8),
    /// This many for 2, 4, 8 and 16 passes.
    PerPasses([u8; 4]),
}

impl Need {
    /// Nothing is required.
    pub const ZERO: Need = Need::Const(0);

    /// The producer's number of passes, plus `more`.
    pub(crate) const fn passes_and(more: u8) -> Need {
        Need::PerPasses([2 + more, 4 + more, 8 + more, 16 + more])
    }
    /// The requirement after a producer of that many passes. A count that is not in the table
    /// takes the entry of the next larger one.
    pub fn of(self, passes: Passes) -> WaitStates {
        WaitStates(u32::from(self.by_index(passes_index(passes))))
    }
    /// The largest requirement, over all pass counts.
    pub const fn longest(self) -> u8 {
        let list = match self {
            Need::Const(n) => return n,
            Need::PerPasses(list) => list,
        };
        let (mut longest, mut at) = (0, 0);
        while at < list.len() {
            if list[at] > longest {
                longest = list[at];
            }
            at += 1;
        }
        longest
    }
    /// The wait states of one of the sizes of matrix instructions, the smallest being 0.
    pub fn by_index(self, index: usize) -> u8 {
        match self {
            Need::Const(n) => n,
            Need::PerPasses(list) => list[index],
        }
    }
    /// The larger of both, size by size.
    pub fn larger(self, other: Need) -> Need {
        match (self, other) {
            (Need::Const(a), Need::Const(b)) => Need::Const(a.max(b)),
            _ => Need::PerPasses(std::array::from_fn(|i| {
                self.by_index(i).max(other.by_index(i))
            })),
        }
    }
}

/// Index of a pass count in [`Need::PerPasses`].
pub fn passes_index(passes: Passes) -> usize {
    match passes.0 {
        0..=2 => 0,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// A disagreement between LLVM 22 and AMD's documents, or among the documents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Divergence {
    /// LLVM waits before a carry-in or select mask, the documents do not.
    CarryIn,
    /// LLVM takes `op_sel_hi` of VOP3P for `op_sel[3]`, and so misses `v_fma_mixhi`.
    PackedOpSel,
    /// LLVM lets different matrix instructions share an accumulator at no cost.
    SharedAccumulator,
    /// SGEMM result as overlapping SrcC of XDL: the documents of CDNA3 wait.
    SgemmToXdlC,
    /// Wide buffer stores with a scalar offset register.
    StoreScalarOffset,
    /// gfx950: values of the 16-pass double-precision instruction not raised.
    SixteenPassDgemm,
    /// Dot product to matrix instruction.
    DotToMatrix,
    /// LLVM applies matrix WAW and WAR rules to loads.
    LoadOverwrite,
    /// Store data overwritten by an instruction that is no vector ALU instruction.
    StoreDataOverwrite,
    /// DPP read: one document says 1, all others 2.
    DppDistance,
    /// VCCZ, EXECZ and VSKIP rules that LLVM does not know.
    FlagsAndVskip,
    /// LLVM applies the VALU-to-VMEM scalar rule to the implicit EXEC of every vector-memory
    /// instruction.
    ImplicitExec,
    /// LLVM treats LDS-DMA as a vector ALU instruction.
    LdsDmaAsValu,
    /// LLVM counts an output of an instruction that emits no code.
    MetaDef,
    /// Inline assembly: LLVM knows a few hazards only.
    InlineAsm,
    /// Calls and returns: LLVM resolves nothing before control leaves the function.
    Boundary,
    /// gfx908: LLVM takes the passes of the longest matrix instruction on the way to the
    /// producer for those of the producer.
    LongestOnTheWay,
}

/// Whose numbers are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Policy {
    /// For every pair at least what LLVM 22 requires and what AMD's documents require, except for
    /// rows with a number of their own ([`field@Rule::safe`]). LLVM's recogniser then finds
    /// nothing to add.
    #[default]
    Safe,
    /// As [`Policy::Safe`], without the rows that are certain to be false positives.
    Exact,
    /// AMD's documents alone; LLVM's number where the documents say nothing.
    Isa,
    /// LLVM 22's numbers alone.
    Llvm,
}

impl Policy {
    /// All policies.
    pub const ALL: [Policy; 4] = [Policy::Safe, Policy::Exact, Policy::Isa, Policy::Llvm];

    /// The name used in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Safe => "safe",
            Policy::Exact => "exact",
            Policy::Isa => "isa",
            Policy::Llvm => "llvm",
        }
    }
    /// Whether LLVM's recogniser would insert nops that this policy leaves out.
    pub fn excludes_llvm(self) -> bool {
        matches!(self, Policy::Exact | Policy::Isa)
    }
    /// The policy of that name; `None` when there is none.
    pub fn from_name(name: &str) -> Option<Policy> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row of the table: which pairs of instructions need how many wait states in between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Stable name: `cdna3.t37.105`, `gfx908.accvgpr.read`, `llvm.exec.vmem` …
    pub id: &'static str,
    /// GPUs the row is for.
    pub gpus: &'static [Gpu],
    /// The first instruction does any of these.
    pub producer: &'static [Producer],
    /// What must hold between their registers.
    pub relation: Relation,
    /// The second instruction does any of these.
    pub consumer: &'static [Consumer],
    /// What must lie in between, if anything.
    pub via: Option<Via>,
    /// What AMD's documents require; `None` when they say nothing.
    pub documents: Option<Need>,
    /// What LLVM 22.1.8 requires (measured).
    pub llvm: Need,
    /// What [`Policy::Safe`] requires, if not the larger of both.
    pub safe: Option<Need>,
    /// The disagreement this row is part of.
    pub divergence: Option<Divergence>,
    /// The hardware certainly does not need it; kept so that LLVM finds nothing to add.
    pub false_positive: bool,
    /// Where it is documented, or how it was measured.
    pub source: &'static str,
    /// Why, in one sentence.
    pub why: &'static str,
}

impl Rule {
    pub(crate) const fn new(
        id: &'static str,
        gpus: &'static [Gpu],
        producer: &'static [Producer],
        relation: Relation,
        consumer: &'static [Consumer],
    ) -> Rule {
        Rule {
            id,
            gpus,
            producer,
            relation,
            consumer,
            via: None,
            documents: None,
            llvm: Need::ZERO,
            safe: None,
            divergence: None,
            false_positive: false,
            source: "",
            why: "",
        }
    }
    /// Documents and LLVM agree.
    pub(crate) const fn agreed(mut self, need: Need) -> Rule {
        self.documents = Some(need);
        self.llvm = need;
        self
    }
    pub(crate) const fn documents(mut self, need: Need) -> Rule {
        self.documents = Some(need);
        self
    }
    pub(crate) const fn llvm(mut self, need: Need) -> Rule {
        self.llvm = need;
        self
    }
    pub(crate) const fn safe(mut self, need: Need) -> Rule {
        self.safe = Some(need);
        self
    }
    pub(crate) const fn via(mut self, via: Via) -> Rule {
        self.via = Some(via);
        self
    }
    pub(crate) const fn diverges(mut self, divergence: Divergence) -> Rule {
        self.divergence = Some(divergence);
        self
    }
    pub(crate) const fn false_positive(mut self) -> Rule {
        self.false_positive = true;
        self
    }
    pub(crate) const fn because(mut self, source: &'static str, why: &'static str) -> Rule {
        self.source = source;
        self.why = why;
        self
    }

    /// What a policy requires.
    pub fn need(&self, policy: Policy) -> Need {
        let documents = self.documents.unwrap_or(self.llvm);
        match policy {
            Policy::Exact if self.false_positive => Need::ZERO,
            Policy::Safe | Policy::Exact => {
                self.safe.unwrap_or_else(|| documents.larger(self.llvm))
            }
            Policy::Isa => documents,
            Policy::Llvm => self.llvm,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.id, self.why, self.source)
    }
}
