//! Where in LDS an access may be, for all waves of a workgroup.
//!
//! Bounds of registers, found backwards from the access through what wrote them: through definitions that are the only
//! ones to reach it, made where no lane can have been switched off, or the last in a run of code that leaves EXEC alone.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::Access;
use super::value::{Item, Value};
use crate::dataflow::{Direction, everywhere};
use crate::gpu::Gpu;
use crate::machine::{BlockId, Function, InstId, Operand, Reg};

/// How far definitions are followed.
const DEPTH: u32 = 12;

/// Bytes of LDS that an access may touch; `None` if they are not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Extent(Option<Known>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    /// Ranges, ends excluded.
    ranges: SmallVec<[(u64, u64); 2]>,
    /// From the wave's number times so much: the range that all of them are in.
    by_wave: (u64, (u64, u64)),
}

impl Extent {
    /// Whether two accesses touch no byte in common, whichever waves execute them.
    pub(super) fn is_apart(&self, other: &Extent) -> bool {
        let (Some(one), Some(other)) = (&self.0, &other.0) else {
            return false;
        };
        let apart = |a: &(u64, u64), b: &(u64, u64)| a.1 <= b.0 || b.1 <= a.0;
        let mut ranges = one.ranges.iter();
        ranges.all(|a| other.ranges.iter().all(|b| apart(a, b)))
    }

    /// Whether waves of other numbers touch no byte in common: each has a part of its own, of one size. Waves have other
    /// numbers where the workgroup has one dimension; where it has several, code alone does not show how many.
    pub(super) fn is_of_wave(&self, other: &Extent) -> bool {
        let (Some(one), Some(other)) = (&self.0, &other.0) else {
            return false;
        };
        let ((size, a), (another, b)) = (one.by_wave, other.by_wave);
        size == another && a.1.max(b.1) - a.0.min(b.0) <= size
    }
}

/// What a definition does with its sources, in the order of its operands.
#[derive(Clone, Copy)]
enum Operation {
    Copy,
    Add,
    /// The first source is the number of bits.
    ShiftedBy,
    Shift,
    RightShiftedBy,
    And,
    Or,
    Multiply,
    ShiftAdd,
    AddShift,
    ShiftOr,
    AndOr,
    AddThree,
    OrThree,
}

/// By the beginning of LLVM's name; the first that fits holds.
const OPERATIONS: &[(&str, Operation)] = &[
    ("V_MOV_B32", Operation::Copy),
    ("S_MOV_B32", Operation::Copy),
    ("V_READFIRSTLANE_B32", Operation::Copy),
    ("V_ADD_U32", Operation::Add),
    ("S_ADD_U32", Operation::Add),
    ("S_ADD_I32", Operation::Add),
    ("V_ADD3_U32", Operation::AddThree),
    ("V_LSHLREV_B32", Operation::ShiftedBy),
    ("S_LSHL_B32", Operation::Shift),
    ("V_LSHRREV_B32", Operation::RightShiftedBy),
    ("V_AND_B32", Operation::And),
    ("S_AND_B32", Operation::And),
    ("V_OR_B32", Operation::Or),
    ("S_OR_B32", Operation::Or),
    ("V_XOR_B32", Operation::Or),
    ("V_OR3_B32", Operation::OrThree),
    ("V_AND_OR_B32", Operation::AndOr),
    ("V_LSHL_ADD_U32", Operation::ShiftAdd),
    ("V_ADD_LSHL_U32", Operation::AddShift),
    ("V_LSHL_OR_B32", Operation::ShiftOr),
    ("V_MUL_U32_U24", Operation::Multiply),
    ("S_MUL_I32", Operation::Multiply),
];

