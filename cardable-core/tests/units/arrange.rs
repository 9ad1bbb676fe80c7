//! Whole arrangements: no card is lost, and events tell where each went.

use cardable_core::{Game, Seed, Setup};
use cardable_engine::event::Event;
use cardable_engine::fault::{Fault, FaultKind, Run};
use cardable_engine::ids::{Audience, CardId, ZoneId};
pub(crate) use cardable_engine::play::cards::End;
use cardable_engine::play::{arrange, visibility};
use cardable_engine::program::Facing;
use cardable_engine::vm::engine::Engine;
use cardable_engine::world::table::Table;
use cardable_engine::world::whole::World;
use proptest::prelude::*;

const TABLE: &str = include_str!("example_table.json5");

fn game() -> Game {
    let ruleset = cardable_core::parse(TABLE).unwrap_or_else(|e| unreachable!("{e}"));
    Game::new(&ruleset, &Setup::named(["A", "B", "C"]), Seed::from(1)).unwrap_or_else(|e| unreachable!("{e}"))
}

fn order(t: &Table, world: &World) -> Vec<Vec<u16>> {
    t.zone_ids()
        .map(|zone| world.zone_cards(t, zone).to_vec())
        .collect()
}

/// Does to the zones what the events tell; those that were shuffled are
/// taken as they are.
fn follow_events(t: &Table, world: &World, zones: &mut [Vec<u16>], events: &[Event]) {
    for event in events {
        match *event {
            Event::Moved { card, from, to } => {
                assert_eq!(zones[from.zone.index()].remove(from.at as usize), card.0);
                zones[to.zone.index()].insert(to.at as usize, card.0);
            }
            Event::Arranged { card, spot } => zones[spot.zone.index()][spot.at as usize] = card.0,
            Event::Shuffled { zone } => zones[zone.index()] = world.zone_cards(t, zone).to_vec(),
            _ => {}
        }
    }
}

fn check(t: &Table, world: &mut World) {
    for zone in t.zone_ids() {
        for card in world.zone_cards(t, zone).to_vec().into_iter().map(CardId) {
            assert_eq!(world.zone_of(t, card), zone);
            let knows = world.knows(t, card);
            assert!(
                world.face_audience(t, card).minus(knows).is_none(),
                "who sees a card knows it"
            );
            assert!(
                knows.minus(world.known(t, zone)).is_none(),
                "the zone remembers who knows"
            );
        }
    }
}

