//! Requests of the memory legaliser for which we wait and LLVM does not, each shown by LLVM
//! itself: with the request standing in our result again, and LLVM's gap closed, it waits as well.

use std::ops::Range;

use cdnasched_base::gpu::{Counter, Counts, Gpu};

use crate::llc;

/// Why LLVM does not wait for what the memory legaliser required.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// None: with our waits in all other places LLVM waits here too. With its own it has waited
    /// elsewhere.
    Elsewhere,
    /// LLVM drops a request for good when its first visit of the block finds nothing outstanding.
    /// Where the block has copies that only later iterations run through, LLVM waits in a copy.
    FirstVisit,
    /// LLVM does not count a write-back of the L2, for which the memory model waits with
    /// `vmcnt(0)`. Where a store is in its place, LLVM waits for that.
    WriteBack,
    /// Both.
    WriteBackOnFirstVisit,
    /// None: our wait is at the entry of a loop, and LLVM's would be in the loop.
    LoopEntry,
}

/// Where and how much we require.
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
    /// The reason for which we require more, if there is one.
    pub fn gap(&self, request: Request) -> Option<Gap> {
        if self.at_loop_entry(request) {
            return Some(Gap::LoopEntry);
        }
        let standing = self.standing(Some(request.slot), |slot| slot == request.slot);
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

    /// Our result with the memory legaliser's requests before some slots again, and without
    /// our waits before one.
    fn standing(&self, without: Option<usize>, requested: impl Fn(usize) -> bool) -> String {
        // As plain waits they are no slots.
        let silent = self
            .input
            .replace("S_WAITCNT_lds_direct", "S_WAITCNT 53119");
        let silent = silent.replace("S_WAITCNT_soft", "S_WAITCNT");
        let (input, ours) = (places(&silent), places(self.ours));
        let lines: Vec<&str> = self.input.lines().collect();
        let mut out = Vec::new();
        let mut slot = 0;
        for (at, line) in self.ours.lines().enumerate() {
            if ours.get(slot).is_some_and(|place| place.end == at) {
                if requested(slot) {
                    let asked = lines[input[slot].clone()].iter().copied();
                    out.extend(asked.filter(|l| l.trim_start().starts_with("S_WAITCNT_")));
                }
                slot += 1;
            }
            if llc::wait(line).is_none() || without != Some(slot) {
                out.push(line);
            }
        }
        out.join("\n")
    }

    /// Whether our wait replaces one that LLVM adds in another place when ours is not there,
    /// and only then.
    fn at_loop_entry(&self, request: Request) -> bool {
        let ours = self.slots(self.ours);
        let adds = |without: Option<usize>| {
            let standing = self.standing(without, |_| true);
            let llvm = self.slots(&llc::llc_on(
                self.gpu,
                &[self.passes],
                &self.alone(&standing),
            ));
            (0..ours.len()).any(|slot| {
                let [now, was] = [&llvm, &ours].map(|s| s[slot].get(request.counter));
                slot != request.slot && now.is_some_and(|now| was.is_none_or(|was| now < was))
            })
        };
        adds(Some(request.slot)) && !adds(None)
    }

    fn slots(&self, mir: &str) -> Vec<Counts> {
        let named = format!("name:{mir}");
        let mir = if mir.starts_with("---") { mir } else { &named };
        llc::streams(mir).swap_remove(0).slots
    }

    /// Whether LLVM requires as much in a changed function, or in a copy of the slot.
    fn asks(&self, function: &str, request: Request) -> bool {
        let output = llc::llc_on(self.gpu, &[self.passes], &self.alone(function));
        let slots = self.slots(&output);
        let each = self.slots(self.ours).len();
        let copies = slots.iter().skip(request.slot).step_by(each);
        let mut asked = copies.filter_map(|s| s.get(request.counter));
        asked.any(|count| count <= request.count)
    }

    /// Whether LLVM adds nothing to our result once nothing may write what its scalar loads read:
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

/// For each slot, the lines between the instruction before it and itself.
fn places(function: &str) -> Vec<Range<usize>> {
    let lines = llc::streams(&format!("name:{function}"))
        .swap_remove(0)
        .lines;
    let starts = std::iter::once(0).chain(lines.iter().map(|line| line + 1));
    starts.zip(&lines).map(|(start, &end)| start..end).collect()
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
