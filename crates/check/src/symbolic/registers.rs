//! What the registers hold, active and inactive lanes apart.

use std::collections::HashMap;

use crate::liveness::only_narrows;
use crate::machine::{Function, InstId, OperandKind, Reg, RegRange, RegSet};

/// A value number. Those below [`Reg::COUNT`] are what a slot held at first, in the lanes that were
/// active; as many above them, in the others.
pub(super) type Value = u32;
/// Numbers that no expression has.
const FIRST_EXPRESSION: Value = 2 * Reg::COUNT as Value;
/// What is in lanes of which nothing is said.
const UNDEFINED: Value = Value::MAX - 1;
/// What is in no lane: all are active.
const NO_LANES: Value = Value::MAX - 2;

/// The number of each expression.
#[derive(Default)]
pub(super) struct Numbers(HashMap<Box<[u64]>, Value>);

impl Numbers {
    pub(super) fn of(&mut self, expression: &[u64]) -> Value {
        if let Some(&value) = self.0.get(expression) {
            return value;
        }
        let value = FIRST_EXPRESSION + self.0.len() as Value;
        self.0.insert(expression.into(), value);
        value
    }
}

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// In the lanes that are active; a scalar register has nothing else.
    pub(super) active: Value,
    /// In the others.
    kept: Value,
    /// The same, as an instruction sees it that reads all lanes.
    pub(super) seen: Value,
    /// LLVM marked it so.
    pub(super) dead: bool,
    /// How many writes of EXEC there were when the lanes were told apart.
    masks: usize,
}

impl Slot {
    fn first(slot: usize) -> Slot {
        let slot = slot as Value;
        let inactive = slot + Reg::COUNT as Value;
        Slot {
            active: slot,
            kept: inactive,
            seen: inactive,
            dead: false,
            masks: 0,
        }
    }
}

/// How an instruction writes a vector register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lanes {
    /// The active lanes.
    Active,
    /// All lanes.
    All,
    /// All lanes or the active ones: the documents do not say.
    Either,
}

/// The registers of one version of a block.
pub(super) struct Registers {
    slots: Vec<Slot>,
    /// Slots written in the region, each once.
    written: Vec<Reg>,
    touched: Vec<bool>,
    /// What EXEC held after each write of it, and whether that only took lanes away.
    masks: Vec<(Value, bool)>,
    /// EXEC was set to all ones last.
    all_active: bool,
    /// Instructions that read all lanes may not see other contents of lanes that a masked write left.
    strict: bool,
    /// What was before all lanes were made active, until another mask comes.
    aside: Option<Box<Aside>>,
}

/// What was before an instruction made all lanes active and saved the mask.
struct Aside {
    /// Where the mask is, and what these registers hold as long as it is there.
    mask: Vec<(Reg, Value)>,
    slots: Vec<Slot>,
    /// Written since.
    written: RegSet,
    all_active: bool,
}

/// What a vector register gets.
#[derive(Clone, Copy)]
pub(super) struct Write {
    /// In active lanes.
    pub active: Value,
    /// In the others, where all lanes are written.
    pub inactive: Value,
    /// Which lanes are written.
    pub lanes: Lanes,
    /// LLVM says that nothing reads it.
    pub dead: bool,
}

impl Registers {
    pub(super) fn new(strict: bool) -> Registers {
        Registers {
            slots: (0..Reg::COUNT).map(Slot::first).collect(),
            written: Vec::new(),
            touched: vec![false; Reg::COUNT],
            masks: Vec::new(),
            all_active: false,
            strict,
            aside: None,
        }
    }

    pub(super) fn forget(&mut self) {
        for (at, slot) in self.slots.iter_mut().enumerate() {
            *slot = Slot::first(at);
        }
        self.forget_written();
        self.masks.clear();
        self.all_active = false;
        self.aside = None;
    }

    /// The slots written since this was called last, in order.
    pub(super) fn take_written(&mut self) -> Vec<Reg> {
        self.written.sort_unstable();
        self.forget_written();
        std::mem::take(&mut self.written)
    }

    fn forget_written(&mut self) {
        for reg in &self.written {
            self.touched[reg.index()] = false;
        }
    }

    pub(super) fn reset(&mut self, reg: Reg) {
        self.slots[reg.index()] = Slot::first(reg.index());
    }

    /// What a slot holds, with the lanes told apart by the present mask.
    pub(super) fn get(&mut self, numbers: &mut Numbers, reg: Reg) -> Slot {
        let slot = &mut self.slots[reg.index()];
        while let Some(&(mask, narrower)) = self.masks.get(slot.masks) {
            slot.masks += 1;
            if reg.is_vector() {
                let mut part = |part: u64, inactive: Value| {
                    let lanes = [slot.active, inactive, mask].map(u64::from);
                    numbers.of(&[u64::MAX - 1, part, lanes[0], lanes[1], lanes[2]])
                };
                let seen = part(1, slot.seen);
                let joining = if narrower { NO_LANES } else { slot.kept };
                (slot.active, slot.kept) = (part(0, joining), part(1, slot.kept));
                slot.seen = seen;
            }
        }
        *slot
    }

    /// The slot as it is, where nothing tells lanes apart.
    pub(super) fn whole(&self, reg: Reg) -> Slot {
        self.slots[reg.index()]
    }

    pub(super) fn mark(&mut self, reg: Reg) {
        if !std::mem::replace(&mut self.touched[reg.index()], true) {
            self.written.push(reg);
        }
        if let Some(aside) = &mut self.aside {
            aside.written.insert(reg);
        }
    }

