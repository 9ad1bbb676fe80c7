//! Law: imagined games are consistent with what the viewer knows.

use super::*;
use crate::view::ToldCard;
use std::collections::BTreeSet;

pub(super) fn imagination(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let mut budget: u32 = 6;
    random_game_from(ruleset, opening, choices, |game, _, _, rng| {
        if budget == 0 || !rng.random_bool(0.2) {
            return Ok(());
        }
        // To imagine an action in progress is to do it again, many times: one position of a game is enough.
        let in_progress = game.world.beginning().is_some();
        budget = if in_progress { 0 } else { budget - 1 };
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        let view = (s.view)(game, viewer);
        let decision = |g: &Game| match viewer {
            Viewer::Seat(seat) => g.decision(seat).map(|d| d.to_decision()),
            Viewer::Spectator | Viewer::Omniscient => None,
        };
        let places = unknown_places(game, viewer);
        let mut reached: BTreeSet<(usize, u16)> = BTreeSet::new();
        let known = known_cards(game, viewer);
        let mut generators = Vec::new();
        for n in 0..IMAGINED {
            let imagined = (s.imagine)(game, viewer, Seed::from(rng.random_range(0..u64::MAX - n)));
            same(
                &format!("views of {viewer:?} who imagines"),
                &view,
                &(s.view)(&imagined, viewer),
            )?;
            same("decisions of who imagines", &decision(game), &decision(&imagined))?;
            generators.push(imagined.world.draws.key());
            same("known cards", &known, &known_cards(&imagined, viewer))?;
            for place in places.iter().map(|(place, _)| *place) {
                let card = CardId(imagined.world.order(&game.table)[place]);
                reached.insert((place, imagined.world.type_of(&game.table, card).0));
            }
        }
        generators.sort_unstable();
        generators.dedup();
        if generators.len() < 2 || generators.contains(&game.world.draws.key()) {
            return Err("the generator is not drawn anew".into());
        }
        everything_reached(&places, &reached)
    })?;
    Ok(())
}

const IMAGINED: u64 = 60;

/// Positions of cards that a viewer does not know.
type Places = Vec<(usize, MayBe)>;

/// What could lie at a position.
#[derive(Clone, Default)]
struct MayBe {
    /// The types of all cards of the same kind that are not certainly elsewhere.
    types: Vec<u16>,
    /// Whether the viewer was told of one of these cards. What is left for the others may be little then.
    is_told: bool,
}

/// For each zone, the card types that a viewer knows to be there, with positions if the viewer can tell them.
fn known_cards(game: &Game, viewer: Viewer) -> Vec<(ZoneId, usize, u16)> {
    let (t, world) = (&*game.table, &game.world);
    let mut known = Vec::new();
    for zone in t.zone_ids() {
        let tells = world.places(t, zone).contains(viewer);
        for (at, card) in world.zone_cards(t, zone).iter().enumerate() {
            let card = CardId(*card);
            if world.knows(t, card).contains(viewer) {
                known.push((zone, if tells { at } else { 0 }, world.type_of(t, card).0));
            }
        }
    }
    known.sort_unstable();
    known
}

/// Positions that are unknown in every imagined game: in zones where the viewer can tell positions or knows no
/// card.
fn unknown_places(game: &Game, viewer: Viewer) -> Places {
    let (t, world) = (&*game.table, &game.world);
    let unknown = |card: &u16| !world.knows(t, CardId(*card)).contains(viewer);
    let class = |card: CardId| {
        let ty = world.type_of(t, card);
        (t.program.cards.types[ty.index()].back, world.origin(t, card))
    };
    let mut told = game.view(viewer).status.told;
    told.retain(|told| Viewer::Seat(told.seat) == viewer);
    let told_of = |card: CardId| {
        let lies_there = |told: &&ToldCard| {
            let there = world.zone_cards(t, told.zone).get(usize::from(told.index));
            there == Some(&card.0)
        };
        told.iter().find(lies_there)
    };
    let mut types: BTreeMap<(u16, u16), MayBe> = BTreeMap::new();
    for card in t.card_ids().filter(|card| unknown(&card.0)) {
        let may_be = types.entry(class(card)).or_default();
        may_be.types.push(world.type_of(t, card).0);
        may_be.is_told |= told_of(card).is_some();
    }
    let mut places = Vec::new();
    for zone in t.zone_ids() {
        let cards = world.zone_cards(t, zone);
        let one_class = cards
            .windows(2)
            .all(|two| class(CardId(two[0])) == class(CardId(two[1])));
        let fixed = world.places(t, zone).contains(viewer) || cards.iter().all(unknown) && one_class;
        let start = world.zone_start(t, zone);
        for (at, card) in cards
            .iter()
            .enumerate()
            .filter(|(_, card)| fixed && unknown(card))
        {
            let card = CardId(*card);
            let mut may_be = types.get(&class(card)).cloned().unwrap_or_default();
            if let Some(told) = told_of(card) {
                may_be
                    .types
                    .retain(|ty| told.may_be.contains(&cardable_engine::ids::CardTypeId(*ty)));
            }
            places.push((start + at, may_be));
        }
    }
    places
}

/// Checks that every unknown position held every type of its group at least once, for groups small enough that
/// a gap is not chance.
fn everything_reached(places: &Places, reached: &BTreeSet<(usize, u16)>) -> Result<(), Broken> {
    for (place, may_be) in places {
        let mut types: BTreeMap<u16, usize> = BTreeMap::new();
        for ty in &may_be.types {
            *types.entry(*ty).or_default() += 1;
        }
        let held = |ty: &&u16| reached.contains(&(*place, **ty));
        let found = types.keys().filter(held).count();
        let rarest = types.values().copied().min().unwrap_or(1);
        // Missed by chance once in a million: (1 - p)^60 < 1e-6 from p = 1/5 on.
        let enough = match may_be.types.len() {
            _ if may_be.is_told => 1,
            few if few <= 5 * rarest => types.len(),
            _ => types.len().min(2),
        };
        let outside = reached
            .iter()
            .find(|(at, ty)| at == place && !types.contains_key(ty));
        if let Some((_, ty)) = outside {
            return Err(format!("type {ty} is imagined where only {types:?} can be"));
        }
        if found < enough {
            return Err(format!(
                "a card unknown to the viewer is imagined in {found} of {} ways",
                types.len()
            ));
        }
    }
    Ok(())
}
