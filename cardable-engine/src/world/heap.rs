//! Lists and texts of a game: kept, looked up, and dropped when nothing refers to them any more.

use super::lists::{self, Lists, MOST_LISTS};
use super::nesting::KEPT_ITEMS;
use super::texts::Texts;
use super::whole::World;
use crate::fault::{Fault, FaultKind, Run};
use crate::ids::{ListId, StrId};
use crate::program::Strings;
use crate::value::Value;
use smallvec::SmallVec;

/// The items of a list that the game keeps, or that the last choice dropped.
#[inline]
pub(crate) fn list(world: &World, id: ListId) -> Option<&[Value]> {
    let kept = world.extras.as_ref().and_then(|extras| extras.lists.get(id));
    kept.or_else(|| dropped_list(world, id))
}

/// A text that the game has put together and keeps.
pub(crate) fn text(world: &World, id: StrId) -> Option<&str> {
    world.extras.as_ref()?.texts.get(id)
}

/// A text that the last choice dropped.
pub(crate) fn dropped_text(world: &World, id: StrId) -> Option<&str> {
    world.aside.dropped.as_ref()?.texts.get(id)
}

/// An empty list, for [`keep_list`].
pub(crate) fn begin_list(world: &mut World) -> Vec<Value> {
    world.extras_mut().lists.begin()
}

/// Keeps a list. The lists in it are kept already.
pub(crate) fn keep_list(world: &mut World, items: Vec<Value>) -> ListId {
    let id = lists::number(world.lists_kept);
    world.lists_kept += 1;
    world.extras_mut().lists.add(id, items);
    id
}

/// Whether there may be something to tidy after a choice.
#[inline]
pub(crate) fn is_untidy(world: &World) -> bool {
    world.extras.is_some()
        || world
            .aside
            .dropped
            .as_ref()
            .is_some_and(|dropped| !dropped.is_empty())
}

/// Drops lists and texts that nothing refers to, and the box when it is empty. Where the events of the choice
/// are `told`, those lists and texts are there until the next choice is through.
pub(crate) fn tidy(world: &mut World, told: bool) -> Run<()> {
    let mut unused = texts_outside_messages(world);
    let fits = match world
        .extras
        .as_ref()
        .is_some_and(|extras| !extras.lists.is_empty())
    {
        true => count_lists_and_find(world, &mut unused),
        false => {
            if !unused.is_empty() {
                world.each_value(|value| find_text(&mut unused, value));
            }
            count_lists(world)
        }
    };
    if fits.is_err() {
        // The choice is taken back, and the game has not been looked through.
        unused.clear();
    }
    let mut dropped = world.aside.dropped.take();
    if let Some(dropped) = &mut dropped {
        dropped.texts = Texts::default();
    }
    if let Some(extras) = &mut world.extras {
        let before = dropped.iter_mut().flat_map(|dropped| dropped.lists.drain(..));
        before.for_each(|list| extras.lists.give_memory(list));
        let into = told.then(|| &mut dropped.get_or_insert_default().lists);
        extras.lists.drop_unreferenced(into);
    } else if let Some(dropped) = &mut dropped {
        dropped.lists.clear();
    }
    if !unused.is_empty() {
        let texts = drop_texts(world, unused);
        if told {
            dropped.get_or_insert_default().texts = texts;
        }
    }
    world.aside.dropped = dropped;
    world.spare_empty_extras();
    fits
}

/// Counts how often each list is referred to. Rules that keep too many items are at fault: everything that
/// shows or copies the game goes through them.
pub(crate) fn count_lists(world: &mut World) -> Run<()> {
    count_lists_and_find(world, &mut UnusedTexts::new())
}

