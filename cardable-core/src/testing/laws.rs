//! The laws of the engine, for any ruleset.
//!
//! Each law plays a random game and looks at it from all sides. It sees the
//! engine only through a [`Subject`], whose functions a test may replace by
//! broken ones, to see that the law notices.

use crate::choice::{Choice, Count, Pick};
use crate::error::NotApplied;
use crate::game::Game;
use crate::ids::{ActionId, CardId, Seat, Viewer, ZoneId};
use crate::imagine::permute_types;
use crate::ruleset::Ruleset;
use crate::save::RestoreError;
use crate::setup::{Seed, Setup};
use crate::view::{CardSeen, View, ViewEvent};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// What a law finds wrong.
pub type Broken = String;

/// The engine as a law sees it.
pub struct Subject {
    /// The whole table as a viewer sees it.
    pub view: fn(&Game, Viewer) -> View,
    /// What a viewer may know of the last choice.
    pub events: fn(&Game, Viewer) -> Vec<ViewEvent>,
    /// Saves.
    pub save: fn(&Game) -> Vec<u8>,
    /// Restores.
    pub restore: fn(&Ruleset, &[u8]) -> Result<Game, RestoreError>,
    /// Submits.
    pub submit: fn(&mut Game, Seat, &Choice) -> Result<(), NotApplied>,
    /// Forks.
    pub fork: fn(&Game) -> Game,
    /// Imagines.
    pub imagine: fn(&Game, Viewer, Seed) -> Game,
}

impl Default for Subject {
    fn default() -> Subject {
        Subject {
            view: Game::view,
            events: Game::events,
            save: Game::save,
            restore: Game::restore,
            submit: Game::submit,
            fork: Game::fork,
            imagine: Game::imagine,
        }
    }
}

/// A law: its name, what it says, and how it is tried on a random game.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Tries it on a game with so many seats, a seed, and so many choices at most.
    pub check: fn(&Subject, &Ruleset, usize, u64, usize) -> Result<(), Broken>,
}

impl std::fmt::Debug for Law {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All laws that are tried by playing. That nothing panics is tried by fuzzing.
pub const LAWS: &[Law] = &[
    Law {
        name: "determinism",
        says: "the same choices give the same bytes, whatever is saved in between",
        check: determinism,
    },
    Law {
        name: "legal",
        says: "what is listed is applied, what is not is refused",
        check: legal,
    },
    Law {
        name: "nothing lost",
        says: "no card is made or lost, and a refused choice changes nothing",
        check: nothing_lost,
    },
    Law {
        name: "secrecy",
        says: "what a viewer cannot know changes nothing that he reads",
        check: secrecy,
    },
    Law {
        name: "view and events",
        says: "a view and the events after it give the next view",
        check: view_and_events,
    },
    Law {
        name: "imagination",
        says: "what is imagined agrees with what is seen, and leaves nothing out",
        check: imagination,
    },
    Law {
        name: "fork",
        says: "a copy goes on like the original, and what is undone leaves no trace",
        check: fork,
    },
];

/// Plays a random game: at each decision `each` looks at the game, the seat and
/// the choice it is about to make.
pub fn random_game(
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
    mut each: impl FnMut(&Game, Seat, &Choice, &mut ChaCha8Rng) -> Result<(), Broken>,
) -> Result<Game, Broken> {
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed))
        .map_err(|e| e.to_string())?
        .with_events();
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    for _ in 0..choices {
        let Some((seat, choice)) = random_choice(&game, &mut rng)? else {
            break;
        };
        each(&game, seat, &choice, &mut rng)?;
        game.submit(seat, &choice)
            .map_err(|e| format!("seed {seed}: {e}"))?;
    }
    Ok(game)
}

/// A random choice of a random seat; nothing when the game is over.
fn random_choice(game: &Game, rng: &mut ChaCha8Rng) -> Result<Option<(Seat, Choice)>, Broken> {
    let seats: Vec<Seat> = game.to_decide().into_iter().collect();
    if seats.is_empty() {
        return if game.is_over() {
            Ok(None)
        } else {
            Err("nobody decides and the game is not over".into())
        };
    }
    let seat = seats[rng.random_range(0..seats.len())];
    let decision = game.decision(seat).ok_or("a seat to decide has no decision")?;
    let choice = decision.sample(rng).ok_or("a decision has no choice")?;
    Ok(Some((seat, choice)))
}

