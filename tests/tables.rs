//! Card-games data: every property of game and deck files, case by case, and what can be done at the
//! tables that they make.

use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::decision::Offered;
use cardable_core::view::CardSeen;
use cardable_core::{
    Checked, Choice, DecisionRef, Game, Loader, NotApplied, Pick, Ruleset, Seat, Seed, Setup, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A deck of two suits and four ranks.
const DECK: &str = "{ pairs: { suits: [{ name: 'Red', color: '#c00' }, { name: 'Blue', color: '00CC00' }], \
                    ranks: [{ value: 1 }, { value: 2, text: 'two' }, { value: 'K' }, { value: 'A' }] } }";

const STOCK: &str = "{ name: 'stock', card_visibility: 'none', control: 'all', decks: ['pack'], is_library: true, \
                     size: '*', order: 'fixed-lifo' }";
const HAND: &str = "{ name: 'hand', zone_visibility: 'owner', control: 'owner', decks: ['pack'], \
                    size: { initial: 3, limits: [0, 4] }, order: 'any' }";

/// A game of two players with zones beside the stock and the hands, and what else it says.
fn game_text(shared: &str, seats: &str, more: &str) -> String {
    format!(
        "{{ decks: [{{ name: 'pack', source: 'deck.json' }}], players: 2, turns: true,\n\
         shared_zones: [{STOCK},\n{shared}],\nplayer_zones: [{HAND},\n{seats}],\n{more} }}"
    )
}

fn check_with(game: &str, deck: &str) -> Checked {
    let mut files = MemoryFiles::new();
    files.add("t/t.game.json", game).expect("a path");
    files.add("t/deck.json", deck).expect("a path");
    Loader::new().check_files(&files, &ContentPath::new("t").expect("a path"))
}

fn said(checked: &Checked) -> Vec<String> {
    let place = |r: &cardable_core::diag::Report| {
        let place = r.place.as_ref().expect("it is in a file");
        let file = place.file.rsplit('/').next().unwrap_or("");
        let (line, column) = (place.line, place.column);
        format!("{file}:{line}:{column} {} {}", r.code.as_str(), r.message)
    };
    checked.reports().iter().map(place).collect()
}

fn sorted(lines: &[impl AsRef<str>]) -> Vec<&str> {
    let mut lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    lines.sort_unstable();
    lines
}

fn load(game: &str) -> Ruleset {
    load_with(game, DECK)
}

fn load_with(game: &str, deck: &str) -> Ruleset {
    let checked = check_with(game, deck);
    let said = said(&checked);
    checked.ruleset.unwrap_or_else(|| panic!("{said:#?}"))
}

fn start(ruleset: &Ruleset, seats: &[&str]) -> Game {
    Game::new(ruleset, &Setup::named(seats.iter().copied()), Seed::from(7)).expect("it begins")
}

fn table(shared: &str, seats: &str, more: &str) -> Game {
    start(&load(&game_text(shared, seats, more)), &["Ada", "Bo"])
}

/// What a seat reads of an action: `None` when it may do it, else why not.
fn reason(game: &Game, seat: u8, label: &str) -> Option<String> {
    let decision = game.decision(Seat(seat)).expect("the seat may act");
    let offered = offered(&decision, label).is_some();
    if offered {
        return None;
    }
    let missing = decision.unavailable().into_iter().find(|u| u.label == label);
    Some(
        missing
            .unwrap_or_else(|| panic!("there is no action {label}"))
            .reason,
    )
}

/// The picks that an action offers.
fn offered(
    decision: &DecisionRef<'_>,
    wanted: &str,
) -> Option<(cardable_core::ids::ActionId, Vec<Pick>, u16, u16)> {
    decision.offers().into_iter().find_map(|offered| match offered {
        Offered::Action {
            action, label, pick, ..
        } if label == wanted => {
            let (picks, min, max) = pick.map_or((Vec::new(), 0, 0), |p| (p.candidates, p.min, p.max));
            Some((action, picks, min, max))
        }
        _ => None,
    })
}

fn act(game: &mut Game, seat: u8, label: &str, wanted: impl Fn(&Pick) -> bool, most: usize) {
    let decision = game.decision(Seat(seat)).expect("the seat may act");
    let Some((action, picks, ..)) = offered(&decision, label) else {
        panic!("{label} is not offered to {seat}: {:?}", decision.unavailable());
    };
    let picks = picks.into_iter().filter(wanted).take(most).collect();
    game.submit(Seat(seat), &Choice::Act { action, picks })
        .expect("it is legal");
}

fn button(game: &mut Game, seat: u8, label: &str) {
    act(game, seat, label, |_| false, 0);
}

/// What a seat is asked.
fn question(game: &Game, seat: u8) -> String {
    let decision = game.decision(Seat(seat)).expect("a decision");
    match decision.offers().as_slice() {
        [
            Offered::Number {
                label: Some(label), ..
            },
        ] => label.clone(),
        offers => panic!("one number is asked for: {offers:?}"),
    }
}

fn zone(game: &Game, name: &str) -> cardable_core::ids::ZoneId {
    game.ruleset().zone(name).expect("a shared zone")
}

fn seat_zone(game: &Game, name: &str, seat: u8) -> cardable_core::ids::ZoneId {
    game.ruleset().seat_zone(name, Seat(seat)).expect("a player zone")
}

fn count(game: &Game, zone: cardable_core::ids::ZoneId) -> usize {
    game.view(Viewer::Omniscient)
        .zone(zone)
        .expect("the zone")
        .cards
        .len()
}

fn from(zone: cardable_core::ids::ZoneId) -> impl Fn(&Pick) -> bool {
    move |pick| matches!(pick, Pick::Card { zone: z, .. } if *z == zone)
}

fn faces(game: &Game, viewer: Viewer, zone: cardable_core::ids::ZoneId) -> usize {
    let view = game.view(viewer);
    let seen = view.zone(zone).expect("the zone");
    seen.cards
        .iter()
        .filter(|c| matches!(c, CardSeen::Face(_)))
        .count()
}

// --- documents

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let zone =
        |fields: &str| format!("{{ name: 'x', control: 'all', decks: ['pack'], size: '*', {fields} }}");
    let cases: &[(String, &[&str])] = &[
        (
            "{}".into(),
            &[
                "t.game.json:1:1 E202 this game lacks the field `decks`",
                "t.game.json:1:1 E202 this game lacks the field `shared_zones`",
                "t.game.json:1:1 E202 this game lacks the field `player_zones`",
                "t.game.json:1:1 E202 this game lacks the field `players`",
                "t.game.json:1:1 E202 this game lacks the field `turns`",
            ],
        ),
        (
            game_text("", "", "player: 3"),
            &["t.game.json:6:1 E201 a game has no field `player`"],
        ),
        (
            game_text("", "", "leftovers: 'heap'"),
            &["t.game.json:6:12 E304 there is no shared zone `heap`"],
        ),
        (
            game_text("", "", "leftovers: 'hand'"),
            &["t.game.json:6:12 E304 every player has a zone `hand`, and it is not said whose is meant"],
        ),
        (
            game_text(&zone("order: 'stack'"), "", ""),
            &["t.game.json:3:65 E206 `order` cannot be `stack`"],
        ),
        (
            game_text(&zone("zone_visibility: 'owner'"), "", ""),
            &["t.game.json:3:75 E206 a shared zone has no owner"],
        ),
        (
            game_text("{ control: 'all', decks: ['pakc'], size: 2 }", "", ""),
            &["t.game.json:3:27 E243 there is no deck `pakc`"],
        ),
        (
            game_text("{ control: 'all', decks: [], size: '*' }", "", ""),
            &["t.game.json:3:26 E202 a zone without decks can never hold a card"],
        ),
        (
            game_text("{ control: 'all', decks: ['pack'], size: [4, 2] }", "", ""),
            &["t.game.json:3:42 E207 the fewest, 4, are more than the most, 2"],
        ),
        (
            game_text("{ control: 'all', decks: ['pack'], size: [4] }", "", ""),
            &["t.game.json:3:42 E207 the bounds of `size` are two: the fewest and the most"],
        ),
        (
            game_text(
                "{ control: 'all', decks: ['pack'], size: { initial: 9, limits: [0, 2] } }",
                "",
                "",
            ),
            &["t.game.json:3:53 E207 9 at first is not within the limits of `size`"],
        ),
        (
            game_text(
                "{ control: 'all', decks: ['pack'], size: '*', count: 99 }",
                "",
                "",
            ),
            &["t.game.json:3:54 E207 there are 1 to 64 copies of a zone"],
        ),
        (
            game_text("{ control: 'all', decks: ['pack'] }", "", ""),
            &[
                "t.game.json:3:1 W210 this zone does not say how many cards it holds: it is taken to hold any number",
            ],
        ),
        (
            game_text(
                "{ name: 'stock', control: 'all', decks: ['pack'], size: '*' }",
                "",
                "",
            ),
            &["t.game.json:3:9 E308 there are two zones `stock`"],
        ),
        (
            game_text(&zone("replenish: { from: 'stock' }"), "", ""),
            &["t.game.json:3:69 E202 when does this zone fill up again?"],
        ),
        (
            game_text(&zone("replenish: { when: 'on_empty', from: 'x' }"), "", ""),
            &["t.game.json:3:95 E317 a zone cannot fill up from itself"],
        ),
        (
            game_text(&zone("replenish: { when: 'on_empty', from: 'stok' }"), "", ""),
            &["t.game.json:3:95 E304 there is no shared zone `stok`"],
        ),
        (
            game_text(
                "{ name: 'x', control: 'all', decks: 'pack', size: [0, 2], replenish: { when: 'on_input', from: 'stock', up_to: 3 } }",
                "",
                "",
            ),
            &["t.game.json:3:112 E207 the zone fills up to 3 cards and holds at most 2"],
        ),
        (
            game_text(&zone("designations: { values: ['a', 'a'] }"), "", ""),
            &["t.game.json:3:88 E308 there are two designations `a` here"],
        ),
        (
            game_text(&zone("designations: { values: ['a'], default: 'b' }"), "", ""),
            &["t.game.json:3:98 E324 there is no designation `b`"],
        ),
        (
            game_text(&zone("when: { designation: 'open', control: 'none' }"), "", ""),
            &["t.game.json:3:79 E324 there is no designation `open`"],
        ),
        (
            game_text(&zone("when: { stage: 'deal', control: 'none' }"), "", ""),
            &["t.game.json:3:73 E303 there is no stage `deal`"],
        ),
        (
            game_text(&zone("when: { control: 'none' }"), "", ""),
            &["t.game.json:3:64 E202 a case is either a designation or a stage"],
        ),
        (
            game_text("", "", "rounds: ['a', 'a']"),
            &["t.game.json:6:15 E308 there are two stages `a`"],
        ),
        (
            game_text("", "", "scoreboards: { name: 'points', initial: 9, max: 5 }"),
            &["t.game.json:6:14 E207 `points` begins with 9 and goes from -9999 to 5"],
        ),
        (
            game_text("", "", "tricks: { trick_play: 'middle' }"),
            &["t.game.json:6:23 E304 there is no shared zone `middle`"],
        ),
        (
            game_text("", "", "tricks: { trump: 'Green' }"),
            &["t.game.json:6:18 E221 there is no suit, or set of designations, `Green`"],
        ),
        (
            game_text("", "", "").replace("deck.json", "dekc.json"),
            &["t.game.json:1:35 E211 there is no file `dekc.json`: looked for `t/dekc.json`"],
        ),
        (
            game_text("", "", "").replace("deck.json", "/etc/deck.json"),
            &["t.game.json:1:35 E210 `/etc/deck.json` is no path to a text: it is absolute"],
        ),
        (
            game_text("", "", "").replace("players: 2", "players: [0, 0]"),
            &["t.game.json:1:60 E207 a game has 1 to 32 players"],
        ),
        (
            game_text("", "", "").replace("players: 2", "players: 9"),
            &["t.game.json:1:11 W211 zones begin with up to 27 cards of the deck `pack`, which has 8"],
        ),
    ];
    let mut wrong = Vec::new();
    for (game, expected) in cases {
        let found = said(&check_with(game, DECK));
        if sorted(&found) != sorted(expected) {
            wrong.push((found, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_wrong_with_a_deck_is_told_too() {
    let cases: &[(&str, &[&str])] = &[
        (
            "{ raw: [{ suit: 'Red' }] }",
            &[
                "deck.json:1:9 E202 this single card lacks the field `value`",
                "deck.json:1:1 W202 this deck has no cards",
            ],
        ),
        (
            "{ raw: [{ value: 1, color: 'red' }] }",
            &["deck.json:1:28 E225 `red` is no colour"],
        ),
        (
            "{ raw: [{ value: 1, copies: 99999 }] }",
            &[
                "deck.json:1:29 E207 `copies` lies between 0 and 65535, `99999` does not",
                "deck.json:1:9 E231 a deck has at most 10000 cards",
                "deck.json:1:1 W202 this deck has no cards",
            ],
        ),
        (
            "{ raw: [{ value: 1, copies: 20000 }] }",
            &[
                "deck.json:1:9 E231 a deck has at most 10000 cards",
                "deck.json:1:1 W202 this deck has no cards",
            ],
        ),
        (
            "{ pairs: { suits: [], ranks: [{ value: 1 }] }, raw: [{ value: 1 }] }",
            &["deck.json:1:19 E202 without any `suits` there are no cards here"],
        ),
        (
            "{ raw: [{ value: 1, suit: 'Red' }], order: { trumps: ['Blue'] } }",
            &["deck.json:1:55 E221 there is no suit `Blue`"],
        ),
        (
            "{ raw: [{ value: 1 }], order: { ranks: [2] } }",
            &["deck.json:1:41 E230 there is no card of the value `2`"],
        ),
        (
            "{ raw: [{ value: 1 }, { value: 2, position: { above: { value: 3 } } }] }",
            &["deck.json:1:54 E230 the deck has no card `3`"],
        ),
        (
            "{ raw: [{ value: 2, position: {} }] }",
            &["deck.json:1:31 E202 a card stands either above or below others"],
        ),
        (
            "[1, 2",
            &[
                "deck.json:1:1 E107 the `[` that opens here is never closed",
                "deck.json:1:1 E203 a deck of cards is an object, not a list",
            ],
        ),
    ];
    let mut wrong = Vec::new();
    for (deck, expected) in cases {
        let game = game_text("", "", "").replace("initial: 3, ", "");
        let found = said(&check_with(&game, deck));
        if sorted(&found) != sorted(expected) {
            wrong.push((found, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn any_bytes_are_read_without_panicking() {
    let good = game_text(
        "",
        "",
        "tricks: true, rounds: ['a', { name: 'b', stages: ['c'] }]",
    );
    for end in (0..good.len()).filter(|at| good.is_char_boundary(*at)) {
        check_with(&good[..end], DECK);
        check_with(&good, &DECK[..end.min(DECK.len())]);
    }
    for odd in [
        "null",
        "[]",
        "{ decks: 3, shared_zones: {}, players: {} }",
        "{ shared_zones: [[], 1], player_zones: null }",
    ] {
        check_with(odd, odd);
        let swapped = good.replace("'pack'", "{}").replace("true", odd);
        check_with(&swapped, "7");
    }
}

// --- decks

/// The cards of a deck in their order, from the lowest; trumps have a star.
fn ordered(deck: &str) -> String {
    let ruleset = load_with(&game_text("", "", "").replace("initial: 3, ", ""), deck);
    let mut cards: Vec<(i64, String)> = Vec::new();
    let mut at = 0;
    while let Some(ty) = ruleset.program.cards.types.get(usize::from(at)) {
        let id = cardable_core::ids::CardTypeId(at);
        let suit = ty
            .suit
            .map_or(String::new(), |s| ruleset.words().text(s)[..1].to_owned());
        let value = |name: &str| ruleset.card_attribute(id, name);
        let star = if value("trump") == Some(cardable_core::value::Value::Bool(true)) {
            "*"
        } else {
            ""
        };
        let Some(cardable_core::value::Value::Int(order)) = value("order") else {
            panic!("no order")
        };
        cards.push((order, format!("{}{suit}{star}", ruleset.words().text(ty.name))));
        at += 1;
    }
    cards.sort();
    cards
        .into_iter()
        .map(|(_, name)| name)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn cards_have_a_total_order() {
    let pairs = "pairs: { suits: [{ name: 'Red' }, { name: 'Blue' }], ranks: [{ value: 1 }, { value: 2 }] }";
    let cases = [
        (format!("{{ {pairs} }}"), "1R 2R 1B 2B"),
        (
            format!("{{ {pairs}, order: {{ by: 'rank-suit' }} }}"),
            "1R 1B 2R 2B",
        ),
        (
            format!("{{ {pairs}, order: {{ by: 'suit-rank', suits: ['Blue'] }} }}"),
            "1B 2B 1R 2R",
        ),
        (
            format!("{{ {pairs}, order: {{ by: 'rank-suit', ranks: [2, 1], suits: ['Blue', 'Red'] }} }}"),
            "2B 2R 1B 1R",
        ),
        (
            format!("{{ {pairs}, order: {{ trumps: ['Red'] }} }}"),
            "1B 2B 1R* 2R*",
        ),
        (
            format!("{{ {pairs}, order: {{ trumps: ['Red', {{ value: 1, suit: 'Blue' }}] }} }}"),
            "2B 1R* 2R* 1B*",
        ),
        (
            format!("{{ {pairs}, raw: [{{ value: 'J', copies: 2 }}] }}"),
            "J 1R 2R 1B 2B",
        ),
        (
            format!("{{ {pairs}, raw: [{{ value: 'J', position: 1 }}, {{ value: 'L', position: -1 }}] }}"),
            "L 1R 2R 1B 2B J",
        ),
        (
            format!(
                "{{ {pairs}, raw: [{{ value: 'J', position: {{ above: {{ value: 1, suit: 'Red' }} }} }}] }}"
            ),
            "1R J 2R 1B 2B",
        ),
        (
            format!("{{ {pairs}, raw: [{{ value: 'J', position: {{ below: {{ suit: 'Blue' }} }} }}] }}"),
            "1R 2R J 1B 2B",
        ),
        (
            "{ pairs: [{ suits: [{ name: 'Red' }], ranks: [{ value: 1 }], position: 2 }, \
              { suits: [{ name: 'Blue' }], ranks: [{ value: 9 }], copies: 3 }] }"
                .to_owned(),
            "9B 1R",
        ),
    ];
    for (deck, expected) in cases {
        assert_eq!(ordered(&deck), expected, "{deck}");
    }
}

#[test]
fn copies_colours_and_texts_are_kept() {
    let deck = "{ raw: [{ value: 'W', color: '#0aF', text: 'wild', copies: 4 }, { value: 2.5, suit: 'S' }, { value: 'W', color: '#00aaff', text: 'wild' }] }";
    let ruleset = load_with(&game_text("", "", "").replace("initial: 3, ", ""), deck);
    let cards = ruleset.info().cards;
    let wild = &cards[0];
    assert_eq!(
        (wild.colour.as_deref(), wild.text.as_deref()),
        (Some("#00aaff"), Some("wild"))
    );
    assert_eq!(
        ruleset
            .words()
            .card_name(cardable_core::ids::CardTypeId(1))
            .unwrap_or_default(),
        "2.5 of S"
    );
    assert_eq!(cards.len(), 2, "equal cards are one kind");
    let game = start(&ruleset, &["Ada", "Bo"]);
    assert_eq!(count(&game, zone(&game, "stock")), 6);
}

#[test]
fn a_deck_can_stand_in_the_game_file() {
    let game = game_text("", "", "").replace("'deck.json'", DECK);
    let game = start(&load_with(&game, "not read"), &["Ada", "Bo"]);
    assert_eq!(count(&game, zone(&game, "stock")), 2);
}

#[test]
fn every_player_may_have_a_copy_of_a_deck() {
    let text = game_text("", "", "").replace("source:", "each_player: true, source:");
    let game = start(&load(&text), &["Ada", "Bo"]);
    // Eight cards each, three in each hand.
    assert_eq!(count(&game, zone(&game, "stock")), 10);
}

// --- laying out

#[test]
fn libraries_share_what_is_left_evenly() {
    let more = STOCK.replace("'stock'", "'second'");
    let cases = [
        ("", vec![("stock", 1), ("second", 1)]),
        (
            "leftovers: 'rest'",
            vec![("stock", 1), ("second", 1), ("rest", 0)],
        ),
    ];
    let rest = "{ name: 'rest', control: 'none', decks: 'pack', size: '*' }";
    for (said, expected) in cases {
        let game = table(&format!("{more}, {rest}"), "", said);
        for (name, cards) in expected {
            assert_eq!(count(&game, zone(&game, name)), cards, "{name} with {said}");
        }
    }
    // Five cards for two libraries: one is over, and a small library is full at once.
    let three = |said: &str, size: &str| {
        let text = game_text(&format!("{}, {rest}", more.replace("size: '*'", size)), "", said);
        start(
            &load(
                &text
                    .replace("initial: 3", "initial: 1")
                    .replace("players: 2", "players: 3"),
            ),
            &["A", "B", "C"],
        )
    };
    for (said, size, expected) in [
        ("", "size: '*'", [3, 2, 0]),
        ("leftovers: 'rest'", "size: '*'", [2, 2, 1]),
        ("", "size: [0, 1]", [4, 1, 0]),
        ("leftovers: 'rest'", "size: [0, 1]", [4, 1, 0]),
    ] {
        let game = three(said, size);
        let found = ["stock", "second", "rest"].map(|name| count(&game, zone(&game, name)));
        assert_eq!(found, expected, "{said} {size}");
    }
}

#[test]
fn who_sees_what() {
    // Visibility, and the faces that the owner, another player and a spectator see of two cards.
    let cases = [
        ("", [0, 0, 0]),
        ("card_visibility: 'all'", [2, 2, 2]),
        ("card_visibility: 'none'", [0, 0, 0]),
        ("card_visibility: 1", [1, 1, 1]),
        ("zone_visibility: 'all'", [2, 2, 2]),
        ("zone_visibility: 'owner'", [2, 0, 0]),
        ("zone_visibility: 'owner', card_visibility: 1", [1, 0, 0]),
        ("zone_visibility: 'active-player'", [2, 0, 0]),
        ("zone_visibility: 'inactive-player'", [0, 2, 0]),
        ("zone_visibility: 'allies'", [2, 0, 0]),
        ("zone_visibility: 'opponents'", [0, 2, 0]),
        ("card_visibility: 'face'", [0, 0, 0]),
    ];
    for (said, expected) in cases {
        for order in ["fixed-fifo", "fixed-lifo", "any"] {
            let zone = format!(
                "{{ name: 'x', control: 'owner', decks: 'pack', size: {{ initial: 2, limits: [0, 9] }}, order: '{order}', {said} }}"
            );
            let text = game_text("", &zone, "").replace("initial: 3", "initial: 1");
            let game = start(&load(&text), &["Ada", "Bo"]);
            let x = seat_zone(&game, "x", 0);
            let found =
                [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator].map(|v| faces(&game, v, x));
            assert_eq!(found, expected, "{said} {order}");
        }
    }
}

// --- what can be done at a table

#[test]
fn cards_go_where_control_size_and_order_let_them() {
    let discard = "{ name: 'discard', zone_visibility: 'all', control: 'active-player', decks: 'pack', \
                   size: [0, 1], order: 'fixed-lifo' }";
    let mut game = table(discard, "", "");
    let (stock, discard) = (zone(&game, "stock"), zone(&game, "discard"));
    let hand = seat_zone(&game, "hand", 0);
    // The top of the stock, and of the own hand any card.
    let decision = game.decision(Seat(0)).expect("on turn");
    let (_, picks, min, max) = offered(&decision, "Move to discard").expect("it is offered");
    assert_eq!((picks.len(), min, max), (4, 1, 1), "one card fits");
    assert_eq!(picks.iter().filter(|p| from(stock)(p)).count(), 1);
    assert!(
        !picks.iter().any(|p| from(seat_zone(&game, "hand", 1))(p)),
        "no card of another's hand"
    );
    act(&mut game, 0, "Move to discard", from(hand), 1);
    assert_eq!((count(&game, discard), count(&game, hand)), (1, 2));
    // The upper limit is a reason, not a fault.
    assert_eq!(
        reason(&game, 0, "Move to discard").as_deref(),
        Some("discard is full: it holds 1 at most")
    );
    act(&mut game, 0, "Move to your hand", from(stock), 1);
    act(&mut game, 0, "Move to your hand", from(discard), 1);
    assert_eq!(
        reason(&game, 0, "Move to your hand").as_deref(),
        Some("hand is full: it holds 4 at most")
    );
    assert!(
        game.decision(Seat(1)).is_none(),
        "it is not the turn of the other one"
    );
    button(&mut game, 0, "End your turn");
    assert!(game.decision(Seat(0)).is_none());
    assert_eq!(reason(&game, 1, "Move to your hand"), None);
    // What was not offered is refused, with the same reason.
    let action = game
        .ruleset()
        .action("table", "move to your hand")
        .expect("the action");
    let refused = game.submit(Seat(0), &Choice::act(action));
    assert!(matches!(refused, Err(NotApplied::Refused(_))));
}

#[test]
fn several_cards_move_at_once_as_far_as_there_is_room() {
    let mut game = table("", "", "");
    let (stock, hand) = (zone(&game, "stock"), seat_zone(&game, "hand", 0));
    let decision = game.decision(Seat(0)).expect("on turn");
    let (_, picks, min, max) = offered(&decision, "Move to stock").expect("it is offered");
    assert_eq!((picks.len(), min, max), (3, 1, 3));
    act(&mut game, 0, "Move to stock", from(hand), 3);
    assert_eq!((count(&game, stock), count(&game, hand)), (5, 0));
}

#[test]
fn only_cards_of_the_decks_of_a_zone_go_there() {
    let text = game_text(
        "{ name: 'dice', zone_visibility: 'all', control: 'all', decks: 'other', is_library: true, size: '*' }, \
         { name: 'both', zone_visibility: 'all', control: 'all', decks: ['pack', 'other'], size: '*' }",
        "",
        "",
    )
    .replace("decks: [{", "decks: [{ name: 'other', source: { raw: [{ value: 6, copies: 2 }] } }, {");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    let (dice, both, hand) = (
        zone(&game, "dice"),
        zone(&game, "both"),
        seat_zone(&game, "hand", 0),
    );
    let decision = game.decision(Seat(0)).expect("on turn");
    let to_hand = offered(&decision, "Move to your hand").expect("it is offered").1;
    assert!(
        !to_hand.iter().any(|p| from(dice)(p)),
        "dice do not belong in a hand"
    );
    act(&mut game, 0, "Move to both", from(dice), 1);
    act(&mut game, 0, "Move to both", from(hand), 1);
    let decision = game.decision(Seat(0)).expect("on turn");
    let back = offered(&decision, "Move to your hand").expect("it is offered").1;
    assert_eq!(
        back.iter().filter(|p| from(both)(p)).count(),
        1,
        "of both only the card of the pack"
    );
    // Cards of other decks look different from behind.
    let view = game.view(Viewer::Spectator);
    let backs = |zone| view.zone(zone).expect("the zone").cards.iter().copied().next();
    assert!(
        matches!((backs(zone(&game, "stock")), backs(hand)), (Some(CardSeen::Back(a)), Some(CardSeen::Back(b))) if a == b)
    );
}

#[test]
fn zones_keep_their_lower_limits() {
    let kept = "{ name: 'kept', zone_visibility: 'all', control: 'all', decks: 'pack', \
                size: { initial: 1, limits: [1, 3] }, order: 'any' }";
    let mut game = table(kept, "", "");
    assert_eq!(
        reason(&game, 0, "Move to your hand, from kept").as_deref(),
        Some("kept must keep 1 card")
    );
    let hand = seat_zone(&game, "hand", 0);
    act(&mut game, 0, "Move to kept", from(hand), 1);
    assert_eq!(reason(&game, 0, "Move to your hand, from kept"), None);
    // A zone that must hold three takes three at once.
    let meld = "{ name: 'meld', zone_visibility: 'all', control: 'all', decks: 'pack', size: [3, 5], count: [0, 2] }";
    let mut game = table("", meld, "");
    let decision = game.decision(Seat(0)).expect("on turn");
    let (_, _, min, max) = offered(&decision, "Begin a new meld").expect("it is offered");
    assert_eq!((min, max), (3, 4));
    assert_eq!(
        reason(&game, 0, "Move to a meld").as_deref(),
        Some("there is no meld that you may use and that takes a card")
    );
    let hand = seat_zone(&game, "hand", 0);
    act(&mut game, 0, "Begin a new meld", from(hand), 3);
    assert_eq!(count(&game, seat_zone(&game, "meld", 0)), 3);
    // The other player may add to it, being asked for no more when there is just one.
    button(&mut game, 0, "End your turn");
    let theirs = seat_zone(&game, "hand", 1);
    act(&mut game, 1, "Move to a meld", from(theirs), 1);
    assert_eq!(count(&game, seat_zone(&game, "meld", 0)), 4);
    // As many as it must hold stay, unless it is taken up as a whole.
    let why = "only a meld with cards that you may use and have room for, and 0 must stay open";
    assert_eq!(
        reason(&game, 1, "Take up a meld").as_deref(),
        Some(why),
        "a hand holds four"
    );
    let mut game = table("", meld, "");
    let meld = seat_zone(&game, "meld", 0);
    act(&mut game, 0, "Begin a new meld", from(hand), 3);
    assert_eq!(count(&game, meld), 3);
    let decision = game.decision(Seat(0)).expect("on turn");
    let all = 0..decision.count().get();
    let take = all
        .filter_map(|n| decision.nth(n))
        .find(|c| matches!(c, Choice::Act { action, .. } if game.ruleset().words().action_label(*action) == Some("Take up a meld")));
    game.submit(Seat(0), &take.expect("it is offered"))
        .expect("it is taken up");
    assert_eq!((count(&game, meld), count(&game, hand)), (0, 3));
    assert!(game.view(Viewer::Spectator).zone(meld).expect("the meld").closed);
}

/// Teams mean something where a table speaks of allies or opponents.
#[test]
fn teams_are_chosen_where_a_table_speaks_of_them() {
    let cases = [
        ("control: 'allies'", "4", true),
        ("zone_visibility: 'opponents', control: 'all'", "[2, 4]", true),
        ("control: 'all'", "4", false),
        ("control: 'allies'", "[2, 3]", false),
    ];
    for (of_zone, players, chosen) in cases {
        let plan = format!("{{ name: 'plan', decks: 'pack', size: '*', order: 'any', {of_zone} }}");
        let text = game_text(&plan, "", "").replace("players: 2", &format!("players: {players}"));
        let ruleset = load(&text);
        let n = *ruleset.seats().end();
        let teams = (0..n).map(|seat| (seat % 2) as u8);
        let game = Game::new(&ruleset, &Setup::seats(n).teams(teams), Seed::from(7));
        assert_eq!(game.is_ok(), chosen, "{of_zone}, {players} players");
    }
    // The partner of the player on turn may use what allies may, and the others may not.
    let plan =
        "{ name: 'plan', zone_visibility: 'all', control: 'allies', decks: 'pack', size: '*', order: 'any' }";
    let ruleset = load(&game_text(plan, "", "").replace("players: 2", "players: 4"));
    for (teams, may) in [
        (vec![0, 1, 0, 1], [true, false, true, false]),
        (vec![], [true, false, false, false]),
    ] {
        let game = Game::new(&ruleset, &Setup::seats(4).teams(teams), Seed::from(7)).expect("it begins");
        let found = [0, 1, 2, 3].map(|seat| {
            let decision = game.decision(Seat(seat));
            decision.is_some_and(|d| {
                d.actions().any(|a| {
                    ruleset
                        .words()
                        .action_label(a)
                        .unwrap_or_default()
                        .contains("plan")
                })
            })
        });
        assert_eq!(found, may);
    }
}

/// A zone without an upper number of copies has a limit all the same, which is told.
#[test]
fn copies_without_a_bound_are_told_how_many_there_may_be() {
    for (count, told) in [("'*'", true), ("[0, '*']", true), ("[0, 4]", false)] {
        let meld = format!("{{ name: 'meld', control: 'all', decks: 'pack', size: '*', count: {count} }}");
        let said = said(&check_with(&game_text(&meld, "", ""), DECK));
        let found = said
            .iter()
            .any(|line| line.contains("W213") && line.contains("it is given 16 at most"));
        assert_eq!(found, told, "{count}: {said:#?}");
    }
}

/// Where everybody may take from the same zones, what was picked may be gone when a question about
/// it is answered.
#[test]
fn cards_that_are_gone_when_it_is_asked_where_to_are_left_alone() {
    let shared = "{ name: 'heap', zone_visibility: 'all', card_visibility: 1, control: 'all', decks: 'pack', \
                  size: '*', order: 'fixed-lifo' }, \
                  { name: 'meld', zone_visibility: 'all', control: 'all', decks: 'pack', size: [3, 5], \
                  count: [0, 3], order: 'any' }";
    let text = game_text(shared, "", "").replace("players: 2, turns: true", "players: 3, turns: false");
    let deck = DECK.replace(
        "{ value: 1 },",
        "{ value: 1 }, { value: 3 }, { value: 4 }, { value: 5 },",
    );
    let ruleset = load_with(&text, &deck);
    for seed in 0..40 {
        let mut game = Game::new(&ruleset, &Setup::seats(3), Seed::from(seed)).expect("a game begins");
        let mut bots = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..150 {
            let seats = game.to_decide();
            let Some(seat) = seats
                .into_iter()
                .nth(bots.next_u32() as usize % seats.len().max(1))
            else {
                break;
            };
            let decision = game.decision(seat).expect("it may decide");
            let choice = decision.sample(&mut bots).expect("a decision has a choice");
            if let Err(error) = game.submit(seat, &choice) {
                panic!("seed {seed}: {choice:?}: {error}");
            }
        }
    }
}

#[test]
fn copies_are_opened_and_closed() {
    let pile =
        "{ name: 'pile', zone_visibility: 'all', control: 'all', decks: 'pack', size: '*', count: [1, 2] }";
    let mut game = table(pile, "", "");
    let stock = zone(&game, "stock");
    assert_eq!(
        reason(&game, 0, "Close a pile").as_deref(),
        Some("only an empty pile that you may use, and 1 must stay open")
    );
    button(&mut game, 0, "Open a pile");
    assert_eq!(
        reason(&game, 0, "Open a pile").as_deref(),
        Some("there may be 2 of pile at most")
    );
    // With two of them it is asked which one.
    act(&mut game, 0, "Move to a pile", from(stock), 1);
    let decision = game.decision(Seat(0)).expect("asked");
    assert_eq!(decision.count().get(), 2);
    game.submit(Seat(0), &Choice::Items([1u16].into_iter().collect()))
        .expect("an answer");
    let decision = game.decision(Seat(0)).expect("on turn");
    assert_eq!(
        offered(&decision, "Close a pile").expect("it is offered").1.len(),
        1,
        "only the empty one"
    );
    act(&mut game, 0, "Close a pile", |_| true, 1);
    assert!(reason(&game, 0, "Close a pile").is_some());
}

#[test]
fn cards_are_turned_over_and_put_in_order() {
    let row =
        "{ name: 'row', control: 'all', decks: 'pack', size: { initial: 2, limits: [0, 9] }, order: 'any' }";
    let still =
        "{ name: 'still', zone_visibility: 'all', control: 'all', decks: 'pack', size: '*', flip: false }";
    let text = game_text(&format!("{row}, {still}"), "", "").replace("initial: 3", "initial: 2");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    let (row, hand) = (zone(&game, "row"), seat_zone(&game, "hand", 0));
    act(&mut game, 0, "Move to still", from(hand), 1);
    let decision = game.decision(Seat(0)).expect("on turn");
    let flips = offered(&decision, "Turn over").expect("it is offered").1;
    assert!(
        flips.iter().all(|p| from(row)(p)) && flips.len() == 2,
        "not the library, the hand and `still`"
    );
    act(
        &mut game,
        0,
        "Turn over",
        |p| matches!(p, Pick::Card { index: 0, .. }),
        1,
    );
    assert_eq!(faces(&game, Viewer::Spectator, row), 1);
    let face = |game: &Game| {
        game.view(Viewer::Spectator)
            .zone(row)
            .expect("the row")
            .cards
            .to_vec()
    };
    let before = face(&game);
    act(
        &mut game,
        0,
        "Rearrange",
        |p| matches!(p, Pick::Card { zone, index: 0 } if *zone == row),
        1,
    );
    game.submit(Seat(0), &Choice::Number(2)).expect("an answer");
    let after = face(&game);
    assert_eq!((before[0], before[1]), (after[1], after[0]));
    // A card that comes to a zone lies as all do there.
    act(&mut game, 0, "Move to still", from(row), 2);
    assert_eq!(faces(&game, Viewer::Spectator, zone(&game, "still")), 3);
}

#[test]
fn a_hand_is_sorted_by_the_order_of_its_deck() {
    let text = game_text("", "", "").replace("initial: 3, limits: [0, 4]", "initial: 4, limits: [0, 4]");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    button(&mut game, 0, "Sort your hand");
    let ruleset = game.ruleset();
    let view = game.view(Viewer::Seat(Seat(0)));
    let hand = view.zone(seat_zone(&game, "hand", 0)).expect("the hand");
    let orders: Vec<i64> = hand
        .cards
        .iter()
        .filter_map(|card| match card {
            CardSeen::Face(ty) => match ruleset.card_attribute(*ty, "order") {
                Some(cardable_core::value::Value::Int(n)) => Some(n),
                _ => None,
            },
            _ => None,
        })
        .collect();
    assert!(orders.len() == 4 && orders.is_sorted(), "{orders:?}");
}

#[test]
fn zones_fill_up_when_they_say() {
    // When, what is done, and how many cards lie there at first and afterwards.
    let cases = [
        ("on_empty", 1, vec!["take"], 2),
        ("on_input", 1, vec!["Refill row"], 2),
        ("turn_start", 2, vec!["take", "End your turn"], 2),
        ("turn_end", 1, vec!["End your turn"], 2),
        (
            "round_start",
            2,
            vec!["take", "End your turn", "End your turn"],
            2,
        ),
        ("round_end", 1, vec!["End your turn", "End your turn"], 2),
        ("round_end", 1, vec!["End your turn"], 1),
        ("turn_end", 1, vec!["take"], 0),
    ];
    for (when, first, done, after) in cases {
        let row = format!(
            "{{ name: 'row', zone_visibility: 'all', control: 'all', decks: 'pack', \
             size: {{ initial: 1, limits: [0, 9] }}, order: 'any', \
             replenish: {{ when: ['{when}'], from: ['stock'], up_to: 2 }} }}"
        );
        let text = game_text(&row, "", "").replace("initial: 3", "initial: 1");
        let mut game = start(&load(&text), &["Ada", "Bo"]);
        let row = zone(&game, "row");
        assert_eq!(count(&game, row), first, "{when}");
        for step in &done {
            let seat = game.to_decide().into_iter().next().expect("somebody").0;
            if *step == "take" {
                act(&mut game, seat, "Move to your hand", from(row), 1);
            } else {
                button(&mut game, seat, step);
            }
        }
        assert_eq!(count(&game, row), after, "{when} {done:?}");
    }
    // One of a fixed size is filled as soon as a card is gone; the stock of the discards, shuffled.
    let row = "{ name: 'row', zone_visibility: 'all', control: 'all', decks: 'pack', size: 1, order: 'any', \
               replenish: { on_empty: true, from: 'stock' } }";
    let mut game = table(row, "", "");
    let row = zone(&game, "row");
    assert_eq!((count(&game, row), count(&game, zone(&game, "stock"))), (1, 1));
    act(&mut game, 0, "Move to your hand", from(row), 1);
    assert_eq!((count(&game, row), count(&game, zone(&game, "stock"))), (1, 0));
    assert_eq!(
        reason(&game, 0, "Move to row").as_deref(),
        Some("row is full: it holds 1 at most")
    );
}

#[test]
fn a_refill_that_cannot_be_has_a_reason() {
    let row = "{ name: 'row', zone_visibility: 'all', control: 'active-player', decks: 'pack', size: [0, 2], \
               replenish: { when: 'on_input', from: 'stock' } }";
    let mut game = table(row, "", "");
    button(&mut game, 0, "Refill row");
    assert_eq!(count(&game, zone(&game, "row")), 2);
    assert_eq!(
        reason(&game, 0, "Refill row").as_deref(),
        Some("row is full, or there is nothing to refill it with")
    );
}

#[test]
fn seats_that_are_not_on_turn_use_what_is_meant_for_them() {
    let theirs =
        "{ name: 'theirs', zone_visibility: 'all', control: 'inactive-player', decks: 'pack', size: '*' }";
    let mut game = table(theirs, "", "");
    assert_eq!(
        reason(&game, 0, "Move to theirs").as_deref(),
        Some("only players who are not on turn may use theirs")
    );
    let hand = seat_zone(&game, "hand", 1);
    let decision = game.decision(Seat(1)).expect("it may act off turn");
    assert!(
        decision.unavailable().iter().all(|u| u.label != "End your turn"),
        "that is not for it"
    );
    act(&mut game, 1, "Move to theirs", from(hand), 1);
    assert_eq!(count(&game, zone(&game, "theirs")), 1);
    assert_eq!(
        game.view(Viewer::Spectator).status.scenes[0].turn,
        Some(Seat(0)),
        "the turn stays"
    );
}

#[test]
fn without_turns_everybody_acts_until_all_are_done() {
    let text = game_text("", "", "").replace("turns: true", "turns: false");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    assert_eq!(game.to_decide().len(), 2);
    act(
        &mut game,
        1,
        "Move to stock",
        |p| matches!(p, Pick::Card { .. }),
        1,
    );
    button(&mut game, 1, "Done for this round");
    assert!(game.decision(Seat(1)).is_none());
    button(&mut game, 0, "Done for this round");
    assert_eq!(game.to_decide().len(), 2);
    let round = game.ruleset().global("round").expect("the round");
    assert_eq!(
        game.words()
            .datum_text(game.view(Viewer::Spectator).global(round).expect("a number")),
        "2"
    );
}

// --- improvements

#[test]
fn rounds_go_through_their_stages() {
    let rounds = "rounds: [{ name: 'draw', ends: 'turns' }, { name: 'play', label: 'Playing', stages: ['pegging', 'show'] }]";
    let mut game = table("", "", rounds);
    let state = |game: &Game| {
        let state = game.view(Viewer::Spectator).status.scenes[0].state;
        game.ruleset()
            .words()
            .state_label(state)
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(state(&game), "draw");
    button(&mut game, 0, "End your turn");
    assert_eq!(state(&game), "draw", "until everybody has had a turn");
    button(&mut game, 1, "End your turn");
    assert_eq!(state(&game), "Playing › pegging");
    assert_eq!(
        game.to_decide().into_iter().next(),
        Some(Seat(0)),
        "the next seat begins"
    );
    button(&mut game, 0, "Go on to Playing › show");
    assert_eq!(state(&game), "Playing › show");
    button(&mut game, 0, "Begin a new round");
    assert_eq!(state(&game), "draw");
}

#[test]
fn designations_are_set_and_taken_away_and_change_a_zone() {
    let row = "{ name: 'row', control: 'all', decks: 'pack', size: { initial: 1, limits: [0, 3] }, order: 'any', \
               designations: [{ values: ['up', 'down'], default: 'down', mutually_exclusive: true }, { values: ['held'] }], \
               when: [{ designation: 'up', zone_visibility: 'all' }, { designation: 'held', control: 'none' }] }";
    let text = game_text(row, "", "").replace("initial: 3", "initial: 1");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    let row = zone(&game, "row");
    let bears = |game: &Game| {
        let view = game.view(Viewer::Spectator);
        let zone = view.zone(row).expect("the row").clone();
        [0, 1, 2].map(|n| zone.bears(n))
    };
    assert_eq!(bears(&game), [false, true, false]);
    assert_eq!(faces(&game, Viewer::Spectator, row), 0);
    act(&mut game, 0, "Mark row as up", |_| true, 1);
    assert_eq!(bears(&game), [true, false, false], "they exclude each other");
    assert_eq!(faces(&game, Viewer::Spectator, row), 1);
    act(&mut game, 0, "Mark row as held", |_| true, 1);
    assert_eq!(bears(&game), [true, false, true]);
    assert_eq!(
        reason(&game, 0, "Move to row").as_deref(),
        Some("you may not use row now")
    );
}

#[test]
fn the_game_and_its_stages_change_zones_too() {
    let row = "{ name: 'row', control: 'all', decks: 'pack', size: { initial: 1, limits: [0, 3] }, order: 'any', \
               when: [{ designation: 'open', zone_visibility: 'all' }, { stage: 'show', zone_visibility: 'all' }] }";
    let more = "designations: { name: 'Play', values: ['open', 'closed'], mutually_exclusive: true }, rounds: ['play', 'show']";
    let text = game_text(row, "", more).replace("initial: 3", "initial: 1");
    let mut game = start(&load(&text), &["Ada", "Bo"]);
    let row = zone(&game, "row");
    let seen = |game: &Game| faces(game, Viewer::Spectator, row);
    assert_eq!(seen(&game), 0);
    button(&mut game, 0, "Mark Play as open");
    assert_eq!(seen(&game), 1);
    assert_eq!(
        reason(&game, 0, "Mark Play as open").as_deref(),
        Some("it is so already")
    );
    button(&mut game, 0, "Mark Play as closed");
    assert_eq!(seen(&game), 0);
    button(&mut game, 0, "Go on to show");
    assert_eq!(seen(&game), 1);
}

#[test]
fn scores_are_kept_within_their_bounds() {
    let more = "scoreboards: [{ name: 'points', initial: 5, min: 0, max: 9 }, { name: 'pot', of: 'game' }, \
                { name: 'fine', control: 'all' }]";
    let mut game = table("", "", more);
    button(&mut game, 0, "Set your points");
    assert_eq!(question(&game, 0), "Your new number for points");
    assert!(game.submit(Seat(0), &Choice::Number(10)).is_err());
    game.submit(Seat(0), &Choice::Number(9)).expect("an answer");
    button(&mut game, 0, "Set pot");
    assert_eq!(question(&game, 0), "New number for pot");
    game.submit(Seat(0), &Choice::Number(40)).expect("an answer");
    button(&mut game, 0, "Set fine");
    game.submit(Seat(0), &Choice::Items([1u16].into_iter().collect()))
        .expect("whose");
    game.submit(Seat(0), &Choice::Number(3)).expect("an answer");
    let (rules, view) = (game.ruleset(), game.view(Viewer::Spectator));
    let of = |seat, name: &str| {
        let at = rules.seat_datum(name).expect("a score");
        game.words()
            .datum_text(view.seat_datum(Seat(seat), at).expect("a score"))
    };
    assert_eq!(
        (of(0, "points"), of(1, "points"), of(1, "fine")),
        ("9".into(), "5".into(), "3".into())
    );
    let pot = view
        .global(rules.global("pot").expect("the pot"))
        .expect("the pot");
    assert_eq!(game.words().datum_text(pot), "40");
}

#[test]
fn tricks_make_their_zones_and_go_to_the_highest_card() {
    let deck = "{ pairs: { suits: [{ name: 'Red' }, { name: 'Blue' }], ranks: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }] }, \
                order: { trumps: ['Blue'] } }";
    for (more, follows) in [("tricks: true", false), ("tricks: { follow_suit: true }", true)] {
        let text =
            game_text("", "", more).replace("initial: 3, limits: [0, 4]", "initial: 4, limits: [0, 4]");
        let ruleset = load_with(&text, deck);
        let (shared, seats) = ruleset.zone_names();
        assert!(
            shared.contains(&"trick_play") && seats.contains(&"trick_scoring"),
            "{shared:?} {seats:?}"
        );
        assert!(!seats.contains(&"trick_play_from"), "the hand serves");
        let mut game = start(&ruleset, &["Ada", "Bo"]);
        let trick = zone(&game, "trick_play");
        act(&mut game, 0, "Play to the trick", |_| true, 1);
        assert_eq!(
            (count(&game, trick), faces(&game, Viewer::Spectator, trick)),
            (1, 1)
        );
        let led = match game.view(Viewer::Spectator).zone(trick).expect("the trick").cards[0] {
            CardSeen::Face(ty) => ruleset.card_attribute(ty, "suit"),
            CardSeen::Back(_) => None,
        };
        let hand = seat_zone(&game, "hand", 1);
        let view = game.view(Viewer::Seat(Seat(1)));
        let suit = |index: u16| match view.zone(hand).expect("the hand").cards[usize::from(index)] {
            CardSeen::Face(ty) => ruleset.card_attribute(ty, "suit"),
            CardSeen::Back(_) => None,
        };
        let has = (0..4).any(|at| suit(at) == led);
        let decision = game.decision(Seat(1)).expect("on turn");
        let picks = offered(&decision, "Play to the trick").expect("it is offered").1;
        let all_follow = picks
            .iter()
            .all(|p| matches!(p, Pick::Card { index, .. } if suit(*index) == led));
        assert_eq!(all_follow, follows && has, "{more}");
        act(&mut game, 1, "Play to the trick", |_| true, 1);
        if follows {
            let won: Vec<usize> = (0..2)
                .map(|s| count(&game, seat_zone(&game, "trick_scoring", s)))
                .collect();
            assert!(won == [2, 0] || won == [0, 2], "{won:?}");
            let leader = game.to_decide().into_iter().next().expect("somebody").0;
            assert_eq!(won[usize::from(leader)], 2, "who took it leads");
        } else {
            button(&mut game, 0, "Take the trick");
            assert_eq!(count(&game, seat_zone(&game, "trick_scoring", 0)), 2);
        }
        assert_eq!(count(&game, trick), 0);
    }
}

/// Who has no cards to play, or ends his turn without playing, does not keep the others from a trick.
#[test]
fn who_sits_a_trick_out_is_not_waited_for() {
    let deck = "{ pairs: { suits: [{ name: 'Red' }, { name: 'Blue' }], ranks: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }, \
                { value: 5 }, { value: 6 }] } }";
    for (more, takes) in [("tricks: true", false), ("tricks: { winner_takes: true }", true)] {
        let text = game_text("", "", more).replace("players: 2", "players: 3");
        let ruleset = load_with(&text, deck);
        let mut game = start(&ruleset, &["Ada", "Bo", "Cy"]);
        let trick = zone(&game, "trick_play");
        let has_taken = |game: &Game| -> Vec<usize> {
            let piles = (0..3).map(|s| seat_zone(game, "trick_scoring", s));
            piles.map(|pile| count(game, pile)).collect()
        };
        // Bo sits out.
        act(&mut game, 0, "Play to the trick", |_| true, 1);
        button(&mut game, 1, "End your turn");
        act(&mut game, 2, "Play to the trick", |_| true, 1);
        if takes {
            let won = has_taken(&game);
            assert!(won == [2, 0, 0] || won == [0, 0, 2], "{won:?}");
            let leader = game.to_decide().lowest().expect("somebody").index();
            assert_eq!(won[leader], 2, "who took it leads");
        } else {
            button(&mut game, 0, "Take the trick");
            assert_eq!(has_taken(&game), [2, 0, 0]);
        }
        assert_eq!(count(&game, trick), 0);
    }
}

#[test]
fn a_folder_and_a_file_are_told_by_name_and_content() {
    let text = game_text("", "", "").replace("'deck.json'", DECK);
    for name in ["t.game.json", "anything.json"] {
        let checked = Loader::new().check_text(name, &text);
        assert!(checked.ruleset.is_some(), "{name}: {:?}", said(&checked));
    }
    let ruleset = Loader::new()
        .check_text("great-game.game.json", &text)
        .ruleset
        .expect("it checks");
    assert_eq!((ruleset.name(), ruleset.is_endless()), ("great-game", true));
}
