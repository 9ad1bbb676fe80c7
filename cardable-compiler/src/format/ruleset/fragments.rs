//! Imports of fragments: which there are, what is before their names, and what they were handed.

use super::definitions::can_be_called;
use super::fields::{self, FRAGMENT, Fragment, Import};
use super::given;
use super::values::RulesetReader;
use crate::content::Beside;
use crate::format::entries;
use crate::text::diag::{Code as Problem, did_you_mean, listed};
use crate::text::fields::read::Text;
use crate::text::json::{Node, Value as Json};
use cardable_engine::value::Type;
use std::cell::Cell;

/// How many fragments may be imported in one another.
const DEEPEST: usize = 8;

/// How many imports a ruleset may have, those in fragments counted as often as these are imported.
const MOST: usize = 64;

/// The rules themselves.
pub(super) const RULES: usize = 0;

/// A fragment at one of the places where it is imported; the first one is the ruleset itself.
pub(super) struct Home<'n> {
    /// What stands before its names where the ruleset reads them: `tricks.`, or nothing.
    pub(super) prefix: String,
    pub(super) fields: Fragment<'n>,
    pub(super) params: Vec<Given<'n>>,
}

/// A parameter of a fragment, and what was handed over.
pub(super) struct Given<'n> {
    pub(super) key: &'n str,
    pub(super) what: Handed,
    /// Nothing where that is missing, which was told.
    pub(super) node: Option<&'n Node>,
    /// Where that is written, as an index among the homes.
    pub(super) home: usize,
    /// How the fragment is called there.
    pub(super) import: String,
    /// Whether it is no such thing as the parameter takes, which was told.
    pub(super) is_unfit: Cell<bool>,
}

impl Given<'_> {
    /// Whether there is nothing to read, and that was told.
    pub(super) fn is_missing(&self) -> bool {
        self.node.is_none() || self.is_unfit.get()
    }
}

/// What a parameter of a fragment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handed {
    /// The name of a zone that every seat has.
    SeatZone,
    /// The name of an item of the data of seats.
    SeatData,
    /// The name of an attribute of cards.
    Attribute,
    /// The name of a state.
    State,
    /// A place that steps assign.
    Data,
    /// A value of a type.
    Value(Type),
}

impl Handed {
    const WORDS: [(&'static str, Handed); 5] = [
        ("seat_zone", Handed::SeatZone),
        ("seat_data", Handed::SeatData),
        ("attribute", Handed::Attribute),
        ("state", Handed::State),
        ("data", Handed::Data),
    ];

    fn named(word: &str) -> Option<Handed> {
        let own = Handed::WORDS.into_iter().find(|(known, _)| *known == word);
        own.map(|(_, what)| what)
            .or_else(|| Type::named(word).map(Handed::Value))
    }
}

/// The ruleset and all that it imports, each after what imports it.
pub(super) fn homes<'n>(
    reader: &mut RulesetReader<'_>,
    ruleset: &'n Node,
    texts: &'n [Beside],
) -> Vec<Home<'n>> {
    for text in texts {
        FRAGMENT.check(&text.root, &mut reader.b.diags);
    }
    let fields = Fragment { node: ruleset };
    let rules = Home {
        prefix: String::new(),
        fields,
        params: Vec::new(),
    };
    let mut found = vec![rules];
    import_all(reader, texts, &mut found, RULES, &mut Vec::new());
    found
}

fn import_all<'n>(
    reader: &mut RulesetReader<'_>,
    texts: &'n [Beside],
    found: &mut Vec<Home<'n>>,
    home: usize,
    open: &mut Vec<&'n str>,
) {
    let Some(Home { prefix, fields, .. }) = found.get(home) else {
        return;
    };
    let (prefix, imports) = (prefix.clone(), fields.import());
    for import in imports {
        let Some(from) = import.from() else {
            entries::lacks(
                reader.b,
                import.node,
                None,
                "an import says which fragment it is `from`",
                "write the name of the fragment, such as `{ \"from\": \"tricks\" }`",
            );
            continue;
        };
        let named = from.as_str();
        let text = named.and_then(|name| texts.iter().find(|text| &*text.path == name));
        let root = match (named, text) {
            (Some(_), Some(text)) => &text.root,
            // That there is none was told.
            (Some(_), None) => continue,
            (None, _) => from,
        };
        if let Some(name) = named
            && let Some(first) = open.iter().position(|open| *open == name)
        {
            let circle = open[first..].join(" → ");
            reader.b.error(
                Problem::CyclicReference,
                from.span,
                format!("the fragments `{circle} → {name}` import each other in a circle"),
                "put what they share into a fragment of its own".to_owned(),
            );
            continue;
        }
        if open.len() == DEEPEST || found.len() > MOST {
            reader.b.error(
                Problem::TooComplex,
                from.span,
                format!(
                    "more than {DEEPEST} fragments are imported in one another, or more than {MOST} in all"
                ),
                "import what is used where it is used, and put small fragments together".to_owned(),
            );
            return;
        }
        let own = named.or((Fragment { node: root }).name().map(Text::as_str));
        let Some(name) = name_of(reader, import, own, &prefix, found) else {
            continue;
        };
        let fields = Fragment { node: root };
        let params = handed(reader, import, fields, &name, home);
        found.push(Home {
            prefix: format!("{prefix}{name}."),
            fields,
            params,
        });
        open.extend(named);
        import_all(reader, texts, found, found.len() - 1, open);
        if named.is_some() {
            open.pop();
        }
    }
}

