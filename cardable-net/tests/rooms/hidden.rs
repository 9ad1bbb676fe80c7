//! What is told of choices depends on nothing that the viewer does not see.

use cardable_core::{Bot as _, Game, RandomBot, Seat, Seed, Setup, Viewer};
use cardable_net::library::Library;
use cardable_net::protocol::{Asked, Hash, You};
use cardable_net::room::Told;
use cardable_net::wire::Pen;

fn pen(see: Viewer) -> Pen {
    let you = match see {
        Viewer::Seat(seat) => You::Seat(seat),
        Viewer::Spectator | Viewer::Omniscient => You::Spectator,
    };
    Pen::new(you, Hash(String::new()))
}

fn asked(game: &Game, see: Viewer) -> Option<Asked> {
    let Viewer::Seat(seat) = see else { return None };
    let decision = game.decision(seat)?;
    Some(Asked {
        offers: decision.offers(),
        unavailable: decision.unavailable(),
        touches: game.legal_interactions(seat),
    })
}

/// What a viewer is told of the whole table, and then of a choice.
fn told(before: &Game, after: &Game, see: Viewer) -> (String, String) {
    let mut pen = pen(see);
    let view = pen.write(Told::View {
        game: 1,
        seq: 0,
        view: &before.view(see),
        decision: asked(before, see),
        clocks: &[],
        rewound: false,
    });
    let events = pen.write(Told::Events {
        seq: 1,
        events: &after.events(see),
        decision: asked(after, see),
        clocks: &[],
    });
    (view.to_string(), events.to_string())
}

/// Two tables that a viewer cannot tell apart, and the same choice at both: as long as he sees the
/// same table after it, he was told the same, byte for byte. In every shipped ruleset.
#[test]
fn events_tell_two_tables_apart_only_where_something_shows() {
    for edition in Library::shipped().editions() {
        let ruleset = &edition.ruleset;
        let seats = *ruleset.seats().start();
        let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(5))
            .expect("a game")
            .with_events();
        let mut bot = RandomBot::new(Seed::from(8));
        let mut same = 0;
        for step in 0..80_u64 {
            let Some(decision) = game.next_decision() else {
                break;
            };
            let seat = decision.seat();
            let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
            let mut after = game.clone();
            after.submit(seat, &choice).expect("it is legal");
            let viewers = (0..seats).map(|at| Viewer::Seat(Seat(at as u8)));
            for see in viewers.chain([Viewer::Spectator]) {
                let other = game.imagine(see, Seed::from(step)).with_events();
                let mut other_after = other.clone();
                // What others choose may be another choice, or none, with other cards.
                if other_after.submit(seat, &choice).is_err() {
                    continue;
                }
                let (one, two) = (told(&game, &after, see), told(&other, &other_after, see));
                let name = &edition.name;
                assert_eq!(one.0, two.0, "{name}, step {step}, {see:?}: the tables before");
                if after.view(see) == other_after.view(see) && asked(&after, see) == asked(&other_after, see)
                {
                    assert_eq!(one.1, two.1, "{name}, step {step}, {see:?}");
                    same += 1;
                }
            }
            game = after;
        }
        assert!(same >= 10, "{}: {same} choices were compared", edition.name);
    }
}
