//! Cards that a viewer does not see now, but has seen and followed.

use super::View;
use crate::ids::{ActionId, CardId, CardTypeId, Viewer, ZoneId};
use crate::mix::mix_bytes;
use crate::value::Value;
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

/// A choice of the viewer's own that waits for the others.
#[derive(Serialize)]
pub struct KeptChoice {
    scene: u16,
    action: ActionId,
    picks: Vec<KeptPick>,
}

#[derive(Serialize)]
enum KeptPick {
    Card(KnownCard),
    Other(Value),
}

/// What a viewer has chosen in secret, in the order of choosing.
pub fn kept_choices(t: &Table, world: &World, viewer: Viewer) -> Vec<KeptChoice> {
    let kept = world.extras.iter().flat_map(|extras| &extras.sealed);
    let own = kept.filter(|choice| viewer == Viewer::Seat(choice.seat));
    let choices = own.map(|choice| {
        let picks = choice.picks.iter().map(|pick| match *pick {
            Value::Card(card) => {
                let place = world.place_of(t, card) as u16;
                KeptPick::Card(known_card(
                    t,
                    world,
                    viewer,
                    (world.zone_of(t, card), place),
                    card,
                ))
            }
            other => KeptPick::Other(other),
        });
        KeptChoice {
            scene: choice.scene,
            action: choice.action,
            picks: picks.collect(),
        }
    });
    choices.collect()
}

/// A number made of all that a viewer knows.
pub fn knowledge_key(view: &View, known: &[KnownCard], kept: &[KeptChoice]) -> u64 {
    // A view can always be written.
    let bytes = rmp_serde::to_vec(&(view, known, kept)).unwrap_or_default();
    mix_bytes(&bytes)
}
