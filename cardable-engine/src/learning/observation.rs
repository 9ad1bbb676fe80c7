//! What a viewer knows of a game, as numbers.

use super::plain_datum;
use super::questions::{self, Questions};
use crate::decision::asked_at;
use crate::game::Game;
use crate::ids::{CardTypeId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::{DataDef, Domain, Order, Program, Values};
use crate::ruleset::{Ruleset, zone_def};
use crate::value::Type;
use crate::view::{CardSeen, DataOf, Datum, KnownCard, SceneSeen, View, ZoneSeen, card_of_item};
use std::collections::BTreeSet;
use std::sync::Arc;

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
/// | `question N, PLACE` | which question of the rules the viewer is asked, by its number and its place in the ruleset |
/// | `ZONE: cards`, `ZONE: unknown` | how many cards lie there, and of how many the viewer does not know which they are |
/// | `ZONE: CARD` | how many of this printed card he knows to lie there |
/// | `ZONE: a card (BACK)` | where a card set prints something on its backs: how many cards with this back he does not see there; `ZONE next: a card (BACK)`, whether one is drawn next |
/// | `ZONE next: CARD` | in zones with a fixed order, the card that is drawn next, if he knows it |
/// | `ZONE sum: DATA` | the sum of what he sees of an item of data on the cards there |
/// | `ZONE is DESIGNATION` | what the zone is designated |
/// | `DATA`, `DATA is known`, `DATA: VALUE` | an item of shared data, of a seat's (`DATA:SEAT`) or of a running state's: its number, whether he knows a value, and where the ruleset lists the values, or they are seats or cards, which one it is |
///
/// The number of an item that is none: 1 or 0 for a truth, how many there are for a list, else the number of the text,
/// seat, zone or deck plus 1. Of a card it is that of what is printed on it plus 1, if he knows the card, else 0; where it
/// lies is not told.
///
/// To observe into an older observation of such a game is faster than to make a new one.
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
#[derive(Clone, Debug)]
#[doc(alias = "features")]
#[doc(alias = "tensor")]
pub struct Observation {
    /// The numbers.
    pub values: Vec<f32>,
    memory: Memory,
}

/// Observations are equal whose numbers are.
impl PartialEq for Observation {
    fn eq(&self, other: &Observation) -> bool {
        self.values == other.values
    }
}

impl Observation {
    /// What a viewer knows.
    pub fn of(game: &Game, viewer: Viewer) -> Observation {
        let mut observation = Observation {
            values: Vec::new(),
            memory: Memory::of(game),
        };
        observation.observe(game, viewer);
        observation
    }

    /// What a viewer knows, into the memory of an older observation.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, Viewer, learning::Observation};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let mut seen = Observation::of(&game, Viewer::Spectator);
    /// while let Some(decision) = game.next_decision() {
    ///     let seat = decision.seat();
    ///     seen.observe(&game, Viewer::Seat(seat));
    ///     game.submit_nth(seat, 0)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe(&mut self, game: &Game, viewer: Viewer) {
        self.values.clear();
        if !Arc::ptr_eq(&self.memory.program, &game.table.program) {
            self.memory = Memory::of(game);
        }
        game.view_into(viewer, &mut self.memory.view);
        let seen = Seen::new(game, viewer, &self.memory);
        seen.write(&mut |_, value| self.values.push(value as f32));
    }

    /// What each of the numbers is, by a name of its own. It is the same for all games of a ruleset with as many seats.
    pub fn shape(game: &Game) -> Vec<String> {
        let mut memory = Memory::of(game);
        game.view_into(Viewer::Spectator, &mut memory.view);
        let mut names = Vec::new();
        Seen::new(game, Viewer::Spectator, &memory).write(&mut |name, _| names.push(name()));
        names
    }
}

