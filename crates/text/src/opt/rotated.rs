//! Loops whose iterations overlap, as lines: the guard, the loop and the tail stand where the loop stood.
//!
//! The loop's label stays in front of the guard, so that branches from outside need no change; the loop itself gets a new
//! one for its own branch, and the tail one for the guard's.

use std::collections::BTreeSet;

use super::emit::{self, Print};
use crate::edit::{Edits, Piece};
use crate::program::Routine;
use cdnasched_base::gpu::Unit;
use cdnasched_base::machine::{BlockId, Function, InstFlags, InstId};
use cdnasched_mc::{ListedId, Listing};

/// The blocks of such a loop, as they follow each other.
struct Blocks {
    guard: BlockId,
    /// The loop, which the text has.
    block: BlockId,
    tail: BlockId,
}

/// Writes the loops of a function that have new blocks; these.
pub(super) fn write(
    function: &Function,
    routine: &Routine,
    listing: &Listing,
    print: &mut Print<'_>,
    edits: &mut Edits,
) -> Result<BTreeSet<BlockId>, String> {
    let own = routine.function.blocks().len();
    let is_new = |block: BlockId| block.index() >= own;
    let layout = function.layout();
    let mut written = BTreeSet::new();
    let mut at = 0;
    while at < layout.len() {
        if !is_new(layout[at]) {
            at += 1;
            continue;
        }
        let blocks = match layout.get(at..at + 3) {
            Some(&[guard, block, tail]) if !is_new(block) && is_new(tail) => {
                Blocks { guard, block, tail }
            }
            _ => return Err("a block would be new that belongs to no loop".into()),
        };
        let mut writer = Writer {
            function,
            routine,
            print,
        };
        writer.write(&blocks, listing, edits)?;
        written.insert(blocks.block);
        at += 3;
    }
    Ok(written)
}

struct Writer<'a, 'p> {
    function: &'a Function,
    routine: &'a Routine,
    print: &'a mut Print<'p>,
}

impl Writer<'_, '_> {
    fn write(
        &mut self,
        blocks: &Blocks,
        listing: &Listing,
        edits: &mut Edits,
    ) -> Result<(), String> {
        let old = &self.routine.function.block(blocks.block).order;
        let listed = |inst: Option<&InstId>| {
            let at = inst.and_then(|&inst| self.routine.listed(inst));
            at.ok_or("an instruction has no line")
        };
        let (first, last) = (listed(old.first())?, listed(old.last())?);
        let label = |what: &str| free_label(listing, what, first);
        let (inside, behind) = (label("loop"), label("tail"));
        let mut pieces = Vec::new();
        let leaves = &behind;
        #[cfg(test)]
        let leaves = match super::tests::faults::is_in(super::tests::faults::Fault::Guard) {
            true => &inside,
            false => leaves,
        };
        self.block(blocks.guard, leaves, &mut pieces)?;
        pieces.push(Piece::Label(inside.clone()));
        self.block(blocks.block, &inside, &mut pieces)?;
        pieces.push(Piece::Label(behind));
        self.block(blocks.tail, "", &mut pieces)?;
        edits.rewrite(first, last, pieces);
        Ok(())
    }

    /// The lines of a block. `to`: where its conditional branch goes.
    fn block(&mut self, block: BlockId, to: &str, pieces: &mut Vec<Piece>) -> Result<(), String> {
        for &inst in &self.function.block(block).order {
            let piece = self.piece(inst, to)?;
            pieces.push(piece);
        }
        Ok(())
    }

    fn piece(&mut self, inst: InstId, to: &str) -> Result<Piece, String> {
        let own = self.routine.listed(inst);
        if matches!(self.function.info(inst).unit, Unit::Wait | Unit::Nop) {
            return match own {
                Some(at) => Ok(Piece::Inst(at, None)),
                None => Ok(Piece::New(emit::new_text(self.function, inst)?)),
            };
        }
        let of = self.function.origin(inst);
        let at = self.routine.listed(of);
        let Some(at) = at else {
            return Ok(Piece::New(emit::new_text(self.function, inst)?));
        };
        let name = &self.function.opcode(inst).name;
        let text = if self.function.flags(inst).has(InstFlags::BRANCH) {
            // The copy of a branch to where the loop leaves to keeps its label.
            let is_jump = *name == "S_BRANCH";
            (!is_jump).then(|| format!("{} {to}", name.to_lowercase()))
        } else {
            self.renamed(inst, of, at)?
        };
        Ok(match own {
            Some(at) => Piece::Inst(at, text),
            None => Piece::Copy(at, text),
        })
    }

    /// An instruction's text, where it names other registers than the one of the text.
    fn renamed(
        &mut self,
        inst: InstId,
        of: InstId,
        at: ListedId,
    ) -> Result<Option<String>, String> {
        let registers = emit::other_registers(
            self.routine.function.operands(of),
            self.function.operands(inst),
        );
        if registers.is_empty() {
            return Ok(None);
        }
        if emit::becomes_another_move(self.function, inst, &self.routine.function, of) {
            return Ok(Some(self.function.asm(inst)));
        }
        let text = (self.print)(at, &registers);
        let text = text.ok_or_else(|| emit::unprintable(self.function, inst))?;
        Ok(Some(text))
    }
}

/// A label that the text does not have. It is named for the place where it is first needed.
fn free_label(listing: &Listing, what: &str, at: ListedId) -> String {
    let is_taken = |name: &str| listing.labels.iter().any(|label| label.name == name);
    let name = format!(".Lcdnasched_{what}_{}", at.0);
    let others = (1_u32..).map(|again| format!("{name}_{again}"));
    let mut names = std::iter::once(name.clone()).chain(others);
    names.find(|name| !is_taken(name)).unwrap_or(name)
}
