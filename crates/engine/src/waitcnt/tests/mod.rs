//! Behaviour, one test each. Where a test says "as LLVM", the expected waits are those that
//! LLVM 22.1.8's own wait inserter puts into the same instructions.

mod anchors;
mod existing_waits;
mod flow;
mod kinds;
mod lds_in_assembly;
mod mutants;

use super::{Cause, Placement, Policy, place, place_at_once};
use crate::machine::{Function, InstFlags, text};

/// Instructions in a short form, each an opcode with operands as in the text form.
const SHORT: &[(&str, &str)] = &[
    (
        "load",
        "GLOBAL_LOAD_DWORD def D, v[40:41], #0, #0, imp exec | load lat=1 | read space=1 bytes=4",
    ),
    (
        "store",
        "GLOBAL_STORE_DWORD v[40:41], D, #0, #0, imp exec | store lat=1 | write space=1 bytes=4",
    ),
    (
        "lds",
        "DS_READ_B32_gfx9 def D, v42, #0, #0, imp exec | load lat=1 | read space=3 bytes=4",
    ),
    (
        "ldsw",
        "DS_WRITE_B32_gfx9 v42, D, #0, #0, imp exec | store lat=1 | write space=3 bytes=4",
    ),
    (
        "flat",
        "FLAT_LOAD_DWORD def D, v[40:41], #0, #0, imp exec, imp flat_scratch | load lat=1 | read space=0 bytes=4",
    ),
    (
        "smem",
        "S_LOAD_DWORD_IMM def D, s[40:41], #0, #0 | load lat=1 | read invariant space=4 bytes=4",
    ),
    ("use", "V_MOV_B32_e32 def v50, D, imp exec"),
    ("set", "V_MOV_B32_e32 def D, #0, imp exec"),
    (
        "dma",
        "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store lat=1 | read space=8 bytes=4 | write space=3 bytes=4",
    ),
    ("soft", "S_WAITCNT_soft #D"),
    ("wait", "S_WAITCNT #D"),
    ("end", "S_ENDPGM #0 | return term noreturn lat=1"),
    ("loop", "S_CBRANCH_SCC1 bb.D, imp scc | term branch lat=1"),
];

const VM0: u16 = 0x0f70;
const LGKM0: u16 = 0xc07f;
const BOTH0: u16 = 0x0070;

/// A function of the given GPU from lines. A line `word arg` with a word of [`SHORT`] is that
/// instruction with `arg` as its register or number; other lines are text form.
fn function(gpu: &str, entry: bool, lines: &str) -> Function {
    let mut form = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=256{}\n",
        if entry { " entry" } else { "" }
    );
    let first = lines.split_whitespace().next();
    if !matches!(first, Some("block" | "alias")) {
        form.push_str("block 0 frequency=1 depth=0\n");
    }
    for line in lines.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        match SHORT.iter().find(|(short, _)| *short == word) {
            Some((_, long)) => {
                let (head, rest) = long
                    .split_once(" | ")
                    .map_or((*long, None), |(h, r)| (h, Some(r)));
                let head: Vec<String> = head
                    .split(' ')
                    .map(|w| {
                        let bare = w.trim_matches(['#', ',']);
                        if bare == "D" || w == "bb.D," {
                            w.replace('D', argument)
                        } else {
                            w.to_owned()
                        }
                    })
                    .collect();
                form.push_str(&head.join(" "));
                if let Some(rest) = rest {
                    form.push_str(" | ");
                    form.push_str(rest);
                }
            }
            None => form.push_str(line),
        }
        form.push('\n');
    }
    text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
}

/// The finished waits as `request before OPCODE`, a line each.
fn waits(function: &mut Function) -> String {
    let placement = place(function).expect("waits can be placed");
    listing(function, &placement)
}

fn listing(function: &Function, placement: &Placement) -> String {
    let line = |w: &super::PlacedWait| {
        let consumer = w
            .consumer
            .map_or("the end", |i| function.opcode(i).name.as_str());
        let at = w.consumer.map_or(String::new(), |i| format!(" {}", i.0));
        format!("{} before {consumer}{at}", w.counts)
    };
    let lines: Vec<String> = placement.waits.iter().map(line).collect();
    lines.join("\n")
}

/// The waits of a kernel for gfx942.
fn gfx942(lines: &str) -> String {
    waits(&mut function("gfx942", true, lines))
}
