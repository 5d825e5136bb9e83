//! Rows about files and symbols. But for the cost model, they are for compilations.

use super::front_ends::FrontEnd::{
    self, Evaluate, Lint, Modules, OpenFunction, OpenText, Opt, Plugin, Replay, Show,
};
use super::front_ends::Support::{self, Has, Lacks};
use super::{Kind, Row, Settings, Text};
use std::ffi::OsString;

const COMPILATION: &str = "this is an option of the plugin, for compilations";

fn plugin_alone(at: FrontEnd) -> Support {
    match at {
        Plugin => Has,
        Modules | Opt | OpenText | OpenFunction | Evaluate | Show | Lint | Replay => {
            Lacks(COMPILATION)
        }
    }
}

const fn text(
    name: &'static str,
    help: &'static str,
    text: Text,
    set: fn(&mut Settings, OsString),
) -> Row {
    Row {
        name,
        help,
        kind: Kind::Text(text, set),
        is_hidden: false,
        other_defaults: &[],
        support: plugin_alone,
    }
}

/// The rows.
pub(super) static ROWS: &[Row] = &[
    Row {
        support: |at| match at {
            Plugin | Modules | Opt | OpenText | OpenFunction | Evaluate | Show | Replay => Has,
            Lint => Lacks("what is missing does not depend on the cost model"),
        },
        ..text(
            "model",
            "Take the numbers of the cost model from this file (a regular one of up to 1 MiB), which \
             'cdna-sched models' prints to start from",
            Text::Model,
            |settings, file| settings.model = file,
        )
    },
    text(
        "order",
        "Give functions the orders that this file has for them, in place of a search and of other registers, if all \
         dependences hold ('cdna-sched serve' makes such files)",
        Text::File,
        |settings, file| settings.order = file,
    ),
    text(
        "report",
        "Write one JSON object per function to this file; an error when it cannot be written",
        Text::File,
        |settings, file| settings.report = file,
    ),
    text(
        "save",
        "Save each function in the text form to this directory: as stage 1 sees it, as stage 2 \
         leaves it and, where stage 3 runs, as it is in the end; with a log of the search \
         (NAME.search.txt). An error when a file cannot be written",
        Text::Directory,
        |settings, directory| settings.save = directory,
    ),
    text(
        "view",
        "Write a page (HTML) for each function to this directory: what runs when, what waits are for, where the clocks \
         go, beside LLVM's own order. An error when a file cannot be written",
        Text::Directory,
        |settings, directory| settings.view = directory,
    ),
    text(
        "only",
        "Leave functions alone whose symbol does not match",
        Text::Pattern,
        |settings, pattern| settings.only = pattern,
    ),
    text(
        "skip",
        "Leave functions alone whose symbol matches",
        Text::Pattern,
        |settings, pattern| settings.skip = pattern,
    ),
];
