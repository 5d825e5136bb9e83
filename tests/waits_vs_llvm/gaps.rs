//! Requests of the memory legaliser for which we wait and LLVM does not, each shown by LLVM
//! itself: with the request standing in our result again, and LLVM's gap closed, it waits as well.

use cdnasched::target::{Counter, Gpu};

use crate::llc;

/// Why LLVM does not wait for what the memory legaliser asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// None: with our waits in all other places LLVM waits here too. With its own it has waited
    /// elsewhere.
    Elsewhere,
    /// LLVM drops a request for good when its first visit of the block finds nothing outstanding.
    /// Where the block has copies that only later iterations run through, LLVM waits in a copy.
    FirstVisit,
    /// LLVM does not count a write-back of the L2, for which the memory model waits with
    /// `vmcnt(0)`. Where a store stands in its place, LLVM waits for that.
    WriteBack,
    /// Both.
    WriteBackOnFirstVisit,
}

/// Where and how much we ask for.
#[derive(Clone, Copy)]
pub struct Request {
    pub slot: usize,
    pub counter: Counter,
    pub count: u8,
}

/// A function of a batch by itself.
pub struct Case<'a> {
    pub gpu: Gpu,
    /// The passes that are LLVM's answer.
    pub passes: &'a str,
    /// The batch.
    pub module: &'a str,
    pub name: &'a str,
    /// The function before waits are placed, from its name on.
    pub input: &'a str,
    /// The same with our waits.
    pub ours: &'a str,
}

/// How often the blocks of a function are there in [`later_iterations`]: the largest count that
/// the generator's requests have, two, takes three accesses to be exceeded.
const COPIES: usize = 4;

impl Case<'_> {
    /// The reason for which we ask for more, if there is one.
    pub fn gap(&self, request: Request) -> Option<Gap> {
        let standing = self.with_request(request.slot)?;
        let lines = standing.lines().map(|line| {
            let back = line.trim_start().starts_with("BUFFER_WBL2");
            if back { STORE } else { line }
        });
        let stored = lines.collect::<Vec<_>>().join("\n");
        let later = |function: &str| self.asks(&later_iterations(function), request);
        if self.asks(&standing, request) {
            Some(Gap::Elsewhere)
        } else if later(&standing) {
            Some(Gap::FirstVisit)
        } else if self.asks(&stored, request) {
            Some(Gap::WriteBack)
        } else {
            later(&stored).then_some(Gap::WriteBackOnFirstVisit)
        }
    }

    /// Our result with the memory legaliser's requests in front of a slot in place of our wait
    /// there; `None` when it has none.
    fn with_request(&self, slot: usize) -> Option<String> {
        // As plain waits they are no slots.
        let silent = self
            .input
            .replace("S_WAITCNT_lds_direct", "S_WAITCNT 53119");
        let silent = silent.replace("S_WAITCNT_soft", "S_WAITCNT");
        let before = in_front(&silent, slot);
        let input: Vec<&str> = self.input.lines().collect();
        let soft: Vec<&str> = input[before]
            .iter()
            .copied()
            .filter(|line| line.trim_start().starts_with("S_WAITCNT_"))
            .collect();
        let before = in_front(self.ours, slot);
        let mut lines = Vec::new();
        for (at, line) in self.ours.lines().enumerate() {
            if at == before.end {
                lines.extend(&soft);
            }
            if !before.contains(&at) || llc::wait(line).is_none() {
                lines.push(line);
            }
        }
        (!soft.is_empty()).then(|| lines.join("\n"))
    }

    /// Whether LLVM asks for as much in a changed function, or in a copy of the slot.
    fn asks(&self, function: &str, request: Request) -> bool {
        let output = llc::llc_on(self.gpu, &[self.passes], &self.alone(function));
        let slots = llc::streams(&output).swap_remove(0).slots;
        let each = llc::streams(&format!("name:{}", self.ours))
            .swap_remove(0)
            .slots
            .len();
        let copies = slots.iter().skip(request.slot).step_by(each);
        let mut asked = copies.filter_map(|s| s.get(request.counter));
        asked.any(|count| count <= request.count)
    }

    /// Whether LLVM adds nothing to our result once nobody may write what its scalar loads read:
    /// what it adds is by its account of scalar loads, which it keeps in the order of its visits.
    pub fn scalar_account(&self) -> bool {
        let lines = self.ours.lines().map(|line| match line.split_once(" :: ") {
            Some((load, _)) if load.contains(" = S_LOAD_") => {
                format!("{load} :: (invariant load (s32), addrspace 4)")
            }
            _ => line.to_owned(),
        });
        let unwritten = self.alone(&lines.collect::<Vec<_>>().join("\n"));
        let output = llc::llc_on(self.gpu, &[self.passes], &unwritten);
        let slots = |mir: &str| llc::streams(mir).into_iter().next().map(|s| s.slots);
        slots(&unwritten) == slots(&output)
    }

    /// A module with nothing but this function.
    fn alone(&self, function: &str) -> String {
        let (header, _) = self.module.split_once("---\nname:").expect("functions");
        let call = format!("@{}()", self.name);
        let wanted = |line: &&str| !line.starts_with("  define ") || line.contains(&call);
        let header: Vec<&str> = header.lines().filter(wanted).collect();
        format!("{}\n---\nname:{function}\n", header.join("\n"))
    }
}

/// A store that meets nothing: registers and memory that the generator does not use.
const STORE: &str = "    GLOBAL_STORE_DWORD $vgpr200_vgpr201, $vgpr202, 0, 0, \
                     implicit $exec :: (store (s32), addrspace 1)";

/// The lines between the instruction before a slot and the slot.
fn in_front(function: &str, slot: usize) -> std::ops::Range<usize> {
    let lines = llc::streams(&format!("name:{function}"))
        .swap_remove(0)
        .lines;
    slot.checked_sub(1).map_or(0, |before| lines[before] + 1)..lines[slot]
}

/// The function with copies of all blocks: backward branches of one go to the next.
fn later_iterations(function: &str) -> String {
    let (head, body) = function.split_once("\nbody:").expect("a body");
    let body = body.split("\n...").next().expect("a first part");
    let blocks: Vec<&str> = body.split("\n  bb.").skip(1).collect();
    let mut all = String::new();
    for copy in 0..COPIES {
        let next = (copy + 1).min(COPIES - 1);
        for (at, block) in blocks.iter().enumerate() {
            let (_, insts) = block.split_once('\n').unwrap_or((block, ""));
            let insts = retarget(insts, |to| {
                let copy = if to <= at { next } else { copy };
                to + copy * blocks.len()
            });
            all += &format!("  bb.{}:\n{insts}\n", at + copy * blocks.len());
        }
    }
    format!("{head}\nbody: |\n{all}...")
}

/// Renames the blocks that instructions name.
fn retarget(insts: &str, target: impl Fn(usize) -> usize) -> String {
    let mut parts = insts.trim_end().split("%bb.");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = part.split_at(digits.unwrap_or(part.len()));
        let number = number.parse().expect("a block's number");
        out += &format!("%bb.{}{rest}", target(number));
    }
    out
}
