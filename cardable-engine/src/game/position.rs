//! Games that are set up in the middle, not played to.

use super::given::{Given, Item, set};
use super::start::ready;
use crate::error::PositionError;
use crate::fault::{FaultReport, Run};
use crate::game::Game;
use crate::ids::{Audience, CardId, CardTypeId, Seat, SeatSet, StateId, ZoneId};
use crate::play::legal::list_legal;
use crate::play::legal_set::LegalSet;
use crate::play::{computed, marks, raising, run, setup, turns, visibility};
use crate::ruleset::Ruleset;
use crate::setup::{Seed, Setup};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::scene::Layer;
use crate::world::table::Table;
use crate::world::{heap, members};

/// A game as it is to be set up: for tests of rules, puzzles and lessons.
///
/// ```
/// use cardable_core::ids::CardTypeId;
/// use cardable_core::setup::{Given, Item, Known, Laid, Position};
/// use cardable_core::{Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let hand = ruleset.seat_zone("hand", Seat(1)).ok_or("there are hands")?;
/// let position = Position {
///     turn: Some(Seat(1)),
///     zones: vec![Laid::open(hand, [CardTypeId(0)])],
///     data: vec![(Item::Seat(Seat(1), 0), Given::Int(3))],
///     knows: vec![Known { zone: hand, card: CardTypeId(0), by: [Seat(0)].into_iter().collect() }],
///     ..Position::default()
/// };
/// let game = position.set_up(&ruleset, &Setup::seats(2), Seed::from(1))?;
/// assert_eq!(game.decision(Seat(1)).map(|decision| decision.seat()), Some(Seat(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Position {
    /// The state that runs; None is the first one.
    pub state: Option<StateId>,
    /// Whether the state is only just entered: its automatic actions run, and the game goes on to the next decision.
    /// Otherwise nothing runs before the first choice.
    pub enters: bool,
    /// Whose turn it is. None leaves that to the state.
    pub turn: Option<Seat>,
    /// The teams that the rules have formed; seats that are in none play alone. Empty where they have formed none.
    pub teams: Vec<SeatSet>,
    /// What lies in zones. Cards of which nothing is said lie where they begin, in an order that follows from the seed.
    pub zones: Vec<Laid>,
    /// What data are, where it is not what they begin with.
    pub data: Vec<(Item, Given)>,
    /// Who knows cards that he does not see.
    pub knows: Vec<Known>,
}

/// What lies in a zone.
///
/// See [`Position`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The zone.
    pub zone: ZoneId,
    /// Its cards, the one that would be drawn first at the beginning.
    pub cards: Vec<CardTypeId>,
    /// Before which of them those cards lie that nothing is said of and that have no other place, and those that begin here.
    pub others: Option<usize>,
    /// Whether the named cards lie face down. It matters in zones that show what lies face up.
    pub face_down: bool,
}

impl Laid {
    /// These cards and no others, face up.
    pub fn open(zone: ZoneId, cards: impl IntoIterator<Item = CardTypeId>) -> Laid {
        Laid {
            zone,
            cards: cards.into_iter().collect(),
            others: None,
            face_down: false,
        }
    }
}

/// A card that seats know where it lies.
///
/// See [`Position`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The zone in which it lies.
    pub zone: ZoneId,
    /// What it is; of several alike, all are known.
    pub card: CardTypeId,
    /// The seats that know it; whether they see it is for the zone to say.
    pub by: SeatSet,
}

impl Position {
    /// A game as it is in the position. Nobody remembers how it came about: a seat knows what it sees, and what
    /// [`Position::knows`] says.
    pub fn set_up(&self, ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, PositionError> {
        let mut game = ready(ruleset, setup, seed)?;
        if game.table.program.cards.decks_are_picked {
            return Err(PositionError::DecksAreChosen);
        }
        self.is_within(&game.table)?;
        let mut legal = LegalSet::default();
        let mut engine = Engine::new(&game.table, &mut game.world, None);
        setup::lay_the_table(&mut engine);
        for laid in self.zones.iter().filter(|laid| !laid.cards.is_empty()) {
            marks::open_with_cards(&mut engine, laid.zone);
        }
        let lying = lying(&engine, self)?;
        setup::lay_as(&mut engine, &lying.order, &lying.is_up);
        let begun = run_to(&mut engine, self, &mut legal);
        let done = match begun {
            Ok(result) => result.map(Ok),
            Err(error) => Ok(Err(error)),
        };
        let done = done.map_err(|fault| run::placed(&engine, fault));
        drop(engine);
        match done {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(error),
            Err(fault) => {
                let report = FaultReport::new(&game.table.program, &fault);
                return Err(PositionError::Faulted(report));
            }
        }
        game.legal = legal;
        game.world.nothing_changed(&game.table);
        game.rest();
        Ok(game)
    }
}

impl Position {
    /// The most teams that can have been formed: each seat that is in none has a number behind them.
    const MOST_TEAMS: usize = 128;

