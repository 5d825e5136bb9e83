//! Compares two texts line by line, with a reading of its own.
//!
//! What is no instruction must be the same in both, byte for byte and in the same order, and between two such lines the same
//! instructions must stand. So nothing but instructions has changed, and none has left the place between two labels or directives.
//! This says nothing about their order: dependences and hazards are looked at elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::overlap;

/// Which changes there may be between two lines that stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Waits and nops may be new, nothing else.
    Same,
    /// Instructions may have another order and other registers; waits and nops may be new, gone or others, and so may copies of
    /// vector registers and accesses to what was spilled. Iterations of a loop may overlap ([`super::overlap`]). What a
    /// description says of vector registers may be more.
    New,
    /// The same where what the author said to the compiler's scheduler (`sched_barrier` and its like) holds nothing back: it is a comment like any other.
    NewAcross,
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece<'a> {
    /// A label, a directive, a border of inline assembly, a barrier of the compiler's scheduler.
    Fixed(&'a str),
    /// The place in the source of what follows.
    Place(&'a str),
    /// A line with nothing but a comment, or blank.
    Comment(&'a str),
    /// An instruction, without its comment.
    Inst(&'a str),
    /// One of the vector ALU, or a matrix instruction, that is alone in an inline assembly, with the borders of that.
    Framed(&'a str),
    /// A label of a loop whose iterations overlap, which the old text does not have.
    Overlap(&'a str),
}

/// Comments that mean something, by how they begin behind their semicolons.
const MEANT: [&str; 10] = [
    "#ASMSTART",
    "#ASMEND",
    "#APP",
    "#NO_APP",
    "sched_barrier",
    "sched_group_barrier",
    "iglp_opt",
    "wave_barrier",
    "asyncmark",
    "wait_asyncmark",
];

/// Those that hold nothing back in [`Order::NewAcross`].
const CROSSED: [&str; 3] = ["sched_barrier ", "sched_group_barrier ", "iglp_opt "];

/// Whether a new text differs from a text only in what is allowed.
///
/// # Errors
/// The first difference.
pub fn compare(old: &str, new: &str, order: Order) -> Result<(), String> {
    let crosses = order == Order::NewAcross;
    let order = match crosses {
        true => Order::New,
        false => order,
    };
    let (old, mut new) = (pieces(old, crosses)?, pieces(new, crosses)?);
    if order == Order::New {
        mark_overlaps(&old, &mut new);
    }
    let mut places: Vec<&str> = Vec::new();
    let (mut a, mut b) = (&old[..], &new[..]);
    loop {
        let (one, rest) = segment(a);
        let (other, others) = segment(b);
        places.extend(one.iter().filter_map(place));
        if let Some(strange) = other.iter().filter_map(place).find(|p| !places.contains(p)) {
            return Err(format!("'{}' is new", strange.trim()));
        }
        same_instructions(one, other, order)?;
        same_comments(one, other)?;
        same_frames(one, other)?;
        match (rest.split_first(), others.split_first()) {
            (None, None) => return Ok(()),
            (Some((Piece::Fixed(was), left)), Some((Piece::Fixed(is), right)))
                if was == is || order == Order::New && has_more_registers(was, is) =>
            {
                (a, b) = (left, right);
            }
            (was, is) => {
                let text = |piece: Option<(&Piece<'_>, _)>| match piece {
                    Some((Piece::Fixed(text), _)) => format!("'{}'", text.trim()),
                    _ => "the end".to_owned(),
                };
                return Err(format!("expected {}, found {}", text(was), text(is)));
            }
        }
    }
}

/// Finds labels that only the new text has, by the names that `opt` gives them.
fn mark_overlaps(old: &[Piece<'_>], new: &mut [Piece<'_>]) {
    for piece in new.iter_mut() {
        if let Piece::Fixed(name) = *piece
            && name.starts_with(overlap::PREFIX)
            && !old.contains(piece)
        {
            *piece = Piece::Overlap(name);
        }
    }
}

/// Words before the numbers of vector registers that a kernel's description, symbols and metadata have.
const COUNTS: [&str; 6] = [
    ".amdhsa_next_free_vgpr",
    ".amdhsa_accum_offset",
    ".num_vgpr,",
    ".num_agpr,",
    ".vgpr_count:",
    ".agpr_count:",
];

/// Whether a line says the same of more vector registers, or of fewer AccVGPRs where VGPRs took their place.
fn has_more_registers(was: &str, is: &str) -> bool {
    let split = |line: &'_ str| -> Option<(String, u32, String)> {
        let (at, word) = COUNTS
            .iter()
            .find_map(|word| Some((line.find(word)?, word)))?;
        let from = at + word.len();
        let digits = line[from..].find(|c: char| c.is_ascii_digit())? + from;
        let end = line[digits..].find(|c: char| !c.is_ascii_digit());
        let end = end.map_or(line.len(), |end| digits + end);
        let blank = line[from..digits].trim().is_empty();
        let number = line[digits..end].parse().ok().filter(|_| blank)?;
        Some((line[..digits].to_owned(), number, line[end..].to_owned()))
    };
    let both = split(was).zip(split(is));
    both.is_some_and(|(was, is)| {
        let of_agprs = was.0.contains("agpr");
        was.0 == is.0 && was.2 == is.2 && (was.1 <= is.1 || of_agprs)
    })
}

/// What comes before the next line that stays, and the rest.
fn segment<'p, 'a>(pieces: &'p [Piece<'a>]) -> (&'p [Piece<'a>], &'p [Piece<'a>]) {
    let end = pieces
        .iter()
        .position(|piece| matches!(piece, Piece::Fixed(_)));
    pieces.split_at(end.unwrap_or(pieces.len()))
}

fn place<'a>(piece: &Piece<'a>) -> Option<&'a str> {
    match piece {
        Piece::Place(text) => Some(text.trim()),
        _ => None,
    }
}

