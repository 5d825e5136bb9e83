//! The page as one file: template, styles and scripts (`src/view/page/`) and the data.

use super::data::Page;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// A script of the page.
macro_rules! script {
    ($name:literal) => {
        include_str!(concat!("page/", $name, ".js"))
    };
}

/// The scripts, in the order in which they use each other.
const SCRIPTS: [&str; 20] = [
    script!("vendor/d3.min"),
    script!("core"),
    script!("model"),
    script!("colors"),
    script!("lanes"),
    script!("paint"),
    script!("timeline"),
    script!("marks"),
    script!("search"),
    script!("tooltip"),
    script!("details"),
    script!("assembly"),
    script!("header"),
    script!("order"),
    script!("charts"),
    script!("whatif"),
    script!("figures"),
    script!("keys"),
    script!("place"),
    script!("main"),
];

/// The data as JSON.
///
/// # Errors
/// Not for data that [`super::kernel`] made.
pub fn json(page: &Page) -> Result<String, serde_json::Error> {
    serde_json::to_string(page)
}

/// The page: one file that needs nothing else.
///
/// # Errors
/// As [`json`].
pub fn html(page: &Page) -> Result<String, serde_json::Error> {
    // In a script element, `<` would be markup.
    let data = json(page)?.replace('<', "\\u003c");
    let title = page.title.replace('&', "&amp;").replace('<', "&lt;");
    let scripts = SCRIPTS.join("\n");
    let filled = |name: &str| match name {
        "title" => title.as_str(),
        "style" => STYLE,
        "scripts" => scripts.as_str(),
        "data" => data.as_str(),
        _ => "",
    };
    let mut html = String::with_capacity(data.len() + scripts.len() + TEMPLATE.len());
    for (at, part) in TEMPLATE.split("{{").enumerate() {
        match part.split_once("}}") {
            Some((name, rest)) if at > 0 => {
                html.push_str(filled(name));
                html.push_str(rest);
            }
            _ => html.push_str(part),
        }
    }
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing in the scripts ends the element that they are in, and every placeholder is known.
    #[test]
    fn template_and_scripts_fit_together() {
        for script in SCRIPTS {
            assert!(!script.contains("</script") && !script.contains("<!--"));
        }
        assert!(!STYLE.contains("</style"));
        let names: Vec<&str> = TEMPLATE
            .split("{{")
            .skip(1)
            .filter_map(|part| Some(part.split_once("}}")?.0))
            .collect();
        assert_eq!(names, ["title", "style", "data", "scripts"]);
    }

    /// Every script of the folder is in the page.
    #[test]
    fn no_script_is_left_out() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/view/page");
        let files = std::fs::read_dir(folder).expect("the folder");
        let scripts = files.filter(|file| {
            let name = file.as_ref().expect("a file").file_name();
            name.to_string_lossy().ends_with(".js")
        });
        assert_eq!(scripts.count() + 1, SCRIPTS.len());
    }
}
