//! Random loops, renamed right and wrong: what the checker accepts does the same when it is executed.

use std::fmt::Write as _;

use super::dice::Dice;
use super::lanes::{Unwritten, difference, execute, mix};
use super::*;

const CLASSES: &str = "opcode V_ADD_U32_e32 classes=v,v,v\n\
    opcode V_MOV_B32_e32 classes=v,v\n\
    opcode V_FMAC_F32_e32 classes=v,v,v,v\n\
    opcode V_PK_ADD_F32 modifiers=0xa classes=ve,-,ve,-,ve,-,-,-,-,-\n\
    opcode V_MFMA_F32_4X4X4F16_vgprcd_e64 classes=ve,vae,vae,ve,-,-,-\n\
    opcode V_READLANE_B32 classes=-,v,-\n\
    opcode GLOBAL_LOAD_DWORDX2 classes=vae,ve,-,-\n\
    opcode GLOBAL_LOAD_DWORDX4 classes=vae,ve,-,-\n\
    opcode GLOBAL_LOAD_SHORT_D16_HI classes=va,ve,-,-,va\n\
    opcode GLOBAL_STORE_DWORD classes=ve,va,-,-\n";

/// Instructions with holes: `{nN}` is a new web of N registers, `{wN}` N registers of a web, `{rN}` a
/// web of N registers that is written again, `{p1}` the first half of a pair and `{whole}` that
/// pair, `{=0}` the line's first web again, `@` a small number.
const TEMPLATES: &[&str] = &[
    "V_MOV_B32_e32 def {n1}, #@, imp exec",
    "V_ADD_U32_e32 def {n1}, {w1}, {w1}, imp exec",
    "V_ADD_U32_e32 def {n1}, {w1}, v1, imp exec",
    "GLOBAL_LOAD_DWORDX2 def {n2}, v[2:3], #@, #0, imp exec | load | read space=1 bytes=8",
    "GLOBAL_LOAD_DWORDX4 def {n4}, {w2}, #@, #0, imp exec | load | read space=1 bytes=16",
    "V_PK_ADD_F32 def {n2}, #8, {w2}, #8, {w2}, #0, #0, #0, #0, #0, imp mode, imp exec",
    "V_FMAC_F32_e32 def {r1}, {w1}, v1, tied {=0}, imp mode, imp exec",
    "GLOBAL_LOAD_SHORT_D16_HI def {r1}, v[2:3], #@, #0, tied {=0}, imp exec | load | read space=1 bytes=2",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early {n4}, {w2}, {w2}, {w4}, #0, #0, #0, imp mode, imp exec",
    "IMPLICIT_DEF def {n2} | meta",
    "V_MOV_B32_e32 def {p1}, v1, imp exec, def imp {whole}",
    "V_MOV_B32_e32 def {r1}, #@, imp exec",
    "GLOBAL_STORE_DWORD v[4:5], {w1}, #@, #0, imp exec | store | write space=1 bytes=4",
    "V_READLANE_B32 def s20, {w1}, s5",
    "S_ANDN2_B64 def exec, exec, s[10:11], def imp scc | boundary",
];

/// An operand of a web: instruction, operand, first part, number of parts.
pub(super) type Named = (u32, usize, u16, u16);

#[derive(Default, Clone)]
pub(super) struct Web {
    pub(super) len: u16,
    pub(super) first: u16,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) fixed: bool,
    pub(super) operands: Vec<Named>,
}

impl Web {
    fn registers(&self, first: u16, (_, _, part, len): Named) -> String {
        match len {
            1 => format!("v{}", first + part),
            _ => format!("v[{}:{}]", first + part, first + part + len - 1),
        }
    }
}

pub(super) struct Program {
    pub(super) function: Function,
    pub(super) webs: Vec<Web>,
}

/// Where the loop's instructions begin.
const LOOP: u32 = 1;
const LOWEST: u16 = 8;

struct Generator {
    dice: Dice,
    webs: Vec<Web>,
    lines: Vec<String>,
    masks: Vec<usize>,
}

impl Generator {
    fn web(&mut self, wanted: u16, exact: bool) -> Option<(usize, u16)> {
        let fits = |w: &&usize| {
            let len = self.webs[**w].len;
            if exact { len == wanted } else { len >= wanted }
        };
        let all: Vec<usize> = (0..self.webs.len()).collect();
        let choice: Vec<usize> = all.iter().filter(fits).copied().collect();
        if choice.is_empty() {
            return None;
        }
        let recent = choice.len().saturating_sub(4);
        let web = choice[recent + self.dice.below(choice.len() - recent)];
        let parts = self.webs[web].len / wanted;
        Some((web, wanted * self.dice.below(usize::from(parts)) as u16))
    }

