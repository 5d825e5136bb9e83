//! Runs of memory instructions that XNACK may repeat.

use super::*;

/// LLVM's recogniser forgets what a run loads when it is longer than its look-back.
#[test]
fn a_run_has_no_length() {
    let load =
        |to: u32| format!("GLOBAL_LOAD_DWORD def v{to}, v[64:65], #0, #0, imp exec | load\n");
    for length in [1, 2, 19, 40, 100] {
        let run: String = (100..100 + length).map(load).collect();
        let conflict = "GLOBAL_LOAD_DWORD def v99, v[100:101], #0, #0, imp exec | load";
        let body = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx90a\nfeatures xnack\nresources lds=0 workgroup=0 entry\n\
             block 0 frequency=1 depth=0\n{run}{conflict}\n{END}"
        );
        let mut function = parse(&body);
        assert_eq!(inserted(&mut function, Policy::Safe), 1, "{length}");
    }
}
