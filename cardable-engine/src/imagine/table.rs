//! A table drawn anew where no action waits with a secret.

use super::cards::Pinned;
use super::data::draw_data;
use super::draws::new_seed;
use super::{cards, forget, sealed};
use crate::game::{Game, list_again};
use crate::ids::{CardId, Viewer};
use crate::setup::Seed;
use crate::world::chance::Draws;
use crate::world::heap;
use crate::world::mulberry::Mulberry;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Draws anew what a viewer cannot know, where no action waits with a secret. Of some places he knows in hindsight which
/// card type lies there. Gives the new number of each card; empty where none has changed.
pub(super) fn redraw_table(game: &mut Game, viewer: Viewer, hindsight: &[Pinned], seed: Seed) -> Vec<CardId> {
    let mut rng = ChaCha8Rng::from_seed(seed.0);
    redraw_generator(game, &mut rng);
    let mut renamed = Vec::new();
    if viewer == Viewer::Omniscient {
        forget::forget_unused(&mut game.world);
    } else {
        forget::forget(game, viewer);
        forget::forget_unused(&mut game.world);
        renamed = cards::redraw(game, viewer, hindsight, &mut rng);
        draw_data(game, viewer, &mut rng);
        sealed::redraw(game, viewer, &mut rng);
        // Lists that are drawn are bounded by their domains.
        let _ = heap::tidy(&mut game.world, false);
    }
    // What others may do follows from the new faces; what the viewer may do,
    // only from what he sees, which stayed.
    list_again(game);
    renamed
}

/// Lets other things happen from now on.
pub(super) fn redraw_generator(game: &mut Game, rng: &mut ChaCha8Rng) {
    new_generator(game, new_seed(rng));
}

/// Lets what follows from a key happen from now on.
pub(super) fn new_generator(game: &mut Game, key: [u8; 32]) {
    game.world.draws = Draws::new(key);
    if let Some(extras) = &mut game.world.extras
        && let Some(other) = &mut extras.mulberry
    {
        *other = Mulberry::new(&key);
    }
}
