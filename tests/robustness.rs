//! Functions of unusual shape and size through the whole core and its checker: no crash, no finding,
//! and time in proportion to the size.
//!
//! `cargo test --release --test robustness -- --ignored --nocapture --test-threads=1` runs the big ones and prints
//! time and peak memory of the process.

use std::collections::BTreeMap;
use std::time::Instant;

use cdnasched_base::machine::{Function, InstFlags, InstId, Reg, text};
use cdnasched_driver::{Options, replay};

const END: &str = "S_ENDPGM #0 | return term noreturn boundary\n";

fn header() -> String {
    "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n".to_owned()
}

/// Loads, matrix instructions, LDS and vector ALU over 32 registers, in turn.
fn body(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        let (v, w) = (at * 7 % 24, at * 5 % 24);
        let (p, q) = (v / 2 * 2, w / 4 * 4);
        text += &match at % 6 {
            0 => format!(
                "GLOBAL_LOAD_DWORDX4_SADDR def v[{q}:{}], s[2:3], v30, #{}, #0, imp exec | load | read space=1 bytes=16\n",
                q + 3,
                at % 64 * 16
            ),
            1 => format!(
                "V_MFMA_F32_16X16X16F16_e64 def early a[{q}:{}], v[{p}:{}], v[{p}:{}], a[{q}:{}], #0, #0, #0, imp mode, imp exec | passes=4\n",
                q + 3,
                p + 1,
                p + 1,
                q + 3
            ),
            2 => format!("V_ADD_U32_e32 def v{v}, v{w}, v31, imp exec\n"),
            3 => format!(
                "DS_WRITE_B32_gfx9 v31, v{w}, #{}, #0, imp exec | store | write space=3 bytes=4\n",
                at % 256 * 4
            ),
            4 => format!("V_ACCVGPR_READ_B32_e64 def v{v}, a{w}, imp exec\n"),
            _ => format!(
                "S_ADD_I32 def s{}, s{}, #1, imp def scc\n",
                8 + v % 8,
                8 + w % 8
            ),
        };
    }
    text
}

fn straight(insts: usize) -> String {
    format!(
        "{}block 0 frequency=1 depth=0\n{}{END}",
        header(),
        body(insts)
    )
}

/// A chain of diamonds and loops.
fn blocks(count: usize) -> String {
    let mut text = header();
    for at in 0..count - 1 {
        let mut to = vec![at + 1];
        match at % 5 {
            0 if at + 2 < count => to.push(at + 2),
            3 => to.push(at.saturating_sub(2)),
            _ => {}
        }
        let list: Vec<String> = to.iter().map(usize::to_string).collect();
        text += &format!(
            "block {at} frequency=1 depth=0 successors={}\n{}",
            list.join(","),
            body(6 + at % 3)
        );
        if let [_, other] = to[..] {
            text += &format!("S_CBRANCH_SCC1 bb.{other}, imp scc | term branch boundary\n");
        }
    }
    text + &format!("block {} frequency=1 depth=0\n{END}", count - 1)
}

/// The dependences of a region, as LLVM gives them: on the last writer of a register and on those
/// that read it since, and between stores.
#[derive(Default)]
struct Region {
    written: BTreeMap<Reg, InstId>,
    read: BTreeMap<Reg, Vec<InstId>>,
    stored: Option<InstId>,
    edges: BTreeMap<(InstId, InstId), &'static str>,
}

impl Region {
    fn add(&mut self, function: &Function, inst: InstId) {
        let regs = |written: bool| {
            let operands = function.operands(inst).iter();
            let named = operands.filter(move |o| o.is_def() == written);
            named.filter_map(|o| o.reg()).flat_map(|r| r.regs())
        };
        let mut edge = |from: InstId, kind| {
            self.edges.entry((from, inst)).or_insert(kind);
        };
        for reg in regs(false) {
            self.written
                .get(&reg)
                .into_iter()
                .for_each(|&w| edge(w, "true"));
        }
        for reg in regs(true) {
            self.written
                .insert(reg, inst)
                .into_iter()
                .for_each(|w| edge(w, "output"));
            self.read
                .remove(&reg)
                .into_iter()
                .flatten()
                .for_each(|r| edge(r, "anti"));
        }
        if function.flags(inst).has(InstFlags::MAY_STORE) {
            self.stored
                .replace(inst)
                .into_iter()
                .for_each(|s| edge(s, "order"));
        }
        for reg in regs(false) {
            self.read.entry(reg).or_default().push(inst);
        }
    }
}

