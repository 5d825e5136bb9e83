//! How many registers are in use at each moment of an iteration, and how many of them are missing: counted once, and brought up
//! to date when a few values live longer or shorter.

use super::lives::Moment;

/// Registers that a value counts as for which no number of them is enough.
const NEVER: i32 = 1000;

/// Registers that there are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Excess {
    /// The most at any time.
    pub most: u32,
    /// How many in the mean over an iteration ...
    pub mean: u32,
    /// ... and what that leaves, in moments,
    pub rest: u32,
    /// of so many that an iteration has.
    pub length: u32,
}

/// How many registers are missing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Shortage {
    /// VGPRs and AccVGPRs that there are.
    capacity: [i32; 2],
}

impl Shortage {
    /// If `percent` of so many VGPRs and AccVGPRs may be used.
    pub fn of_capacity(capacity: [i32; 2], percent: i32) -> Shortage {
        Shortage {
            capacity: capacity.map(|count| count * percent / 100),
        }
    }

    /// If so many are in use.
    #[inline(always)]
    pub fn of(self, live: Live) -> i32 {
        let [vgprs, agprs] = self.capacity;
        let all = live.vgprs.max(live.all - agprs.max(live.agprs)) - vgprs;
        all.max(live.agprs - agprs).max(0)
    }
}

/// Registers in use, or by how many more.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Live {
    /// Those that are VGPRs.
    pub vgprs: i32,
    /// Those that are AccVGPRs.
    pub agprs: i32,
    /// All, with those that may be either.
    pub all: i32,
}

impl Live {
    /// So many of a file: 0 for VGPRs, 1 for AccVGPRs, 2 for either.
    #[inline(always)]
    pub fn add(&mut self, file: u32, count: i32) {
        self.vgprs += if file == 0 { count } else { 0 };
        self.agprs += if file == 1 { count } else { 0 };
        self.all += count;
    }

    #[inline(always)]
    fn plus(self, other: Live) -> Live {
        Live {
            vgprs: self.vgprs + other.vgprs,
            agprs: self.agprs + other.agprs,
            all: self.all + other.all,
        }
    }
}

/// Registers of a file that are in use together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    /// As in [`Live::add`].
    pub file: u32,
    /// How many they are.
    pub count: i32,
}

/// A moment of an iteration.
#[derive(Clone, Copy, Default, Debug)]
struct At {
    /// How many more registers are in use than before.
    change: Live,
    /// How many are.
    live: Live,
    /// How many of these there are not.
    over: i32,
}

/// When registers are in use, by moments of an iteration.
#[derive(Clone, Copy)]
struct Occupied {
    /// What they count as.
    count: i32,
    first: usize,
    /// The moment behind the last one.
    behind: usize,
    /// Whether that is in the next iteration.
    wraps: bool,
    /// For more than half of an iteration.
    is_long: bool,
}

impl Occupied {
    fn of(registers: Registers, (begin, end): (Moment, Moment), length: Moment) -> Occupied {
        // More than an iteration: it cannot be had.
        let never = if end - begin >= length { NEVER } else { 0 };
        let first = in_iteration(begin, length) as usize;
        let behind = in_iteration(end, length) as usize + 1;
        Occupied {
            count: registers.count + never,
            first,
            behind,
            wraps: behind <= first,
            is_long: 2 * (end - begin) > length,
        }
    }
}

/// Registers in use, by moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Those of an iteration, and the one behind it.
    at: Vec<At>,
    shortage: Shortage,
    /// What [`At::over`] is in all.
    sum: i64,
    /// How many are in use for more than half of an iteration: no two of these share a register.
    long: Live,
    /// The first and the last moment with changes that were not counted yet.
    changed: Option<(usize, usize)>,
    /// What moments were before they were last counted ...
    before: Vec<(Live, i32)>,
    /// ... from this one on ...
    before_from: usize,
    /// ... and what the sum was.
    before_sum: i64,
}