    /// Writes a value to a scalar register, or to all that there is of a vector register.
    pub(super) fn set_whole(&mut self, reg: Reg, value: Value, dead: bool) {
        self.mark(reg);
        let slot = &mut self.slots[reg.index()];
        (slot.active, slot.dead) = (value, dead);
        slot.masks = self.masks.len();
    }

    /// Writes what active lanes get and, where all lanes are written, what the others do.
    pub(super) fn set_lanes(&mut self, numbers: &mut Numbers, reg: Reg, write: Write) {
        let Write {
            active,
            inactive,
            lanes,
            dead,
        } = write;
        let old = self.get(numbers, reg);
        // The one assumption about inactive lanes: what a masked write leaves there, the program
        // does not care for.
        let left = match self.strict {
            true => old.kept,
            false => UNDEFINED,
        };
        let mut join = |other: Value| {
            let parts = [inactive, other].map(u64::from);
            numbers.of(&[u64::MAX - 2, parts[0], parts[1]])
        };
        let (kept, seen) = match lanes {
            _ if self.all_active => (NO_LANES, NO_LANES),
            Lanes::Active => (old.kept, left),
            Lanes::All => (inactive, inactive),
            Lanes::Either => (join(old.kept), join(left)),
        };
        self.mark(reg);
        self.slots[reg.index()] = Slot {
            active,
            kept,
            seen,
            dead,
            masks: self.masks.len(),
        };
    }

    /// Whether no lane is known to be inactive now.
    pub(super) fn all_active(&self) -> bool {
        self.all_active
    }

    /// What a call leaves in a vector register, whatever its mask preserves.
    pub(super) fn clobber(&mut self, numbers: &mut Numbers, inst: InstId) {
        self.aside = None;
        for reg in Reg::vectors() {
            let mut part = |part| {
                let place = [u64::from(inst.0), reg.index() as u64, part];
                numbers.of(&[u64::MAX - 3, place[0], place[1], place[2]])
            };
            let (active, kept) = (part(0), part(1));
            self.slots[reg.index()] = Slot {
                active,
                kept,
                seen: kept,
                dead: false,
                masks: self.masks.len(),
            };
        }
    }

    /// After a write of EXEC.
    pub(super) fn new_mask(&mut self, numbers: &mut Numbers, change: Mask) {
        let former = self.aside.take();
        let aside = match change {
            Mask::AllSaved(saved) => Some(Box::new(self.set_aside(numbers, saved))),
            _ => None,
        };
        let halves = [Reg::EXEC_LO, Reg::EXEC_HI].map(|reg| u64::from(self.whole(reg).active));
        let mask = numbers.of(&[u64::MAX - 4, halves[0], halves[1]]);
        self.masks.push((mask, change == Mask::Narrower));
        self.all_active = matches!(change, Mask::All | Mask::AllSaved(_));
        if let (Mask::From(range), Some(former)) = (change, former) {
            self.give_back(range, *former);
        }
        self.aside = aside;
    }

    fn set_aside(&mut self, numbers: &mut Numbers, saved: RegRange) -> Aside {
        for reg in Reg::vectors() {
            self.get(numbers, reg);
        }
        let mask = saved.regs().map(|reg| (reg, self.whole(reg).active));
        Aside {
            mask: mask.collect(),
            slots: self.slots.clone(),
            written: RegSet::default(),
            all_active: self.all_active,
        }
    }

    /// EXEC is what it was before: so are the lanes of what nothing has written since.
    fn give_back(&mut self, from: RegRange, former: Aside) {
        let holds = |&(reg, value): &(Reg, Value)| self.whole(reg).active == value;
        let same = former.mask.iter().map(|(reg, _)| *reg).eq(from.regs());
        if !same || !former.mask.iter().all(holds) {
            return;
        }
        for reg in Reg::vectors().filter(|&reg| !former.written.contains(reg)) {
            self.slots[reg.index()] = Slot {
                masks: self.masks.len(),
                ..former.slots[reg.index()]
            };
        }
        self.all_active = former.all_active;
    }

    /// Where both versions hold what nobody reads, they hold the same from then on.
    pub(super) fn set_same(&mut self, reg: Reg, slot: Slot) {
        self.slots[reg.index()] = Slot {
            masks: self.masks.len(),
            ..slot
        };
    }
}

/// What an instruction makes of EXEC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mask {
    /// All ones.
    All,
    /// All ones; these registers have what was there.
    AllSaved(RegRange),
    /// What these registers hold.
    From(RegRange),
    /// It takes lanes away.
    Narrower,
    /// Anything.
    Other,
}

impl Mask {
    /// Of an instruction that writes EXEC.
    pub(super) fn by(function: &Function, inst: InstId) -> Mask {
        let name = function.opcode(inst).name.as_str();
        let moves = matches!(name, "S_MOV_B64" | "S_MOV_B64_term");
        let explicit = || function.operands(inst).iter().filter(|o| o.is_explicit());
        let whole = |range: RegRange| range.first() == Reg::EXEC_LO && range.len() == 2;
        let mut operands = function.operands(inst).iter();
        let is_whole = operands.any(|o| o.is_def() && o.reg().is_some_and(whole));
        let source = explicit().find(|o| !o.is_def());
        let result = explicit().find(|o| o.is_def()).and_then(|o| o.reg());
        let ones = source.is_some_and(|o| o.kind == OperandKind::Imm(-1));
        match (is_whole, moves, name == "S_OR_SAVEEXEC_B64", ones) {
            (true, true, _, true) => Mask::All,
            (true, _, true, true) => result.map_or(Mask::All, Mask::AllSaved),
            (true, true, _, false) => source.and_then(|o| o.reg()).map_or(Mask::Other, Mask::From),
            _ if only_narrows(function, inst) => Mask::Narrower,
            _ => Mask::Other,
        }
    }
}
