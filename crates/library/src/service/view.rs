//! A page for the kernels of a text or of code objects (`docs/view.md`).

use serde_json::json;

use super::Failure;
use super::fields::Fields;
use super::given::{Done, Given, Source};
use cdnasched_driver::Options;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::{self as object, Target};
use cdnasched_show::view::data::Page;
use cdnasched_show::view::{Sources, page, text};
use cdnasched_text::view::{Error, Functions, functions, page as page_of, with_opt};

/// What a page is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    Json,
    Text,
}

impl Form {
    const ALL: [Form; 3] = [Form::Html, Form::Json, Form::Text];

    fn name(self) -> &'static str {
        match self {
            Form::Html => "html",
            Form::Json => "json",
            Form::Text => "text",
        }
    }

    fn write(self, made: &Page) -> Result<String, Failure> {
        let written = match self {
            Form::Html => page::html(made),
            Form::Json => page::json(made),
            Form::Text => Ok(text::text(made)),
        };
        written.map_err(|error| Failure::Internal(error.to_string()))
    }
}

/// `view`: a page. A text is shown as it is and as `opt` makes it, or with the text `against` both as they are; code
/// objects are shown as they are. No source files are read.
pub fn view(mut fields: Fields) -> Result<Done, Failure> {
    let given = fields.given()?;
    let source = given.source;
    let target = fields.target()?;
    let against: Option<String> = fields.take("against")?;
    let form = fields.choice_of("form", &Form::ALL, Form::name)?;
    let title: Option<String> = fields.take("title")?;
    let as_it_is = against.is_some() || given.is_machine_code();
    let options = fields.options(match as_it_is {
        true => FrontEnd::Show,
        false => FrontEnd::Opt,
    })?;
    fields.end()?;
    refuse_modules(&given.bytes)?;
    let versions = match &against {
        Some(against) => {
            refuse_modules(against.as_bytes())?;
            both(against, &given, target)
        }
        None if as_it_is => functions(&given.bytes, target, "code").map(|shown| vec![shown]),
        None => with_opt(&given.bytes, target, "given", &options),
    };
    let versions = versions.map_err(Failure::input)?;
    let made = made(versions, title, &options)?;
    let written = form.unwrap_or(Form::Html).write(&made)?;
    let shown: Vec<&str> = made.kernels.iter().map(|k| k.name.as_str()).collect();
    let mut value = json!({ "functions": shown, "left_out": made.left_out });
    let output = match source {
        Source::Beside => Some(written.into_bytes()),
        Source::Text | Source::Object => {
            value["page"] = json!(written);
            None
        }
    };
    Ok(Done { value, output })
}

fn both(against: &str, given: &Given, target: Option<Target>) -> Result<Vec<Functions>, Error> {
    Ok(vec![
        functions(against.as_bytes(), target, "against")?,
        functions(&given.bytes, target, "given")?,
    ])
}

fn made(
    versions: Vec<Functions>,
    title: Option<String>,
    options: &Options,
) -> Result<Page, Failure> {
    let first = versions.first().map(|functions| functions.gpu);
    let gpu = first.ok_or_else(|| Failure::Internal("no version".to_owned()))?;
    let models = options.models.of(gpu);
    let model = models.first();
    let model = model.ok_or_else(|| Failure::Internal(format!("no cost model for {gpu}")))?;
    let names = || {
        versions[0]
            .shown
            .iter()
            .map(|shown| shown.function.name.as_str())
    };
    let title = title.unwrap_or_else(|| names().collect::<Vec<_>>().join(", "));
    // What debug information names is not read: a request has no files.
    let sources = Sources::new(&|_| None);
    page_of(title, versions, model, options.hazards, &sources).map_err(Failure::input)
}

/// LLVM IR is no input of a library without LLVM's code generator.
fn refuse_modules(bytes: &[u8]) -> Result<(), Failure> {
    match object::is_module(&bytes[..bytes.len().min(1 << 16)]) {
        true => Err(Failure::Refused(
            "this is LLVM IR, which LLVM's code generator has to compile: give the assembly that it becomes, or use \
             `cdna-sched view` of a build with LLVM"
                .to_owned(),
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Service;
    use super::super::tests::TEXT;

    fn ask(request: &Value) -> Value {
        let answer = Service::new().answer(request.to_string().as_bytes());
        serde_json::from_str(&answer).expect("JSON")
    }

    fn page(request: &Value) -> String {
        let answer = ask(request);
        let page = answer["ok"]["page"].as_str();
        page.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    #[test]
    fn a_text_is_shown_as_it_is_and_as_opt_makes_it() {
        let data = page(&json!({ "op": "view", "text": TEXT, "form": "json", "title": "mine" }));
        let data: Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!(
            (&data["format"], &data["title"]),
            (&json!("cdnasched-view"), &json!("mine"))
        );
        let labels = |data: &Value| -> Vec<String> {
            let versions = data["kernels"][0]["versions"].as_array().expect("versions");
            let labels = versions.iter().map(|version| version["label"].as_str());
            labels
                .map(|label| label.expect("a label").to_owned())
                .collect()
        };
        assert_eq!(labels(&data), ["given", "cdnasched"]);
        let both = json!({ "op": "view", "text": TEXT, "against": TEXT, "form": "json" });
        let data: Value = serde_json::from_str(&page(&both)).expect("JSON");
        assert_eq!(
            (labels(&data), &data["title"]),
            (vec!["against".into(), "given".into()], &json!("k"))
        );
    }

    #[test]
    fn the_forms_are_a_page_and_a_text() {
        let html = page(&json!({ "op": "view", "text": TEXT }));
        assert!(html.starts_with("<!doctype html>") && html.contains("cdnasched-data"));
        let text = page(&json!({ "op": "view", "text": TEXT, "form": "text" }));
        assert!(
            text.starts_with("k (gfx942). Clocks are modelled"),
            "{text}"
        );
        let beside = json!({ "op": "view", "form": "text" }).to_string();
        let reply = Service::new().reply(beside.as_bytes(), Some(TEXT.as_bytes().to_vec()));
        assert_eq!(
            reply.output.as_deref(),
            Some(text.as_bytes()),
            "{}",
            reply.answer
        );
    }

    #[test]
    fn what_cannot_be_shown_is_said() {
        for module in ["; ModuleID = 'k'\n", "\ntarget triple = \"amdgcn\"\n"] {
            let answer = ask(&json!({ "op": "view", "text": module }));
            assert_eq!(answer["error"]["kind"], "refused", "{answer}");
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            assert!(message.contains("LLVM IR"), "{message}");
        }
        let options = json!({ "op": "view", "text": TEXT, "against": TEXT, "effort": "max" });
        assert_eq!(ask(&options)["error"]["kind"], "bad_request");
        let form = ask(&json!({ "op": "view", "text": TEXT, "form": "pdf" }));
        let message = form["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains("html, json, text"), "{message}");
    }
}
