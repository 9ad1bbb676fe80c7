//! Tricks: where they are played, who must follow suit, and who takes them.

use super::TablesReader;
use super::actions;
use super::actions::{Action, Pick};
use super::fields::{self, Game, TricksPlayed, Zone};
use super::moves::Here;
use crate::expr::Bindings;
use crate::format::shapes::NameOr;
use crate::hir::{NodeId, Scope};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Text;
use crate::text::source::Span;
use cardable_engine::program::{
    DataDef, Lies, Order, Part, PickFrom, PickWhat, Triggers, Visibility, Who, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// Where tricks are played, and how.
pub(super) struct Tricks {
    span: Span,
    play: ZoneName,
    from: u16,
    scoring: u16,
    follow: bool,
    winner_takes: bool,
    trump: Trump,
}

/// What beats the other suits, beside the trumps of the decks.
enum Trump {
    None,
    Suit(String),
    /// The set of the game's designations that names it.
    Marked(String),
}

struct TrickZone {
    /// What it is called when it does not say so itself.
    name: &'static str,
    /// The zone that is taken where none is named and none is called so.
    usual: Option<&'static str>,
    label: &'static str,
    of_seat: bool,
}

const PLAY: TrickZone = TrickZone {
    name: "trick_play",
    usual: None,
    label: "Trick",
    of_seat: false,
};

const FROM: TrickZone = TrickZone {
    name: "trick_play_from",
    usual: Some("hand"),
    label: "Hand",
    of_seat: true,
};

const SCORING: TrickZone = TrickZone {
    name: "trick_scoring",
    usual: None,
    label: "Tricks won",
    of_seat: true,
};

/// When a player has acted.
const AFTER: Triggers = Triggers {
    entry: false,
    turn: false,
    action: true,
    round: false,
    step: false,
};

/// When a player's turn begins.
const ON_TURN: Triggers = Triggers {
    entry: false,
    turn: true,
    action: false,
    round: false,
    step: false,
};

/// The data in which it is kept which card a seat has played to the trick.
const PLAYED: &str = "played";

/// Declares the zones of tricks that are not there yet.
pub(super) fn tricks<'a>(reader: &mut TablesReader<'a>, game: Game<'a>) -> Option<Tricks> {
    let written = game.tricks()?;
    let span = written.span();
    let fields = match written.value {
        Some(TricksPlayed::Flag(false)) | None => return None,
        Some(TricksPlayed::Flag(true)) => None,
        Some(TricksPlayed::Tricks(tricks)) => Some(tricks),
    };
    let play = fields.and_then(fields::Tricks::trick_play);
    let play = trick_zone(reader, play, span, &PLAY)?;
    let from = fields.and_then(fields::Tricks::trick_play_from);
    let from = trick_zone(reader, from, span, &FROM);
    let scoring = fields.and_then(fields::Tricks::trick_scoring);
    let scoring = trick_zone(reader, scoring, span, &SCORING);
    let (Some(ZoneName::Seat(from)), Some(ZoneName::Seat(scoring))) = (from, scoring) else {
        return None;
    };
    if reader.def(play).order == Order::Shuffled {
        let span = reader
            .zones
            .iter()
            .find(|z| z.place == play)
            .map_or(span, |z| z.span);
        reader.b.error(
            Problem::NotAChoice,
            span,
            "tricks cannot be played to a zone that is shuffled: nobody could tell who led",
            "write `\"order\": \"fixed-fifo\"`".to_owned(),
        );
    }
    for zone in reader.zones.iter_mut().filter(|z| z.place == play) {
        zone.apart = true;
    }
    let follow = fields.and_then(fields::Tricks::follow_suit).unwrap_or(false);
    let trump = match fields.and_then(fields::Tricks::trump) {
        Some(name) => read_trump(reader, game, name),
        None => Trump::None,
    };
    let winner_takes = fields.and_then(fields::Tricks::winner_takes).unwrap_or(follow);
    let name = reader.b.intern(PLAYED);
    reader
        .b
        .hir
        .seat_data
        .push(DataDef::open(name, Type::CARD, Value::Nothing));
    Some(Tricks {
        span,
        play,
        from,
        scoring,
        follow,
        winner_takes,
        trump,
    })
}

