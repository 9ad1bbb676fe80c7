//! Entries that were left empty, in every kind of file: each is left out with a warning, and what else
//! stands there is read as if it had not been there.

use cardable_core::content::{Collection, ContentPath, MemoryFiles, Roots};
use cardable_core::diag::Sources;
use cardable_core::diag::{Diagnostics, Severity};
use cardable_core::{Checked, Loader};

/// Cards and decks, with a place for an entry in each list.
const CARDS: &str = "cardset: [SETS { set_name: 'C', suits: [SUITS { suit_name: 'Red', suit_id: 0 }], \
    cards: [CARDS { card_name: 'A', card_id: 0, suit_id: 0 }] }], \
    deck: [DECKS { deck_name: 'd', cardset: 'C', content: [CONTENT 0, { card: 0, copies: 2 }] }]";

const RULES: &str = "ruleset: { ruleset_name: 'E', min_players: 2, max_players: 2, decks: 'd', \
    options: [OPTIONS], global_data: [DATA], player_data: [DATA], defined_actions: [DEFINED], \
    game_area: { roles: [ROLES 'player'], shared_zones: [ZONES { name: 'pile' }], player_zones: [ZONES] }, \
    game_state: [STATES { state_name: 'one', state_type: 'auto', actions: [ACTIONS \
        { action_name: 'end', type: 'auto', primitives: [STEPS 'end_game(all)'] }] }] }";

const PHASES: &str = "{ meta: { name: 'P', slug: 'p', version: '1.0.0', author: 'x', players: { min: 2, max: 2 } }, \
    deck: { preset: 'custom', cards: [CARDS { suit: 'red', rank: '2' }], cardValues: { '2': 2 } }, \
    roles: [ROLES { name: 'player', isHuman: true, count: 'per_player' }], \
    zones: [ZONES { name: 'draw_pile', visibility: { kind: 'hidden' }, owners: [] }], \
    options: [OPTIONS], phases: [PHASES { name: 'wait', kind: 'turn_based', \
            actions: [ACTIONS { name: 'end', label: 'End', effect: ['end_turn()'] }], \
            transitions: [TO { to: 'over', when: 'all_players_done' }] }, \
        { name: 'over', kind: 'automatic', actions: [], transitions: [] }], \
    scoring: { method: '1', winCondition: 'true' }, ui: { layout: 'circle', tableColor: 'felt_green' } }";

const TABLE: &str = "{ decks: [USES { name: 'pack', source: 'deck.json' }], players: 2, turns: true, \
    shared_zones: [ZONES { name: 'stock', card_visibility: 'none', control: 'all', decks: ['pack'], size: '*' }], \
    player_zones: [ZONES { name: 'hand', zone_visibility: 'owner', control: 'owner', decks: ['pack'], size: [0, 9] }] }";

const DECK: &str =
    "{ raw: [RAW { value: 1 }], pairs: { suits: [SUITS { name: 'Red' }], ranks: [RANKS { value: 2 }] } }";

/// The text without its places, but for one that gets an empty entry.
fn filled(text: &str, place: &str, entry: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_uppercase()) {
        let end = rest[at..].find(|c: char| !c.is_ascii_uppercase());
        let end = end.map_or(rest.len(), |n| at + n);
        let word = &rest[at..end];
        filled.push_str(&rest[..at]);
        match word {
            _ if word == place => filled.push_str(entry),
            // A name, such as the card's `A`.
            _ if word.len() == 1 || rest[..at].ends_with(['\'', '_']) => filled.push_str(word),
            _ => {}
        }
        rest = &rest[end..];
    }
    filled + rest
}

fn places(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_uppercase());
    let mut places: Vec<&str> = words.filter(|word| word.len() > 1).collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn codes(checked: &Checked) -> Vec<String> {
    let all = checked.diagnostics.sorted().into_iter();
    all.map(|d| format!("{} {}", d.code.as_str(), d.message))
        .collect()
}

/// Every place of a text gets an empty entry, one after the other.
fn each_is_left_out(text: &str, check: impl Fn(&str) -> Checked) {
    let before = codes(&check(&filled(text, "", "")));
    assert!(before.iter().all(|code| code.starts_with('W')), "{before:#?}");
    for place in places(text) {
        let times = text.matches(place).count();
        for entry in ["{},", "{}, {},"] {
            let checked = check(&filled(text, place, entry));
            let told = codes(&checked);
            let (empty, other): (Vec<&String>, Vec<&String>) =
                told.iter().partition(|code| code.starts_with("W307"));
            assert_eq!(
                empty.len(),
                times * entry.matches("{}").count(),
                "{place}: {told:#?}"
            );
            assert!(
                other.into_iter().eq(before.iter()),
                "{place}: {told:#?}, before {before:#?}"
            );
            assert!(checked.ruleset.is_some(), "{place}");
        }
    }
}

#[test]
fn empty_entries_of_a_ruleset_its_sets_and_its_decks_are_left_out() {
    let text = format!("{{ {CARDS}, {RULES} }}");
    each_is_left_out(&text, |text| Loader::new().check_text("r.json", text));
}

#[test]
fn empty_entries_of_a_game_in_phases_are_left_out() {
    each_is_left_out(PHASES, |text| Loader::new().check_text("p.cardgame.json", text));
}

#[test]
fn empty_entries_of_a_table_and_its_decks_are_left_out() {
    let check = |game: &str, deck: &str| {
        let mut files = MemoryFiles::new();
        files.add("t/t.game.json", game).expect("a path");
        files.add("t/deck.json", deck).expect("a path");
        Loader::new().check_files(&files, &ContentPath::new("t").expect("a path"))
    };
    each_is_left_out(TABLE, |game| check(game, &filled(DECK, "", "")));
    each_is_left_out(DECK, |deck| check(&filled(TABLE, "", ""), deck));
}

#[test]
fn empty_entries_of_cards_by_themselves_are_left_out() {
    let text = format!("{{ {CARDS} }}");
    for place in places(&text) {
        let mut files = MemoryFiles::new();
        files
            .add("cards.json", filled(&text, place, "{},"))
            .expect("a path");
        let (mut sources, mut told) = (Sources::new(), Diagnostics::new());
        let path = ContentPath::new("cards.json").expect("a path");
        let found = Collection::from_files(&files, &path, Roots::NONE, &mut sources, &mut told);
        let found = found.unwrap_or_else(|| panic!("{place}: {told:?}"));
        assert_eq!((found.card_sets.len(), found.decks.len()), (1, 1), "{place}");
        assert_eq!(
            (found.card_sets[0].cards.len(), found.decks[0].cards.len()),
            (1, 3),
            "{place}"
        );
        let told: Vec<_> = told
            .sorted()
            .into_iter()
            .map(|d| (d.severity, d.code.as_str()))
            .collect();
        assert_eq!(told, [(Severity::Warning, "W307")], "{place}");
    }
}

/// A set or a deck that has no name is asked for by nobody.
#[test]
fn sets_and_decks_with_empty_names_are_left_out() {
    let text = filled(&format!("{{ {CARDS}, {RULES} }}"), "", "");
    let cases = [
        ("cardset: [", "cardset: [{ set_name: '', cards: [] },"),
        ("deck: [", "deck: [{ deck_name: '', content: [0] },"),
    ];
    for (place, with) in cases {
        let checked = Loader::new().check_text("r.json", &text.replace(place, with));
        let told = codes(&checked);
        assert_eq!(told.len(), 1, "{told:#?}");
        assert!(
            told[0].starts_with("W307") && told[0].ends_with("has an empty name and is left out"),
            "{told:#?}"
        );
    }
}
