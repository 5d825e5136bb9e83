//! Questions about one text.

use super::*;
use crate::view;
use cdnasched_base::gpu::Gpu;
use cdnasched_object::Target;

const TEXT: &str = "\
k:
\t.file 1 \"/src/kernel.py\"
\t.loc 1 7 3
\tglobal_load_dword v1, v0, s[0:1]
\tv_mov_b32_e32 v3, 0
\t.loc 1 9 3
\ts_waitcnt vmcnt(0)
\tv_add_f32_e32 v2, v1, v3
\tv_mfma_f32_4x4x1_16b_f32 a[0:3], v2, v3, a[0:3]
\ts_nop 3
\tv_accvgpr_read_b32 v4, a1
\ts_endpgm
";

fn ask(text: &str, place: &str) -> Result<Vec<Answer>, Error> {
    let target = Some(Target::of(Gpu::Gfx942));
    let functions = view::functions(text.as_bytes(), target, "it").expect("assembly");
    let place = place.parse().expect("a place");
    let lines = text.lines().count() as u32;
    let [model, _] = Model::built_in(functions.gpu);
    why(&functions, Some(lines), &place, Policy::Safe, &model)
}

fn one(place: &str) -> Answer {
    let mut answers = ask(TEXT, place).expect("an answer");
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

fn error(text: &str, place: &str) -> String {
    ask(text, place).expect_err("no answer").to_string()
}

/// What a load into one half keeps of its register is a value that it reads.
#[test]
fn what_a_result_keeps_a_part_of_is_read() {
    let text = "k:\n\tv_mov_b32_e32 v2, 0\n\tglobal_load_ubyte_d16_hi v2, v0, s[0:1]\n\ts_waitcnt vmcnt(0)\n\
                \ts_bitset1_b32 s4, 3\n\ts_endpgm\n";
    let reads = |place: &str| -> Vec<String> {
        let answers = ask(text, place).expect("an answer");
        answers[0]
            .reads
            .iter()
            .map(|f| f.registers.clone())
            .collect()
    };
    assert!(reads("3").contains(&"v2".to_owned()), "{:?}", reads("3"));
    assert!(reads("5").contains(&"s4".to_owned()), "{:?}", reads("5"));
}

#[test]
fn places_are_read() {
    let source = |file: &str, line| Place::Source {
        file: file.to_owned(),
        line,
    };
    for (text, place) in [
        ("41", Ok(Place::Line(41))),
        ("0x1A", Ok(Place::Address(26))),
        ("a/b.py:3", Ok(source("a/b.py", 3))),
        ("C:\\b.py:3", Ok(source("C:\\b.py", 3))),
        ("0", Err(PlaceError)),
        (":3", Err(PlaceError)),
        ("b.py:", Err(PlaceError)),
        ("b.py:0", Err(PlaceError)),
        ("0x", Err(PlaceError)),
        ("b.py", Err(PlaceError)),
        ("-1", Err(PlaceError)),
        ("", Err(PlaceError)),
    ] {
        assert_eq!(text.parse(), place, "{text}");
    }
}

#[test]
fn an_instruction_knows_its_values_and_what_waits_for_it() {
    let load = one("4");
    assert_eq!(load.source, Some(("/src/kernel.py".to_owned(), 7, 3)));
    assert_eq!((load.function.as_str(), load.block.as_str()), ("k", "k"));
    let registers: Vec<&str> = load.reads.iter().map(|r| r.registers.as_str()).collect();
    assert_eq!(registers, ["s[0:1]", "v0"]);
    assert!(load.reads.iter().all(|read| read.instructions.is_empty()));
    assert_eq!(load.readers.len(), 1);
    assert_eq!(load.readers[0].instructions[0].line, 8);
    assert_eq!(load.awaited_by.len(), 1);
    assert_eq!(load.awaited_by[0].filler.instruction, "s_waitcnt vmcnt(0)");
    assert_eq!(load.because, []);

    let add = one("8");
    let from: Vec<u32> = add
        .reads
        .iter()
        .map(|read| read.instructions[0].line)
        .collect();
    assert_eq!(from, [4, 5]);
    assert_eq!(add.because.len(), 1);
    assert_eq!(add.because[0].filler.place(), "line 7");
}

#[test]
fn a_wait_and_a_nop_say_what_they_are_for() {
    let wait = one("7");
    assert_eq!(wait.because.len(), 1);
    assert!(
        wait.explanation
            .is_some_and(|why| why.starts_with("vmcnt(0): v1 is loaded by"))
    );
    let nop = one("10");
    assert_eq!(nop.because.len(), 1);
    assert_eq!(
        (nop.because[0].have, nop.because[0].need),
        (Some(4), Some(4))
    );
    let read = one("11");
    assert_eq!(read.hazards.len(), 1);
    assert_eq!((read.hazards[0].have, read.hazards[0].need), (4, 4));
    assert!(one("9").hazards.contains(&read.hazards[0]));
}

#[test]
fn a_line_of_the_source_has_several_instructions() {
    let lines = |place| -> Vec<u32> {
        let answers = ask(TEXT, place).expect("answers");
        answers.iter().map(|answer| answer.inst.line).collect()
    };
    assert_eq!(lines("kernel.py:7"), [4, 5]);
    assert_eq!(lines("src/kernel.py:9"), [7, 8, 9, 10, 11, 12]);
}

#[test]
fn errors_say_what_there_is() {
    assert_eq!(error(TEXT, "13"), "it has 12 lines; there is no line 13");
    assert_eq!(
        error(TEXT, "6"),
        "no instruction of a function begins at line 6; the nearest begin at 5 and 7"
    );
    assert!(error(TEXT, "0x10").starts_with("it is assembly text, which has no addresses"));
    assert_eq!(
        error(TEXT, "kernel.py:8"),
        "no instruction of a function begins at kernel.py:8; the nearest begin at 7 and 9"
    );
    assert_eq!(
        error(TEXT, "ernel.py:7"),
        "none of its instructions came from a file 'ernel.py'; they came from /src/kernel.py"
    );
    assert!(error("s_nop 0\ns_endpgm\n", "a.py:1").contains("debug information (-g)"));
    let indirect = "k:\n\ts_setpc_b64 s[0:1]\n\ts_nop 0\n\ts_cbranch_g_fork s[0:1], s[2:3]\n";
    let left_out = ask(indirect, "3").expect_err("nothing").to_string();
    assert!(left_out.contains("begins at line 3"), "{left_out}");
}

#[test]
fn machine_code_is_asked_by_address() {
    let functions = Functions {
        gpu: Gpu::Gfx942,
        shown: Vec::new(),
        left_out: vec![("f".to_owned(), "an indirect branch".to_owned())],
    };
    let ask = |place: Place| {
        let [model, _] = Model::built_in(functions.gpu);
        let answers = why(&functions, None, &place, Policy::Safe, &model);
        answers.expect_err("nothing").to_string()
    };
    assert!(ask(Place::Line(1)).starts_with("it is machine code"));
    assert_eq!(
        ask(Place::Address(64)),
        "no instruction of a function begins at 0x40; not analysed: f (an indirect branch)"
    );
}
