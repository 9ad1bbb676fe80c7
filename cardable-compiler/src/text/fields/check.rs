//! Comparing a value with the table that declares it.

use super::{FieldSpec, LONGEST_NAME, ObjectSpec, Shape};
use crate::text::diag::{Code, Diagnostic, Diagnostics, Listed, did_you_mean, listed, synonyms};
use crate::text::json::{Member, Node, Value};
use crate::text::source::Span;

impl ObjectSpec {
    /// Reports every way in which a value, and all that is in it, differs from the table.
    ///
    /// ```
    /// use cardable_compiler::text::fields::{FieldSpec, ObjectSpec, Shape};
    /// use cardable_compiler::text::{diag::Diagnostics, json, source::Sources};
    ///
    /// static SEAT: ObjectSpec = ObjectSpec {
    ///     name: "seat",
    ///     doc: "a place at the table",
    ///     fields: &[FieldSpec::optional("name", Shape::Name, "what it is called").needed()],
    /// };
    /// let text = "{nam: 'North'}";
    /// let mut diags = Diagnostics::new();
    /// let node = json::parse(Sources::new().add("s.json", text), text, &mut diags);
    /// SEAT.check(&node, &mut diags);
    /// let problems = diags.sorted();
    /// assert_eq!(problems[0].message, "a seat has no field `nam`");
    /// assert_eq!(problems[0].help.as_deref(), Some("did you mean `name`?"));
    /// ```
    pub fn check(&self, node: &Node, diags: &mut Diagnostics) {
        if !self.check_keys(node, diags) {
            return;
        }
        for member in node.members() {
            let field = self.field(&member.key).or_else(|| self.suggestion(node, member));
            if let Some(field) = field {
                field.shape.check(&member.value, field.name, diags);
            }
        }
    }

    /// Reports fields that are unknown, missing or there twice, without looking into them. Gives
    /// `false` when the value is no object at all.
    pub fn check_keys(&self, node: &Node, diags: &mut Diagnostics) -> bool {
        let Value::Object(members) = &node.value else {
            if !node.is_invalid() {
                let message = format!("{} is an object, not {}", self.with_article(), node.kind());
                diags.error(
                    Code::WrongType,
                    node.span,
                    message,
                    format!("write {}", self.example()),
                );
            }
            return false;
        };
        for member in members {
            if self.field(&member.key).is_none() {
                if diags.is_full() {
                    diags.further_error();
                } else {
                    diags.push(self.unknown(node, member));
                }
            }
        }
        for field in self.fields.iter().filter(|field| !field.aliases.is_empty()) {
            let mut same = members.iter().filter(|member| field.is_called(&member.key));
            let Some(first) = same.next() else { continue };
            if let Some(second) = same.find(|second| second.key != first.key) {
                let message = format!("`{}` and `{}` are the same field", first.key, second.key);
                diags.push(
                    Diagnostic::error(Code::SameFieldTwice, second.key_span, message)
                        .help("keep one of the two"),
                );
            }
        }
        for field in self.fields.iter().filter(|field| field.required) {
            let suggestion = |member: &Member| {
                self.field(&member.key).is_none()
                    && self
                        .suggestion(node, member)
                        .is_some_and(|suggestion| suggestion.name == field.name)
            };
            if self.get(node, field.name).is_none() && !members.iter().any(suggestion) {
                let message = format!("this {} lacks the field `{}`", self.name, field.name);
                diags.push(
                    Diagnostic::error(Code::MissingField, node.span, message)
                        .help(format!("`{}`: {}", field.name, field.doc)),
                );
            }
        }
        true
    }

