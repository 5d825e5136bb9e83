//! Inline assembly and the instructions that were found in its text.

use super::{Function, InstFlags, InstId, Reg, RegRange};
use crate::gpu::{OpTraits, Unit};

impl Function {
    /// Whether it is inline assembly whose instructions are known. It emits nothing itself.
    pub fn is_parsed_asm(&self, inst: InstId) -> bool {
        self.flags(inst)
            .has(InstFlags::INLINE_ASM | InstFlags::ASM_PARSED)
    }

    /// The instructions in inline assembly, in order; none for other instructions and for assembly that
    /// could not be parsed. Their ids are those after its own.
    pub fn instructions_of_asm(&self, inst: InstId) -> impl Iterator<Item = InstId> + use<> {
        let first = inst.index() + 1;
        let ids = (first..self.inst_count()).map(InstId::new);
        let inside = |id: &InstId| self.flags(*id).has(InstFlags::IN_ASM);
        let count = match self.is_parsed_asm(inst) {
            true => ids.take_while(inside).count(),
            false => 0,
        };
        (first..first + count).map(InstId::new)
    }

    /// Whether it is the header of a bundle of guarded code.
    pub fn is_guard(&self, inst: InstId) -> bool {
        self.flags(inst).has(InstFlags::BUNDLE | InstFlags::GUARD)
    }

    /// Whether it belongs to what stands before it, inline assembly or guarded code, and moves and is copied with that only.
    pub fn is_content(&self, inst: InstId) -> bool {
        let flags = self.flags(inst);
        flags.has(InstFlags::IN_ASM) || flags.has(InstFlags::IN_BUNDLE | InstFlags::GUARD)
    }

    /// What an instruction moves with: itself, or the assembly or guarded code that it is in.
    pub fn unit_of(&self, inst: InstId) -> InstId {
        let mut before = (0..inst.index()).rev().map(InstId::new);
        match self.is_content(inst) {
            true => before.find(|&id| !self.is_content(id)).unwrap_or(inst),
            false => inst,
        }
    }

    /// What moves and is copied with an instruction, in order: what is in inline assembly that could be parsed, or guarded code.
    /// Their ids are those after its own.
    pub fn contents(&self, inst: InstId) -> impl Iterator<Item = InstId> + use<> {
        let first = inst.index() + 1;
        let ids = (first..self.inst_count()).map(InstId::new);
        let count = match self.is_parsed_asm(inst) || self.is_guard(inst) {
            true => ids.take_while(|&id| self.is_content(id)).count(),
            false => 0,
        };
        (first..first + count).map(InstId::new)
    }

    /// Instructions, each with its [`Function::contents`] behind it.
    pub fn with_contents(&self, insts: impl IntoIterator<Item = InstId>) -> Vec<InstId> {
        let insts = insts.into_iter();
        insts
            .flat_map(|inst| std::iter::once(inst).chain(self.contents(inst)))
            .collect()
    }

    /// The inline assembly that an instruction is in.
    pub fn asm_around(&self, inst: InstId) -> Option<InstId> {
        let inside = |id: &InstId| self.flags(*id).has(InstFlags::IN_ASM);
        let mut before = (0..inst.index()).rev().map(InstId::new);
        inside(&inst).then(|| before.find(|id| !inside(id)))?
    }

    /// The line in the text of inline assembly that an instruction is from, counted from 1.
    pub fn asm_line(&self, inst: InstId) -> Option<u32> {
        Some(self.inst(inst).asm_line).filter(|&line| line != 0)
    }

    /// Inline assembly that could not be parsed, each with the reason.
    pub fn unparsed_asm(&self) -> &[(InstId, String)] {
        &self.unparsed
    }

    /// Whether it is inline assembly that may begin something that a wait is for: all but arithmetic, nops, waits, barriers and
    /// changes to the wave's state.
    pub fn may_begin_in_asm(&self, inst: InstId) -> bool {
        let begins_nothing = |member: InstId| {
            let units = [
                Unit::Salu,
                Unit::Valu,
                Unit::Matrix,
                Unit::Nop,
                Unit::Wait,
                Unit::Barrier,
                Unit::State,
            ];
            units.contains(&self.info(member).unit)
        };
        self.flags(inst).has(InstFlags::INLINE_ASM)
            && !(self.is_parsed_asm(inst) && self.instructions_of_asm(inst).all(begins_nothing))
    }

    /// Whether it is volatile inline assembly of waits and barriers and nothing else. (If it is not volatile, LLVM does not keep
    /// accesses on their side of it.)
    pub fn is_asm_of_waits(&self, inst: InstId) -> bool {
        let mut inside = self.instructions_of_asm(inst).peekable();
        let waits = |member: InstId| matches!(self.info(member).unit, Unit::Wait | Unit::Barrier);
        let is_volatile = self.flags(inst).has(InstFlags::SIDE_EFFECTS);
        is_volatile && inside.peek().is_some() && inside.all(waits)
    }

    /// Whether inline assembly may move as LLVM's dependences allow: it is nothing but arithmetic on
    /// registers that its author declared. EXEC and modes are read by all arithmetic; their writers are
    /// boundaries. If it is volatile, dependences keep it in order with others that are and with accesses to
    /// memory, and its nops are taken for a delay that its author wants where it stands.
    pub fn is_free_asm(&self, inst: InstId) -> bool {
        let declares = |range: RegRange, is_def: bool| {
            let declared = self.operands(inst).iter();
            let declared = declared
                .filter(|o| o.is_def() == is_def)
                .filter_map(|o| o.reg());
            let mut regs = range.regs();
            let declared: Vec<RegRange> = declared.collect();
            regs.all(|reg| declared.iter().any(|d| d.contains(reg)))
        };
        let is_state = |range: RegRange| range.first().is_exec() || range.first() == Reg::MODE;
        let has = |flag| self.flags(inst).has(flag);
        let is_volatile = has(InstFlags::SIDE_EFFECTS);
        let is_fence = is_volatile && (has(InstFlags::MAY_LOAD) || has(InstFlags::MAY_STORE));
        self.is_parsed_asm(inst)
            && !is_fence
            && !has(InstFlags::UNIQUE)
            && self.instructions_of_asm(inst).all(|member| {
                let flags = self.flags(member);
                let memory = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
                let arithmetic = match self.info(member).unit {
                    // What it reads others may change.
                    _ if self.info(member).has(OpTraits::GETREG) => false,
                    Unit::Salu | Unit::Valu | Unit::Matrix => true,
                    Unit::Nop => !is_volatile,
                    _ => false,
                };
                arithmetic
                    && !memory
                    && self.operands(member).iter().all(|o| match o.reg() {
                        Some(range) if o.is_def() => declares(range, true),
                        // What an earlier instruction wrote may be read again.
                        Some(range) => {
                            is_state(range) || declares(range, false) || declares(range, true)
                        }
                        None => true,
                    })
            })
    }
}
