//! Arguments that are options of the stages: rows of the table of options.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::ops::Deref;

use cdnasched_driver::Options;
use cdnasched_driver::settings::{self, FrontEnd, Kind, Row, Text};
use cdnasched_engine::timing::ModelSets;
use clap::builder::{PathBufValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// A command that has options of the stages.
pub trait HasStages {
    /// What it does with its input, most usual first. Options that none of these have are not shown, and are refused with
    /// the reason.
    const FRONT_ENDS: &'static [FrontEnd];
}

/// The options of a command, as they were given.
#[derive(Clone)]
pub struct StageArguments<C> {
    given: Given,
    command: PhantomData<C>,
}

/// Options as they were given, of any command.
#[derive(Clone, Default)]
pub struct Given {
    values: Vec<(&'static Row, String)>,
    models: Option<ModelSets>,
}

impl Given {
    /// What the options come to.
    ///
    /// # Errors
    /// When the front end refuses one.
    fn checked(&self, front_end: FrontEnd) -> Result<Options, Error> {
        let mut settings = settings::defaults(front_end);
        for (row, value) in &self.values {
            let set = row.set(front_end, &mut settings, OsStr::new(value));
            set.map_err(|why| {
                let message = format!("--{}={value}: {why}\n", row.name);
                Error::raw(ErrorKind::ValueValidation, message)
            })?;
        }
        let mut options = settings.options;
        if let Some(models) = &self.models {
            options.models = models.clone();
        }
        Ok(options)
    }

    /// What the options come to. Ends the program, as for any wrong argument, when the front end refuses one.
    pub fn options(&self, front_end: FrontEnd) -> Options {
        self.checked(front_end).unwrap_or_else(|error| error.exit())
    }

    /// Has another process of this program take the same.
    pub fn pass_to(&self, process: &mut std::process::Command) {
        for (row, value) in &self.values {
            process.arg(format!("--{}={value}", row.name));
        }
        if let Some(file) = self.models.as_ref().and_then(ModelSets::path) {
            process.arg("--model").arg(file);
        }
    }
}

impl<C> Deref for StageArguments<C> {
    type Target = Given;

    fn deref(&self) -> &Given {
        &self.given
    }
}

/// The rows that are arguments of a command.
fn rows<C: HasStages>() -> impl Iterator<Item = &'static Row> {
    Row::all().filter(|row| match row.kind {
        Kind::Switch(_) | Kind::Choice { .. } => true,
        Kind::Text(text, _) => text == Text::Model && home::<C>(row).is_some(),
    })
}

/// The first front end of the command that has an option.
fn home<C: HasStages>(row: &Row) -> Option<FrontEnd> {
    C::FRONT_ENDS.iter().copied().find(|&at| row.is_in(at))
}

fn argument<C: HasStages>(row: &'static Row) -> Arg {
    let arg = Arg::new(row.name).long(row.name).help(row.help);
    if let Kind::Text(text, _) = row.kind {
        return arg
            .value_name(text.placeholder().to_uppercase())
            .value_parser(models());
    }
    let home = home::<C>(row);
    let arg = arg
        .value_name(row.field_name().to_uppercase())
        .value_parser(OfRow(row))
        .hide(home.is_none());
    let arg = match home.and_then(|home| row.default_in(home)) {
        Some(default) => arg.default_value(default),
        None => arg,
    };
    match row.bare() {
        Some(bare) => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(bare),
        None => arg,
    }
}

/// Reads a model file, whose name may hold any bytes.
fn models() -> impl TypedValueParser<Value = ModelSets> {
    PathBufValueParser::new().try_map(|path| ModelSets::read(&path))
}

/// Takes the values of a row.
#[derive(Clone)]
struct OfRow(&'static Row);

impl TypedValueParser for OfRow {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let row = self.0;
        let known =
            StringValueParser::new().try_map(move |given| row.check(&given).map(|()| given));
        known.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let Kind::Choice { values, .. } = &self.0.kind else {
            let names = self.0.values().into_iter();
            return Some(Box::new(names.map(PossibleValue::new)));
        };
        let values = values.iter();
        Some(Box::new(values.map(|value| {
            PossibleValue::new(value.name).help(value.help)
        })))
    }
}

impl<C: HasStages> Args for StageArguments<C> {
    fn augment_args(command: Command) -> Command {
        command.args(rows::<C>().map(argument::<C>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<C: HasStages> FromArgMatches for StageArguments<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<StageArguments<C>, Error> {
        let mut given = Given::default();
        for row in rows::<C>() {
            if matches.value_source(row.name) != Some(ValueSource::CommandLine) {
                continue;
            }
            if row.is_text() {
                given.models = matches.get_one::<ModelSets>(row.name).cloned();
            } else if let Some(value) = matches.get_one::<String>(row.name) {
                given.values.push((row, value.clone()));
            }
        }
        // What depends on the input is refused when that is known.
        if let [front_end] = C::FRONT_ENDS {
            given.checked(*front_end)?;
        }
        Ok(StageArguments {
            given,
            command: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = StageArguments::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Clone)]
    struct Texts;

    impl HasStages for Texts {
        const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Opt];
    }

    #[derive(Clone)]
    struct Anything;

    impl HasStages for Anything {
        const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Modules, FrontEnd::Evaluate];
    }

    #[derive(Parser)]
    struct Arguments<C: HasStages + Clone + Send + Sync + 'static> {
        #[command(flatten)]
        stages: StageArguments<C>,
    }

    fn of_texts(given: &str) -> Result<Options, String> {
        let parsed = Arguments::<Texts>::try_parse_from(["opt", given]);
        let parsed = parsed.map_err(|error| {
            assert_eq!(error.exit_code(), 2);
            error.to_string()
        })?;
        Ok(parsed.stages.options(FrontEnd::Opt))
    }

    #[test]
    fn values_are_those_of_the_rows() {
        for row in rows::<Texts>().filter(|row| row.is_in(FrontEnd::Opt) && !row.is_text()) {
            for value in row.values() {
                let options = of_texts(&format!("--{}={value}", row.name)).expect("a value");
                assert_eq!(row.value_of(&options), Some(value));
            }
        }
        let wrong = of_texts("--effort=endless").expect_err("no value");
        assert!(
            wrong.contains("'endless' for '--effort <EFFORT>': expected one of fast, default, max"),
            "{wrong}"
        );
    }

    #[test]
    fn what_the_command_cannot_do_is_refused() {
        let refused = of_texts("--place-loops=on").expect_err("text stays as long as it is");
        assert!(
            refused.contains("--place-loops=on: opt orders text as it is: it stays as long"),
            "{refused}"
        );
        for can in ["--overlap=on", "--walls=cross"] {
            assert!(of_texts(can).is_ok(), "{can}");
        }
        for wrong in ["--place-loops=on", "--fault=wait"] {
            assert!(of_texts(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_depends_on_the_input_is_refused_when_that_is_known() {
        let arguments = ["compare", "--hazards=isa", "--walls=cross", "--waits"];
        let parsed = Arguments::<Anything>::try_parse_from(arguments);
        let stages = parsed
            .map_err(|error| error.to_string())
            .expect("arguments")
            .stages;
        assert!(stages.checked(FrontEnd::Modules).is_ok());
        assert!(stages.checked(FrontEnd::Evaluate).is_err());
        let mut process = std::process::Command::new("again");
        stages.pass_to(&mut process);
        let passed: Vec<&OsStr> = process.get_args().collect();
        assert_eq!(passed, ["--waits=true", "--hazards=isa", "--walls=cross"]);
    }
}
