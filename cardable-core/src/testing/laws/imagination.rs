//! What a viewer may imagine is what may be.

use super::*;

pub(super) fn imagination(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let mut looked = 0;
    random_game_from(ruleset, opening, choices, |game, _, _, rng| {
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
pub(super) fn everything_reached(
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
