//! Rulesets that are kept as they were read, so that expressions can be compiled for games of theirs.

mod expression;
mod parts;

pub use expression::{Compiled, compile_expression};
pub use parts::{ActionParts, PartCode, compile_parts};

use crate::checked::Checked;
use crate::content::{Asked, ContentPath, Files, Package};
use crate::expr::{Names, Plain};
use crate::finish::finish;
use crate::hir::build::Builder;
use crate::loader::{Loader, Prepared};
use crate::lower;
use crate::text::diag::{Code as Problem, Diagnostic, Diagnostics};
use crate::text::report::Report;
use crate::text::source::{FileId, Sources, Span};
use cardable_engine::Ruleset;
use cardable_engine::ids::{ListId, StateId};
use cardable_engine::primitives::Primitive;
use cardable_engine::program::Program;
use cardable_engine::script::ScriptEngine;
use std::cell::RefCell;
use thiserror::Error;

/// A ruleset with the texts that it was read from. Expressions can be compiled for its games as long as it is open.
///
/// ```
/// use cardable_core::{Loader, testing::TINY};
/// let rules = Loader::new().open_text("stones.json", TINY).map_err(|_| "it has mistakes")?;
/// assert_eq!(rules.ruleset().name(), "Stones");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpenRules<'a> {
    package: Package,
    prepared: Prepared,
    ruleset: Ruleset,
    sources: Sources,
    primitives: Vec<Primitive>,
    scripts: Option<&'a dyn ScriptEngine>,
}

impl std::fmt::Debug for OpenRules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenRules")
            .field("ruleset", &self.ruleset.name())
            .field("sources", &self.sources)
            .finish_non_exhaustive()
    }
}

/// Why an expression cannot be compiled: every problem there is, with the texts that they are in.
///
/// See `Expression` of `cardable_core::debug` for an example.
#[derive(Clone, Debug, Error)]
#[error("{}", told(self))]
pub struct NotCompiled {
    /// What is wrong.
    pub diagnostics: Diagnostics,
    /// The texts of the ruleset, and the expression.
    pub sources: Sources,
}

fn told(why: &NotCompiled) -> String {
    let reports = why.diagnostics.reports(&why.sources);
    reports
        .iter()
        .map(Report::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A package that was compiled.
struct Kept {
    package: Package,
    prepared: Prepared,
    ruleset: Ruleset,
    sources: Sources,
}

impl<'a> Loader<'a> {
    /// Reads a text as [`Loader::check_text`] does, and keeps it.
    pub fn open_text(&self, name: &str, text: &str) -> Result<OpenRules<'a>, Box<Checked>> {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let package = Package::from_text(name, text, self.all_roots(), &mut sources, &mut diags);
        let kept = keep(self, package, None, sources, diags)?;
        Ok(opened(self, kept))
    }

    /// Reads a ruleset file, or the one in a folder, as [`Loader::check_files`] does, and keeps it.
    pub fn open_files(&self, files: &dyn Files, path: &ContentPath) -> Result<OpenRules<'a>, Box<Checked>> {
        Ok(opened(self, keep_files(self, files, path)?))
    }

    /// Reads a ruleset as [`Loader::open_files`] does, with files that are needed only while it is read: its own root, and
    /// others that supply what it names.
    pub fn open_among(
        &self,
        files: &dyn Files,
        supplied: &[&dyn Files],
        path: &ContentPath,
    ) -> Result<OpenRules<'a>, Box<Checked>> {
        let around: Loader<'_> = self.clone();
        let around = around.roots(&[files]).supplied(supplied);
        Ok(opened(self, keep_files(&around, files, path)?))
    }

    /// Reads a ruleset file or folder of the disk as [`Loader::check_path`] does, and keeps it.
    #[cfg(feature = "fs")]
    pub fn open_path(&self, path: impl AsRef<std::path::Path>) -> Result<OpenRules<'a>, Box<Checked>> {
        // The loader that looks around the folder lives no longer than that.
        let kept = self.at_path(path.as_ref(), |loader, files, inner| {
            keep_files(loader, files, inner)
        });
        Ok(opened(self, kept??))
    }
}

fn keep_files(loader: &Loader<'_>, files: &dyn Files, path: &ContentPath) -> Result<Kept, Box<Checked>> {
    let mut sources = Sources::new();
    let mut diags = Diagnostics::new();
    let package = Package::from_files(files, path, loader.all_roots(), &mut sources, &mut diags);
    keep(loader, package, Some(files), sources, diags)
}

