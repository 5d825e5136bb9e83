//! Do any two instructions stand too close to each other?
//!
//! Evaluation: from every instruction that is the second of some rule, all paths are walked
//! backwards, pair by pair, until the widest requirement is met. A path carries
//!
//! 1. the wait states between its current place and the consumer;
//! 2. which instructions that a rule asks about ([`Via`]) lie in between;
//! 3. whether everything in between continues one run of memory instructions;
//! 4. which of the consumer's registers a later matrix result has overwritten: the matrix pipe
//!    writes in issue order, so that what waits for the later result has waited for the earlier.
//!
//! Paths that reach a block with the same four go on as one. Wait states are counted no further
//! than the widest requirement, so there are finitely many, and every loop is left. At the entry
//! of the function nothing is outstanding, and a call passes on what was outstanding before it.
//!
//! The rows of the table are facts shared with the room that places nops. How an instruction
//! falls into their classes is read anew from its operands (`acts`).

mod acts;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use super::exits::{Exit, exits};
use crate::hazard::{self, Consumer, Policy, Producer, Relation, Rule, Share, Via};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, Reg, RegRange};
use crate::target::{MatrixKind, OpTraits, Passes, Role, WaitStates};

use acts::Act;

/// Two instructions that are too close on some path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenHazard {
    /// The row that requires more.
    pub rule: &'static Rule,
    /// The first instruction.
    pub producer: InstId,
    /// The second instruction.
    pub consumer: InstId,
    /// The first register concerned; `None` when the row looks at none.
    pub register: Option<Reg>,
    /// Wait states between them on that path.
    pub have: WaitStates,
    /// Wait states there must be.
    pub need: WaitStates,
    /// The blocks of that path, from the producer's to the consumer's.
    pub path: Vec<BlockId>,
}

impl fmt::Display for OpenHazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (producer, consumer) = (self.producer.0, self.consumer.0);
        write!(
            f,
            "instruction {consumer} is {} wait states behind instruction {producer}, {} are needed",
            self.have, self.need
        )?;
        if let Some(reg) = self.register {
            write!(f, " for {reg}")?;
        }
        let path: Vec<String> = self.path.iter().map(|b| b.0.to_string()).collect();
        write!(f, ", by way of block {}: {}", path.join(", "), self.rule)
    }
}

/// Every pair of instructions that is too close by the numbers of a policy: per pair the path
/// and the row that miss most, in layout order of the second instruction.
pub fn hazards(function: &Function, policy: Policy) -> Vec<OpenHazard> {
    let judge = Judge::new(function, policy);
    let mut open = Vec::new();
    for block in function.block_ids() {
        for at in 0..function.block(block).order.len() {
            judge.consumer(block, at, &mut open);
        }
    }
    open
}

/// A row in force.
struct Row {
    rule: &'static Rule,
    /// Mask of its producer classes.
    first: u32,
    /// The most it may require.
    most: u32,
}

struct Judge<'a> {
    function: &'a Function,
    policy: Policy,
    rows: Vec<Row>,
    /// Rows by consumer class.
    by_second: Vec<Vec<usize>>,
    /// By instruction: what it does as the first of a pair, and the mask of those classes.
    first: Vec<(u32, Vec<Act<Producer>>)>,
    /// By block: the ways into it.
    ways_in: Vec<Vec<Exit>>,
}

/// A row that the consumer at hand may have to satisfy, with the registers it concerns.
struct Demand {
    row: usize,
    regs: Option<RegRange>,
}

/// The consumer at hand.
struct Case {
    consumer: InstId,
    demands: Vec<Demand>,
    /// Producer classes of all demands.
    reach: u32,
    /// No producer further away matters.
    window: u32,
    /// A demand is about runs of memory instructions of this class, however long they are.
    run: Option<Producer>,
    /// The registers whose overwriting by matrix results is followed.
    slots: Vec<Reg>,
}

/// What a path carries at one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    block: BlockId,
    /// Instructions of the block that are still to be looked at.
    end: usize,
    distance: u32,
    via: u8,
    in_run: bool,
    overwritten: u128,
}

fn bit(class: Producer) -> u32 {
    1 << class as u32
}

