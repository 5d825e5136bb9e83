//! Regions of a text that its author marked, by comments in lines of their own: `; cdna-sched begin` to `; cdna-sched end`, or llvm-mca's
//! `; LLVM-MCA-BEGIN` to `; LLVM-MCA-END`, each with a name behind it if one likes.

use super::EditError;

/// What a line says of regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Begin,
    End,
}

/// The marked regions of a text that has some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    /// By line: inside a region, without the lines of its marks.
    inside: Vec<bool>,
}

impl Marks {
    /// Reads the marks of a text; `None` if it has none, and is one region.
    ///
    /// # Errors
    /// When a region begins in another one, ends without a begin, or does not end.
    pub fn of(source: &str) -> Result<Option<Marks>, EditError> {
        let mut begun = None;
        let mut any = false;
        let mut inside = Vec::new();
        for (at, text) in source.lines().enumerate() {
            let line = at as u32 + 1;
            let wrong = |reason| Err(EditError::Mark { line, reason });
            match (mark(text), begun) {
                (Some(Mark::Begin), Some(_)) => return wrong("a region begins inside another one"),
                (Some(Mark::End), None) => return wrong("a region ends that has not begun"),
                (Some(Mark::Begin), None) => begun = Some(line),
                (Some(Mark::End), Some(_)) => begun = None,
                (None, _) => {
                    inside.push(begun.is_some());
                    continue;
                }
            }
            any = true;
            inside.push(false);
        }
        match begun {
            Some(line) => Err(EditError::Mark {
                line,
                reason: "a region begins that does not end",
            }),
            None => Ok(any.then_some(Marks { inside })),
        }
    }

    /// Whether a line, counted from 0, is inside a region.
    pub fn is_inside(&self, line: usize) -> bool {
        self.inside.get(line).copied().unwrap_or(false)
    }

    /// The lines outside of all regions, marks too.
    pub fn outside<'a>(&self, source: &'a str) -> Vec<&'a str> {
        let lines = source.lines().enumerate();
        lines
            .filter(|&(at, _)| !self.is_inside(at))
            .map(|(_, line)| line)
            .collect()
    }
}

/// Whether a line is a mark.
pub(super) fn is_mark(text: &str) -> bool {
    mark(text).is_some()
}

fn mark(text: &str) -> Option<Mark> {
    let text = text.trim_start();
    let comment = text.strip_prefix("//").or_else(|| text.strip_prefix(';'))?;
    let mut words = comment.split_whitespace();
    match (words.next()?, words.next()) {
        ("LLVM-MCA-BEGIN", _) | ("cdna-sched", Some("begin")) => Some(Mark::Begin),
        ("LLVM-MCA-END", _) | ("cdna-sched", Some("end")) => Some(Mark::End),
        _ => None,
    }
}
