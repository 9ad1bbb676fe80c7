//! Cards that a viewer does not see now, but has seen and followed.

use super::View;
use crate::ids::{ActionId, CardId, CardTypeId, Viewer, ZoneId};
use crate::mix::mix_bytes;
use crate::program::Order;
use crate::ruleset::zone_def;
use crate::value::Value;
use crate::world::scene::Cause;
use crate::world::table::Table;
use crate::world::whole::World;
use serde::{Deserialize, Serialize};

/// A card that a view shows as a back, although its viewer knows which card it is: one that was passed on, or laid face
/// down before his eyes.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// for known in game.knowledge(Viewer::Seat(cardable_core::Seat(0))).cards() {
///     println!("{:?} lies in {:?}", ruleset.words().card_name(known.card), known.zone);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct KnownCard {
    /// The zone it lies in.
    pub zone: ZoneId,
    /// Its place in the zone, as the view lists it; None where the viewer cannot tell places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
    /// Which card it is.
    pub card: CardTypeId,
}

/// The known cards of a viewer, by zone, place and card.
pub fn known_cards(t: &Table, world: &World, viewer: Viewer) -> Vec<KnownCard> {
    let mut known = Vec::new();
    for zone in t.zone_ids() {
        for (card, place) in world.zone_cards(t, zone).iter().zip(0..) {
            let card = CardId(*card);
            if world.knows(t, card).contains(viewer) && !world.face_audience(t, card).contains(viewer) {
                known.push(known_card(t, world, viewer, (zone, place), card));
            }
        }
    }
    known.sort_unstable();
    known
}

/// A card that a viewer knows, as far as he can tell where it lies.
fn known_card(
    t: &Table,
    world: &World,
    viewer: Viewer,
    (zone, place): (ZoneId, u16),
    card: CardId,
) -> KnownCard {
    let tells_places = world.places(t, zone).contains(viewer);
    KnownCard {
        zone,
        place: tells_places.then_some(place),
        card: world.type_of(t, card),
    }
}

/// A choice of the viewer's own that waits for the others, or for his answers.
#[derive(Serialize)]
pub struct KeptChoice {
    scene: u16,
    action: ActionId,
    values: Vec<Kept>,
}

/// What he has picked or answered.
#[derive(Serialize)]
enum Kept {
    Card(KnownCard),
    List(Vec<Kept>),
    Other(Value),
}

/// What a viewer has chosen in secret, in the order of choosing.
pub fn kept_choices(t: &Table, world: &World, viewer: Viewer) -> Vec<KeptChoice> {
    let kept = |value: &Value| kept_value(t, world, viewer, *value);
    let sealed = world.extras.iter().flat_map(|extras| &extras.sealed);
    let own = sealed.filter(|choice| viewer == Viewer::Seat(choice.seat));
    let chosen = own.map(|choice| KeptChoice {
        scene: choice.scene,
        action: choice.action,
        values: choice.values().map(kept).collect(),
    });
    let begun = world.suspended.iter().filter_map(|frame| match frame.cause {
        Cause::Act(action)
            if t.program.action(action).sealing.is_sealed()
                && frame.actor.map(Viewer::Seat) == Some(viewer) =>
        {
            Some(KeptChoice {
                scene: frame.scene,
                action,
                values: frame.registers.iter().map(kept).collect(),
            })
        }
        Cause::Act(_) | Cause::Auto { .. } | Cause::Call(_) => None,
    });
    chosen.chain(begun).collect()
}

/// A value without the numbers that only the engine knows.
fn kept_value(t: &Table, world: &World, viewer: Viewer, value: Value) -> Kept {
    match value {
        Value::Card(card) => {
            let place = world.place_of(t, card) as u16;
            let lies = (world.zone_of(t, card), place);
            Kept::Card(known_card(t, world, viewer, lies, card))
        }
        Value::List(id) => {
            let made = world.extras.as_ref().and_then(|extras| extras.lists.get(id));
            let items = made.unwrap_or_else(|| t.program.constants.items(id));
            let items = items.iter().map(|item| kept_value(t, world, viewer, *item));
            Kept::List(items.collect())
        }
        other => Kept::Other(other),
    }
}

/// A number made of what a viewer knows, but for what hardly ever matters to a choice: how many choices there were, messages,
/// and the order of cards that lie in no order.
pub(crate) fn situation_key(
    t: &Table,
    mut view: View,
    known: &[KnownCard],
    kept: &[KeptChoice],
    question: Option<u32>,
) -> u64 {
    view.seq = 0;
    view.status.messages.clear();
    // Places that something else names stay as they are.
    let named: Vec<ZoneId> = {
        let of_cards = view.status.cards.iter().map(|datum| datum.zone);
        of_cards
            .chain(view.status.told.iter().map(|told| told.zone))
            .collect()
    };
    for (zone, seen) in t.zone_ids().zip(&mut view.zones) {
        let def = zone_def(&t.program, zone);
        let is_own = def.is_some_and(|def| def.order == Order::Any && !def.laid_out);
        if is_own && !named.contains(&zone) {
            seen.cards.sort_unstable();
        }
    }
    let bytes = rmp_serde::to_vec(&(view, known, kept, question)).unwrap_or_default();
    mix_bytes(&bytes)
}

/// A number made of all that a viewer knows.
pub fn knowledge_key(view: &View, known: &[KnownCard], kept: &[KeptChoice]) -> u64 {
    // A view can always be written.
    let bytes = rmp_serde::to_vec(&(view, known, kept)).unwrap_or_default();
    mix_bytes(&bytes)
}
