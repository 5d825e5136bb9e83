//! What is known of a 32-bit register: its value in each lane, up to bits that are not known but equal in
//! all lanes.

use std::rc::Rc;

use crate::gpu::MOST_LANES;

/// Lanes of a wave; what is known of those that a GPU does not have means nothing.
pub const LANES: usize = MOST_LANES;

/// The known part of a value.
#[derive(Clone, Debug)]
enum Lanes {
    /// The same in all lanes.
    Same(u32),
    /// By lane.
    Each(Rc<[u32; LANES]>),
}

/// A value: in each lane the known part plus an offset that is the same in all lanes and has no bits
/// outside `may`. Where all lanes have the same value, known part and `may` share no bits.
///
/// What differs by lane in ways that are not known is no `Value`: functions return `None` for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    lanes: Lanes,
    /// Bits that the unknown offset may have; 0 when the value is known exactly.
    may: u32,
}

impl PartialEq for Lanes {
    fn eq(&self, other: &Lanes) -> bool {
        match (self, other) {
            (Lanes::Same(a), Lanes::Same(b)) => a == b,
            (Lanes::Each(a), Lanes::Each(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl Eq for Lanes {}

impl Value {
    /// The same known number in all lanes.
    pub fn constant(value: u32) -> Value {
        Value {
            lanes: Lanes::Same(value),
            may: 0,
        }
    }
    /// The same in all lanes, and nothing else is known.
    pub fn uniform() -> Value {
        Value {
            lanes: Lanes::Same(0),
            may: u32::MAX,
        }
    }
    /// Known exactly, by lane.
    pub fn each(value: impl Fn(usize) -> u32) -> Value {
        Value::new(std::array::from_fn(value), 0)
    }

    fn new(lanes: [u32; LANES], may: u32) -> Value {
        if lanes.iter().any(|&lane| lane != lanes[0]) {
            let lanes = Lanes::Each(Rc::new(lanes));
            return Value { lanes, may };
        }
        let (ones, may) = sum((lanes[0], 0), (0, may));
        Value {
            lanes: Lanes::Same(ones),
            may,
        }
    }

    /// The known part in a lane.
    pub fn lane(&self, lane: usize) -> u32 {
        match &self.lanes {
            Lanes::Same(value) => *value,
            Lanes::Each(values) => values[lane],
        }
    }
    /// Bits that the unknown offset may have.
    pub fn may(&self) -> u32 {
        self.may
    }
    /// The number, if it is known and the same in all lanes.
    pub fn as_constant(&self) -> Option<u32> {
        match self.lanes {
            Lanes::Same(value) if self.may == 0 => Some(value),
            _ => None,
        }
    }
    /// The value in one lane, as a value that all lanes have.
    pub fn broadcast(&self, lane: usize) -> Value {
        Value::new([self.lane(lane); LANES], self.may)
    }

    fn is_exact(&self) -> bool {
        self.may == 0
    }
    fn is_same(&self) -> bool {
        matches!(self.lanes, Lanes::Same(_))
    }
    fn map(&self, change: impl Fn(u32) -> u32, may: u32) -> Value {
        match &self.lanes {
            Lanes::Same(value) => Value::new([change(*value); LANES], may),
            Lanes::Each(values) => Value::new(values.map(change), may),
        }
    }
    fn zip(&self, other: &Value, change: impl Fn(u32, u32) -> u32, may: u32) -> Value {
        let lanes = std::array::from_fn(|lane| change(self.lane(lane), other.lane(lane)));
        Value::new(lanes, may)
    }
    /// Bits of the known part that are not the same in all lanes.
    fn varying(&self) -> u32 {
        match &self.lanes {
            Lanes::Same(_) => 0,
            Lanes::Each(values) => values.iter().fold(0, |bits, lane| bits | lane ^ values[0]),
        }
    }
    /// The same value with a known part that has no bit of `may`, so that the sum is their union too.
    fn disjoint(&self) -> Option<Value> {
        let Lanes::Each(values) = &self.lanes else {
            return Some(self.clone());
        };
        if values.iter().all(|lane| lane & self.may == 0) {
            return Some(self.clone());
        }
        let low = below(self.may);
        if self.varying() & !low != 0 {
            return None;
        }
        let (ones, may) = sum((values[0] & !low, 0), (0, self.may));
        Some(self.map(|lane| lane & low | ones, may))
    }

    /// Sum.
    pub fn add(&self, other: &Value) -> Value {
        if self.is_same() && other.is_same() {
            let (ones, may) = sum((self.lane(0), self.may), (other.lane(0), other.may));
            let lanes = Lanes::Same(ones);
            return Value { lanes, may };
        }
        let (_, may) = sum((0, self.may), (0, other.may));
        self.zip(other, u32::wrapping_add, may)
    }
    /// Difference.
    pub fn sub(&self, other: &Value) -> Value {
        let may = match other.may {
            0 => self.may,
            may => !below(self.may | may),
        };
        self.zip(other, u32::wrapping_sub, may)
    }
    /// Product modulo 2^32.
    pub fn mul(&self, other: &Value) -> Option<Value> {
        if self.is_exact() && other.is_exact() {
            return Some(self.zip(other, u32::wrapping_mul, 0));
        }
        match (self.as_constant(), other.as_constant()) {
            (_, Some(by)) => Some(self.scaled(by)),
            (Some(by), _) => Some(other.scaled(by)),
            _ => {
                let zeros = |v: &Value| (v.lane(0) | v.may).trailing_zeros();
                let may = shl(u32::MAX, zeros(self) + zeros(other));
                (self.is_same() && other.is_same()).then(|| Value::new([0; LANES], may))
            }
        }
    }
    fn scaled(&self, by: u32) -> Value {
        let most = u64::from(self.may) * u64::from(by);
        let zeros = self.may.trailing_zeros() + by.trailing_zeros();
        let may = match most {
            0 => 0,
            // Every product of a part of `may` is a multiple of the lowest bits and at most `most`.
            _ => shl(u32::MAX, zeros) & (u64::MAX >> most.leading_zeros()) as u32,
        };
        let may = if most > u64::from(u32::MAX) {
            shl(u32::MAX, zeros)
        } else {
            may
        };
        self.map(|lane| lane.wrapping_mul(by), may)
    }
    /// Shifted left; the amount counts modulo 32.
    pub fn shl(&self, by: &Value) -> Option<Value> {
        match by.as_constant() {
            Some(by) => Some(self.map(|lane| lane << (by & 31), self.may << (by & 31))),
            None if self.is_exact() && by.is_exact() => {
                Some(self.zip(by, |lane, by| lane << (by & 31), 0))
            }
            None => self.unknown_if_same(by, !below(self.lane(0) | self.may)),
        }
    }
    /// Shifted right, filled with zeros; the amount counts modulo 32.
    pub fn shr(&self, by: &Value) -> Option<Value> {
        let Some(amount) = by.as_constant().map(|by| by & 31) else {
            if self.is_exact() && by.is_exact() {
                return Some(self.zip(by, |lane, by| lane >> (by & 31), 0));
            }
            return self.unknown_if_same(by, u32::MAX);
        };
        let most = (0..LANES).map(|lane| self.lane(lane)).max().unwrap_or(0);
        let carries_out = most.checked_add(self.may).is_none();
        let value = match self.disjoint() {
            Some(value) => value,
            None if self.may.trailing_zeros() >= amount && !carries_out => self.clone(),
            None => return None,
        };
        Some(value.map(|lane| lane >> amount, value.may >> amount))
    }
    /// Shifted right, filled with the sign; the amount counts modulo 32.
    pub fn sar(&self, by: &Value) -> Option<Value> {
        let Some(amount) = by.as_constant().map(|by| by & 31) else {
            if self.is_exact() && by.is_exact() {
                let shift = |lane: u32, by: u32| ((lane as i32) >> (by & 31)) as u32;
                return Some(self.zip(by, shift, 0));
            }
            return self.unknown_if_same(by, u32::MAX);
        };
        let shift = |bits: u32| ((bits as i32) >> amount) as u32;
        let value = self.disjoint()?;
        Some(value.map(shift, shift(value.may)))
    }
    fn unknown_if_same(&self, other: &Value, may: u32) -> Option<Value> {
        (self.is_same() && other.is_same()).then(|| Value::new([0; LANES], may))
    }

    /// Complement.
    pub fn not(&self) -> Option<Value> {
        self.xor(&Value::constant(u32::MAX))
    }
    /// Bitwise and.
    pub fn and(&self, other: &Value) -> Option<Value> {
        if let (Some(a), Some(b)) = (self.disjoint(), other.disjoint()) {
            let (only_a, only_b) = a.unknown_alone(&b)?;
            let may = only_a & b.lane(0) | only_b & a.lane(0) | a.may & b.may;
            return Some(a.zip(&b, |a, b| a & b & !may, may));
        }
        let (sum, mask) = sum_and_exact(self, other)?;
        let low = below(sum.may);
        let all = |test: &dyn Fn(u32) -> bool| (0..LANES).all(|lane| test(mask.lane(lane)));
        if all(&|mask| mask & !low == 0) {
            return Some(sum.zip(mask, |a, b| a & b, 0));
        }
        // The bits that go lie below those of the offset.
        all(&|mask| mask | low == u32::MAX).then(|| sum.zip(mask, |a, b| a & b, sum.may))
    }
    /// Bitwise or.
    pub fn or(&self, other: &Value) -> Option<Value> {
        if let (Some(a), Some(b)) = (self.disjoint(), other.disjoint()) {
            let (only_a, only_b) = a.unknown_alone(&b)?;
            let may = only_a & !b.lane(0) | only_b & !a.lane(0) | a.may & b.may;
            return Some(a.zip(&b, |a, b| (a | b) & !may, may));
        }
        below_offset(self, other, |a, b| a | b)
    }
    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Value) -> Option<Value> {
        if let (Some(a), Some(b)) = (self.disjoint(), other.disjoint()) {
            a.unknown_alone(&b)?;
            let may = a.may | b.may;
            return Some(a.zip(&b, |a, b| (a ^ b) & !may, may));
        }
        below_offset(self, other, |a, b| a ^ b)
    }
    /// Bits that are not known of one of two values only; none if the other varies in such a bit, which
    /// would make the result differ by lane in an unknown way.
    fn unknown_alone(&self, other: &Value) -> Option<(u32, u32)> {
        let (only_a, only_b) = (self.may & !other.may, other.may & !self.may);
        let is_clear = only_a & other.varying() == 0 && only_b & self.varying() == 0;
        is_clear.then_some((only_a, only_b))
    }

    /// By lane what a test says of two exact values, as the two halves of a lane mask.
    pub fn compare(&self, other: &Value, test: impl Fn(u32, u32) -> bool) -> Option<[Value; 2]> {
        if !self.is_exact() || !other.is_exact() {
            return None;
        }
        let bit = |lane: usize| u32::from(test(self.lane(lane), other.lane(lane))) << (lane % 32);
        let half = |first: usize| (first..first + 32).fold(0, |mask, lane| mask | bit(lane));
        Some([Value::constant(half(0)), Value::constant(half(32))])
    }
    /// By lane one of two values, as the bits of a mask say.
    pub fn select(mask: u64, set: &Value, clear: &Value) -> Option<Value> {
        match mask {
            0 => return Some(clear.clone()),
            u64::MAX => return Some(set.clone()),
            _ => {}
        }
        let choose = |lane: usize| match mask >> lane & 1 {
            1 => set.lane(lane),
            _ => clear.lane(lane),
        };
        (set.is_exact() && clear.is_exact()).then(|| Value::each(choose))
    }

    /// What holds of both: where two ways meet. With `widen` the unknown bits grow faster, so that few
    /// steps come to an end.
    pub fn join(&self, other: &Value, widen: bool) -> Option<Value> {
        if self == other {
            return Some(self.clone());
        }
        self.union_of_bits(other, widen)
            .or_else(|| self.equal_up_to_offset(other))
    }
    /// Bits in which the two differ become unknown, if they are the same in all lanes of each.
    fn union_of_bits(&self, other: &Value, widen: bool) -> Option<Value> {
        let (a, b) = (self.disjoint()?, other.disjoint()?);
        let differing = (0..LANES).fold(0, |bits, lane| bits | a.lane(lane) ^ b.lane(lane));
        let may = a.may | b.may | differing;
        let may = if widen { !below(may) } else { may };
        let is_uniform = (a.varying() | b.varying()) & may == 0;
        is_uniform.then(|| a.map(|lane| lane & !may, may))
    }
    fn equal_up_to_offset(&self, other: &Value) -> Option<Value> {
        let offset = other.lane(0).wrapping_sub(self.lane(0));
        let is_equal = |lane| other.lane(lane).wrapping_sub(self.lane(lane)) == offset;
        let may = !below(self.may | other.may | offset);
        (0..LANES).all(is_equal).then(|| self.map(|lane| lane, may))
    }
}

/// Of two values, of which one is no union of its parts, that one and the other, if that is exact.
fn sum_and_exact<'a>(a: &'a Value, b: &'a Value) -> Option<(&'a Value, &'a Value)> {
    match (a.is_exact(), b.is_exact()) {
        (false, true) => Some((a, b)),
        (true, false) => Some((b, a)),
        _ => None,
    }
}

/// Or, or exclusive or, with an exact value whose bits lie below those of the other's offset.
fn below_offset(a: &Value, b: &Value, change: impl Fn(u32, u32) -> u32) -> Option<Value> {
    let (sum, bits) = sum_and_exact(a, b)?;
    let low = below(sum.may);
    let is_below = (0..LANES).all(|lane| bits.lane(lane) & !low == 0);
    is_below.then(|| sum.zip(bits, change, sum.may))
}

/// The bits below the lowest one that is set; all of them if there is none.
fn below(bits: u32) -> u32 {
    match bits.trailing_zeros() {
        32 => u32::MAX,
        zeros => (1 << zeros) - 1,
    }
}

fn shl(bits: u32, by: u32) -> u32 {
    bits.checked_shl(by).unwrap_or(0)
}

/// The sum of two numbers of which some bits are ones and some may be: the same of the result. A bit
/// is known where both summands and the carry into it are.
fn sum(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    let least = a.0.wrapping_add(b.0);
    let (most_a, most_b) = (a.0 | a.1, b.0 | b.1);
    let most = most_a.wrapping_add(most_b);
    // The carries into each bit of the smallest and of the largest sum.
    let (carries_least, carries_most) = (least ^ a.0 ^ b.0, most ^ most_a ^ most_b);
    let known = !(a.1 | b.1) & !(carries_least ^ carries_most);
    (least & known, !known)
}

#[cfg(test)]
mod tests;
