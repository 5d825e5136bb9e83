//! An error is reported whatever else is found, reported or known.

use std::collections::BTreeSet;

use super::*;
use crate::fix;

/// The lines with errors.
fn errors(report: &Report) -> BTreeSet<u32> {
    let findings = report.findings.iter();
    let errors = findings.filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| finding.at.line).collect()
}

fn all() -> Options {
    Options {
        needless: true,
        undecided: true,
        covered: true,
        ..Options::default()
    }
}

#[test]
fn what_is_undecided_hides_no_error_behind_it() {
    for (body, line) in [
        // The second read writes v4 again, in order or not; v5 is read without a wait.
        (
            "ds_read_b64 v[4:5], v1\nds_read_b32 v4, v2\nv_add_u32 v6, v5, v5",
            7,
        ),
        // The store may be of what the load reads; s4 is read without a wait.
        (
            "s_load_dword s4, s[0:1], 0x0\nglobal_store_dword v1, v1, s[2:3]\ns_add_u32 s5, s4, s4",
            7,
        ),
        // One instruction, both: its address is yet to be loaded.
        (
            "s_load_dwordx2 s[4:5], s[0:1], 0x0\nglobal_store_dword v1, v1, s[4:5]",
            6,
        ),
        ("ds_read_b32 v4, v1\nds_read_b32 v4, v4", 6),
    ] {
        for options in [Options::default(), all()] {
            let report = report(body, options);
            assert_eq!(errors(&report), BTreeSet::from([line]), "{body}");
        }
        let hidden = report(body, Options::default()).undecided;
        let shown = report(body, all()).findings.into_iter();
        let shown = shown.filter(|finding| finding.severity == Severity::Undecided);
        assert_eq!(shown.count(), hidden, "{body}");
    }
}

/// The wait state that the load into LDS may lack would serve the last instruction, too.
#[test]
fn what_is_undecided_hides_nothing_suspicious_behind_it() {
    let body = "v_readlane_b32 s8, v6, 0\ns_mov_b32 m0, 0\nbuffer_load_dword v1, s[12:15], 0 offen lds\n\
                s_nop 1\nbuffer_load_dword v2, v3, s[8:11], 0 offen";
    assert_eq!(by_default(body), [("cdna3.t11.10".to_owned(), 9)]);
}

#[test]
fn a_way_without_a_wait_is_an_error_beside_one_with_too_weak_a_wait() {
    // The shorter way has the wait that is too weak.
    let body = "global_load_dword v1, v0, s[2:3]\ns_cbranch_scc1 long\nglobal_load_dword v2, v0, s[2:3]\n\
                s_waitcnt vmcnt(2)\ns_branch end\nlong:\ns_cbranch_scc0 more\ns_nop 0\nmore:\ns_nop 0\nend:\n\
                v_mov_b32 v3, v1";
    assert_eq!(by_default(body), [("wait-vmcnt".to_owned(), 16)]);
}

#[test]
fn what_a_baseline_hides_hides_nothing_new() {
    let body = "global_load_dword v1, v0, s[2:3]\nv_mov_b32 v2, v1";
    let known = report(body, all()).findings;
    let known: Vec<&str> = known.iter().map(|f| f.identity.as_str()).collect();
    let hide = |body: &str| {
        let mut report = report(body, all());
        let hidden = report.hide(|finding| known.contains(&&*finding.identity));
        (hidden, errors(&report))
    };
    assert_eq!(hide(body), (1, BTreeSet::new()));
    // The wait for the known one would serve the new one; but nobody will put it there.
    let more = format!("{body}\nv_mov_b32 v3, v1");
    assert_eq!(hide(&more), (1, BTreeSet::from([7])));
    assert_eq!(
        errors(&report(&more, Options::default())),
        BTreeSet::from([6])
    );
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Straight code of loads, uses and waits, and whether it uses what is yet to be loaded: by a model of its own, which
/// knows a set of registers and a wait for everything.
fn random(seed: u64) -> (String, bool) {
    let mut random = Random(seed);
    let mut owed: BTreeSet<String> = BTreeSet::new();
    let mut lines = Vec::new();
    let mut wrong = false;
    for _ in 0..6 + random.below(8) {
        let mut pick = |file: &str, from: usize| format!("{file}{}", from + random.below(3));
        let (v, w, s) = (pick("v", 4), pick("v", 4), pick("s", 8));
        // Text, what it reads, what it loads.
        let (line, reads, loads): (String, Vec<&String>, Option<&String>) = match random.below(7) {
            0 => (format!("ds_read_b32 {v}, {w}"), vec![&w], Some(&v)),
            1 => (format!("ds_read_b32 {v}, v20"), vec![], Some(&v)),
            // Each of another place: the same load twice does no harm.
            2 => (
                format!("s_load_dword {s}, s[0:1], {:#x}", 4 * lines.len()),
                vec![],
                Some(&s),
            ),
            3 => (
                format!("global_store_dword v20, {v}, s[2:3]"),
                vec![&v],
                None,
            ),
            4 => (format!("v_mov_b32 v21, {v}"), vec![&v], None),
            5 => (format!("s_mov_b32 s20, {s}"), vec![&s], None),
            _ => {
                owed.clear();
                ("s_waitcnt lgkmcnt(0)".to_owned(), vec![], None)
            }
        };
        wrong |= reads.iter().any(|reg| owed.contains(*reg));
        // LDS and scalar memory each load to files of their own here; a second scalar load into a register that is
        // owed is not in order.
        wrong |= loads.is_some_and(|reg| reg.starts_with('s') && owed.contains(reg));
        owed.extend(loads.cloned());
        lines.push(line);
    }
    (lines.join("\n"), wrong)
}

#[test]
fn every_error_is_found_whatever_else_is_and_fix_mends_it() {
    let (mut clean, mut faulty) = (0, 0);
    for seed in 0..400 {
        let (body, wrong) = random(seed);
        let report = report(&body, Options::default());
        assert_eq!(!errors(&report).is_empty(), wrong, "{body}");
        assert_eq!(
            errors(&report),
            errors(&super::report(&body, all())),
            "{body}"
        );
        let fixed = fix::fix(
            kernel(&body).as_bytes(),
            Some(Target::of(Gpu::Gfx942)),
            fix::Options::default(),
        );
        let fixed = fixed.expect("assembly");
        assert_eq!(fixed.left, [], "{body}");
        assert_eq!(fixed.added.is_empty(), !wrong, "{body}");
        let again = lint(&fixed.bytes, Some(Target::of(Gpu::Gfx942)), all()).expect("assembly");
        assert_eq!(errors(&again), BTreeSet::new(), "{body}");
        match wrong {
            true => faulty += 1,
            false => clean += 1,
        }
    }
    assert!(clean > 50 && faulty > 50, "{clean} {faulty}");
}
