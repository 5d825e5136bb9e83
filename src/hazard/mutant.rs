//! What a row of the table asks of placement. Tests weaken one row at a time here and expect
//! the judge, who reads the table itself, to notice.

use super::{Need, Policy, Rule};

#[cfg(test)]
thread_local! {
    /// The weakened row, and how many wait states it is short of; `u32::MAX` drops it.
    static MUTANT: std::cell::Cell<Option<(&'static str, u32)>> =
        const { std::cell::Cell::new(None) };
}

/// Runs something while placement takes a row for weaker than it is.
#[cfg(test)]
pub(crate) fn with<T>(id: &'static str, short_of: u32, run: impl FnOnce() -> T) -> T {
    MUTANT.set(Some((id, short_of)));
    let result = run();
    MUTANT.set(None);
    result
}

/// What placement believes that a rule asks for.
pub(super) fn need(rule: &Rule, policy: Policy) -> Need {
    let need = rule.need(policy);
    #[cfg(test)]
    if let Some((_, short_of)) = MUTANT.get().filter(|(id, _)| *id == rule.id) {
        return match need {
            Need::Const(n) => Need::Const(n.saturating_sub(short_of as _)),
            Need::PerPasses(list) => Need::PerPasses(list.map(|n| n.saturating_sub(short_of as _))),
        };
    }
    need
}
