//! What the fuzz targets share: rulesets to play, and choices made from bytes.

use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::ids::{ActionId, DeckId, ZoneId};
use cardable_core::testing::tiny_ruleset;
use cardable_core::script::ScriptLimits;
use cardable_core::{Choice, Game, Loader, Pick, Ruleset, Seat, Seed, Setup};
use cardable_lua::Luau;
use std::sync::LazyLock;

macro_rules! shipped {
    ($($path:literal)*) => { &[$(($path, include_str!(concat!("../../rulesets/", $path)))),*] };
}

const TEXTS: &[(&str, &str)] = shipped![
    "standard/cardset.json"
    "standard/decks/standard-52.json"
    "standard/decks/clubs-13.json"
    "standard/decks/diamonds-13.json"
    "standard/decks/hearts-13.json"
    "standard/decks/spades-13.json"
    "fragments/auction.fragment.json"
    "crazy-eights/ruleset.json"
    "goofspiel/ruleset.json"
    "skullable/ruleset.json"
    "speed/ruleset.json"
];

/// Games of what few shipped ones have: cards with data and rules, cards that seats are told of, cards with printed backs, questions with parts, sealed
/// choices that ask, teams in play.
const OTHERS: &[&str] = &[
    include_str!("../../tests/fixtures/creatures.json5"),
    include_str!("../../tests/fixtures/hints.json5"),
    include_str!("../../tests/fixtures/answers.json5"),
    include_str!("../../tests/fixtures/sealed.json5"),
    include_str!("../../tests/fixtures/backs.json5"),
    include_str!("../../tests/fixtures/sides.json5"),
];

/// The shipped texts, as the content root of every ruleset that is tried.
pub static FILES: LazyLock<MemoryFiles> = LazyLock::new(|| {
    let mut files = MemoryFiles::new();
    for (path, text) in TEXTS {
        files.add(path, *text).expect("the path is one");
    }
    files
});

/// A very small game, some of the shipped ones, and [`OTHERS`].
pub static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let games = TEXTS
        .iter()
        .filter_map(|(path, _)| path.strip_suffix("/ruleset.json"));
    let shipped = games.map(|name| {
        let path = ContentPath::new(name).expect("the name is a path");
        Loader::new().roots(&[&*FILES]).check_files(&*FILES, &path)
            .into_result()
            .expect("a shipped ruleset checks")
    });
    let others = OTHERS
        .iter()
        .map(|text| cardable_core::parse(*text).expect("a fixture checks"));
    std::iter::once(tiny_ruleset()).chain(shipped).chain(others).collect()
});

/// Numbers from bytes; zeros after the last.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Whether there are none left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// The next two bytes.
    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number below `n`, from one byte.
    pub fn below(&mut self, n: usize) -> usize {
        self.byte() as usize % n.max(1)
    }
}

