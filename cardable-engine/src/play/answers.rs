//! Answers to questions for several things that have to go together.

use super::choose;
use super::legal_set::{Candidate, Space};
use super::valid::{self, Picking};
use super::ways::{LIST_LIMIT, Places};
use crate::fault::Run;
use crate::ids::ZoneId;
use crate::program::PickDef;
use crate::value::{Items, Value};
use crate::vm::engine::Reader;
use crate::world::scene::AnswerRule;
use smallvec::SmallVec;

/// The cards that a question shows, with the rule for which of them go together.
pub(crate) struct Answers<'a> {
    pick: &'a PickDef,
    cards: SmallVec<[Candidate; 16]>,
    given: Items,
}

impl<'a> Answers<'a> {
    /// None where the program has no such rule.
    pub(crate) fn new(reader: &Reader<'a>, rule: &AnswerRule, list: Value) -> Run<Option<Answers<'a>>> {
        let Some(pick) = reader.program().conditions.answers.get(usize::from(rule.number)) else {
            return Ok(None);
        };
        let card = |item: Value| match item {
            Value::Card(card) => Candidate::plain(card.0),
            _ => Candidate::hidden(ZoneId(0), None),
        };
        let given = match rule.given {
            Value::Nothing => Items::default(),
            given => reader.items(given)?,
        };
        Ok(Some(Answers {
            pick,
            cards: reader.items(list)?.into_iter().map(card).collect(),
            given,
        }))
    }

    pub(crate) fn picking(&self) -> Picking<'_> {
        Picking {
            pick: self.pick,
            candidates: &self.cards,
            given: &self.given,
        }
    }
}

/// How many are asked for, and whether their order counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) min: u16,
    pub(crate) max: u16,
    pub(crate) ordered: bool,
}

/// The choices among so many cards.
pub(crate) fn space(reader: &Reader<'_>, asked: Asked, n: usize) -> Space {
    let Asked { min, max, ordered } = asked;
    Space::Choose {
        min,
        max: max.min(n as u16),
        ruled: true,
        ordered: ordered && max > 1,
        unfound: false,
        share: choose::search_share_of_answer(reader),
    }
}

/// Whether some of the cards go together. Where the search ends before it has found any, none do: a question that is
/// asked must have an answer.
pub(crate) fn any(reader: &Reader<'_>, rule: &AnswerRule, list: Value, asked: Asked) -> Run<bool> {
    let Some(answers) = Answers::new(reader, rule, list)? else {
        return Ok(true);
    };
    let space = space(reader, asked, answers.cards.len());
    Ok(choose::any_pick(reader, answers.picking(), space)? == Some(true))
}

/// Cards that go together, by their places in the list, as far as they are listed, and whether these are all.
pub(crate) fn found(
    reader: &Reader<'_>,
    rule: &AnswerRule,
    list: Value,
    asked: Asked,
) -> Run<(Vec<Places>, bool)> {
    let (mut found, mut all) = (Vec::new(), true);
    if let Some(answers) = Answers::new(reader, rule, list)? {
        let space = space(reader, asked, answers.cards.len());
        all = choose::each_pick(reader, answers.picking(), space, |places| {
            found.push(Places::from_slice(places));
            found.len() < LIST_LIMIT
        })?;
    }
    let all = all && found.len() < LIST_LIMIT;
    Ok((found, all))
}

/// Whether these go together, by their places in the list.
pub(crate) fn go_together(reader: &Reader<'_>, rule: &AnswerRule, list: Value, places: &[u16]) -> Run<bool> {
    match Answers::new(reader, rule, list)? {
        Some(answers) => valid::is_valid(reader, answers.picking(), places),
        None => Ok(true),
    }
}
