//! The dialects that this build reads: an entry for each is all that the loader knows of it.

#[cfg(feature = "phases")]
use super::phases;
use super::ruleset;
#[cfg(feature = "tables")]
use super::tables;
use crate::content::{Dialect, Package};
use crate::hir::build::Builder;
use crate::text::fields::ObjectSpec;
use crate::text::source::Sources;
use cardable_engine::primitives::Callee;
use cardable_engine::script::ScriptLimits;

/// How the rules of a dialect are read.
pub(crate) struct Format {
    /// The table of the object that holds the rules; it says which fields their hash is made of.
    pub(crate) rules: &'static ObjectSpec,
    /// Checks the rules and compiles them.
    pub(crate) compile: fn(&Reading<'_>) -> Builder,
}

/// What is read, and what the program brings along for it.
pub(crate) struct Reading<'a> {
    pub(crate) package: &'a Package,
    pub(crate) sources: &'a Sources,
    pub(crate) primitives: &'a [Callee],
    pub(crate) cap: ScriptLimits,
}

impl Format {
    /// How a dialect is read, or the feature without which this build cannot read it.
    pub(crate) fn of(dialect: Dialect) -> Result<Format, &'static str> {
        match dialect {
            Dialect::Cardable => Ok(Format {
                rules: &ruleset::fields::RULESET,
                compile: |of| ruleset::build(of.package, of.sources, of.primitives, of.cap),
            }),
            #[cfg(feature = "tables")]
            Dialect::Tables => Ok(Format {
                rules: &tables::fields::GAME,
                compile: |of| tables::build(of.package, of.main_name()),
            }),
            #[cfg(not(feature = "tables"))]
            Dialect::Tables => Err("tables"),
            #[cfg(feature = "phases")]
            Dialect::CardGame => Ok(Format {
                rules: &phases::fields::FILE,
                compile: |of| phases::build(of.package, of.sources),
            }),
            #[cfg(not(feature = "phases"))]
            Dialect::CardGame => Err("phases"),
        }
    }
}

#[cfg(feature = "tables")]
impl Reading<'_> {
    /// The name of a game that does not say it: that of its file, without folders and endings.
    fn main_name(&self) -> &str {
        let path = self.sources.name(self.package.main);
        let file = path.rsplit('/').next().unwrap_or(path);
        file.split('.').next().unwrap_or(file)
    }
}
