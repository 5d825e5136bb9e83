//! Random functions of copies between registers of both files, under masks, in loops, with matrix instructions.

use super::copies::CLASSES;
use super::dice::Dice;
use super::*;

/// What [`CLASSES`] has not.
const MORE_CLASSES: &str = "opcode V_READFIRSTLANE_B32 classes=-,v\n\
    opcode V_MFMA_F32_16X16X16F16_vgprcd_e64 classes=ve,vae,vae,ve,-,-,-\n\
    opcode V_MFMA_F32_16X16X16F16_e64 classes=ae,vae,vae,ae,-,-,-\n\
    opcode GLOBAL_LOAD_DWORDX4 classes=vae,ve,-,-\n\
    opcode SCRATCH_STORE_DWORDX2_ST classes=vae,-,-\n\
    opcode SCRATCH_LOAD_DWORDX2_ST classes=vae,-,-\n";

/// Instructions with holes: `{v}` a VGPR, `{a}` an AccVGPR, `{x}` either, `{v2}`, `{x2}`, `{v4}`, `{a4}`,
/// `{x4}` tuples, `@` a small number. A hole with `=` repeats the first.
const TEMPLATES: &[&str] = &[
    "V_MOV_B32_e32 def {v}, {v}, imp exec",
    "V_MOV_B32_e32 def {v}, {v}, imp exec",
    "V_MOV_B32_e32 def {v}, {v}, imp exec",
    "V_MOV_B64_e32 def {v2}, {v2}, imp exec",
    "V_MOV_B64_e32 def {v2}, {v2}, imp exec",
    "V_MOV_B32_e32 def {v}, #@, imp exec",
    "V_MOV_B32_e32 def {v}, s12, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def {a}, #@, imp exec",
    "V_ADD_U32_e32 def {v}, #0, {v}, imp exec",
    "V_ACCVGPR_READ_B32_e64 def {v}, {a}, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def {a}, {v}, imp exec",
    "V_ACCVGPR_MOV_B32 def {a}, {a}, imp exec",
    "MOVE4",
    "MOVE4",
    "SCRATCH_STORE_DWORD_ST {x}, #0, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=1+@",
    "SCRATCH_LOAD_DWORD_ST def {x}, #0, #0, imp exec, imp flat_scratch | load | read space=5 bytes=4 spill=1+@",
    "SCRATCH_STORE_DWORDX2_ST {x2}, #0, #0, imp exec, imp flat_scratch | store | write space=5 bytes=8 spill=1+0",
    "SCRATCH_LOAD_DWORDX2_ST def {x2}, #0, #0, imp exec, imp flat_scratch | load | read space=5 bytes=8 spill=1+4",
    "V_ADD_U32_e32 def {v}, {v}, {v}, imp exec",
    "V_ADD_U32_e32 def {v}, {v}, v1, imp exec",
    "V_FMAC_F32_e32 def tied {v}, v1, v4, tied {=}, imp mode, imp exec",
    "GLOBAL_LOAD_DWORD def {x}, v[2:3], #@, #0, imp exec | load | read space=1 bytes=4",
    "GLOBAL_LOAD_DWORDX2 def {x2}, v[2:3], #@, #0, imp exec | load | read space=1 bytes=8",
    "GLOBAL_STORE_DWORD v[4:5], {x}, #@, #0, imp exec | store | write space=1 bytes=4",
    "GLOBAL_STORE_DWORDX4 v[4:5], {x4}, #@, #0, imp exec | store | write space=1 bytes=16",
    "V_READLANE_B32 def s20, {v}, s5",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def {v4}, {x2}, {x2}, {v4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_e64 def {a4}, {x2}, {x2}, {a4}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def {v4}, {x2}, {x2}, #0, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_e64 def {a4}, {x2}, {x2}, {=}, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def {v4}, {x2}, {x2}, {=}, #0, #0, #0, imp mode, imp exec",
    "IMPLICIT_DEF def {x2} | meta",
    "S_MOV_B32 def s12, #@",
];

/// How loops of all lanes end.
const COUNTED: &str = "S_ADD_I32 def s4, s4, #1, def imp scc\n\
    S_CBRANCH_SCC1 HEAD, imp scc | term branch boundary\n";

#[derive(Default)]
struct Block {
    depth: usize,
    header: usize,
    successors: Vec<usize>,
    lines: String,
}

struct Generator {
    dice: Dice,
    blocks: Vec<Block>,
    loops: Vec<usize>,
    masks: usize,
    small: bool,
    matrices: bool,
}

impl Generator {
    fn fill(&mut self, template: &str) -> String {
        let mut line = template.to_owned();
        let mut first: Option<String> = None;
        while let Some(open) = line.find('{') {
            let close = open + line[open..].find('}').expect("a bracket");
            let hole = line[open + 1..close].to_owned();
            let register = match hole.as_str() {
                "=" => first.clone().expect("a first hole"),
                hole => {
                    let file = match &hole[..1] {
                        "x" => *self.dice.of(&["v", "v", "a"]),
                        file => {
                            if file == "v" {
                                "v"
                            } else {
                                "a"
                            }
                        }
                    };
                    let width: usize = hole[1..].parse().unwrap_or(1);
                    let span = if self.small { 8 } else { 16 };
                    match width {
                        1 => format!("{file}{}", 10 + self.dice.below(span)),
                        _ => {
                            let first = 10 + 2 * self.dice.below((span - width) / 2 + 1);
                            format!("{file}[{first}:{}]", first + width - 1)
                        }
                    }
                }
            };
            first = first.or_else(|| Some(register.clone()));
            line.replace_range(open..=close, &register);
        }
        line.replace('@', &(4 * self.dice.below(3)).to_string())
    }

    fn line(&mut self) -> String {
        let mut template = (*self.dice.of(TEMPLATES)).to_owned();
        while !self.matrices && template.contains("MFMA") {
            template = (*self.dice.of(TEMPLATES)).to_owned();
        }
        if template == "MOVE4" {
            let (to, from) = (10 + 2 * self.dice.below(5), 10 + 2 * self.dice.below(5));
            let (name, a, b) = *self.dice.of(&[
                ("V_MOV_B32_e32", "v", "v"),
                ("V_ACCVGPR_READ_B32_e64", "v", "a"),
                ("V_ACCVGPR_WRITE_B32_e64", "a", "v"),
            ]);
            let moves =
                (0..4).map(|at| format!("{name} def {a}{}, {b}{}, imp exec\n", to + at, from + at));
            return moves.collect();
        }
        self.fill(&template) + "\n"
    }

    fn lines(&mut self, most: usize) {
        for _ in 0..1 + self.dice.below(most) {
            let line = self.line();
            self.put(&line);
        }
    }

    fn put(&mut self, line: &str) {
        self.blocks.last_mut().expect("a block").lines += line;
    }

    /// A new block that the last one falls into.
    fn next(&mut self) -> usize {
        let new = self.blocks.len();
        if let Some(last) = self.blocks.last_mut() {
            last.successors.push(new);
        }
        self.blocks.push(Block {
            depth: self.loops.len(),
            header: self.loops.last().copied().unwrap_or(0),
            ..Block::default()
        });
        new
    }

    fn mask(&mut self) -> String {
        self.masks += 1;
        let first = 30 + 2 * (self.masks % 30);
        format!("s[{first}:{}]", first + 1)
    }

    fn compare(&mut self) {
        let line = self.fill("V_CMP_GT_U32_e32 {v}, v4, def imp vcc, imp exec\n");
        self.put(&line);
    }

    fn region(&mut self, level: usize) {
        for _ in 0..1 + self.dice.below(3) {
            self.lines(5);
            if level == 0 {
                continue;
            }
            match self.dice.below(8) {
                0 | 1 => self.guarded(level),
                2 => self.both(level),
                3 => self.uniform(level),
                4 => self.divergent(level),
                5 => self.waterfall(),
                6 => self.whole(),
                _ => {}
            }
        }
    }

    /// A branch from the end of one block to another, taken where no lane is on.
    fn skip(&mut self, from: usize, to: usize) {
        self.blocks[from].successors.push(to);
        let line = format!("S_CBRANCH_EXECZ bb.{to}, imp exec | term branch boundary\n");
        self.blocks[from].lines += &line;
    }

    fn guarded(&mut self, level: usize) {
        let mask = self.mask();
        self.compare();
        self.put(&format!(
            "S_AND_SAVEEXEC_B64 def {mask}, vcc, def imp exec, def imp scc, imp exec | boundary\n"
        ));
        if self.dice.one_in(3) {
            self.lines(4);
        } else {
            let from = self.blocks.len() - 1;
            self.next();
            self.region(level - 1);
            let end = self.next();
            self.skip(from, end);
        }
        self.put(&format!(
            "S_OR_B64 def exec, exec, {mask}, def imp scc | boundary\n"
        ));
    }

    fn both(&mut self, level: usize) {
        let mask = self.mask();
        self.compare();
        self.put(&format!(
            "S_AND_SAVEEXEC_B64 def {mask}, vcc, def imp exec, def imp scc, imp exec | boundary\n\
             S_XOR_B64 def {mask}, exec, {mask}, def imp scc\n"
        ));
        let from = self.blocks.len() - 1;
        self.next();
        self.region(level - 1);
        let other = self.next();
        self.skip(from, other);
        let logic = *self.dice.of(&["ANDN2", "OR"]);
        match logic {
            "OR" => self.put(&format!(
                "S_OR_SAVEEXEC_B64 def {mask}, {mask}, def imp exec, def imp scc, imp exec | boundary\n\
                 S_XOR_B64 def exec, exec, {mask}, def imp scc | boundary\n"
            )),
            _ => self.put(&format!(
                "S_ANDN2_SAVEEXEC_B64 def {mask}, {mask}, def imp exec, def imp scc, imp exec | boundary\n"
            )),
        }
        let from = self.blocks.len() - 1;
        self.next();
        self.region(level - 1);
        let end = self.next();
        self.skip(from, end);
        self.put(&format!(
            "S_OR_B64 def exec, exec, {mask}, def imp scc | boundary\n"
        ));
    }

    fn head(&mut self) -> usize {
        let head = self.blocks.len();
        self.loops.push(head);
        self.next()
    }

    fn tail(&mut self, head: usize, branch: &str) {
        self.put(&branch.replace("HEAD", &format!("bb.{head}")));
        let last = self.blocks.len() - 1;
        self.blocks[last].successors.push(head);
        self.loops.pop();
        self.next();
    }

    fn uniform(&mut self, level: usize) {
        let head = self.head();
        self.region(level - 1);
        self.tail(head, COUNTED);
    }

    fn divergent(&mut self, level: usize) {
        let mask = self.mask();
        self.put(&format!("S_MOV_B64 def {mask}, #0\n"));
        let head = self.head();
        self.region(level - 1);
        self.compare();
        self.put(&format!(
            "S_OR_B64 def {mask}, vcc, {mask}, def imp scc\n\
             S_ANDN2_B64 def exec, exec, {mask}, def imp scc | boundary\n"
        ));
        self.tail(
            head,
            "S_CBRANCH_EXECNZ HEAD, imp exec | term branch boundary\n",
        );
        self.put(&format!(
            "S_OR_B64 def exec, exec, {mask}, def imp scc | boundary\n"
        ));
    }

    fn waterfall(&mut self) {
        let (all, mask) = (self.mask(), self.mask());
        self.put(&format!("S_MOV_B64 def {all}, exec\n"));
        let head = self.head();
        let line = self.fill("V_READFIRSTLANE_B32 def s22, {v}, imp exec\n");
        self.put(&line);
        self.compare();
        self.put(&format!(
            "S_AND_SAVEEXEC_B64 def {mask}, vcc, def imp exec, def imp scc, imp exec | boundary\n"
        ));
        self.lines(3);
        self.put(&format!(
            "S_XOR_B64 def exec, exec, {mask}, def imp scc | boundary\n"
        ));
        self.tail(
            head,
            "S_CBRANCH_EXECNZ HEAD, imp exec | term branch boundary\n",
        );
        self.put(&format!("S_MOV_B64 def exec, {all} | boundary\n"));
    }

    fn whole(&mut self) {
        let mask = self.mask();
        self.put(&format!(
            "S_OR_SAVEEXEC_B64 def {mask}, #-1, def imp exec, def imp scc, imp exec | boundary\n"
        ));
        self.lines(2);
        self.put(&format!("S_MOV_B64 def exec, {mask} | boundary\n"));
    }
}

/// What is reserved: for some programs all VGPRs that they do not name, for some of these all AccVGPRs but a few.
fn reserved(seed: u64, end: usize) -> String {
    let from = |file: &str, first: usize| {
        let all: Vec<String> = (first..256)
            .map(|number| format!("{file}{number}"))
            .collect();
        all.join(" ")
    };
    match seed % 7 {
        0..2 => "v255".to_owned(),
        2..5 => format!("v6 v7 v8 v9 {}", from("v", end)),
        _ => format!("v6 v7 v8 v9 {} {}", from("v", end), from("a", end + 6)),
    }
}

/// A loop that scales accumulators in VGPRs and adds to them in AccVGPRs, with lines of any kind here and there.
fn crowded(generator: &mut Generator) {
    let accumulators = 1 + generator.dice.below(2);
    let head = generator.head();
    let slots = 10..10 + 4 * accumulators;
    let some_lines = |generator: &mut Generator| {
        if generator.dice.one_in(4) {
            generator.lines(2);
        }
    };
    some_lines(generator);
    for at in slots.clone() {
        generator.put(&format!("V_ADD_U32_e32 def v{at}, v{at}, v1, imp exec\n"));
    }
    for at in slots.clone() {
        generator.put(&format!(
            "V_ACCVGPR_WRITE_B32_e64 def a{at}, v{at}, imp exec\n"
        ));
    }
    some_lines(generator);
    for at in slots.clone().step_by(4) {
        let [one, other] = [0; 2].map(|_| 18 + 2 * generator.dice.below(4));
        generator.put(&format!(
            "V_MFMA_F32_16X16X16F16_e64 def a[{at}:{}], v[{one}:{}], v[{other}:{}], a[{at}:{}], #0, #0, #0, imp mode, imp exec\n",
            at + 3, one + 1, other + 1, at + 3
        ));
    }
    // Others in the place of the accumulators.
    for at in slots.clone() {
        generator.put(&format!("V_ADD_U32_e32 def v{at}, v1, v4, imp exec\n"));
    }
    some_lines(generator);
    for at in slots.clone() {
        generator.put(&format!(
            "GLOBAL_STORE_DWORD v[4:5], v{at}, #{}, #0, imp exec | store | write space=1 bytes=4\n",
            4 * (at - 10)
        ));
    }
    for at in slots.clone() {
        generator.put(&format!(
            "V_ACCVGPR_READ_B32_e64 def v{at}, a{at}, imp exec\n"
        ));
    }
    some_lines(generator);
    generator.tail(head, COUNTED);
}

/// The function of a seed.
pub fn random_program(seed: u64) -> Function {
    let mut generator = Generator {
        dice: Dice(seed, 0),
        blocks: Vec::new(),
        loops: Vec::new(),
        masks: 0,
        small: seed.is_multiple_of(2) && seed % 11 >= 4,
        matrices: !seed.is_multiple_of(3),
    };
    generator.next();
    let span = if generator.small { 8 } else { 16 };
    for file in ["v", "a"] {
        for number in (0..span).filter(|_| !seed.is_multiple_of(5)) {
            generator.put(&format!(
                "GLOBAL_LOAD_DWORD def {file}{}, v[2:3], #{}, #0, imp exec | load | read space=1 bytes=4\n",
                10 + number, 200 + 4 * number
            ));
        }
    }
    let levels = 1 + generator.dice.below(2);
    match seed % 4 {
        _ if seed % 11 < 4 => crowded(&mut generator),
        0 => generator.region(levels),
        1 => generator.divergent(levels),
        _ => generator.uniform(levels),
    }
    for number in 0..3 {
        let line = generator.fill(
            "GLOBAL_STORE_DWORD v[4:5], {x}, #@, #0, imp exec | store | write space=1 bytes=4\n",
        );
        let line = line.replace(", #0, imp", &format!(", #{}, imp", 300 + number));
        generator.put(&line);
    }
    generator.put(END);
    let mut text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\nreserved {}\n{CLASSES}{MORE_CLASSES}",
        reserved(seed, 10 + span)
    );
    for (at, block) in generator.blocks.iter().enumerate() {
        let successors: Vec<String> = block.successors.iter().map(|s| s.to_string()).collect();
        let inner = match block.depth {
            0 => String::new(),
            _ => format!(" loop={}", block.header),
        };
        let list = match successors.is_empty() {
            true => String::new(),
            false => format!(" successors={}", successors.join(",")),
        };
        text += &format!(
            "block {at} frequency={} depth={}{inner}{list}\n{}",
            9_usize.pow(block.depth as u32),
            block.depth,
            block.lines
        );
    }
    parse(&text)
}
