//! Real functions: what the core places satisfies the judge.
//!
//! `CDNASCHED_FUNCTIONS` names a directory of functions in the text form, as stage 1 gets them.

use std::error::Error;

use cdnasched::hazard::{self, Policy};
use cdnasched::machine::text;
use cdnasched::{check, waitcnt};

#[test]
fn real_functions_satisfy_the_judge() -> Result<(), Box<dyn Error>> {
    let Ok(directory) = std::env::var("CDNASCHED_FUNCTIONS") else {
        println!("CDNASCHED_FUNCTIONS is not set: nothing to judge");
        return Ok(());
    };
    let mut refused = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let mut function = text::parse(&std::fs::read_to_string(&path)?)?;
        waitcnt::place(&mut function)?;
        hazard::place(&mut function, Policy::Safe);
        let verdict = check::final_stream(&function, Policy::Safe);
        if !verdict.is_clean() {
            refused.push(format!("{}:\n{verdict}", path.display()));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    Ok(())
}
