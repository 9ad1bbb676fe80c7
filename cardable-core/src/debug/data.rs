//! All data of a game as they are now.

use super::expression::value_text;
use crate::place_names::card_in_zone;
use cardable_engine::ids::{CardTypeId, StateId, ZoneId};
use cardable_engine::program::DataDef;
use cardable_engine::{DataInfo, Game, InZone, Item, RulesetInfo, Seat, Viewer};
use std::collections::BTreeMap;

/// An item of data as it is now.
///
/// ```
/// use cardable_core::debug::data_now;
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
/// let info = ruleset.info();
/// let all = data_now(&game, &info);
/// let score = all.iter().find(|datum| datum.seat == Some(Seat(1))).ok_or("a score")?;
/// assert_eq!((&*score.name, &*score.value), ("$player.score", "0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct DatumNow {
    /// What rules call it, such as `$player.score`; of a card where it lies, such as `2R@hand:1.damage`.
    pub name: String,
    /// Whose it is; None where all share it.
    pub seat: Option<Seat>,
    /// By its number.
    pub item: Item,
    /// Its value in words.
    pub value: String,
    /// Whether it is worked out from other data, and so cannot be set.
    pub is_worked_out: bool,
}

/// The state that runs; of several, the first that views list.
///
/// ```
/// use cardable_core::debug::running_state;
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let state = running_state(&game).ok_or("a state runs")?;
/// assert_eq!(ruleset.state_name(state), Some("taking"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn running_state(game: &Game) -> Option<StateId> {
    let view = game.view(Viewer::Omniscient);
    view.status.scenes.first().map(|scene| scene.state)
}

/// All data of a game: shared data, those of all seats, those of the state that runs, and those of cards that are not what
/// they are at first. `info` is that of its rules.
///
/// See [`DatumNow`] for an example.
pub fn data_now(game: &Game, info: &RulesetInfo) -> Vec<DatumNow> {
    let inspection = game.inspect(Viewer::Omniscient);
    let program = &game.table.program;
    let mut all = Vec::new();
    let mut add = |prefix: &str, infos: &[DataInfo], defs: &[DataDef], of: &dyn Fn(u16) -> Item| {
        for (at, named) in (0..).zip(infos) {
            let item = of(at);
            let Some(value) = inspection.datum(item) else {
                continue;
            };
            let def = defs.get(usize::from(at));
            all.push(DatumNow {
                name: format!("{prefix}.{}", named.name),
                seat: match item {
                    Item::Seat(seat, _) => Some(seat),
                    Item::Global(_) | Item::State(_) | Item::Card { .. } => None,
                },
                item,
                value: value_text(game, &value),
                is_worked_out: def.is_some_and(|def| def.computed.is_some()),
            });
        }
    };
    add("$globals", &info.globals, &program.data.globals, &Item::Global);
    for seat in (0..game.seating().persons()).map(|seat| Seat(seat as u8)) {
        add("$player", &info.seat_data, &program.data.seat, &|at| {
            Item::Seat(seat, at)
        });
    }
    if let Some(state) = running_state(game)
        && let Some(of_state) = info.states.get(state.index())
    {
        add("$state", &of_state.data, &program.state(state).data, &Item::State);
    }
    all.extend(data_of_cards(game, info));
    all
}

/// The data of cards that are not what they are at first, zone by zone.
fn data_of_cards(game: &Game, info: &RulesetInfo) -> Vec<DatumNow> {
    let set = game.view(Viewer::Omniscient).status.cards;
    let (inspection, ruleset) = (game.inspect(Viewer::Omniscient), game.ruleset());
    let mut zones: Vec<ZoneId> = set.iter().map(|datum| datum.zone).collect();
    zones.dedup();
    let mut all = Vec::new();
    for zone in zones {
        let mut alike: BTreeMap<CardTypeId, u16> = BTreeMap::new();
        for (card, index) in inspection.cards(zone).into_iter().zip(inspection.places(zone)) {
            let next = alike.entry(card).or_default();
            let nth = Some(*next);
            *next += 1;
            let at = InZone { zone, nth };
            let of_card = set
                .iter()
                .filter(|datum| datum.zone == zone && datum.index == index);
            all.extend(of_card.filter_map(|datum| {
                let item = Item::Card {
                    card,
                    at,
                    item: datum.item,
                };
                let named = info.card_data.get(usize::from(datum.item))?;
                Some(DatumNow {
                    name: format!("{}.{}", card_in_zone(&ruleset, card, at)?, named.name),
                    seat: None,
                    item,
                    value: value_text(game, &inspection.datum(item)?),
                    is_worked_out: false,
                })
            }));
        }
    }
    all
}