fn act(e: &mut Engine<'_>, what: u8, a: usize, b: usize) -> Run<()> {
    let t = e.table;
    let card = |n: usize| CardId((n % t.cards) as u16);
    let zone = |n: usize| ZoneId((n % t.zones) as u16);
    match what {
        0 => arrange::swap_cards(e, card(a), card(b)),
        1 => arrange::swap_zones(e, zone(a), zone(b))?,
        2 => {
            let mut order: Vec<CardId> = arrange::knowledge(e, zone(a))
                .into_iter()
                .map(|(c, _)| c)
                .collect();
            order.sort_by_key(|c| (usize::from(c.0) * (b + 1)) % 7);
            arrange::arrange(e, zone(a), &order);
        }
        3 => arrange::move_whole(e, zone(a), zone(b), Facing::Kept)?,
        4 => e.move_cards(&[(card(a), zone(b)), (card(b), zone(b))], End::Oldest, Facing::Up)?,
        5 => e.turn_card(card(a), b.is_multiple_of(2))?,
        6 => visibility::grant(e, card(a), Audience(1 << (b % 3))),
        _ => visibility::end_grants(e, card(a)),
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_card_is_lost_and_events_tell_where_each_went(
        acts in prop::collection::vec((0u8..8, 0usize..1000, 0usize..1000), 1..40)
    ) {
        let game = game();
        let t = &game.table;
        let mut world = game.world.clone();
        for (what, a, b) in acts {
            let mut tried = world.clone();
            let mut events = Vec::new();
            let done = act(&mut Engine::new(t, &mut tried, Some(&mut events)), what, a, b);
            if done.is_ok() {
                let mut zones = order(t, &world);
                follow_events(t, &tried, &mut zones, &events);
                let told = |mut zones: Vec<Vec<u16>>| {
                    // Nobody is told the places of a zone where nobody sees them.
                    let blind = t.zone_ids().filter(|z| tried.places(t, *z).is_none());
                    blind.for_each(|z| zones[z.index()].sort_unstable());
                    zones
                };
                prop_assert_eq!(told(zones), told(order(t, &tried)));
                check(t, &mut tried);
                world = tried;
            }
        }
    }
}

#[test]
fn who_knew_a_card_knows_it_in_the_hand_that_all_cards_went_to() {
    let game = game();
    let t = &game.table;
    let mut world = game.world.clone();
    let mut e = Engine::new(t, &mut world, None);
    let hand = |seat| t.seat_zone(cardable_engine::ids::Seat(seat), 0);
    let Some((card, _)) = arrange::knowledge(&e, hand(0)).first().copied() else {
        unreachable!()
    };
    let watcher = Audience(1 << 2);
    visibility::grant(&mut e, card, watcher);
    assert_eq!(arrange::swap_zones(&mut e, hand(0), hand(1)), Ok(()));
    assert!(watcher.minus(e.world.knows(t, card)).is_none());
    assert_eq!(
        e.world.face_audience(t, card),
        Audience(1 << 1),
        "but no longer sees it"
    );
    // A pile tells places apart, and nobody saw which card went where.
    assert_eq!(
        arrange::move_whole(&mut e, hand(1), t.shared_zone(0), Facing::Down),
        Ok(())
    );
    assert!(!watcher.minus(e.world.knows(t, card)).is_none());
}

/// Whether a move to or from a zone does nothing but move: nothing is shuffled by it, or shown by the places of
/// cards.
fn is_calm(t: &Table, zone: ZoneId) -> bool {
    let pair = t.shared_zone(3);
    let decks = (0..4).map(|seat| t.seat_zone(cardable_engine::ids::Seat(seat), 3));
    zone != pair && !decks.into_iter().any(|deck| deck == zone)
}

/// A fault without how many cards were to be taken: a step that takes several says so of all.
fn without_numbers(mut fault: Box<Fault>) -> Box<Fault> {
    if let FaultKind::NotEnoughCards { wanted, found, .. } = &mut fault.kind {
        (*wanted, *found) = (0, 0);
    }
    fault
}

/// Does the same in two ways: the same must come of it.
fn check_same(
    game: &Game,
    world: &World,
    one: impl FnOnce(&mut Engine<'_>) -> Run<()>,
    other: impl FnOnce(&mut Engine<'_>) -> Run<()>,
) -> Result<(), TestCaseError> {
    let t = &game.table;
    let (mut first, mut second) = (world.clone(), world.clone());
    let (mut told, mut told_too) = (Vec::new(), Vec::new());
    let done = one(&mut Engine::new(t, &mut first, Some(&mut told))).map_err(without_numbers);
    prop_assert_eq!(
        &done,
        &other(&mut Engine::new(t, &mut second, Some(&mut told_too))).map_err(without_numbers)
    );
    if done.is_ok() {
        prop_assert_eq!(told, told_too);
        prop_assert_eq!(&first, &second);
        check(t, &mut first);
    }
    Ok(())
}

proptest! {
    #[test]
    fn cards_that_move_together_move_as_if_one_by_one(
        acts in prop::collection::vec((0u8..8, 0usize..1000, 0usize..1000), 0..30),
        cards in Just((0usize..14).collect::<Vec<_>>()).prop_shuffle(),
        zones in prop::collection::vec(0usize..1000, 4..15),
        few_zones in any::<bool>(),
        dealt in (0usize..3, prop::collection::vec(0usize..1000, 1..4), 0usize..5),
        facing in prop::sample::select(vec![Facing::Kept, Facing::Up, Facing::Down]),
    ) {
        let game = game();
        let t = &game.table;
        let mut world = game.world.clone();
        for (what, a, b) in acts {
            let mut tried = world.clone();
            if act(&mut Engine::new(t, &mut tried, None), what, a, b).is_ok() {
                world = tried;
            }
        }
        // Where many go to the same zone, they can often go together.
        let target = |n: usize| ZoneId((if few_zones { zones[0] } else { n } % t.zones) as u16);
        let moves: Vec<(CardId, ZoneId)> = cards
            .iter()
            .zip(&zones)
            .map(|(card, zone)| (CardId((card % t.cards) as u16), target(*zone)))
            .filter(|(card, to)| is_calm(t, world.zone_of(t, *card)) && is_calm(t, *to))
            .collect();
        check_same(
            &game,
            &world,
            |e| e.move_cards(&moves, End::Newest, facing),
            |e| moves.iter().try_for_each(|one| e.move_cards(&[*one], End::Newest, facing)),
        )?;

        let (from, to, rounds) = dealt;
        let from = t.shared_zone(from as u16);
        let to: Vec<ZoneId> = to.iter().map(|n| ZoneId((n % t.zones) as u16)).collect();
        if few_zones {
            let mut e = Engine::new(t, &mut world, None);
            for card in t.card_ids() {
                let _ = e.move_cards(&[(card, from)], End::Newest, Facing::Down);
            }
        }
        check_same(
            &game,
            &world,
            |e| e.deal(from, &to, rounds, facing),
            |e| (0..rounds).try_for_each(|_| to.iter().try_for_each(|to| e.deal(from, &[*to], 1, facing))),
        )?;
    }
}
