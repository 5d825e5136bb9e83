use proptest::prelude::*;

use super::*;

/// A value together with one of the many things that it may stand for.
#[derive(Clone, Debug)]
struct Sample {
    value: Value,
    actual: [u32; LANES],
}

fn stands_for(value: &Value, actual: &[u32; LANES]) -> bool {
    let offset = actual[0].wrapping_sub(value.lane(0));
    let same = (0..LANES).all(|lane| actual[lane].wrapping_sub(value.lane(lane)) == offset);
    same && offset & !value.may() == 0
}

/// Patterns as addresses have them: products, shifts and parts of the lane's number, and random ones.
fn lanes() -> impl Strategy<Value = [u32; LANES]> {
    let lane = |change: fn(u32, u32) -> u32, by: u32| -> [u32; LANES] {
        std::array::from_fn(|lane| change(lane as u32, by))
    };
    prop_oneof![
        any::<u32>().prop_map(move |by| lane(|_, by| by, by)),
        (0..32u32).prop_map(move |by| lane(|lane, by| lane << by, by)),
        (0..64u32).prop_map(move |by| lane(|lane, by| lane & by, by)),
        (0..4096u32).prop_map(move |by| lane(u32::wrapping_mul, by)),
        any::<u32>().prop_map(move |by| lane(|lane, by| by.rotate_left(lane), by)),
    ]
}

fn sample() -> impl Strategy<Value = Sample> {
    let may = prop_oneof![
        Just(0),
        (0..32u32, 0..32u32).prop_map(|(a, b)| (u32::MAX << a) & (u32::MAX >> b)),
        any::<u32>(),
    ];
    (lanes(), may, any::<u32>()).prop_map(|(lanes, may, offset)| Sample {
        value: Value::new(lanes, may),
        actual: lanes.map(|lane| lane.wrapping_add(offset & may)),
    })
}

type Operation = (
    &'static str,
    fn(&Value, &Value) -> Option<Value>,
    fn(u32, u32) -> u32,
);

/// What each operation says, and what it computes.
const OPERATIONS: [Operation; 9] = [
    ("add", |a, b| Some(a.add(b)), u32::wrapping_add),
    ("sub", |a, b| Some(a.sub(b)), u32::wrapping_sub),
    ("mul", |a, b| a.mul(b), u32::wrapping_mul),
    ("shl", |a, b| a.shl(b), |a, b| a << (b % 32)),
    ("shr", |a, b| a.shr(b), |a, b| a >> (b % 32)),
    (
        "sar",
        |a, b| a.sar(b),
        |a, b| ((a as i32) >> (b % 32)) as u32,
    ),
    ("and", |a, b| a.and(b), |a, b| a & b),
    ("or", |a, b| a.or(b), |a, b| a | b),
    ("xor", |a, b| a.xor(b), |a, b| a ^ b),
];

/// A second operand that is often a small constant or a mask, as in real code.
fn second() -> impl Strategy<Value = Sample> {
    let constant = |value: u32| Sample {
        value: Value::constant(value),
        actual: [value; LANES],
    };
    prop_oneof![
        sample(),
        (0..40u32).prop_map(constant),
        (0..32u32, 0..32u32).prop_map(move |(a, b)| constant((u32::MAX << a) & (u32::MAX >> b))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_stand_for_what_they_compute(a in sample(), b in second()) {
        for (name, says, computes) in OPERATIONS {
            let actual = std::array::from_fn(|lane| computes(a.actual[lane], b.actual[lane]));
            if let Some(value) = says(&a.value, &b.value) {
                prop_assert!(stands_for(&value, &actual), "{name} of {a:?} and {b:?} is {value:?}");
            }
        }
    }

    #[test]
    fn a_join_stands_for_both(a in sample(), b in sample(), widen in any::<bool>()) {
        if let Some(joined) = a.value.join(&b.value, widen) {
            prop_assert!(stands_for(&joined, &a.actual) && stands_for(&joined, &b.actual));
        }
        let shifted = b.actual[0];
        let other = a.value.add(&Value::constant(shifted));
        let actual = a.actual.map(|lane| lane.wrapping_add(shifted));
        if let Some(joined) = a.value.join(&other, widen) {
            prop_assert!(stands_for(&joined, &a.actual) && stands_for(&joined, &actual));
        }
    }

    #[test]
    fn selections_and_lanes_stand_for_what_they_are(a in sample(), b in sample(), mask in any::<u64>()) {
        let actual = std::array::from_fn(|lane| match mask >> lane & 1 {
            1 => a.actual[lane],
            _ => b.actual[lane],
        });
        if let Some(value) = Value::select(mask, &a.value, &b.value) {
            prop_assert!(stands_for(&value, &actual));
        }
        let lane = mask as usize % LANES;
        prop_assert!(stands_for(&a.value.broadcast(lane), &[a.actual[lane]; LANES]));
    }
}

#[test]
fn joins_end() {
    // A pointer that grows in a loop: its pattern stays, and few joins find the step.
    let mut value = Value::each(|lane| lane as u32 * 16);
    for round in 0..40 {
        let next = value.add(&Value::constant(0x1000));
        let joined = value.join(&next, round > 3).expect("one pattern");
        if joined == value {
            assert!(round < 8, "{round}");
            assert_eq!(value.lane(5) - value.lane(0), 80);
            assert_eq!(value.may().trailing_zeros(), 12);
            return;
        }
        value = joined;
    }
    panic!("no end: {value:?}");
}

#[test]
fn parts_of_a_wave_number_do_not_disturb_the_lanes() {
    // Two bits of an unknown wave number above the bits of the lanes, as swizzled layouts have them.
    let wave = Value::uniform()
        .and(&Value::constant(0x800))
        .expect("uniform");
    let row = Value::each(|lane| (lane as u32 & 15) << 7);
    let address = row.or(&wave).expect("different bits");
    let padding = address.shr(&Value::constant(5)).expect("bits move");
    let padding = padding.and(&Value::constant(0x60)).expect("a mask");
    assert_eq!(padding.lane(8), 32);
    assert_eq!(padding.may(), 0x40);
    assert_eq!(address.add(&padding).lane(8), 8 << 7 | 32);
}

#[test]
fn what_varies_in_unknown_ways_is_not_known() {
    let lanes = Value::each(|lane| lane as u32);
    let uniform = Value::uniform();
    assert_eq!(lanes.xor(&uniform), None);
    assert_eq!(lanes.mul(&uniform), None);
    assert_eq!(lanes.add(&uniform).shr(&Value::constant(1)), None);
}
