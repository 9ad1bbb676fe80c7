//! The script of a ruleset, its functions, and where they are called.

use crate::text::source::{FileId, Span};
use cardable_engine::primitives::{self, CallKind, Callee, Signature};
use cardable_engine::program::script::{Routine, Site};
use cardable_engine::script::tokens::tokens;
use cardable_engine::script::{DataDecl, FunctionKind, RefusedDecl, ScriptLimits, ScriptSources};

/// The script, and what the ruleset and the script call of each other.
#[derive(Debug, Default)]
pub struct Scripts {
    pub(crate) draft: Option<ScriptDraft>,
    /// Whether the script cannot be read, so that nothing is known of its functions.
    pub(crate) is_unread: bool,
    /// Its functions that the ruleset uses.
    pub(crate) functions: Vec<FunctionDraft>,
    /// Defined actions and values that its functions may call, and those that they may not, with why.
    pub(crate) routines: Vec<Routine>,
    pub(crate) refused: Vec<RefusedDecl>,
    /// Of the values among them those that depend on what is hidden from somebody, and on what.
    pub(crate) secrets: Vec<(String, String)>,
    /// The names of `$action` that functions can read.
    pub(crate) action_names: Vec<DataDecl>,
    pub(crate) sites: Vec<Site>,
    /// Whether functions may read how votes went.
    pub(crate) read_votes: bool,
}

/// The script of a ruleset, as it is read.
#[derive(Clone, Debug)]
pub(crate) struct ScriptDraft {
    /// Where the ruleset names it.
    pub(crate) span: Span,
    /// The texts, and the files that they are for messages.
    pub(crate) sources: ScriptSources,
    pub(crate) files: Vec<FileId>,
    pub(crate) limits: ScriptLimits,
}

impl ScriptDraft {
    /// Whether a text names a primitive that lets seats look at cards, outside of its comments and texts.
    pub(crate) fn may_show(&self) -> bool {
        let shows = |token: &str| primitives::find(token).is_some_and(|primitive| primitive.shows);
        self.sources
            .files
            .iter()
            .any(|file| tokens(&file.text).any(shows))
    }

    /// Whether a text names some primitive like that.
    pub(crate) fn mentions(&self, like: impl Fn(&Signature) -> bool) -> bool {
        let named = |word: &str| self.sources.files.iter().any(|file| file.text.contains(word));
        let mut all = primitives::all().filter(|primitive| like(primitive));
        all.any(|primitive| named(&primitive.name) || primitive.aliases.iter().any(|name| named(name)))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct FunctionDraft {
    pub(crate) primitive: Callee,
    pub(crate) function: Box<str>,
    pub(crate) kind: FunctionKind,
    pub(crate) may_ignore: bool,
    /// Where the ruleset names it first.
    pub(crate) span: Span,
}

/// Whether a primitive is a function of a script.
pub fn is_script(primitive: &Signature) -> bool {
    matches!(primitive.kind, CallKind::Script { .. })
}
