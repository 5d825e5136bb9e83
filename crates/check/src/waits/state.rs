//! What may be outstanding at one place.

use super::lines::Line;
use crate::dataflow::Join;
use crate::gpu::{Counter, Counts, Gpu, PerCounter};
use crate::machine::InstId;

/// An access that may be outstanding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ticket {
    pub(super) producer: InstId,
    pub(super) line: Line,
    /// At least this many operations follow it on its line.
    pub(super) later: u8,
    /// Control has gone around a loop since. Such a ticket is kept beside the one without.
    pub(super) earlier: bool,
}

/// What may be outstanding at one place, over all paths to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct State {
    /// In the order of producers, lines and `earlier`, each once.
    tickets: Vec<Ticket>,
    /// Lines on which anything may be outstanding, accesses that concern no register included.
    busy: u16,
    /// Counters on which the caller may have left anything.
    callers: PerCounter<bool>,
    /// By counter: no more operations than this are outstanding.
    most: PerCounter<u8>,
    /// Counters on which anything may be outstanding that does not only move values between lanes, since the last wait for 0.
    accesses: PerCounter<bool>,
    /// The L2 may be being written back, which is complete at `vmcnt(0)` only.
    write_back: bool,
    /// An operation of global wave sync whose wait must come next.
    pub(super) sync: Option<InstId>,
}

impl State {
    /// A callable function does not know what its caller left outstanding.
    pub(super) fn callable(gpu: Gpu) -> State {
        let mut state = State::default();
        for &counter in gpu.counters().all {
            state.callers[counter] = true;
            state.most[counter] = counter.max();
        }
        state
    }

    /// Whether anything may be outstanding on another line of the same counter.
    pub(super) fn shares_counter(&self, line: Line) -> bool {
        self.busy & Line::of(line.counter()) & !line.bit() != 0
    }

    pub(super) fn tickets(&self) -> &[Ticket] {
        &self.tickets
    }

    /// What has yet to write or read something, perhaps.
    pub(crate) fn producers(&self) -> impl Iterator<Item = InstId> {
        self.tickets.iter().map(|ticket| ticket.producer)
    }

    /// Anything may be outstanding on this counter.
    pub(super) fn busy(&self, counter: Counter) -> bool {
        self.busy & Line::of(counter) != 0
    }
    /// The caller may have left something on this counter.
    pub(crate) fn callers_left(&self, counter: Counter) -> bool {
        self.callers[counter]
    }

    /// The L2 may be being written back.
    pub(crate) fn writes_back(&self) -> bool {
        self.write_back
    }
    /// The L2 is being written back from here on.
    pub(super) fn begin_write_back(&mut self) {
        self.write_back = true;
    }
    /// No more operations than this are outstanding on the counter.
    pub(crate) fn most(&self, counter: Counter) -> u8 {
        self.most[counter]
    }
    /// Something may be outstanding on the counter that does not only move values between lanes.
    pub(crate) fn accesses(&self, counter: Counter) -> bool {
        self.accesses[counter] || self.callers[counter]
    }
    /// An operation on the counter does not only move values between lanes.
    pub(super) fn access(&mut self, counter: Counter) {
        self.accesses[counter] = true;
    }
    /// One more operation on a line; `owes` says whether anything depends on it.
    pub(super) fn issue(&mut self, producer: InstId, line: Line, owes: bool) {
        self.busy |= line.bit();
        let most = line.counter().max();
        let outstanding = &mut self.most[line.counter()];
        *outstanding = outstanding.saturating_add(1).min(most);
        for ticket in self.tickets.iter_mut().filter(|t| t.line == line) {
            ticket.later = ticket.later.saturating_add(1);
        }
        let is_full = |t: &Ticket| t.line == line && line.in_order() && t.later >= most;
        if line.completes_when_full() {
            self.tickets.retain(|t| !is_full(t));
        } else {
            // A wait for one less than the maximum is the weakest that there is.
            let full = self.tickets.iter_mut().filter(|t| is_full(t));
            full.for_each(|ticket| ticket.later = most - 1);
        }
        if !owes {
            return;
        }
        let ticket = Ticket {
            producer,
            line,
            later: 0,
            earlier: false,
        };
        match self.find(&ticket) {
            Ok(at) => self.tickets[at] = ticket,
            Err(at) => self.tickets.insert(at, ticket),
        }
    }

    fn find(&self, ticket: &Ticket) -> Result<usize, usize> {
        let key = |t: &Ticket| (t.producer, t.line, t.earlier);
        self.tickets.binary_search_by_key(&key(ticket), key)
    }

    /// An `s_waitcnt`. With `n` outstanding at most, whatever is followed by `n` operations on its
    /// own line is complete: otherwise all of them would be outstanding, and itself.
    pub(super) fn wait(&mut self, counts: Counts) {
        for counter in Counter::ALL {
            let Some(count) = counts.get(counter) else {
                continue;
            };
            let most = &mut self.most[counter];
            *most = count.min(*most);
            self.tickets.retain(|t| {
                t.line.counter() != counter || count > 0 && (!t.line.in_order() || t.later < count)
            });
            if count == 0 {
                self.busy &= !Line::of(counter);
                self.callers[counter] = false;
                self.accesses[counter] = false;
                self.write_back &= counter != Counter::Vm;
                if counter == Counter::Lgkm {
                    self.sync = None;
                }
            }
        }
    }

    /// Control goes around a loop: what is outstanding now is from an earlier iteration.
    pub(super) fn go_around(&mut self, kind: impl Fn(&Ticket) -> bool) {
        let leaving: Vec<Ticket> = self.tickets.iter().copied().filter(kind).collect();
        for mut ticket in leaving {
            ticket.earlier = true;
            match self.find(&ticket) {
                Ok(at) => self.tickets[at].later = self.tickets[at].later.min(ticket.later),
                Err(at) => self.tickets.insert(at, ticket),
            }
        }
    }

    /// A callee returns with nothing outstanding.
    pub(super) fn complete(&mut self) {
        self.wait(Counts::ZERO);
    }
}

impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let kept = |s: &State| (s.busy, s.callers, s.accesses, s.sync, s.write_back);
        let before = kept(self);
        self.write_back |= other.write_back;
        self.busy |= other.busy;
        for (counter, mine) in self.callers.iter_mut() {
            *mine |= other.callers[counter];
        }
        for (counter, mine) in self.accesses.iter_mut() {
            *mine |= other.accesses[counter];
        }
        self.sync = self.sync.or(other.sync);
        let mut grown = before != kept(self);
        for (counter, mine) in self.most.iter_mut() {
            let theirs = other.most[counter];
            grown |= theirs > *mine;
            *mine = theirs.max(*mine);
        }
        for theirs in &other.tickets {
            match self.find(theirs) {
                Ok(at) => {
                    let mine = &mut self.tickets[at].later;
                    grown |= theirs.later < *mine;
                    *mine = theirs.later.min(*mine);
                }
                Err(at) => {
                    grown = true;
                    self.tickets.insert(at, *theirs);
                }
            }
        }
        grown
    }
}