    /// The value of a field, whichever of its names it stands under.
    pub(super) fn get<'n>(&self, node: &'n Node, field: &str) -> Option<&'n Node> {
        node.get(field).or_else(|| {
            self.field(field)?
                .aliases
                .iter()
                .find_map(|alias| node.get(alias))
        })
    }

    /// The fields that an object has, with their values.
    pub(crate) fn given<'s, 'n>(&'s self, node: &'n Node) -> impl Iterator<Item = (&'s FieldSpec, &'n Node)> {
        let fields = self.fields.iter();
        fields.filter_map(move |field| Some((field, self.get(node, field.name)?)))
    }

    /// The field that has this name or alias.
    pub fn field(&self, name: &str) -> Option<&FieldSpec> {
        self.fields.iter().find(|field| field.is_called(name))
    }

    fn with_article(&self) -> String {
        let article = if self.name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {}", self.name)
    }

    /// An object of this kind with the fields that it needs, as it is written.
    fn example(&self) -> String {
        let needed = self.fields.iter().filter(|field| field.required);
        let usual = self.fields.iter().filter(|field| !field.required);
        let some = needed.clone().count().clamp(1, 3);
        let fields: Vec<String> = needed
            .chain(usual)
            .take(some)
            .map(|field| format!("\"{}\": …", field.name))
            .collect();
        format!("its fields in braces: `{{ {} }}`", fields.join(", "))
    }

    /// The field that a member with an unknown name was probably meant to be: one that the object
    /// lacks, and that may hold such a value.
    fn suggestion(&self, node: &Node, member: &Member) -> Option<&FieldSpec> {
        let could_be = |field: &&FieldSpec| {
            let is_given = self.get(node, field.name).is_some();
            !is_given && (member.value.is_invalid() || field.shape.accepts(&member.value))
        };
        if self.elsewhere(node, member).is_some() {
            return None;
        }
        let mut synonyms = synonyms::fields(&member.key).filter_map(|name| self.field(name));
        let known = synonyms.find(could_be);
        known.or_else(|| {
            let near = self.near(&member.key)?;
            self.field(near).filter(could_be)
        })
    }

    /// How something is written here that the object has elsewhere, under a name that is no field.
    fn elsewhere(&self, node: &Node, member: &Member) -> Option<&'static str> {
        let help = synonyms::part(self.name, &member.key)?;
        // Looked up only for the few fields it concerns: an object may have very many fields.
        let is_known = help == synonyms::CHOSEN && self.get(node, "action_ref").is_some();
        (!is_known).then_some(help)
    }

    /// The name of a field that is spelt nearly like this.
    fn near(&self, name: &str) -> Option<&'static str> {
        let names = self.fields.iter().map(|field| field.name);
        let aliases = self.fields.iter().flat_map(|field| field.aliases.iter().copied());
        did_you_mean(name, names.chain(aliases))
    }

    /// The value with its fields under the names that they were probably meant to have, so that
    /// reading goes on as if they had them: what is wrong with the names was told.
    pub(crate) fn repaired(&self, node: &Node) -> Node {
        let mut node = node.clone();
        self.mend(&mut node);
        node
    }

    fn mend(&self, node: &mut Node) {
        let unknown = node.members().iter().filter(|m| self.field(&m.key).is_none());
        let names: Vec<(Span, &str)> = unknown
            .filter_map(|member| Some((member.key_span, self.suggestion(node, member)?.name)))
            .collect();
        let Value::Object(members) = &mut node.value else {
            return;
        };
        for member in members {
            if let Some((_, name)) = names.iter().find(|(span, _)| *span == member.key_span) {
                member.key = (*name).into();
            }
            if let Some(field) = self.field(&member.key) {
                field.shape.mend(&mut member.value);
            }
        }
    }

    /// The problem of an unknown field.
    fn unknown(&self, node: &Node, member: &Member) -> Diagnostic {
        let near = self.near(&member.key);
        let elsewhere = self.elsewhere(node, member);
        // Those that it needs come first, then those that are usual, for the list may not name all.
        let mut fields: Vec<&FieldSpec> = self.fields.iter().collect();
        fields.sort_by_key(|field| (!field.required, !field.usual));
        let help = match (self.suggestion(node, member).map(|field| field.name), near) {
            _ if let Some(help) = elsewhere => help.to_owned(),
            (Some(suggestion), near) if near != Some(suggestion) => format!("write `{suggestion}`"),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            (_, None) => listed(fields.iter().map(|field| field.name)).map_or_else(
                || "take it out: it has no fields".to_owned(),
                |names| match names {
                    Listed::One(_) | Listed::Several(_) => format!("its fields are {names}"),
                    Listed::First(_) => format!("take it out, or write one of its fields: {names}"),
                },
            ),
        };
        let key: String = member.key.chars().take(LONGEST_NAME).collect();
        let message = format!("{} has no field `{key}`", self.with_article());
        Diagnostic::error(Code::UnknownField, member.key_span, message).help(help)
    }
}

