//! Executes original and result, and says where they differ.

use std::collections::HashMap;

use cdnasched_base::machine::{BlockId, Function, InstFlags, InstId, Reg};

use crate::events::{Event, Events};
use crate::execute::{Machine, Outcome, Program, Seen, Stream, Turns};
use crate::path::{Limits, paths};

/// Waves of the workgroup that is executed.
const WAVES: usize = 2;

/// What a result does that it may not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A register is read that a load may not have written yet.
    NotThere { event: Event, reg: Reg },
    /// A register is written that an operation may not have read yet.
    NotYetRead { event: Event, reg: Reg },
    /// An instruction reads other values.
    OtherValues { event: Event },
    /// An instruction of the original is not executed.
    NotExecuted { event: Event },
    /// A read may miss a write that the original lets it see.
    Misses { event: Event, write: Event },
    /// A read may see a write that comes later in the original.
    SeesLater { event: Event, write: Event },
    /// Others are told that an operation is complete, and it may not be.
    TooEarly { event: Event, operation: Event },
}

impl Finding {
    /// The finding in words, with the names of the original's instructions.
    pub fn describe(&self, original: &Function) -> String {
        let name = |event: &Event| {
            let opcode = &original.opcode(event.inst).name;
            let Event { wave, visit, inst } = event;
            format!(
                "{opcode} ({}) of wave {wave} at block {visit} of the path",
                inst.0
            )
        };
        match self {
            Finding::NotThere { event, reg } => {
                format!("{} reads {reg}, which may not be there yet", name(event))
            }
            Finding::NotYetRead { event, reg } => {
                format!(
                    "{} writes {reg}, which may not have been read yet",
                    name(event)
                )
            }
            Finding::OtherValues { event } => format!("{} reads other values", name(event)),
            Finding::NotExecuted { event } => format!("{} is not executed", name(event)),
            Finding::Misses { event, write } => {
                format!("{} may miss what {} writes", name(event), name(write))
            }
            Finding::SeesLater { event, write } => {
                format!("{} may see what {} writes later", name(event), name(write))
            }
            Finding::TooEarly { event, operation } => {
                format!(
                    "{} may run before {} is complete",
                    name(event),
                    name(operation)
                )
            }
        }
    }
}

/// How much is executed.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Seeds of paths from the entry.
    pub seeds: u64,
    /// How long each path may become.
    pub limits: Limits,
}

/// What has been executed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub functions: usize,
    pub paths: usize,
    /// Instructions of one wave in one order.
    pub instructions: usize,
    /// Reads of memory, and operations that were published, of the original.
    pub reads: usize,
    pub published: usize,
}

/// Everything that the result, read in that way, does wrong, one finding a path. Both functions
/// have the same instructions under the same numbers, but for waits.
pub fn differences(
    original: &Function,
    result: (&Function, Stream),
    budget: Budget,
    tally: &mut Tally,
) -> Vec<Finding> {
    tally.functions += 1;
    let mut findings = Vec::new();
    let mut order = Order::new(original);
    for path in paths(original, budget.seeds, budget.limits) {
        findings.extend(along(original, result, &path, &mut order, tally).err());
    }
    findings
}

fn along(
    original: &Function,
    (result, stream): (&Function, Stream),
    path: &[BlockId],
    order: &mut Order<'_>,
    tally: &mut Tally,
) -> Result<(), Finding> {
    let (was, is) = (Program::new(original, path), Program::new(result, path));
    let (numbers, events) = was.numbers(WAVES);
    let mut expected: Option<Outcome> = None;
    for turns in Turns::ALL {
        let outcome = Machine::new(&was, Stream::Original, &numbers, WAVES).run(turns)?;
        match &mut expected {
            None => expected = Some(outcome),
            Some(expected) => widen(expected, &outcome),
        }
    }
    let Some(expected) = expected else {
        return Ok(());
    };
    tally.paths += 1;
    tally.instructions += expected.values.len() / WAVES;
    tally.reads += expected.seen.len();
    let published = expected.complete.values();
    tally.published += published.map(|c| c.count()).sum::<usize>();
    for turns in Turns::ALL {
        let outcome = Machine::new(&is, stream, &numbers, WAVES).run(turns)?;
        let mut comparison = Comparison {
            program: &was,
            events: &events,
            order,
        };
        comparison.compare(&expected, &outcome)?;
    }
    Ok(())
}

/// Leaves what holds in whatever order waves run.
fn widen(expected: &mut Outcome, other: &Outcome) {
    for (event, Seen { surely, perhaps }) in &mut expected.seen {
        if let Some(other) = other.seen.get(event) {
            surely.intersect(&other.surely);
            perhaps.unite(&other.perhaps);
        }
    }
}

struct Comparison<'c, 'f> {
    program: &'c Program<'c>,
    events: &'c [Event],
    order: &'c mut Order<'f>,
}

