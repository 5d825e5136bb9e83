//! What the checks ask of every instruction, read once for each check: it looks at one again and again, on all paths to it.

use smallvec::SmallVec;

use super::lines::{self, Line};
use super::{emits_nothing, is_unknown_asm, mnemonics, owes};
use crate::gpu::{Counts, Unit};
use crate::machine::{Function, InstId, RegRange};
use crate::ordered::is_between_lanes;

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
    /// It moves values between lanes, and accesses no memory.
    pub(super) is_between_lanes: bool,
    /// It begins to write the L2 back.
    pub(super) writes_back: bool,
    /// The registers that it may touch.
    touched: RegisterFilter,
    /// The registers that it may have yet to write or read when it is issued.
    owed: RegisterFilter,
    /// It writes LDS directly from memory.
    writes_lds: bool,
    /// It accesses LDS, other than directly from memory.
    touches_lds: bool,
    /// It is a scalar load of what may be written while it runs.
    reads_as_scalar: bool,
    /// It stores where a scalar load may read.
    stores: bool,
}

/// Registers, told apart by their slots modulo 128: two filters without a register in common may meet, those with one do.
#[derive(Clone, Copy, Default, Debug)]
struct RegisterFilter(u128);

impl RegisterFilter {
    fn of(ranges: impl Iterator<Item = RegRange>) -> RegisterFilter {
        let bits = ranges.map(|range| {
            let of_size = u128::MAX >> (u128::BITS - u32::from(range.len()).min(u128::BITS));
            of_size.rotate_left(range.first().index() as u32 % u128::BITS)
        });
        RegisterFilter(bits.fold(0, |all, of| all | of))
    }
    fn may_meet(self, other: RegisterFilter) -> bool {
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
            is_between_lanes: is_between_lanes(function, inst),
            writes_back: function.opcode(inst).name.starts_with("BUFFER_WBL2"),
            touched: RegisterFilter::of(operands.iter().filter_map(|o| o.reg())),
            owed: RegisterFilter::of(owed.filter_map(|o| o.reg())),
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

    /// Whether an instruction may rely on an access that is outstanding on a line; if not, it does not by
    /// [`CheckedInst::relies_on`](super::relies::CheckedInst::relies_on), which this must follow.
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

#[cfg(test)]
mod tests {
    use super::super::relies::CheckedInst;
    use super::super::state::Ticket;
    use super::*;
    use crate::machine::{BlockId, text};

    #[test]
    fn what_relies_on_an_access_is_never_passed_over() {
        let body = "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
            GLOBAL_LOAD_DWORDX4_SADDR def v[4:7], s[2:3], v0, #0, #0, imp exec | load | read space=1 bytes=16\n  \
            GLOBAL_LOAD_DWORDX4_SADDR def v[132:135], s[2:3], v0, #0, #0, imp exec | load | read space=1 bytes=16\n  \
            GLOBAL_LOAD_LDS_DWORD v[20:21], #0, #0, imp m0, imp exec | load store | read space=1 bytes=4 group=1 | write space=3 bytes=4 group=2\n  \
            DS_READ_B64_gfx9 def v[6:7], v1, #0, #0, imp exec | load | read space=3 bytes=8 group=2\n  \
            DS_WRITE_B32_gfx9 v1, v4, #0, #0, imp exec | store | write space=3 bytes=4 group=2\n  \
            S_LOAD_DWORDX2_IMM def s[4:5], s[10:11], #0, #0 | load | read space=1 bytes=8 group=1\n  \
            GLOBAL_STORE_DWORD_SADDR v30, v31, s[8:9], #0, #0, imp exec | store | write space=1 bytes=4 group=1\n  \
            V_ADD_F32_e32 def v5, v6, v132, imp mode, imp exec\n  \
            S_ADD_U32 def s4, s5, s2, imp def scc\n  \
            V_ADD_F32_e32 def v4, v133, v8, imp mode, imp exec\n  \
            S_ENDPGM #0 | return term noreturn boundary\n";
        let function = text::parse(body).expect("valid text");
        let facts = Facts::new(&function);
        let insts = &function.block(BlockId(0)).order;
        let (mut relying, mut passed_over) = (0, 0);
        for (&inst, &producer) in insts.iter().flat_map(|a| insts.iter().map(move |b| (a, b))) {
            let site = CheckedInst {
                function: &function,
                block: BlockId(0),
                inst,
            };
            for &(line, _) in &facts.of(producer).issues {
                let ticket = Ticket {
                    producer,
                    line,
                    later: 0,
                    earlier: false,
                };
                let relies = site.relies_on(&ticket).is_some();
                let may_rely = facts.may_rely(inst, producer, line);
                assert!(may_rely || !relies, "{inst:?} on {producer:?}");
                relying += usize::from(relies);
                passed_over += usize::from(!may_rely);
            }
        }
        assert!(
            relying >= 10 && passed_over >= 10,
            "{relying} {passed_over}"
        );
    }
}
