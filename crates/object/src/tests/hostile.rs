//! What no compiler makes: nothing in a file is believed.

use proptest::prelude::*;

use super::super::*;
use super::{ARCHIVE, GFX942, LINKED, RELOCATABLE, ZSTD, bundle_of, objects, put, why, zlib_of};

#[test]
fn hostile_sizes_are_refused_at_once() {
    let declared = [b"CCOB\x03\0\x01\0".as_slice(), &[0xff; 24]].concat();
    assert!(why(&declared).contains("more than 1024 MiB"));
    // A bundle that claims to be small and is not.
    let bomb = zlib_of(&vec![0; 1 << 20]);
    assert!(why(&put(&bomb, 8, &[9, 0, 0, 0])).contains("9 bytes are in it, which is not so"));
    let entries = bundle_of(&[("hip-a", LINKED), ("hip-b", LINKED)]);
    let overlapping = put(&entries, 32 + 24 + 5, &entries[32..40]);
    assert_eq!(
        why(&overlapping),
        "the offload bundle is damaged: its entries overlap"
    );
    let many = put(&entries, 24, &[0xff; 8]);
    assert!(why(&many).starts_with("the offload bundle is damaged"));
}

#[test]
fn bundles_in_bundles_end_somewhere() {
    let mut bytes = LINKED.to_vec();
    for _ in 0..30 {
        bytes = bundle_of(&[("hip-nested", &bytes)]);
    }
    let found = objects(&bytes);
    assert_eq!(found.objects.len(), 0);
    assert!(
        found.damaged[0]
            .reason
            .to_string()
            .contains("lie inside each other")
    );
}

#[test]
fn metadata_that_cannot_be_read_is_a_gap() {
    let deep = [b"\x81\xaeamdhsa.kernels".as_slice(), &[0x91; 100_000]].concat();
    metadata::kernels(&deep).expect_err("too deep");
    let at = LINKED
        .windows(14)
        .position(|bytes| bytes == b"amdhsa.kernels");
    let broken = put(LINKED, at.expect("metadata") + 14, &[0xc1]);
    let found = objects(&broken);
    let object = &found.objects[0];
    assert_eq!(object.kernels.len(), 2);
    assert!(object.gaps[0].starts_with("its metadata cannot be read: "));
}

/// Holds whatever was in the file.
fn check_anything(bytes: &[u8]) {
    let Ok(Contents::Objects(found)) = read(bytes) else {
        return;
    };
    for object in &found.objects {
        for section in &object.code {
            assert_eq!(object.bytes(section).len(), section.range.len());
        }
        let places = object
            .kernels
            .iter()
            .flat_map(|k| [k.entry, k.preloaded_entry]);
        for place in places.flatten() {
            let section = &object.code[place.section];
            assert!(place.address - section.address < section.range.len() as u64);
        }
        for symbol in &object.symbols {
            let section = &object.code[symbol.section];
            assert!(symbol.address - section.address <= section.range.len() as u64);
        }
        if let Ok(lines) = object.lines() {
            let _ = lines.at(0x1600);
        }
        if object.place().is_some() {
            assert_eq!(object.patch(bytes, &[]).as_deref(), Ok(bytes));
        }
    }
}

/// Numbers that are likely to be believed, or to overflow.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0..0x2000u64,
        Just(u64::MAX),
        Just(u64::MAX >> 1),
        Just(u64::from(u32::MAX)),
    ]
}

fn input() -> impl Strategy<Value = Vec<u8>> {
    let entries: &[(&str, &[u8])] = &[(GFX942, LINKED), ("hip-", RELOCATABLE)];
    let inputs = vec![
        LINKED.to_vec(),
        RELOCATABLE.to_vec(),
        ZSTD.to_vec(),
        ARCHIVE.to_vec(),
        bundle_of(entries),
        zlib_of(&bundle_of(entries)),
    ];
    proptest::sample::select(inputs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_in_a_file_is_believed(
        bytes in input(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), number(), 1..9usize), 0..6),
        cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
        wrap in any::<bool>(),
    ) {
        let mut bytes = bytes;
        for (at, number, size) in edits {
            let at = at.index(bytes.len());
            let end = bytes.len().min(at + size);
            bytes[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if wrap {
            bytes = bundle_of(&[("hip-x", &bytes)]);
        }
        check_anything(&bytes);
    }
}
