//! Do the requests of the original stream still hold?
//!
//! Before stage 1 the stream holds requests: the waits and markers of the memory legaliser, and the
//! user's own waits. Each requires that certain accesses are complete at its place: before the
//! barriers, cache controls, atomics and other accesses that follow.
//!
//! * [`kept`]: a new order has each request between the same accesses as before;
//! * [`lost`]: in a finished stream, the waits complete what each request requires, on every path,
//!   before the next instruction that it orders.
//!
//! For the second, a request is identified by the number of accesses before it, which LLVM's later
//! passes do not change. So a stream in which the requests are gone can be checked as well.
//!
//! Plain loads of vector memory may change places with requests that are not about vector memory: for those requests they
//! do not count. (What they may pass besides, barriers, is looked at by `passing`.) What moves values between lanes by way of the
//! LDS unit accesses no memory: it may change places with requests that do not count it, and with cache controls and markers.

use std::collections::VecDeque;

use super::Violation;
use super::instruction::instruction_text;
use super::order::originals;
use super::ordered::{is_between_lanes, is_ordered};
use super::passing::is_plain_load;
use super::waits::{State, each_state, loads_into_lds, outstanding};
use crate::gpu::{Counter, Counts};
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// LLVM's name of a wait of its memory legaliser.
const SOFT_WAIT: &str = "S_WAITCNT_soft";
/// LLVM's name of the marker that loads into LDS must be complete.
const LDS_MARKER: &str = "S_WAITCNT_lds_direct";

/// What one request requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequiredCompletion {
    /// No more operations than these are outstanding.
    AtMost(Counts),
    /// No load straight into LDS is outstanding.
    LoadsIntoLds,
}

/// What the original stream requires to be complete at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// LLVM's name of the wait or marker.
    name: String,
    /// Its block's number in layout: added blocks have other ids once LLVM has numbered them.
    block: usize,
    required: RequiredCompletion,
    among: Among,
    place: RequestPlace,
}

/// Which instructions a request is among: those that are ordered, and of some kinds only if it is about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Among {
    /// Plain loads of vector memory: for requests about that.
    loads: bool,
    /// What moves values between lanes by way of the LDS unit: where it counts for a request, or a request may be
    /// for its result.
    lanes: bool,
}

impl Among {
    fn all() -> [Among; 4] {
        let of = |loads, lanes| Among { loads, lanes };
        [
            of(true, true),
            of(true, false),
            of(false, true),
            of(false, false),
        ]
    }

    /// `hands_over`: [`hands_values_over`].
    fn of(required: RequiredCompletion, hands_over: bool) -> Among {
        match required {
            RequiredCompletion::AtMost(counts) => {
                let counts_lanes = counts.get(Counter::Lgkm).is_some_and(|count| count > 0);
                Among {
                    loads: counts.get(Counter::Vm).is_some(),
                    lanes: counts_lanes || hands_over,
                }
            }
            RequiredCompletion::LoadsIntoLds => Among {
                loads: true,
                lanes: hands_over,
            },
        }
    }

    /// Whether an instruction of a kind, if it is ordered at all, is one of those.
    fn has(self, kind: Option<Kind>) -> bool {
        match kind {
            Some(Kind::Loads) => self.loads,
            Some(Kind::Lanes) => self.lanes,
            Some(Kind::Others) => true,
            None => false,
        }
    }
}

/// Instructions that the same requests order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Plain loads of vector memory.
    Loads,
    /// What moves values between lanes.
    Lanes,
    /// All else that is ordered.
    Others,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Loads, Kind::Lanes, Kind::Others];

    /// That of an instruction that is ordered.
    fn of(function: &Function, inst: InstId) -> Option<Kind> {
        let kind = || match inst {
            _ if is_plain_load(function, inst) => Kind::Loads,
            _ if is_between_lanes(function, inst) => Kind::Lanes,
            _ => Kind::Others,
        };
        is_ordered(function, inst).then(kind)
    }
}

