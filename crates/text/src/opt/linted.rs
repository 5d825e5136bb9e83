//! What lint says of a function, before and after.

use crate::lint::FindingCounts;
use crate::program::SourceText;
use cdnasched_base::machine::{Features, Function};
use cdnasched_base::rules::Policy;
use cdnasched_driver::settings::{FrontEnd, defaults};
use cdnasched_object::{Setting, Target};

/// The rules by which findings are counted: those of `cdna-sched lint` where the stages follow their default, else those that the
/// stages follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LintedBy {
    policy: Policy,
    xnack: Setting,
}

impl LintedBy {
    /// For a text, whose target says whether memory accesses are replayed.
    pub(super) fn of(text: &SourceText<'_>, features: Features, followed: Policy) -> LintedBy {
        let said = text
            .targets
            .first()
            .map(|named| Target::parse_triple(named));
        let xnack = match said {
            Some(Ok(target)) => target.xnack,
            _ if features.xnack => Setting::Any,
            _ => Setting::Off,
        };
        LintedBy::with(xnack, followed)
    }

    /// For code of which that is known. `followed`: the rules of the stages.
    pub(crate) fn with(xnack: Setting, followed: Policy) -> LintedBy {
        let default = |of| defaults(of).options.hazards;
        let policy = match followed == default(FrontEnd::Opt) {
            true => default(FrontEnd::Lint),
            false => followed,
        };
        LintedBy { policy, xnack }
    }

    /// What lint lists of a function.
    pub(crate) fn count(self, function: &Function) -> FindingCounts {
        FindingCounts::of_function(function, self.policy, self.xnack)
    }
}
