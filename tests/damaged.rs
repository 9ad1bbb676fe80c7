//! Every shipped game damaged at random, its files and its saves: an error that tells or a game that can be
//! played on, and never a panic.

use crate::support;
use cardable_core::content::{ContentPath, Directory, MemoryFiles, dialect_of_name};
use cardable_core::{Game, Ruleset, Seed, Setup, Viewer};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::LazyLock;

/// A shipped game: its files, which of them is damaged, and the game as it is meant.
struct Shipped {
    files: Vec<(String, Vec<u8>)>,
    /// What a folder is read by, and what scripts are in.
    texts: Vec<usize>,
    main: String,
    ruleset: Ruleset,
}

static GAMES: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = |(name, folder): (String, std::path::PathBuf)| {
        let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(&folder)
            .expect("the game is there")
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let name = path.file_name()?.to_str()?.to_owned();
                Some((name, std::fs::read(path).ok()?))
            })
            .collect();
        files.sort();
        let is_main = |name: &str| dialect_of_name(name).is_some();
        let is_text = |name: &str| is_main(name) || name.ends_with(".luau");
        let main = files.iter().map(|(name, _)| name).find(|name| is_main(name));
        Shipped {
            main: main.expect("a folder has a ruleset").clone(),
            texts: (0..files.len()).filter(|at| is_text(&files[*at].0)).collect(),
            ruleset: support::load(&name),
            files,
        }
    };
    support::games().into_iter().map(shipped).collect()
});

/// A change: how, from where, how long, and to where or with what.
type Damage = (u8, usize, usize, usize);

fn damaged(text: &[u8], damage: &[Damage]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for (how, from, len, to) in damage {
        let n = bytes.len().max(1);
        if bytes.is_empty() {
            break;
        }
        let from = from % n;
        let part = from..(from + 1 + len % 60).min(n);
        let copy = bytes[part.clone()].to_vec();
        match how % 4 {
            0 => drop(bytes.drain(part)),
            1 => drop(bytes.splice(from..from, copy)),
            2 => drop(bytes.splice(to % n..to % n, copy)),
            _ => bytes[from] = b"0123456789-$\"[]{}():,.truefalsnd_ "[to % 34],
        }
    }
    bytes
}

/// Plays on for a while at random; a fault may end it.
fn play(mut game: Game, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..25 {
        let Some(decision) = game.next_decision() else {
            break;
        };
        let seat = decision.seat();
        let Some(choice) = decision.sample(&mut rng) else {
            break;
        };
        if game.submit(seat, &choice).is_err() {
            break;
        }
        let _ = game.view(Viewer::Spectator);
        let _ = game.view(Viewer::Seat(seat));
    }
    let _ = game.save();
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec(
        (any::<u8>(), any::<usize>(), any::<usize>(), any::<usize>()),
        1..4,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_game_is_refused_with_words_or_plays(which in any::<usize>(), at in any::<usize>(), damage in damage(), seed in any::<u64>()) {
        let shipped = &GAMES[which % GAMES.len()];
        let hurt = shipped.texts[at % shipped.texts.len()];
        let mut files = MemoryFiles::new();
        for (place, (name, bytes)) in shipped.files.iter().enumerate() {
            let bytes = if place == hurt { damaged(bytes, &damage) } else { bytes.clone() };
            files.add(name, bytes).expect("a plain name");
        }
        let shelf = Directory::open(support::root().join("rulesets")).expect("the rulesets are there");
        let path = ContentPath::new(&shipped.main).expect("a plain name");
        let checked = support::loader().roots(&[&shelf]).check_files(&files, &path);
        let reports = checked.reports();
        for report in reports.iter() {
            prop_assert!(!report.message.is_empty() && report.place.as_ref().is_none_or(|place| place.line <= 100_000), "{report}");
        }
        match checked.ruleset {
            None => prop_assert!(!reports.is_empty(), "refused without a word"),
            Some(ruleset) => {
                for seats in [*ruleset.seats().start(), *ruleset.seats().end()] {
                    if let Ok(game) = Game::new(&ruleset, &Setup::seats(seats), Seed::from(seed)) {
                        play(game, seed);
                    }
                }
            }
        }
    }

    #[test]
    fn a_damaged_save_is_refused_or_plays(which in any::<usize>(), steps in 0usize..60, damage in damage(), seed in any::<u64>()) {
        let shipped = &GAMES[which % GAMES.len()];
        let seats = *shipped.ruleset.seats().end();
        let mut game = Game::new(&shipped.ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..steps {
            let Some(decision) = game.next_decision() else { break };
            let seat = decision.seat();
            let choice = decision.sample(&mut rng).expect("something is offered");
            game.submit(seat, &choice).expect("it is legal");
        }
        if let Ok(restored) = Game::restore(&shipped.ruleset, &damaged(&game.save(), &damage)) {
            play(restored, seed);
        }
    }
}
