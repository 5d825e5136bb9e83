//! Which lanes are on: lanes sorted by what last happened to them, and bounds of lane masks.
//!
//! A lane is on, or it is off since one certain instruction that writes EXEC, or it has never been on. That
//! is a *lane state*; there are finitely many, and each lane is in one of them at any time. Of a mask in a
//! pair of scalar registers it is known of which states it may hold lanes, and of which it holds all. This
//! tells what an instruction that writes EXEC does: lanes of which states go on, and whether some go off.

use crate::machine::{Function, InstId, Operand, OperandKind, Reg, RegFile, RegRange, SCALAR_REGS};

/// Lanes that are on.
pub(super) const ON: usize = 0;
/// Lanes that were off when the kernel began, and have been since.
const NEVER: usize = 1;
/// The first state of lanes that an instruction switched off.
const FIRST_OFF: usize = 2;
/// States are bits of a word. Instructions beyond share the last one.
const STATES: usize = 64;

/// A set of lane states, one bit each.
pub(super) type States = u64;

pub(super) fn bit(state: usize) -> States {
    1 << state
}

/// What is known of a lane mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mask {
    /// States of which it may hold lanes.
    pub(super) may: States,
    /// States of which it holds all lanes. A state without lanes is one of them.
    pub(super) surely: States,
}

impl Mask {
    const UNKNOWN: Mask = Mask {
        may: States::MAX,
        surely: 0,
    };
    const NONE: Mask = Mask { may: 0, surely: 0 };
    const ALL: Mask = Mask {
        may: States::MAX,
        surely: States::MAX,
    };
    /// EXEC itself.
    const EXEC: Mask = Mask {
        may: 1 << ON,
        surely: 1 << ON,
    };
    /// Some of the lanes that are on.
    const SOME: Mask = Mask {
        may: 1 << ON,
        surely: 0,
    };

    fn not(self) -> Mask {
        Mask {
            may: !self.surely,
            surely: !self.may,
        }
    }
    fn and(self, other: Mask) -> Mask {
        Mask {
            may: self.may & other.may,
            surely: self.surely & other.surely,
        }
    }
    fn or(self, other: Mask) -> Mask {
        self.not().and(other.not()).not()
    }
    fn xor(self, other: Mask) -> Mask {
        self.and(other.not()).or(other.and(self.not()))
    }
}

/// Where a mask comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Exec,
    Pair(usize),
    Known(Mask),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Logic {
    And,
    AndNot,
    Or,
    Xor,
}

/// A mask as an instruction computes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Of(Source),
    Both(Logic, Source, Source),
}

/// What an instruction does to masks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MaskStep {
    pairs: Vec<(usize, Value)>,
    exec: Option<Value>,
    /// It leaves EXEC in these pairs as well.
    as_exec: bool,
    /// The state of lanes that it switches off.
    state: usize,
}

/// Pairs of scalar registers, VCC last.
const VCC: usize = SCALAR_REGS as usize / 2;
const PAIRS: usize = VCC + 1;

fn pair_of(reg: Reg) -> Option<usize> {
    match reg.file() {
        RegFile::Sgpr => Some(usize::from(reg.number()) / 2),
        _ if reg == Reg::VCC_LO || reg == Reg::VCC_HI => Some(VCC),
        _ => None,
    }
}

/// The pair that a register operand is, as a whole.
fn whole_pair(range: RegRange) -> Option<usize> {
    let whole = range.len() == 2 && range.first().number().is_multiple_of(2);
    pair_of(range.first()).filter(|_| whole)
}

fn is_exec(range: RegRange) -> bool {
    range.first() == Reg::EXEC_LO && range.len() == 2
}

fn source(operand: &Operand) -> Source {
    let unknown = Source::Known(Mask::UNKNOWN);
    match operand.kind {
        OperandKind::Imm(0) => Source::Known(Mask::NONE),
        OperandKind::Imm(-1) => Source::Known(Mask::ALL),
        OperandKind::Reg(range) if is_exec(range) => Source::Exec,
        OperandKind::Reg(range) => whole_pair(range).map_or(unknown, Source::Pair),
        _ => unknown,
    }
}

