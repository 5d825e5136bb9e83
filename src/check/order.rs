//! Is a new order of a block the same program?
//!
//! Abstract domain: inside one scheduling region, the *value* a register slot holds is named
//! by the instruction that last wrote it, or by "live-in" when nothing in the region did.
//! Two orders of a region compute the same when
//!
//! 1. they hold the same instructions, each once, and every boundary keeps its place between
//!    the same regions;
//! 2. every instruction reads the same value from each slot it reads;
//! 3. each slot holds the same value at the region's end, or a value LLVM marked dead;
//! 4. every dependence LLVM found (memory, side effects, registers) still points forwards.
//!
//! 1 to 3 are derived here from the operands alone; 4 is what LLVM's alias analysis knows.

use super::instruction::instruction_text;
use super::waits::request;
use crate::gpu::Unit;
use crate::machine::{BlockId, Function, InstFlags, InstId, OperandFlags, OperandKind, Reg};

/// How a new order differs from the program it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// An instruction is missing.
    Missing {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An instruction is there twice, or comes from another block.
    Foreign {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An instruction crossed a scheduling boundary.
    Boundary {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// The members of a bundle were pulled apart.
    Bundle {
        /// The block.
        block: BlockId,
        /// The member.
        inst: InstId,
    },
    /// An instruction would read another value.
    SlotValue {
        /// The block.
        block: BlockId,
        /// The reader.
        inst: InstId,
        /// The register slot.
        reg: Reg,
    },
    /// A register would hold another value after a region.
    LiveOut {
        /// The block.
        block: BlockId,
        /// The register slot.
        reg: Reg,
    },
    /// An instruction would do something else: another result, address, datum or exec mask, or
    /// memory in another state.
    Effect {
        /// The block.
        block: BlockId,
        /// The instruction.
        inst: InstId,
    },
    /// An access moved to the other side of a wait, or one of the memory model's markers.
    Request {
        /// The block.
        block: BlockId,
        /// What moved.
        inst: InstId,
    },
    /// A dependence would point backwards.
    Dependence {
        /// The earlier instruction.
        from: InstId,
        /// The later instruction.
        to: InstId,
    },
}

impl Violation {
    /// The difference as a sentence. `function` is the one that was checked.
    pub fn describe(&self, function: &Function) -> String {
        let text = |inst| instruction_text(function, inst);
        match *self {
            Violation::Missing { block, inst } => {
                format!("{} of block {} is missing", text(inst), block.0)
            }
            Violation::Foreign { block, inst } => {
                format!(
                    "{} does not belong where block {} names it",
                    text(inst),
                    block.0
                )
            }
            Violation::Boundary { block, inst } => {
                format!(
                    "{} crossed a scheduling boundary of block {}",
                    text(inst),
                    block.0
                )
            }
            Violation::Bundle { block, inst } => {
                format!(
                    "the bundle around {} of block {} was pulled apart",
                    text(inst),
                    block.0
                )
            }
            Violation::SlotValue { block, inst, reg } => format!(
                "{} of block {} would read another value from {reg}",
                text(inst),
                block.0
            ),
            Violation::LiveOut { block, reg } => {
                format!(
                    "{reg} would hold another value after a region of block {}",
                    block.0
                )
            }
            Violation::Effect { block, inst } => format!(
                "{} of block {} would do something else than before",
                text(inst),
                block.0
            ),
            Violation::Request { block, inst } => format!(
                "{} of block {} moved across a wait that orders it",
                text(inst),
                block.0
            ),
            Violation::Dependence { from, to } => {
                format!("{} would no longer run before {}", text(from), text(to))
            }
        }
    }
}

/// Proves that the function, in its present order, is the program that `before` was.
///
/// `before` holds each block's original order. Instructions the core inserted are passed over.
///
/// # Errors
/// The first difference found.
pub fn order(function: &Function, before: &[Vec<InstId>]) -> Result<(), Violation> {
    let mut values = Values::new();
    let mut place = vec![u32::MAX; function.inst_count()];
    for (block, before) in function.block_ids().zip(before) {
        let after = originals(function, block);
        for (at, &id) in after.iter().enumerate() {
            place[id.index()] = at as u32;
        }
        if after == *before {
            continue;
        }
        same_instructions(function, block, before, &after, &place)?;
        let was = values.walk(function, before);
        let is = values.walk(function, &after);
        was.compare(function, block, &is)?;
    }
    for edge in function.edges() {
        let (from, to) = (place[edge.from.index()], place[edge.to.index()]);
        if from != u32::MAX && to != u32::MAX && from >= to {
            return Err(Violation::Dependence {
                from: edge.from,
                to: edge.to,
            });
        }
    }
    Ok(())
}

/// The order of a block as if nothing had been inserted. Where a wait replaces waits of the user
/// and requires no less, those are put back in its place. Waits and markers in a row, with nothing in
/// between that emits code, are put into program order: all of them hold after the row.
pub(super) fn originals(function: &Function, block: BlockId) -> Vec<InstId> {
    let requires_no_less = |wait, user| match (request(function, wait), request(function, user)) {
        (Some(wait), Some(user)) => wait.and(user) == wait,
        _ => false,
    };
    let order = &function.block(block).order;
    let mut all = Vec::with_capacity(order.len());
    for &id in order {
        let users = function.stands_in_for(id);
        all.extend(users.filter(|&user| requires_no_less(id, user)));
        if !function.flags(id).has(InstFlags::INSERTED) {
            all.push(id);
        }
    }
    sort_rows(function, &mut all);
    all
}

/// Brings the waits of each row into program order, which is that of their ids, place by place.
fn sort_rows(function: &Function, order: &mut [InstId]) {
    let mut row: Vec<usize> = Vec::new();
    for at in 0..=order.len() {
        let inst = order.get(at).copied();
        if inst.is_some_and(|i| function.info(i).unit == Unit::Wait) {
            row.push(at);
        } else if !inst.is_some_and(|i| function.flags(i).has(InstFlags::META)) {
            let mut waits: Vec<InstId> = row.iter().map(|&at| order[at]).collect();
            waits.sort_unstable();
            for (at, wait) in row.drain(..).zip(waits) {
                order[at] = wait;
            }
        }
    }
}

/// Each instruction's region, counted by the boundaries before it; a boundary itself has an
/// odd number.
fn regions(function: &Function, order: &[InstId]) -> Vec<(InstId, u32)> {
    let mut region = 0;
    let mut all = Vec::with_capacity(order.len());
    for &id in order {
        if function.flags(id).has(InstFlags::BOUNDARY) {
            all.push((id, region + 1));
            region += 2;
        } else {
            all.push((id, region));
        }
    }
    all.sort_unstable();
    all
}

fn same_instructions(
    function: &Function,
    block: BlockId,
    before: &[InstId],
    after: &[InstId],
    place: &[u32],
) -> Result<(), Violation> {
    let mut is = regions(function, after).into_iter().peekable();
    for (inst, region) in regions(function, before) {
        match is.next_if(|&(found, _)| found <= inst) {
            Some((found, _)) if found < inst => {
                return Err(Violation::Foreign { block, inst: found });
            }
            Some((_, now)) if now != region => return Err(Violation::Boundary { block, inst }),
            Some(_) => {}
            None => return Err(Violation::Missing { block, inst }),
        }
    }
    if let Some((inst, _)) = is.next() {
        return Err(Violation::Foreign { block, inst });
    }
    // A member follows the same instruction as before: its header or the member before it.
    for pair in before.windows(2) {
        let [ahead, member] = pair else { continue };
        if function.flags(*member).has(InstFlags::IN_BUNDLE)
            && place[member.index()] != place[ahead.index()].wrapping_add(1)
        {
            return Err(Violation::Bundle {
                block,
                inst: *member,
            });
        }
    }
    Ok(())
}

/// The last writer of a slot. 0: the value the region began with; otherwise an instruction's id + 1,
/// with the top bit set when LLVM marked the value dead.
type SlotValue = u32;
const DEAD: SlotValue = 1 << 31;

/// The values seen by one walk over a block.
struct Seen {
    /// Per instruction, the values of the slots it reads, in operand order.
    reads: Vec<(InstId, Reg, SlotValue)>,
    /// The values of written slots at each boundary and at the block's end.
    ends: Vec<(u32, Reg, SlotValue)>,
}

/// Register contents during a walk, reused from walk to walk.
struct Values {
    slots: Vec<SlotValue>,
    written: Vec<Reg>,
}

impl Values {
    fn new() -> Values {
        Values {
            slots: vec![0; Reg::COUNT],
            written: Vec::new(),
        }
    }

    fn walk(&mut self, function: &Function, order: &[InstId]) -> Seen {
        let mut seen = Seen {
            reads: Vec::new(),
            ends: Vec::new(),
        };
        let mut region = 0;
        for &id in order {
            if function.flags(id).has(InstFlags::BOUNDARY) {
                self.end_region(region, &mut seen);
                region += 1;
                // Boundaries keep their place; what they read is what the region left.
                continue;
            }
            // A bundle's header repeats what its members do.
            if function.flags(id).has(InstFlags::BUNDLE) {
                continue;
            }
            self.step(function, id, &mut seen);
        }
        self.end_region(region, &mut seen);
        seen.reads.sort_unstable();
        seen
    }

    fn step(&mut self, function: &Function, id: InstId, seen: &mut Seen) {
        let operands = function.operands(id);
        for operand in operands.iter().filter(|o| o.is_use()) {
            if operand.flags.has(OperandFlags::UNDEF) {
                continue;
            }
            for reg in operand.reg().into_iter().flat_map(|range| range.regs()) {
                seen.reads.push((id, reg, self.slots[reg.index()] & !DEAD));
            }
        }
        for operand in operands.iter().filter(|o| o.is_def()) {
            let OperandKind::Reg(range) = operand.kind else {
                continue;
            };
            let dead = if operand.flags.has(OperandFlags::DEAD) {
                DEAD
            } else {
                0
            };
            for reg in range.regs() {
                if self.slots[reg.index()] == 0 {
                    self.written.push(reg);
                }
                self.slots[reg.index()] = (id.0 + 1) | dead;
            }
        }
    }

    fn end_region(&mut self, region: u32, seen: &mut Seen) {
        self.written.sort_unstable();
        for reg in self.written.drain(..) {
            seen.ends
                .push((region, reg, std::mem::take(&mut self.slots[reg.index()])));
        }
    }
}

impl Seen {
    fn compare(&self, function: &Function, block: BlockId, after: &Seen) -> Result<(), Violation> {
        for (was, is) in self.reads.iter().zip(&after.reads) {
            // KILL only marks the end of a live range; it reads nothing.
            if was != is && !function.flags(was.0).has(InstFlags::META) {
                return Err(Violation::SlotValue {
                    block,
                    inst: was.0,
                    reg: was.1,
                });
            }
        }
        for (was, is) in self.ends.iter().zip(&after.ends) {
            let both_dead = was.2 & is.2 & DEAD != 0;
            if (was.0, was.1) != (is.0, is.1) || (was.2 != is.2 && !both_dead) {
                return Err(Violation::LiveOut { block, reg: was.1 });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    const BLOCK: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  V_MOV_B32_e32 def v0, #1, imp exec
  V_MOV_B32_e32 def v1, #2, imp exec
  V_ADD_U32_e32 def v2, v0, v1, imp exec
  V_MOV_B32_e32 def v0, #3, imp exec
  S_ADD_I32 def s0, s0, #1, imp def dead scc
  S_ADD_I32 def s1, s1, #1, imp def dead scc
  S_SETPRIO #1 | effects boundary lat=1
  S_WAITCNT_soft #3952 | effects lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v0, s[2:3], #0, #0, imp exec | store lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v2, s[2:3], #0, #0, imp exec | store lat=1
edge 8 9 order 0
"#;

    fn check(new: &[u32]) -> Result<(), Violation> {
        let mut function = text::parse(BLOCK).expect("valid text");
        let before = vec![function.block(BlockId(0)).order.clone()];
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        order(&function, &before)
    }

    #[test]
    fn harmless_orders_pass() {
        assert_eq!(check(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), Ok(()));
        // Independent moves, dead SCC writes swapped.
        assert_eq!(check(&[5, 1, 0, 2, 4, 3, 6, 7, 8, 9]), Ok(()));
    }

    #[test]
    fn harmful_orders_are_named() {
        let (block, inst) = (BlockId(0), InstId);
        let v0 = Reg::vgpr(0).expect("v0");
        for (new, violation) in [
            (
                &[0, 2, 1, 3, 4, 5, 6, 7, 8, 9][..],
                Violation::SlotValue {
                    block,
                    inst: inst(2),
                    reg: Reg::vgpr(1).expect("v1"),
                },
            ),
            (
                &[0, 1, 3, 2, 4, 5, 6, 7, 8, 9],
                Violation::SlotValue {
                    block,
                    inst: inst(2),
                    reg: v0,
                },
            ),
            (
                &[3, 1, 0, 2, 4, 5, 6, 7, 8, 9],
                Violation::LiveOut { block, reg: v0 },
            ),
            (
                &[0, 1, 2, 3, 4, 6, 5, 7, 8, 9],
                Violation::Boundary {
                    block,
                    inst: inst(5),
                },
            ),
            (
                &[0, 1, 2, 3, 4, 6, 7, 8, 9],
                Violation::Missing {
                    block,
                    inst: inst(5),
                },
            ),
            (
                &[0, 1, 2, 3, 4, 5, 6, 8, 9],
                Violation::Missing {
                    block,
                    inst: inst(7),
                },
            ),
            (
                &[0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9],
                Violation::Foreign {
                    block,
                    inst: inst(4),
                },
            ),
            (
                &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
                Violation::Dependence {
                    from: inst(8),
                    to: inst(9),
                },
            ),
        ] {
            assert_eq!(check(new), Err(violation), "{new:?}");
        }
    }

    const USERS: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  GLOBAL_LOAD_DWORD_SADDR def v0, v3, s[2:3], #0, #0, imp exec | load lat=80
  S_WAITCNT #3953 | effects lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v0, s[2:3], #0, #0, imp exec | store lat=1
edge 0 1 order 0
edge 1 2 order 0
"#;

    #[test]
    fn a_wait_may_take_over_for_a_users_own() {
        let block = BlockId(0);
        let user = InstId(1);
        let check = |place: usize, imm: u16, noted: bool| {
            let mut function = text::parse(USERS).expect("valid text");
            let before = vec![function.block(block).order.clone()];
            let wait = function.add_inserted("S_WAITCNT", i64::from(imm));
            let mut after = vec![InstId(0), InstId(2)];
            after.insert(place, wait);
            function.set_order(block, after);
            if noted {
                function.stand_in(wait, user);
            }
            let same = super::super::same_values(&function, &before);
            assert_eq!(same.is_ok(), order(&function, &before).is_ok());
            order(&function, &before)
        };
        let missing = Err(Violation::Missing { block, inst: user });
        // vmcnt(1) becomes vmcnt(0) in the same place.
        assert_eq!(check(1, 3952, true), Ok(()));
        assert_eq!(check(1, 3952, false), missing);
        // A weaker one does not do.
        assert_eq!(check(1, 3954, true), missing);
        // Nor does one in another place.
        assert_ne!(check(0, 3952, true), Ok(()));
    }

    /// Of several in a row, one stays.
    #[test]
    fn one_of_a_users_waits_may_take_over_for_another() {
        let text = USERS.replace(
            "  S_WAITCNT #3953",
            "  S_WAITCNT #3952 | effects lat=1\n  S_WAITCNT #3952",
        );
        let text = format!("{text}edge 2 3 order 0\n");
        for (kept, user) in [(1, 2), (2, 1)] {
            let mut function = text::parse(&text).expect("valid text");
            let before = vec![function.block(BlockId(0)).order.clone()];
            function.set_order(BlockId(0), [0, kept, 3].map(InstId).to_vec());
            function.stand_in(InstId(kept), InstId(user));
            assert_eq!(order(&function, &before), Ok(()));
        }
    }
}