/// What stands before the names of an import, unless something else is called so.
fn name_of(
    reader: &mut RulesetReader<'_>,
    import: Import<'_>,
    from: Option<&str>,
    prefix: &str,
    found: &[Home<'_>],
) -> Option<String> {
    let written = import.prefix();
    let span = written.map_or(import.node.span, |written| written.span());
    let Some(name) = written.and_then(|written| Some(written.value?.as_str())).or(from) else {
        entries::lacks(
            reader.b,
            import.node,
            written,
            "a fragment that is written out needs a name",
            "write `\"as\": \"a_name\"`, which stands before the names of the fragment",
        );
        return None;
    };
    let is_fine = can_be_called(reader, name, span, RULES, |proper| match proper {
        Some(proper) => {
            format!("write `\"as\": \"{proper}\"`, which stands before the names of the fragment")
        }
        None => format!("write another name, such as `\"as\": \"the_{name}\"`"),
    });
    if !is_fine {
        return None;
    }
    if found.iter().any(|home| home.prefix == format!("{prefix}{name}.")) {
        reader.b.error(
            Problem::DuplicateName,
            span,
            format!("there are two imports `{name}`"),
            "give one of them another name by `as`".to_owned(),
        );
        return None;
    }
    Some(name.to_owned())
}

/// What an import hands over, by the parameters of the fragment.
fn handed<'n>(
    reader: &mut RulesetReader<'_>,
    import: Import<'n>,
    fragment: Fragment<'n>,
    name: &str,
    outer: usize,
) -> Vec<Given<'n>> {
    let with = import.with();
    let members = with.map_or(&[][..], Node::members);
    if let Some(other) = with.filter(|with| !matches!(with.value, Json::Object(_))) {
        reader.b.error(
            Problem::WrongType,
            other.span,
            format!("`with` is an object, not {}", other.kind()),
            "write the parameters by their keys: `\"with\": { \"key\": value }`".to_owned(),
        );
    }
    let mut params: Vec<Given<'n>> = Vec::new();
    let mut keys: Vec<&str> = Vec::new();
    for param in fragment.params() {
        let Some((key, what)) = declared(reader, param) else {
            continue;
        };
        keys.push(key);
        let given = members.iter().find(|member| &*member.key == key);
        let (node, home) = match (given, param.value()) {
            (Some(member), _) => (Some(&member.value), outer),
            // A default that read the parameters would lead round.
            (None, Some(default)) => (Some(default), RULES),
            (None, None) => {
                reader.b.error(
                    Problem::MissingField,
                    import.node.span,
                    format!("`{name}` is not handed its `{key}`"),
                    format!("write `\"with\": {{ \"{key}\": … }}`"),
                );
                (None, RULES)
            }
        };
        params.push(Given {
            key,
            what,
            node,
            home,
            import: name.to_owned(),
            is_unfit: Cell::new(false),
        });
    }
    for member in members.iter().filter(|member| !keys.contains(&&*member.key)) {
        let help = match (did_you_mean(&member.key, keys.iter().copied()), listed(&keys)) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(keys)) => format!("its parameters are {keys}"),
            (None, None) => "it has no parameters: leave `with` out".to_owned(),
        };
        reader.b.error(
            Problem::UnknownField,
            member.key_span,
            format!("the fragment has no parameter `{}`", member.key),
            help,
        );
    }
    params
}

/// A parameter as a fragment declares it.
fn declared<'n>(
    reader: &mut RulesetReader<'_>,
    param: fields::FragmentParam<'n>,
) -> Option<(&'n str, Handed)> {
    let written = param.key();
    let Some(key) = written.and_then(|key| Some(key.value?.as_str())) else {
        entries::lacks(
            reader.b,
            param.node,
            written,
            "a parameter of a fragment has a `key`",
            "write `\"key\": \"a_name\"`, by which the fragment reads it",
        );
        return None;
    };
    let Some(word) = param.kind() else {
        reader.b.error(
            Problem::MissingField,
            param.node.span,
            format!("the parameter `{key}` has no `type`"),
            "write what it is, such as `\"type\": \"seat_zone\"` or `\"type\": \"number\"`".to_owned(),
        );
        return None;
    };
    let written = word.value.map_or("", |word| word.as_str());
    let what = Handed::named(written);
    if what.is_none() {
        let own = Handed::WORDS.iter().map(|(word, _)| *word);
        let known: Vec<&str> = own.chain(Type::NAMES.iter().copied()).collect();
        let help = did_you_mean(written, known.iter().copied()).map_or_else(
            || format!("the types are {}", known.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("there is no type `{written}`");
        reader.b.error(Problem::UnknownType, word.span(), message, help);
    }
    Some((key, what?))
}

/// Checks what was handed over to all fragments, once everything is declared that it may name.
pub(super) fn check_given(reader: &mut RulesetReader<'_>) {
    for home in &reader.meaning.defined.homes {
        for param in &home.params {
            given::check(reader, param);
        }
    }
}

/// The name that stands there, if it can be one.
pub(super) fn name_in(node: &Node) -> Option<&str> {
    node.as_str().map(str::trim)
}