fn keep(
    loader: &Loader<'_>,
    mut package: Option<Package>,
    files: Option<&dyn Files>,
    sources: Sources,
    diags: Diagnostics,
) -> Result<Kept, Box<Checked>> {
    let (mut checked, prepared) = loader.built(package.as_mut(), files, sources, diags);
    match (package, prepared, checked.ruleset.take()) {
        (Some(package), Some(prepared), Some(ruleset)) => Ok(Kept {
            package,
            prepared,
            ruleset,
            sources: checked.sources,
        }),
        _ => Err(Box::new(checked)),
    }
}

fn opened<'a>(loader: &Loader<'a>, kept: Kept) -> OpenRules<'a> {
    let Kept {
        package,
        prepared,
        ruleset,
        sources,
    } = kept;
    OpenRules {
        package,
        prepared,
        ruleset,
        sources,
        primitives: loader.primitives.clone(),
        scripts: loader.scripts,
    }
}

impl OpenRules<'_> {
    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The texts that it was read from.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Compiles the rules once more with something added to them, which stands in a text of its own. What games of the
    /// ruleset hold means the same in these rules.
    fn compile_with<T>(
        &self,
        text: &str,
        add: impl FnOnce(&mut Builder, &Sources, FileId) -> T,
    ) -> Result<(T, lower::Compiled, Sources), NotCompiled> {
        let mut sources = self.sources.clone();
        let mut builder = self.prepared.builder(&self.package, &sources, None);
        let file = sources.add("expression", text);
        keep_numbers(&mut builder, &self.ruleset.program);
        let added = add(&mut builder, &sources, file);
        self.finished(builder, added, sources, file)
    }

    /// The same with an expression that is read where a state runs, in the words of the rules.
    fn compile_in_words<T>(
        &self,
        text: &str,
        state: StateId,
        add: impl Fn(&mut Builder, &dyn Names, FileId) -> T,
    ) -> Result<(T, lower::Compiled, Sources), NotCompiled> {
        let mut sources = self.sources.clone();
        let file = sources.add("expression", text);
        let added = RefCell::new(None);
        let read = |builder: &mut Builder, names: &dyn Names| {
            keep_numbers(builder, &self.ruleset.program);
            let made = add(builder, names, file);
            added.replace(Some(made));
        };
        let asked = Asked { state, read: &read };
        let mut builder = self.prepared.builder(&self.package, &sources, Some(asked));
        // A dialect without expressions has no words of its own.
        if added.borrow().is_none() {
            read(&mut builder, &Plain);
        }
        let added = added.take();
        let Some(added) = added else {
            let diagnostics = builder.diags;
            return Err(NotCompiled { diagnostics, sources });
        };
        self.finished(builder, added, sources, file)
    }

    fn finished<T>(
        &self,
        builder: Builder,
        added: T,
        sources: Sources,
        file: FileId,
    ) -> Result<(T, lower::Compiled, Sources), NotCompiled> {
        if builder.diags.has_errors() {
            let diagnostics = builder.diags;
            return Err(NotCompiled { diagnostics, sources });
        }
        let compiled = finish(builder, &sources, self.prepared.hashes, self.scripts);
        match &compiled.program {
            Some(program) if !is_laid_out_alike(program, &self.ruleset.program) => {
                let mut diagnostics = Diagnostics::new();
                diagnostics.push(
                    Diagnostic::error(
                        Problem::UnknownReference,
                        Span::whole_file(file),
                        "it reads data that games by these rules do not have, such as a score",
                    )
                    .help("read data that the ruleset declares or uses itself"),
                );
                Err(NotCompiled { diagnostics, sources })
            }
            Some(_) => Ok((added, compiled, sources)),
            None => Err(NotCompiled {
                diagnostics: compiled.diagnostics,
                sources,
            }),
        }
    }
}

/// Lets texts and constant lists have the numbers that they have in a program: games hold such numbers.
fn keep_numbers(builder: &mut Builder, program: &Program) {
    for text in Vec::from(program.strings.clone()) {
        builder.intern(&text);
    }
    for list in 0..program.constants.list_count() {
        let items = program.constants.items(ListId(list as u32));
        builder.hir.constants.list(items);
    }
}

/// Whether games of two programs keep the same data at the same places.
fn is_laid_out_alike(one: &Program, other: &Program) -> bool {
    let states =
        |program: &Program| -> Vec<usize> { program.states.iter().map(|state| state.data.len()).collect() };
    one.data.globals.len() == other.data.globals.len()
        && one.data.seat.len() == other.data.seat.len()
        && one.zones.shared.len() == other.zones.shared.len()
        && one.zones.seat.len() == other.zones.seat.len()
        && one.actions.len() == other.actions.len()
        && states(one) == states(other)
}