impl Comparison<'_, '_> {
    fn compare(&mut self, was: &Outcome, is: &Outcome) -> Result<(), Finding> {
        first(&was.values, |&event, value| match is.values.get(&event) {
            None => Some(Finding::NotExecuted { event }),
            Some(now) => (now != value).then_some(Finding::OtherValues { event }),
        })?;
        let complete = |&event: &Event, complete: &Events| {
            let missing = complete.without(is.complete.get(&event)?);
            let operations = &self.program.operations;
            let mut missing = missing.map(|number| self.events[number]);
            let operation = missing.find(|m| operations[m.inst.index()].shared)?;
            Some(Finding::TooEarly { event, operation })
        };
        first(&was.complete, complete)?;
        let mut reads: Vec<usize> = was.seen.keys().copied().collect();
        reads.sort_unstable();
        for read in reads {
            let event = self.events[read];
            let (was, Some(is)) = (&was.seen[&read], is.seen.get(&read)) else {
                return Err(Finding::NotExecuted { event });
            };
            for write in was.surely.without(&is.surely) {
                let write = self.events[write];
                if self.is_seen_in_order(event, write, write.inst, event.inst) {
                    return Err(Finding::Misses { event, write });
                }
            }
            for write in is.perhaps.without(&was.perhaps) {
                let write = self.events[write];
                if self.is_seen_in_order(event, write, event.inst, write.inst) {
                    return Err(Finding::SeesLater { event, write });
                }
            }
        }
        Ok(())
    }

    /// Whether a write is one of what the read reads, and one of them has to come first.
    fn is_seen_in_order(&mut self, read: Event, write: Event, a: InstId, b: InstId) -> bool {
        let operations = &self.program.operations;
        let spaces = operations[read.inst.index()].reads;
        let together = (read.wave, read.visit) == (write.wave, write.visit);
        spaces.meets(operations[write.inst.index()].writes)
            && (!together || self.order.is_fixed(a, b))
    }
}

/// The finding that comes first in the order of events.
fn first<T>(
    all: &HashMap<Event, T>,
    find: impl Fn(&Event, &T) -> Option<Finding>,
) -> Result<(), Finding> {
    let found = all
        .iter()
        .filter_map(|(event, value)| Some((event, find(event, value)?)));
    let earliest = found.min_by_key(|(event, _)| (event.visit, event.wave, event.inst));
    earliest.map_or(Ok(()), |(_, finding)| Err(finding))
}

/// Which instructions of one block keep their order.
struct Order<'f> {
    function: &'f Function,
    /// Counts the boundaries before each instruction; a boundary itself has an odd number.
    region: Vec<u32>,
    /// The header of each instruction's bundle, or itself.
    header: Vec<InstId>,
    /// Edges by their source.
    edges: HashMap<InstId, Vec<InstId>>,
    /// What has to come after an instruction of its region.
    later: HashMap<InstId, Vec<bool>>,
}

impl<'f> Order<'f> {
    fn new(function: &'f Function) -> Order<'f> {
        let mut region = vec![0; function.inst_count()];
        let mut header: Vec<InstId> = (0..function.inst_count() as u32).map(InstId).collect();
        let (mut current, mut last) = (0, InstId(0));
        for block in function.blocks() {
            for &inst in &block.order {
                if !function.flags(inst).has(InstFlags::IN_BUNDLE) {
                    last = inst;
                }
                header[inst.index()] = last;
                let boundary = function.flags(inst).has(InstFlags::BOUNDARY);
                region[inst.index()] = current + u32::from(boundary);
                current += 2 * u32::from(boundary);
            }
        }
        let mut edges: HashMap<InstId, Vec<InstId>> = HashMap::new();
        for edge in function.edges() {
            edges.entry(edge.from).or_default().push(edge.to);
        }
        Order {
            function,
            region,
            header,
            edges,
            later: HashMap::new(),
        }
    }

    /// Whether `first` comes before `second` in any order that LLVM's dependences allow.
    fn is_fixed(&mut self, first: InstId, second: InstId) -> bool {
        let (one, other) = (self.region[first.index()], self.region[second.index()]);
        if one != other {
            return one < other;
        }
        if self.header[first.index()] == self.header[second.index()] {
            return first < second;
        }
        let (first, second) = (self.header[first.index()], self.header[second.index()]);
        if !self.later.contains_key(&first) {
            let mut later = vec![false; self.function.inst_count()];
            let mut open = vec![first];
            while let Some(inst) = open.pop() {
                for &next in self.edges.get(&inst).into_iter().flatten() {
                    if !std::mem::replace(&mut later[next.index()], true) {
                        open.push(next);
                    }
                }
            }
            self.later.insert(first, later);
        }
        self.later[&first][second.index()]
    }
}
