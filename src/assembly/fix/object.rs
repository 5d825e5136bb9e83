//! Code objects.

use super::{Error, Fixed, Options};
use crate::assembly::object::{Objects, Target};

pub(super) fn fix(
    _bytes: &[u8],
    _objects: &Objects<'_>,
    _target: Option<Target>,
    _options: Options,
) -> Result<Fixed, Error> {
    Err(Error::Nothing)
}
