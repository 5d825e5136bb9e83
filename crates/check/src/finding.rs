//! What the checker finds, as data, and the sentence for each.

use super::{BrokenDirective, LostRequest, OpenHazard, OpenWait, Violation};
use crate::machine::Function;

/// Something wrong with a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A new order is another program: a missing instruction, another value, a dependence or a
    /// request that is not kept.
    Program(Violation),
    /// A directive of the user was not kept.
    Directive(BrokenDirective),
    /// Two instructions are too close.
    Hazard(OpenHazard),
    /// Something relies on an access that nothing waited for.
    Wait(OpenWait),
    /// What the memory model or the user requires to be complete may not be.
    Request(LostRequest),
}

impl Finding {
    /// The sentence that users read. `function` is the function it was found in: instructions are
    /// given by their number in the saved function and by their assembly text.
    pub fn describe(&self, function: &Function) -> String {
        match self {
            Finding::Program(violation) => violation.describe(function),
            Finding::Directive(broken) => broken.describe(function),
            Finding::Hazard(open) => open.describe(function),
            Finding::Wait(open) => open.describe(function),
            Finding::Request(lost) => lost.describe(function),
        }
    }
}

impl From<Violation> for Finding {
    fn from(violation: Violation) -> Finding {
        Finding::Program(violation)
    }
}

impl From<BrokenDirective> for Finding {
    fn from(broken: BrokenDirective) -> Finding {
        Finding::Directive(broken)
    }
}

impl From<OpenHazard> for Finding {
    fn from(open: OpenHazard) -> Finding {
        Finding::Hazard(open)
    }
}

impl From<OpenWait> for Finding {
    fn from(open: OpenWait) -> Finding {
        Finding::Wait(open)
    }
}

impl From<LostRequest> for Finding {
    fn from(lost: LostRequest) -> Finding {
        Finding::Request(lost)
    }
}