/// One of [`RULESETS`].
pub fn ruleset(bytes: &mut Bytes<'_>) -> &'static Ruleset {
    &RULESETS[bytes.below(RULESETS.len())]
}

/// A game with so many seats as the bytes say, if one can begin.
pub fn begin(ruleset: &Ruleset, bytes: &mut Bytes<'_>) -> Option<Game> {
    let seats = ruleset.seats();
    let most = (*seats.end()).min(8).max(*seats.start());
    let n = seats.start() + bytes.below(most - seats.start() + 1);
    Game::new(ruleset, &Setup::seats(n), Seed::from(u64::from(bytes.word()))).ok()
}

/// A seat that is to decide, and one of the choices it has.
pub fn listed(game: &Game, bytes: &mut Bytes<'_>) -> Option<(Seat, Choice)> {
    let open = game.to_decide();
    let seat = open.into_iter().nth(bytes.below(open.len()))?;
    let decision = game
        .decision(seat)
        .expect("a seat that is to decide has a decision");
    let count = decision.count().get();
    assert!(count > 0, "a decision has a choice");
    let at = u64::from(bytes.word()) % count;
    Some((
        seat,
        decision.nth(at).expect("a choice below the count can be had"),
    ))
}

/// Any seat with any choice.
pub fn wild(game: &Game, bytes: &mut Bytes<'_>) -> (Seat, Choice) {
    let seat = Seat(bytes.byte() % (game.seating().count() as u8 + 2));
    let small = |bytes: &mut Bytes<'_>| match bytes.byte() {
        255 => u16::MAX,
        254 => bytes.word(),
        n => u16::from(n % 32),
    };
    let n = bytes.below(4);
    let choice = match bytes.below(8) {
        0 => Choice::Pass,
        1 => Choice::Number(match bytes.below(5) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => -i64::from(bytes.byte()),
            _ => i64::from(bytes.byte()),
        }),
        2 => Choice::Items((0..n).map(|_| small(bytes)).collect()),
        _ => Choice::Act {
            action: ActionId(small(bytes)),
            picks: (0..n)
                .map(|_| match bytes.below(8) {
                    0 => Pick::Zone(ZoneId(small(bytes))),
                    1 => Pick::Seat(Seat(small(bytes) as u8)),
                    2 => Pick::Deck(DeckId(small(bytes))),
                    3 => Pick::Option(small(bytes)),
                    _ => Pick::Card {
                        zone: ZoneId(small(bytes)),
                        index: small(bytes),
                    },
                })
                .collect(),
        },
    };
    (seat, choice)
}

const SCRIPTED: &str = r#"{
    cardset: { set_name: "six", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
    ] },
    deck: { deck_name: "few", cardset: "six", content: [0, 0, 0, 1, 1, 1] },
    ruleset: {
        ruleset_name: "Scripted", min_players: 2, max_players: 2, decks: "few", script: LINES,
        game_area: {
            shared_zones: [{ name: "stock", order: "shuffled", zone_visibility: "none", decks: "few" }],
            player_zones: [{ name: "hand", zone_visibility: "owner", order: "any" }],
        },
        global_data: [{ key: "n", value: 0 }, { key: "note", type: "string" }],
        player_data: [{ key: "bid", value: 0 }],
        game_state: [
            { state_name: "play", state_type: "concurrent", turn: "until_end_turn", actions: [
                { action_name: "go", type: "button", function: "attack" },
            ] },
        ],
    },
}"#;

/// A small ruleset whose action `go` is the function `attack` of a script, under small limits.
pub fn scripted(script: &str) -> Option<Ruleset> {
    let lines: Vec<&str> = script.lines().collect();
    let text = SCRIPTED.replace("LINES", &serde_json::to_string(&lines).ok()?);
    let limits = ScriptLimits {
        ticks: 5_000,
        memory: 1 << 20,
    };
    let luau = Luau::with_caps(limits);
    let checked = Loader::new().scripts(&luau).check_text("fuzz.json", &text);
    assert!(
        checked.ruleset.is_some() || checked.reports().iter().count() > 0,
        "refused without a word: {script}"
    );
    checked.ruleset
}

/// Plays a scripted ruleset on for a while; what comes of it.
pub fn play_scripted(rules: &Ruleset) -> Vec<String> {
    let mut told = Vec::new();
    let Ok(mut game) = Game::new(rules, &Setup::seats(2), Seed::from(5)) else {
        return told;
    };
    for turn in 0..4u8 {
        let seat = Seat(turn % 2);
        let Some(choice): Option<Choice> = game.decision(seat).and_then(|d| d.nth(0)) else {
            continue;
        };
        let before = game.save();
        match game.submit(seat, &choice) {
            Ok(_) => {
                let again = Game::restore(rules, &game.save()).expect("a saved game is restored");
                assert_eq!(again.save(), game.save());
            }
            Err(error) => {
                assert_eq!(game.save(), before, "a refused choice changed the game");
                told.push(error.to_string());
            }
        }
    }
    told.push(String::from_utf8_lossy(&game.save()).into_owned());
    told
}