impl FieldSpec {
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

impl Shape {
    /// Reports every way in which a value differs from this shape; `what` is the name of the
    /// field that holds it.
    pub fn check(&self, node: &Node, what: &str, diags: &mut Diagnostics) {
        if node.is_invalid() {
            return;
        }
        if !self.accepts(node) {
            let message = format!("`{what}` is {}, not {}", self.describe(), node.kind());
            diags.error(Code::WrongType, node.span, message, self.written(node));
            return;
        }
        match self {
            Shape::Any | Shape::String | Shape::Expression | Shape::Number | Shape::Boolean => {}
            Shape::Name => check_name(node, what, diags),
            Shape::Integer { min, max } => check_integer(node, what, (*min, *max), diags),
            Shape::Word(words) => check_word(node, what, words, diags),
            Shape::List(item) | Shape::OneOrList(item) => {
                for inner in node.items() {
                    if item.accepts(inner) || inner.is_invalid() {
                        item.check(inner, what, diags);
                    } else {
                        let (wanted, found) = (item.describe(), inner.kind());
                        let message = format!("each of `{what}` is {wanted}, not {found}");
                        diags.error(Code::WrongType, inner.span, message, item.written(inner));
                    }
                }
            }
            Shape::Map(item) => {
                for member in node.members() {
                    item.check(&member.value, &member.key, diags);
                }
            }
            Shape::Object(spec) => spec().check(node, diags),
            Shape::AnyOf(shapes) => {
                if let Some(shape) = shapes.iter().find(|shape| shape.accepts(node)) {
                    shape.check(node, what, diags);
                }
            }
        }
    }

    /// Gives fields the names that they were probably meant to have, in all that is in a value.
    fn mend(&self, node: &mut Node) {
        match self {
            Shape::Any
            | Shape::String
            | Shape::Expression
            | Shape::Name
            | Shape::Number
            | Shape::Integer { .. }
            | Shape::Boolean
            | Shape::Word(_) => {}
            Shape::List(item) | Shape::OneOrList(item) => match &mut node.value {
                Value::Array(items) => items.iter_mut().for_each(|inner| item.mend(inner)),
                _ => item.mend(node),
            },
            Shape::Map(item) => {
                if let Value::Object(members) = &mut node.value {
                    members.iter_mut().for_each(|member| item.mend(&mut member.value));
                }
            }
            Shape::Object(spec) => spec().mend(node),
            Shape::AnyOf(shapes) => {
                if let Some(shape) = shapes.iter().find(|shape| shape.accepts(node)) {
                    shape.mend(node);
                }
            }
        }
    }

    /// Whether a value is of the right kind, whatever may be wrong inside it.
    pub(crate) fn accepts(&self, node: &Node) -> bool {
        match self {
            Shape::Any => true,
            Shape::String | Shape::Expression | Shape::Name | Shape::Word(_) => {
                matches!(node.value, Value::String(_))
            }
            Shape::Number | Shape::Integer { .. } => matches!(node.value, Value::Number(_)),
            Shape::Boolean => matches!(node.value, Value::Bool(_)),
            Shape::List(_) => matches!(node.value, Value::Array(_)),
            Shape::OneOrList(item) => matches!(node.value, Value::Array(_)) || item.accepts(node),
            Shape::Map(_) | Shape::Object(_) => matches!(node.value, Value::Object(_)),
            Shape::AnyOf(shapes) => shapes.iter().any(|shape| shape.accepts(node)),
        }
    }

    /// What to write where another kind of value was found.
    fn written(&self, found: &Node) -> String {
        let text = matches!(self, Shape::String | Shape::Expression | Shape::Name);
        match &found.value {
            Value::Number(number) if text => format!("put it into quotation marks: `\"{number}\"`"),
            Value::Bool(flag) if text => format!("put it into quotation marks: `\"{flag}\"`"),
            Value::String(number) if !text && self.takes_number() && number.parse::<f64>().is_ok() => {
                format!("take the quotation marks away: `{number}`")
            }
            Value::String(word) if matches!(self, Shape::Boolean) && matches!(&**word, "true" | "false") => {
                format!("take the quotation marks away: `{word}`")
            }
            _ => format!("write {}", self.example()),
        }
    }

    fn takes_number(&self) -> bool {
        match self {
            Shape::Number | Shape::Integer { .. } => true,
            Shape::OneOrList(item) => item.takes_number(),
            Shape::AnyOf(shapes) => shapes.iter().any(Shape::takes_number),
            Shape::Any
            | Shape::String
            | Shape::Expression
            | Shape::Name
            | Shape::Word(_)
            | Shape::Boolean
            | Shape::List(_)
            | Shape::Map(_)
            | Shape::Object(_) => false,
        }
    }

