//! Where all lanes that the wave has are active.

use std::collections::{BTreeMap, HashMap};

use super::super::dataflow::{Direction, Join, order, solve};
use super::super::liveness::{only_narrows, writes_exec};
use crate::machine::{BlockId, Function, InstId, Operand, OperandKind, Reg, RegRange};

/// What is known of a mask: all lanes that are ever active, or some of them. Others are not known to be either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mask {
    Part,
    Whole,
}

/// Which lanes are ever active.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Widest {
    /// Those that the wave begins with.
    AtEntry,
    /// Any.
    Any,
}

/// What an instruction does to EXEC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// It can only take lanes away.
    Narrows,
    /// It can only add lanes.
    Widens,
    /// It can do both.
    Any,
}

/// What an instruction does to EXEC; `None`: it leaves it.
pub(super) fn change(function: &Function, inst: InstId) -> Option<Change> {
    if !writes_exec(function, inst) {
        return None;
    }
    let reads_exec = || sources(function, inst).any(|o| o.reg().is_some_and(is_exec));
    Some(match function.opcode(inst).name.as_str() {
        _ if only_narrows(function, inst) => Change::Narrows,
        "S_OR_SAVEEXEC_B64" => Change::Widens,
        "S_OR_B64" if reads_exec() => Change::Widens,
        _ => Change::Any,
    })
}

/// Where EXEC has all lanes that are ever active.
pub(super) struct Whole {
    before: HashMap<InstId, bool>,
    at_begin: Vec<bool>,
}

impl Whole {
    /// Of a kernel.
    pub(super) fn of(function: &Function) -> Whole {
        let at_entry = Reader::of(function, Widest::AtEntry).whole();
        at_entry
            .or_else(|| Reader::of(function, Widest::Any).whole())
            .unwrap_or_else(|| Whole {
                before: HashMap::new(),
                at_begin: vec![false; function.blocks().len()],
            })
    }

    /// Directly before an instruction.
    pub(super) fn before(&self, inst: InstId) -> bool {
        self.before.get(&inst).copied().unwrap_or_default()
    }

    /// Where a block begins.
    pub(super) fn at_begin(&self, block: BlockId) -> bool {
        self.at_begin
            .get(block.index())
            .copied()
            .unwrap_or_default()
    }
}

/// What EXEC and pairs of scalar registers hold, these by their first register.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    exec: Mask,
    pairs: BTreeMap<Reg, Mask>,
}

struct Reader<'f> {
    function: &'f Function,
    widest: Widest,
}

