//! Questions to seats. They stand in steps: a step whose first parameter is a
//! place puts the answer there.

use super::args::{arg, cards, count, given, items, list};
use super::macros::primitives;
use super::param_types::{
    ANY, BOOL, CARD, CARDS, COUNT, DECK, DECKS, ITEMS, LIST, NUMBER, OF_PICKED, PROMPT, SEAT, SEATS, TEXT,
    WHOLE, ZONE, ZONES,
};
use crate::fault::{FaultKind, Run};
use crate::signature::Form;
use crate::value::{Items, Kind, Type, Value};
use crate::vm::engine::Reader;
use crate::vm::kinds::{seat, whole, zone};
use crate::world::scene::{AnswerRule, Form as Answers, Question};

primitives! {
    family Prompts;

    /// Asks for a whole number.
    #[asks(From)]
    #[errors("no number fits")]
    prompt_number(
        /// The lowest number; 0 when it is left out.
        min: Optional WHOLE,
        /// The highest number; 999 when it is left out.
        max: Optional WHOLE,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional NUMBER,
    ) -> Type::NUMBER;
    example "prompt_number(1, 5)" => "number 1 to 5";
    example "prompt_number()" => "number 0 to 999";
    example "prompt_number($globals.n, 3, 5)", "$globals.n" => "3";
    = Ask |_, args| {
        let min = given(args, 0).map_or(Ok(0), whole)?;
        let max = given(args, 1).map_or(Ok(999), whole)?;
        question(Answers::Number { min, max }, args, 2)
    };

    /// Asks for a whole number above one and up to another.
    #[asks(Above)]
    #[errors("no number fits")]
    prompt_number_excl_incl(
        /// The number that it must be above.
        above: Required WHOLE,
        /// The highest number.
        max: Required WHOLE,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional NUMBER,
    ) -> Type::NUMBER;
    example "prompt_number_excl_incl(1, 5)" => "number 2 to 5";
    = Ask |_, args| {
        let min = whole(arg(args, 0))?.checked_add(1).ok_or(FaultKind::NumberRange)?;
        question(Answers::Number { min, max: whole(arg(args, 1))? }, args, 2)
    };

    /// Asks for one entry of a list.
    #[gives(Item)]
    #[errors("the list is empty")]
    prompt_option(
        /// What may be chosen.
        options: Required LIST,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional ANY,
        /// What the seat reads of each entry; its own text when it is left out.
        labels: Optional LIST,
    ) -> Type::ANY;
    example "prompt_option(['red', 'black'])" => "one of [red, black]";
    example "prompt_option(['fold', 'call'], 'Well?', nothing, ['Fold', 'Call {$globals.n + 4}'])"
        => "one of [fold, call], read as [Fold, Call 4]";
    = Ask |r, args| {
        let form = Answers::OneOf {
            list: options(r, arg(args, 0))?,
            labels: arg(args, 3),
            among: Value::Nothing,
        };
        question(form, args, 1)
    };

    /// Asks how a number is split among several things. The answer is a list of the parts, in the order of the things.
    #[errors("the bounds leave no way; there are more than 2,000 ways")]
    prompt_split(
        /// What is split.
        total: Required COUNT,
        /// Among which things: cards, seats or others.
        among: Required ITEMS,
        /// The least for each, or a list with that of each; 0 when it is left out.
        least: Optional ANY,
        /// The most for each, or a list with that of each; the whole when it is left out.
        most: Optional ANY,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional LIST,
    ) -> Type::List(Kind::Number);
    example "prompt_split(2, all)" => "2 split among [A, B, C] in 6 ways";
    example "prompt_split(3, $player.hand, 1)"
        => "3 split among [Two of Clubs, Three of Clubs, Five of Spades] in 1 ways";
    example "prompt_split(3, [$player, next_player()], 0, [1, 3], 'Who pays?')" => "3 split among [A, B] in 2 ways";
    = Ask |r, args| {
        let total = count(args, 0, "number to split")? as i64;
        let among = things(r, arg(args, 1))?;
        let least = bounds(r, arg(args, 2), among.len(), 0)?;
        let most = bounds(r, arg(args, 3), among.len(), total)?;
        let each = least.into_iter().zip(most).map(|(least, most)| (least.max(0), most.min(total)));
        let ways = split(total, &each.collect::<Vec<_>>())?;
        let mut lists = Vec::with_capacity(ways.len());
        for way in ways {
            lists.push(list(r, way.into_iter().map(Value::Int))?);
        }
        let form = Answers::OneOf {
            list: list(r, lists)?,
            labels: Value::Nothing,
            among: list(r, among)?,
        };
        question(form, args, 4)
    };

    /// Asks for a card.
    #[errors("there is no card")]
    prompt_card(
        /// The cards to choose from.
        cards: Required CARDS,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional CARD,
    ) -> Type::CARD;
    example "prompt_card($player.hand)" => "one of [Two of Clubs, Three of Clubs, Five of Spades]";
    = Ask |r, args| one_of(card_list(r, args)?, args);

    /// Asks for several cards. Only those can be picked together that go together by `valid`; it may stand in any
    /// place behind the bounds.
    #[errors("there are not enough cards, or none that go together; a number below 0 or above 65,535")]
    prompt_cards(
        /// The cards to choose from.
        cards: Required CARDS,
        /// The fewest, from 0 on.
        min: Required COUNT,
        /// The most.
        max: Required COUNT,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional CARDS,
        /// Whether the order of the cards is the seat's: the first one that it picks is the first of the list.
        ordered: Optional BOOL,
        /// What must hold of all that is picked: `picked => sum(picked, value) == 15`, read by the seat that is asked.
        valid: Optional OF_PICKED,
    ) -> Type::List(Kind::Card);
    example "prompt_cards($player.hand, 1, 2)" => "some of [Two of Clubs, Three of Clubs, Five of Spades] (1 to 2)";
    example "prompt_cards($player.hand, 2, 2, picked => same_attribute(picked, 'suit'))"
        => "some of [Two of Clubs, Three of Clubs, Five of Spades] (2 to 2) that go together";
    example "prompt_cards($player.hand, 3, 3, 'In which order?', nothing, true)"
        => "some of [Two of Clubs, Three of Clubs, Five of Spades] (3 to 3) in order";
    = Ask |r, args| {
        let (min, max) = (count(args, 1, "number of cards")?, count(args, 2, "number of cards")?);
        let rule = answer_rule(r, args, 6)?;
        let ordered = arg(args, 5) == Value::Bool(true);
        let form = Answers::Several { list: card_list(r, args)?, min: min as u16, max: max as u16, ordered, rule };
        question(form, args, 3)
    };

    /// Asks for a seat.
    #[errors("there is no seat")]
    prompt_seat(
        /// The seats to choose from.
        seats: Required SEATS,
        /// What the asked seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional SEAT,
    ) -> Type::SEAT;
    example "prompt_seat(all)" => "one of [A, B, C]";
    = Ask |r, args| {
        items(r, arg(args, 0))?.into_iter().try_for_each(|v| seat(v).map(|_| ()))?;
        one_of(options(r, arg(args, 0))?, args)
    };

    /// Asks for a zone.
    #[errors("the list is empty; something else than a zone")]
    prompt_zone(
        /// The zones to choose from.
        zones: Required ZONES,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional ZONE,
    ) -> Type::ZONE;
    example "prompt_zone([$player.hand, $player.front])" => "one of [hand of A, front of A]";
    = Ask |r, args| {
        items(r, arg(args, 0))?.into_iter().try_for_each(|v| zone(v).map(|_| ()))?;
        one_of(options(r, arg(args, 0))?, args)
    };

    /// Asks for a deck.
    #[errors("the list is empty")]
    prompt_deck(
        /// The decks to choose from.
        decks: Required DECKS,
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional DECK,
    ) -> Type::DECK;
    example "prompt_deck([list_item($game.decks, 0), list_item($game.decks, 1)])" => "one of [first, second]";
    = Ask |r, args| one_of(options(r, arg(args, 0))?, args);

    /// Asks for yes or no.
    prompt_confirm(
        /// What the seat reads.
        label: Optional TEXT,
        /// The answer of a seat that runs out of time; a random one when it is left
        /// out.
        default: Optional BOOL,
    ) -> Type::BOOL;
    example "prompt_confirm('Play on?')" => "yes or no";
    = Ask |_, args| question(Answers::Confirm, args, 0);

    /// Asks other seats than the acting one. The action waits until all have
    /// answered, and no answer is shown before. A single seat gives its answer. A
    /// list of seats, also a list of one, gives a list of their answers in the order
    /// of the seats.
    #[errors("as for the question itself")]
    ask(
        /// Who is asked.
        seats: Required SEATS,
        /// The question: a call of a prompt.
        question: Required PROMPT,
    ) -> Type::ANY;
    example "ask(next_player(), prompt_number(1, 5))" => "number 1 to 5";
    example "set($globals.n, list_count(ask(all, prompt_confirm('Again?'))))", "$globals.n" => "3";
    = Form Form::Ask;
}

