//! Are any two instructions too close to each other?
//!
//! From every instruction that is the second of some rule, all paths are walked backwards, pair by
//! pair, until the largest requirement is met. A path carries
//!
//! 1. the wait states between its current place and the consumer;
//! 2. which instructions that a rule requires in between ([`Via`]) were passed;
//! 3. whether everything in between continues one run of memory instructions;
//! 4. which of the consumer's registers a later matrix result has overwritten: the matrix pipe
//!    writes in issue order, so that what waits for the later result has waited for the earlier.
//!
//! Paths that reach a block with the same four continue as one. Wait states are counted only up to
//! the largest requirement, so there are finitely many such paths, and every loop is left. At the
//! entry of the function nothing is outstanding, and what is outstanding before a call still is
//! after it.
//!
//! Where control leaves the function, the code after the jump may begin with the second
//! instruction of any row. The rows that placement has for this ([`Consumer::Leave`]) are not used
//! here: the largest requirement of all other rows must be met after the jump.
//!
//! The rows of the table are facts shared with the placement of nops. How an instruction is sorted
//! into their classes is derived independently from its operands (`acts`).

mod acts;
mod between;
mod distance;
mod nops;
mod pairs;
mod registers;
mod relations;
mod second;

use std::collections::{BTreeMap, HashSet};

use super::exits::{Exit, exits};
use super::instruction::instruction_text;
use crate::gpu::{Passes, WaitStates};
use crate::machine::{BlockId, Function, InstFlags, InstId, Reg, RegFile, RegRange};
use crate::rules::{Consumer, Policy, Producer, Relation, Rule, Via, rules};

use acts::Act;
use between::Between;
pub use distance::Count;
use distance::{Ahead, Measure};
pub use nops::idle_nops;
pub use pairs::Pairs;
use registers::Registers;
use relations::Shared;
use second::{Concern, Second};

/// Two instructions that are too close on some path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenHazard {
    /// The row that requires more.
    pub rule: &'static Rule,
    /// The first instruction.
    pub producer: InstId,
    /// The second instruction.
    pub consumer: InstId,
    /// The first register concerned; `None` when the row is not about registers.
    pub register: Option<Reg>,
    /// The row is about what code of another function may begin with, to which the second instruction goes.
    pub elsewhere: bool,
    /// Wait states between them on that path.
    pub have: WaitStates,
    /// Wait states required.
    pub need: WaitStates,
    /// The blocks of that path, from the producer's to the consumer's.
    pub path: Vec<BlockId>,
}

impl OpenHazard {
    /// The pair, what it lacks and the row that requires it, as a sentence.
    pub fn describe(&self, function: &Function) -> String {
        let register = self
            .register
            .map_or(String::new(), |reg| format!(" for {reg}"));
        let path: Vec<String> = self.path.iter().map(|b| b.0.to_string()).collect();
        format!(
            "{} is {} wait states after {}, {} are needed{register}, by way of block {}: {}",
            instruction_text(function, self.consumer),
            self.have,
            instruction_text(function, self.producer),
            self.need,
            path.join(", "),
            self.rule
        )
    }
}

/// Every pair of instructions that is too close by the numbers of a policy, each with the path and
/// the row that miss the most wait states, in layout order of the second instruction. Pairs that only the
/// author of inline assembly can take apart are not among them.
pub fn hazards(function: &Function, policy: Policy) -> Vec<OpenHazard> {
    all(function, policy).between
}

/// As [`hazards`], of pairs of instructions that follow each other in one piece of inline assembly.
pub fn hazards_in_asm(function: &Function, policy: Policy) -> Vec<OpenHazard> {
    let insts = function.blocks().iter().flat_map(|b| &b.order);
    let mut inside = insts.filter(|&&inst| function.flags(inst).has(InstFlags::IN_ASM));
    match inside.nth(1) {
        Some(_) => all(function, policy).in_asm,
        None => Vec::new(),
    }
}

/// As [`hazards`], of code that others wrote: every `s_nop` is taken at its word, where ours never have more than eight
/// wait states on GPUs whose documents promise no more. By the documents alone ([`Policy::Isa`]) a scalar register that
/// the scalar ALU has written since holds no result of the vector ALU: hardware orders the two.
pub fn hazards_as_written(function: &Function, policy: Policy, count: Count) -> Vec<OpenHazard> {
    let mut checker = Checker::new(function, policy);
    checker.long_nops = true;
    checker.measure = Measure::new(function, count);
    checker.follows_scalars = policy == Policy::Isa;
    every_place(&checker).between
}

fn all(function: &Function, policy: Policy) -> Open {
    every_place(&Checker::new(function, policy))
}

