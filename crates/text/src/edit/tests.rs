//! Changed texts.

use super::*;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Features;

const TEXT: &str = "; head\n\t.text\nk:\n\ts_mov_b32 s0, 1 ; one\n\t; about two\n\ts_mov_b32 s1, 2\n\n\
    .Ltmp0:\n  s_mov_b32 s2, 3  // three\nlast: s_mov_b32 s3, 4\n\ts_endpgm";

fn listing(source: &str) -> Listing {
    let reader = crate::program::reader(Gpu::Gfx942, Features::default());
    let listing = reader.expect("LLVM").parse(source).expect("listing");
    assert_eq!(listing.messages, []);
    listing
}

fn changed(source: &str, change: impl FnOnce(&mut Edits)) -> Result<String, EditError> {
    let mut edits = Edits::new();
    change(&mut edits);
    apply(source, &listing(source), &edits)
}

fn ids(numbers: &[u32]) -> Vec<ListedId> {
    numbers.iter().map(|&number| ListedId(number)).collect()
}

#[test]
fn without_changes_every_byte_stays() {
    for source in [TEXT, &TEXT.replace('\n', "\r\n"), ""] {
        assert_eq!(changed(source, |_| {}).as_deref(), Ok(source));
    }
}

#[test]
fn lines_come_and_go_and_the_rest_stays() {
    let text = changed(TEXT, |edits| {
        edits.insert_before(ListedId(0), "s_nop 0");
        edits.insert_before(ListedId(0), "s_nop 1");
        edits.replace(ListedId(0), "s_mov_b32 s9, 1");
        edits.remove(ListedId(1));
        edits.insert_after(ListedId(2), "s_nop 2");
        edits.insert_before(ListedId(3), "s_nop 3");
        edits.insert_after(ListedId(4), "s_nop 4");
    });
    let wanted = "; head\n\t.text\nk:\n\ts_nop 0\n\ts_nop 1\n\ts_mov_b32 s9, 1 ; one\n\t; about two\n\n\
        .Ltmp0:\n  s_mov_b32 s2, 3  // three\n  s_nop 2\nlast:\n\ts_nop 3\n\ts_mov_b32 s3, 4\n\ts_endpgm\n\ts_nop 4\n";
    assert_eq!(text.as_deref(), Ok(wanted));
}

#[test]
fn lines_end_as_the_others_do() {
    let source = "\ts_nop 0\r\n\ts_endpgm";
    let text = changed(source, |edits| {
        edits.insert_before(ListedId(0), "s_nop 1");
        edits.insert_before(ListedId(1), "s_nop 2");
    });
    let wanted = "\ts_nop 1\r\n\ts_nop 0\r\n\ts_nop 2\r\n\ts_endpgm";
    assert_eq!(text.as_deref(), Ok(wanted));
}

#[test]
fn instructions_move_with_their_comments() {
    let source = "k:\n\t; head\n\ts_mov_b32 s0, 0 ; a\n\t; about b\n\ts_mov_b32 s1, 1 ; b\n\ts_mov_b32 s2, 2 ; c";
    let text = changed(source, |edits| {
        edits.reorder(ids(&[0, 1, 2]), ids(&[2, 1, 0]));
        edits.insert_before(ListedId(1), "s_nop 0");
    });
    let wanted = "k:\n\t; head\n\ts_mov_b32 s2, 2 ; c\n\t; about b\n\ts_nop 0\n\ts_mov_b32 s1, 1 ; b\n\ts_mov_b32 s0, 0 ; a\n";
    assert_eq!(text.as_deref(), Ok(wanted));
}

#[test]
fn an_instruction_keeps_its_place_in_the_source() {
    let source = "\t.file 1 \"a.hip\"\n\t.text\nk:\n\t.loc 1 1 0\n\ts_mov_b32 s0, 0\n\ts_mov_b32 s1, 1\n\t.loc 1 2 0\n\ts_mov_b32 s2, 2\n\ts_endpgm\n";
    let text = changed(source, |edits| {
        edits.reorder(ids(&[0, 1, 2]), ids(&[2, 0, 1]));
    });
    let wanted = "\t.file 1 \"a.hip\"\n\t.text\nk:\n\t.loc 1 2 0\n\ts_mov_b32 s2, 2\n\t.loc 1 1 0\n\ts_mov_b32 s0, 0\n\ts_mov_b32 s1, 1\n\t.loc 1 2 0\n\ts_endpgm\n";
    // The first line was written before the instructions that changed places.
    assert_eq!(
        text.map(|text| text.replacen("\t.loc 1 1 0\n", "", 1))
            .as_deref(),
        Ok(wanted)
    );
}