/// A question whose label and default are the arguments from that place on.
fn question(form: Answers, args: &[Value], label: usize) -> Run<Question> {
    Ok(Question {
        form,
        label: arg(args, label),
        default: arg(args, label + 1),
    })
}

/// A question for one entry of a list.
fn one_of(list: Value, args: &[Value]) -> Run<Question> {
    question(Answers::one_of(list), args, 1)
}

/// More ways to split a number than a seat is asked to choose from.
const MOST_WAYS: usize = 2_000;

/// What a number is split among: of a zone, its cards.
fn things(r: &Reader<'_>, among: Value) -> Run<Items> {
    match among {
        Value::Zone(_) => Ok(cards(r, among)?.into_iter().map(Value::Card).collect()),
        among => items(r, among),
    }
}

/// A bound of each part: the same for all, or one of a list.
fn bounds(r: &Reader<'_>, bound: Value, n: usize, without: i64) -> Run<Vec<i64>> {
    match bound {
        Value::Nothing => Ok(vec![without; n]),
        Value::List(_) => {
            let bounds = items(r, bound)?;
            let bounds = bounds.into_iter().chain(std::iter::repeat(Value::Int(without)));
            bounds.take(n).map(whole).collect()
        }
        bound => Ok(vec![whole(bound)?; n]),
    }
}

