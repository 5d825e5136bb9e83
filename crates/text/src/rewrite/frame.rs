//! Compares two texts line by line, with a reading of its own.
//!
//! What is no instruction must be the same in both, byte for byte and in the same order, and between two such lines the same
//! instructions must stand. So nothing but instructions has changed, and none has left the place between two labels or directives.
//! This says nothing about their order: dependences and hazards are looked at elsewhere.

use std::collections::BTreeMap;

/// Which changes there may be between two lines that stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Waits and nops may be new, nothing else.
    Same,
    /// Instructions may have another order and other registers; waits and nops may be new, gone or others.
    New,
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
}

/// Comments that mean something, by how they begin behind their semicolons.
const MEANT: [&str; 8] = [
    "#ASMSTART",
    "#ASMEND",
    "sched_barrier",
    "sched_group_barrier",
    "iglp_opt",
    "wave_barrier",
    "asyncmark",
    "wait_asyncmark",
];

/// Whether a new text differs from a text only in what is allowed.
///
/// # Errors
/// The first difference.
pub fn compare(old: &str, new: &str, order: Order) -> Result<(), String> {
    let (old, new) = (pieces(old)?, pieces(new)?);
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
        match (rest.split_first(), others.split_first()) {
            (None, None) => return Ok(()),
            (Some((Piece::Fixed(was), left)), Some((Piece::Fixed(is), right))) if was == is => {
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
        Order::New => {
            let mut counted: BTreeMap<String, i64> = BTreeMap::new();
            let sides = [(one, 1), (other, -1)];
            for (side, sign) in sides {
                for inst in side.iter().filter_map(inst).filter(|inst| !is_filler(inst)) {
                    *counted.entry(without_registers(inst)).or_default() += sign;
                }
            }
            match counted.iter().find(|&(_, &count)| count != 0) {
                Some((inst, 1..)) => Err(format!("'{inst}' is missing")),
                Some((inst, _)) => Err(format!("'{inst}' is new")),
                None => Ok(()),
            }
        }
    }
}

fn inst<'a>(piece: &Piece<'a>) -> Option<&'a str> {
    match piece {
        Piece::Inst(text) => Some(text),
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
fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
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
        statement(line, words, &mut pieces);
    }
    Ok(pieces)
}

/// Takes a line apart that is no directive.
fn statement<'a>(line: &'a str, words: &'a str, pieces: &mut Vec<Piece<'a>>) {
    let comment = [words.find(';'), words.find("//")];
    let end = comment.into_iter().flatten().min().unwrap_or(words.len());
    let (mut rest, comment) = (words[..end].trim(), &words[end..]);
    if rest.is_empty() {
        let text = comment.trim_start_matches([';', '/', ' ', '\t']);
        let meant = MEANT.iter().any(|meant| text.starts_with(meant));
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