fn same_comments(one: &[Piece<'_>], other: &[Piece<'_>]) -> Result<(), String> {
    let counted = |pieces: &[Piece<'_>]| {
        let mut counted: BTreeMap<String, u32> = BTreeMap::new();
        for piece in pieces {
            if let Piece::Comment(text) = piece {
                *counted.entry(text.trim().to_owned()).or_default() += 1;
            }
        }
        counted
    };
    if counted(one) == counted(other) {
        return Ok(());
    }
    Err("comments are missing or new".to_owned())
}

/// The instructions that are alone in inline assembly are those that were, copies of them too.
fn same_frames(one: &[Piece<'_>], other: &[Piece<'_>]) -> Result<(), String> {
    let framed = |pieces: &[Piece<'_>]| -> BTreeSet<String> {
        let framed = pieces.iter().filter_map(|piece| match piece {
            Piece::Framed(inst) => Some(without_registers(inst)),
            _ => None,
        });
        framed.collect()
    };
    let bare = |pieces: &[Piece<'_>]| -> BTreeSet<String> {
        let bare = pieces.iter().filter_map(|piece| match piece {
            Piece::Inst(inst) => Some(without_registers(inst)),
            _ => None,
        });
        bare.collect()
    };
    let (was_bare, is_bare) = (bare(one), bare(other));
    let (one, other) = (framed(one), framed(other));
    if let Some(inst) = one
        .iter()
        .find(|inst| is_bare.contains(*inst) && !was_bare.contains(*inst))
    {
        return Err(format!("'{inst}' is in no inline assembly any more"));
    }
    let mut differing = one.symmetric_difference(&other);
    match differing.find(|inst| !(is_carried(inst) && one.contains(*inst))) {
        Some(inst) => Err(format!("'{inst}' is in other inline assembly than before")),
        None => Ok(()),
    }
}

