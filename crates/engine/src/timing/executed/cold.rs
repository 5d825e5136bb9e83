//! What memory is asked for the first time: no cache has it.

use std::collections::BTreeSet;

use crate::gpu::Unit;
use crate::machine::{Function, InstId, Operand, RegRange};

/// Bytes of a line of the scalar cache (MI300 ISA, section 8.1).
const LINE: i64 = 64;
/// Bytes of a dword.
const DWORD: i64 = 4;

/// What a wave has asked memory for.
pub(super) struct Asked<'a> {
    function: &'a Function,
    /// Waves before it, on the same SIMD, have loaded all scalar data that it loads: arguments, and what they lead to.
    follows: bool,
    /// By instruction: whether the wave has executed it.
    executed: Vec<bool>,
    /// Lines of the scalar cache: the registers with the address, and the number of the line from there.
    lines: BTreeSet<(usize, i64)>,
}

impl<'a> Asked<'a> {
    /// A wave that begins: in the place of another one, or before any of the kernel was on the SIMD.
    pub fn nothing(function: &'a Function, follows: bool) -> Asked<'a> {
        Asked {
            function,
            follows,
            executed: vec![false; function.inst_count()],
            lines: BTreeSet::new(),
        }
    }

    /// The wave executes an instruction; whether it is the first to ask for what it loads.
    pub fn is_first(&mut self, inst: InstId) -> bool {
        let again = std::mem::replace(&mut self.executed[inst.index()], true);
        let is_first = match self.function.info(inst).unit {
            Unit::Vmem(_) => !again,
            Unit::Smem if self.follows => false,
            Unit::Smem => match self.lines_of(inst) {
                Some((base, lines)) => {
                    // All of them are asked for, whichever is new.
                    let new = lines.filter(|&line| self.lines.insert((base, line)));
                    new.count() > 0
                }
                None => !again,
            },
            _ => false,
        };
        self.forget_overwritten(inst);
        is_first
    }

    /// The first register of the address of a scalar load, and the lines that it loads from, counted from there; `None`
    /// where the code does not show it.
    fn lines_of(&self, inst: InstId) -> Option<(usize, std::ops::RangeInclusive<i64>)> {
        let explicit = || {
            self.function
                .operands(inst)
                .iter()
                .filter(|o| o.is_explicit())
        };
        let registers = |def: bool| {
            let all = explicit().filter(move |o| o.is_def() == def);
            all.filter_map(Operand::reg).collect::<Vec<RegRange>>()
        };
        let (to, from) = (registers(true), registers(false));
        let ([to], [base]) = (to.as_slice(), from.as_slice()) else {
            return None;
        };
        let offset = explicit().find_map(|operand| operand.imm())?;
        let last = offset.checked_add(i64::from(to.len()) * DWORD - 1)?;
        let lines = offset.div_euclid(LINE)..=last.div_euclid(LINE);
        Some((base.first().index(), lines))
    }

    /// What was loaded from an address that an instruction overwrites is known no more.
    fn forget_overwritten(&mut self, inst: InstId) {
        if self.lines.is_empty() {
            return;
        }
        for operand in self.function.operands(inst).iter().filter(|o| o.is_def()) {
            if let Some(range) = operand.reg() {
                let first = range.first().index();
                let last = first + usize::from(range.len());
                // An address has two registers.
                self.lines
                    .retain(|&(base, _)| base + 1 < first || base >= last);
            }
        }
    }
}
