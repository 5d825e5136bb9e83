//! May each operand of an instruction name the register that it names now?
//!
//! As [`super::super::renaming`] has it for registers of one block, and for the forms of matrix
//! instructions besides.

use super::super::changes::Change;
use super::super::lanes::is_fixed;
use super::super::violation::{Refused, Violation};
use super::form::{form, moves_constant_to};
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandClass, OperandFlags, RegFile, RegRange,
    Role,
};

/// An instruction of both versions.
pub(super) struct Place<'f> {
    pub(super) original: &'f Function,
    pub(super) function: &'f Function,
    pub(super) block: BlockId,
    pub(super) inst: InstId,
}

/// An operand as it was and as it is.
#[derive(Clone, Copy)]
struct Versions<'o> {
    was: &'o Operand,
    is: &'o Operand,
}

impl Place<'_> {
    /// Whether it changed, and may have.
    pub(super) fn check(&self) -> Result<bool, Violation> {
        let changes = self.changes();
        let other_form =
            self.original.opcode(self.inst).name != self.function.opcode(self.inst).name;
        if changes.is_empty() && !other_form {
            return Ok(false);
        }
        let (block, inst) = (self.block, self.inst);
        if other_form && (!self.form_fits() || is_fixed(self.original, inst)) {
            return Err(Violation::Operand { block, inst });
        }
        for change in &changes {
            if let Some(why) = self.reason(change, &changes) {
                return Err(self.refused(change, why));
            }
        }
        if let Some(operand) = self.overlap() {
            let change = changes.iter().find(|change| change.operand == operand);
            return Err(match change.or(changes.first()) {
                Some(change) => self.refused(change, Refused::Overlap),
                None => Violation::Operand { block, inst },
            });
        }
        Ok(true)
    }

    fn changes(&self) -> Vec<Change> {
        let operands = self.original.operands(self.inst).iter();
        let both = operands.zip(self.function.operands(self.inst)).enumerate();
        let changed = both.filter_map(|(operand, (was, is))| {
            let (old, new) = (was.reg()?, is.reg()?);
            (old != new).then_some(Change {
                block: self.block,
                inst: self.inst,
                operand,
                old,
                new,
            })
        });
        changed.collect()
    }

    fn refused(&self, change: &Change, why: Refused) -> Violation {
        Violation::Register {
            block: self.block,
            inst: self.inst,
            old: change.old,
            new: change.new,
            why,
        }
    }

    fn reason(&self, change: &Change, all: &[Change]) -> Option<Refused> {
        let (original, inst) = (self.original, self.inst);
        if is_fixed(original, inst) {
            return Some(Refused::Instruction);
        }
        let reserved = &original.reserved;
        if reserved.touches(change.old) || reserved.touches(change.new) {
            return Some(Refused::Reserved);
        }
        if original.callee_saved.touches(change.new) {
            return Some(Refused::CalleeSaved);
        }
        let meta = original.flags(inst).has(InstFlags::META);
        let explicit = original.operands(inst)[change.operand].is_explicit();
        match (meta, explicit) {
            (true, _) => None,
            (false, true) => (!self.admits(change)).then_some(Refused::Class),
            (false, false) => (!self.belongs(change, all)).then_some(Refused::Implicit),
        }
    }

    /// Whether the class of an explicit operand admits its new register. The original's classes are asked;
    /// the file of a matrix instruction's result and SrcC, and of a moved constant, follows from its name.
    fn admits(&self, change: &Change) -> bool {
        let opcode = self.original.opcode(self.inst);
        let Some(class) = opcode.classes.get(change.operand) else {
            return false;
        };
        let is_vgpr = match change.new.first().file() {
            RegFile::Vgpr => true,
            RegFile::Agpr => false,
            _ => return false,
        };
        let role = self.original.operands(self.inst)[change.operand].role;
        let name = self.function.opcode(self.inst).name.as_str();
        let named = match role {
            Role::Dst => form(name)
                .map(|(form, _)| form.vgprs)
                .or(moves_constant_to(name).map(|file| file == RegFile::Vgpr)),
            Role::MatC => form(name).map(|(form, _)| form.vgprs),
            _ => None,
        };
        let file = if is_vgpr {
            OperandClass::VGPR
        } else {
            OperandClass::AGPR
        };
        let in_file = named.map_or(class.has(file), |in_vgprs| in_vgprs == is_vgpr);
        let even = change.new.len() < 2 || change.new.first().number().is_multiple_of(2);
        in_file && (even || !class.has(OperandClass::EVEN)) && self.one_file(change, is_vgpr)
    }

    /// One bit of an access to memory says in which file its data are, read or written.
    fn one_file(&self, change: &Change, is_vgpr: bool) -> bool {
        let flags = self.original.flags(self.inst);
        let operands = self.function.operands(self.inst);
        let data = |o: &Operand| {
            o.is_explicit() && (o.is_def() || o.role == Role::VData || is_tied_use(o))
        };
        let memory = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
        let file = if is_vgpr {
            RegFile::Vgpr
        } else {
            RegFile::Agpr
        };
        !memory
            || !data(&operands[change.operand])
            || operands
                .iter()
                .filter(|o| data(o))
                .filter_map(|o| o.reg())
                .filter(|range| range.first().is_vector())
                .all(|range| range.first().file() == file)
    }

    /// Whether an implicit operand moved as far as an explicit one of the instruction that it overlaps. What is read and is no
    /// more than a result is what the result keeps.
    fn belongs(&self, change: &Change, all: &[Change]) -> bool {
        let operands = self.original.operands(self.inst);
        all.iter().any(|other| {
            let keeps = operands[other.operand].is_def()
                && change.old.regs().all(|reg| other.old.contains(reg));
            operands[other.operand].is_explicit()
                && (operands[other.operand].is_def() == operands[change.operand].is_def() || keeps)
                && other.old.overlaps(change.old)
                && distance(other.old, other.new) == distance(change.old, change.new)
        })
    }

    /// Whether result and SrcC are as the new form has them.
    fn form_fits(&self) -> bool {
        let (inst, function) = (self.inst, self.function);
        let name = function.opcode(inst).name.as_str();
        let Some((form, _)) = form(name) else {
            let result = function.operand(inst, Role::Dst).and_then(Operand::reg);
            return result
                .is_some_and(|range| moves_constant_to(name) == Some(range.first().file()));
        };
        if form.vgprs && !function.gpu.unified_vector_file() {
            return false;
        }
        let operands = function.operands(inst).iter();
        let mut both = operands.filter(|o| matches!(o.role, Role::Dst | Role::MatC));
        both.all(|operand| {
            let Some(range) = operand.reg() else {
                return !form.tied && operand.role == Role::MatC;
            };
            let file = match form.vgprs {
                true => RegFile::Vgpr,
                false => RegFile::Agpr,
            };
            let early = operand.is_def() && !form.tied && range.len() > 4;
            let has = |mark| operand.flags.has(mark);
            range.first().file() == file
                && has(OperandFlags::TIED) == form.tied
                && has(OperandFlags::EARLY_CLOBBER) == early
        })
    }

    /// The first operand that overlaps another one of its instruction as it must not.
    fn overlap(&self) -> Option<usize> {
        let was = self.original.operands(self.inst);
        let is = self.function.operands(self.inst);
        let versions = |at: usize| Versions {
            was: &was[at],
            is: &is[at],
        };
        (0..is.len()).find(|&at| {
            let untied = is_tied_use(&is[at]) && !self.is_tied(at);
            untied || (0..at).any(|other| !self.apart(versions(at), versions(other)))
        })
    }

    /// Whether a tied source is where its result is.
    fn is_tied(&self, source: usize) -> bool {
        let was = self.original.operands(self.inst);
        let is = self.function.operands(self.inst);
        let form = form(&self.function.opcode(self.inst).name).is_some();
        was.iter().zip(is).any(|(old, new)| {
            let partner = match form {
                true => old.role == Role::Dst,
                false => old.kind == was[source].kind,
            };
            old.is_def() && partner && new.kind == is[source].kind
        })
    }

    /// Whether two operands may lie as they do, by how they lay.
    fn apart(&self, a: Versions<'_>, b: Versions<'_>) -> bool {
        let (was_a, is_a, was_b, is_b) = (a.was, a.is, b.was, b.is);
        let vector = |o: &Operand| o.reg().filter(|range| range.first().is_vector());
        let (Some(old_a), Some(old_b)) = (vector(was_a), vector(was_b)) else {
            return true;
        };
        let (Some(new_a), Some(new_b)) = (vector(is_a), vector(is_b)) else {
            return true;
        };
        let (old, new) = (shared(old_b, old_a), shared(new_b, new_a));
        let flags = self.original.flags(self.inst);
        let same_form =
            self.original.opcode(self.inst).name == self.function.opcode(self.inst).name;
        if old == new && same_form {
            return true;
        }
        if flags.has(InstFlags::META) {
            return false;
        }
        let (result, source, width) = match (is_a.is_def(), is_b.is_def()) {
            (true, true) => return old == new,
            (false, false) => {
                let both_explicit = was_a.is_explicit() && was_b.is_explicit();
                return old == new || old.is_none() || both_explicit;
            }
            (true, false) => (is_a, is_b, new_a.len()),
            (false, true) => (is_b, is_a, new_b.len()),
        };
        let matrix = self.original.info(self.inst).matrix.is_some();
        let early = result.flags.has(OperandFlags::EARLY_CLOBBER);
        match new {
            // A tie is looked at for itself.
            None => true,
            Some(0) if is_tied_use(source) && new_a.len() == new_b.len() => true,
            Some(0) if matrix && source.role == Role::MatC && new_a.len() == new_b.len() => {
                width <= 4 && !early
            }
            Some(_) if old == new => !early,
            Some(_) => old.is_none() && !matrix && !early && !flags.has(InstFlags::MAY_LOAD),
        }
    }
}

fn is_tied_use(operand: &Operand) -> bool {
    operand.is_use() && operand.flags.has(OperandFlags::TIED)
}

/// How far the second tuple begins after the first; `None` where they share no slot.
fn shared(a: RegRange, b: RegRange) -> Option<isize> {
    a.overlaps(b).then(|| distance(a, b))
}

fn distance(from: RegRange, to: RegRange) -> isize {
    to.first().index() as isize - from.first().index() as isize
}
