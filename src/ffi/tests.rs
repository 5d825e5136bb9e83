//! Arbitrary contents at the C ABI give a status, never a panic.

use proptest::prelude::*;

use super::abi::CDNA_OK;
use super::fuzz::{LAST_STATUS, call};

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
            prop_assert!(status <= LAST_STATUS);
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
