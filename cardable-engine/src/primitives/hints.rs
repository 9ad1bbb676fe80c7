//! Hints for clients: what they are to do with what only they keep. No rule reads
//! it again, and a save or a replay is the same without.

use super::args::{arg, count, given};
use super::macros::primitives;
use super::param_types::{ANY, COUNT, SEATS, TEXT};
use crate::event::{Event, Hint};
use crate::fault::Run;
use crate::ids::Audience;
use crate::value::{Type, Value};
use crate::vm::engine::Engine;
use crate::world::sight;

primitives! {
    family Hints;

    /// Lets a client mark cards or zones as selected.
    #[tells(Hint)]
    select(
        /// The cards or zones: one, or a list.
        things: Required ANY,
        /// Whose clients; the acting seat's when it is left out, everybody's when
        /// it names all seats in play.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "select($player.hand)", "count_cards($player.hand)" => "3";
    = Step |e, args| mark(e, args, Hint::Select);

    /// Lets a client take the mark off cards or zones.
    #[tells(Hint)]
    deselect(
        /// The cards or zones: one, or a list.
        things: Required ANY,
        /// Whose clients; see `select`.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "deselect(top_card($player.hand), all)", "count_cards($player.hand)" => "3";
    = Step |e, args| mark(e, args, Hint::Deselect);

    /// Lets a client mark cards or zones as selected, or take the mark off where
    /// it is.
    #[tells(Hint)]
    toggle_selection(
        /// The cards or zones: one, or a list.
        things: Required ANY,
        /// Whose clients; see `select`.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "toggle_selection(cards_of($player.hand))", "count_cards($player.hand)" => "3";
    = Step |e, args| mark(e, args, Hint::Toggle);

    /// Lets a client show a part of its interface.
    #[tells(Hint)]
    show_interface(
        /// What the client calls it.
        part: Required TEXT,
        /// Whose clients; see `select`.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "show_interface('suits')", "current_state()" => "play";
    = Step |e, args| say(e, Hint::ShowPart, arg(args, 0), args);

    /// Lets a client hide a part of its interface.
    #[tells(Hint)]
    hide_interface(
        /// What the client calls it.
        part: Required TEXT,
        /// Whose clients; see `select`.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "hide_interface('suits', all)", "current_state()" => "play";
    = Step |e, args| say(e, Hint::HidePart, arg(args, 0), args);

    /// Lets clients show nothing further for a while. The game itself does not
    /// wait.
    #[tells(Hint)]
    #[errors("a number below 0 or above 65,535")]
    wait(
        /// How long, in milliseconds.
        milliseconds: Required COUNT,
        /// Whose clients; see `select`.
        to: Optional SEATS,
    ) -> Type::Nothing;
    example "wait(500)", "current_state()" => "play";
    = Step |e, args| {
        let time = count(args, 0, "number of milliseconds")?;
        say(e, Hint::Wait, Value::Int(time as i64), args)
    };
}

/// Who is told: the acting seat, or those that the second argument names.
fn audience(e: &Engine<'_>, args: &[Value]) -> Run<Audience> {
    let reader = e.reader();
    let Some(to) = given(args, 1) else {
        return Ok(e.player.map_or(Audience::ALL, Audience::one));
    };
    let seats = reader.seat_set(to)?;
    let all = reader.playing().minus(seats).is_empty();
    Ok(if all {
        Audience::ALL
    } else {
        Audience::seats(seats)
    })
}

fn say(e: &mut Engine<'_>, hint: Hint, value: Value, args: &[Value]) -> Run<Value> {
    let audience = audience(e, args)?;
    e.spend(1)?;
    e.emit(Event::Hint {
        audience,
        hint,
        card: None,
        value,
    });
    Ok(Value::Nothing)
}

fn mark(e: &mut Engine<'_>, args: &[Value], hint: Hint) -> Run<Value> {
    let audience = audience(e, args)?;
    let reader = e.reader();
    for thing in super::args::items(&reader, arg(args, 0))? {
        e.spend(1)?;
        let (card, value) = match thing {
            Value::Nothing => continue,
            Value::Card(card) => {
                let zone = e.world.zone_of(e.table, card);
                let at = e.world.place_of(e.table, card);
                (
                    Some(sight::spot(e.world, e.table, card, zone, at)),
                    Value::Nothing,
                )
            }
            other => (None, Value::Zone(crate::vm::kinds::zone(other)?)),
        };
        e.emit(Event::Hint {
            audience,
            hint,
            card,
            value,
        });
    }
    Ok(Value::Nothing)
}