/// The text with the dependences of its instructions after it.
fn with_dependences(text: &str) -> String {
    let function = match text::parse(text) {
        Ok(function) => function,
        Err(error) => panic!("{error}"),
    };
    let mut all = text.to_owned();
    let has = |inst: &InstId, flag| function.flags(*inst).has(flag);
    for block in function.block_ids() {
        let order = &function.block(block).order;
        for insts in order.split(|i| has(i, InstFlags::BOUNDARY)) {
            let mut region = Region::default();
            for &inst in insts.iter().filter(|i| !has(i, InstFlags::IN_BUNDLE)) {
                region.add(&function, inst);
            }
            for ((from, to), kind) in &region.edges {
                all += &format!("edge {} {} {kind} 4\n", from.0, to.0);
            }
        }
    }
    all
}

/// Peak memory of this process in MB, as Linux reports it.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn survives(name: &str, text: &str) -> f64 {
    let function = match text::parse(&with_dependences(text)) {
        Ok(function) => function,
        Err(error) => panic!("{name}: {error}"),
    };
    let start = Instant::now();
    let replayed = replay(function, None, &Options::ALL);
    let seconds = start.elapsed().as_secs_f64();
    let peak = peak_megabytes();
    println!(
        "{name}: {seconds:.2} s, process peak {peak} MB, {} edits",
        replayed.edits
    );
    assert!(
        replayed.findings.is_empty(),
        "{name}: {:?}",
        replayed.findings
    );
    assert!(
        replayed.left_alone.is_empty(),
        "{name}: {:?}",
        replayed.left_alone
    );
    seconds
}

#[test]
fn unusual_shapes() {
    let h = header();
    let irreducible = format!(
        "{h}block 0 frequency=1 depth=0 successors=1,2\n{b}S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary\n\
         block 1 frequency=9 depth=0 successors=2\n{b}\
         block 2 frequency=9 depth=0 successors=1,3\n{b}S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
         block 3 frequency=1 depth=0\n{END}",
        b = body(9)
    );
    let bundle = "BUNDLE imp def v6, imp def v7, imp v[0:1], imp v[2:3], imp exec | bundle load\n\
         GLOBAL_LOAD_DWORD def v6, v[0:1], #0, #0, imp exec | load inside | read space=1 bytes=4\n\
         GLOBAL_LOAD_DWORD def v7, v[2:3], #0, #0, imp exec | load inside | read space=1 bytes=4\n";
    let endless = format!(
        "{h}block 0 frequency=1 depth=0 successors=0\n{}S_BRANCH bb.0 | term branch noreturn boundary\n",
        body(12)
    );
    let unreachable = format!(
        "{h}block 0 frequency=1 depth=0\n{}{END}block 1 frequency=0 depth=0 successors=1,2\n{}block 2 frequency=0 depth=0\n{}",
        body(9),
        body(9),
        body(9)
    );
    for (name, text) in [
        ("no blocks", h.clone()),
        (
            "an empty block",
            format!("{h}block 0 frequency=1 depth=0\n"),
        ),
        (
            "only meta",
            format!("{h}block 0 frequency=1 depth=0\nKILL v0 | meta\nIMPLICIT_DEF def v0 | meta\n"),
        ),
        (
            "all bundles",
            format!(
                "{h}block 0 frequency=1 depth=0\n{}{END}",
                bundle.repeat(200)
            ),
        ),
        ("irreducible", irreducible),
        ("endless", endless),
        ("unreachable", unreachable),
    ] {
        survives(name, &text);
    }
}

#[test]
fn middling_sizes() {
    survives("10,000 instructions", &straight(10_000));
    survives("500 blocks", &blocks(500));
}

#[test]
#[ignore = "minutes; run with --ignored"]
fn big_sizes() {
    survives("20,000 instructions", &straight(20_000));
    survives("200,000 instructions", &straight(200_000));
    survives("5,000 blocks", &blocks(5_000));
}