fn viewers(game: &Game) -> Vec<Viewer> {
    let mut all: Vec<Viewer> = (0..game.seats()).map(|s| Viewer::Seat(Seat(s as u8))).collect();
    all.push(Viewer::Spectator);
    all
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, a: &T, b: &T) -> Result<(), Broken> {
    if a == b {
        Ok(())
    } else {
        Err(format!("{what} differ:\n{a:?}\n{b:?}"))
    }
}

/// Compares saves, and tells the stretch in which they differ.
fn same_save(what: &str, a: &[u8], b: &[u8]) -> Result<(), Broken> {
    let Some(at) = a
        .iter()
        .zip(b)
        .position(|(x, y)| x != y)
        .or((a.len() != b.len()).then_some(a.len().min(b.len())))
    else {
        return Ok(());
    };
    let near = |bytes: &[u8]| {
        let (from, to) = (
            at.saturating_sub(120).min(bytes.len()),
            (at + 120).min(bytes.len()),
        );
        String::from_utf8_lossy(&bytes[from..to]).into_owned()
    };
    Err(format!(
        "{what} differ from byte {at} on:\n{}\n{}",
        near(a),
        near(b)
    ))
}

fn determinism(
    s: &Subject,
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
) -> Result<(), Broken> {
    let mut twin = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).map_err(|e| e.to_string())?;
    let mut played = 0;
    let game = random_game(ruleset, seats, seed, choices, |game, seat, choice, rng| {
        same_save("saves of twins", &(s.save)(game), &(s.save)(&twin))?;
        if rng.random_bool(0.3) {
            twin = (s.restore)(ruleset, &(s.save)(&twin)).map_err(|e| e.to_string())?;
            same("decisions after a restore", &described(game), &described(&twin))?;
        }
        played += 1;
        (s.submit)(&mut twin, seat, choice).map_err(|e| e.to_string())
    })?;
    same_save("saves of twins at the end", &(s.save)(&game), &(s.save)(&twin))?;
    // What is left of the randomness must be the same too.
    for card in game.table.card_ids() {
        same(
            "types",
            &game.world.type_of(&game.table, card),
            &twin.world.type_of(&game.table, card),
        )?;
    }
    same(
        "generators",
        &game.world.rng.get_word_pos(),
        &twin.world.rng.get_word_pos(),
    )
}

/// All decisions with everything they say.
fn described(game: &Game) -> Vec<String> {
    game.decisions()
        .map(|d| format!("{:?} {:?} {:?}", d.seat(), d.offers(), d.unavailable()))
        .collect()
}

