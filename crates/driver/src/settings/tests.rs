//! The table against the types that it sets, and what each front end makes of it.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use super::*;
use crate::machine::LdsDma;
use crate::rules::Policy;
use crate::schedule::{Effort, Walls};
use crate::{Fault, Renaming};

fn named(name: &str) -> &'static Row {
    let row = Row::all().find(|row| row.name == name);
    row.expect("an option")
}

/// What a value comes to in the plugin, with all others at their defaults.
fn with(name: &str, value: &str) -> Options {
    let row = named(name);
    let mut settings = defaults(FrontEnd::Plugin);
    let set = row.set(FrontEnd::Plugin, &mut settings, OsStr::new(value));
    set.expect("a value of the option");
    settings.options
}

#[test]
fn every_option_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = Row::all().map(|row| row.name).collect();
    assert_eq!(names.len(), Row::all().count());
    let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
    assert!(names.iter().all(|name| name.chars().all(is_plain)));
}

#[test]
fn every_default_and_fixed_value_is_a_value() {
    for row in Row::all() {
        let is_value = |value| row.check(value).is_ok() && row.values().contains(&value);
        assert!(row.bare().is_none_or(is_value), "{}", row.name);
        for at in FrontEnd::ALL {
            let default = row.default_in(at);
            assert!(default.is_none_or(is_value), "{} in {at:?}", row.name);
        }
    }
}

/// A value that no other row sets, or one that leaves what another value set, would be found here.
#[test]
fn every_value_sets_what_its_name_says_and_nothing_else() {
    let plain = defaults(FrontEnd::Plugin).options;
    for row in Row::all().filter(|row| !row.is_text()) {
        for value in row.values() {
            let options = with(row.name, value);
            assert_eq!(row.value_of(&options), Some(value), "{}", row.name);
            for other in Row::all().filter(|other| other.name != row.name) {
                let (is, was) = (other.value_of(&options), other.value_of(&plain));
                assert_eq!(is, was, "{} by {}={value}", other.name, row.name);
            }
        }
        assert_eq!(
            row.values().into_iter().collect::<BTreeSet<_>>().len(),
            row.values().len()
        );
    }
}

#[test]
fn values_are_those_of_the_types() {
    for policy in Policy::ALL {
        assert_eq!(with("hazards", policy.name()).hazards, policy);
    }
    for effort in Effort::ALL {
        assert_eq!(with("effort", effort.name()).effort, effort);
    }
    for walls in Walls::ALL {
        assert_eq!(with("walls", walls.name()).walls, walls);
    }
    for one in Renaming::ALL {
        assert_eq!(with("rename", one.name()).rename, one);
    }
    for one in LdsDma::ALL {
        assert_eq!(with("lds-dma", one.name()).lds_dma, one);
    }
    for fault in Fault::ALL {
        assert_eq!(with("fault", fault.name()).fault, Some(fault));
    }
    for (name, check) in [
        ("false", Check::Off),
        ("true", Check::Proof),
        ("full", Check::Full),
    ] {
        assert_eq!(with("check", name).check, check);
    }
    for (name, on) in [("on", true), ("off", false)] {
        assert_eq!(with("coalesce", name).coalesce, on);
        assert_eq!(with("overlap", name).overlap, on);
        assert_eq!(with("place-loops", name).place_loops, on);
    }
    for (name, on) in [("true", true), ("false", false)] {
        assert_eq!(with("schedule", name).schedule, on);
        assert_eq!(with("waits", name).waits, on);
        assert_eq!(with("nops", name).nops, on);
    }
}

#[test]
fn texts_are_set_where_they_belong() {
    let mut settings = defaults(FrontEnd::Plugin);
    for row in Row::all().filter(|row| row.is_text()) {
        let set = row.set(FrontEnd::Plugin, &mut settings, OsStr::new(row.name));
        assert_eq!(set, Ok(()));
    }
    let Settings {
        options: _,
        model,
        order,
        report,
        save,
        view,
        only,
        skip,
    } = settings;
    let all = [model, order, report, save, view, only, skip];
    assert_eq!(
        all.each_ref().map(|text| text.to_str().unwrap_or_default()),
        ["model", "order", "report", "save", "view", "only", "skip"]
    );
}

#[test]
fn the_plugin_has_all_options() {
    assert!(Row::all().all(|row| row.is_in(FrontEnd::Plugin)));
    let options = defaults(FrontEnd::Plugin).options;
    let expected = Options {
        check: Check::Proof,
        certify: false,
        ..Options::ALL
    };
    assert_eq!(options, expected);
}

/// What a front end makes of one value of every option.
#[test]
fn what_a_front_end_cannot_do_is_refused_with_a_reason() {
    for at in FrontEnd::ALL {
        for row in Row::all() {
            let values = if row.is_text() {
                vec!["any"]
            } else {
                row.values()
            };
            for value in values {
                let set = row.set(at, &mut defaults(at), OsStr::new(value));
                let (taken, reason) = match row.support(at) {
                    Support::Has => (true, ""),
                    Support::Only(only, reason) => (value == only, reason),
                    Support::Lacks(reason) => (false, reason),
                };
                let refusal = Refusal {
                    option: row.name,
                    reason,
                };
                let expected = if taken { Ok(()) } else { Err(refusal.into()) };
                assert_eq!(set, expected, "{}={value} in {at:?}", row.name);
                assert!(taken || !reason.is_empty());
            }
        }
        assert_eq!(refused(at, &defaults(at).options), Ok(()), "{at:?}");
    }
}

#[test]
fn what_opt_cannot_do_to_a_text() {
    let mut settings = defaults(FrontEnd::Opt);
    let mut set = |name, value| {
        let row = named(name);
        let set = row.set(FrontEnd::Opt, &mut settings, OsStr::new(value));
        set.map_err(|error| error.to_string())
    };
    assert_eq!(set("overlap", "on"), Ok(()));
    assert_eq!(set("coalesce", "off"), Ok(()));
    for (name, value) in [
        ("place-loops", "on"),
        ("lds-dma", "strict"),
        ("check", "true"),
        ("fault", "wait"),
        ("save", "folder"),
    ] {
        assert!(set(name, value).is_err(), "{name}");
    }
    // Options that no text was made of.
    let refusal = refused(FrontEnd::Opt, &Options::ALL).expect_err("what text does not get");
    assert_eq!(refusal.option, "place-loops");
}

#[test]
fn other_values_are_refused() {
    let refusal = |name, value| {
        let row = named(name);
        let refused = row.check(value).expect_err("no value");
        refused.to_string()
    };
    assert_eq!(
        refusal("effort", "endless"),
        "expected one of fast, default, max"
    );
    assert_eq!(refusal("waits", "maybe"), "expected true or false");
}

#[test]
fn lint_goes_by_the_documents_and_others_by_the_stricter() {
    assert_eq!(defaults(FrontEnd::Lint).options.hazards, Policy::Isa);
    assert_eq!(defaults(FrontEnd::Opt).options.hazards, Policy::Safe);
}