fn same_instructions(one: &[Piece<'_>], other: &[Piece<'_>], order: Order) -> Result<(), String> {
    match order {
        Order::Same => {
            let mut left = other.iter().filter_map(inst).peekable();
            for was in one.iter().filter_map(inst) {
                while left.next_if(|is| *is != was && is_filler(is)).is_some() {}
                if left.next() != Some(was) {
                    return Err(format!("'{was}' is missing or elsewhere"));
                }
            }
            match left.find(|is| !is_filler(is)) {
                Some(new) => Err(format!("'{new}' is new")),
                None => Ok(()),
            }
        }
        Order::New | Order::NewAcross => {
            let mut counted: BTreeMap<String, i64> = BTreeMap::new();
            for inst in one.iter().filter_map(inst).filter(|inst| !is_filler(inst)) {
                *counted.entry(without_registers(inst)).or_default() += 1;
            }
            let other: Vec<overlap::Line<'_>> = other
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Inst(inst) | Piece::Framed(inst) if !is_filler(inst) => {
                        Some(overlap::Line::Inst(inst))
                    }
                    Piece::Overlap(label) => Some(overlap::Line::Label(label)),
                    _ => None,
                })
                .collect();
            for inst in overlap::once(&other, &counted, without_registers)? {
                *counted.entry(inst).or_default() -= 1;
            }
            let differs = |&(inst, count): &(&String, &i64)| *count != 0 && !is_carried(inst);
            match counted.iter().find(differs) {
                Some((inst, 1..)) => Err(format!("'{inst}' is missing")),
                Some((inst, _)) => Err(format!("'{inst}' is new")),
                None => Ok(()),
            }
        }
    }
}

/// Whether an instruction only carries vector registers to others, or to and from constant places in scratch.
fn is_carried(inst: &str) -> bool {
    let mut words = inst.split_whitespace();
    let mnemonic = words.next().unwrap_or_default();
    let operands: Vec<&str> = words.filter(|word| *word != ",").collect();
    let is_vector = |word: &str| word == "v#" || word.starts_with("v[+");
    let moves = matches!(mnemonic, "v_mov_b32" | "v_mov_b64") || mnemonic.starts_with("v_accvgpr_");
    // A sum with zero is a copy, too.
    if mnemonic == "v_add_u32" {
        return matches!(operands[..], ["v#", "0", "v#"] | ["v#", "v#", "0"]);
    }
    let spills = ["scratch_load_dword", "scratch_store_dword"];
    if spills.iter().any(|spill| mnemonic.starts_with(spill)) {
        return operands.iter().filter(|word| **word == "off").count() == 2;
    }
    moves && operands.len() == 2 && operands.iter().all(|word| is_vector(word))
}

fn inst<'a>(piece: &Piece<'a>) -> Option<&'a str> {
    match piece {
        Piece::Inst(text) | Piece::Framed(text) => Some(text),
        _ => None,
    }
}

/// Waits and nops.
fn is_filler(inst: &str) -> bool {
    let mnemonic = inst.split_whitespace().next().unwrap_or_default();
    matches!(mnemonic, "s_nop" | "s_waitcnt")
}