/// All ways to split a number into parts, each within its bounds: first those that give most to the first.
fn split(total: i64, each: &[(i64, i64)]) -> Run<Vec<Vec<i64>>> {
    // Of what is left after each part, at least and at most so much can be given to those behind it.
    let mut behind = vec![(0i64, 0i64)];
    for (least, most) in each.iter().rev() {
        let (low, high) = behind.last().copied().unwrap_or_default();
        behind.push((low.saturating_add(*least), high.saturating_add(*most)));
    }
    behind.reverse();
    let mut ways = Vec::new();
    // Each is only begun where it can be finished, so no more are begun than there are, times their parts.
    let mut begun = vec![Vec::new()];
    while let Some(parts) = begun.pop() {
        let left = total - parts.iter().sum::<i64>();
        let Some((least, most)) = each.get(parts.len()) else {
            if left == 0 {
                ways.push(parts);
            }
            if ways.len() > MOST_WAYS {
                return Err(FaultKind::TooMany {
                    what: "ways to split a number",
                    limit: MOST_WAYS,
                }
                .into());
            }
            continue;
        };
        let (low, high) = behind.get(parts.len() + 1).copied().unwrap_or_default();
        for part in (*least).max(left.saturating_sub(high))..=(*most).min(left - low) {
            let mut more = parts.clone();
            more.push(part);
            begun.push(more);
        }
        if begun.len() > MOST_WAYS.saturating_mul(2) {
            return Err(FaultKind::TooMany {
                what: "ways to split a number",
                limit: MOST_WAYS,
            }
            .into());
        }
    }
    Ok(ways)
}

/// The rule for an answer, whose number is the argument at that place. Those behind it are what it is given.
fn answer_rule(r: &Reader<'_>, args: &[Value], at: usize) -> Run<Option<AnswerRule>> {
    let Value::Int(number) = arg(args, at) else {
        return Ok(None);
    };
    let given = args.get(at + 1..).unwrap_or_default();
    let given = match given {
        [] => Value::Nothing,
        given => list(r, given.iter().copied())?,
    };
    Ok(u16::try_from(number)
        .ok()
        .map(|number| AnswerRule { number, given }))
}

/// What may be chosen, as a list: one that there is already stands for itself.
fn options(r: &Reader<'_>, value: Value) -> Run<Value> {
    match value {
        Value::List(_) => Ok(value),
        value => list(r, items(r, value)?),
    }
}

fn card_list(r: &Reader<'_>, args: &[Value]) -> Run<Value> {
    let cards = cards(r, arg(args, 0))?;
    list(r, cards.into_iter().map(Value::Card))
}