/// A place, identified by the ordered instructions around it: those never cross a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RequestPlace {
    /// Number of ordered instructions before the place, in layout order.
    before: u32,
    /// No ordered instruction follows in the block, so the request must hold at the block's end.
    at_end: bool,
    /// No ordered instruction precedes it in the block.
    at_begin: bool,
}

/// A request that does not hold in a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostRequest {
    /// LLVM's name of the wait or marker.
    pub name: String,
    /// The block it was in.
    pub block: BlockId,
    /// What it must come before; `None` for the block's end.
    pub consumer: Option<InstId>,
    required: RequiredCompletion,
}

impl LostRequest {
    /// What is required where, and not ensured, as a sentence.
    pub fn describe(&self, function: &Function) -> String {
        let request = match self.name.as_str() {
            SOFT_WAIT => "wait of the memory model",
            LDS_MARKER => "marker of the memory model for loads into LDS",
            _ => "s_waitcnt",
        };
        let required = match self.required {
            RequiredCompletion::AtMost(counts) => format!("{counts} holds"),
            RequiredCompletion::LoadsIntoLds => "every load into LDS is complete".into(),
        };
        let place = self.consumer.map_or("at the block's end".into(), |inst| {
            format!("before {}", instruction_text(function, inst))
        });
        format!(
            "the {request} in block {} requires that {required} {place}, and no wait in the stream \
             ensures that",
            self.block.0
        )
    }
}

/// What became of the requests of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Requests {
    /// Those that do not hold.
    pub lost: Vec<LostRequest>,
    /// Those whose place could not be found again, because accesses were added or removed.
    pub unplaced: u32,
}

fn name(function: &Function, inst: InstId) -> &str {
    function.opcode(inst).name.as_str()
}

/// What an instruction of the original stream requires, if it is a request.
fn required(function: &Function, inst: InstId) -> Option<RequiredCompletion> {
    let opcode = name(function, inst);
    match opcode {
        LDS_MARKER => Some(RequiredCompletion::LoadsIntoLds),
        "S_WAITCNT" | SOFT_WAIT => {
            let imm = function.operands(inst).first()?.imm()?;
            // The instruction has 16 bits for it.
            let counts = Counts::decode(imm as u16);
            (!counts.is_none()).then_some(RequiredCompletion::AtMost(counts))
        }
        _ => None,
    }
}

/// Whether a wait may be for what moves values between lanes: it counts operations on its counter, or others may find the result.
pub(super) fn may_be_for_lanes(function: &Function, wait: InstId) -> bool {
    let hands_over = hands_values_over(function);
    let required = required(function, wait);
    required.map_or(hands_over, |required| Among::of(required, hands_over).lanes)
}

/// Whether others may find values in registers that no instruction of the function names: callees, callers, trap handlers.
fn hands_values_over(function: &Function) -> bool {
    const LEAVES: [&str; 8] = [
        "SI_CALL",
        "SI_TCRETURN",
        "S_SWAPPC",
        "S_CALL",
        "S_SETPC",
        "S_TRAP",
        "S_SETHALT",
        "S_SENDMSG",
    ];
    let mut opcodes = function.opcodes().iter();
    opcodes.any(|opcode| LEAVES.iter().any(|name| opcode.name.starts_with(name)))
}

/// The requests of a function, in layout order, each block in the order `before`.
pub fn requests(function: &Function, before: &[Vec<InstId>]) -> Vec<Request> {
    let hands_over = hands_values_over(function);
    let of = |among| requests_among(function, before, among, hands_over);
    Among::all().into_iter().flat_map(of).collect()
}

fn requests_among(
    function: &Function,
    before: &[Vec<InstId>],
    among: Among,
    hands_over: bool,
) -> Vec<Request> {
    let mut found: Vec<Request> = Vec::new();
    let mut passed = 0;
    for (block, id) in function.layout().into_iter().enumerate() {
        let (begin, first) = (passed, found.len());
        for &inst in before.get(id.index()).into_iter().flatten() {
            let required = required(function, inst);
            let required = required.filter(|&required| Among::of(required, hands_over) == among);
            found.extend(required.map(|required| Request {
                name: name(function, inst).to_owned(),
                block,
                required,
                among,
                place: RequestPlace {
                    before: passed,
                    at_end: false,
                    at_begin: passed == begin,
                },
            }));
            passed += u32::from(among.has(Kind::of(function, inst)));
        }
        for request in &mut found[first..] {
            request.place.at_end = request.place.before == passed;
        }
    }
    found
}

