//! Whether rules call primitives that let seats look at cards. It is asked before they are built, since what
//! a seat may read depends on it.

use super::fields;
use crate::expr::{self, Expr};
use crate::text::json::{Member, Node, Value};
use cardable_engine::primitives;

/// Whether something in rules may let seats look at cards that they would not see: an endpoint or a call
/// in an expression. What only people read does not count.
pub(super) fn may_show(node: &Node) -> bool {
    match &node.value {
        Value::Object(members) => members.iter().any(|member| match member.value.as_str() {
            Some(name) if &*member.key == "endpoint" => shows(name.trim().trim_end_matches("()")),
            _ => !is_for_people(member) && may_show(&member.value),
        }),
        Value::Array(items) => items.iter().any(may_show),
        Value::String(text) => {
            // Nothing else can be a call, and most texts are none.
            let text = text.trim_start().trim_start_matches('=');
            text.contains('(') && expr::parse(text).is_ok_and(|tree| calls_showing(&tree))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Invalid => false,
    }
}

fn shows(name: &str) -> bool {
    primitives::find(name).is_some_and(|primitive| primitive.shows)
}

/// Whether a field of this name is read by people only, wherever there is one.
fn is_for_people(member: &Member) -> bool {
    let tables = fields::ALL.iter().flat_map(|table| table.fields);
    let mut same = tables.filter(|field| field.name == &*member.key).peekable();
    same.peek().is_some() && same.all(|field| !field.rules)
}

fn calls_showing(tree: &Expr) -> bool {
    tree.any(&mut |part| part.called().is_some_and(shows))
}