/// What an instruction leaves in its explicit result, and in EXEC if it also writes that.
///
/// MI300 ISA, the instructions of these names; a compare gives lanes that are not active a 0.
fn values(name: &str, sources: &[Source]) -> Option<(Value, Option<Value>)> {
    use Logic::{And, AndNot, Or, Xor};
    let name = name.strip_suffix("_term").unwrap_or(name);
    let both = |logic, a, b| Value::Both(logic, a, b);
    let exec = Source::Exec;
    Some(match (name, sources) {
        ("S_MOV_B64", &[a]) => (Value::Of(a), None),
        ("S_AND_B64", &[a, b]) => (both(And, a, b), None),
        ("S_OR_B64", &[a, b]) => (both(Or, a, b), None),
        ("S_XOR_B64", &[a, b]) => (both(Xor, a, b), None),
        ("S_ANDN2_B64", &[a, b]) => (both(AndNot, a, b), None),
        ("S_AND_SAVEEXEC_B64", &[a]) => (Value::Of(exec), Some(both(And, exec, a))),
        ("S_OR_SAVEEXEC_B64", &[a]) => (Value::Of(exec), Some(both(Or, exec, a))),
        ("S_XOR_SAVEEXEC_B64", &[a]) => (Value::Of(exec), Some(both(Xor, exec, a))),
        ("S_ANDN1_SAVEEXEC_B64", &[a]) => (Value::Of(exec), Some(both(AndNot, exec, a))),
        ("S_ANDN2_SAVEEXEC_B64", &[a]) => (Value::Of(exec), Some(both(AndNot, a, exec))),
        _ if name.starts_with("V_CMP_") => (Value::Of(Source::Known(Mask::SOME)), None),
        _ => return None,
    })
}

impl MaskStep {
    /// What an instruction does, if it writes any mask.
    pub(super) fn of(function: &Function, inst: InstId, state: usize) -> Option<MaskStep> {
        let unknown = Value::Of(Source::Known(Mask::UNKNOWN));
        let operands = function.operands(inst);
        let name = function.opcode(inst).name.as_str();
        let uses = operands.iter().filter(|o| o.is_explicit() && !o.is_def());
        let sources: Vec<Source> = uses.map(source).collect();
        let narrows = name.starts_with("V_CMPX_");
        let known = values(name, &sources);
        let mut step = MaskStep {
            pairs: Vec::new(),
            exec: None,
            as_exec: narrows,
            state,
        };
        for operand in operands.iter().filter(|o| o.is_def()) {
            let Some(range) = operand.reg() else { continue };
            // The result of a compare without an explicit one is VCC.
            let is_result = operand.is_explicit() || name.starts_with("V_CMP_");
            for reg in range.regs() {
                if reg.is_exec() {
                    let whole = known.filter(|_| is_exec(range));
                    let value = match whole {
                        Some((value, None)) if is_result => value,
                        Some((_, Some(exec))) => exec,
                        _ if narrows => Value::Of(Source::Known(Mask::SOME)),
                        _ => unknown,
                    };
                    step.exec = Some(value);
                } else if let Some(pair) = pair_of(reg) {
                    let whole = known.filter(|_| is_result && whole_pair(range).is_some());
                    let value = whole.map_or(unknown, |(value, _)| value);
                    step.pairs.push((pair, value));
                }
            }
        }
        (step.exec.is_some() || !step.pairs.is_empty()).then_some(step)
    }
}

/// The states of lanes that instructions switch off, in the order of their first.
pub(super) fn off_state(nth: usize) -> usize {
    (FIRST_OFF + nth).min(STATES - 1)
}

/// Which lanes change their state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    /// States of which lanes may go on, besides those that are on.
    pub(super) on: States,
    /// Those of them that have no lanes left.
    pub(super) emptied: States,
    /// Lanes that were on may stay so.
    pub(super) stay: bool,
    /// The state of lanes that may go off.
    pub(super) off: Option<usize>,
}

/// What is known of all masks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Masks {
    /// States that lanes may be in.
    pub(super) present: States,
    pairs: [Mask; PAIRS],
}

impl Masks {
    pub(super) fn at_entry() -> Masks {
        let mut masks = Masks {
            present: bit(ON) | bit(NEVER),
            pairs: [Mask::UNKNOWN; PAIRS],
        };
        masks.tidy();
        masks
    }

    /// States without lanes are in every mask and in none.
    fn tidy(&mut self) {
        for mask in &mut self.pairs {
            mask.may &= self.present;
            mask.surely |= !self.present;
        }
    }

    /// No lane is on.
    pub(super) fn none_on(&mut self) {
        self.present &= !bit(ON);
        self.tidy();
    }

    /// What holds in both. Whether this knew more.
    pub(super) fn join(&mut self, other: &Masks) -> bool {
        let before = self.clone();
        self.present |= other.present;
        for (mask, other) in self.pairs.iter_mut().zip(&other.pairs) {
            mask.may |= other.may;
            mask.surely &= other.surely;
        }
        *self != before
    }

    fn source(&self, source: Source) -> Mask {
        match source {
            Source::Exec => Mask::EXEC,
            Source::Pair(pair) => self.pairs[pair],
            Source::Known(mask) => mask,
        }
    }

