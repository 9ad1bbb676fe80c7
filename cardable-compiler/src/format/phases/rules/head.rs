//! `meta` and `ui`: what the game is called, how many play, and what a table may know.

use super::Reader;
use super::fields::{FILE, META, PLAYERS, UI};
use crate::text::diag::Code as Problem;
use crate::text::json::Node;

impl Reader<'_> {
    /// Reads `meta` and `ui`.
    pub(super) fn head(&mut self, root: &Node) {
        if let Some(meta) = FILE.get(root, "meta") {
            self.meta(meta);
        }
        if let Some(ui) = FILE.get(root, "ui") {
            for field in UI.fields {
                let value = UI.get(ui, field.name).and_then(Node::as_str);
                self.b
                    .hir
                    .head
                    .hints
                    .extend(value.map(|v| (field.name.into(), v.into())));
            }
        }
        if FILE.get(root, "phases").is_some_and(|p| p.items().is_empty()) {
            let span = FILE.get(root, "phases").map_or(root.span, |n| n.span);
            self.b.error(
                Problem::MissingField,
                span,
                "there must be at least one phase",
                "write a list of phases; the first one begins".to_owned(),
            );
        }
    }

    fn meta(&mut self, meta: &Node) {
        let text = |field| META.get(meta, field).and_then(Node::as_str);
        self.b.hir.head.name = text("name").unwrap_or("").into();
        self.b.hir.head.description = text("description").unwrap_or("").into();
        for field in ["slug", "version", "author", "license"] {
            self.b
                .hir
                .head
                .hints
                .extend(text(field).map(|v| (field.into(), v.into())));
        }
        let slug_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if let (Some(node), Some(slug)) = (META.get(meta, "slug"), text("slug"))
            && (slug.is_empty() || !slug.chars().all(slug_char))
        {
            let better: String = slug
                .to_lowercase()
                .chars()
                .map(|c| if slug_char(c) { c } else { '-' })
                .collect();
            let help = if better.is_empty() {
                "write small letters, digits and hyphens, such as `my-game`".to_owned()
            } else {
                format!("write `{better}`")
            };
            self.b.error(
                Problem::BadSlug,
                node.span,
                format!("invalid: `{slug}` is not small letters, digits and hyphens only"),
                help,
            );
        }
        if let (Some(node), Some(version)) = (META.get(meta, "version"), text("version")) {
            let parts: Vec<&str> = version.split('.').collect();
            let number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
            if parts.len() != 3 || !parts.iter().all(number) {
                self.b.error(
                    Problem::BadVersion,
                    node.span,
                    format!("invalid: `{version}` is not of the form X.Y.Z"),
                    "write three numbers, such as `1.0.0`".to_owned(),
                );
            }
        }
        let Some(players) = META.get(meta, "players") else {
            return;
        };
        let whole = |field| {
            let n = PLAYERS.get(players, field).and_then(Node::as_i64)?;
            u8::try_from(n).ok().filter(|n| (1..=32).contains(n))
        };
        let (Some(min), Some(max)) = (whole("min"), whole("max")) else {
            return;
        };
        if min > max {
            let span = PLAYERS.get(players, "min").map_or(players.span, |n| n.span);
            self.b.error(
                Problem::OutOfBounds,
                span,
                format!("players.min must be <= players.max, found {min} and {max}"),
                "let the fewest players be no more than the most".to_owned(),
            );
        }
        self.b.hir.head.seats = (min, max.max(min));
    }
}