fn legal(s: &Subject, ruleset: &Ruleset, seats: usize, seed: u64, choices: usize) -> Result<(), Broken> {
    random_game(ruleset, seats, seed, choices, |game, seat, choice, rng| {
        let decision = game.decision(seat).ok_or("no decision")?;
        let count = decision.count().get();
        if count == 0 {
            return Err("a decision without choices".into());
        }
        let at = decision.index_of(choice);
        match (at, decision.count()) {
            (None, Count::Exactly(_)) => return Err(format!("a sampled choice is not listed: {choice:?}")),
            (Some(at), _) => same(
                "the choice of its own number",
                &decision.nth(at).as_ref(),
                &Some(choice),
            )?,
            (None, Count::AtLeast(_)) => {}
        }
        if decision.nth(count).is_some() && matches!(decision.count(), Count::Exactly(_)) {
            return Err("there is a choice beyond the last".into());
        }
        let listed = rng.random_range(0..count);
        let other = decision.nth(listed).ok_or("a listed choice cannot be had")?;
        let mut fork = (s.fork)(game);
        if let Err(NotApplied::Refused(why)) = (s.submit)(&mut fork, seat, &other) {
            return Err(format!("a listed choice is refused: {other:?}: {why}"));
        }
        let mut numbered = (s.fork)(game);
        let by_number = numbered.submit_nth(seat, listed);
        let mut named = (s.fork)(game);
        same(
            "a choice by its number and by its name",
            &by_number.is_ok(),
            &(s.submit)(&mut named, seat, &other).is_ok(),
        )?;
        same_save("a choice by its number", &(s.save)(&numbered), &(s.save)(&named))?;
        super::listing::plans_agree(game, seat)?;
        for _ in 0..4 {
            let (who, wild) = wild_choice(game, seat, rng);
            let listed = game.decision(who).and_then(|d| d.index_of(&wild));
            let mut fork = (s.fork)(game);
            let done = (s.submit)(&mut fork, who, &wild);
            match (listed, done) {
                (None, Ok(())) => {
                    let exact = game
                        .decision(who)
                        .is_some_and(|d| matches!(d.count(), Count::Exactly(_)));
                    if exact {
                        return Err(format!(
                            "a choice that is not listed is applied: {who:?} {wild:?}"
                        ));
                    }
                }
                (None, Err(NotApplied::Faulted(fault))) => {
                    return Err(format!("a choice that is not listed faults: {wild:?}: {fault}"));
                }
                (Some(_), Err(NotApplied::Refused(why))) => {
                    return Err(format!("a listed choice is refused: {wild:?}: {why}"));
                }
                (None, Err(NotApplied::Refused(_))) | (Some(_), Ok(()) | Err(NotApplied::Faulted(_))) => {}
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// A choice that somebody might send who knows the game, or does not.
fn wild_choice(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> (Seat, Choice) {
    let who = if rng.random_bool(0.7) {
        seat
    } else {
        Seat(rng.random_range(0..game.seats() as u8 + 1))
    };
    let actions = game.table.program.actions.len() as u16;
    let zones = game.table.zones as u16;
    let choice = match rng.random_range(0..5) {
        0 => Choice::Number(rng.random_range(-3..1000)),
        1 => Choice::Items(
            (0..rng.random_range(0..3))
                .map(|_| rng.random_range(0..6))
                .collect(),
        ),
        2 => Choice::Pass,
        _ => Choice::Act {
            action: ActionId(rng.random_range(0..actions.saturating_add(2))),
            picks: (0..rng.random_range(0..3))
                .map(|_| match rng.random_range(0..6) {
                    0 => Pick::Zone(ZoneId(rng.random_range(0..zones.saturating_add(2)))),
                    1 => Pick::Seat(Seat(rng.random_range(0..40))),
                    2 => Pick::Option(rng.random_range(0..4)),
                    _ => Pick::Card {
                        zone: ZoneId(rng.random_range(0..zones.saturating_add(2))),
                        index: rng.random_range(0..8),
                    },
                })
                .collect(),
        },
    };
    (who, choice)
}

fn nothing_lost(
    s: &Subject,
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
) -> Result<(), Broken> {
    let census = |game: &Game| {
        let view = (s.view)(game, Viewer::Omniscient);
        let mut cards: Vec<CardSeen> = view.zones.iter().flat_map(|z| z.cards.iter().copied()).collect();
        cards.sort_unstable();
        cards
    };
    let mut first: Option<Vec<CardSeen>> = None;
    random_game(ruleset, seats, seed, choices, |game, seat, _, rng| {
        let now = census(game);
        match &first {
            Some(first) => same("the cards", first, &now)?,
            None => first = Some(now),
        }
        let (who, wild) = wild_choice(game, seat, rng);
        let mut fork = (s.fork)(game);
        if (s.submit)(&mut fork, who, &wild).is_err() {
            same_save("saves around a refused choice", &(s.save)(game), &(s.save)(&fork))?;
            same(
                "decisions around a refused choice",
                &described(game),
                &described(&fork),
            )?;
        }
        Ok(())
    })?;
    Ok(())
}

/// A copy in which the faces that a viewer cannot know are permuted.
fn permuted(game: &Game, viewer: Viewer, rng: &mut impl Rng) -> Game {
    let mut other = game.clone();
    let unknown: Vec<CardId> = game
        .table
        .card_ids()
        .filter(|c| !game.world.knows(*c).contains(viewer))
        .collect();
    permute_types(&mut other, &unknown, |n| rng.random_range(0..n.max(1)));
    other.relist();
    other
}

fn secrecy(s: &Subject, ruleset: &Ruleset, seats: usize, seed: u64, choices: usize) -> Result<(), Broken> {
    random_game(ruleset, seats, seed, choices, |game, seat, choice, rng| {
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        let other = permuted(game, viewer, rng);
        same(
            &format!("views of {viewer:?}"),
            &(s.view)(game, viewer),
            &(s.view)(&other, viewer),
        )?;
        if let Viewer::Seat(own) = viewer {
            let said = |g: &Game| g.decision(own).map(|d| (d.offers(), d.unavailable(), d.count()));
            same(&format!("decisions of {viewer:?}"), &said(game), &said(&other))?;
            for _ in 0..3 {
                let (_, wild) = wild_choice(game, own, rng);
                let refused = |g: &Game| match (s.submit)(&mut (s.fork)(g), own, &wild) {
                    Err(NotApplied::Refused(why)) => Some(why.to_string()),
                    _ => None,
                };
                same(
                    &format!("refusals of {viewer:?}"),
                    &refused(game),
                    &refused(&other),
                )?;
            }
        }
        // The events of the next choice, but for faces that now become visible.
        let (mut one, mut two) = ((s.fork)(game), (s.fork)(&other));
        if (s.submit)(&mut one, seat, choice).is_err() || (s.submit)(&mut two, seat, choice).is_err() {
            return Ok(());
        }
        let (a, b) = ((s.events)(&one, viewer), (s.events)(&two, viewer));
        // Where the rules branch on hidden values, other things happen.
        if a.len() != b.len() || a.iter().zip(&b).any(|(a, b)| shape(a) != shape(b)) {
            return Ok(());
        }
        for (a, b) in a.iter().zip(&b) {
            same(&format!("events for {viewer:?}"), &faceless(a), &faceless(b))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// What an event is about, without places and faces: where two differ in it, the
/// rules have branched.
fn shape(event: &ViewEvent) -> String {
    match event {
        ViewEvent::Moved { from, to, .. } => format!("moved {:?} {:?}", from.zone, to.zone),
        ViewEvent::Shown { slot, .. } => format!("shown {:?}", slot.zone),
        ViewEvent::Turned { slot, up, .. } => format!("turned {:?} {up}", slot.zone),
        ViewEvent::Arranged { zone, .. } => format!("arranged {zone:?}"),
        // These follow from faces that became visible.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => {
            format!("{:?}", std::mem::discriminant(event))
        }
        other => format!("{other:?}"),
    }
}

/// An event in which only whether a face is seen shows, not which.
fn faceless(event: &ViewEvent) -> String {
    let text = match event {
        // What follows from faces that became visible may differ.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => return String::new(),
        other => format!("{other:?}"),
    };
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Face(CardTypeId(") {
        out.push_str(&rest[..at]);
        out.push_str("Face");
        rest = rest[at..].find("))").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest);
    // A place in a sorted heap follows from the face.
    out
}

fn view_and_events(
    s: &Subject,
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
) -> Result<(), Broken> {
    random_game(ruleset, seats, seed, choices, |game, seat, choice, _| {
        let mut after = (s.fork)(game);
        if (s.submit)(&mut after, seat, choice).is_err() {
            return Ok(());
        }
        let mut all = viewers(game);
        all.push(Viewer::Omniscient);
        for viewer in all {
            let mut view = (s.view)(game, viewer);
            let events = (s.events)(&after, viewer);
            events.iter().for_each(|event| view.apply(event));
            let wanted = (s.view)(&after, viewer);
            if view != wanted {
                return Err(format!(
                    "the view of {viewer:?} after {choice:?} is not what the events {events:?} make of the one before: {}",
                    difference(&view, &wanted)
                ));
            }
        }
        Ok(())
    })?;
    Ok(())
}

fn difference(a: &View, b: &View) -> String {
    for (at, (x, y)) in a.zones.iter().zip(&b.zones).enumerate() {
        if x != y {
            return format!("zone {at}: {x:?} and {y:?}");
        }
    }
    if a.globals != b.globals {
        return format!("shared data: {:?} and {:?}", a.globals, b.globals);
    }
    if a.seat_data != b.seat_data {
        return format!("seats' data: {:?} and {:?}", a.seat_data, b.seat_data);
    }
    format!("status: {:?} and {:?}", a.status, b.status)
}

fn imagination(
    s: &Subject,
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
) -> Result<(), Broken> {
    let mut looked = 0;
    random_game(ruleset, seats, seed, choices, |game, _, _, rng| {
        if looked >= 6 || !rng.random_bool(0.2) {
            return Ok(());
        }
        looked += 1;
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        let view = (s.view)(game, viewer);
        let decision = |g: &Game| match viewer {
            Viewer::Seat(seat) => g.decision(seat).map(|d| (d.offers(), d.unavailable())),
            Viewer::Spectator | Viewer::Omniscient => None,
        };
        let unknown: Vec<CardId> = game
            .table
            .card_ids()
            .filter(|c| !game.world.knows(*c).contains(viewer))
            .collect();
        let mut reached: BTreeMap<(u16, u16), ()> = BTreeMap::new();
        let mut generators = Vec::new();
        for n in 0..IMAGINED {
            let imagined = (s.imagine)(game, viewer, Seed::from(rng.random_range(0..u64::MAX - n)));
            same(
                &format!("views of {viewer:?} who imagines"),
                &view,
                &(s.view)(&imagined, viewer),
            )?;
            same("decisions of who imagines", &decision(game), &decision(&imagined))?;
            generators.push(imagined.world.rng.get_seed());
            for card in game.table.card_ids() {
                let ty = imagined.world.type_of(&game.table, card);
                if unknown.contains(&card) {
                    reached.insert((card.0, ty.0), ());
                } else {
                    same("a known card", &game.world.type_of(&game.table, card), &ty)?;
                }
            }
        }
        generators.sort_unstable();
        generators.dedup();
        if generators.len() < 2 || generators.contains(&game.world.rng.get_seed()) {
            return Err("the generator is not drawn anew".into());
        }
        everything_reached(game, &unknown, &reached)
    })?;
    Ok(())
}

const IMAGINED: u64 = 60;

/// Every unknown card should have been every type of its group: for groups that
/// are small enough that chance does not excuse a gap.
fn everything_reached(
    game: &Game,
    unknown: &[CardId],
    reached: &BTreeMap<(u16, u16), ()>,
) -> Result<(), Broken> {
    let back = |c: CardId| {
        let ty = game.world.type_of(&game.table, c);
        game.table.program.types[ty.index()].back
    };
    let mut groups: BTreeMap<u16, Vec<CardId>> = BTreeMap::new();
    for card in unknown {
        groups.entry(back(*card)).or_default().push(*card);
    }
    for cards in groups.values() {
        let mut types: BTreeMap<u16, usize> = BTreeMap::new();
        for card in cards {
            *types.entry(game.world.type_of(&game.table, *card).0).or_default() += 1;
        }
        for card in cards {
            let found = types
                .keys()
                .filter(|ty| reached.contains_key(&(card.0, **ty)))
                .count();
            let rarest = types.values().copied().min().unwrap_or(1);
            // Missed by chance once in a million: (1 - p)^60 < 1e-6 from p = 1/5 on.
            let enough = if cards.len() <= 5 * rarest {
                types.len()
            } else {
                types.len().min(2)
            };
            if found < enough {
                return Err(format!(
                    "a card unknown to the viewer is imagined in {found} of {} ways",
                    types.len()
                ));
            }
        }
    }
    Ok(())
}

fn fork(s: &Subject, ruleset: &Ruleset, seats: usize, seed: u64, choices: usize) -> Result<(), Broken> {
    random_game(ruleset, seats, seed, choices, |game, seat, choice, rng| {
        let before = (s.save)(game);
        let (mut one, mut two) = ((s.fork)(game), (s.fork)(game));
        same_save("a fork", &before, &(s.save)(&one))?;
        for _ in 0..3 {
            let next = random_choice(&one, rng)?;
            let Some((seat, choice)) = next else { break };
            let (a, b) = (
                (s.submit)(&mut one, seat, &choice),
                (s.submit)(&mut two, seat, &choice),
            );
            same("results of forks", &a.is_ok(), &b.is_ok())?;
            same_save("saves of forks", &(s.save)(&one), &(s.save)(&two))?;
        }
        same_save("the original after its forks played", &before, &(s.save)(game))?;
        // A fork into memory that another game has used.
        one.clone_from(game);
        same_save("a fork into used memory", &before, &(s.save)(&one))?;
        (s.submit)(&mut one, seat, choice).map_err(|e| e.to_string())
    })?;
    let mut table =
        crate::Match::new(ruleset, &Setup::seats(seats), Seed::from(seed)).map_err(|e| e.to_string())?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..choices.min(40) {
        let Some((seat, choice)) = random_choice(table.game(), &mut rng)? else {
            break;
        };
        let before = (s.save)(table.game());
        table.submit(seat, &choice).map_err(|e| e.to_string())?;
        let after = (s.save)(table.game());
        if rng.random_bool(0.15) {
            table.undo().ok_or("a choice cannot be undone")?;
            same_save("saves around an undone choice", &before, &(s.save)(table.game()))?;
            table.submit(seat, &choice).map_err(|e| e.to_string())?;
            same_save("saves after redoing", &after, &(s.save)(table.game()))?;
        }
    }
    Ok(())
}