/// Proves that a new order has every request between the same accesses, and in the same order, as
/// `before` has it.
///
/// # Errors
/// The first access that moved to the other side of a request, or request that is missing.
pub fn kept(function: &Function, before: &[Vec<InstId>]) -> Result<(), Violation> {
    let mut seen = vec![u32::MAX; function.inst_count()];
    let counted = counted(function, before);
    let hands_over = hands_values_over(function);
    for (block, before) in function.block_ids().zip(before) {
        let after = originals(function, block, before);
        if after == *before {
            continue;
        }
        for kind in Kind::ALL {
            for (inst, at) in numbered(function, before, kind, hands_over) {
                seen[inst.index()] = at;
            }
            let mut numbered = numbered(function, &after, kind, hands_over).into_iter();
            if let Some((inst, _)) = numbered.find(|&(inst, at)| seen[inst.index()] != at) {
                return Err(Violation::Request { block, inst });
            }
        }
        for &counter in &counted {
            let lasting = |order| lasting(function, order, counter);
            let (was, is): (Vec<_>, Vec<_>) = (lasting(before), lasting(&after));
            let differs = was.iter().zip(&is).find(|(was, is)| was != is);
            if let Some((_, &(inst, _))) = differs {
                return Err(Violation::Request { block, inst });
            }
        }
    }
    Ok(())
}

/// The counters for which some wait, or possibly assembly, requires a count above 0: for these it
/// matters which operations are the newest.
fn counted(function: &Function, before: &[Vec<InstId>]) -> Vec<Counter> {
    let insts = before.iter().flatten();
    if insts
        .clone()
        .any(|&i| function.flags(i).has(InstFlags::ASM_WAITS))
    {
        return function.gpu.counters().all.to_vec();
    }
    let limits: Vec<Counts> = insts
        .filter_map(|&inst| match required(function, inst)? {
            RequiredCompletion::AtMost(counts) => Some(counts),
            RequiredCompletion::LoadsIntoLds => None,
        })
        .collect();
    let above_zero = |counter: &Counter| {
        let mut counts = limits.iter().filter_map(|counts| counts.get(*counter));
        counts.any(|count| count > 0)
    };
    Counter::ALL.into_iter().filter(above_zero).collect()
}

/// The operations of a counter, each with the number before it of those that change memory; those,
/// in order, followed by the others, sorted. Equal for orders in which only reads of memory
/// changed places with each other.
fn lasting(function: &Function, order: &[InstId], counter: Counter) -> Vec<(InstId, u32)> {
    let (mut changing, mut reading) = (Vec::new(), Vec::new());
    for &inst in order {
        if !outstanding(function, inst).counters[counter] {
            continue;
        }
        let at = changing.len() as u32;
        let flags = function.flags(inst);
        let acts = [
            InstFlags::MAY_STORE,
            InstFlags::SIDE_EFFECTS,
            InstFlags::ORDERED_MEMORY,
        ];
        let reads = flags.has(InstFlags::MAY_LOAD) && !acts.into_iter().any(|f| flags.has(f));
        if reads {
            reading.push((inst, at));
        } else {
            changing.push((inst, at));
        }
    }
    reading.sort_unstable();
    changing.extend(reading);
    changing
}

/// Writes a cache back or invalidates it: requires nothing itself, but keeps its place as a request
/// does.
fn controls_a_cache(function: &Function, inst: InstId) -> bool {
    let name = name(function, inst);
    let controls = ["BUFFER_WBL2", "BUFFER_INV", "BUFFER_WBINVL1", "S_DCACHE_"];
    controls.iter().any(|prefix| name.starts_with(prefix))
}