/// Knows where accesses are.
pub(super) struct Places<'a> {
    function: &'a Function,
    predecessors: Vec<Vec<BlockId>>,
    at: HashMap<InstId, (BlockId, usize)>,
    /// By register: the places where it is written, block by block.
    writes: HashMap<Reg, Vec<(BlockId, usize)>>,
    /// By block: the places where EXEC is written.
    writes_exec: Vec<Vec<usize>>,
    /// By block: EXEC may be another than at the entry where it begins.
    switched: Vec<bool>,
    /// What `v0` is at the entry: the work-item's number, if no part of it is taken out as of several dimensions.
    lanes: Option<Value>,
    /// By instruction.
    known: Vec<OnceCell<Extent>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(function: &'a Function) -> Places<'a> {
        let mut predecessors = vec![Vec::new(); function.blocks().len()];
        let mut at = HashMap::new();
        let mut writes: HashMap<Reg, Vec<(BlockId, usize)>> = HashMap::new();
        let mut writes_exec = vec![Vec::new(); function.blocks().len()];
        for block in function.block_ids() {
            for &to in &function.block(block).successors {
                predecessors[to.index()].push(block);
            }
            for (place, &inst) in function.block(block).order.iter().enumerate() {
                at.insert(inst, (block, place));
                let defs = function.operands(inst).iter().filter(|o| o.is_def());
                for reg in defs
                    .filter_map(|def| def.reg())
                    .flat_map(|range| range.regs())
                {
                    writes.entry(reg).or_default().push((block, place));
                }
                if function.writes_exec(inst) {
                    writes_exec[block.index()].push(place);
                }
            }
        }
        let switched = everywhere(
            function,
            Direction::Forward,
            |_| false,
            |block, switched| switched || !writes_exec[block.index()].is_empty(),
        );
        Places {
            function,
            predecessors,
            at,
            writes,
            writes_exec,
            switched,
            lanes: lanes(function),
            known: vec![OnceCell::new(); function.inst_count()],
        }
    }

    /// Where an access may be.
    pub(super) fn of(&self, inst: InstId) -> &Extent {
        self.known[inst.index()].get_or_init(|| Extent(self.find(inst)))
    }

    fn find(&self, inst: InstId) -> Option<Known> {
        let access = Access::of(self.function, inst)?.place?;
        let &(block, place) = self.at.get(&inst)?;
        let base = self.register(access.address, block, place, DEPTH)?;
        // Atomics may be of more bytes than is known.
        let first = u64::from(*access.offsets.iter().min()?);
        let last = u64::from(*access.offsets.iter().max()?);
        let bytes = u64::from(access.bytes);
        let ranges = access.offsets.iter().map(|&offset| {
            let offset = u64::from(offset);
            (base.all.low + offset, base.all.high + offset + bytes)
        });
        let range = (base.rest.low + first, base.rest.high + last + bytes);
        Some(Known {
            ranges: ranges.collect(),
            by_wave: (base.waves, range),
        })
    }

    /// The last place of a block before this one at which a register is written.
    fn last_write(&self, reg: Reg, block: BlockId, before: usize) -> Option<usize> {
        let writes = self.writes.get(&reg)?;
        let earlier = writes.partition_point(|&at| at < (block, before));
        let &(of, place) = writes.get(earlier.checked_sub(1)?)?;
        (of == block).then_some(place)
    }

    /// Whether EXEC is written in a part of a block.
    fn switches(&self, block: BlockId, places: Range<usize>) -> bool {
        let writes = &self.writes_exec[block.index()];
        let from = writes.partition_point(|&at| at < places.start);
        writes.get(from).is_some_and(|&at| at < places.end)
    }

    /// What is known of a register before the instruction at a place of a block.
    fn register(&self, reg: Reg, block: BlockId, place: usize, depth: u32) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let function = self.function;
        // What reaches the place: one definition, or what was there from the start.
        let mut reaching: Option<Option<InstId>> = None;
        let mut seen = vec![false; function.blocks().len()];
        let mut open = vec![(block, place)];
        let mut same_run = true;
        while let Some((block, place)) = open.pop() {
            let def = self.last_write(reg, block, place);
            same_run &= !self.switches(block, def.map_or(0, |at| at + 1)..place);
            if let Some(def) = def {
                let def = *function.block(block).order.get(def)?;
                if reaching.is_some_and(|known| known != Some(def)) {
                    return None;
                }
                reaching = Some(Some(def));
                continue;
            }
            same_run = false;
            if block.index() == 0 {
                if reaching.is_some_and(|known| known.is_some()) {
                    return None;
                }
                reaching = Some(None);
            }
            for &before in &self.predecessors[block.index()] {
                if !std::mem::replace(&mut seen[before.index()], true) {
                    open.push((before, function.block(before).order.len()));
                }
            }
        }
        let Some(def) = reaching? else {
            return self.lanes.filter(|_| Reg::vgpr(0) == Some(reg));
        };
        let &(block, place) = self.at.get(&def)?;
        // Lanes that were switched off keep what they had.
        let all_lanes = !self.switched[block.index()] && !self.switches(block, 0..place);
        if reg.is_vector() && !all_lanes && !same_run {
            return None;
        }
        self.result(def, block, place, depth)
    }

    fn result(&self, def: InstId, block: BlockId, place: usize, depth: u32) -> Option<Value> {
        use Operation::*;
        let function = self.function;
        let name = function.opcode(def).name.as_str();
        // Other forms take parts of their sources, or those of other lanes.
        if ["_sdwa", "_dpp"].iter().any(|form| name.contains(form)) {
            return None;
        }
        let fitting = OPERATIONS
            .iter()
            .find(|(prefix, _)| name.starts_with(prefix));
        let (_, operation) = fitting?;
        let operands = function.operands(def).iter();
        let mut sources = operands.filter(|o| o.is_explicit() && !o.is_def());
        let mut next = || -> Option<Value> {
            let source: &Operand = sources.next()?;
            match (source.imm(), source.reg()) {
                (Some(imm), _) => Some(Value::exactly(u64::from(imm as u32))),
                (None, Some(range)) => self.register(range.first(), block, place, depth),
                _ => None,
            }
        };
        match operation {
            Copy => next(),
            Add => next()?.add(next()?),
            AddThree => next()?.add(next()?)?.add(next()?),
            ShiftedBy => {
                let by = next()?;
                next()?.shift(by)
            }
            Shift => next()?.shift(next()?),
            RightShiftedBy => {
                let by = next()?;
                next()?.shift_right(by)
            }
            And => Value::and(next(), next()),
            Or => next()?.or(next()?),
            OrThree => next()?.or(next()?)?.or(next()?),
            AndOr => Value::and(next(), next())?.or(next()?),
            Multiply => next()?.multiply(next()?),
            ShiftAdd => next()?.shift(next()?)?.add(next()?),
            AddShift => next()?.add(next()?)?.shift(next()?),
            ShiftOr => next()?.shift(next()?)?.or(next()?),
        }
    }
}

