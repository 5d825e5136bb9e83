//! Which lanes are active, compared with those that the function began with.

use crate::machine::dataflow::{Graph, Problem, solve};
use crate::machine::index::TypedVec;
use crate::machine::{BlockId, Function, InstId, Operand, OperandKind, Reg, RegRange};

/// What is known of a mask of lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mask {
    /// The lanes that were active when the function began.
    Entry,
    /// Some of them.
    Part,
    /// Nothing.
    Unknown,
}

/// The masks of a function.
pub struct Masks {
    /// By block: what is known of EXEC before each instruction.
    before: TypedVec<BlockId, Vec<Mask>>,
}

/// What is known at some point.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    /// That in EXEC.
    exec: Mask,
    /// Pairs of scalar registers that hold a known mask, by their first register.
    held: Vec<(Reg, Mask)>,
}

impl Masks {
    /// Finds the masks of a function.
    pub fn of(function: &Function) -> Masks {
        let at_entry = solve(&Graph::forward(function), &Known { function });
        let of_block = |(block, at_entry): (BlockId, Option<State>)| {
            // Blocks that are not reached have no state.
            let mut state = at_entry.unwrap_or(State {
                exec: Mask::Unknown,
                held: Vec::new(),
            });
            let order = function.block(block).order.iter();
            let before = order.map(|&inst| {
                let exec = state.exec;
                state.step(function, inst);
                exec
            });
            before.collect()
        };
        let before = function.block_ids().zip(at_entry).map(of_block);
        Masks {
            before: before.collect(),
        }
    }

    /// What is known of EXEC before each instruction of a block, in its order.
    pub fn before_each(&self, block: BlockId) -> &[Mask] {
        &self.before[block]
    }
}

/// What is known where blocks begin.
struct Known<'f> {
    function: &'f Function,
}

impl Problem for Known<'_> {
    type State = State;

    fn given(&self, block: BlockId) -> Option<State> {
        (block.index() == 0).then(|| State {
            exec: Mask::Entry,
            held: Vec::new(),
        })
    }

    fn transfer(&self, block: BlockId, mut state: State) -> State {
        for &inst in &self.function.block(block).order {
            state.step(self.function, inst);
        }
        state
    }

    /// Knows what is known on both ways.
    fn join(&self, known: &mut State, other: &State, _: u32) -> bool {
        let before = known.clone();
        known.exec = known.exec.max(other.exec);
        known.held.retain_mut(|(reg, mask)| {
            let other = other.held.iter().find(|(other, _)| other == reg);
            other.is_some_and(|(_, other)| {
                *mask = (*mask).max(*other);
                true
            })
        });
        *known != before
    }
}

impl State {
    /// Goes past an instruction.
    fn step(&mut self, function: &Function, inst: InstId) {
        let operands = function.operands(inst);
        let defs = || {
            operands
                .iter()
                .filter(|o| o.is_def())
                .filter_map(|o| o.reg())
        };
        if defs().all(|range| range.first().is_vector()) {
            return;
        }
        let exec = self.exec;
        let result = self.result(function, inst);
        for range in defs() {
            self.held.retain(|(reg, _)| {
                let pair = RegRange::new(*reg, 2);
                pair.is_some_and(|pair| !pair.overlaps(range))
            });
        }
        let saves = function.opcode(inst).name.contains("SAVEEXEC");
        for range in defs() {
            if range.regs().any(Reg::is_exec) {
                self.exec = if is_exec(range) {
                    result
                } else {
                    Mask::Unknown
                };
            } else if range.len() == 2 && !range.first().is_vector() {
                let mask = if saves { exec } else { result };
                if mask != Mask::Unknown {
                    self.held.push((range.first(), mask));
                }
            }
        }
        self.held.sort_unstable();
    }

    /// The mask that an instruction computes.
    fn result(&self, function: &Function, inst: InstId) -> Mask {
        use Mask::{Entry, Part, Unknown};
        let operands = function.operands(inst).iter();
        let sources = operands.filter(|o| !o.is_def() && o.is_explicit());
        let mut sources: Vec<Mask> = sources.map(|operand| self.mask_in(operand)).collect();
        let name = function.opcode(inst).name.as_str();
        let name = name.strip_suffix("_term").unwrap_or(name);
        if name.contains("SAVEEXEC") {
            sources.push(self.exec);
        }
        let known = |mask: &Mask| *mask != Unknown;
        let operation = name.split("_SAVEEXEC").next().unwrap_or(name);
        let operation = operation.strip_suffix("_B64").unwrap_or(operation);
        match (operation, &sources[..]) {
            ("S_MOV", [source]) => *source,
            ("S_AND", [Entry, Entry]) => Entry,
            ("S_AND", all) if all.iter().any(known) => Part,
            // The left one without lanes of the right one; with SAVEEXEC, EXEC is the right one.
            ("S_ANDN2", [kept, _]) if known(kept) => Part,
            ("S_ANDN1", [_, kept]) if known(kept) => Part,
            ("S_XOR", all) if all.iter().all(known) => Part,
            ("S_OR", all) if all.iter().all(known) => match all.contains(&Entry) {
                true => Entry,
                false => Part,
            },
            // Comparisons give zero for lanes that are not active.
            _ if name.starts_with("V_CMP") && known(&self.exec) => Part,
            _ => Unknown,
        }
    }

