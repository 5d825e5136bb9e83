//! Arbitrary contents at the C ABI and in the text form give a status, never a panic.

use proptest::prelude::*;

use super::abi::{CDNA_BAD_CALL, CDNA_OK};
use super::fuzz::call;
use crate::fuzzing;

#[test]
fn arbitrary_contents_give_a_status() {
    let directory = std::env::temp_dir().join(format!("cdnasched-abi-{}", std::process::id()));
    let path = directory.to_string_lossy().into_owned();
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig {
            failure_persistence: None,
            cases: ProptestConfig::default().cases.max(2000),
            ..ProptestConfig::default()
        },
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let taken = std::cell::Cell::new(0);
    let result = runner.run(&prop::collection::vec(any::<u8>(), 300..700), |bytes| {
        for (status, remarks) in call(&bytes, &path) {
            prop_assert!(status <= CDNA_BAD_CALL);
            prop_assert!(!remarks.contains("internal error"), "{remarks}");
            taken.set(taken.get() + u32::from(status == CDNA_OK));
        }
        Ok(())
    });
    let _ = std::fs::remove_dir_all(&directory);
    if let Err(why) = result {
        panic!("{why}");
    }
    println!("{} stages took what they were given", taken.get());
    assert!(taken.get() > 100, "hardly anything valid was ever made");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_text_parses_or_does_not(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6)) {
        let mut bytes = fuzzing::TEXT.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            match byte {
                0..64 => { bytes.remove(at); }
                64..128 => bytes[at] = byte,
                _ => bytes.insert(at, b"0189,[]:# |\n\"="[usize::from(byte) % 14]),
            }
        }
        fuzzing::text_parser(&bytes);
    }
}