/// An instruction whose vector and scalar registers have no numbers: `v[4:7]` is `v[+3]`, `v4` is `v#`, and so are accumulation
/// registers, which many instructions take in place of the others. Literals are decimal, names of encodings are left out.
fn without_registers(inst: &str) -> String {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut bracket = false;
    for c in inst.chars() {
        match c {
            '[' | ']' => {
                bracket = c == '[';
                word.push(c);
            }
            c if c.is_whitespace() && bracket => {}
            c if c.is_alphanumeric() || c == '_' || c == '.' || bracket => word.push(c),
            c => {
                words.push(plain(&word));
                word.clear();
                if !c.is_whitespace() {
                    words.push(c.to_string());
                }
            }
        }
    }
    words.push(plain(&word));
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// A word of an instruction in its plain form.
fn plain(word: &str) -> String {
    let number = |digits: &str| digits.parse::<u32>().ok();
    if let Some(file) = word
        .chars()
        .next()
        .filter(|file| matches!(file, 'v' | 'a' | 's'))
    {
        let file = if file == 'a' { 'v' } else { file };
        let rest = &word[1..];
        if number(rest).is_some() {
            return format!("{file}#");
        }
        let range = rest
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(range) = range {
            let (from, to) = range.split_once(':').unwrap_or((range, range));
            if let (Some(from), Some(to)) = (number(from), number(to)) {
                return match to.checked_sub(from) {
                    Some(0) => format!("{file}#"),
                    Some(more) => format!("{file}[+{more}]"),
                    None => word.to_owned(),
                };
            }
        }
    }
    if let Some(value) = word
        .strip_prefix("0x")
        .and_then(|hex| u64::from_str_radix(hex, 16).ok())
    {
        return value.to_string();
    }
    let encoding = ["_e32", "_e64"]
        .iter()
        .find_map(|end| word.strip_suffix(end));
    encoding.unwrap_or(word).to_owned()
}

/// Takes a text apart.
///
/// # Errors
/// What this reading does not understand.
fn pieces(text: &str, crosses: bool) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut in_metadata = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if in_metadata || words.starts_with('.') && label(words).is_none() {
            in_metadata = match words {
                _ if words.starts_with(".amdgpu_metadata") => true,
                _ if words.starts_with(".end_amdgpu_metadata") => false,
                _ => in_metadata,
            };
            let is_place =
                !in_metadata && words.starts_with(".loc\t") || words.starts_with(".loc ");
            pieces.push(match is_place {
                true => Piece::Place(line),
                false => Piece::Fixed(line),
            });
            continue;
        }
        if words.contains("/*") || words.contains('"') {
            return Err(format!("'{words}' is not understood"));
        }
        statement(line, words, crosses, &mut pieces);
    }
    Ok(framed(pieces))
}

/// Whether lines are the borders of an inline assembly that is one vector instruction, and no delay.
fn is_frame(begin: &str, inst: &str, end: &str) -> bool {
    let [start, stop, app, no_app, ..] = MEANT;
    let are_borders = |one: &str, other: &str| begin.contains(one) && end.contains(other);
    let others = ["v_nop", "v_clrexcp"];
    (are_borders(start, stop) || are_borders(app, no_app))
        && inst.starts_with("v_")
        && !others.iter().any(|other| inst.starts_with(other))
}

/// Takes an inline assembly of one instruction that begins with `v_` for that instruction.
fn framed(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut found: Vec<Piece<'_>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        found.push(piece);
        let framed = match found[..] {
            [
                ..,
                Piece::Fixed(begin),
                Piece::Inst(inst),
                Piece::Fixed(end),
            ] if is_frame(begin, inst, end) => inst,
            _ => continue,
        };
        found.truncate(found.len() - 3);
        found.push(Piece::Framed(framed));
    }
    found
}

/// Takes a line apart that is no directive.
fn statement<'a>(line: &'a str, words: &'a str, crosses: bool, pieces: &mut Vec<Piece<'a>>) {
    let comment = [words.find(';'), words.find("//")];
    let end = comment.into_iter().flatten().min().unwrap_or(words.len());
    let (mut rest, comment) = (words[..end].trim(), &words[end..]);
    if rest.is_empty() {
        let text = comment.trim_start_matches([';', '/', ' ', '\t']);
        let is_crossed = crosses && CROSSED.iter().any(|hint| text.starts_with(hint));
        let meant = !is_crossed && MEANT.iter().any(|meant| text.starts_with(meant));
        pieces.push(match meant {
            true => Piece::Fixed(line),
            false => Piece::Comment(line),
        });
        return;
    }
    while let Some(name) = label(rest) {
        pieces.push(Piece::Fixed(name));
        rest = rest[name.len() + 1..].trim_start();
    }
    if !rest.is_empty() {
        pieces.push(Piece::Inst(rest));
    }
}

/// The label that a statement begins with, without its colon.
fn label(words: &str) -> Option<&str> {
    let (name, _) = words.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}