    /// Whether all numbers in it stand for something.
    fn is_within(&self, table: &Table) -> Result<(), PositionError> {
        let no_such = |what| Err(PositionError::NoSuch { what });
        let is_seat = |seat: &Seat| seat.index() < table.seats;
        let is_zone = |zone: &ZoneId| zone.index() < table.zones;
        if self
            .state
            .is_some_and(|state| state.index() >= table.program.states.len())
        {
            return no_such("state");
        }
        let of_data = self.data.iter().filter_map(|(item, _)| match item {
            Item::Seat(seat, _) => Some(seat),
            Item::Global(_) | Item::State(_) | Item::Card { .. } => None,
        });
        let of_cards = self.data.iter().filter_map(|(item, _)| match item {
            Item::Card { at, .. } => Some(at.zone),
            Item::Global(_) | Item::State(_) | Item::Seat(..) => None,
        });
        if !self.turn.iter().chain(of_data).all(is_seat) {
            return no_such("seat");
        }
        if !self
            .teams
            .iter()
            .all(|team| team.minus(table.every_seat()).is_empty())
        {
            return no_such("seat");
        }
        if self.teams.len() > Position::MOST_TEAMS {
            return no_such("team");
        }
        let laid = self.zones.iter().map(|laid| laid.zone);
        let known = self.knows.iter().map(|known| known.zone);
        if !laid.chain(known).chain(of_cards).all(|zone| is_zone(&zone)) {
            return no_such("zone");
        }
        let is_absent = |laid: &Laid| table.traits[laid.zone.index()].absent;
        if let Some(zone) = self.zones.iter().position(is_absent) {
            return Err(PositionError::Absent { zone });
        }
        let is_new = |at: usize| {
            let mut before = self.zones.iter().take(at);
            self.zones
                .get(at)
                .is_none_or(|laid| before.all(|other| other.zone != laid.zone))
        };
        match (0..self.zones.len()).find(|at| !is_new(*at)) {
            Some(zone) => Err(PositionError::Twice { zone }),
            None => Ok(()),
        }
    }
}

/// All cards by zones, the oldest first, and which of them lie face up where the zone does not say how.
struct Lying {
    order: Vec<Vec<u16>>,
    is_up: Vec<bool>,
}

/// Where all cards lie in a position.
fn lying(engine: &Engine<'_>, position: &Position) -> Result<Lying, PositionError> {
    let table = engine.table;
    let world = &*engine.world;
    let mut order: Vec<Vec<u16>> = table
        .zone_ids()
        .map(|zone| world.zone_cards(table, zone).to_vec())
        .collect();
    let mut is_free = vec![true; table.cards];
    let mut is_up = vec![false; table.cards];
    let mut named: Vec<Vec<u16>> = Vec::new();
    for (at, laid) in position.zones.iter().enumerate() {
        let mut cards = Vec::new();
        for (nth, wanted) in laid.cards.iter().enumerate() {
            let fits =
                |card: &u16| is_free[usize::from(*card)] && world.type_of(table, CardId(*card)) == *wanted;
            // A card that begins there, then one of the seat whose zone it is, then any other.
            let begins = order
                .get(laid.zone.index())
                .and_then(|cards| cards.iter().find(|card| fits(card)));
            let seat = table.traits[laid.zone.index()].owner;
            let is_theirs = |card: &u16| seat.is_some() && world.owner_of(table, CardId(*card)) == seat;
            let all = 0..table.cards as u16;
            let theirs = || all.clone().find(|card| fits(card) && is_theirs(card));
            let card = begins.copied().or_else(theirs).or_else(|| all.clone().find(fits));
            let Some(card) = card else {
                return Err(PositionError::NoMore { zone: at, card: nth });
            };
            is_free[usize::from(card)] = false;
            is_up[usize::from(card)] = !laid.face_down;
            cards.push(card);
        }
        named.push(cards);
    }
    for cards in &mut order {
        cards.retain(|card| is_free[usize::from(*card)]);
    }
    // What begins in a zone that holds others goes to the first that takes cards.
    let mut homeless: Vec<u16> = Vec::new();
    for laid in position.zones.iter().filter(|laid| laid.others.is_none()) {
        homeless.append(&mut order[laid.zone.index()]);
    }
    for (laid, cards) in position.zones.iter().zip(named) {
        let there = &mut order[laid.zone.index()];
        if laid.others.is_some() {
            there.append(&mut homeless);
        }
        let is_fifo = table.traits[laid.zone.index()].fifo;
        if !is_fifo {
            there.reverse();
        }
        let at = laid.others.unwrap_or(0).min(cards.len());
        let mut all: Vec<u16> = cards[..at].to_vec();
        all.append(there);
        all.extend(&cards[at..]);
        if !is_fifo {
            all.reverse();
        }
        *there = all;
    }
    for (at, laid) in position.zones.iter().enumerate() {
        let most = table.zone_def(laid.zone).size.max;
        // Those of which nothing is said may be more: they have to lie somewhere.
        let cards = laid.cards.len();
        if cards > usize::from(most) {
            return Err(PositionError::TooMany {
                zone: at,
                most,
                cards,
            });
        }
    }
    match homeless.len() {
        0 => Ok(Lying { order, is_up }),
        cards => Err(PositionError::NoPlace { cards }),
    }
}

/// Lets seats know a card where it lies. False where it does not.
fn learn(engine: &mut Engine<'_>, known: &Known) -> bool {
    let table = engine.table;
    let there = engine.world.zone_cards(table, known.zone);
    let cards: Vec<CardId> = there
        .iter()
        .map(|card| CardId(*card))
        .filter(|card| engine.world.type_of(table, *card) == known.card)
        .collect();
    let by = known.by.and(table.every_seat());
    for card in &cards {
        // As if they had looked at it and put it back.
        visibility::grant(engine, *card, Audience::seats(by));
        visibility::end_grants(engine, *card);
    }
    !cards.is_empty()
}

/// Begins the state of the position, with its turn and data. What is wrong with the position is the outer error, what faults
/// the inner one.
fn run_to(
    engine: &mut Engine<'_>,
    position: &Position,
    legal: &mut LegalSet,
) -> Result<Run<()>, PositionError> {
    let table = engine.table;
    let state = position.state.unwrap_or(StateId(0));
    let layer = Layer {
        state,
        led_by: position.turn,
        ..Layer::empty(table.every_seat())
    };
    engine.player = position.turn;
    if !position.teams.is_empty() {
        let formed = members::form_teams(engine.world, table, &position.teams);
        formed.map_err(|seat| PositionError::InTwoTeams { seat })?;
    }
    // Parameters are given like other data of the state.
    let params = vec![Value::Nothing; usize::from(table.program.state(state).params)];
    for first in [true, false] {
        // What a state begins with may hang on data, and data of the state are there once it has begun.
        for (at, (item, given)) in position.data.iter().enumerate() {
            if matches!(item, Item::State(_)) != first {
                set(engine, (at, *item), given)?;
            }
        }
        if first {
            let begun = engine.stand(layer, &params);
            if begun.is_err() {
                return Ok(begun);
            }
        }
    }
    if let Some(seat) = position.turn {
        let scene = &engine.world.scene;
        if scene.turn.is_none() || !scene.members.contains(seat) {
            return Err(PositionError::NoTurn);
        }
        if scene.turn != Some(seat) {
            turns::set_turn(engine, Some(seat));
        }
    }
    // Whoever saw a card while the position came about has not seen it in the game.
    setup::see_anew(engine);
    for (at, known) in position.knows.iter().enumerate() {
        if !learn(engine, known) {
            return Err(PositionError::NotThere { known: at });
        }
    }
    raising::forget_raised(engine);
    Ok(go_on(engine, position, legal))
}

/// Comes to the first decision: at once, or after all that happens where a state is entered.
fn go_on(engine: &mut Engine<'_>, position: &Position, legal: &mut LegalSet) -> Run<()> {
    if position.enters {
        run::entered(engine)?;
        engine.run_until_decision(legal)?;
    } else {
        engine.pending_autos = None;
        if engine.table.program.data.computes {
            computed::refresh_computed(engine)?;
        }
        list_legal(engine, legal)?;
    }
    heap::tidy(engine.world, false)
}
