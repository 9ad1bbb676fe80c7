//! What the rules of a package are, as one row of bytes: of two packages with the same bytes, every game can be
//! played on by the other. It is worked out from what was read and not from the program, so that the compiler may
//! change. Where something stands, blanks and comments do not count, nor the order of the fields of an
//! object, nor what only people and tables read ([`FieldSpec::for_people`]); of expressions the trees count, of
//! scripts the tokens.

use crate::content::{CardSet, CardType, CardValue, Deck, Format, Package, Scalar};
use crate::text::fields::{FieldSpec, ObjectSpec, Shape};
use crate::text::json::{Member, Node, Number, Value};
use cardable_engine::script::tokens::tokens;

/// The version of the form. Hashes of different forms are never equal.
const FORMAT: u64 = 3;

/// The hash of a package's rules, as its format reads them, and of the signatures of the program's own
/// primitives.
pub(crate) fn hash(package: &Package, format: &Format, signatures: &[String]) -> [u8; 32] {
    let mut form = Canonical {
        hasher: blake3::Hasher::new(),
        fields_of: format.fields_of,
    };
    form.number(FORMAT);
    form.text(package.dialect.name());
    form.object(&package.rules(), format.fields);
    form.each(&package.card_sets, Canonical::card_set);
    form.each(&package.decks, Canonical::deck);
    form.fields_of = None;
    let files = package
        .scripts
        .as_ref()
        .map_or(&[][..], |scripts| &scripts.sources.files);
    form.each(files, |form, file| {
        form.text(&file.name);
        let tokens: Vec<&str> = tokens(&file.text).collect();
        form.each(&tokens, |form, token| form.text(token));
    });
    form.each(signatures, |form, signature| form.text(signature));
    *form.hasher.finalize().as_bytes()
}