    /// Adds a line if there are webs for all its sources.
    fn line(&mut self, template: &str) {
        let at = self.lines.len();
        let inst = LOOP + at as u32;
        let mut line = template.replace('@', &(4 * self.dice.below(16)).to_string());
        let (mut named, mut new) = (Vec::new(), Vec::new());
        let mut first: Option<(usize, u16, u16)> = None;
        let mut last: Option<(usize, u16, u16)> = None;
        let place = |line: &str, at: usize| line[..at].matches(", ").count();
        while let Some(open) = line.find('{') {
            let close = line.find('}').expect("a hole is closed");
            let hole = line[open + 1..close].to_owned();
            let len = hole[1..].parse().unwrap_or(1);
            let (web, part, len) = match &hole[..1] {
                "n" => {
                    new.push(len);
                    (self.webs.len() + new.len() - 1, 0, len)
                }
                "=" => match first {
                    Some(first) => first,
                    None => return,
                },
                "w" if hole == "whole" => match last {
                    Some((web, ..)) => (web, 0, 2),
                    None => return,
                },
                kind => match self.web(if kind == "p" { 2 } else { len }, kind != "w") {
                    Some((web, _)) if kind == "p" => (web, 0, 1),
                    Some((web, part)) => (web, part, len),
                    None => return,
                },
            };
            last = Some((web, part, len));
            first = first.or(last);
            named.push((web, (inst, place(&line, open), part, len)));
            line.replace_range(open..=close, &format!("<{}>", named.len() - 1));
        }
        for len in new {
            self.webs.push(Web {
                len,
                from: at,
                ..Web::default()
            });
        }
        for (web, operand) in named {
            self.webs[web].operands.push(operand);
            self.webs[web].to = at;
        }
        if line.contains("def exec") {
            self.masks.push(at);
        }
        self.lines.push(line);
    }

    /// Gives every web registers that nobody else has meanwhile.
    fn allocate(&mut self) -> bool {
        for web in 0..self.webs.len() {
            let Some(first) = free(&mut self.dice, &self.webs[..=web], web, 24) else {
                return false;
            };
            self.webs[web].first = first;
        }
        true
    }
}

/// Registers that no other of these webs has while this one lives.
pub(super) fn free(dice: &mut Dice, webs: &[Web], web: usize, most: u16) -> Option<u16> {
    let this = &webs[web];
    let taken = |first: u16| {
        webs.iter().enumerate().any(|(at, other)| {
            at != web
                && other.from <= this.to
                && this.from <= other.to
                && first < other.first + other.len
                && other.first < first + this.len
        })
    };
    let even = |n: &u16| n.is_multiple_of(2) || this.len == 1;
    let all: Vec<u16> = (LOWEST..LOWEST + most)
        .filter(even)
        .filter(|&n| !taken(n))
        .collect();
    (!all.is_empty()).then(|| all[dice.below(all.len())])
}

pub(super) fn program(seed: u64, masks: bool) -> Option<Program> {
    let mut generator = Generator {
        dice: Dice(seed, 0),
        webs: Vec::new(),
        lines: Vec::new(),
        masks: Vec::new(),
    };
    for _ in 0..40 {
        let kind = generator.dice.below(TEMPLATES.len());
        let mask = TEMPLATES[kind].contains("exec, exec, s[10:11]");
        if !mask || masks && generator.masks.is_empty() {
            generator.line(TEMPLATES[kind]);
        }
    }
    let end = generator.lines.len();
    let mut stores = String::new();
    for web in 0..generator.webs.len() {
        let crosses = generator.masks.iter().any(|&at| {
            let web = &generator.webs[web];
            web.from < at && at < web.to
        });
        let lasts = generator.dice.one_in(5);
        generator.webs[web].fixed = crosses || lasts;
        if lasts {
            generator.webs[web].to = end;
        }
    }
    if !generator.allocate() {
        return None;
    }
    for web in generator
        .webs
        .iter()
        .filter(|web| web.to == end && web.from < end)
    {
        let _ = writeln!(
            stores,
            "GLOBAL_STORE_DWORD v[4:5], v{}, #{}, #0, imp exec | store | write space=1 bytes=4",
            web.first,
            100 + 4 * web.first
        );
    }
    let mut lines = generator.lines.clone();
    for web in &generator.webs {
        for &operand in &web.operands {
            let line = &mut lines[(operand.0 - LOOP) as usize];
            // Holes are numbered in the order of the operands.
            let open = (0..line.len()).filter(|&at| line[at..].starts_with('<'));
            let hole = open
                .into_iter()
                .find(|&at| line[..at].matches(", ").count() == operand.1);
            let at = hole.expect("the operand's hole");
            let close = at + line[at..].find('>').expect("a hole is closed");
            line.replace_range(at..=close, &web.registers(web.first, operand));
        }
    }
    let back = match masks {
        true => "S_CBRANCH_EXECNZ bb.1, imp exec",
        false => "S_CBRANCH_SCC1 bb.1, imp scc",
    };
    let function = parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\nreserved v250\n{CLASSES}\
         block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
         block 1 frequency=30 depth=1 loop=1 successors=1,2\n{}\nS_ADD_I32 def s4, s4, #1, def imp scc\n\
         {back} | term branch boundary\nblock 2 frequency=1 depth=0\n{stores}{END}",
        lines.join("\n")
    ));
    Some(Program {
        function,
        webs: generator.webs,
    })
}