impl<'f> Reader<'f> {
    fn of(function: &'f Function, widest: Widest) -> Reader<'f> {
        Reader { function, widest }
    }

    /// `None`: some lane may become active that is not in the widest mask.
    fn whole(&self) -> Option<Whole> {
        let blocks = self.function.blocks().len();
        let mut incoming: Vec<Option<State>> = vec![None; blocks];
        let exec = match self.widest {
            Widest::AtEntry => Mask::Whole,
            Widest::Any => Mask::Part,
        };
        let pairs = BTreeMap::new();
        *incoming.first_mut()? = Some(State { exec, pairs });
        let mut before = HashMap::new();
        let order = order(self.function, Direction::Forward);
        let incoming = solve(&order, incoming, |block, mut state, out| {
            for &inst in &self.function.block(block).order {
                before.insert(inst, state.exec == Mask::Whole);
                self.step(inst, &mut state).ok_or(())?;
            }
            for &to in &self.function.block(block).successors {
                out.to(to, &state);
            }
            Ok::<(), ()>(())
        });
        let incoming = incoming.ok()?;
        let is_whole = |state: Option<State>| state.is_some_and(|state| state.exec == Mask::Whole);
        Some(Whole {
            before,
            at_begin: incoming.into_iter().map(is_whole).collect(),
        })
    }

    fn step(&self, inst: InstId, state: &mut State) -> Option<()> {
        let new = self.result(inst, state);
        let saved = state.exec;
        let saves = self.function.opcode(inst).name.contains("SAVEEXEC");
        for operand in self.function.operands(inst).iter().filter(|o| o.is_def()) {
            let Some(range) = operand.reg().filter(|range| !range.first().is_vector()) else {
                continue;
            };
            if is_exec(range) {
                let whole_pair = range.first() == Reg::EXEC_LO && range.len() == 2;
                state.exec = self.known(new.filter(|_| whole_pair))?;
                continue;
            }
            state.pairs.retain(|&first, _| {
                let pair = RegRange::new(first, 2);
                !pair.is_some_and(|pair| pair.overlaps(range))
            });
            let held = if saves { Some(saved) } else { new };
            if let (2, Some(held)) = (range.len(), held) {
                state.pairs.insert(range.first(), held);
            }
        }
        Some(())
    }

    /// In a program of which all lanes count, every mask is some of them.
    fn known(&self, mask: Option<Mask>) -> Option<Mask> {
        match self.widest {
            Widest::AtEntry => mask,
            Widest::Any => Some(mask.unwrap_or(Mask::Part)),
        }
    }

    /// The mask that an instruction makes.
    fn result(&self, inst: InstId, state: &State) -> Option<Mask> {
        let name = self.function.opcode(inst).name.as_str();
        // What a comparison says of lanes that are not active is no.
        if name.starts_with("V_CMP") {
            return Some(Mask::Part);
        }
        let mut explicit =
            sources(self.function, inst).filter(|o| o.reg().is_some() || o.imm().is_some());
        let one = explicit.next().and_then(|o| self.held(o, state));
        let other = match name.contains("SAVEEXEC") {
            true => Some(state.exec),
            false => explicit.next().and_then(|o| self.held(o, state)),
        };
        let part = |known: bool| known.then_some(Mask::Part);
        match name.split("_SAVEEXEC").next().unwrap_or(name) {
            "S_MOV_B64" => one,
            "S_AND" | "S_AND_B64" => match (one, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                _ => part(one.is_some() || other.is_some()),
            },
            "S_ANDN2" | "S_ANDN2_B64" => part(one.is_some()),
            "S_ANDN1" => part(other.is_some()),
            "S_OR" | "S_OR_B64" => Some(one?.max(other?)),
            "S_XOR" | "S_XOR_B64" => part(one.is_some() && other.is_some()),
            _ => None,
        }
    }

    fn held(&self, operand: &Operand, state: &State) -> Option<Mask> {
        match operand.kind {
            OperandKind::Reg(range) if range.len() != 2 => None,
            OperandKind::Reg(range) if is_exec(range) => Some(state.exec),
            OperandKind::Reg(range) => state.pairs.get(&range.first()).copied(),
            OperandKind::Imm(0) => Some(Mask::Part),
            OperandKind::Imm(-1) if self.widest == Widest::Any => Some(Mask::Whole),
            _ => None,
        }
    }
}

/// What is known on both paths: less with every one.
impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let both = self.pairs.iter().filter_map(|(&pair, &mask)| {
            let other = *other.pairs.get(&pair)?;
            Some((pair, mask.min(other)))
        });
        let met = State {
            exec: self.exec.min(other.exec),
            pairs: both.collect(),
        };
        let changed = *self != met;
        *self = met;
        changed
    }
}

/// What an instruction reads by what its text says.
fn sources(function: &Function, inst: InstId) -> impl Iterator<Item = &Operand> {
    let operands = function.operands(inst).iter();
    operands.filter(|o| !o.is_def() && o.is_explicit())
}

fn is_exec(range: RegRange) -> bool {
    range.first().is_exec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::narrowed;

    #[test]
    fn all_lanes_are_active_only_where_they_are_on_every_way() {
        let function = narrowed();
        let whole = Whole::of(&function);
        let at_begins: Vec<bool> = function.block_ids().map(|b| whole.at_begin(b)).collect();
        assert_eq!(at_begins, [true, true, false, false, false]);
    }
}
