//! Labels, in which nothing is read: they are the same in every game.

use super::PhasesReader;
use super::fields::File;
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;

impl PhasesReader<'_> {
    /// Warns of labels that are to show what an option or a variable is.
    pub(super) fn check_labels(&mut self, file: File<'_>) {
        let mut labels = Vec::new();
        labels_in(file.node, &mut labels);
        for (label, span) in labels {
            let Some((place, name)) = places(label).find(|(_, name)| self.is_value(name)) else {
                continue;
            };
            let help = match self.b.hir.setting_named(name) {
                Some(_) => "take it out: players read the option, with its own label, before the game",
                None => "take it out: players read a variable by a `label` of its own",
            };
            self.b.warn(
                Problem::TextLikeCall,
                span,
                format!("`{place}` is not read inside a label: it is shown as it is written"),
                help,
            );
        }
    }

    fn is_value(&self, name: &str) -> bool {
        self.facts.variable(name).is_some()
            || self.b.hir.setting_named(name).is_some()
            || self.b.hir.is_faulty_option(name)
    }
}

fn labels_in<'n>(node: &'n Node, found: &mut Vec<(&'n str, Span)>) {
    for member in node.members() {
        match &member.value.value {
            Json::String(text) if &*member.key == "label" => found.push((text, member.value.span)),
            _ => labels_in(&member.value, found),
        }
    }
    if let Json::Array(items) = &node.value {
        items.iter().for_each(|item| labels_in(item, found));
    }
}

/// What stands in braces, with them and as the name that it may mean: `{$options.hands}` and `hands`.
fn places(label: &str) -> impl Iterator<Item = (&str, &str)> {
    label.match_indices('{').filter_map(|(at, _)| {
        let end = at + label.get(at..)?.find('}')?;
        let inside = label.get(at + 1..end)?.trim().trim_start_matches('$');
        let name = inside.rsplit('.').next()?;
        Some((label.get(at..=end)?, name))
    })
}
