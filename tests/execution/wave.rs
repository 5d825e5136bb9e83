//! The state of one wave.

use cdnasched_base::machine::{InstId, Reg, RegFile};

use crate::compare::Finding;
use crate::counters::{Counter, Queue};
use crate::events::{Event, Events};
use crate::path::mix;

/// An operation under way.
pub struct Outstanding {
    /// Its number; `None` for what a caller may have left outstanding.
    pub event: Option<usize>,
    pub inst: InstId,
    /// On which counters it still is.
    pub on: Vec<(Counter, Queue)>,
    /// What it will write to registers.
    pub results: Vec<(Reg, u64)>,
    /// Registers that it has yet to read.
    pub unread: Vec<Reg>,
    /// It has yet to look at memory.
    pub looks: bool,
}

impl Outstanding {
    /// Whether its results are written before those of what is issued to a queue now. A flat access
    /// that is off lgkmcnt was one of LDS and is complete, or is one of memory.
    pub fn writes_before(&self, queue: Queue) -> bool {
        let only_vm = self.on.iter().all(|(counter, _)| *counter == Counter::Vm);
        self.queue() == Some(queue) || (only_vm && queue == Queue::VectorMemory)
    }
    /// The queue in which it moves data, if it is in one.
    pub fn queue(&self) -> Option<Queue> {
        let data = self.on.iter().find(|(counter, _)| *counter != Counter::Exp);
        data.map(|(_, queue)| *queue)
            .filter(|q| *q != Queue::Unordered)
    }
}

/// A wave's registers, and what it has under way.
pub struct Wave {
    pub values: Vec<u64>,
    /// How many operations have yet to write each register.
    pub unwritten: Vec<u32>,
    /// Nobody knows which of several operations will have written a register last.
    pub unknown: Vec<bool>,
    pub outstanding: Vec<Outstanding>,
    /// Its own operations that are complete.
    pub complete: Events,
    /// The next instruction: block of the path, place in the block.
    pub next: (usize, usize),
}

impl Wave {
    pub fn new(number: usize, none: Events) -> Wave {
        let initial = |slot: usize| mix(number as u64, slot as u64);
        Wave {
            values: (0..Reg::COUNT).map(initial).collect(),
            unwritten: vec![0; Reg::COUNT],
            unknown: vec![false; Reg::COUNT],
            outstanding: Vec::new(),
            complete: none,
            next: (0, 0),
        }
    }
    /// A register is about to be written: at once, or through a queue.
    pub fn write(
        &mut self,
        event: Event,
        reg: Reg,
        late: Option<Option<Queue>>,
    ) -> Result<(), Finding> {
        let slot = reg.index();
        if self.outstanding.iter().any(|o| o.unread.contains(&reg)) {
            return Err(Finding::NotYetRead { event, reg });
        }
        let writers = || {
            let all = self.outstanding.iter();
            all.filter(|o| o.results.iter().any(|(r, _)| *r == reg))
        };
        self.unknown[slot] = self.unwritten[slot] != 0
            && match late {
                Some(Some(queue)) => !writers().all(|o| o.writes_before(queue)),
                _ => true,
            };
        self.unwritten[slot] += u32::from(late.is_some());
        Ok(())
    }
    /// A caller may have left anything outstanding, on any counter and any register.
    pub fn left_by_caller(&mut self) {
        let all = (0..Reg::COUNT).filter_map(Reg::from_index);
        let regs = all.filter(|r| r.is_vector() || r.file() == RegFile::Sgpr);
        let results: Vec<(Reg, u64)> = regs.map(|r| (r, self.values[r.index()])).collect();
        for (reg, _) in &results {
            self.unwritten[reg.index()] += 1;
        }
        self.outstanding.push(Outstanding {
            event: None,
            inst: InstId(0),
            on: Counter::ALL
                .map(|counter| (counter, Queue::Unordered))
                .to_vec(),
            results,
            unread: Vec::new(),
            looks: false,
        });
    }
}
