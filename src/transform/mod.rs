//! What changes instructions, beside what orders them: from function to function, before a search.

pub(crate) mod coalesce;
mod exec;
mod operands;
mod relink;
pub(crate) mod rename;
pub(crate) mod rotate;
mod targets;
