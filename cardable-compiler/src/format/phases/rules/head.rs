//! `meta` and `ui`: what the game is called, how many play, and what a table may know.

use super::PhasesReader;
use super::fields::{File, Meta};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Text, Word};

impl PhasesReader<'_> {
    /// Reads `meta` and `ui`.
    pub(super) fn head(&mut self, file: File<'_>) {
        if let Some(meta) = file.meta() {
            self.meta(meta);
        }
        if let Some(ui) = file.ui() {
            self.hint("layout", ui.layout().map(Word::word));
            self.hint("tableColor", ui.table_color().map(Word::word));
            self.hint("customColor", ui.custom_color().map(Text::as_str));
        }
        let phases = file.phases();
        if let Some(list) = phases.node
            && phases.is_empty()
        {
            self.b.error(
                Problem::MissingField,
                list.span,
                "there must be at least one phase",
                "write a list of phases; the first one begins".to_owned(),
            );
        }
    }

    /// Something that a table may know.
    fn hint(&mut self, name: &str, value: Option<&str>) {
        let hint = value.map(|value| (name.into(), value.into()));
        self.b.hir.head.hints.extend(hint);
    }

    fn meta(&mut self, meta: Meta<'_>) {
        self.b.hir.head.name = meta.name().map_or("", Text::as_str).into();
        self.b.hir.head.description = meta.description().map_or("", Text::as_str).into();
        self.b.hir.head.kind = meta.kind();
        self.b.hir.head.minutes = meta.minutes();
        self.hint("slug", meta.slug().map(Text::as_str));
        self.hint("version", meta.version().map(Text::as_str));
        self.hint("author", meta.author().map(Text::as_str));
        self.hint("license", meta.license().map(Text::as_str));
        let slug_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if let Some(slug) = meta.slug()
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
                slug.span(),
                format!("invalid: `{slug}` is not small letters, digits and hyphens only"),
                help,
            );
        }
        if let Some(version) = meta.version() {
            let parts: Vec<&str> = version.split('.').collect();
            let number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
            if parts.len() != 3 || !parts.iter().all(number) {
                self.b.error(
                    Problem::BadVersion,
                    version.span(),
                    format!("invalid: `{version}` is not of the form X.Y.Z"),
                    "write three numbers, such as `1.0.0`".to_owned(),
                );
            }
        }
        let Some((fewest, max)) = meta.players().and_then(|p| p.min().zip(p.max())) else {
            return;
        };
        let Some(min) = fewest.value else {
            return;
        };
        if min > max {
            self.b.error(
                Problem::OutOfBounds,
                fewest.span(),
                format!("players.min must be <= players.max, found {min} and {max}"),
                "let the fewest players be no more than the most".to_owned(),
            );
        }
        self.b.hir.head.seats = (min, max.max(min));
    }
}