impl Counts {
    /// None are in use in an iteration of that length.
    pub fn clear(&mut self, length: Moment, shortage: Shortage) {
        self.at.clear();
        self.at.resize(length as usize + 1, At::default());
        self.shortage = shortage;
        self.long = Live::default();
        self.sum = 0;
        self.changed = None;
    }

    /// Moments of an iteration.
    fn length(&self) -> Moment {
        self.at.len() as Moment - 1
    }

    /// Registers are in use from one moment to another.
    pub fn add(&mut self, registers: Registers, span: (Moment, Moment)) {
        let used = Occupied::of(registers, span, self.length());
        self.change(registers.file, Occupied { count: 0, ..used }, used);
    }

    /// They are in use in another span.
    pub fn replace(&mut self, registers: Registers, old: (Moment, Moment), new: (Moment, Moment)) {
        let [old, new] = [old, new].map(|span| Occupied::of(registers, span, self.length()));
        self.change(registers.file, old, new);
    }

    fn change(&mut self, file: u32, old: Occupied, new: Occupied) {
        let part = |holds: bool, count: i32| if holds { count } else { 0 };
        let counts = [new.count, old.count];
        let more = |of: [bool; 2]| part(of[0], counts[0]) - part(of[1], counts[1]);
        self.long.add(file, more([new.is_long, old.is_long]));
        for (moments, sign) in [([new.first, old.first], 1), ([new.behind, old.behind], -1)] {
            if moments[0] != moments[1] {
                self.at_moment(moments[0], file, sign * counts[0]);
                self.at_moment(moments[1], file, -sign * counts[1]);
            } else if counts[0] != counts[1] {
                self.at_moment(moments[0], file, sign * (counts[0] - counts[1]));
            }
        }
        let wrapped = more([new.wraps, old.wraps]);
        if wrapped != 0 {
            self.at_moment(0, file, wrapped);
        }
    }

    fn at_moment(&mut self, moment: usize, file: u32, by: i32) {
        self.at[moment].change.add(file, by);
        let (first, last) = self.changed.unwrap_or((moment, moment));
        self.changed = Some((first.min(moment), last.max(moment)));
    }

    /// Counts what has changed since it was counted.
    pub fn count(&mut self) -> Excess {
        self.before.clear();
        self.before_sum = self.sum;
        let Some((first, last)) = self.changed.take() else {
            return self.excess();
        };
        let mut live = match first.checked_sub(1) {
            Some(before) => self.at[before].live,
            None => Live::default(),
        };
        self.before_from = first;
        for (moment, at) in self.at.iter_mut().enumerate().skip(first) {
            live = live.plus(at.change);
            // From here on it is as before.
            if moment > last && live == at.live {
                break;
            }
            let over = self.shortage.of(live);
            self.before.push((at.live, at.over));
            self.sum += i64::from(over - at.over);
            (at.live, at.over) = (live, over);
        }
        self.excess()
    }

    /// What registers there are.
    pub fn shortage(&self) -> Shortage {
        self.shortage
    }

    /// Undoes the last counting, right behind it, after the changes were undone that it was for.
    pub fn undo(&mut self) {
        self.changed = None;
        for (at, &(live, over)) in self.at[self.before_from..].iter_mut().zip(&self.before) {
            (at.live, at.over) = (live, over);
        }
        self.sum = self.before_sum;
    }

    fn excess(&self) -> Excess {
        let length = self.length();
        let long = self.shortage.of(self.long);
        let sum = self.sum + i64::from(long) * length;
        let most = match sum {
            0 => 0,
            _ => self.at.iter().map(|at| at.over).fold(long, i32::max),
        };
        Excess {
            most: most as u32,
            mean: (sum / length) as u32,
            rest: (sum % length) as u32,
            length: length as u32,
        }
    }
}

/// The same moment of the first iteration: what remains when it is divided by an iteration's length. It is a few of these at most, so
/// that a division would take longer.
#[inline(always)]
fn in_iteration(mut moment: Moment, length: Moment) -> Moment {
    while moment >= length {
        moment -= length;
    }
    moment
}
