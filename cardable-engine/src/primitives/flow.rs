//! States and messages.

use super::args::{arg, given};
use super::macros::primitives;
use super::param_types::{ANY, CARD, SEATS, STATE, STEP, TEXT};
use crate::fault::{FaultKind, Run};
use crate::ids::Audience;
use crate::language::Language;
use crate::play::{messages, order, raising, turns};
use crate::program::{MessagePlace, Strings, Text};
use crate::signature::Form;
use crate::value::{Type, Value};
use crate::vm::engine::Engine;
use crate::vm::kinds::card;

primitives! {
    family Flow;

    /// Leaves the running state for another one and ends the action: steps after
    /// it do not run. Everybody in the scene goes along; in JSON, `"who"` beside
    /// the parameters names the seats that go, and `"scene": "new"` lets them
    /// play on by themselves.
    #[errors("a name that is worked out and no state has; other parameters than the state declares")]
    state_transition(
        /// The state to go to.
        state: Required STATE,
        /// The values of the state's parameters, in the order it declares them.
        params: Rest ANY,
    ) -> Type::Nothing;
    example "state_transition('pause')", "current_state()" => "pause";
    = Form Form::Transition;

    /// Lays a state over the running one, which waits below with its data and
    /// its turn. The action goes on once the upper state is ended by
    /// `state_pop`, and has the value that was handed over there.
    #[errors("more than 32 states over one another")]
    state_push(
        /// The state to play meanwhile.
        state: Required STATE,
        /// The values of its parameters.
        params: Rest ANY,
    ) -> Type::ANY;
    example "state_push('pause')", "current_state()" => "pause";
    example "set($globals.n, state_push('bonus'))", "$globals.n" => "5";
    = Form Form::Push;

    /// Ends a state that `state_push` began, and hands a value to the action
    /// that waits for it.
    #[errors("the running state was not pushed")]
    state_pop(
        /// What `state_push` gives; nothing when it is left out.
        value: Optional ANY,
    ) -> Type::Nothing;
    example "state_push('bonus')", "current_state()" => "play";
    = Form Form::Pop;

    /// Does steps again and again as long as a condition holds, which is looked
    /// at before each round and sees what the rounds before have done. In JSON,
    /// `"while"` beside a group of steps does the same.
    #[errors("nothing ends it, and all that a choice may do is done")]
    while(
        /// What must hold for another round.
        condition: Required super::param_types::BOOL,
        /// The steps of a round.
        steps: Rest STEP,
    ) -> Type::Nothing;
    example "while($globals.n < 5, increment($globals.n, 2))", "$globals.n" => "6";
    example "while(count_cards('deck') > 1, move_top('deck', 'discard', 1), increment($globals.n))", "$globals.n" => "4";
    = Form Form::While;

    /// Lets a card do what its ability of this name says: `abilities` in its card set. A card without such an ability
    /// does nothing. What the ability sets off happens before the next step.
    perform(
        /// The card, which its ability reads as `$card`.
        card: Required CARD,
        /// The ability.
        ability: Required TEXT,
    ) -> Type::Nothing;
    example "perform(top_card(deck), 'grow')", "$globals.n" => "1";
    = Form Form::Perform;

    /// Whether a card has an ability of this name.
    #[reads(Faces)]
    can_perform(
        /// The card.
        card: Required CARD,
        /// The ability.
        ability: Required TEXT,
    ) -> Type::BOOL;
    example "can_perform(top_card(deck), 'grow')" => "true";
    = Form Form::CanPerform;

    /// Says that something has happened which the rules have a name for, so that triggers `on` `{ "emitted": "name" }`
    /// run after this step.
    emit(
        /// Its name: a text that stands in the rules.
        name: Required TEXT,
        /// The card that it happened to, `$event.card`.
        card: Optional CARD,
        /// What more triggers are to know of it, `$event.new`.
        value: Optional ANY,
    ) -> Type::Nothing;
    example "emit('gained', top_card(deck))", "$globals.n" => "0";
    = Step |e, args| {
        let card = match arg(args, 1) {
            Value::Nothing => None,
            value => Some(card(value)?),
        };
        if let Value::Str(name) = arg(args, 0) {
            raising::emitted(e, name, card, arg(args, 2));
        }
        Ok(Value::Nothing)
    };

    /// Of the triggers that wait at the same time, lets that come next which the owner of their cards has chosen.
    #[internal(compiler)]
    choose_trigger(
        /// The card, or what its trigger is called.
        chosen: Required ANY,
    ) -> Type::Nothing;
    example "choose_trigger(top_card(deck))", "$globals.n" => "0";
    = Step |e, args| {
        order::choose(e, arg(args, 0));
        Ok(Value::Nothing)
    };

    /// The name of the running state.
    current_state() -> Type::STRING;
    example "current_state()" => "play";
    = Query |r, _| Ok(Value::Str(r.program().state(r.world.scene.state).name));

    /// The state that has most votes of the running state's vote buttons. Among
    /// equals, and when nobody has voted, it is the one whose button is declared
    /// first. Nothing in a state without a vote.
    #[uses(Votes)]
    vote_result() -> Type::STRING;
    example "vote_result()" => "nothing";
    = Query |r, _| {
        let name = turns::vote_winner(r).map(|state| r.program().state(state).name);
        Ok(name.map_or(Value::Nothing, Value::Str))
    };

    /// Says something to the table. It stays to be read until the state ends;
    /// the same text said again replaces the earlier one.
    #[tells(Text { values: 2 })]
    message(
        /// The text; `{0}` to `{3}` stand for the values, and `{0|card|cards}` for a word that goes with how many they are.
        text: Required TEXT,
        /// Who reads it; everybody, spectators too, when it is left out or names
        /// all seats in play.
        to: Optional SEATS,
        /// The value shown for `{0}`.
        first: Optional ANY,
        /// The value shown for `{1}`.
        second: Optional ANY,
        /// The value shown for `{2}`.
        third: Optional ANY,
        /// The value shown for `{3}`.
        fourth: Optional ANY,
    ) -> Type::Nothing;
    example "message('{0} plays an eight', all, $player)", "current_state()" => "play";
    = Step message;

    /// Tells everybody something in the log. No table shows it.
    #[tells(Text { values: 1 })]
    log_message(
        /// The text; `{0}` to `{3}` stand for the values, and `{0|card|cards}` for a word that goes with how many they are.
        text: Required TEXT,
        /// The value shown for `{0}`.
        first: Optional ANY,
        /// The value shown for `{1}`.
        second: Optional ANY,
        /// The value shown for `{2}`.
        third: Optional ANY,
        /// The value shown for `{3}`.
        fourth: Optional ANY,
    ) -> Type::Nothing;
    example "log_message('{0} takes the trick', $player)", "current_state()" => "play";
    = Step |e, args| say_to_all(e, args, MessagePlace::Log);

    /// Adds a line to the summary of what is just over, such as a hand: who won it, and what it
    /// counted. Everybody reads it, and it stays to be read until the next summary, which the first
    /// line of a later choice begins.
    #[tells(Text { values: 1 })]
    summarise(
        /// The text; `{0}` to `{3}` stand for the values, and `{0|card|cards}` for a word that goes with how many they are.
        text: Required TEXT,
        /// The value shown for `{0}`.
        first: Optional ANY,
        /// The value shown for `{1}`.
        second: Optional ANY,
        /// The value shown for `{2}`.
        third: Optional ANY,
        /// The value shown for `{3}`.
        fourth: Optional ANY,
    ) -> Type::Nothing;
    example "summarise('{0} wins the hand: {1} points', $player, 7)", "current_state()" => "play";
    = Step |e, args| say_to_all(e, args, MessagePlace::Summary);
}