fn every_place(checker: &Checker<'_>) -> Open {
    let function = checker.function;
    let mut open = Open::default();
    for block in function.block_ids() {
        for at in 0..function.block(block).order.len() {
            checker.consumer(block, at, &mut open);
        }
    }
    open
}

/// What is open.
#[derive(Default)]
struct Open {
    between: Vec<OpenHazard>,
    /// Where nothing can be put in between: both follow each other in one piece of assembly.
    in_asm: Vec<OpenHazard>,
}

/// A row in force.
struct Row {
    rule: &'static Rule,
    /// Mask of its producer classes.
    first: u32,
    /// The most it may require.
    most: u32,
}

struct Checker<'a> {
    function: &'a Function,
    policy: Policy,
    rows: Vec<Row>,
    /// Rows by consumer class.
    by_second: Vec<Vec<usize>>,
    /// By instruction: what it does as the first of a pair, and the mask of those classes.
    first: Vec<(u32, Vec<Act<Producer>>)>,
    /// By instruction: what it does to a path that passes it.
    between: Vec<Between>,
    /// By block: the ways into it.
    ways_in: Vec<Vec<Exit>>,
    /// A nop that counts for that many wait states instead of its own.
    instead: Option<(InstId, u32)>,
    /// An `s_nop` is good for all its wait states on every GPU.
    long_nops: bool,
    /// What counts as a wait state.
    measure: Measure<'a>,
    /// What the scalar ALU writes replaces results of the vector ALU.
    follows_scalars: bool,
    /// Pairs that are far enough apart are found as well, if the second is within reach of the largest requirement.
    with_met: bool,
}

/// What the field of `s_nop` can say: LLVM 22 makes use of it on all GPUs (llvm-project #158990).
const LONGEST_NOP: i64 = 16;

/// What a path carries at one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CodePoint {
    block: BlockId,
    /// Instructions of the block that are still to be looked at.
    end: usize,
    distance: u32,
    via: u8,
    in_run: bool,
    overwritten: Registers,
    /// Scalar registers of the consumer that the scalar ALU has written since, by their number.
    replaced: u128,
    /// What is ahead of the consumer by how much, where time counts.
    ahead: Ahead,
}

fn bit(class: Producer) -> u32 {
    1 << class as u32
}

