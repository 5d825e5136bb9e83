//! Spill slots, and the order of accesses.

use super::copies::{
    COPY, Change, LOAD, STORE, accepted, changed, program, refused, refused_to_be_safe,
    straight_line,
};
use super::*;

#[test]
fn spill_slots_are_followed_dword_by_dword() {
    let spill = |dword: u32, register: &str| {
        format!(
            "SCRATCH_STORE_DWORD_ST {register}, #0, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=3+{}",
            4 * dword
        )
    };
    let reload = |dword: u32, register: &str| {
        format!(
            "SCRATCH_LOAD_DWORD_ST def {register}, #0, #0, imp exec, imp flat_scratch | load | read space=5 bytes=4 spill=3+{}",
            4 * dword
        )
    };
    let (put, get) = (spill(1, "v1"), reload(1, "v5"));
    let original = straight_line(&[LOAD, &put, &get, STORE]);
    let both = Change {
        removed: &[1, 2],
        registers: &[(3, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &both);
    accepted(
        &original,
        &Change {
            removed: &[2],
            registers: &[(3, 1, "v1")],
            ..Change::default()
        },
    );
    refused(
        &original,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
    // A move takes the place of memory.
    accepted(
        &original,
        &Change {
            removed: &[1, 2],
            moves: &[(0, 1, "a9", "v1"), (0, 2, "v5", "a9")],
            ..Change::default()
        },
    );
    // Another dword is another place.
    refused(
        &straight_line(&[LOAD, &put, &reload(2, "v5"), STORE]),
        &both,
    );
    let other = straight_line(&[LOAD, &put, &spill(1, "v3"), &get, STORE]);
    refused(
        &other,
        &Change {
            removed: &[2],
            ..Change::default()
        },
    );
    accepted(
        &other,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
    // Not a whole dword, or a slot that LLVM does not name: it stays.
    for (from, to) in [
        ("bytes=4", "bytes=2"),
        (" spill=3+4", ""),
        ("spill=3+4", "spill=3+2"),
    ] {
        let original = straight_line(&[LOAD, &put.replace(from, to), &get, STORE]);
        let without = Change {
            removed: &[1],
            ..Change::default()
        };
        assert!(matches!(
            refused_to_be_safe(&original, &without),
            Violation::Missing { .. }
        ));
    }
    // A wait that counts accesses counts this one.
    let counted = straight_line(&[LOAD, &put, "S_WAITCNT #3953 | effects", &get, STORE]);
    let without = Change {
        removed: &[1, 3],
        registers: &[(4, 1, "v1")],
        ..Change::default()
    };
    assert!(matches!(
        refused_to_be_safe(&counted, &without),
        Violation::Missing { .. }
    ));
    let all = straight_line(&[LOAD, &put, "S_WAITCNT #3952 | effects", &get, STORE]);
    accepted(&all, &without);
}

#[test]
fn order_dependences_remain() {
    let text = format!("block 0 frequency=1 depth=0\n{LOAD}\n{COPY}\n{STORE}\n{END}");
    let original = program(&format!("{text}edge 0 2 order 1\nedge 0 1 true 1\n"));
    let mut function = changed(
        &original,
        &Change {
            removed: &[1],
            registers: &[(2, 1, "v1")],
            ..Change::default()
        },
    );
    function.set_edges(
        original
            .edges()
            .iter()
            .copied()
            .filter(|e| e.from != InstId(1) && e.to != InstId(1))
            .collect(),
    );
    assert_eq!(copies(&function, &original, false), Ok(()));
    function.set_edges(Vec::new());
    assert!(matches!(
        copies(&function, &original, false),
        Err(Violation::Dependence { .. })
    ));
}
