//! The vector registers that a kernel's description in a text provides, and more of them.
//!
//! A kernel gets what `.amdhsa_next_free_vgpr` and `.amdhsa_accum_offset` say (`AMDGPUUsage`, "HSA Kernel Descriptor"). Where
//! both are numbers, and say what the code uses, as compilers write them, they are brought up to date with it, and with
//! them what symbols and metadata say. Elsewhere a kernel keeps to what it has.

use crate::edit::Edits;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Function;
use cdnasched_base::machine::occupancy::{RegisterUse, occupancy};

/// AccVGPRs begin at a multiple of this many registers.
const ACCUM_GRANULE: u32 = 4;
/// What makes lines depend on others.
const CONDITIONAL: [&str; 5] = [".if", ".macro", ".rept", ".irp", ".altmacro"];

/// A number in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Number {
    /// Its line, from 0.
    line: usize,
    /// What stands before it in the line.
    before: String,
    value: u32,
    /// What stands behind it, without the end of the line.
    behind: String,
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    /// VGPRs.
    Vgprs,
    /// AccVGPRs.
    Agprs,
    /// Both, as they are allocated.
    Total,
}

/// What a text says of the vector registers of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Allocation {
    next_free: Number,
    /// Where AccVGPRs begin; on GPUs where they have a file of their own there is none.
    accum_offset: Option<Number>,
    /// What symbols and metadata say.
    others: Vec<(Count, Number)>,
}

/// The registers that an allocation needs for a use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needed {
    /// All that are allocated for a lane.
    pub(crate) total: u32,
    /// Where AccVGPRs begin, in a shared file.
    pub(crate) accum_offset: u32,
}

impl Needed {
    /// For a use.
    pub(crate) fn of(used: RegisterUse, gpu: Gpu) -> Needed {
        let accum_offset = used.vgprs.max(1).next_multiple_of(ACCUM_GRANULE);
        let total = match (gpu.unified_vector_file(), used.agprs) {
            (false, agprs) => used.vgprs.max(agprs),
            (true, 0) => used.vgprs,
            (true, agprs) => accum_offset + agprs,
        };
        Needed {
            total,
            accum_offset,
        }
    }
}

/// Whether that many registers, AccVGPRs from an offset on where both sorts share a file, suffice for a use.
pub(crate) fn provides(total: u32, accum_offset: Option<u32>, used: RegisterUse) -> bool {
    match accum_offset {
        None => used.vgprs.max(used.agprs) <= total,
        Some(offset) if used.agprs == 0 => used.vgprs <= offset.min(total),
        Some(offset) => used.vgprs <= offset && offset + used.agprs <= total,
    }
}

impl Allocation {
    /// What a text says of a kernel; `None` where it does not say it in numbers, or what it says depends on other lines.
    pub(super) fn of(source: &str, kernel: &str, gpu: Gpu) -> Option<Allocation> {
        let lines: Vec<&str> = source.lines().collect();
        let starts = |line: &&str| {
            let words = line.trim_start();
            CONDITIONAL.iter().any(|word| words.starts_with(word))
        };
        if lines.iter().any(starts) {
            return None;
        }
        let mut all = lines.iter().enumerate();
        let begin = all.position(|(_, line)| argument(line, ".amdhsa_kernel") == Some(kernel))?;
        let rest = &lines[begin..];
        let end = rest
            .iter()
            .position(|line| line.trim_start().starts_with(".end_amdhsa_kernel"))?;
        let directive = |name: &str| -> Option<Number> {
            let mut found = (begin..begin + end).filter(|&at| argument(lines[at], name).is_some());
            let at = found.next().filter(|_| found.next().is_none())?;
            number_behind(lines[at], name, at)
        };
        let accum_offset = match gpu.unified_vector_file() {
            true => Some(directive(".amdhsa_accum_offset")?),
            false => None,
        };
        Some(Allocation {
            next_free: directive(".amdhsa_next_free_vgpr")?,
            accum_offset,
            others: others(&lines, kernel),
        })
    }

