//! Questions to seats. They stand in steps: a step whose first parameter is a
//! place puts the answer there.

use super::args::{arg, cards, count, given, items, list};
use super::macros::primitives;
use super::param_types::{
    ANY, BOOL, CARD, CARDS, COUNT, DECK, DECKS, LIST, NUMBER, OF_PICKED, PROMPT, SEAT, SEATS, TEXT, WHOLE,
    ZONE, ZONES,
};
use crate::fault::{FaultKind, Run};
use crate::signature::Form;
use crate::value::{Kind, Type, Value};
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
        let form = Answers::OneOf { list: options(r, arg(args, 0))?, labels: arg(args, 3) };
        question(form, args, 1)
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
    let labels = Value::Nothing;
    question(Answers::OneOf { list, labels }, args, 1)
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
