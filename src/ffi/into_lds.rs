//! The order of loads straight into LDS among other accesses, which LLVM's dependence graph does not have.
//!
//! LLVM 22's memory operand says that such a load reads from poison, which aliases nothing, and that it writes what
//! one lane writes. So it has a dependence here on everything in its region that may write what it reads, or touch
//! what it writes in LDS, and the other way round, by the classes of opcodes and the spaces of memory operands; where
//! LLVM's alias analysis, asked with the right sizes, proves two apart in LDS, it has none, and the proof is kept for
//! whoever looks at the order. That two are apart in memory nobody else could say again, so it is not asked.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ops::Range;

use super::abi::*;
use crate::gpu::{OpTraits, Unit, VmemKind};
use crate::machine::{AddressSpace, AliasRelation, Function, InstFlags, InstId, OperandKind};

/// Beyond so many pairs in a region nothing is asked: all keep their order.
const MAX_PAIRS: usize = 1 << 16;

/// The lanes of a wave, each with its place in what a load straight into LDS writes, masked or not.
const LANES: u64 = crate::gpu::MOST_LANES as u64;

/// The largest offset that a buffer instruction has beside its address, which the memory operand leaves out.
const MAX_OFFSET: i64 = 4095;

/// An access of LDS.
#[derive(Clone, Copy)]
pub(super) struct OfLds {
    /// Its place in the ABI's array.
    pub access: usize,
    /// How many bytes it is of; 0: as its memory operand says.
    pub bytes: u64,
}

/// LLVM's alias analysis. Accesses are named by their place in the ABI's array.
pub(super) trait Analysis {
    /// Whether two accesses of LDS are apart.
    fn writes_apart(&self, one: OfLds, other: OfLds) -> bool;
}

/// The callbacks of a `CdnaFunction`.
pub(super) struct Callbacks {
    analysis: *mut c_void,
    writes_apart: unsafe extern "C" fn(*mut c_void, u32, u64, u32, u64) -> u32,
}

impl Callbacks {
    /// Those of a function, if it has them.
    ///
    /// # Safety
    /// The callbacks must be valid as long as what is returned is used.
    pub(super) unsafe fn of(raw: &CdnaFunction) -> Option<Callbacks> {
        Some(Callbacks {
            analysis: raw.analysis,
            writes_apart: raw.writes_apart?,
        })
    }
}

impl Analysis for Callbacks {
    fn writes_apart(&self, one: OfLds, other: OfLds) -> bool {
        let [at, beside] = [one, other].map(|of| of.access as u32);
        // SAFETY: who gave the callbacks vouched for them, and the numbers are entries of the array of accesses.
        0 != unsafe { (self.writes_apart)(self.analysis, at, one.bytes, beside, other.bytes) }
    }
}

/// The accesses of a function.
pub(super) struct Accesses<'a> {
    /// By LLVM's index of an instruction, its id.
    pub(super) numbers: &'a [InstId],
    pub(super) insts: &'a [CdnaInst],
    pub(super) accesses: &'a [CdnaAccess],
}

/// What of an instruction may meet a load straight into LDS, by its accesses; an empty list: no one knows which.
struct Touch {
    inst: InstId,
    is_load_into_lds: bool,
    /// It may write the memory that such loads read.
    writes: bool,
    /// What it accesses of LDS.
    lds: Option<Vec<OfLds>>,
}

/// Adds the dependences of loads straight into LDS, and the proofs that there are none.
pub(super) fn order(
    function: &mut Function,
    accesses: &Accesses<'_>,
    analysis: Option<&impl Analysis>,
) {
    let loads = |inst: &&InstId| is_load_into_lds(function, **inst);
    let mut insts = accesses.numbers.iter();
    if !insts.any(|inst| loads(&inst)) {
        return;
    }
    let at: HashMap<InstId, usize> = accesses.numbers.iter().copied().zip(0..).collect();
    let mut found = Found {
        function,
        analysis,
        edges: Vec::new(),
        apart: Vec::new(),
    };
    for block in function.block_ids() {
        let order = &function.block(block).order;
        for region in order.split(|&inst| function.flags(inst).has(InstFlags::BOUNDARY)) {
            let touches = region
                .iter()
                .filter_map(|inst| Some((*inst, *at.get(inst)?)));
            let touches: Vec<Touch> = touches
                .filter_map(|(inst, at)| touch(function, inst, at, accesses))
                .collect();
            found.region(&touches);
        }
    }
    let Found { edges, apart, .. } = found;
    function.add_orders(edges);
    for (earlier, later) in apart {
        function.add_apart(earlier, later);
    }
}

fn is_load_into_lds(function: &Function, inst: InstId) -> bool {
    let info = function.info(inst);
    info.is_vmem() && info.has(OpTraits::LDS_DMA) && !function.flags(inst).has(InstFlags::IN_ASM)
}