#[test]
fn nothing_moves_over_a_wall() {
    let walls = [
        (".Lx:", Wall::Label),
        ("\t.set x, 1", Wall::Directive),
        (
            "\t; sched_barrier mask(0x00000000)",
            Wall::SchedulingBarrier,
        ),
        ("\t;;#ASMSTART", Wall::InlineAsm),
        ("/* a */ .set x, 1", Wall::Other),
    ];
    for (line, wall) in walls {
        let source = format!("\ts_mov_b32 s0, 0\n{line}\n\ts_mov_b32 s1, 1\n");
        let text = changed(&source, |edits| edits.reorder(ids(&[0, 1]), ids(&[1, 0])));
        let over = 2;
        assert_eq!(
            text,
            Err(EditError::Crosses {
                line: 3,
                wall,
                over
            }),
            "{source}"
        );
        // It is the wall that stops it.
        let free = format!("\ts_mov_b32 s0, 0\n\t; {wall}\n\ts_mov_b32 s1, 1\n");
        let text = changed(&free, |edits| edits.reorder(ids(&[0, 1]), ids(&[1, 0])));
        assert!(text.is_ok(), "{free}");
    }
}

#[test]
fn what_has_no_line_of_its_own_stays() {
    let cases = [
        "\t.macro twice\n\ts_nop 0\n\ts_nop 0\n\t.endm\n\ttwice\n",
        "\t.rept 2\n\ts_nop 0\n\t.endr\n",
        "\t/* a */ s_nop 0\n",
        "\ts_nop 0 /* a\n b */\n",
        "a: s_nop 0\n",
    ];
    for source in cases {
        let text = changed(source, |edits| edits.remove(ListedId(0)));
        assert!(
            matches!(text, Err(EditError::Line { .. })),
            "{source}: {text:?}"
        );
    }
}

#[test]
fn orders_must_be_of_the_same_instructions() {
    for (old, new) in [
        (&[0, 1][..], &[1, 1][..]),
        (&[0, 1], &[1]),
        (&[0, 2], &[2, 0]),
        (&[7, 8], &[8, 7]),
    ] {
        let text = changed(TEXT, |edits| edits.reorder(ids(old), ids(new)));
        assert!(
            matches!(text, Err(EditError::Request(_))),
            "{old:?}: {text:?}"
        );
    }
    let text = changed(TEXT, |edits| {
        edits.insert_before(ListedId(0), "s_nop 0\n\ts_nop 0")
    });
    assert!(matches!(text, Err(EditError::Request(_))));
}

#[test]
fn what_is_put_around_inline_assembly_is_outside() {
    let source = "\ts_mov_b32 s0, 0\n\t;;#ASMSTART\n\ts_mov_b32 s1, 1\n\ts_mov_b32 s2, 2\n\t;;#ASMEND\n\ts_endpgm\n";
    let text = changed(source, |edits| {
        edits.insert_before(ListedId(1), "s_nop 1");
        edits.insert_before(ListedId(2), "s_nop 2");
        edits.insert_after(ListedId(2), "s_nop 3");
    });
    let wanted = "\ts_mov_b32 s0, 0\n\ts_nop 1\n\t;;#ASMSTART\n\ts_mov_b32 s1, 1\n\ts_nop 2\n\ts_mov_b32 s2, 2\n\ts_nop 3\n\t;;#ASMEND\n\ts_endpgm\n";
    let wanted = wanted.replace("\ts_nop 3\n\t;;#ASMEND\n", "\t;;#ASMEND\n\ts_nop 3\n");
    assert_eq!(text, Ok(wanted));
}

#[test]
fn inline_assembly_of_one_vector_instruction_moves_with_its_borders() {
    let source = "\ts_mov_b32 s0, 0\n\t;;#ASMSTART\n\tv_mov_b32 v1, 1\n\t;;#ASMEND\n\t;;#ASMSTART\n\tv_mov_b32 v2, 2\n\t;;#ASMEND\n\ts_endpgm\n";
    let asm = |inst: &str| format!("\t;;#ASMSTART\n\t{inst}\n\t;;#ASMEND\n");
    let same = changed(source, |_| {});
    assert_eq!(same.as_deref(), Ok(source));
    let text = changed(source, |edits| {
        edits.reorder(ids(&[0, 1, 2]), ids(&[2, 0, 1]));
        edits.insert_before(ListedId(2), "s_nop 1");
        edits.insert_after(ListedId(2), "s_nop 2");
        edits.replace(ListedId(1), "v_mov_b32 v3, 1");
    });
    let (one, two) = (asm("v_mov_b32 v3, 1"), asm("v_mov_b32 v2, 2"));
    let wanted = format!("\ts_nop 1\n{two}\ts_nop 2\n\ts_mov_b32 s0, 0\n{one}\ts_endpgm\n");
    assert_eq!(text, Ok(wanted));
    let gone = changed(source, |edits| edits.remove(ListedId(1)));
    assert_eq!(gone, Ok(format!("\ts_mov_b32 s0, 0\n{two}\ts_endpgm\n")));
    let anew = changed(source, |edits| {
        let own = |at: u32| Piece::Inst(ListedId(at), None);
        let copy = Piece::Copy(ListedId(1), Some("v_mov_b32 v4, 1".to_owned()));
        edits.rewrite(ListedId(0), ListedId(2), vec![own(2), own(1), copy, own(0)]);
    });
    let (one, copy) = (asm("v_mov_b32 v1, 1"), asm("v_mov_b32 v4, 1"));
    let wanted = format!("{two}{one}{copy}\ts_mov_b32 s0, 0\n\ts_endpgm\n");
    assert_eq!(anew, Ok(wanted));
}

