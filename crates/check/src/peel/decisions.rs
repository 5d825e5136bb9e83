//! What decides whether an iteration goes the way that was copied.

use super::super::Violation;
use super::super::guards::Ways;
use super::super::rotation::control::{Bit, parts};
use super::lanes::lanes_of;
use super::values::{State, Value, Values, is_computation};
use super::{CopiedWay, EXEC, Mispeeled, Proof, VCC, wrong};
use crate::machine::{BlockId, InstFlags, InstId, Operand, OperandKind, Reg};

/// What a branch looks at, and the value for which control goes on.
pub(super) struct Decision {
    pub of: Asked,
    pub if_set: bool,
}

/// What is asked of values.
pub(super) enum Asked {
    /// A bit itself.
    Scc(Value),
    /// Whether a pair is zero.
    Pair(Vec<Value>),
    /// Whether two pairs have a bit in common.
    Common(Vec<Value>),
}

/// Not whether a register is zero.
pub(super) const NOT_ZERO: &str = "S_CMP_LG_U32";

impl Proof<'_> {
    /// What there is behind instructions that make SCC the answer to a question, and compute nothing else than values.
    pub(super) fn asks(
        &self,
        insts: &[InstId],
        wanted: &Decision,
        values: &mut Values,
    ) -> Option<State> {
        let mut state = State::default();
        for &inst in insts {
            is_computation(self.peeled, inst).then_some(())?;
            state.pass(values, self.peeled, inst);
        }
        let bit = state.get(values, Reg::SCC);
        is_bit(values, bit, wanted).then_some(state)
    }

    /// What the branches by bits on the way look at, as values of the beginning of an iteration, and whether comparisons hold for all lanes.
    /// Behind some instructions EXEC is what it was there.
    pub(super) fn decisions(
        &self,
        way: &CopiedWay,
        widening: &[InstId],
        values: &mut Values,
    ) -> Option<Vec<Decision>> {
        let original = self.original;
        let mut state = State::default();
        let mut decisions = Vec::new();
        let path = &way.blocks;
        for (at, &block) in path.iter().enumerate() {
            for &inst in parts(original, block)?.0 {
                // Nobody says here what a call leaves alone.
                if original.flags(inst).has(InstFlags::CALL) {
                    return None;
                }
                state.pass(values, original, inst);
                if widening.contains(&inst) {
                    state.forget(&EXEC);
                }
                if way.full.contains(&inst) {
                    let mask = lanes_of(original, inst)?;
                    let regs = EXEC.into_iter().chain(mask.regs());
                    let sources = regs.map(|reg| state.get(values, reg)).collect();
                    // The lanes that it does not hold for are none.
                    let others = values.without(sources);
                    let of = Asked::Pair(others.to_vec());
                    decisions.push(Decision { of, if_set: true });
                }
            }
            let Some(&next) = path.get(at + 1) else {
                break;
            };
            let (bit, if_set) = match Ways::of(original, block)? {
                Ways::One(to) if to == next => continue,
                Ways::Two(bit, set, clear) if set == next && clear != next => (bit, true),
                Ways::Two(bit, set, clear) if clear == next && set != next => (bit, false),
                _ => return None,
            };
            let of = match bit {
                Bit::Scc => Asked::Scc(state.get(values, Reg::SCC)),
                Bit::VccIsZero => Asked::Pair(VCC.map(|reg| state.get(values, reg)).to_vec()),
                // A way past code for some lanes, which `lanes` has seen to.
                Bit::ExecIsZero if !if_set => continue,
                Bit::ExecIsZero => return None,
            };
            decisions.push(Decision { of, if_set });
        }
        Some(decisions)
    }

    /// Instructions make SCC whether all decisions are for going on, beginning with the latch's. What there is behind them, and the
    /// value that says whether the latch goes on. What two decisions ask for may be asked once.
    pub(super) fn decides(
        &self,
        block: BlockId,
        insts: &[InstId],
        latch: Option<&Decision>,
        decisions: &[Decision],
        values: &mut Values,
    ) -> Result<(State, Option<Value>), Violation> {
        let peeled = self.peeled;
        let all: Vec<&Decision> = latch.into_iter().chain(decisions).collect();
        let mut open = all.clone();
        let mut state = State::default();
        let (mut before, mut follows) = (None, None);
        for &inst in insts {
            if !is_computation(peeled, inst) {
                return Err(wrong(block, Mispeeled::Sequence));
            }
            let bit = state.get(values, Reg::SCC);
            // The latch's is the first.
            let next = match before {
                None if latch.is_some() => &all[..1],
                _ => &all[..],
            };
            let step = next.iter().copied().find(|step| {
                is_bit(values, bit, step) && self.selects(inst, step.if_set, before, &state, values)
            });
            state.pass(values, peeled, inst);
            if let Some(step) = step {
                let result = peeled.operands(inst).first().and_then(Operand::reg);
                before = result.map(|range| state.get(values, range.first()));
                // The latch's is needed by itself.
                if latch.is_some() && follows.is_none() {
                    follows = before;
                }
                open.retain(|other| other.if_set != step.if_set || !is_bit(values, bit, other));
            }
        }
        let decided = state.get(values, Reg::SCC);
        let is_decided = before
            .is_some_and(|all| open.is_empty() && values.is_comparison(decided, NOT_ZERO, &[all]));
        match is_decided {
            true => Ok((state, follows)),
            false => Err(wrong(block, Mispeeled::Decision)),
        }
    }

    /// Whether an instruction gives what was decided before, or one if nothing was, where SCC is `if_set`, and zero elsewhere.
    fn selects(
        &self,
        inst: InstId,
        if_set: bool,
        before: Option<Value>,
        state: &State,
        values: &mut Values,
    ) -> bool {
        let operands = self.peeled.operands(inst);
        let [_, set, clear, ..] = operands else {
            return false;
        };
        let (goes_on, stops) = if if_set { (set, clear) } else { (clear, set) };
        let is_before = match (goes_on.kind, before) {
            (OperandKind::Imm(one), None) => one == 1,
            (OperandKind::Reg(range), Some(before)) => {
                range.len() == 1 && state.get(values, range.first()) == before
            }
            _ => false,
        };
        self.peeled.opcode(inst).name == "S_CSELECT_B32"
            && is_before
            && stops.kind == OperandKind::Imm(0)
    }
}

/// Whether SCC is what a decision looks at.
fn is_bit(values: &Values, bit: Value, decision: &Decision) -> bool {
    match &decision.of {
        Asked::Scc(scc) => bit == *scc,
        Asked::Pair(pair) => values.is_comparison(bit, "S_CMP_EQ_U64", pair),
        Asked::Common(pairs) => values.is_result(bit, "S_AND_B64", pairs),
    }
}