/// What is worked out once for a ruleset, and the view that is filled each time.
#[derive(Clone, Debug)]
struct Memory {
    program: Arc<Program>,
    /// The printed cards of the decks.
    types: Arc<[CardTypeId]>,
    /// By printed card: its place among these, where it has one.
    places: Arc<[Option<u16>]>,
    /// The backs with something printed on them.
    backs: Arc<[u16]>,
    questions: Questions,
    view: View,
}

impl Memory {
    fn of(game: &Game) -> Memory {
        let program = &game.table.program;
        let decks = program.cards.decks.iter();
        let mut types: Vec<CardTypeId> = decks.flat_map(|deck| deck.cards.iter().copied()).collect();
        types.sort_unstable();
        types.dedup();
        let printed = types.iter().filter_map(|ty| {
            let back = program.cards.types.get(ty.index())?.back;
            program.cards.printed_on(back).map(|_| back)
        });
        let backs: BTreeSet<u16> = match program.cards.sets.iter().any(|set| set.back_shows.is_some()) {
            true => printed.collect(),
            false => BTreeSet::new(),
        };
        let all = 0..program.cards.types.len();
        let place = |ty| types.binary_search(&CardTypeId(ty as u16)).ok();
        Memory {
            places: all.map(|ty| place(ty).map(|at| at as u16)).collect(),
            backs: backs.into_iter().collect(),
            types: types.into(),
            questions: Questions::of(program),
            program: program.clone(),
            view: View::empty(Viewer::Spectator),
        }
    }
}

/// Takes an entry: what makes its name, and its value.
type Write<'w> = dyn FnMut(&dyn Fn() -> String, f64) + 'w;

/// All that observations are made of.
struct Seen<'g> {
    game: &'g Game,
    ruleset: Ruleset,
    viewer: Viewer,
    memory: &'g Memory,
    view: &'g View,
    /// By zone.
    known: Vec<KnownCard>,
    seats: u8,
    /// The question that the viewer is asked.
    question: Option<usize>,
}