    /// A value of this shape, as it is written.
    fn example(&self) -> String {
        match self {
            Shape::Any => "any value".to_owned(),
            Shape::String | Shape::Expression => "a text: `\"…\"`".to_owned(),
            Shape::Name => "a name: `\"…\"`".to_owned(),
            Shape::Word(words) => match words.first() {
                Some((word, _)) => format!("a word such as `\"{word}\"`"),
                None => "a word: `\"…\"`".to_owned(),
            },
            Shape::Number => "a number such as `1.5`".to_owned(),
            Shape::Integer { min, max } => format!("a whole number such as `{}`", 1.clamp(*min, *max)),
            Shape::Boolean => "`true` or `false`".to_owned(),
            Shape::List(_) => "a list: `[ … ]`".to_owned(),
            Shape::OneOrList(item) => format!("{}, or several of them in `[ … ]`", item.example()),
            Shape::Map(_) => "names with their values: `{ \"name\": … }`".to_owned(),
            Shape::Object(spec) => spec().example(),
            Shape::AnyOf(shapes) => {
                let all: Vec<String> = shapes.iter().map(Shape::example).collect();
                all.join(", or ")
            }
        }
    }

    /// What messages call a value of this shape.
    fn describe(&self) -> String {
        match self {
            Shape::Any => "anything".to_owned(),
            Shape::String | Shape::Expression | Shape::Name => "a string".to_owned(),
            Shape::Word(_) => "a word".to_owned(),
            Shape::Number => "a number".to_owned(),
            Shape::Integer { .. } => "a whole number".to_owned(),
            Shape::Boolean => "true or false".to_owned(),
            Shape::List(_) => "a list".to_owned(),
            Shape::OneOrList(item) => format!("{}, or a list of such", item.describe()),
            Shape::Map(_) | Shape::Object(_) => "an object".to_owned(),
            Shape::AnyOf(shapes) => {
                let mut all: Vec<String> = Vec::new();
                for description in shapes.iter().map(Shape::describe) {
                    if !all.contains(&description) {
                        all.push(description);
                    }
                }
                match all.split_last() {
                    Some((last, rest)) if !rest.is_empty() => {
                        format!("{} or {last}", rest.join(", "))
                    }
                    _ => all.concat(),
                }
            }
        }
    }
}

fn check_name(node: &Node, what: &str, diags: &mut Diagnostics) {
    let long = node
        .as_str()
        .is_some_and(|name| name.chars().nth(LONGEST_NAME).is_some());
    if long {
        let message = format!("`{what}` is longer than {LONGEST_NAME} characters");
        diags.error(Code::TooLong, node.span, message, "shorten it");
    }
}

fn check_integer(node: &Node, what: &str, (min, max): (i64, i64), diags: &mut Diagnostics) {
    let Some(number) = node.as_number() else {
        return;
    };
    match number.as_i64() {
        None => {
            let message = format!("`{what}` is a whole number, not `{number}`");
            diags.error(
                Code::WrongType,
                node.span,
                message,
                format!("write it without a fraction: `{}`", number.as_f64().round()),
            );
        }
        Some(whole) if whole < min || whole > max => {
            let message = match (min, max) {
                (_, i64::MAX) => format!("`{what}` is at least {min}, not `{whole}`"),
                (i64::MIN, _) => format!("`{what}` is at most {max}, not `{whole}`"),
                _ => format!("`{what}` lies between {min} and {max}, `{whole}` does not"),
            };
            let nearest = whole.clamp(min, max);
            let help = format!("write a number that it may be; the nearest is `{nearest}`");
            diags.push(Diagnostic::error(Code::OutOfBounds, node.span, message).help(help));
        }
        Some(_) => {}
    }
}

fn check_word(node: &Node, what: &str, words: &[(&'static str, &str)], diags: &mut Diagnostics) {
    let Some(found) = node.as_str() else { return };
    if words.iter().any(|(word, _)| *word == found) {
        return;
    }
    let shown: String = found.chars().take(LONGEST_NAME).collect();
    let help = match did_you_mean(found, words.iter().map(|(word, _)| *word)) {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            format!("write one of {}", all.join(", "))
        }
    };
    diags.push(
        Diagnostic::error(
            Code::NotAChoice,
            node.span,
            format!("`{what}` cannot be `{shown}`"),
        )
        .help(help),
    );
}