/// How many bytes of LDS a load straight into it writes at most, from where its memory operand begins. Less than a
/// dword is written as one.
fn bytes_for_all_lanes(function: &Function, inst: InstId) -> u64 {
    const WIDE: [(&str, u64); 2] = [("_DWORDX4", 16), ("_DWORDX3", 12)];
    let name = function.opcode(inst).name.as_str();
    let wide = WIDE.into_iter().find(|(size, _)| name.contains(size));
    let bytes = LANES * wide.map_or(4, |(_, bytes)| bytes);
    if function.info(inst).unit != Unit::Vmem(VmemKind::Buffer) {
        return bytes;
    }
    let immediates = function.operands(inst).iter().map(|o| match o.kind {
        OperandKind::Imm(value) => value.clamp(0, MAX_OFFSET) as u64,
        _ => 0,
    });
    bytes + immediates.max().unwrap_or(0)
}

fn touch(function: &Function, inst: InstId, at: usize, of: &Accesses<'_>) -> Option<Touch> {
    let CdnaInst {
        first_access,
        access_count,
        ..
    } = of.insts[at];
    let first = first_access as usize;
    let range: Range<usize> = first..first.saturating_add(access_count as usize);
    let space = |at: &usize| AddressSpace(of.accesses[*at].space);
    let stores = |at: &usize| of.accesses[*at].flags & CDNA_ACCESS_STORE != 0;
    let (info, flags) = (function.info(inst), function.flags(inst));
    if is_load_into_lds(function, inst) {
        let bytes = bytes_for_all_lanes(function, inst);
        let written = range.filter(|at| stores(at) && space(at) == AddressSpace::LOCAL);
        return Some(Touch {
            inst,
            is_load_into_lds: true,
            writes: false,
            lds: Some(written.map(|access| OfLds { access, bytes }).collect()),
        });
    }
    let has = |flag| flags.has(flag);
    if !has(InstFlags::MAY_LOAD) && !has(InstFlags::MAY_STORE) || has(InstFlags::META) {
        return None;
    }
    let elsewhere = [AddressSpace::LOCAL, AddressSpace::PRIVATE];
    let all: Vec<usize> = range.collect();
    let mut stored = all.iter().filter(|at| stores(at)).peekable();
    let is_elsewhere = stored.peek().is_some() && stored.all(|at| elsewhere.contains(&space(at)));
    let writes = has(InstFlags::MAY_STORE)
        && !matches!(info.unit, Unit::Lds | Unit::Vmem(VmemKind::Scratch))
        && !is_elsewhere;
    let lds = match info.unit {
        Unit::Vmem(kind) => kind == VmemKind::Flat,
        Unit::Smem => false,
        _ => true,
    };
    Some(Touch {
        inst,
        is_load_into_lds: false,
        writes,
        lds: lds.then(|| {
            all.into_iter()
                .map(|access| OfLds { access, bytes: 0 })
                .collect()
        }),
    })
}

/// Whether two may meet in the memory that a load straight into LDS reads.
fn meet_in_memory(one: &Touch, other: &Touch) -> bool {
    one.is_load_into_lds && other.writes || other.is_load_into_lds && one.writes
}

struct Found<'a, A> {
    function: &'a Function,
    analysis: Option<&'a A>,
    edges: Vec<(InstId, InstId)>,
    apart: Vec<(InstId, InstId)>,
}

impl<A: Analysis> Found<'_, A> {
    fn region(&mut self, touches: &[Touch]) {
        let loads = touches.iter().filter(|touch| touch.is_load_into_lds);
        let asks = loads.count() * touches.len() <= MAX_PAIRS;
        for (at, later) in touches.iter().enumerate() {
            for earlier in &touches[..at] {
                let pair = (earlier.inst, later.inst);
                if meet_in_memory(earlier, later) {
                    self.edges.push(pair);
                    continue;
                }
                match self.in_lds(earlier, later, asks) {
                    None => {}
                    Some(true) => self.apart.push(pair),
                    Some(false) => self.edges.push(pair),
                }
            }
        }
        self.edges.dedup();
    }

    /// Whether two that may meet in LDS are apart; `None` when they cannot meet.
    fn in_lds(&self, one: &Touch, other: &Touch, asks: bool) -> Option<bool> {
        if !one.is_load_into_lds && !other.is_load_into_lds {
            return None;
        }
        let (ours, theirs) = (one.lds.as_ref()?, other.lds.as_ref()?);
        let pairs = || {
            ours.iter()
                .flat_map(|a| theirs.iter().map(move |b| (*a, *b)))
        };
        let proved = |(a, b)| self.analysis.is_some_and(|known| known.writes_apart(a, b));
        let is_proved = asks && pairs().count() > 0 && pairs().all(proved);
        Some(is_proved && self.groups_are_distinct(one, other))
    }

    /// Whether the alias groups of both say that they are apart, too: whoever looks at the order believes no less.
    fn groups_are_distinct(&self, one: &Touch, other: &Touch) -> bool {
        let (load, access) = match one.is_load_into_lds {
            true => (one.inst, other.inst),
            false => (other.inst, one.inst),
        };
        let groups = |inst| {
            let accesses = self.function.accesses(inst).iter();
            let here = accesses.filter(|access| access.space == AddressSpace::LOCAL);
            here.map(|access| access.alias_group)
        };
        let is_distinct = |(access, load)| {
            let relation = self.function.aliases.relation(access, load);
            relation.is_some_and(|relation| relation != AliasRelation::Unproved)
        };
        let pairs =
            || groups(access).flat_map(|access| groups(load).map(move |load| (access, load)));
        pairs().count() > 0 && pairs().all(is_distinct)
    }
}
