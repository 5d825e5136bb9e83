//! Settings of environments, and what lies in memory.

use std::ffi::OsString;
use std::time::Duration;

use super::settings::Settings;
use super::*;

fn settings(environment: &[(&str, &str)]) -> Settings {
    Settings::of(|name| {
        let found = environment.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| OsString::from(value))
    })
}

#[test]
fn without_a_mode_calls_are_passed_on() {
    for environment in [
        &[][..],
        &[("CDNASCHED_TRITON", "")],
        &[("CDNASCHED_TRITON", "0")],
    ] {
        let settings = settings(environment);
        assert_eq!((settings.mode.clone(), settings.key()), (None, None));
        assert_eq!(settings.complaint, None);
    }
}

#[test]
fn each_mode_and_option_has_its_key() {
    let mut keys = std::collections::HashSet::new();
    for mode in ["lint", "fix", "opt"] {
        for hazards in ["", "safe", "llvm"] {
            let environment = [
                ("CDNASCHED_TRITON", mode),
                ("CDNASCHED_TRITON_HAZARDS", hazards),
            ];
            keys.insert(settings(&environment).key().expect("a mode"));
        }
    }
    assert_eq!(keys.len(), 9);
}

#[test]
fn what_is_not_understood_turns_it_off_and_is_said() {
    for (name, value) in [
        ("CDNASCHED_TRITON", "fast"),
        ("CDNASCHED_TRITON_HAZARDS", "none"),
        ("CDNASCHED_TRITON_EFFORT", "most"),
        ("CDNASCHED_TRITON_TIMEOUT", "-1"),
    ] {
        let settings = settings(&[("CDNASCHED_TRITON", "opt"), (name, value)][..]);
        let settings = match name {
            "CDNASCHED_TRITON" => self::settings(&[(name, value)]),
            _ => settings,
        };
        assert_eq!(settings.mode, None, "{name}");
        let complaint = settings.complaint.expect("a complaint");
        assert!(
            complaint.starts_with(&format!("{name} is '{value}', expected")),
            "{complaint}"
        );
    }
    let timeout = [
        ("CDNASCHED_TRITON", "opt"),
        ("CDNASCHED_TRITON_TIMEOUT", "0.5"),
    ];
    assert_eq!(settings(&timeout).timeout, Duration::from_millis(500));
}

/// Each with the reason, and kernels are left alone.
#[test]
fn what_a_mode_cannot_do_turns_it_off_and_is_said() {
    for (mode, name, value, reason) in [
        ("fix", "CDNASCHED_TRITON_WALLS", "cross", "keep the order"),
        (
            "opt",
            "CDNASCHED_TRITON_MODEL",
            "m.json",
            "requests name no files",
        ),
        ("fix", "CDNASCHED_TRITON_EFFORT", "max", "keep the order"),
        ("lint", "CDNASCHED_TRITON_RENAME", "off", "keep the order"),
    ] {
        let settings = settings(&[("CDNASCHED_TRITON", mode), (name, value)]);
        assert_eq!(settings.mode, None, "{name}");
        let complaint = settings.complaint.expect("a complaint");
        let is_said = complaint.starts_with(&format!("{name} is '{value}', "));
        assert!(is_said && complaint.contains(reason), "{complaint}");
    }
    let anyway = settings(&[
        ("CDNASCHED_TRITON", "opt"),
        ("CDNASCHED_TRITON_PLACE_LOOPS", "off"),
    ]);
    let plain = settings(&[("CDNASCHED_TRITON", "opt")]);
    assert_eq!(
        (anyway.complaint.clone(), anyway.key()),
        (None, plain.key())
    );
    let renamed = settings(&[
        ("CDNASCHED_TRITON", "opt"),
        ("CDNASCHED_TRITON_RENAME", "off"),
    ]);
    assert_eq!(renamed.members, [("rename".to_owned(), "off".to_owned())]);
    assert_ne!(renamed.key(), plain.key());
}

#[test]
fn triton_is_found_by_its_library() {
    let maps = b"7f00-7f01 r-xp 00000000 08:01 12   /usr/lib/libc.so.6\n\
        7f02-7f03 r-xp 00000000 08:01 13   /a b/triton/_C/libtriton.so\n";
    let folder = real::folder_of_triton(maps);
    assert_eq!(
        folder.as_deref(),
        Some(std::path::Path::new("/a b/triton/_C"))
    );
    assert_eq!(
        real::folder_of_triton(b"7f00-7f01 rw-p 00000000 00:00 0 \n"),
        None
    );
}

#[test]
fn texts_of_ours_are_told_from_others() {
    let text = hand_out(c"text".to_owned());
    assert!(take_back(text.cast()));
    assert!(!take_back(text.cast()));
}