/// The instructions of a kind and the requests that order them, each with the number of these requests before it. Requests in a
/// row, with nothing in between that they order, count as one: all of them hold after it.
fn numbered(
    function: &Function,
    order: &[InstId],
    kind: Kind,
    hands_over: bool,
) -> Vec<(InstId, u32)> {
    let (mut rows, mut in_row) = (0, false);
    let controls = kind != Kind::Lanes || hands_over;
    let orders = |required| Among::of(required, hands_over).has(Some(kind));
    let number = |&inst: &InstId| {
        let is_request = required(function, inst).is_some_and(orders);
        let is_control = controls && controls_a_cache(function, inst);
        if is_request && !in_row || is_control {
            rows += 1;
        }
        if is_request || Kind::of(function, inst) == Some(kind) {
            in_row = is_request;
            Some((inst, rows))
        } else {
            None
        }
    };
    order.iter().filter_map(number).collect()
}

/// Checks that the requests of the original stream hold in the finished stream.
pub fn lost(function: &Function, requests: &[Request]) -> Requests {
    let mut result = Requests::default();
    if requests.is_empty() {
        return result;
    }
    let mut queues = Among::all().map(|among| Queue::of(requests, among));
    each_state(function, |block, inst, state| {
        let kind = inst.map(|inst| Kind::of(function, inst));
        for queue in &mut queues {
            for request in queue.reach(kind) {
                // Blocks that no path reaches have no state.
                if state.is_some_and(|state| !holds(function, state, request.required)) {
                    result.lost.push(LostRequest {
                        name: request.name.clone(),
                        block,
                        consumer: inst,
                        required: request.required,
                    });
                }
            }
            result.unplaced += queue.overtaken();
        }
    });
    let left = queues.iter().map(|queue| queue.left.len() as u32);
    result.unplaced += left.sum::<u32>();
    result
}

/// The requests, in layout order, that a walk over a function has not reached yet.
struct Queue<'r> {
    /// What they are among.
    among: Among,
    left: VecDeque<&'r Request>,
    /// The present block's number in layout.
    block: usize,
    /// Number of ordered instructions that the walk has passed, and that it had passed where the
    /// block began.
    passed: u32,
    begin: u32,
}

impl<'r> Queue<'r> {
    /// Those of one kind.
    fn of(requests: &'r [Request], among: Among) -> Queue<'r> {
        let wanted = |request: &&Request| request.among == among;
        Queue {
            among,
            left: requests.iter().filter(wanted).collect(),
            block: 0,
            passed: 0,
            begin: 0,
        }
    }

    /// The requests that must hold before an instruction of a kind or, with `None`, at the end of a block.
    fn reach(&mut self, kind: Option<Option<Kind>>) -> Vec<&'r Request> {
        let mut reached = Vec::new();
        if kind.is_some_and(|kind| !self.among.has(kind)) {
            return reached;
        }
        while let Some(&request) = self.left.front() {
            let place = request.place;
            let here = match kind {
                Some(_) => !place.at_end,
                None if place.at_begin => place.at_end && self.block == request.block,
                None => place.at_end && self.begin < self.passed,
            };
            if place.before != self.passed || !here {
                break;
            }
            reached.extend(self.left.pop_front());
        }
        match kind {
            Some(_) => self.passed += 1,
            None => {
                self.begin = self.passed;
                self.block += 1;
            }
        }
        reached
    }

    /// Drops requests whose place the walk has passed without finding it; returns their number.
    fn overtaken(&mut self) -> u32 {
        let all = self.left.len();
        while self
            .left
            .front()
            .is_some_and(|r| r.place.before < self.passed)
        {
            self.left.pop_front();
        }
        (all - self.left.len()) as u32
    }
}

fn holds(function: &Function, state: &State, required: RequiredCompletion) -> bool {
    match required {
        RequiredCompletion::AtMost(counts) => Counter::ALL.into_iter().all(|counter| {
            let writes_back = counter == Counter::Vm && state.writes_back();
            match counts.get(counter) {
                None => true,
                // What moves values between lanes may have come in between.
                Some(0) => !(writes_back || state.accesses(counter) && state.most(counter) > 0),
                Some(most) => state.most(counter) <= most,
            }
        }),
        RequiredCompletion::LoadsIntoLds => !loads_into_lds(function, state),
    }
}

#[cfg(test)]
mod tests;
