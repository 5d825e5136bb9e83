//! The wait counters of a wave: widths, encoding of `s_waitcnt`, and what counts on them.
//!
//! Sources: the MI100, MI200 and MI300 ISA documents, section "Data Dependency Resolution"
//! (what increments a counter and in which order it returns) and the `s_waitcnt` encoding.

use std::fmt;

use super::{Gpu, PerCounter};

/// A row of the counters' table.
struct CounterRow {
    name: &'static str,
    max: u8,
    field: Field,
}

/// Bit fields of a counter in the immediate of `s_waitcnt`, lowest part first:
/// (bit in the immediate, width).
type Field = &'static [(u16, u16)];

macro_rules! counters {
    ($(#[$meta:meta])* $type:ident {
        $($(#[$doc:meta])* $counter:ident = $name:literal, max $max:literal, field $field:expr;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type { $($(#[$doc])* $counter,)* }

        impl $type {
            /// All counters of all GPUs.
            pub const ALL: [$type; [$($type::$counter),*].len()] = [$($type::$counter),*];

            const fn row(self) -> &'static CounterRow {
                match self {
                    $($type::$counter => &CounterRow { name: $name, max: $max, field: $field },)*
                }
            }
        }
    };
}

counters!(
    /// A hardware counter of outstanding operations of one wave. Which of them a GPU has is in [`CounterFacts`].
    Counter {
        /// `vmcnt`: vector-memory reads and writes. In two parts because it grew from four bits to six (GFX9).
        Vm = "vmcnt", max 63, field &[(0, 4), (14, 2)];
        /// `lgkmcnt`: LDS, GDS, scalar memory and messages.
        Lgkm = "lgkmcnt", max 15, field &[(8, 4)];
        /// `expcnt`: registers that GDS, GWS and exports have yet to read.
        Exp = "expcnt", max 7, field &[(4, 3)];
    }
);

impl Counter {
    /// How many there are.
    pub const COUNT: usize = Counter::ALL.len();

    /// Its place in [`Counter::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Its name in assembly.
    pub const fn name(self) -> &'static str {
        self.row().name
    }
    /// Its largest value; as an operand of `s_waitcnt` it requires nothing. The hardware has to stall what would count
    /// beyond it, or no wait for 0 could be right; but no document says which operation stalls where, and LLVM waits for
    /// one less than the maximum. So nothing is taken for complete because so many others have been issued; only of
    /// `expcnt`, as LLVM does.
    pub const fn max(self) -> u8 {
        self.row().max
    }
    /// GFX9 encoding.
    const fn field(self) -> Field {
        self.row().field
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What one `s_waitcnt` requires: how many operations may still be outstanding on each
/// counter; `None` requires nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Counts(PerCounter<Option<u8>>);

impl Counts {
    /// Requires nothing.
    pub const NONE: Counts = Counts(PerCounter::all(None));
    /// Requires everything to be complete.
    pub const ZERO: Counts = Counts(PerCounter::all(Some(0)));

    /// The limit for one counter; `None` when there is none.
    pub fn get(self, counter: Counter) -> Option<u8> {
        self.0[counter]
    }
    /// The same with another limit for one counter.
    #[must_use]
    pub fn with(mut self, counter: Counter, count: Option<u8>) -> Counts {
        self.0[counter] = count;
        self
    }
    /// Requires nothing.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
    /// The weakest requirement that satisfies both.
    #[must_use]
    pub fn and(self, other: Counts) -> Counts {
        let mut both = self;
        for counter in Counter::ALL {
            both = both.stricter(counter, other.get(counter));
        }
        both
    }
    /// Tightens one counter; `None` changes nothing.
    #[must_use]
    pub fn stricter(self, counter: Counter, count: Option<u8>) -> Counts {
        let mine = self.get(counter);
        self.with(
            counter,
            match (mine, count) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        )
    }
    /// The immediate of `s_waitcnt`. A counter without a limit is encoded as its maximum.
    pub fn encode(self) -> u16 {
        let mut imm = 0;
        for counter in Counter::ALL {
            let mut value = u16::from(self.get(counter).unwrap_or(counter.max()));
            value = value.min(u16::from(counter.max()));
            for &(bit, width) in counter.field() {
                imm |= (value & ((1 << width) - 1)) << bit;
                value >>= width;
            }
        }
        imm
    }
    /// Reads an immediate of `s_waitcnt`; a counter at its maximum has no limit.
    pub fn decode(imm: u16) -> Counts {
        let mut counts = Counts::NONE;
        for counter in Counter::ALL {
            let (mut value, mut shift) = (0, 0);
            for &(bit, width) in counter.field() {
                value |= (imm >> bit & ((1 << width) - 1)) << shift;
                shift += width;
            }
            // The widest field has six bits.
            let value = value as u8;
            counts = counts.with(counter, (value < counter.max()).then_some(value));
        }
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for counter in Counter::ALL {
            if let Some(count) = self.get(counter) {
                write!(f, "{gap}{counter}({count})")?;
                gap = " ";
            }
        }
        Ok(())
    }
}

/// A kind of operation that a counter counts.
///
/// Operations of one kind return in the order they were issued ([`Event::in_order`]); between
/// two kinds on the same counter there is no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Event {
    /// Vector memory: buffer, image, global, scratch and flat, reads and writes.
    Vmem,
    /// LDS access, and the LDS side of a flat access.
    Lds,
    /// GDS access and global wave sync.
    Gds,
    /// Scalar memory, scalar-cache control and time reads.
    Smem,
    /// `s_sendmsg`.
    Message,
    /// GDS or GWS has yet to read its registers.
    GdsRead,
    /// An export to a render target or to nothing has yet to read its registers.
    Export,
    /// An export of a position.
    ExportPosition,
    /// An export of a parameter.
    ExportParameter,
}

/// A row of [`EVENTS`].
struct EventRow {
    event: Event,
    counter: Counter,
    /// Operations of this kind complete in the order they were issued, among themselves.
    in_order: bool,
}

const fn event(event: Event, counter: Counter, in_order: bool) -> EventRow {
    EventRow {
        event,
        counter,
        in_order,
    }
}

/// The counter of each event, and whether it decrements in issue order (MI300 ISA 4.4), by
/// [`Event`].
const EVENTS: [EventRow; 9] = [
    event(Event::Vmem, Counter::Vm, true),
    event(Event::Lds, Counter::Lgkm, true),
    event(Event::Gds, Counter::Lgkm, true),
    // In any order: with one outstanding, only a count of 0 means anything.
    event(Event::Smem, Counter::Lgkm, false),
    event(Event::Message, Counter::Lgkm, true),
    event(Event::GdsRead, Counter::Exp, true),
    event(Event::Export, Counter::Exp, true),
    event(Event::ExportPosition, Counter::Exp, true),
    event(Event::ExportParameter, Counter::Exp, true),
];

impl Event {
    fn row(self) -> &'static EventRow {
        &EVENTS[self as usize]
    }
    /// The counter it counts on.
    pub fn counter(self) -> Counter {
        self.row().counter
    }
    /// Whether operations of this kind return in issue order among themselves.
    pub fn in_order(self) -> bool {
        self.row().in_order
    }
}

/// A set of [`Event`]s.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EventSet(u16);

impl EventSet {
    /// Adds an event.
    pub fn insert(&mut self, event: Event) {
        self.0 |= 1 << event as u16;
    }
    /// Whether the event is in the set.
    pub fn contains(self, event: Event) -> bool {
        self.0 >> event as u16 & 1 == 1
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether operations of these kinds, all on one counter, may return in another order
    /// than they were issued.
    pub fn out_of_order(self) -> bool {
        let unordered = |row: &EventRow| !row.in_order && self.contains(row.event);
        self.0.count_ones() > 1 || EVENTS.iter().any(unordered)
    }
    /// Events of either set.
    #[must_use]
    pub fn union(self, other: EventSet) -> EventSet {
        EventSet(self.0 | other.0)
    }
}

/// What differs between the counters of the GPUs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CounterFacts {
    /// A wave with an exception while it waits at `s_barrier` can back off. Where it cannot
    /// (gfx908), nothing may be outstanding at a barrier.
    pub barrier_backs_off: bool,
    /// The counters that there are.
    pub all: &'static [Counter],
}

/// The counters of GFX9, which CDNA is.
const GFX9: [Counter; 3] = [Counter::Vm, Counter::Lgkm, Counter::Exp];

impl Gpu {
    /// The facts about this GPU's counters.
    pub fn counters(self) -> CounterFacts {
        CounterFacts {
            barrier_backs_off: self >= Gpu::Gfx90a,
            all: match self {
                Gpu::Gfx908 | Gpu::Gfx90a | Gpu::Gfx942 | Gpu::Gfx950 => &GFX9,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_immediate_survives_decoding_but_for_unused_bits() {
        for imm in 0..=u16::MAX {
            let used = 0b1100_1111_0111_1111;
            assert_eq!(Counts::decode(imm).encode(), imm & used);
        }
    }

    /// The assembler's encoding of the same requests.
    #[test]
    fn encoding_is_that_of_gfx9() {
        let vm = |n| Counts::NONE.with(Counter::Vm, Some(n));
        let lgkm = |n| Counts::NONE.with(Counter::Lgkm, Some(n));
        assert_eq!(vm(0).encode(), 0x0f70);
        assert_eq!(vm(16).encode(), 0x4f70);
        assert_eq!(lgkm(0).encode(), 0xc07f);
        assert_eq!(vm(0).and(lgkm(0)).encode(), 0x0070);
        assert_eq!(Counts::ZERO.encode(), 0);
        assert_eq!(Counts::NONE.encode(), 0xcf7f);
        assert_eq!(vm(3).and(lgkm(1)).to_string(), "vmcnt(3) lgkmcnt(1)");
    }

    #[test]
    fn both_requests_hold_after_and() {
        let a = Counts::decode(0x0f71);
        let b = Counts::decode(0xc07f);
        assert_eq!(a.and(b).to_string(), "vmcnt(1) lgkmcnt(0)");
        assert_eq!(a.and(Counts::NONE), a);
    }

    #[test]
    fn a_row_has_room_for_its_maximum_and_shares_no_bit() {
        let mut used = 0u16;
        for counter in Counter::ALL {
            assert_eq!(Counter::ALL[counter.index()], counter);
            let width: u16 = counter.field().iter().map(|(_, width)| width).sum();
            assert_eq!(u32::from(counter.max()), (1 << width) - 1, "{counter}");
            for &(bit, width) in counter.field() {
                let bits = ((1 << width) - 1) << bit;
                assert_eq!(used & bits, 0, "{counter}");
                used |= bits;
            }
        }
    }

    #[test]
    fn every_counter_is_on_some_gpu_and_events_count_there() {
        for gpu in Gpu::ALL {
            let here = gpu.counters().all;
            assert!(
                EVENTS.iter().all(|row| here.contains(&row.counter)),
                "{gpu}"
            );
        }
        let somewhere = |counter| {
            Gpu::ALL
                .iter()
                .any(|gpu| gpu.counters().all.contains(counter))
        };
        assert!(Counter::ALL.iter().all(somewhere));
    }

    #[test]
    fn every_event_has_its_own_row() {
        for (at, row) in EVENTS.iter().enumerate() {
            assert_eq!(row.event as usize, at);
        }
    }

    #[test]
    fn mixed_kinds_have_no_order() {
        let mut events = EventSet::default();
        events.insert(Event::Lds);
        assert!(!events.out_of_order());
        events.insert(Event::Message);
        assert!(events.out_of_order());
        let mut scalar = EventSet::default();
        scalar.insert(Event::Smem);
        assert!(scalar.out_of_order());
    }
}