/// The numbers of work items in `v0`: on GPUs that put three dimensions into it, alone or packed, as the kernel's
/// descriptor says; where that is not known, code for several takes parts of it out.
fn lanes(function: &Function) -> Option<Value> {
    let size = function.resources.workgroup_size;
    if size == 0 || !function.resources.is_entry {
        return None;
    }
    let takes_part = |&inst: &InstId| {
        let name = &function.opcode(inst).name;
        let operands = function.operands(inst).iter();
        let mut sources = operands.filter(|o| !o.is_def());
        let reads = sources.any(|o| {
            o.reg()
                .is_some_and(|range| Some(range.first()) == Reg::vgpr(0))
        });
        let parts = ["V_BFE_", "V_AND_", "V_LSHRREV_"];
        reads && parts.iter().any(|part| name.starts_with(part))
    };
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    let is_packed = match function.resources.dimensions {
        Some(dimensions) => dimensions > 1,
        None => insts.any(takes_part),
    };
    if function.gpu > Gpu::Gfx908 && is_packed {
        return Some(Value::item(Item::Packed, u64::from(u32::MAX)));
    }
    Some(Value::item(Item::Number, u64::from(size - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::narrowed;

    #[test]
    fn lanes_may_be_switched_off_behind_a_write_of_exec_on_some_way() {
        let function = narrowed();
        assert_eq!(
            Places::new(&function).switched,
            [false, false, true, true, false]
        );
    }
}