impl<'g> Seen<'g> {
    fn new(game: &'g Game, viewer: Viewer, memory: &'g Memory) -> Seen<'g> {
        let decision = match viewer {
            Viewer::Seat(seat) => game.decision(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        };
        let asked_at = decision.and_then(|decision| asked_at(&decision));
        Seen {
            game,
            ruleset: game.ruleset(),
            viewer: memory.view.viewer,
            memory,
            view: &memory.view,
            known: game.knowledge(viewer).cards(),
            seats: game.seating().count() as u8,
            question: asked_at.and_then(|pc| memory.questions.number(pc)),
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
        for (at, pc) in self.memory.questions.sites().iter().enumerate() {
            let name = || questions::name(self.program(), at, *pc);
            write(&name, truth(self.question == Some(at)));
        }
        let mut counts = vec![0; self.memory.types.len()];
        for (zone, at) in self.view.zones.iter().zip(0..) {
            self.zone(ZoneId(at), zone, &mut counts, write);
        }
        self.data(
            DataOf::Game,
            &self.program().data.globals,
            &self.view.globals,
            &|name| name.to_owned(),
            write,
        );
        for seat in 0..self.seats {
            let data = self.view.seat_data.get(usize::from(seat));
            let data = data.map_or(&[][..], |data| data);
            self.data(
                DataOf::Seat(Seat(seat)),
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
            let of_scene = DataOf::Scene(scene.map_or(0, |scene| scene.scene));
            self.data(of_scene, defs, data, &|name| format!("{of}.{name}"), write);
        }
    }

    fn one_of_seats(&self, what: &str, is: &dyn Fn(Seat) -> bool, write: &mut Write<'_>) {
        for seat in 0..self.seats {
            write(&|| format!("{what}: {seat}"), truth(is(Seat(seat))));
        }
    }

    /// What lies in a zone. The counts are memory for as many numbers as there are printed cards.
    fn zone(&self, zone: ZoneId, seen: &ZoneSeen, counts: &mut [u32], write: &mut Write<'_>) {
        let name = || super::zone_name(&self.ruleset, zone);
        counts.fill(0);
        let mut count = |card: CardTypeId| {
            let place = self.memory.places.get(card.index()).copied().flatten();
            if let Some(count) = place.and_then(|place| counts.get_mut(usize::from(place))) {
                *count += 1;
            }
        };
        let mut identified = 0;
        for card in &seen.cards {
            if let CardSeen::Face(card) = card {
                identified += 1;
                count(*card);
            }
        }
        for known in self.known_in(zone) {
            identified += 1;
            count(known.card);
        }
        let unknown = seen.cards.len().saturating_sub(identified);
        write(&|| format!("{}: cards", name()), seen.cards.len() as f64);
        write(&|| format!("{}: unknown", name()), unknown as f64);
        for (ty, count) in self.memory.types.iter().zip(&*counts) {
            write(&|| format!("{}: {}", name(), self.card(*ty)), f64::from(*count));
        }
        for back in &*self.memory.backs {
            let hidden = seen.cards.iter().filter(|card| **card == CardSeen::Back(*back));
            let count = hidden.count() as f64;
            write(
                &|| format!("{}: {}", name(), self.ruleset.own_words().back_name(*back)),
                count,
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
            let seen_next = seen.cards.get(next).filter(|_| seen.ordered);
            for back in &*self.memory.backs {
                write(
                    &|| format!("{} next: {}", name(), self.ruleset.own_words().back_name(*back)),
                    truth(seen_next == Some(&CardSeen::Back(*back))),
                );
            }
            let next = self.card_at(zone, seen, next);
            for ty in &*self.memory.types {
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
                let there = |known: &&KnownCard| known.place.map(usize::from) == Some(place);
                self.known_in(zone).iter().find(there).map(|known| known.card)
            }
        }
    }

    /// The cards of a zone that he knows without seeing their faces.
    fn known_in(&self, zone: ZoneId) -> &[KnownCard] {
        let first = self.known.partition_point(|known| known.zone < zone);
        let after = self.known.partition_point(|known| known.zone <= zone);
        self.known.get(first..after).unwrap_or_default()
    }

    fn card(&self, card: CardTypeId) -> String {
        self.ruleset.own_words().card_name(card).unwrap_or_default()
    }

    fn data(
        &self,
        of: DataOf,
        defs: &[DataDef],
        data: &[Datum],
        name: &dyn Fn(&str) -> String,
        write: &mut Write<'_>,
    ) {
        for (at, def) in defs.iter().enumerate() {
            let datum = data.get(at).unwrap_or(&Datum::Nothing);
            let card = match datum {
                Datum::Card => self.card_of_item(of, at),
                _ => None,
            };
            let name = || name(self.program().str(def.name));
            write(
                &name,
                card.map_or_else(|| number(datum), |card| f64::from(card.0) + 1.0),
            );
            let is_known = !matches!(datum, Datum::Nothing | Datum::Hidden);
            write(&|| format!("{} is known", name()), truth(is_known));
            match listed(&def.domain) {
                Listed::Values(values) => {
                    for value in self.program().constants.items(values) {
                        let datum_of = plain_datum(*value);
                        let text = || self.ruleset.own_words().datum_text(&datum_of);
                        write(&|| format!("{}: {}", name(), text()), truth(*datum == datum_of));
                    }
                }
                Listed::Seats => {
                    let is = |seat| *datum == Datum::Seat(seat);
                    self.one_of_seats(&name(), &is, write);
                }
                Listed::Nothing if def.ty == Type::CARD => {
                    for ty in &*self.memory.types {
                        write(
                            &|| format!("{}: {}", name(), self.card(*ty)),
                            truth(card == Some(*ty)),
                        );
                    }
                }
                Listed::Nothing => {}
            }
        }
    }

    /// The card that an item of data is, if the viewer knows it.
    fn card_of_item(&self, of: DataOf, at: usize) -> Option<CardTypeId> {
        card_of_item(&self.game.table, &self.game.world, self.viewer, of, at as u16)
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