impl<'a> Checker<'a> {
    fn new(function: &'a Function, policy: Policy) -> Checker<'a> {
        let ids = (0..function.inst_count() as u32).map(InstId);
        let first: Vec<_> = ids
            .clone()
            .map(|id| {
                let acts = acts::as_first(function, id);
                (acts.iter().fold(0, |mask, act| mask | bit(act.0)), acts)
            })
            .collect();
        let present = first.iter().fold(0, |mask, (classes, _)| mask | classes);
        let mut rows = Vec::new();
        let mut by_second = vec![Vec::new(); Consumer::COUNT];
        for rule in rules().filter(|rule| rule.gpus.contains(&function.gpu)) {
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
        Checker {
            function,
            policy,
            rows,
            by_second,
            first,
            between: ids.map(|id| Between::of(function, id)).collect(),
            ways_in,
            instead: None,
            long_nops: false,
            measure: Measure::new(function, distance::Count::Instructions),
            follows_scalars: false,
            with_met: false,
        }
    }

    /// Checks the instruction at that place against everything before it.
    fn consumer(&self, block: BlockId, at: usize, open: &mut Open) {
        let order = &self.function.block(block).order;
        let consumer = order[at];
        let in_asm = |inst: &InstId| self.function.flags(*inst).has(InstFlags::IN_ASM);
        // The first of the same assembly, if it is in one.
        let beginning = order[..at].iter().rposition(|inst| !in_asm(inst));
        let beginning = beginning.filter(|_| in_asm(&consumer)).unwrap_or(at);
        let Some(case) = self.case(consumer) else {
            return;
        };
        let mut start = CodePoint {
            block,
            end: at,
            distance: 0,
            via: 0,
            in_run: true,
            overwritten: Registers::default(),
            replaced: 0,
            ahead: Ahead::default(),
        };
        self.measure.note(consumer, 0, &mut start.ahead);
        // Places with the index of the one they were reached from.
        let mut places = vec![(start, None)];
        let mut seen = HashSet::new();
        let mut worst: BTreeMap<(bool, InstId), OpenHazard> = BTreeMap::new();
        let mut next = 0;
        while let Some(&(mut place, _)) = places.get(next) {
            let order = &self.function.block(place.block).order;
            let mut alive = true;
            for (before, &inst) in order[..place.end].iter().enumerate().rev() {
                // What comes before the consumer again around a loop is not.
                let key = (next == 0 && before >= beginning, inst);
                if let Some(mut found) = self.pair(&case, inst, &place) {
                    let missing = |h: &OpenHazard| i64::from(h.need.0) - i64::from(h.have.0);
                    if worst
                        .get(&key)
                        .is_none_or(|known| missing(known) < missing(&found))
                    {
                        found.path = path(&places, next);
                        worst.insert(key, found);
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
                    let more = self.measure.way(way);
                    let before = CodePoint {
                        block: way.from,
                        end: way.executed,
                        distance: (place.distance + more).min(case.window),
                        ..place
                    };
                    if seen.insert(before) {
                        places.push((before, Some(next)));
                    }
                }
            }
            next += 1;
        }
        for ((in_asm, _), found) in worst {
            match in_asm {
                true => open.in_asm.push(found),
                false => open.between.push(found),
            }
        }
    }

    /// The worst unmet row between an instruction on a path and the consumer.
    fn pair(&self, case: &Second, producer: InstId, place: &CodePoint) -> Option<OpenHazard> {
        let (classes, acts) = &self.first[producer.index()];
        if classes & case.reach == 0 {
            return None;
        }
        let matrix = self.function.info(producer).matrix.map(|m| m.passes);
        let gap = self.measure.gap(producer, &place.ahead);
        let mut worst: Option<OpenHazard> = None;
        for demand in &case.demands {
            let row = &self.rows[demand.row];
            if row.first & classes == 0 {
                continue;
            }
            let relation = row.rule.relation;
            // Within a run the distance does not count: only something else ends it.
            let have = match (relation, demand.of) {
                (Relation::Clause, _) => 0,
                (_, Concern::Registers(_)) => place.distance.max(gap),
                (_, Concern::Elsewhere(own)) => place.distance.max(gap) + own,
            };
            let have = WaitStates(have);
            if row.rule.via.is_some_and(|v| place.via & via_bit(v) == 0) {
                continue;
            }
            let of_row = acts.iter().filter(|a| row.rule.producer.contains(&a.0));
            for act in of_row {
                let passes = acts::size_for_passes(act).or(matrix).unwrap_or_default();
                let need = row.rule.need(self.policy).of(passes);
                let met = have >= need && (!self.with_met || need.0 == 0);
                if met || worst.as_ref().is_some_and(|w| w.need >= need) {
                    continue;
                }
                let (shared, related) = match demand.of {
                    Concern::Elsewhere(_) => {
                        let left = left(place, act);
                        let in_run = relation != Relation::Clause || place.in_run;
                        (left, in_run && (act.1.is_none() || left.is_some()))
                    }
                    Concern::Registers(regs) => {
                        let shared = shared(place, act, regs);
                        let same = act.1 == regs;
                        (
                            shared,
                            self.related(
                                relation,
                                producer,
                                case,
                                place,
                                Shared {
                                    first: shared,
                                    same,
                                },
                            ),
                        )
                    }
                };
                if related {
                    worst = Some(OpenHazard {
                        rule: row.rule,
                        producer,
                        consumer: case.consumer,
                        register: shared,
                        // A jump is the second instruction of no row.
                        elsewhere: matches!(demand.of, Concern::Elsewhere(_)),
                        have,
                        need,
                        path: Vec::new(),
                    });
                }
            }
        }
        worst
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

/// The first register that both are about, unless something else has overwritten it by then.
fn shared(place: &CodePoint, act: &Act<Producer>, second: Option<RegRange>) -> Option<Reg> {
    let (first, second) = (act.1?, second?);
    let mut both = first.regs().filter(|reg| second.contains(*reg));
    both.find(|reg| !gone(place, act, *reg))
}

/// The first register of the producer that nothing has overwritten.
fn left(place: &CodePoint, act: &Act<Producer>) -> Option<Reg> {
    act.1?.regs().find(|reg| !gone(place, act, *reg))
}

fn gone(place: &CodePoint, act: &Act<Producer>, reg: Reg) -> bool {
    use Producer::{Dgemm4, Dgemm16, Sgemm, ValuScalar, Xdl};
    match act.0 {
        Xdl | Sgemm | Dgemm4 | Dgemm16 => place.overwritten.contains(reg),
        ValuScalar => place.replaced & scalar_bit(reg) != 0,
        _ => false,
    }
}

/// The bit of an SGPR or a half of VCC; none for other registers.
fn scalar_bit(reg: Reg) -> u128 {
    match reg {
        Reg::VCC_LO => 1 << 126,
        Reg::VCC_HI => 1 << 127,
        _ if reg.file() == RegFile::Sgpr => 1 << reg.number(),
        _ => 0,
    }
}

/// The blocks from a place to the consumer.
fn path(places: &[(CodePoint, Option<usize>)], from: usize) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    let mut at = Some(from);
    while let Some((place, next)) = at.and_then(|at| places.get(at)) {
        blocks.push(place.block);
        at = *next;
    }
    blocks
}