fn read_trump(reader: &mut TablesReader<'_>, game: Game<'_>, name: Text<'_>) -> Trump {
    let mut sets = game.designations().iter();
    if sets.any(|set| set.name().is_some_and(|called| *called == *name)) {
        return Trump::Marked(name.to_string());
    }
    let suits = reader.b.hir.cards.types.iter().filter_map(|ty| ty.suit);
    let known: Vec<String> = reader
        .b
        .hir
        .names_of(suits)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let known = super::decks::once(known);
    if !known.iter().any(|suit| *suit == *name) {
        reader.unknown(
            Problem::UnknownSuit,
            name.span(),
            "suit, or set of designations,",
            &name,
            &known,
        );
    }
    Trump::Suit(name.to_string())
}

/// A zone of tricks: one that is named, one that is written here, or one that is made.
fn trick_zone<'a>(
    reader: &mut TablesReader<'a>,
    written: Option<NameOr<'a, Zone<'a>>>,
    span: Span,
    part: &TrickZone,
) -> Option<ZoneName> {
    let of_seat = part.of_seat;
    let find = |reader: &TablesReader<'_>, name: &str| {
        if of_seat {
            reader.b.hir.seat_zone_named(name).map(ZoneName::Seat)
        } else {
            reader.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0))
        }
    };
    match written {
        Some(NameOr::Itself(zone)) => return reader.zone(zone, of_seat, Some(part.name)),
        Some(NameOr::Name(name)) => {
            let found = find(reader, &name);
            if found.is_none() {
                let zones = if of_seat {
                    &reader.b.hir.zones.seat
                } else {
                    &reader.b.hir.zones.shared
                };
                let known = reader.b.hir.names_of(zones.iter().map(|z| z.name));
                let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
                let what = if of_seat { "player zone" } else { "shared zone" };
                reader.unknown(Problem::UnknownZone, name.span(), what, &name, &known);
            }
            return found;
        }
        None => {}
    }
    let usual = part.usual.and_then(|name| find(reader, name));
    if let Some(found) = find(reader, part.name).or(usual) {
        return Some(found);
    }
    Some(made_zone(reader, span, part))
}

/// A zone that tricks need and the game does not declare.
fn made_zone(reader: &mut TablesReader<'_>, span: Span, part: &TrickZone) -> ZoneName {
    let of_seat = part.of_seat;
    let mut def = reader.b.default_zone(part.name, of_seat);
    def.declared = true;
    let who = if of_seat { Who::OWNER } else { Who::ALL };
    def.visible = Visibility { who, part: Part::All };
    def.control = who;
    def.order = if of_seat { Order::Any } else { Order::FixedFifo };
    def.lies = if of_seat { Lies::Down } else { Lies::Up };
    def.size.initial = Some(0);
    def.decks = (0..reader.b.hir.cards.decks.len())
        .map(|at| cardable_engine::ids::DeckId(at as u16))
        .collect();
    def.layout.label = Some(reader.b.intern(part.label));
    let place = reader.b.add_zone(def, of_seat);
    reader.zones.push(super::zones::Zone {
        fields: None,
        span,
        label: part.label.to_owned(),
        place,
        flips: false,
        apart: false,
        own_marks: 0,
        mirrors: Vec::new(),
    });
    place
}

/// What expressions about tricks name: the `trick`, each seat's card in it (`played`), the zones that it plays
/// from (`source`) and takes tricks into (`won`).
fn names(reader: &mut TablesReader<'_>, tricks: &Tricks) -> Bindings {
    let played = reader.b.intern(PLAYED);
    let played = reader.b.hir.seat_data.iter().position(|d| d.name == played);
    Bindings::at(tricks.span)
        .with("trick", reader.zone_node(tricks.play, tricks.span))
        .with_seat_data("played", played.unwrap_or(0) as u16)
        .with_seat_zone("source", tricks.from)
        .with_seat_zone("won", tricks.scoring)
}

/// Playing to tricks and taking them.
pub(super) fn play_tricks(reader: &mut TablesReader<'_>, here: Here, tricks: &Tricks, turns: bool) {
    play_to_trick(reader, here, tricks, turns);
    if tricks.winner_takes {
        winner_takes(reader, here, tricks, turns);
    } else {
        take_trick(reader, here, tricks, turns);
    }
}