/// An expression as it is printed from its tree; as it stands where it is none.
fn without_blanks(text: &str) -> String {
    match crate::expr::parse(text) {
        Ok(tree) => tree.to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Whether a shape is a word or a list of words.
fn is_of_words(shape: &Shape) -> bool {
    matches!(shape, Shape::OneOrList(item) if matches!(*item, Shape::String))
}

/// The bytes, as they are hashed. Every text and every list says first how long it is, and every value of what
/// kind.
struct Canonical {
    hasher: blake3::Hasher,
    /// The fields of objects that stand where anything may: those are records too, and mean the same in any
    /// order.
    fields_of: Option<fn(&Node) -> Option<&'static ObjectSpec>>,
}

impl Canonical {
    fn number(&mut self, number: u64) {
        self.hasher.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.hasher.update(text.as_bytes());
    }

    fn each<T>(&mut self, items: &[T], mut put: impl FnMut(&mut Canonical, &T)) {
        self.number(items.len() as u64);
        for item in items {
            put(self, item);
        }
    }

    fn kind(&mut self, kind: u8) {
        self.hasher.update(&[kind]);
    }

    fn json_number(&mut self, number: Number) {
        match number.as_i64() {
            Some(whole) => {
                self.kind(b'i');
                self.hasher.update(&whole.to_le_bytes());
            }
            None => {
                self.kind(b'f');
                self.number(number.as_f64().to_bits());
            }
        }
    }

    fn node(&mut self, node: &Node, shape: &Shape) {
        match shape {
            Shape::AnyOf(shapes) => {
                let fits = shapes.iter().find(|shape| shape.accepts(node));
                return self.node(node, fits.unwrap_or(&Shape::Any));
            }
            // One item without brackets is a list of one.
            Shape::OneOrList(item) => {
                self.kind(b'l');
                return self.each(node.items(), |form, node| form.node(node, item));
            }
            Shape::Expression if node.as_str().is_some() => {
                self.kind(b's');
                return self.text(&without_blanks(node.as_str().unwrap_or("")));
            }
            Shape::Object(spec) if matches!(node.value, Value::Object(_)) => {
                return self.object(node, spec());
            }
            Shape::Object(_)
            | Shape::List(_)
            | Shape::Map(_)
            | Shape::Any
            | Shape::String
            | Shape::Expression
            | Shape::Name
            | Shape::Number
            | Shape::Integer { .. }
            | Shape::Boolean
            | Shape::Word(_) => {}
        }
        let inner = match shape {
            Shape::List(inner) | Shape::Map(inner) => inner,
            _ => &Shape::Any,
        };
        match &node.value {
            Value::Null | Value::Invalid => self.kind(b'n'),
            Value::Bool(truth) => self.kind(if *truth { b't' } else { b'u' }),
            Value::Number(number) => self.json_number(*number),
            Value::String(text) => {
                self.kind(b's');
                match text.trim_start().strip_prefix('=') {
                    Some(expression) => self.text(&format!("={}", without_blanks(expression))),
                    None => self.text(text),
                }
            }
            Value::Array(items) => {
                self.kind(b'l');
                self.each(items, |form, node| form.node(node, inner));
            }
            Value::Object(_) if matches!(shape, Shape::Any) && self.fields_of.is_some() => {
                self.record(node, self.fields_of.and_then(|fields_of| fields_of(node)));
            }
            // Keys that are names of things are in the order in which these are declared. Words that stand beside names of
            // states only declare nothing.
            Value::Object(members) => {
                self.kind(b'm');
                let mut members: Vec<&Member> = members.iter().collect();
                if matches!(shape, Shape::Map(_)) && is_of_words(inner) {
                    members.sort_by(|a, b| a.key.cmp(&b.key));
                }
                self.each(&members, |form, member| {
                    form.text(&member.key);
                    form.node(&member.value, inner);
                });
            }
        }
    }

    /// An object where anything can stand.
    fn record(&mut self, node: &Node, spec: Option<&ObjectSpec>) {
        if let Some(spec) = spec {
            return self.object(node, spec);
        }
        let mut members: Vec<&Member> = node.members().iter().collect();
        members.sort_by(|a, b| a.key.cmp(&b.key));
        self.kind(b'o');
        self.each(&members, |form, member| {
            form.text(&member.key);
            form.node(&member.value, &Shape::Any);
        });
    }

    /// An object of declared fields, which mean the same in any order.
    fn object(&mut self, node: &Node, spec: &ObjectSpec) {
        let given = spec.given(node).filter(|(field, _)| field.rules);
        let mut fields: Vec<(&FieldSpec, &Node)> = given.collect();
        fields.sort_unstable_by_key(|(field, _)| field.name);
        self.kind(b'o');
        self.each(&fields, |form, (field, value)| {
            form.text(field.name);
            form.node(value, &field.shape);
        });
        let others: Vec<&Member> = node
            .members()
            .iter()
            .filter(|member| spec.field(&member.key).is_none())
            .collect();
        self.each(&others, |form, member| {
            form.text(&member.key);
            form.node(&member.value, &Shape::Any);
        });
    }

    /// A card set, but for how its cards look.
    fn card_set(&mut self, set: &CardSet) {
        self.text(&set.name);
        self.each(&set.suits, |form, suit| {
            form.text(&suit.name);
            form.number(suit.id.into());
            form.attributes(&suit.attributes);
        });
        self.each(&set.cards, Canonical::card);
        // Cards of different backs can be told apart.
        self.each(&set.backs, |form, back| form.text(&back.name));
    }

    fn card(&mut self, card: &CardType) {
        self.number(card.id.into());
        self.text(&card.name);
        self.number(card.suit.map_or(0, |suit| suit as u64 + 1));
        match &card.value {
            CardValue::None => self.kind(b'n'),
            CardValue::Fixed(number) => self.json_number(*number),
            CardValue::Dual { low, high } => {
                self.kind(b'd');
                self.json_number(*low);
                self.json_number(*high);
            }
            CardValue::Choice(numbers) => {
                self.kind(b'c');
                self.each(numbers, |form, number| form.json_number(*number));
            }
        }
        for text in [&card.rank, &card.text, &card.colour] {
            match text {
                Some(text) => {
                    self.kind(b's');
                    self.text(text);
                }
                None => self.kind(b'n'),
            }
        }
        self.attributes(&card.attributes);
        // A card without rules is what it was before cards could carry them.
        if let Some(rules) = &card.rules {
            self.kind(b'r');
            let mut abilities: Vec<&Member> = rules.abilities.iter().collect();
            abilities.sort_by(|a, b| a.key.cmp(&b.key));
            self.each(&abilities, |form, member| {
                form.text(&member.key);
                form.node(&member.value, &Shape::Any);
            });
            self.each(&rules.triggers, |form, node| form.node(node, &Shape::Any));
        }
        self.text(&card.back);
    }

    fn attributes(&mut self, attributes: &[(Box<str>, Scalar)]) {
        self.each(attributes, |form, (name, value)| {
            form.text(name);
            form.scalar(value);
        });
    }

    fn scalar(&mut self, value: &Scalar) {
        match value {
            Scalar::Text(text) => {
                self.kind(b's');
                self.text(text);
            }
            Scalar::Number(number) => self.json_number(*number),
            Scalar::Bool(truth) => self.kind(if *truth { b't' } else { b'u' }),
            Scalar::List(items) => {
                self.kind(b'l');
                self.each(items, Canonical::scalar);
            }
        }
    }

    fn deck(&mut self, deck: &Deck) {
        self.text(&deck.name);
        self.number(deck.card_set as u64);
        self.each(&deck.cards, |form, card| form.number(*card as u64));
    }
}
