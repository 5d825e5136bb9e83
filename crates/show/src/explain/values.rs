//! Where the values come from that instructions read: reaching definitions over the control-flow graph.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use cdnasched_base::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind,
};
use cdnasched_base::machine::{Reg, RegFile, RegRange};

/// Registers that an instruction reads, and who may have written them last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Registers of one operand, next to each other.
    pub registers: RegRange,
    /// The instructions that may have written all of them last, by number. Empty: they hold what they held where the
    /// function begins.
    pub writers: Vec<InstId>,
}

/// What the instructions of a function read.
///
/// EXEC and MODE are left out, and in functions of very many blocks values that took too long to look for. A write counts for the lanes that are enabled where it is: where EXEC has been widened
/// between a write and a read, those that wrote before are given as well.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Values {
    by_inst: Vec<Vec<Value>>,
    /// By writer: who may read what it writes.
    readers: Vec<Vec<(InstId, RegRange)>>,
}

impl Values {
    /// The values of a function.
    pub fn of(function: &Function) -> Values {
        let mut search = Search::new(function);
        let mut by_inst = vec![Vec::new(); function.inst_count()];
        for block in function.block_ids() {
            for (at, &inst) in function.block(block).order.iter().enumerate() {
                by_inst[inst.index()] = search.values(block, at, inst);
            }
        }
        let mut readers = vec![Vec::new(); by_inst.len()];
        for (reader, values) in (0..).map(InstId).zip(&by_inst) {
            for value in values {
                for writer in &value.writers {
                    readers[writer.index()].push((reader, value.registers));
                }
            }
        }
        Values { by_inst, readers }
    }

    /// What an instruction reads, in the order of its operands.
    pub fn read_by(&self, inst: InstId) -> &[Value] {
        self.by_inst.get(inst.index()).map_or(&[], Vec::as_slice)
    }

    /// Who may read what an instruction writes, by number, with the registers.
    pub fn readers_of(&self, inst: InstId) -> &[(InstId, RegRange)] {
        self.readers.get(inst.index()).map_or(&[], Vec::as_slice)
    }
}

/// What a block does to the registers.
#[derive(Default)]
struct Writes {
    /// By register: the places of the instructions that write it, first to last.
    by_register: HashMap<Reg, Vec<usize>>,
    /// The places of instructions after which more lanes may be enabled than before.
    widens: Vec<usize>,
    /// Calls, which may write anything.
    calls: Vec<usize>,
}

struct Search<'a> {
    function: &'a Function,
    writes: Vec<Writes>,
    /// Who wrote a register last where a block begins; of vector registers with whether EXEC is widened later.
    at_begin: HashMap<(BlockId, Reg, bool), Rc<[InstId]>>,
    /// Blocks that may still be walked through.
    budget: u32,
}

/// Blocks that the search walks through for all values of a function together. What it does not find within that is
/// left out.
const BUDGET: u32 = 5_000_000;

impl<'a> Search<'a> {
    fn new(function: &'a Function) -> Search<'a> {
        let writes = function.block_ids().map(|block| {
            let mut writes = Writes::default();
            for (at, &inst) in function.block(block).order.iter().enumerate() {
                for range in written(function, inst) {
                    for reg in range.regs() {
                        let places = writes.by_register.entry(reg).or_default();
                        if places.last() != Some(&at) {
                            places.push(at);
                        }
                    }
                }
                if widens(function, inst) {
                    writes.widens.push(at);
                }
                if function.flags(inst).has(InstFlags::CALL) {
                    writes.calls.push(at);
                }
            }
            writes
        });
        Search {
            function,
            writes: writes.collect(),
            at_begin: HashMap::new(),
            budget: BUDGET,
        }
    }

    /// What the instruction at a place reads.
    fn values(&mut self, block: BlockId, at: usize, inst: InstId) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        let mut seen: Vec<RegRange> = Vec::new();
        for range in read(self.function, inst) {
            if seen.contains(&range) {
                continue;
            }
            seen.push(range);
            let mut parts: Vec<(Reg, u8, Rc<[InstId]>)> = Vec::new();
            for reg in range.regs() {
                let Some(writers) = self.before(block, at, reg) else {
                    continue;
                };
                match parts.last_mut() {
                    Some((first, len, same))
                        if *same == writers && first.index() + usize::from(*len) == reg.index() =>
                    {
                        *len += 1;
                    }
                    _ => parts.push((reg, 1, writers)),
                }
            }
            values.extend(parts.into_iter().filter_map(|(first, len, writers)| {
                Some(Value {
                    registers: RegRange::new(first, len)?,
                    writers: writers.to_vec(),
                })
            }));
        }
        values
    }