fn play_to_trick(reader: &mut TablesReader<'_>, here: Here, tricks: &Tricks, turns: bool) {
    let (span, names) = (tricks.span, names(reader, tricks));
    let mut action = reader.action(here.state, "play to the trick", "Play to the trick", span);
    action.phrase = Some("{player} plays {cards}".to_owned());
    action.ends_turn = turns;
    let why = "you have played to this trick already".to_owned();
    action.require(reader.b, &names, "$player.played == nothing", why);
    let why = if tricks.follow {
        "follow suit if you can"
    } else {
        "only a card that you may play"
    };
    let mut pick = Pick::new(PickWhat::Card, vec![PickFrom::OwnZone(tricks.from)], why);
    if tricks.follow {
        let scope = actions::candidates(&action, Kind::Card);
        let follows = "follows_suit($card, $player.source, trick, 'follows')";
        pick.legal.push(names.value(reader.b, &scope, follows));
    }
    let picked = actions::picking(reader, &mut action, pick);
    let names = names.with("picked", picked);
    let steps = "[place_card(picked, trick, false), set($player.played, picked)]";
    action.perform(reader.b, &names, steps);
    reader.add(action);
}

/// Every seat that still has cards to play has played one: who has none is not waited for.
const FULL: &str = "count_cards(trick) > 0 \
                    && all(all_players, seat => seat.played != nothing || is_empty(seat.source))";

/// The seat on turn has played to the trick before: the turn has come round, and who ended it without playing
/// sits out.
const COME_ROUND: &str = "$player.played != nothing";

/// The highest card wins: who played it takes the trick and leads to the next one.
fn winner_takes(reader: &mut TablesReader<'_>, here: Here, tricks: &Tricks, turns: bool) {
    let (span, names) = (tricks.span, names(reader, tricks));
    let mut action = reader.action(here.state, "trick taken", "Trick taken", span);
    action.on = Some(AFTER);
    action.require(reader.b, &names, FULL, String::new());
    let leads = if turns { "set_next_player($player)" } else { "[]" };
    take_by_winner(reader, action, tricks, leads);
    if turns {
        let mut action = reader.action(here.state, "trick taken by turns", "Trick taken", span);
        action.on = Some(ON_TURN);
        action.require(reader.b, &names, COME_ROUND, String::new());
        take_by_winner(reader, action, tricks, "give_turn($player)");
    }
}

/// The winner's cards and lead, by the step that makes a seat lead.
fn take_by_winner(reader: &mut TablesReader<'_>, mut action: Action, tricks: &Tricks, leads: &str) {
    let trump = trump_now(reader, &action.scope, tricks);
    let names = names(reader, tricks).with("trump", trump);
    action.declare("winner", Type::CARD);
    let winner = "set($action.winner, trick_winner(trick, trump, 'order', 'follows'))";
    action.perform(reader.b, &names, winner);
    let take = format!(
        "[if($player.played == $action.winner, [move_all(trick, $player.won), {leads}]), \
          set($player.played, nothing)]"
    );
    action.perform_for_everyone(reader.b, &names, &take);
    reader.add(action);
}

/// Players take tricks themselves.
fn take_trick(reader: &mut TablesReader<'_>, here: Here, tricks: &Tricks, turns: bool) {
    let (span, names) = (tricks.span, names(reader, tricks));
    let mut action = reader.action(here.state, "take the trick", "Take the trick", span);
    action.phrase = Some("{player} takes the trick: {cards}".to_owned());
    let full = if turns {
        format!("{FULL} || {COME_ROUND}")
    } else {
        FULL.to_owned()
    };
    let why = "not everybody has played to it yet".to_owned();
    action.require(reader.b, &names, &full, why);
    action.perform(reader.b, &names, "move_all(trick, $player.won)");
    action.perform_for_everyone(reader.b, &names, "set($player.played, nothing)");
    reader.add(action);
}

/// The suits that beat the others now: the one that is named or marked, and above it the trumps
/// of the decks.
fn trump_now(reader: &mut TablesReader<'_>, scope: &Scope, tricks: &Tricks) -> NodeId {
    let span = tricks.span;
    let always = reader.b.text(super::decks::TRUMPS, span);
    let suit = match &tricks.trump {
        Trump::None => return always,
        Trump::Suit(suit) => reader.b.text(suit, span),
        Trump::Marked(set) => {
            let mut now = reader.b.constant(Value::Nothing, span);
            let values: Vec<String> = {
                let sets = reader.game_marks.iter().filter(|marks| marks.name == *set);
                sets.flat_map(|marks| marks.values.clone()).collect()
            };
            let Some(game) = reader.game_zone else {
                return always;
            };
            let game = reader.zone_node(game, span);
            for value in values {
                let name = reader.b.text(&value, span);
                let names = Bindings::at(span).with("game", game).with("name", name);
                let names = names.with("otherwise", now);
                now = names.value(reader.b, scope, "if(is_designated(game, name), name, otherwise)");
            }
            now
        }
    };
    reader.b.list(vec![suit, always], span)
}
