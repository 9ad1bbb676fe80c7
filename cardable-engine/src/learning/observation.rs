//! What a viewer knows of a game, as numbers.

use crate::game::Game;
use crate::ids::{CardTypeId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::{DataDef, Domain, Order, Program, Values};
use crate::ruleset::{Ruleset, zone_def};
use crate::value::Value;
use crate::view::{CardSeen, Datum, KnownCard, SceneSeen, View, ZoneSeen};

/// What a viewer knows of a game, as numbers in a fixed order. It is made of his view and of the cards that he has
/// followed, and of nothing else: in two games that he cannot tell apart it is the same.
///
/// How many numbers there are and what they mean depends on the ruleset and the number of seats alone;
/// [`Observation::shape`] names them. In this order they are:
///
/// | entries | values |
/// |---|---|
/// | `to decide`, `over` | 1 where it is so, else 0, as in all entries of yes or no |
/// | `viewer: SEAT` | which seat observes |
/// | `state: STATE` | the states that are running |
/// | `turn: SEAT`, `acted: SEAT`, `passed: SEAT`, `asked: SEAT`, `out: SEAT` | who is on turn, has acted already, has passed, is asked a question, is out |
/// | `direction` | 1 where play goes round by growing seat numbers, else -1 |
/// | `ZONE: cards`, `ZONE: unknown` | how many cards lie there, and of how many the viewer does not know which they are |
/// | `ZONE: CARD` | how many of this printed card he knows to lie there |
/// | `ZONE next: CARD` | in zones with a fixed order, the card that is drawn next, if he knows it |
/// | `ZONE sum: DATA` | the sum of what he sees of an item of data on the cards there |
/// | `ZONE is DESIGNATION` | what the zone is designated |
/// | `DATA`, `DATA is known`, `DATA: VALUE` | an item of shared data, of a seat's (`DATA:SEAT`) or of a running state's: its number, whether he knows a value, and where the ruleset lists the values, or they are seats, which one it is |
///
/// The number of an item that is none: 1 or 0 for a truth, how many there are for a list, else the number of the text,
/// seat, zone or deck plus 1.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer, learning::Observation};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let (shape, seen) = (Observation::shape(&game), Observation::of(&game, Viewer::Seat(Seat(0))));
/// assert_eq!(shape.len(), seen.values.len());
/// let at = shape.iter().position(|name| name == "deck: cards").ok_or("there is a deck")?;
/// assert_eq!(seen.values[at], 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[doc(alias = "features")]
#[doc(alias = "tensor")]
pub struct Observation {
    /// The numbers.
    pub values: Vec<f32>,
}

impl Observation {
    /// What a viewer knows.
    pub fn of(game: &Game, viewer: Viewer) -> Observation {
        let mut observation = Observation { values: Vec::new() };
        observation.observe(game, viewer);
        observation
    }

    /// What a viewer knows, into the memory of an older observation.
    pub fn observe(&mut self, game: &Game, viewer: Viewer) {
        self.values.clear();
        let seen = Seen::new(game, viewer);
        seen.write(&mut |_, value| self.values.push(value as f32));
    }

    /// What each of the numbers is, by a name of its own. It is the same for all games of a ruleset with as many seats.
    pub fn shape(game: &Game) -> Vec<String> {
        let mut names = Vec::new();
        Seen::new(game, Viewer::Spectator).write(&mut |name, _| names.push(name()));
        names
    }
}

/// Takes an entry: what makes its name, and its value.
type Write<'w> = dyn FnMut(&dyn Fn() -> String, f64) + 'w;

/// All that observations are made of.
struct Seen {
    ruleset: Ruleset,
    view: View,
    known: Vec<KnownCard>,
    seats: u8,
    /// The printed cards of the decks.
    types: Vec<CardTypeId>,
}

impl Seen {
    fn new(game: &Game, viewer: Viewer) -> Seen {
        let ruleset = game.ruleset();
        let decks = ruleset.program.cards.decks.iter();
        let mut types: Vec<CardTypeId> = decks.flat_map(|deck| deck.cards.iter().copied()).collect();
        types.sort_unstable();
        types.dedup();
        let knowledge = game.knowledge(viewer);
        Seen {
            view: game.view(viewer),
            known: knowledge.cards(),
            seats: game.seating().count() as u8,
            types,
            ruleset,
        }
    }

    fn program(&self) -> &Program {
        &self.ruleset.program
    }

    fn write(&self, write: &mut Write<'_>) {
        let status = &self.view.status;
        write(&|| "to decide".to_owned(), truth(status.to_decide));
        write(&|| "over".to_owned(), truth(status.result.is_some()));
        self.one_of_seats("viewer", &|seat| self.view.viewer == Viewer::Seat(seat), write);
        for (state, name, _) in self.ruleset.states() {
            let runs = status.scenes.iter().any(|scene| scene.state == state);
            write(&|| format!("state: {name}"), truth(runs));
        }
        let any = |of: &dyn Fn(&SceneSeen) -> bool| status.scenes.iter().any(of);
        let in_any = |of: fn(&SceneSeen) -> SeatSet| move |seat: Seat| any(&|scene| of(scene).contains(seat));
        self.one_of_seats("turn", &|seat| any(&|scene| scene.turn == Some(seat)), write);
        self.one_of_seats("acted", &in_any(|scene| scene.acted), write);
        self.one_of_seats("passed", &in_any(|scene| scene.passed), write);
        self.one_of_seats("asked", &|seat| status.asked.contains(seat), write);
        self.one_of_seats("out", &|seat| status.dismissed.contains(seat), write);
        write(&|| "direction".to_owned(), status.direction.into());
        for (zone, at) in self.view.zones.iter().zip(0..) {
            self.zone(ZoneId(at), zone, write);
        }
        self.data(
            &self.program().data.globals,
            &self.view.globals,
            &|name| name.to_owned(),
            write,
        );
        for seat in 0..self.seats {
            let data = self.view.seat_data.get(usize::from(seat));
            let data = data.map_or(&[][..], |data| data);
            self.data(
                &self.program().data.seat,
                data,
                &|name| format!("{name}:{seat}"),
                write,
            );
        }
        for (state, of, _) in self.ruleset.states() {
            let scene = status.scenes.iter().find(|scene| scene.state == state);
            let data = scene.map_or(&[][..], |scene| &scene.data);
            let defs = &self.program().state(state).data;
            self.data(defs, data, &|name| format!("{of}.{name}"), write);
        }
    }

    fn one_of_seats(&self, what: &str, is: &dyn Fn(Seat) -> bool, write: &mut Write<'_>) {
        for seat in 0..self.seats {
            write(&|| format!("{what}: {seat}"), truth(is(Seat(seat))));
        }
    }

    fn zone(&self, zone: ZoneId, seen: &ZoneSeen, write: &mut Write<'_>) {
        let name = || match self.ruleset.zone_name(zone) {
            Some((name, owner)) => {
                // Copies of a zone have one name.
                let copy = zone_def(self.program(), zone).map_or(0, |def| def.copy);
                let copy = if copy == 0 {
                    String::new()
                } else {
                    format!("#{copy}")
                };
                let owner = owner.map_or_else(String::new, |seat| format!(":{}", seat.0));
                format!("{name}{copy}{owner}")
            }
            None => String::new(),
        };
        let followed = || self.known.iter().filter(|known| known.zone == zone);
        let faces = seen
            .cards
            .iter()
            .filter(|card| matches!(card, CardSeen::Face(_)))
            .count();
        let unknown = seen.cards.len().saturating_sub(faces + followed().count());
        write(&|| format!("{}: cards", name()), seen.cards.len() as f64);
        write(&|| format!("{}: unknown", name()), unknown as f64);
        for ty in &self.types {
            let faces = seen
                .cards
                .iter()
                .filter(|card| **card == CardSeen::Face(*ty))
                .count();
            let followed = followed().filter(|known| known.card == *ty).count();
            write(
                &|| format!("{}: {}", name(), self.card(*ty)),
                (faces + followed) as f64,
            );
        }
        for (item, data) in (0..).zip(&self.program().data.card) {
            let here = self.view.status.cards.iter();
            let here = here.filter(|datum| datum.zone == zone && datum.item == item);
            let sum: f64 = here.map(|datum| number(&datum.value)).sum();
            write(
                &|| format!("{} sum: {}", name(), self.program().str(data.def.name)),
                sum,
            );
        }
        let Some(def) = zone_def(self.program(), zone) else {
            return;
        };
        let next = match def.order {
            Order::FixedFifo => Some(0),
            Order::FixedLifo => Some(seen.cards.len().saturating_sub(1)),
            Order::Shuffled | Order::Any => None,
        };
        if let Some(next) = next {
            let next = self.card_at(zone, seen, next);
            for ty in &self.types {
                write(
                    &|| format!("{} next: {}", name(), self.card(*ty)),
                    truth(next == Some(*ty)),
                );
            }
        }
        for (designation, label) in self.ruleset.designations(zone) {
            write(
                &|| format!("{} is {label}", name()),
                truth(seen.bears(designation)),
            );
        }
    }

    /// The card at a place of a zone, if the viewer can tell places and knows it.
    fn card_at(&self, zone: ZoneId, seen: &ZoneSeen, place: usize) -> Option<CardTypeId> {
        match seen.cards.get(place).filter(|_| seen.ordered)? {
            CardSeen::Face(ty) => Some(*ty),
            CardSeen::Back(_) => {
                let there =
                    |known: &&KnownCard| known.zone == zone && known.place.map(usize::from) == Some(place);
                self.known.iter().find(there).map(|known| known.card)
            }
        }
    }

    fn card(&self, card: CardTypeId) -> String {
        self.ruleset.words().card_name(card).unwrap_or_default()
    }

    fn data(&self, defs: &[DataDef], data: &[Datum], name: &dyn Fn(&str) -> String, write: &mut Write<'_>) {
        for (at, def) in defs.iter().enumerate() {
            let datum = data.get(at).unwrap_or(&Datum::Nothing);
            let name = || name(self.program().str(def.name));
            write(&name, number(datum));
            let is_known = !matches!(datum, Datum::Nothing | Datum::Hidden);
            write(&|| format!("{} is known", name()), truth(is_known));
            match listed(&def.domain) {
                Listed::Values(values) => {
                    for value in self.program().constants.items(values) {
                        let datum_of = plain(*value);
                        let text = || self.ruleset.words().datum_text(&datum_of);
                        write(&|| format!("{}: {}", name(), text()), truth(*datum == datum_of));
                    }
                }
                Listed::Seats => {
                    let is = |seat| *datum == Datum::Seat(seat);
                    self.one_of_seats(&name(), &is, write);
                }
                Listed::Nothing => {}
            }
        }
    }
}

/// The values that an item of data may have, where they are listed.
enum Listed {
    Values(crate::ids::ListId),
    Seats,
    Nothing,
}

fn listed(domain: &Domain) -> Listed {
    match domain {
        Domain::Values(Values::OneOf(values)) => Listed::Values(*values),
        Domain::Seats | Domain::OtherSeats => Listed::Seats,
        Domain::OrNothing(inner) => listed(inner),
        Domain::Unknown
        | Domain::Values(Values::Range(..))
        | Domain::Cards
        | Domain::CardsIn(_)
        | Domain::CardsOf(_)
        | Domain::Zones(_)
        | Domain::List(_) => Listed::Nothing,
    }
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn number(datum: &Datum) -> f64 {
    match datum {
        Datum::Nothing | Datum::Hidden | Datum::Written(_) | Datum::Card | Datum::CardAt { .. } => 0.0,
        Datum::Bool(holds) => truth(*holds),
        Datum::Int(n) => *n as f64,
        Datum::Float(n) => *n,
        Datum::Text(text) => f64::from(text.0) + 1.0,
        Datum::Seat(seat) => f64::from(seat.0) + 1.0,
        Datum::Zone(zone) => f64::from(zone.0) + 1.0,
        Datum::Deck(deck) => f64::from(deck.0) + 1.0,
        Datum::List(items) => items.len() as f64,
    }
}

/// A value that a ruleset writes out, as views show it.
fn plain(value: Value) -> Datum {
    match value {
        Value::Bool(holds) => Datum::Bool(holds),
        Value::Int(n) => Datum::Int(n),
        Value::Float(n) => Datum::Float(n),
        Value::Str(text) => Datum::Text(text),
        Value::Seat(seat) => Datum::Seat(seat),
        Value::Zone(zone) => Datum::Zone(zone),
        Value::Deck(deck) => Datum::Deck(deck),
        Value::Nothing | Value::Card(_) | Value::List(_) => Datum::Nothing,
    }
}
