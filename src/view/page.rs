//! The page as one file.

use super::data::Page;

/// The data as JSON.
///
/// # Errors
/// Not for data that [`super::kernel`] made.
pub fn json(page: &Page) -> Result<String, serde_json::Error> {
    serde_json::to_string(page)
}

/// The data for a `script` element, in which `<` would be markup.
fn embedded(page: &Page) -> Result<String, serde_json::Error> {
    Ok(json(page)?.replace('<', "\\u003c"))
}

/// The page: one file that needs nothing else.
///
/// # Errors
/// As [`json`].
pub fn html(page: &Page) -> Result<String, serde_json::Error> {
    embedded(page)
}
