//! The options of users: one table, one row an option.
//!
//! A row says what the option is called, which values it has and what each means, and what becomes of it in each front end.
//! LLVM's options of the plugin, the arguments of the commands, the members of requests, the variables of Triton and
//! `docs/options.md` are made of the rows; to add an option is to add a row (CONTRIBUTING.md).
//!
//! What a front end cannot do it refuses, with the reason that the row gives ([`Support`]).

mod front_ends;
mod parse;
mod plugin;
mod stages;
#[cfg(test)]
mod tests;

use std::ffi::OsString;

pub use front_ends::{FrontEnd, Support};
pub use parse::{Error, Refusal, defaults, refused};

use crate::Options;

/// Why requests and Triton's variables have no option that names a file.
pub const NO_FILES: &str = "requests name no files";

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Nothing.
    Off,
    /// Every new order is proved to be the same program; where that fails, the function is left to LLVM.
    Proof,
    /// That, and what each stage made and the final stream, by code that shares no logic with what made them.
    Full,
}

/// What the options of a user come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the stages do. Cost model and orders are still those of [`Settings::model`] and [`Settings::order`].
    pub options: Options,
    /// File of the cost model; empty: that of `options`.
    pub model: OsString,
    /// File of orders from outside; empty: none.
    pub order: OsString,
    /// File of the report; empty: none.
    pub report: OsString,
    /// Directory that functions are saved to; empty: none.
    pub save: OsString,
    /// Directory that pages are written to; empty: none.
    pub view: OsString,
    /// Pattern of the symbols that the stages look at; empty: all.
    pub only: OsString,
    /// Pattern of the symbols that they leave alone; empty: none.
    pub skip: OsString,
}

impl Settings {
    /// Goes by these options alone.
    pub fn of(options: Options) -> Settings {
        Settings {
            options,
            model: OsString::new(),
            order: OsString::new(),
            report: OsString::new(),
            save: OsString::new(),
            view: OsString::new(),
            only: OsString::new(),
            skip: OsString::new(),
        }
    }
}

/// One value of an option that has a choice of them.
#[derive(Debug)]
pub struct Value {
    /// What users write.
    pub name: &'static str,
    /// What it means, for `--help`.
    pub help: &'static str,
    set: fn(&mut Options),
}

/// What an option takes.
#[derive(Debug)]
pub enum Kind {
    /// `true`, which is the default and also meant by the bare option, or `false`.
    Switch(fn(&mut Options, bool)),
    /// One of the values.
    Choice {
        /// The values, in the order of `--help`.
        values: &'static [Value],
        /// The value where none is given; `None`: nothing is set then.
        default: Option<&'static str>,
        /// The value that is meant where the option stands alone; `None`: it may not.
        bare: Option<&'static str>,
    },
    /// Text, empty where none is given.
    Text(Text, fn(&mut Settings, OsString)),
}

/// What a text names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// The file of a cost model.
    Model,
    /// Another file.
    File,
    /// A directory.
    Directory,
    /// A POSIX extended regular expression.
    Pattern,
}

impl Text {
    /// What `--help` has in place of a value.
    pub fn placeholder(self) -> &'static str {
        match self {
            Text::Model | Text::File => "file",
            Text::Directory => "directory",
            Text::Pattern => "regex",
        }
    }
}

/// An option.
#[derive(Debug)]
pub struct Row {
    /// Its name, in small letters and with `-` between words.
    pub name: &'static str,
    /// What it is about, for `--help`; the default is added.
    pub help: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// It is for those who work on this program, and not shown.
    pub is_hidden: bool,
    /// Other values that hold where none is given, by front end.
    other_defaults: &'static [(FrontEnd, &'static str)],
    support: fn(FrontEnd) -> Support,
}

impl Row {
    /// All options, in the order in which values are handed over.
    pub fn all() -> impl Iterator<Item = &'static Row> + Clone {
        stages::ROWS.iter().chain(plugin::ROWS)
    }

    /// What becomes of it in a front end.
    pub fn support(&self, front_end: FrontEnd) -> Support {
        (self.support)(front_end)
    }

    /// Whether a front end has it, with all its values.
    pub fn is_in(&self, front_end: FrontEnd) -> bool {
        self.support(front_end) == Support::Has
    }

    /// Whether it is about files and symbols, not about what the stages do.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text(..))
    }

    /// The names of its values; none of a text.
    pub fn values(&self) -> Vec<&'static str> {
        match &self.kind {
            Kind::Switch(_) => vec!["true", "false"],
            Kind::Choice { values, .. } => values.iter().map(|value| value.name).collect(),
            Kind::Text(..) => Vec::new(),
        }
    }

    /// The value in a front end where none is given; `None` where nothing is set then.
    pub fn default_in(&self, front_end: FrontEnd) -> Option<&'static str> {
        if let Support::Only(value, _) = self.support(front_end) {
            return Some(value);
        }
        let mut others = self.other_defaults.iter();
        if let Some((_, other)) = others.find(|(of, _)| *of == front_end) {
            return Some(other);
        }
        match self.kind {
            Kind::Switch(_) => Some("true"),
            Kind::Choice { default, .. } => default,
            Kind::Text(..) => None,
        }
    }

    /// The value that a command line's option which stands alone means; `None`: it may not.
    pub fn bare(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Switch(_) => Some("true"),
            Kind::Choice { bare, .. } => bare,
            Kind::Text(..) => None,
        }
    }

    /// What `--help` of LLVM's tools says of it: there the default is part of the text.
    pub fn help_with_default(&self) -> String {
        match self.default_in(FrontEnd::Plugin) {
            Some(default) => format!("{} (default {default})", self.help),
            None => self.help.to_owned(),
        }
    }

    /// The name of the plugin's option, without its dash.
    pub fn plugin_name(&self) -> String {
        format!("cdna-sched-{}", self.name)
    }

    /// The name of the member of a request.
    pub fn field_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// The name of the variable that Triton's users set.
    pub fn triton_variable(&self) -> String {
        format!("CDNASCHED_TRITON_{}", self.field_name().to_uppercase())
    }
}