impl<'a> Judge<'a> {
    fn new(function: &'a Function, policy: Policy) -> Judge<'a> {
        let ids = (0..function.inst_count() as u32).map(InstId);
        let first: Vec<_> = ids
            .map(|id| {
                let acts = acts::as_first(function, id);
                (acts.iter().fold(0, |mask, act| mask | bit(act.0)), acts)
            })
            .collect();
        let present = first.iter().fold(0, |mask, (classes, _)| mask | classes);
        let mut rows = Vec::new();
        let mut by_second = vec![Vec::new(); Consumer::COUNT];
        for rule in hazard::rules().filter(|rule| rule.gpus.contains(&function.gpu)) {
            let classes = rule.producer.iter().fold(0, |mask, &c| mask | bit(c));
            let passes = [2, 4, 8, 16].map(Passes);
            let needs = passes.map(|p| rule.need(policy).of(p).0);
            let most = needs.into_iter().max().unwrap_or(0);
            if most == 0 || classes & present == 0 {
                continue;
            }
            for &second in rule.consumer {
                by_second[second as usize].push(rows.len());
            }
            rows.push(Row {
                rule,
                first: classes,
                most,
            });
        }
        let mut ways_in = vec![Vec::new(); function.blocks().len()];
        for way in function.block_ids().flat_map(|b| exits(function, b)) {
            ways_in[way.to.index()].push(way);
        }
        Judge {
            function,
            policy,
            rows,
            by_second,
            first,
            ways_in,
        }
    }

    fn case(&self, consumer: InstId) -> Option<Case> {
        let mut case = Case {
            consumer,
            demands: Vec::new(),
            reach: 0,
            window: 0,
            run: None,
            slots: Vec::new(),
        };
        for (class, regs) in acts::as_second(self.function, consumer) {
            for &row in &self.by_second[class as usize] {
                let facts = &self.rows[row];
                case.reach |= facts.first;
                case.window = case.window.max(facts.most);
                if facts.rule.relation == Relation::Clause {
                    case.run = acts::run_of(self.function, consumer).map(|(first, _)| first);
                }
                case.demands.push(Demand { row, regs });
            }
            for reg in regs.into_iter().flat_map(RegRange::regs) {
                if !case.slots.contains(&reg) && case.slots.len() < u128::BITS as usize {
                    case.slots.push(reg);
                }
            }
        }
        (!case.demands.is_empty()).then_some(case)
    }

    /// Judges the instruction at that place against everything before it.
    fn consumer(&self, block: BlockId, at: usize, open: &mut Vec<OpenHazard>) {
        let consumer = self.function.block(block).order[at];
        let Some(case) = self.case(consumer) else {
            return;
        };
        let start = Place {
            block,
            end: at,
            distance: 0,
            via: 0,
            in_run: true,
            overwritten: 0,
        };
        // Places with the index of the one they were reached from.
        let mut places = vec![(start, None)];
        let mut seen = HashSet::new();
        let mut worst: BTreeMap<InstId, OpenHazard> = BTreeMap::new();
        let mut next = 0;
        while let Some(&(mut place, _)) = places.get(next) {
            let order = &self.function.block(place.block).order;
            let mut alive = true;
            for &inst in order[..place.end].iter().rev() {
                if let Some(mut found) = self.pair(&case, inst, &place) {
                    let missing = |h: &OpenHazard| h.need - h.have;
                    if worst
                        .get(&inst)
                        .is_none_or(|known| missing(known) < missing(&found))
                    {
                        found.path = path(&places, next);
                        worst.insert(inst, found);
                    }
                }
                self.pass(&case, inst, &mut place);
                let in_run = place.in_run && case.run.is_some();
                if place.distance >= case.window && !in_run {
                    alive = false;
                    break;
                }
            }
            if alive {
                for way in &self.ways_in[place.block.index()] {
                    let before = Place {
                        block: way.from,
                        end: way.executed,
                        ..place
                    };
                    if seen.insert(before) {
                        places.push((before, Some(next)));
                    }
                }
            }
            next += 1;
        }
        open.extend(worst.into_values());
    }

    /// Takes a path past an instruction, towards the function's entry.
    fn pass(&self, case: &Case, inst: InstId, place: &mut Place) {
        let info = self.function.info(inst);
        let worth = acts::worth(self.function, inst);
        place.distance = (place.distance + worth).min(case.window);
        let run = acts::run_of(self.function, inst).map(|(first, _)| first);
        if worth > 0 && (run.is_none() || run != case.run) {
            place.in_run = false;
        }
        if info.has(OpTraits::ACC_READ) || info.has(OpTraits::ACC_WRITE) {
            place.via |= via_bit(Via::AccMove);
        }
        let Some(matrix) = info.matrix else { return };
        if matrix.kind == MatrixKind::Dgemm {
            place.via |= via_bit(Via::Dgemm);
        }
        match matrix.passes {
            Passes(8) => place.via |= via_bit(Via::EightPasses),
            Passes(16) => place.via |= via_bit(Via::SixteenPasses),
            _ => {}
        }
        if let Some(result) = self.operand(inst, Role::Dst) {
            for (slot, &reg) in case.slots.iter().enumerate() {
                place.overwritten |= u128::from(result.contains(reg)) << slot;
            }
        }
    }

    fn operand(&self, inst: InstId, role: Role) -> Option<RegRange> {
        self.function.operand(inst, role).and_then(Operand::reg)
    }

    /// The worst unmet row between an instruction on a path and the consumer.
    fn pair(&self, case: &Case, producer: InstId, place: &Place) -> Option<OpenHazard> {
        let (classes, acts) = &self.first[producer.index()];
        if classes & case.reach == 0 {
            return None;
        }
        let passes = self.function.info(producer).matrix.map(|m| m.passes);
        let mut worst: Option<OpenHazard> = None;
        for demand in &case.demands {
            let row = &self.rows[demand.row];
            if row.first & classes == 0 {
                continue;
            }
            let need = row.rule.need(self.policy).of(passes.unwrap_or_default());
            // Within a run the distance does not count: only something else ends it.
            let have = match row.rule.relation {
                Relation::Clause => WaitStates(0),
                _ => WaitStates(place.distance),
            };
            let between = row.rule.via.is_none_or(|v| place.via & via_bit(v) != 0);
            if have >= need || !between || worst.as_ref().is_some_and(|w| w.need >= need) {
                continue;
            }
            let relation = row.rule.relation;
            let of_row = acts.iter().filter(|a| row.rule.producer.contains(&a.0));
            for act in of_row {
                let shared = shared(case, place, act, demand.regs);
                let related = match relation {
                    Relation::Overlap => shared.is_some(),
                    Relation::SrcC(share) => {
                        let tuple = act.1 == demand.regs;
                        let kind = self.sharing(tuple, producer, case.consumer);
                        shared.is_some() && share.or(kind) == share
                    }
                    Relation::Clause => place.in_run && self.conflict(producer, case.consumer),
                    _ => self.related(relation, producer, case.consumer, shared),
                };
                if related {
                    worst = Some(OpenHazard {
                        rule: row.rule,
                        producer,
                        consumer: case.consumer,
                        register: shared,
                        have,
                        need,
                        path: Vec::new(),
                    });
                    break;
                }
            }
        }
        worst
    }

    /// The relations that depend on neither path nor tuples.
    fn related(
        &self,
        relation: Relation,
        producer: InstId,
        consumer: InstId,
        shared: Option<Reg>,
    ) -> bool {
        let opcode = |id| self.function.inst(id).opcode;
        let named = |id| acts::hardware_register(self.function, id);
        match relation {
            Relation::SameOpcode => shared.is_some() && opcode(producer) == opcode(consumer),
            Relation::OtherOpcode => shared.is_some() && opcode(producer) != opcode(consumer),
            Relation::SameHwReg => named(producer) == named(consumer),
            _ => true,
        }
    }

    /// How a matrix instruction takes the result of another as its accumulator.
    fn sharing(&self, tuple: bool, producer: InstId, consumer: InstId) -> Share {
        let matrix = |id| self.function.info(id).matrix;
        match (tuple, matrix(producer), matrix(consumer)) {
            (true, Some(p), Some(c)) if p.passes == c.passes => {
                if (p.kind, p.m) == (c.kind, c.m) {
                    Share::CHAIN
                } else {
                    Share::SAME_PASSES
                }
            }
            (true, ..) => Share::SAME_TUPLE,
            (false, ..) => Share::OVERLAP,
        }
    }

    /// Whether replaying a run with both would go wrong: one loads what the other, or itself,
    /// reads, or the second stores behind a load.
    fn conflict(&self, first: InstId, second: InstId) -> bool {
        let loads_from = |a: InstId, b: InstId| {
            let defs = self.function.operands(a).iter().filter(|o| o.is_def());
            defs.filter_map(Operand::reg).any(|def| {
                let uses = self.function.operands(b).iter().filter(|o| !o.is_def());
                uses.filter_map(Operand::reg).any(|use_| def.overlaps(use_))
            })
        };
        let loads = self.function.operands(first).iter().any(Operand::is_def);
        let stores = self.function.flags(second).has(InstFlags::MAY_STORE);
        loads_from(first, second)
            || loads_from(second, first)
            || loads_from(first, first)
            || loads && (stores || loads_from(second, second))
    }
}

fn via_bit(via: Via) -> u8 {
    match via {
        Via::Dgemm => 1,
        Via::AccMove => 2,
        Via::EightPasses => 4,
        Via::SixteenPasses => 8,
    }
}

/// The first register that both are about, unless the producer is a matrix result that another
/// one has overwritten by then.
fn shared(
    case: &Case,
    place: &Place,
    act: &Act<Producer>,
    second: Option<RegRange>,
) -> Option<Reg> {
    use Producer::{Dgemm4, Dgemm16, Sgemm, Xdl};
    let (first, second) = (act.1?, second?);
    if !first.overlaps(second) {
        return None;
    }
    let result = matches!(act.0, Xdl | Sgemm | Dgemm4 | Dgemm16);
    let gone = |reg: Reg| {
        let slot = case.slots.iter().position(|s| *s == reg);
        result && slot.is_some_and(|slot| place.overwritten >> slot & 1 == 1)
    };
    first.regs().find(|&reg| second.contains(reg) && !gone(reg))
}

/// The blocks from a place to the consumer.
fn path(places: &[(Place, Option<usize>)], from: usize) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    let mut at = Some(from);
    while let Some((place, next)) = at.and_then(|at| places.get(at)) {
        blocks.push(place.block);
        at = *next;
    }
    blocks
}
