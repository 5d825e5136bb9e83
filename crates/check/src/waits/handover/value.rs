//! What is known of a value in a register, for all lanes of all waves of a workgroup.

/// Bounds of a value, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Bounds {
    pub(super) fn exactly(value: u64) -> Bounds {
        Bounds {
            low: value,
            high: value,
        }
    }

    /// None if the result may not fit a register: it would wrap.
    fn fitting(low: u64, high: u64) -> Option<Bounds> {
        (high <= u64::from(u32::MAX)).then_some(Bounds { low, high })
    }

    fn plus(self, other: Bounds) -> Option<Bounds> {
        Bounds::fitting(self.low + other.low, self.high + other.high)
    }

    fn times(self, other: Bounds) -> Option<Bounds> {
        let low = self.low.checked_mul(other.low)?;
        Bounds::fitting(low, self.high.checked_mul(other.high)?)
    }

    fn exact(self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What a value has to do with the work item's number in the first dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// It is that number.
    Number,
    /// That number is in its low ten bits, those of the other dimensions above.
    Packed,
    /// Nothing that is known.
    None,
}

/// The bits of a packed number that are the first dimension's.
const FIRST_DIMENSION: u64 = 0x3ff;

/// Work items of a wave, as a shift.
const WAVE_SHIFT: u64 = 6;

/// A value: within bounds, and the wave's number so many times and a rest within bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) all: Bounds,
    /// How many times the wave's number is in it.
    pub(super) waves: u64,
    /// What is left without that.
    pub(super) rest: Bounds,
    item: Item,
}

impl Value {
    pub(super) fn within(all: Bounds) -> Value {
        Value {
            all,
            waves: 0,
            rest: all,
            item: Item::None,
        }
    }

    pub(super) fn exactly(value: u64) -> Value {
        Value::within(Bounds::exactly(value))
    }

    /// The register with the work item's number at the entry.
    pub(super) fn item(item: Item, high: u64) -> Value {
        let all = Bounds { low: 0, high };
        let mut value = Value {
            item,
            ..Value::within(all)
        };
        if item == Item::Number {
            // A wave has as many numbers in a row as lanes.
            let lanes = 1 << WAVE_SHIFT;
            (value.waves, value.rest) = (
                lanes,
                Bounds {
                    low: 0,
                    high: high.min(lanes - 1),
                },
            );
        }
        value
    }

    pub(super) fn add(self, other: Value) -> Option<Value> {
        Some(Value {
            all: self.all.plus(other.all)?,
            waves: self.waves + other.waves,
            rest: self.rest.plus(other.rest)?,
            item: Item::None,
        })
    }

    fn scaled(self, by: u64) -> Option<Value> {
        Some(Value {
            all: self.all.times(Bounds::exactly(by))?,
            waves: self.waves.checked_mul(by)?,
            rest: self.rest.times(Bounds::exactly(by))?,
            item: Item::None,
        })
    }

    pub(super) fn multiply(self, other: Value) -> Option<Value> {
        // One of the multiplications takes 24 bits of each.
        if self.all.high.max(other.all.high) >= 1 << 24 {
            return None;
        }
        match (self.all.exact(), other.all.exact()) {
            (_, Some(by)) => self.scaled(by),
            (Some(by), _) => other.scaled(by),
            _ => self.all.times(other.all).map(Value::within),
        }
    }

    pub(super) fn shift(self, by: Value) -> Option<Value> {
        self.scaled(1 << by.all.exact().filter(|&by| by < 32)?)
    }

    pub(super) fn shift_right(self, by: Value) -> Option<Value> {
        let by = by.all.exact().filter(|&by| by < 32)?;
        let (low, high) = (self.all.low >> by, self.all.high >> by);
        let mut shifted = Value::within(Bounds { low, high });
        if by == WAVE_SHIFT && self.item == Item::Number {
            (shifted.waves, shifted.rest) = (1, Bounds::exactly(0));
        }
        Some(shifted)
    }

    /// How many of its low bits are zero in every case.
    fn zeros(self) -> u32 {
        let of = |value: u64| {
            if value == 0 {
                32
            } else {
                value.trailing_zeros()
            }
        };
        self.rest
            .exact()
            .map_or(0, |rest| of(rest).min(of(self.waves)))
    }

    /// At most all bits below the highest of either; their sum where they have no bit in common.
    pub(super) fn or(self, other: Value) -> Option<Value> {
        let is_below = |one: Value, of: Value| one.all.high >> of.zeros() == 0;
        let apart = match (self.all.exact(), other.all.exact()) {
            (Some(one), Some(other)) => one & other == 0,
            _ => is_below(self, other) || is_below(other, self),
        };
        if apart {
            return self.add(other);
        }
        let most = (self.all.high | other.all.high).checked_add(1)?;
        let high = most.next_power_of_two() - 1;
        Bounds::fitting(0, high).map(Value::within)
    }

    /// An unknown value and a known mask are at most the mask.
    pub(super) fn and(one: Option<Value>, other: Option<Value>) -> Option<Value> {
        let high = match (one, other) {
            (Some(one), Some(other)) => {
                for (value, mask) in [(one, other), (other, one)] {
                    let exact = mask.all.exact();
                    let is_kept = exact
                        .is_some_and(|mask| (mask + 1).is_power_of_two() && mask >= value.all.high);
                    if is_kept {
                        return Some(value);
                    }
                    if value.item == Item::Packed && exact == Some(FIRST_DIMENSION) {
                        return Some(Value::item(Item::Number, FIRST_DIMENSION));
                    }
                }
                one.all.high.min(other.all.high)
            }
            (Some(one), None) | (None, Some(one)) => one.all.high,
            (None, None) => return None,
        };
        Bounds::fitting(0, high).map(Value::within)
    }
}