    /// Who may have written a register last before a place; `None` when the budget is spent.
    fn before(&mut self, block: BlockId, at: usize, reg: Reg) -> Option<Rc<[InstId]>> {
        let mut found = BTreeSet::new();
        let mut widened = false;
        if self.in_block(block, at, reg, &mut widened, &mut found) {
            return Some(found.into_iter().collect());
        }
        let key = (block, reg, widened);
        let earlier = match self.at_begin.get(&key) {
            Some(known) => Rc::clone(known),
            None => {
                let all = self.begin(block, reg, widened)?;
                self.at_begin.insert(key, Rc::clone(&all));
                all
            }
        };
        if found.is_empty() {
            return Some(earlier);
        }
        found.extend(earlier.iter());
        Some(found.into_iter().collect())
    }

    /// Who may have written a register last where a block begins; `None` when the budget is spent.
    fn begin(&mut self, block: BlockId, reg: Reg, widened: bool) -> Option<Rc<[InstId]>> {
        let mut found = BTreeSet::new();
        let mut entered = BTreeSet::from([(block, widened)]);
        let mut open = vec![(block, widened)];
        while let Some((block, widened)) = open.pop() {
            self.budget = self.budget.checked_sub(1)?;
            for &before in &self.function.block(block).predecessors {
                let mut widened = widened;
                let end = self.function.block(before).order.len();
                if self.in_block(before, end, reg, &mut widened, &mut found)
                    || !entered.insert((before, widened))
                {
                    continue;
                }
                match self.at_begin.get(&(before, reg, widened)) {
                    Some(known) => found.extend(known.iter()),
                    None => open.push((before, widened)),
                }
            }
        }
        Some(found.into_iter().collect())
    }

    /// Adds who writes a register in a block before a place; whether nobody before the block can have written it last.
    fn in_block(
        &self,
        block: BlockId,
        end: usize,
        reg: Reg,
        widened: &mut bool,
        found: &mut BTreeSet<InstId>,
    ) -> bool {
        let writes = &self.writes[block.index()];
        let order = &self.function.block(block).order;
        let places = writes.by_register.get(&reg).map_or(&[][..], Vec::as_slice);
        let places = &places[..places.partition_point(|&at| at < end)];
        let calls = &writes.calls[..writes.calls.partition_point(|&at| at < end)];
        let last = |of: &[usize], at: usize| of.iter().rfind(|&&place| place < at).copied();
        let is_widened = |at: usize| {
            let next = writes.widens.partition_point(|&place| place < at);
            reg.is_vector() && writes.widens.get(next).is_some_and(|&place| place < end)
        };
        for &at in places.iter().rev() {
            let call = last(calls, end).filter(|&call| call > at);
            found.extend(call.map(|call| order[call]));
            found.insert(order[at]);
            if !(*widened || is_widened(at)) {
                return true;
            }
        }
        found.extend(calls.iter().map(|&call| order[call]));
        *widened |= is_widened(0);
        false
    }
}

/// The registers that an instruction writes.
fn written(function: &Function, inst: InstId) -> impl Iterator<Item = RegRange> {
    operands(function, inst)
        .filter(|operand| operand.is_def())
        .filter_map(Operand::reg)
}

/// The registers that an instruction reads, as far as anybody wants to know where they come from.
fn read(function: &Function, inst: InstId) -> impl Iterator<Item = RegRange> {
    let reads = operands(function, inst)
        .filter(|operand| operand.is_use() && !operand.flags.has(OperandFlags::UNDEF));
    let ranges = reads.filter_map(Operand::reg);
    ranges.filter(|range| !range.first().is_exec() && range.first() != Reg::MODE)
}

/// The operands that say what an instruction does. Implicit vector operands describe the liveness of whole tuples; what
/// stands for other instructions repeats theirs.
fn operands(function: &Function, inst: InstId) -> impl Iterator<Item = &Operand> {
    let flags = function.flags(inst);
    let headers = [InstFlags::META, InstFlags::BUNDLE, InstFlags::ASM_PARSED];
    let is_header = headers.into_iter().any(|flag| flags.has(flag));
    let is_asm = flags.has(InstFlags::INLINE_ASM) || flags.has(InstFlags::CALL);
    let operands = function.operands(inst).iter().filter(move |_| !is_header);
    operands.filter(move |operand| match operand.kind {
        OperandKind::Reg(range) => {
            let file = range.first().file();
            let vector = matches!(file, RegFile::Vgpr | RegFile::Agpr);
            // What a result keeps a part of is read.
            let is_kept = operand.flags.has(OperandFlags::TIED);
            operand.is_explicit() || is_asm || is_kept || !vector
        }
        _ => false,
    })
}

/// Whether more lanes may be enabled after an instruction than before. `s_and`, `s_andn2` and `v_cmpx` only disable some.
fn widens(function: &Function, inst: InstId) -> bool {
    if !function.writes_exec(inst) {
        return false;
    }
    let name = function.opcode(inst).name.as_str();
    let reads_exec = || {
        let operands = function.operands(inst).iter();
        let mut reads = operands.filter(|o| o.is_use()).filter_map(Operand::reg);
        reads.any(|range| range.first().is_exec())
    };
    let narrows = ["S_AND_", "S_ANDN2_", "V_CMPX"];
    !(narrows.iter().any(|begin| name.starts_with(begin)) && reads_exec())
}