/// Counts lists, and finds texts outside of lists on the way: where there are no lists, nothing is looked at.
fn count_lists_and_find(world: &mut World, unused: &mut UnusedTexts) -> Run<()> {
    if world.lists_kept > MOST_LISTS {
        return Err(too_many(world, "lists that a game keeps", MOST_LISTS as usize));
    }
    let Some(extras) = world.extras.as_mut().filter(|extras| !extras.lists.is_empty()) else {
        return Ok(());
    };
    let mut lists = std::mem::take(&mut extras.lists);
    lists.begin_count();
    match unused.is_empty() {
        true => world.each_value(|value| lists.count(*value)),
        false => world.each_value(|value| {
            lists.count(*value);
            find_text(unused, value);
        }),
    }
    let items = lists.end_count();
    world.extras_mut().lists = lists;
    match items > KEPT_ITEMS {
        true => Err(too_many(
            world,
            "items in the lists that a game keeps",
            KEPT_ITEMS,
        )),
        false => Ok(()),
    }
}

/// Gives every list that is referred to a number that hangs on nothing but what refers to it, and drops the
/// others.
pub(crate) fn number_anew(world: &mut World) {
    world.lists_kept = 0;
    world.aside.dropped = None;
    let Some(extras) = &mut world.extras else { return };
    let old = std::mem::take(&mut extras.lists);
    let mut anew = NewNumbers {
        numbers: vec![None; old.all().len()],
        old: &old,
        new: Lists::default(),
        kept: 0,
    };
    world.each_value(|value| anew.renumber(value));
    world.lists_kept = anew.kept;
    world.extras_mut().lists = anew.new;
    world.spare_empty_extras();
}

/// A list that the last choice dropped.
#[cold]
fn dropped_list(world: &World, id: ListId) -> Option<&[Value]> {
    let dropped = &world.aside.dropped.as_ref()?.lists;
    Some(&dropped.get(lists::place(dropped, id)?)?.items)
}

fn too_many(world: &World, what: &'static str, limit: usize) -> Box<Fault> {
    Box::new(Fault {
        kind: FaultKind::TooMany { what, limit },
        pc: u32::MAX,
        state: world.scene.state,
    })
}

/// The texts that no message refers to, as most do. Once every text is found, the rest of the game need not be looked at.
fn texts_outside_messages(world: &World) -> UnusedTexts {
    let texts = world.extras.as_ref().map(|extras| &extras.texts);
    let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
        return UnusedTexts::new();
    };
    let mut unused: UnusedTexts = texts.numbers().collect();
    let messages = world.notes.iter().flat_map(|note| &note.tokens);
    messages.for_each(|value| find_text(&mut unused, value));
    unused
}

/// Drops those texts that the lists do not refer to either, and gives them.
#[cold]
fn drop_texts(world: &mut World, mut unused: UnusedTexts) -> Texts {
    let Some(extras) = &mut world.extras else {
        return Texts::default();
    };
    extras.lists.each_value(|value| find_text(&mut unused, value));
    extras.texts.take(&unused)
}

/// The numbers of texts to which nothing refers, as far as the game has been looked at.
type UnusedTexts = SmallVec<[u32; 8]>;

#[inline]
fn find_text(unused: &mut UnusedTexts, value: &Value) {
    if let Value::Str(id) = value
        && id.0 >= Strings::DYNAMIC
        && let Some(at) = unused.iter().position(|other| *other == id.0)
    {
        unused.swap_remove(at);
    }
}

/// Lists while they get new numbers.
struct NewNumbers<'l> {
    old: &'l Lists,
    /// The new numbers of the old lists, by their places.
    numbers: Vec<Option<ListId>>,
    new: Lists,
    kept: u32,
}

impl NewNumbers<'_> {
    /// Numbers the list that a value refers to, after those in it.
    fn renumber(&mut self, value: &mut Value) {
        let Value::List(id) = value else { return };
        let Some(at) = lists::place(self.old.all(), *id) else {
            return;
        };
        *id = match self.numbers[at] {
            Some(known) => known,
            None => {
                let mut items = self.old.all()[at].items.clone();
                items.iter_mut().for_each(|item| self.renumber(item));
                let id = lists::number(self.kept);
                self.kept += 1;
                self.new.add(id, items);
                self.numbers[at] = Some(id);
                id
            }
        };
    }
}
