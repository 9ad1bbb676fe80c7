//! What a seat has to decide.

use cardable_core::{Game, LegalInteraction, Offered, Seat, Unavailable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a seat has to decide.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// What it can do.
    pub offers: Vec<Offered>,
    /// What it cannot do now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Unavailable>,
    /// What it can touch, at tables whose rules say what that means.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<LegalInteraction>,
}

impl Decision {
    /// What a seat of a game has to decide now.
    pub fn of(game: &Game, seat: Seat) -> Option<Decision> {
        let decision = game.decision(seat)?;
        Some(Decision {
            offers: decision.offers(),
            unavailable: decision.unavailable(),
            touches: game.legal_interactions(seat),
        })
    }
}
