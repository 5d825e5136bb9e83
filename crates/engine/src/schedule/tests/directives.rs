//! What stays where it is: the user's directives, and the instructions of a bundle.

use super::*;
use crate::schedule::{Decision, Reason, Walls};

/// Work that would gain from moving across the directive.
fn around(directive: &str) -> Function {
    let (read, body) = (format!("{directive}{READ}"), late_read(10));
    function("gfx942", &body.replace(READ, &read))
}

#[test]
fn nothing_crosses_what_a_user_wrote() {
    for directive in [
        "  S_SETPRIO #1\n",
        "  SCHED_BARRIER #0 | meta boundary\n",
        "  SCHED_BARRIER #536 | meta\n",
    ] {
        let mut f = around(directive);
        run(&mut f);
        assert_eq!(place(&f, 0, 10), 10, "{directive}");
        assert!(place(&f, 0, 11) > 10, "{directive}");
    }
    for directive in [
        "  SCHED_GROUP_BARRIER #8, #1, #0 | meta\n",
        "  IGLP_OPT #0 | meta\n",
    ] {
        let mut f = around(directive);
        let incoming = f.clone();
        let report = run(&mut f);
        assert_eq!(f, incoming);
        assert_eq!(
            report.traces[0].regions[0].decision,
            Decision::Kept(Reason::Directive)
        );
    }
    let mut f = around("  S_WAITCNT_soft #49279\n");
    assert_eq!(run(&mut f).reordered(), 1);
}

#[test]
fn what_is_to_be_crossed_holds_nothing_back() {
    for directive in [
        "  S_SETPRIO #1\n",
        "  SCHED_BARRIER #0 | meta\n",
        "  SCHED_GROUP_BARRIER #8, #1, #0 | meta\n",
        "  IGLP_OPT #0 | meta\n",
    ] {
        let mut f = around(directive);
        let options = Options {
            walls: Walls::Cross,
            waves: Some(1),
            ..Options::new(&f)
        };
        let needs = needs(&f);
        let report = schedule(&mut f, &needs, &options).0;
        assert_eq!(report.reordered(), 1, "{directive}");
        assert!(place(&f, 0, 11) < 10, "{directive}");
    }
}

/// Assembly without effects, and what prescribes the order of its own region.
const BESIDE: [&str; 2] = [
    "  INLINEASM opaque, #0, #1245194, def v99, opaque | asm\n",
    "  S_BARRIER | boundary\n  SCHED_GROUP_BARRIER #8, #1, #0 | meta\n",
];

#[test]
fn arithmetic_crosses_a_wait_that_a_user_wrote_unless_there_is_assembly_or_a_pipeline() {
    let moved = |beside: &str| {
        let mut f = around("  S_WAITCNT #49279\n");
        if !beside.is_empty() {
            let text = f.to_string();
            let end = text.find("edge ").unwrap_or(text.len());
            f = text::parse(&format!("{}{beside}{}", &text[..end], &text[end..]))
                .expect("valid text");
        }
        crate::waitcnt::anchor(&mut f);
        run(&mut f);
        let wait_at = place(&f, 0, 10);
        assert!(
            place(&f, 0, 11) > wait_at,
            "{beside}: memory keeps its side"
        );
        (0..10).filter(|&add| place(&f, 0, add) > wait_at).count()
    };
    assert_eq!(BESIDE.map(moved), [0, 0]);
    assert!(moved("") > 0);
}

#[test]
fn bundles_move_whole() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in 10..20 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += "
  BUNDLE def imp v4, def imp v5, imp v0 | bundle
  DS_READ_B32_gfx9 def v4, v0, #0, #0 | load inside | read space=3 bytes=4
  DS_READ_B32_gfx9 def v5, v0, #4, #0 | load inside | read space=3 bytes=4
  V_ADD_F32_e32 def v30, v4, v5
"
    .trim_start_matches('\n');
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    assert_eq!(report.reordered(), 1);
    let head = place(&f, 0, 10);
    assert_eq!(head, 0);
    assert_eq!((place(&f, 0, 11), place(&f, 0, 12)), (1, 2));
}
