//! Explanations as sentences, without a full stop.

use super::{Explained, Pair, Reason, ReasonKind, is_wait};
use cdnasched_base::gpu::{Counter, WaitStates};
use cdnasched_base::machine::{Function, InstFlags, InstId};
use cdnasched_check::Reliance;

impl Explained {
    /// What it is for, in one sentence.
    pub fn sentence(&self, function: &Function) -> String {
        let Some(first) = self.strictest() else {
            return match is_wait(function, self.inst) {
                true => "nothing that this waits for can be outstanding here".to_owned(),
                false => "no rule needs this nop while the others stay".to_owned(),
            };
        };
        match self.reasons.len() - 1 {
            0 => first.sentence(function),
            1 => format!("{}; and one more", first.sentence(function)),
            more => format!("{}; and {more} more", first.sentence(function)),
        }
    }

    /// The reason that asks for most: the smallest count, something that relies on it before others; the pair with
    /// the least slack.
    fn strictest(&self) -> Option<&Reason> {
        self.reasons.iter().min_by_key(|reason| match reason.kind {
            ReasonKind::Wait {
                count, reliance, ..
            } => (reliance.is_none(), i64::from(count)),
            ReasonKind::Nop { have, need, .. } => (false, i64::from(have.0) - i64::from(need.0)),
        })
    }
}

impl Reason {
    /// What needs the wait or the nop, in one sentence.
    pub fn sentence(&self, function: &Function) -> String {
        match self.kind {
            ReasonKind::Wait {
                counter,
                count,
                reliance,
            } => {
                let what = self.completed(function, counter, reliance);
                format!("{counter}({count}): {what}")
            }
            ReasonKind::Nop { rule, need, .. } => {
                let on = self
                    .registers
                    .map_or(String::new(), |regs| format!(" on {regs}"));
                format!(
                    "{} after {} before {}{on}: rule {} ({}): {}",
                    states(need),
                    self.producer_text(function),
                    quoted(function, self.consumer),
                    rule.id,
                    rule.source,
                    rule.why
                )
            }
        }
    }

    /// What is complete behind a wait, and for whom.
    fn completed(
        &self,
        function: &Function,
        counter: Counter,
        reliance: Option<Reliance>,
    ) -> String {
        let Some(producer) = self.producer else {
            return format!(
                "the caller may have left operations that {counter} counts outstanding"
            );
        };
        let first = self.producer_text(function);
        let second = quoted(function, self.consumer);
        let registers = self
            .registers
            .map_or(String::new(), |regs| regs.to_string());
        let Some(reliance) = reliance else {
            let before = match self.consumer {
                Some(_) => format!(" before {second}"),
                None => " here".to_owned(),
            };
            return format!(
                "{first} is complete{before}; no register shows who relies on it, other waves may"
            );
        };
        let by = match function.flags(producer).has(InstFlags::MAY_LOAD) {
            true => "loaded",
            false => "written",
        };
        match reliance {
            Reliance::Read(_) => format!("{registers} is {by} by {first} and read by {second}"),
            Reliance::Overwrite(_) if counter == Counter::Exp => {
                format!("{registers} is read by {first} and overwritten by {second}")
            }
            Reliance::Overwrite(_) => {
                format!("{registers} is {by} by {first} and overwritten by {second}")
            }
            Reliance::Lds => format!("{first} writes LDS, which {second} accesses"),
            Reliance::ScalarRead => format!("{first} reads memory that {second} may write"),
            Reliance::Exec => format!("{first} reads EXEC, which {second} writes"),
            Reliance::Return => {
                format!("{first} is complete before {second} returns, as the caller expects")
            }
            Reliance::Entry => format!("{second} is the first of a callable function"),
            Reliance::Barrier => format!(
                "{first} is complete before {second}, which cannot be repeated after a page fault"
            ),
            Reliance::Invalidate => {
                format!("{first} is complete before {second} invalidates the cache")
            }
            Reliance::Message => format!("{first} is complete before {second}, which promises it"),
            Reliance::Sync => format!("{first} is ordered with {second} (global wave sync)"),
            Reliance::Assembly => {
                format!("{first} is complete before {second}, which may use anything")
            }
        }
    }

    fn producer_text(&self, function: &Function) -> String {
        let text = quoted(function, self.producer);
        match self.iteration_before {
            true => format!("{text} of the iteration before"),
            false => text,
        }
    }
}

impl Pair {
    /// How far apart the two must be, how far they are, and why, in one sentence.
    pub fn sentence(&self, function: &Function) -> String {
        let on = self
            .registers
            .map_or(String::new(), |regs| format!(" on {regs}"));
        let rule = self.rule;
        format!(
            "{} after {} before {}{on}, and there are {}: rule {} ({}): {}",
            states(self.need),
            quoted(function, Some(self.producer)),
            quoted(function, Some(self.consumer)),
            self.have,
            rule.id,
            rule.source,
            rule.why
        )
    }
}

fn states(count: WaitStates) -> String {
    match count.0 {
        1 => "1 wait state".to_owned(),
        count => format!("{count} wait states"),
    }
}

fn quoted(function: &Function, inst: Option<InstId>) -> String {
    inst.map_or(String::new(), |inst| format!("'{}'", function.asm(inst)))
}
