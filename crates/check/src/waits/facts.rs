//! What the checks ask of every instruction, read once: they look at one again and again, on all paths to it.

use smallvec::SmallVec;

use super::lines::{self, Line};
use super::{emits_nothing, is_unknown_asm, mnemonics, owes};
use crate::gpu::{Counts, Unit};
use crate::machine::{Function, InstId, RegRange};

/// One instruction.
#[derive(Debug)]
pub(super) struct Fact {
    /// It is no instruction of the machine.
    pub(super) emits_nothing: bool,
    /// What it waits for, if it is an `s_waitcnt`.
    pub(super) request: Option<Counts>,
    /// The lines it is certainly on.
    pub(super) lines: SmallVec<[Line; 2]>,
    /// What it is issued to, and whether anything depends on its completion there: its lines and, of unknown assembly,
    /// all that it may be on.
    pub(super) issues: SmallVec<[(Line, bool); 2]>,
    /// It begins to write the L2 back.
    pub(super) writes_back: bool,
    /// Registers it may touch, some others, too.
    touched: Registers,
    /// Registers of which it may owe anything, some others, too.
    owed: Registers,
    /// It writes LDS directly from memory.
    writes_lds: bool,
    /// It accesses LDS, other than directly from memory.
    touches_lds: bool,
    /// It is a scalar load of what may be written while it runs.
    reads_as_scalar: bool,
    /// It stores where a scalar load may read.
    stores: bool,
}

/// A set of registers that may have others in it.
#[derive(Clone, Copy, Default, Debug)]
struct Registers(u128);

impl Registers {
    fn of(ranges: impl Iterator<Item = RegRange>) -> Registers {
        let bits = ranges.map(|range| {
            let of_size = u128::MAX >> (u128::BITS - u32::from(range.len()).min(u128::BITS));
            of_size.rotate_left(range.first().index() as u32 % u128::BITS)
        });
        Registers(bits.fold(0, |all, of| all | of))
    }
    fn may_meet(self, other: Registers) -> bool {
        self.0 & other.0 != 0
    }
}

impl Fact {
    fn of(function: &Function, inst: InstId) -> Fact {
        let lines = mnemonics::lines(function, inst);
        let unknown = is_unknown_asm(function, inst).then_some([Line::Vector, Line::Scalar]);
        let issues = unknown.into_iter().flatten().chain(lines.iter().copied());
        let issues = issues.map(|line| (line, owes(function, inst, line)));
        let operands = function.operands(inst);
        let is_asm = function.info(inst).unit == Unit::InlineAsm;
        let owed = operands.iter().filter(|o| is_asm || o.is_explicit());
        Fact {
            emits_nothing: emits_nothing(function, inst),
            request: lines::request(function, inst),
            issues: issues.collect(),
            lines,
            writes_back: function.opcode(inst).name.starts_with("BUFFER_WBL2"),
            touched: Registers::of(operands.iter().filter_map(|o| o.reg())),
            owed: Registers::of(owed.filter_map(|o| o.reg())),
            writes_lds: lines::writes_lds(function, inst),
            touches_lds: !lines::touched_lds(function, inst).is_empty(),
            reads_as_scalar: !lines::read_by_scalar(function, inst).is_empty(),
            stores: !lines::stored(function, inst).is_empty(),
        }
    }
}

/// All instructions of a function.
pub(super) struct Facts<'a> {
    pub(super) function: &'a Function,
    of: Vec<Fact>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(function: &'a Function) -> Facts<'a> {
        let ids = (0..function.inst_count() as u32).map(InstId);
        Facts {
            function,
            of: ids.map(|inst| Fact::of(function, inst)).collect(),
        }
    }

    pub(super) fn of(&self, inst: InstId) -> &Fact {
        &self.of[inst.index()]
    }

    /// Whether an instruction may rely on an access that is outstanding on a line.
    pub(super) fn may_rely(&self, inst: InstId, producer: InstId, line: Line) -> bool {
        let (one, access) = (self.of(inst), self.of(producer));
        let by_memory = match line {
            Line::Gds => true,
            Line::Vector => access.writes_lds && one.touches_lds,
            Line::Scalar => access.reads_as_scalar && one.stores,
            _ => false,
        };
        by_memory || one.touched.may_meet(access.owed)
    }
}