/// A web's operands with other registers.
pub(super) fn moved(function: &mut Function, web: &Web, first: u16) {
    for &operand in &web.operands {
        let range = RegRange::parse(&web.registers(first, operand)).expect("registers");
        function.set_register(InstId(operand.0), operand.1, range);
    }
}

pub(super) fn accepted(renamed: &Function, original: &Function) -> Result<(), Violation> {
    order(renamed, original).and_then(|()| renaming(renamed, original))
}

/// Whether both do the same from some random states.
pub(super) fn executed(renamed: &Function, original: &Function, seed: u64) -> Option<String> {
    executed_with(renamed, original, seed, Unwritten::Undefined)
}

fn executed_with(
    renamed: &Function,
    original: &Function,
    seed: u64,
    unwritten: Unwritten,
) -> Option<String> {
    (0..4).find_map(|n| {
        let run = |f: &Function| execute(f, mix(seed, n), 500, unwritten);
        difference(&run(original), &run(renamed))
    })
}

/// The function with some of the webs that may move moved, and their numbers.
fn renamed(program: &mut Program, dice: &mut Dice) -> (Function, Vec<usize>) {
    let (mut function, mut which) = (program.function.clone(), Vec::new());
    for web in 0..program.webs.len() {
        if program.webs[web].fixed || dice.one_in(3) {
            continue;
        }
        if let Some(first) = free(dice, &program.webs, web, 40)
            && first != program.webs[web].first
        {
            program.webs[web].first = first;
            moved(&mut function, &program.webs[web], first);
            which.push(web);
        }
    }
    (function, which)
}

#[test]
fn renamed_loops_are_accepted_and_do_the_same() {
    let (mut loops, mut webs, mut strict, mut luck) = (0, 0, 0, 0);
    for seed in 0..150 {
        for masks in [false, true] {
            let Some(mut program) = program(seed, masks) else {
                continue;
            };
            let (renamed, which) = renamed(&mut program, &mut Dice(seed, 1000));
            let original = &program.function;
            let verdict =
                accepted(&renamed, original).and_then(|()| same_values(&renamed, original, false));
            // With lanes that leave, matrix results may stay only in registers that nobody names, and
            // what lies under a result in the lanes that have left is not given up.
            let all_lanes = matches!(
                verdict,
                Err(Violation::LiveOut { .. }
                    | Violation::Register {
                        why: Refused::InactiveLanes,
                        ..
                    })
            );
            assert!(
                verdict.is_ok() || masks && all_lanes,
                "seed {seed}: {verdict:?}\n{original}\n{renamed}"
            );
            if verdict.is_ok() {
                assert_eq!(
                    executed(&renamed, original, seed),
                    None,
                    "seed {seed}\n{original}\n{renamed}"
                );
                let kept = executed_with(&renamed, original, seed, Unwritten::Kept);
                if same_values(&renamed, original, true).is_ok() {
                    assert_eq!(kept, None, "seed {seed}\n{original}\n{renamed}");
                    strict += usize::from(!which.is_empty());
                }
                luck += usize::from(kept.is_some());
                loops += usize::from(!which.is_empty());
                webs += which.len();
            }
        }
    }
    assert!(loops > 150 && webs > 700, "{loops} {webs}");
    // Some read what masked writes left out, and strict refuses all of these.
    assert!(strict > 10 && luck > 10, "{strict} {luck}");
}

/// Any operands at all get other registers: what is accepted does the same.
#[test]
fn what_is_accepted_does_the_same() {
    let (mut passed, mut refused) = (0, 0);
    for seed in 0..200 {
        let Some(mut program) = program(seed, seed % 2 == 0) else {
            continue;
        };
        let mut dice = Dice(seed, 9000);
        for _ in 0..12 {
            let mut function = match dice.one_in(2) {
                true => program.function.clone(),
                false => {
                    renamed(
                        &mut Program {
                            function: program.function.clone(),
                            webs: program.webs.clone(),
                        },
                        &mut dice,
                    )
                    .0
                }
            };
            for _ in 0..1 + dice.below(3) {
                let web = dice.below(program.webs.len().max(1));
                let Some(this) = program.webs.get(web) else {
                    continue;
                };
                let first = LOWEST + 2 * dice.below(20) as u16;
                let mut part = this.clone();
                if dice.one_in(2) {
                    let keep = dice.below(part.operands.len());
                    part.operands.swap_remove(keep);
                }
                moved(&mut function, &part, first);
            }
            let original = &program.function;
            match accepted(&function, original) {
                Ok(()) => {
                    assert_eq!(
                        executed(&function, original, seed),
                        None,
                        "seed {seed}\n{original}\n{function}"
                    );
                    let values = same_values(&function, original, false);
                    assert_eq!(values, Ok(()), "seed {seed}\n{original}\n{function}");
                    passed += 1;
                }
                Err(_) => refused += 1,
            }
        }
        program.webs.clear();
    }
    assert!(passed > 100 && refused > 700, "{passed} {refused}");
}