fn say_to_all(e: &mut Engine<'_>, args: &[Value], place: MessagePlace) -> Run<Value> {
    if let Some((text, tokens)) = said(e, args, 1)? {
        messages::say_at(e, place, text, tokens);
    }
    Ok(Value::Nothing)
}

/// A text and the values for its places, which begin at an argument; nothing where there is no text.
type Said = Option<(crate::ids::StrId, [Value; Text::MOST_TOKENS])>;

fn said(e: &mut Engine<'_>, args: &[Value], values: usize) -> Run<Said> {
    let text = match arg(args, 0) {
        Value::Str(text) => text,
        Value::Nothing => return Ok(None),
        found => {
            return Err(FaultKind::WrongKind {
                wanted: "a text",
                found,
            }
            .into());
        }
    };
    // A text that was put together is the only token of one that the ruleset has.
    let whole = match text.0 >= Strings::DYNAMIC {
        true => e.reader().program().strings.find("{0}"),
        false => None,
    };
    let tokens: [Value; Text::MOST_TOKENS] = std::array::from_fn(|at| arg(args, values + at));
    let Some(whole) = whole else {
        return Ok(Some((text, tokens)));
    };
    let words = tokens.map(|value| crate::vm::wording::kept_value(&e.reader(), value));
    let is_seat = |at: usize| matches!(tokens.get(at), Some(Value::Seat(_)));
    let filled = crate::text::fill(Language::OF_KEPT_TEXTS, &e.reader().text(text), &words, is_seat);
    let mut only = [Value::Nothing; Text::MOST_TOKENS];
    only[0] = e.reader().new_text(&filled)?;
    Ok(Some((whole, only)))
}

fn message(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let Some((text, tokens)) = said(e, args, 2)? else {
        return Ok(Value::Nothing);
    };
    let reader = e.reader();
    let audience = match given(args, 1) {
        None => Audience::ALL,
        Some(value) => {
            let seats = reader.seat_set(value)?;
            let all = reader.playing().minus(seats).is_empty();
            if all {
                Audience::ALL
            } else {
                Audience::seats(seats)
            }
        }
    };
    messages::say(e, audience, text, tokens);
    Ok(Value::Nothing)
}