    /// Whether it provides what a function uses, and no more: then it can follow another use.
    pub(super) fn follows(&self, function: &Function) -> bool {
        let needed = Needed::of(RegisterUse::of(function), function.gpu);
        let offset = self.accum_offset.as_ref();
        self.next_free.value == needed.total.max(1)
            && offset.is_none_or(|offset| offset.value == needed.accum_offset)
    }

    /// Whether it provides at least what a function uses.
    pub(super) fn provides(&self, function: &Function) -> bool {
        let accum_offset = self.accum_offset.as_ref().map(|offset| offset.value);
        provides(
            self.next_free.value,
            accum_offset,
            RegisterUse::of(function),
        )
    }

    /// Brings it up to date with a function, where that uses more.
    pub(super) fn follow(&self, function: &Function, edits: &mut Edits) {
        if self.provides(function) {
            return;
        }
        #[cfg(test)]
        if super::tests::faults::is_in(super::tests::faults::Fault::Description) {
            return;
        }
        let used = RegisterUse::of(function);
        let needed = Needed::of(used, function.gpu);
        let mut set = |number: &Number, value: u32| {
            if value != number.value {
                let line = format!("{}{value}{}", number.before, number.behind);
                edits.replace_line(number.line, line);
            }
        };
        set(&self.next_free, needed.total);
        if let Some(offset) = &self.accum_offset {
            set(offset, needed.accum_offset);
        }
        for (count, number) in &self.others {
            let value = match count {
                Count::Vgprs => used.vgprs,
                Count::Agprs => used.agprs,
                Count::Total => needed.total,
            };
            set(number, value);
        }
    }
}

/// Whether a text provides the registers that a function uses in it, at no cost in waves. Where it uses no more than before, it
/// does.
pub(super) fn provided(text: &str, new: &Function, old: &Function) -> Result<(), String> {
    let (used, before) = (RegisterUse::of(new), RegisterUse::of(old));
    if used.vgprs <= before.vgprs && used.agprs <= before.agprs {
        return Ok(());
    }
    let allocation = Allocation::of(text, &new.name, new.gpu);
    if !allocation.is_some_and(|allocation| allocation.provides(new)) {
        return Err("the kernel's description does not provide its registers".into());
    }
    match occupancy(new) >= occupancy(old) {
        true => Ok(()),
        false => Err("it has room for fewer waves".into()),
    }
}

/// What follows a directive in a line; `None` when the line has another.
fn argument<'l>(line: &'l str, directive: &str) -> Option<&'l str> {
    let rest = line.trim_start().strip_prefix(directive)?;
    let argument = rest.strip_prefix(char::is_whitespace)?.trim();
    Some(argument.split(';').next()?.trim().trim_matches('"'))
}

/// The number that follows a word in a line, when nothing but a comment follows it.
fn number_behind(line: &str, word: &str, at: usize) -> Option<Number> {
    let from = line.find(word)? + word.len();
    let rest = &line[from..];
    let blanks = rest.len() - rest.trim_start().len();
    let digits = rest[blanks..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len() - blanks);
    let (before, number) = line.split_at(from + blanks);
    let (number, behind) = number.split_at(digits);
    let comment = behind.trim_start();
    let ends = comment.is_empty() || comment.starts_with(';') || comment.starts_with("//");
    ends.then_some(())?;
    Some(Number {
        line: at,
        before: before.to_owned(),
        value: number.parse().ok()?,
        behind: behind.to_owned(),
    })
}