#[test]
fn other_inline_assembly_stays_as_it_is() {
    let plain = "\tv_mov_b32 v1, 1\n";
    for inside in [
        "\tv_nop\n",
        "\tv_clrexcp\n",
        "\ts_nop 0\n",
        "\tv_mov_b32 v2, 2\n\tv_mov_b32 v3, 3\n",
        "\t; a comment\n\tv_mov_b32 v2, 2\n",
        ".L1:\n\tv_mov_b32 v2, 2\n",
        "\ts_nop 0\n\t;;#ASMSTART\n\tv_mov_b32 v2, 2\n\t;;#ASMEND\n",
    ] {
        let source = format!("{plain}\t;;#ASMSTART\n{inside}\t;;#ASMEND\n\ts_endpgm\n");
        assert_eq!(changed(&source, |_| {}).as_ref(), Ok(&source));
        let text = changed(&source, |edits| edits.reorder(ids(&[0, 1]), ids(&[1, 0])));
        assert!(
            matches!(text, Err(EditError::Crosses { .. })),
            "{source}: {text:?}"
        );
    }
    // Other line ends, other borders, and no end of the last line.
    for (end, [begin, close], last) in [
        ("\r\n", [";;#ASMSTART", ";;#ASMEND"], "\r\n"),
        ("\n", [";#APP", ";#NO_APP"], "\n"),
        ("\n", [";;#ASMSTART", ";;#ASMEND"], ""),
    ] {
        let framed = format!("{begin}{end}\tv_mov_b32 v2, 2{end}{close}");
        let source = format!("\tv_mov_b32 v1, 1{end}{framed}{last}");
        assert_eq!(changed(&source, |_| {}).as_ref(), Ok(&source));
        let text = changed(&source, |edits| edits.reorder(ids(&[0, 1]), ids(&[1, 0])));
        assert_eq!(text, Ok(format!("{framed}{end}\tv_mov_b32 v1, 1{end}")));
    }
}

#[test]
fn data_stays_where_and_as_it_is() {
    let source = "\ts_mov_b32 s0, 1\n\t.long 0x68641481\n\ts_mov_b32 s1, 2\n\ts_endpgm\n";
    let before = changed(source, |edits| edits.insert_before(ListedId(1), "s_nop 0"));
    let wanted = source.replace("\t.long", "\ts_nop 0\n\t.long");
    assert_eq!(before, Ok(wanted));
    let moved = changed(source, |edits| {
        edits.reorder(ids(&[0, 1, 2]), ids(&[2, 1, 0]))
    });
    assert!(moved.is_err());
    for edit in [
        (|edits: &mut Edits| edits.remove(ListedId(1))) as fn(&mut Edits),
        |edits| edits.replace(ListedId(1), "s_nop 0"),
        |edits| edits.insert_after(ListedId(1), "s_nop 0"),
    ] {
        let refused = changed(source, edit);
        let reason = "it is written as data";
        assert_eq!(refused, Err(EditError::Line { line: 2, reason }));
    }
}

#[test]
fn marks_are_in_turn() {
    let text =
        "a\n; cdna-sched begin loop\nb\n  //LLVM-MCA-END\nc\n; LLVM-MCA-BEGIN\n;cdna-sched end\nd";
    let marks = Marks::of(text).expect("marks in turn").expect("some");
    let inside: Vec<bool> = (0..9).map(|line| marks.is_inside(line)).collect();
    let expected = [false, false, true, false, false, false, false, false, false];
    assert_eq!(inside, expected);
    let outside = text.lines().filter(|line| *line != "b");
    assert!(marks.outside(text).into_iter().eq(outside));
    for none in [
        "",
        "a\n; cdna-schedule begin\n; begin\n s_nop 0 ; cdna-sched begin\n",
    ] {
        assert_eq!(Marks::of(none), Ok(None), "{none}");
    }
    for (wrong, at) in [
        (
            "; cdna-sched begin\n; cdna-sched begin\n; cdna-sched end\n",
            2,
        ),
        ("a\n; cdna-sched end\n; cdna-sched begin\n", 2),
        ("a\nb\n; cdna-sched begin\n", 3),
    ] {
        let error = Marks::of(wrong).expect_err("marks out of turn");
        assert!(
            matches!(error, EditError::Mark { line, .. } if line == at),
            "{error}"
        );
    }
}
