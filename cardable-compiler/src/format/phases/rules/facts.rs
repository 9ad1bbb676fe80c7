//! What a file says once and every expression may ask.

use super::data::{Kept, Variable};
use super::roles::Role;
use crate::expr::{Expr, Origin, parse};
use crate::text::fields::read::Text as Written;
use crate::text::json::string_offset;
use crate::text::source::{Sources, Span};
use cardable_engine::ids::ZoneId;
use std::sync::Arc;

/// What every expression may ask.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) roles: Vec<Role>,
    /// The zones of each role that the rules play, by name.
    pub(super) role_zones: Vec<Vec<(String, ZoneId)>>,
    pub(super) variables: Vec<Variable>,
    pub(super) kept: Kept,
    /// Whether the file itself has a zone called `box`.
    pub(super) own_box: bool,
    pub(super) scoring: Scoring,
    /// Whether any effect ends the game.
    pub(super) ends: bool,
}

impl Facts {
    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|v| v.name == name)
    }
}

/// The expressions by which players are scored.
#[derive(Default)]
pub(super) struct Scoring {
    pub(super) method: Option<Text>,
    pub(super) win: Option<Text>,
    pub(super) bust: Option<Text>,
    pub(super) tie: Option<Text>,
    /// What a summary says that a player did.
    pub(super) summary: Option<Text>,
}

pub(super) struct Text {
    pub(super) expr: Expr,
    pub(super) origin: InString,
}

/// An expression's place inside a string of a file.
#[derive(Clone)]
pub(super) struct InString {
    source: Arc<str>,
    string: Span,
}

impl Origin for InString {
    fn span(&self, start: u32, end: u32) -> Span {
        let at = |offset: u32| string_offset(&self.source, self.string, offset as usize);
        Span {
            file: self.string.file,
            start: at(start),
            end: at(end),
        }
    }
}

/// What is wrong with the text of an expression: where, what, and what to write.
pub(super) type Mistake = (Span, String, String);

impl Text {
    /// Reads the expression in a string.
    pub(super) fn read(sources: &Sources, written: Written<'_>) -> Result<Text, Mistake> {
        let origin = InString {
            source: sources.file_text(written.span().file),
            string: written.span(),
        };
        match parse(&written) {
            Ok(expr) => Ok(Text { expr, origin }),
            Err(error) => {
                let span = origin.span(error.start, error.end);
                Err((span, error.message.clone(), error.what_to_write()))
            }
        }
    }
}