/// What symbols (`.set KERNEL.num_vgpr`) and metadata say of a kernel's registers.
fn others(lines: &[&str], kernel: &str) -> Vec<(Count, Number)> {
    let mut found = Vec::new();
    for (count, symbol) in [(Count::Vgprs, "num_vgpr"), (Count::Agprs, "num_agpr")] {
        let name = format!("{kernel}.{symbol},");
        let set = |line: &str| argument(line, ".set").is_some_and(|a| a.starts_with(&name));
        let numbers = lines.iter().enumerate().filter(|(_, line)| set(line));
        found.extend(
            numbers.filter_map(|(at, line)| Some((count, number_behind(line, &name, at)?))),
        );
    }
    let Some(begin) = lines
        .iter()
        .position(|line| line.starts_with("amdhsa.kernels:"))
    else {
        return found;
    };
    // An entry begins with a dash, as far to the right as the first one's.
    let dash = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        line.trim_start().starts_with("- ").then_some(indent)
    };
    let rest = &lines[begin + 1..];
    let first = rest.first().and_then(|line| dash(line));
    let mut from = 0;
    for at in 1..=rest.len() {
        let ends = rest.get(at).is_none_or(|line| {
            dash(line) == first || line.starts_with(|c: char| c.is_alphabetic() || c == '.')
        });
        if !ends {
            continue;
        }
        let entry = &rest[from..at];
        let key = |line: &str| {
            line.trim_start()
                .trim_start_matches("- ")
                .trim_start()
                .to_owned()
        };
        let names_it = |line: &&str| {
            let name = key(line).strip_prefix(".name:").map(str::to_owned);
            name.is_some_and(|name| name.trim().trim_matches(['\'', '"']) == kernel)
        };
        if entry.iter().any(names_it) {
            for (count, word) in [
                (Count::Total, ".vgpr_count:"),
                (Count::Agprs, ".agpr_count:"),
            ] {
                let lines = entry.iter().enumerate();
                let of = lines.filter(|(_, line)| key(line).starts_with(word));
                found.extend(of.filter_map(|(line, text)| {
                    Some((count, number_behind(text, word, begin + 1 + from + line)?))
                }));
            }
        }
        from = at;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 216 ; both\n\t\t.amdhsa_accum_offset 88\n\
        \t.end_amdhsa_kernel\n\t.set k.num_vgpr, 88\n\t.set k.num_agpr, 128\namdhsa.kernels:\n  - .agpr_count:     1\n    \
        .name:           other\n    .vgpr_count:     2\n  - .agpr_count:     128\n    .args:\n      - .offset: 0\n    \
        .name:           k\n    .vgpr_count:     216\n";

    #[test]
    fn every_number_of_a_kernel_is_found() {
        let found = Allocation::of(TEXT, "k", Gpu::Gfx942).expect("an allocation");
        assert_eq!((found.next_free.line, found.next_free.value), (1, 216));
        assert_eq!(found.next_free.behind, " ; both");
        let offset = found.accum_offset.map(|offset| (offset.line, offset.value));
        assert_eq!(offset, Some((2, 88)));
        let others: Vec<(Count, usize, u32)> = found
            .others
            .iter()
            .map(|(count, number)| (*count, number.line, number.value))
            .collect();
        let expected = [
            (Count::Vgprs, 4, 88),
            (Count::Agprs, 5, 128),
            (Count::Total, 14, 216),
            (Count::Agprs, 10, 128),
        ];
        assert_eq!(others, expected);
    }

    #[test]
    fn what_is_no_number_or_depends_on_other_lines_stays() {
        for (was, is) in [
            ("216 ; both", "max(216, 1)"),
            ("_offset 88", "_offset first"),
            ("\t.set k.num_vgpr", ".if 1\n\t.set k.num_vgpr"),
            ("\t\t.amdhsa_accum_offset 88\n", ""),
            (
                "\t\t.amdhsa_accum_offset 88\n",
                "\t\t.amdhsa_accum_offset 88\n\t\t.amdhsa_accum_offset 92\n",
            ),
            (".amdhsa_kernel k\n", ".amdhsa_kernel kk\n"),
        ] {
            let text = TEXT.replacen(was, is, 1);
            assert_ne!(text, TEXT);
            assert_eq!(Allocation::of(&text, "k", Gpu::Gfx942), None, "{is}");
        }
    }
}
