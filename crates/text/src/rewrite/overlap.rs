//! Loops whose iterations overlap, by the lines of a text.
//!
//! Where a loop stood, a guard, the loop with a label of its own, and a tail behind another label stand. Guard and tail
//! together have the instructions of the loop once, and so has the loop between the labels. The guard leaves for the tail where the loop
//! would not go on.

use std::collections::BTreeMap;

/// How labels begin that only the new text has; those in front of the loop and of the tail.
pub(super) const PREFIX: &str = ".Lcdnasched_";
pub(super) const LOOP: &str = ".Lcdnasched_loop_";
pub(super) const TAIL: &str = ".Lcdnasched_tail_";

/// Conditional branches, each with the one that is taken when it is not.
const BRANCHES: [(&str, &str); 4] = [
    ("s_cbranch_scc0", "s_cbranch_scc1"),
    ("s_cbranch_scc1", "s_cbranch_scc0"),
    ("s_cbranch_vccz", "s_cbranch_vccnz"),
    ("s_cbranch_vccnz", "s_cbranch_vccz"),
];

/// A line of the new text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line<'a> {
    /// An instruction.
    Inst(&'a str),
    /// A label that the old text does not have.
    Label(&'a str),
}

/// The instructions between two lines that stay, in their plain form, each as often as the old text has it; of overlapped loops
/// without what stands between their labels. `old`: what the old text has there.
///
/// # Errors
/// When labels do not stand as they should, or the loop has other instructions than the old text.
pub(super) fn once(
    lines: &[Line<'_>],
    old: &BTreeMap<String, i64>,
    plain: impl Fn(&str) -> String,
) -> Result<Vec<String>, String> {
    let mut outside = Vec::new();
    let mut left = lines;
    while let Some(at) = left.iter().position(|line| matches!(line, Line::Label(_))) {
        let (before, rest) = left.split_at(at);
        let insts = |lines: &[Line<'_>]| -> Vec<String> {
            let insts = lines.iter().filter_map(|line| match line {
                Line::Inst(inst) => Some((*inst).to_owned()),
                Line::Label(_) => None,
            });
            insts.collect()
        };
        let Some((Line::Label(name), rest)) = rest.split_first() else {
            return Err("a label is missing".to_owned());
        };
        let end = rest.iter().position(|line| matches!(line, Line::Label(_)));
        let number = name.strip_prefix(LOOP);
        let pair = number.zip(end).filter(|(number, end)| {
            matches!(rest[*end], Line::Label(tail) if tail.strip_prefix(TAIL) == Some(number))
        });
        let Some((number, end)) = pair else {
            return Err(format!("'{name}' is new"));
        };
        let (inside, behind) = (insts(&rest[..end]), &rest[end + 1..]);
        let mut guard = insts(before);
        let (leaves, goes_on) = (guard.pop(), inside.last());
        let both = leaves
            .as_deref()
            .zip(goes_on)
            .and_then(|(leaves, goes_on)| {
                let back = goes_on.strip_suffix(&format!(" {LOOP}{number}"))?;
                let away = leaves.strip_suffix(&format!(" {TAIL}{number}"))?;
                let fits = BRANCHES
                    .iter()
                    .any(|&(one, other)| one == back && other == away);
                fits.then(|| back.to_owned())
            });
        let back =
            both.ok_or_else(|| format!("the branches of '{name}' do not belong together"))?;
        for inst in &inside[..inside.len() - 1] {
            let inst = plain(inst);
            if !old.contains_key(&inst) {
                return Err(format!("'{inst}' is new"));
            }
        }
        // The branch of the old text, by the beginning of its words.
        let begins = format!("{back} ");
        let was = old.keys().find(|inst| inst.starts_with(&begins));
        let was = was.ok_or_else(|| format!("'{back}' is new"))?;
        outside.extend(guard.iter().map(|inst| plain(inst)));
        outside.push(was.clone());
        left = behind;
    }
    outside.extend(left.iter().filter_map(|line| match line {
        Line::Inst(inst) => Some(plain(inst)),
        Line::Label(_) => None,
    }));
    Ok(outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(new: &[&str]) -> Result<Vec<String>, String> {
        let old: BTreeMap<String, i64> = ["a", "b", "s_cbranch_scc1 . LBB0_1", "c"]
            .into_iter()
            .map(|inst| (inst.to_owned(), 1))
            .collect();
        let lines = new.iter().map(|line| match line.strip_suffix(':') {
            Some(label) => Line::Label(label),
            None => Line::Inst(line),
        });
        once(&lines.collect::<Vec<_>>(), &old, str::to_owned)
    }

    #[test]
    fn a_loop_stands_for_its_guard_and_tail() {
        let guard = "s_cbranch_scc0 .Lcdnasched_tail_3";
        let back = "s_cbranch_scc1 .Lcdnasched_loop_3";
        let (begin, end) = (".Lcdnasched_loop_3:", ".Lcdnasched_tail_3:");
        let found = said(&["a", guard, begin, "b", "a", back, end, "b", "c"]);
        let expected = ["a", "s_cbranch_scc1 . LBB0_1", "b", "c"].map(str::to_owned);
        assert_eq!(found, Ok(expected.to_vec()));
        for wrong in [
            &["a", guard, begin, "b", "a", back, "b", "c"][..],
            &["a", back, begin, "b", "a", back, end, "b"],
            &["a", guard, begin, "b", "a", guard, end, "b"],
            &["a", guard, begin, "d", "a", back, end, "b"],
            &["a", guard, end, "b", "a", back, begin, "b"],
            &["a", ".Lcdnasched_other:", "b"],
        ] {
            assert!(said(wrong).is_err(), "{wrong:?}");
        }
    }
}