    fn value(&self, value: Value) -> Mask {
        let (logic, a, b) = match value {
            Value::Of(source) => return self.source(source),
            Value::Both(logic, a, b) => (logic, self.source(a), self.source(b)),
        };
        match logic {
            Logic::And => a.and(b),
            Logic::AndNot => a.and(b.not()),
            Logic::Or => a.or(b),
            Logic::Xor => a.xor(b),
        }
    }

    /// Executes an instruction. What lanes do, if it writes EXEC.
    pub(super) fn step(&mut self, step: &MaskStep) -> Option<Moves> {
        let exec = step.exec.map(|value| self.value(value));
        let pairs = step.pairs.iter();
        let results: Vec<Mask> = pairs.map(|&(_, value)| self.value(value)).collect();
        for (&(pair, _), result) in step.pairs.iter().zip(results) {
            self.pairs[pair] = result;
        }
        let Some(exec) = exec else {
            self.tidy();
            return None;
        };
        let on = exec.may & self.present & !bit(ON);
        let leave = self.present & bit(ON) & !exec.surely != 0;
        let moves = Moves {
            on,
            emptied: on & exec.surely,
            stay: exec.may & self.present & bit(ON) != 0,
            off: leave.then_some(step.state),
        };
        let before = self.clone();
        self.move_lanes(&moves);
        let overwritten = |pair| step.pairs.iter().any(|&(written, _)| written == pair);
        if let Some((pair, logic)) = step.exec.and_then(partner)
            && !overwritten(pair)
        {
            self.relate(pair, logic, &before, &moves);
        }
        if step.as_exec {
            for &(pair, _) in &step.pairs {
                self.pairs[pair] = Mask::EXEC;
            }
        }
        self.tidy();
        Some(moves)
    }

    fn move_lanes(&mut self, moves: &Moves) {
        let was_empty = |state: usize| (self.present | bit(ON)) & !moves.emptied & bit(state) == 0;
        let off_was_empty = moves.off.is_some_and(was_empty);
        for mask in &mut self.pairs {
            let was = *mask;
            let kept = bit(ON) | moves.off.map_or(0, bit);
            mask.may = was.may & !moves.emptied;
            if was.may & moves.on == 0 && !(moves.stay && was.may & bit(ON) != 0) {
                mask.may &= !bit(ON);
            }
            if was.may & moves.on != 0 {
                mask.may |= bit(ON);
            }
            if was.may & bit(ON) != 0 {
                mask.may |= moves.off.map_or(0, bit);
            }
            mask.surely = was.surely & !kept;
            let stayed = !moves.stay || was.surely & bit(ON) != 0;
            if stayed && moves.on & !was.surely == 0 {
                mask.surely |= bit(ON);
            }
            if let Some(off) = moves.off {
                let rest = off_was_empty || was.surely & bit(off) != 0;
                if rest && was.surely & bit(ON) != 0 {
                    mask.surely |= bit(off);
                }
            }
        }
        self.present &= !moves.emptied & !bit(ON);
        if moves.stay || moves.on != 0 {
            self.present |= bit(ON);
        }
        self.present |= moves.off.map_or(0, bit);
    }

    /// What follows for the mask that EXEC was combined with.
    fn relate(&mut self, pair: usize, logic: Option<Logic>, before: &Masks, moves: &Moves) {
        let was = before.pairs[pair];
        let mask = &mut self.pairs[pair];
        let off = moves.off.map_or(0, bit);
        match logic {
            // EXEC is it.
            None => *mask = Mask::EXEC,
            // What is on lies in it, what went off does not.
            Some(Logic::And) => {
                mask.surely |= bit(ON);
                mask.may &= !off | was.may & before.present;
            }
            // What is on does not lie in it, what went off does.
            Some(Logic::AndNot) => {
                mask.may &= !bit(ON);
                mask.surely |= off & (was.surely | !before.present);
            }
            // All of it is on.
            Some(Logic::Or) => mask.may = bit(ON),
            Some(Logic::Xor) => {}
        }
    }
}

/// The pair that a new EXEC is made of, and how: EXEC and the pair, the pair taken from EXEC, either, or
/// the pair itself.
fn partner(value: Value) -> Option<(usize, Option<Logic>)> {
    match value {
        Value::Of(Source::Pair(pair)) => Some((pair, None)),
        Value::Both(logic, Source::Exec, Source::Pair(pair)) => Some((pair, Some(logic))),
        Value::Both(logic, Source::Pair(pair), Source::Exec) if logic != Logic::AndNot => {
            Some((pair, Some(logic)))
        }
        _ => None,
    }
}