    fn mask_in(&self, operand: &Operand) -> Mask {
        match operand.kind {
            OperandKind::Reg(range) if is_exec(range) => self.exec,
            OperandKind::Reg(range) if range.len() == 2 => {
                let held = self.held.iter().find(|(reg, _)| *reg == range.first());
                held.map_or(Mask::Unknown, |(_, mask)| *mask)
            }
            // No lane.
            OperandKind::Imm(0) => Mask::Part,
            _ => Mask::Unknown,
        }
    }
}

fn is_exec(range: RegRange) -> bool {
    range.first() == Reg::EXEC_LO && range.len() == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;
    use Mask::{Entry, Part, Unknown};

    /// The masks before each instruction of each block.
    fn masks_of(body: &str) -> Vec<Mask> {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{body}"
        );
        let function = text::parse(&text).expect("a function");
        let masks = Masks::of(&function);
        let mut found = Vec::new();
        for block in function.block_ids() {
            found.extend(masks.before_each(block));
        }
        found
    }

    #[test]
    fn a_guarded_block_has_a_part_of_the_mask_that_returns_after_it() {
        let found = masks_of(
            "block 0 frequency=1 depth=0 successors=1,2\n\
             S_AND_SAVEEXEC_B64 def s[0:1], vcc, imp def exec, imp def scc, imp exec\n\
             S_CBRANCH_EXECZ bb.2, imp exec | term branch\n\
             block 1 frequency=1 depth=0 successors=2\n\
             S_NOP #0\n\
             block 2 frequency=1 depth=0\n\
             S_OR_B64 def exec, exec, s[0:1], imp def scc\n\
             S_NOP #0\n",
        );
        assert_eq!(found, [Entry, Part, Part, Part, Entry]);
    }

    #[test]
    fn both_sides_of_a_branch_are_parts() {
        let found = masks_of(
            "block 0 frequency=1 depth=0\n\
             S_AND_SAVEEXEC_B64 def s[0:1], vcc, imp def exec, imp def scc, imp exec\n\
             S_XOR_B64 def s[0:1], exec, s[0:1], imp def scc\n\
             S_ANDN2_SAVEEXEC_B64 def s[0:1], s[0:1], imp def exec, imp def scc, imp exec\n\
             S_OR_B64 def exec, exec, s[0:1], imp def scc\n\
             S_NOP #0\n",
        );
        assert_eq!(found, [Entry, Part, Part, Part, Part]);
    }

    #[test]
    fn what_is_not_known_is_not_taken_for_a_part() {
        for unknown in [
            "S_MOV_B64 def exec, s[4:5]",
            "S_MOV_B64 def exec, #-1",
            "S_OR_B64 def exec, exec, s[4:5], imp def scc",
            "S_XOR_B64 def exec, exec, s[4:5], imp def scc",
            "S_ANDN2_B64 def exec, s[4:5], exec, imp def scc",
            "S_OR_SAVEEXEC_B64 def s[6:7], #-1, imp def exec, imp def scc, imp exec",
            "S_MOV_B32 def exec_lo, s0",
        ] {
            let found = masks_of(&format!(
                "block 0 frequency=1 depth=0\n\
                 S_MOV_B64 def s[0:1], exec\n{unknown}\nS_NOP #0\n\
                 S_MOV_B64 def exec, s[0:1]\nS_NOP #0\n"
            ));
            assert_eq!((found[2], found[4]), (Unknown, Entry), "{unknown}");
        }
        let overwritten = masks_of(
            "block 0 frequency=1 depth=0\n\
             S_MOV_B64 def s[0:1], exec\nS_MOV_B32 def s1, #0\n\
             S_MOV_B64 def exec, s[0:1]\nS_NOP #0\n",
        );
        assert_eq!(overwritten[3], Unknown);
    }

    #[test]
    fn a_loop_that_lanes_leave_runs_with_a_part() {
        let found = masks_of(
            "block 0 frequency=1 depth=0 successors=1\nS_NOP #0\n\
             block 1 frequency=8 depth=1 loop=1 successors=1,2\n\
             S_NOP #0\nS_ANDN2_B64 def exec, exec, s[4:5], imp def scc\n\
             block 2 frequency=1 depth=0\nS_NOP #0\n",
        );
        assert_eq!(found, [Entry, Part, Part, Part]);
    }
}
