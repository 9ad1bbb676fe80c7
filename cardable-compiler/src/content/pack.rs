//! A package as one text.

use std::borrow::Cow;

use super::fields::{Card, CardSet as Fields};
use super::{CardSet, CardType, Package};
use crate::text::fields::read::Items;
use crate::text::json::{self, Member, Node, Value};
use cardable_engine::program::Program;

/// How many texts are put in the places of their paths: more than rules may be made of.
const MOST_PUT: usize = 1_000;

impl Package {
    /// One text with all that the package was made from, for a package without errors. The same rules are read
    /// from it wherever it lies. Comments, pictures, and what no game of it uses are left out.
    pub(crate) fn packed(&self, program: &Program) -> String {
        let mut text = match self.dialect.has_content() {
            true => self.with_content(),
            false => self.rules().into_owned(),
        };
        if let Value::Object(members) = &mut text.value {
            // It leads to another file.
            members.retain(|member| &*member.key != "$schema");
        }
        let texts = self.texts_by_language(program);
        if !texts.is_empty() {
            text.set("texts", Value::Object(texts));
        }
        json::write(&text)
    }

    /// The rules, with the texts that they name in the places of their paths.
    pub(crate) fn rules(&self) -> Cow<'_, Node> {
        if self.beside.is_empty() {
            return Cow::Borrowed(&self.ruleset);
        }
        let mut rules = self.ruleset.clone();
        self.put_texts(&mut rules, &mut Vec::new(), &mut { MOST_PUT });
        Cow::Owned(rules)
    }

    /// Puts texts in the places of their paths, and in these the texts that they name. What leads back to itself is
    /// left as it is, and so is what comes after too much: both are errors of the rules.
    fn put_texts<'p>(&'p self, rules: &mut Node, open: &mut Vec<&'p str>, left: &mut usize) {
        for path in self.dialect.paths_mut(rules) {
            let named = self.beside.iter().find(|text| Some(&*text.path) == path.as_str());
            let Some(text) = named.filter(|text| *left > 0 && !open.contains(&&*text.path)) else {
                continue;
            };
            *left -= 1;
            path.value = text.root.value.clone();
            // A fragment is called by the name of its file, which is no longer there.
            if self.dialect.has_content() {
                path.set("name", Value::String((&*text.path).into()));
            }
            open.push(&text.path);
            self.put_texts(path, open, left);
            open.pop();
        }
    }

    /// The rules with card sets, decks and scripts beside them.
    fn with_content(&self) -> Node {
        let mut text = self.node(Value::Object(Vec::new()));
        text.set("ruleset", self.rules().into_owned().value);
        let decks = self.written.decks.iter().zip(&self.decks);
        let decks: Vec<Node> = decks
            .map(|(written, deck)| {
                let mut written = written.clone();
                // The set that lay in the same file is now one of several.
                if let Some(set) = self.card_sets.get(deck.card_set) {
                    written.set("cardset", Value::String((&*set.name).into()));
                }
                written
            })
            .collect();
        let sets = self.written.sets.iter().zip(&self.card_sets);
        let sets: Vec<Node> = sets.map(|(written, set)| self.set(written, set)).collect();
        for (key, items) in [("deck", decks), ("cardset", sets)] {
            if !items.is_empty() {
                text.set(key, Value::Array(items));
            }
        }
        let scripts = self.scripts_by_path();
        if !scripts.is_empty() {
            text.set("scripts", Value::Object(scripts));
        }
        text
    }

    /// A card set as it stands beside the rules.
    fn set(&self, written: &Node, set: &CardSet) -> Node {
        let mut node = written.clone();
        if set.span.file != self.main {
            node.set("shared", Value::Bool(true));
        }
        // Which backs differ was told by the pictures in the folders of suits.
        if set.cards.iter().any(|card| card.back.contains('/')) {
            let templates = (Fields { node: written }).listed();
            let cards = set.cards.iter();
            let cards = cards.filter_map(|card| with_its_back(templates, card, set));
            node.set("cards", Value::Array(cards.collect()));
            node.set("symmetrical_deck", Value::Bool(false));
        }
        node
    }

    /// The translations of the texts that the rules have, by languages.
    fn texts_by_language(&self, program: &Program) -> Vec<Member> {
        let mut all: Vec<Member> = Vec::new();
        for file in &self.texts {
            let tag = file.language.tag();
            let at = all
                .iter()
                .position(|member| &*member.key == tag)
                .unwrap_or_else(|| {
                    all.push(Member {
                        key: tag.into(),
                        key_span: self.ruleset.span,
                        value: self.node(Value::Object(Vec::new())),
                    });
                    all.len() - 1
                });
            let Value::Object(members) = &mut all[at].value.value else {
                continue;
            };
            for member in file.root.members() {
                let is_known = members.iter().any(|known| known.key == member.key);
                // Of what does not lie beside the rules, only what they use.
                let is_used = file.own || program.strings.find(&member.key).is_some();
                if !is_known && is_used && &*member.key != "$schema" {
                    members.push(member.clone());
                }
            }
        }
        all
    }

    /// The scripts that are files of their own, line by line.
    fn scripts_by_path(&self) -> Vec<Member> {
        let scripts = self.scripts.iter();
        let files = scripts.flat_map(|scripts| scripts.own_files());
        files
            .map(|file| {
                let lines = file.text.split('\n');
                let lines = lines.map(|line| self.node(Value::String(line.into())));
                Member {
                    key: file.name.as_str().into(),
                    key_span: self.ruleset.span,
                    value: self.node(Value::Array(lines.collect())),
                }
            })
            .collect()
    }

    /// A value that nobody has written.
    fn node(&self, value: Value) -> Node {
        Node {
            span: self.ruleset.span,
            value,
        }
    }
}

/// A card that says what its back is, and which suit it has.
fn with_its_back(templates: Items<'_, Card<'_>>, card: &CardType, set: &CardSet) -> Option<Node> {
    // In a symmetrical set the ids go on from suit to suit.
    let id = match set.symmetrical && !set.suits.is_empty() {
        true => i64::from(card.id) % i64::try_from(templates.nodes().len()).ok()?.max(1),
        false => i64::from(card.id),
    };
    let has_id = |card: &Card<'_>| card.card_id().and_then(|id| id.value).map(i64::from) == Some(id);
    let mut node = templates.iter().find(has_id)?.node.clone();
    let number = |number: u32| Value::Number(json::Number::Int(number.into()));
    node.set("card_id", number(card.id));
    if let Some(suit) = card.suit.and_then(|suit| set.suits.get(suit)) {
        node.set("suit_id", number(suit.id));
    }
    if !card.back.is_empty() {
        node.set("card_back_override", Value::String((&*card.back).into()));
    }
    Some(node)
}
