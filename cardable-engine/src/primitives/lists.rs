//! Lists of anything.

use super::args::{arg, count, each_item, finished, given, items, list, number_of, rest};
use super::macros::primitives;
use super::param_types::{ANY, BOOL, COUNT, LIST, WHOLE};
use crate::fault::{FaultKind, Run};
use crate::signature::Form;
use crate::value::{Items, Kind, Type, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use crate::vm::kinds::truth;
use crate::vm::lists::NewList;

const A_LIST: Type = Type::List(Kind::Any);

primitives! {
    family Lists;

    /// Puts the items of a list in its place, as parameters of their own. It is
    /// done when the ruleset is checked, so the list must be written out.
    split_array_into_elements(
        /// The list.
        list: Required LIST,
    ) -> Type::ANY;
    example "add(1, split_array_into_elements([2, 3]))" => "6";
    = Form Form::Spread;

    /// The whole numbers from one to another, both included.
    #[errors("more than 65,535 numbers")]
    whole_numbers(
        /// The first.
        first: Required WHOLE,
        /// The last.
        last: Required WHOLE,
    ) -> Type::List(Kind::Number);
    example "whole_numbers(2, 5)" => "[2, 3, 4, 5]";
    example "whole_numbers(2, 1)" => "[]";
    = Query |r, args| {
        let bound = |at| crate::vm::kinds::whole(arg(args, at));
        list(r, (bound(0)?..=bound(1)?).map(Value::Int))
    };

    /// Every way to take one item of each of several lists: a list of lists.
    #[errors("more than 65,535 ways")]
    combinations(
        /// The lists.
        lists: Rest LIST,
    ) -> A_LIST;
    example "list_count(combinations([1, 2, 3], ['a', 'b']))" => "6";
    example "list_item(combinations([1, 2], ['a', 'b']), 1)" => "[1, b]";
    = Query |r, args| {
        let mut ways: Vec<Vec<Value>> = vec![Vec::new()];
        for at in 0..args.len() {
            let items = items(r, arg(args, at))?;
            look_at(r, ways.len().saturating_mul(items.len()))?;
            ways = ways
                .iter()
                .flat_map(|way| items.iter().map(|item| [&way[..], &[*item]].concat()))
                .take(usize::from(u16::MAX) + 1)
                .collect();
        }
        let ways = ways.into_iter().map(|way| r.list(way)).collect::<Run<Vec<Value>>>()?;
        list(r, ways)
    };

    /// Every way to take so many items of a list, each once: a list of lists, whose items stand as they do in the list.
    #[errors("a number below 0; more than 65,535 ways")]
    subsets(
        /// The list.
        list: Required LIST,
        /// How many items.
        size: Required COUNT,
    ) -> A_LIST;
    example "subsets([1, 2, 3], 2)" => "[[1, 2], [1, 3], [2, 3]]";
    example "list_count(subsets(cards_of($player.hand), 3))" => "1";
    example "list_count(subsets([1, 2], 3))" => "0";
    = Query |r, args| {
        let size = count(args, 1, "size of a subset")?;
        let ways = subsets(r, &items(r, arg(args, 0))?, size)?;
        list(r, ways)
    };

    /// How many items a list has.
    #[asks(Length)]
    list_count(
        /// The list.
        list: Required LIST,
    ) -> Type::NUMBER;
    example "list_count([4, 5, 6])" => "3";
    = Query |r, args| Ok(number_of(each_item(r, arg(args, 0))?.len()));

    /// An item of a list; nothing when there are not so many.
    #[gives(Item)]
    #[errors("a number below 0")]
    list_item(
        /// The list.
        list: Required LIST,
        /// Which item: 0 is the first.
        n: Required COUNT,
    ) -> Type::ANY;
    example "list_item([4, 5, 6], 0)" => "4";
    example "list_item([4, 5, 6], 3)" => "nothing";
    = Query |r, args| {
        let n = count(args, 1, "place in a list")?;
        Ok(each_item(r, arg(args, 0))?.nth(n).unwrap_or_default())
    };

    /// A list with another item in one place: a row of numbers that belong to things, such as what each
    /// seat has bid on each suit, is changed so.
    #[errors("a number below 0; the list has not so many items")]
    replace_item(
        /// The list.
        list: Required LIST,
        /// Which item: 0 is the first.
        n: Required COUNT,
        /// What stands there then.
        value: Required ANY,
    ) -> A_LIST;
    example "replace_item([4, 5, 6], 1, 9)" => "[4, 9, 6]";
    = Query |r, args| {
        let n = count(args, 1, "place in a list")?;
        let mut items = items(r, arg(args, 0))?;
        let place = items.get_mut(n);
        *place.ok_or(FaultKind::OutOfRange { what: "place in a list" })? = arg(args, 2);
        list(r, items)
    };

    /// Whether a list has a value among its items.
    #[folds(Contains)]
    contains(
        /// The list.
        list: Required LIST,
        /// The value.
        value: Required ANY,
    ) -> Type::BOOL;
    example "contains(nondismissed_players(), $player)" => "true";
    = Query |r, args| Ok(Value::Bool(each_item(r, arg(args, 0))?.any(|v| v.same(arg(args, 1)))));

    /// The place of a value in a list: 0 for the first item, -1 when it is not
    /// there.
    #[goes_by(place)]
    index_of(
        /// The list.
        list: Required LIST,
        /// The value.
        value: Required ANY,
    ) -> Type::NUMBER;
    example "index_of(['a', 'b'], 'b')" => "1";
    = Query |r, args| {
        let at = each_item(r, arg(args, 0))?.position(|v| v.same(arg(args, 1)));
        Ok(at.map_or(Value::Int(-1), number_of))
    };

    /// One list of the items of several. What is no list is an item; nothing is
    /// none.
    #[gives(Same)]
    #[asks(Joined)]
    concat_lists(
        /// Lists, or single values.
        lists: Rest ANY,
    ) -> A_LIST;
    example "concat_lists([1, 2], 3, [4])" => "[1, 2, 3, 4]";
    = Query |r, args| {
        let mut all = r.new_list();
        for value in rest(args, 0) {
            all.extend(each_item(r, *value)?);
        }
        finished(r, all)
    };

    /// A list the other way round.
    #[gives(Same)]
    reverse_list(
        /// The list.
        list: Required LIST,
    ) -> A_LIST;
    example "reverse_list([1, 2, 3])" => "[3, 2, 1]";
    = Query |r, args| list(r, items(r, arg(args, 0))?.into_iter().rev());

    /// A list in order: numbers from the lowest on, texts by their letters, capitals
    /// before small ones, seats as they sit.
    #[gives(Same)]
    #[errors("different kinds of items, or others than numbers, texts and seats")]
    sort_list(
        /// The list.
        list: Required LIST,
        /// Whether the order is the other way round.
        descending: Optional BOOL,
    ) -> A_LIST;
    example "sort_list([3, 1, 2.5])" => "[1, 2.5, 3]";
    example "sort_list(['b', 'a'])" => "[a, b]";
    example "sort_list([3, 1, 2], true)" => "[3, 2, 1]";
    = Query |r, args| {
        let mut sorted = in_order(r, items(r, arg(args, 0))?)?;
        if given(args, 1).map_or(Ok(false), truth)? {
            sorted.reverse();
        }
        list(r, sorted)
    };

    /// A list without repeats; of equal items the first stays.
    #[gives(Same)]
    #[asks(Unique)]
    unique(
        /// The list.
        list: Required LIST,
    ) -> A_LIST;
    example "unique([1, 2, 1, 2.0])" => "[1, 2]";
    = Query |r, args| finished(r, distinct(r, each_item(r, arg(args, 0))?)?);

    /// A part of a list, as much of it as there is.
    #[gives(Same)]
    #[goes_by(place)]
    #[errors("a number below 0")]
    slice_list(
        /// The list.
        list: Required LIST,
        /// The first item: 0 is the list's first.
        from: Required COUNT,
        /// How many items; all that follow when it is left out.
        count: Optional COUNT,
    ) -> A_LIST;
    example "slice_list([4, 5, 6, 7], 1, 2)" => "[5, 6]";
    = Query |r, args| {
        let from = count(args, 1, "place in a list")?;
        let most = super::args::count_or(args, 2, usize::MAX, "number of items")?;
        list(r, each_item(r, arg(args, 0))?.skip(from).take(most))
    };
}

/// Every way to take so many items, each a list.
fn subsets(r: &Reader<'_>, items: &[Value], size: usize) -> Run<Vec<Value>> {
    let mut ways = Vec::new();
    let Some(slack) = items.len().checked_sub(size) else {
        return Ok(ways);
    };
    // The places of the items that are taken, in order.
    let mut taken: Vec<usize> = (0..size).collect();
    loop {
        look_at(r, size)?;
        ways.push(r.list(taken.iter().filter_map(|at| items.get(*at)).copied())?);
        // The last one that can move on does so, and those after it follow close behind.
        let last = (0..size).rfind(|n| taken.get(*n).is_some_and(|at| *at < n + slack));
        // One way more than there may be is enough to tell.
        let (Some(last), false) = (last, ways.len() > usize::from(u16::MAX)) else {
            return Ok(ways);
        };
        let from = taken.get(last).map_or(0, |at| at + 1);
        for (at, n) in taken.iter_mut().skip(last).zip(from..) {
            *at = n;
        }
    }
}

/// The different values among some.
pub(super) fn distinct<'a>(r: &'a Reader<'_>, values: impl IntoIterator<Item = Value>) -> Run<NewList<'a>> {
    let mut seen = r.new_list();
    for value in values {
        look_at(r, seen.items().len())?;
        if !seen.items().iter().any(|v| v.same(value)) {
            seen.push(value);
        }
    }
    Ok(seen)
}

/// Items of one kind, the lowest first; equal ones stay as they stand.
fn in_order(r: &Reader<'_>, mut items: Items) -> Run<Items> {
    look_at(r, items.len())?;
    let wrong = |found: Value| FaultKind::WrongKind {
        wanted: "a number, a text or a seat, of one kind with the others",
        found,
    };
    let Some(first) = items.first().copied() else {
        return Ok(items);
    };
    let alike = |item: &Value| {
        matches!(
            (first, item),
            (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_))
                | (Value::Str(_), Value::Str(_))
                | (Value::Seat(_), Value::Seat(_))
        )
    };
    if let Some(other) = items.iter().find(|item| !alike(item)) {
        return Err(wrong(*other).into());
    }
    items.sort_by(|a, b| match (*a, *b) {
        (Value::Str(a), Value::Str(b)) => r.text(a).cmp(&r.text(b)),
        (Value::Seat(a), Value::Seat(b)) => a.cmp(&b),
        (a, b) => {
            // Large whole numbers that are the same fraction are told apart by themselves.
            let number = |value: Value| value.as_f64().unwrap_or_default();
            let whole = |value: Value| match value {
                Value::Int(n) => n,
                other => number(other) as i64,
            };
            number(a)
                .total_cmp(&number(b))
                .then_with(|| whole(a).cmp(&whole(b)))
        }
    });
    Ok(items)
}
