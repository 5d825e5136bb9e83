//! Functions that tests of several judges look at.

use crate::machine::{Function, text};

/// Block 1 takes lanes away, or may be passed by; 2 is a loop behind both, 3 what follows it, and 4 leads to it from
/// nowhere.
pub(crate) fn narrowed() -> Function {
    text::parse(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
         block 0 frequency=1 depth=0 successors=1,2\nS_NOP #0\n\
         block 1 frequency=1 depth=0 successors=2\n\
         S_AND_SAVEEXEC_B64 def s[0:1], vcc, imp def exec, imp def scc, imp exec\n\
         block 2 frequency=9 depth=1 successors=2,3\nS_NOP #0\n\
         block 3 frequency=1 depth=0\nS_NOP #0\n\
         block 4 frequency=0 depth=0 successors=3\nS_NOP #0\n",
    )
    .expect("a function")
}
