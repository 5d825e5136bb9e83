//! The code of a trace as assembly text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Line, is_instruction};
use cdnasched_base::gpu::Gpu;

/// The code of the kernel as assembly text.
pub(super) struct Text {
    pub text: String,
    pub symbol: String,
    /// By instruction of the text: its line, from 1.
    pub lines: Vec<u32>,
    /// By row of the code: which instruction it is.
    pub numbers: Vec<Option<u32>>,
}

impl Text {
    /// The function that a row belongs to: the rows between two headings of the same code object.
    ///
    /// # Errors
    /// When one of them is no instruction.
    pub fn of(rows: &[Line], row: usize, gpu: Gpu) -> Result<Text, String> {
        let is_inside = |line: &Line| is_instruction(&line.text) && line.object == rows[row].object;
        let before = rows[..row].iter().rposition(|line| !is_inside(line));
        let begin = before.map_or(0, |at| at + 1);
        let after = rows[row..].iter().position(|line| !is_inside(line));
        let end = after.map_or(rows.len(), |at| row + at);
        let heading = before.map_or("", |at| rows[at].text.trim_start_matches([';', ' ', '/']));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let symbol = match heading.chars().all(is_plain) && !heading.is_empty() {
            true => heading.to_owned(),
            false => "kernel".to_owned(),
        };
        let body = &rows[begin..end];
        if let Some(other) = body.iter().find(|row| !is_one_instruction(&row.text)) {
            return Err(format!(
                "row {} (from 0) of the code is \"{}\"; expected one instruction as LLVM prints it: its name in small letters, \
                 operands, no label, directive or comment",
                other.row,
                other.text.escape_default()
            ));
        }
        let targets: BTreeSet<u64> = body.iter().filter_map(target_of).collect();
        let mut text = format!(
            "\t.amdgcn_target \"amdgcn-amd-amdhsa--{gpu}\"\n\t.text\n\t.globl {symbol}\n\t.type {symbol},@function\n{symbol}:\n"
        );
        let mut line = text.lines().count() as u32;
        let mut lines = Vec::with_capacity(body.len());
        let mut numbers = vec![None; rows.len()];
        for (at, row) in body.iter().enumerate() {
            if let Some(address) = row.address.filter(|address| targets.contains(address)) {
                let _ = writeln!(text, ".L{address:x}:");
                line += 1;
            }
            numbers[begin + at] = Some(at as u32);
            let is_here = |address: &u64| body.iter().any(|row| row.address == Some(*address));
            let _ = match target_of(row).filter(is_here) {
                Some(target) => {
                    let branch = row.text.split_whitespace().next().unwrap_or_default();
                    writeln!(text, "\t{branch} .L{target:x}")
                }
                None => writeln!(text, "\t{}", row.text),
            };
            line += 1;
            lines.push(line);
        }
        // Sizes are not known; only that it is a kernel matters.
        let _ = write!(
            text,
            "\t.section .rodata,\"a\",@progbits\n\t.p2align 6, 0x0\n\t.amdhsa_kernel {symbol}\n\t\t.amdhsa_next_free_vgpr 256\n\
             \t\t.amdhsa_next_free_sgpr 96\n{}\t.end_amdhsa_kernel\n",
            match gpu {
                Gpu::Gfx908 => "",
                _ => "\t\t.amdhsa_accum_offset 256\n",
            }
        );
        Ok(Text {
            text,
            symbol,
            lines,
            numbers,
        })
    }
}

/// Whether a row can be nothing else for an assembler than an instruction, or an error.
fn is_one_instruction(text: &str) -> bool {
    let name_ends = text.find(|c: char| !matches!(c, 'a'..='z' | '0'..='9' | '_'));
    let (name, operands) = text.split_at(name_ends.unwrap_or(text.len()));
    // What follows a name decides whether it is that of an instruction, a label or a symbol.
    let is_apart = operands.is_empty()
        || operands.starts_with([' ', '\t']) && !operands.trim_start().starts_with([':', '=']);
    let in_operands = |c: char| c.is_ascii_alphanumeric() || " \t_,.:()[]|&+-\"".contains(c);
    // Text in quotes, such as a pattern of swizzle, ends where it began.
    let is_closed = operands.matches('"').count().is_multiple_of(2);
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && is_apart
        && is_closed
        && operands.chars().all(in_operands)
}

/// Where a branch goes: its operand is a distance in dwords from the next instruction.
fn target_of(line: &Line) -> Option<u64> {
    let mut words = line.text.split_whitespace();
    let name = words.next()?;
    let is_branch = name == "s_branch" || name.starts_with("s_cbranch_");
    let distance: u16 = words.next().filter(|_| is_branch)?.parse().ok()?;
    let next = line.address?.checked_add(4)?;
    next.checked_add_signed(i64::from(distance as i16) * 4)
}
