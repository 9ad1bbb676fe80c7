//! Copies of zones that are opened and closed in play, and designations.

use cardable_core::primitives::{self, Arity, Moves, ParamType};
use cardable_core::testing::{Bench, LAWS, Opening, Subject};
use cardable_core::value::Type;
use cardable_core::view::CardSeen;
use cardable_core::{Checked, Game, Loader, Seat, Seed, Setup, ViewEvent, Viewer};

/// A game of eight cards whose zones are filled in.
fn text(shared: &str, seats: &str, actions: &str) -> String {
    r#"{
        cardset: {
            set_name: "eight",
            cards: [
                { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
                { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
            ],
        },
        ruleset: {
            ruleset_name: "Zones", min_players: 2, max_players: 3, cardsets: "eight",
            game_area: {
                shared_zones: [{ name: "deck", order: "fixed-lifo", zone_visibility: "none" }, SHARED],
                player_zones: [SEATS],
            },
            game_state: [{
                state_name: "play", state_type: "grandstand", state_type_param: "=seats_from()[0]",
                actions: [ACTIONS { action_name: "end", type: "button", primitives: { endpoint: "end_game", params: [[]] } }],
            }],
        },
    }"#
    .replace("=seats_from()[0]", "= list_item(seats_from(), 0)")
    .replace("SHARED", shared)
    .replace("SEATS", seats)
    .replace("ACTIONS", actions)
}

fn bench(shared: &str, seats: &str) -> Bench {
    Bench::new(&text(shared, seats, ""), &["Ada", "Grace"])
}

#[test]
fn a_grid_has_columns_and_rows() {
    let rules = |layout: &str| {
        Loader::new().check_text(
            "zones.json",
            &text(&format!("{{ name: 'wall', layout: {layout} }}"), "", ""),
        )
    };
    let info = rules("{ kind: 'grid', columns: 4, rows: 3 }")
        .ruleset
        .expect("it is right")
        .info();
    let wall = info
        .shared_zones
        .iter()
        .find(|zone| zone.name == "wall")
        .expect("it is there");
    assert_eq!(
        (wall.kind.as_deref(), wall.columns, wall.rows),
        (Some("grid"), Some(4), Some(3))
    );
    for wrong in [
        "{ kind: 'grid', columns: 0 }",
        "{ kind: 'grid', rows: 'two' }",
        "{ kind: 'grid', cols: 3 }",
    ] {
        assert!(rules(wrong).ruleset.is_none(), "{wrong}");
    }
}

#[test]
fn a_count_says_how_many_copies_are_open_and_may_be() {
    // The count, open at the start, and how many more can be opened.
    let cases = [
        ("1", 1, 0),
        ("3", 3, 0),
        ("[0, 2]", 0, 2),
        ("[2, 5]", 2, 3),
        ("'*'", 0, 16),
        ("[1, '*']", 1, 15),
        ("{ initial: 2, limits: [1, 4] }", 2, 2),
        ("{ limits: [1, 4] }", 1, 3),
    ];
    for (count, open, more) in cases {
        let zone = format!("{{ name: 'meld', zone_visibility: 'all', count: {count} }}");
        for (shared, seats, name) in [(zone.as_str(), "", "'meld'"), ("", zone.as_str(), "$player.meld")] {
            let mut table = bench(shared, seats);
            let open_now = format!("list_count(open_zones({name}))");
            assert_eq!(table.value(&open_now), Ok(open.to_string()), "{count}");
            for _ in 0..more {
                table
                    .step(&format!("open_zone({name})"))
                    .expect("it may be opened");
            }
            assert_eq!(table.value(&open_now), Ok((open + more).to_string()), "{count}");
            assert_eq!(
                table.value(&format!("can_open_zone({name})")),
                Ok("false".into()),
                "{count}"
            );
            assert!(table.step(&format!("open_zone({name})")).is_err(), "{count}");
        }
    }
}

#[test]
fn copies_keep_their_numbers_and_the_lowest_free_one_is_opened() {
    let mut table = bench("", "{ name: 'meld', count: [1, 4], zone_visibility: 'all' }");
    for _ in 0..2 {
        table.step("open_zone($player.meld)").expect("a step");
    }
    let open = |table: &mut Bench| table.value("open_zones($player.meld)");
    assert_eq!(
        open(&mut table),
        Ok("[meld 1 of Ada, meld 2 of Ada, meld 3 of Ada]".into())
    );
    table
        .step("close_zone(list_item(open_zones($player.meld), 1))")
        .expect("a step");
    assert_eq!(open(&mut table), Ok("[meld 1 of Ada, meld 3 of Ada]".into()));
    assert_eq!(table.value("count_cards($player.meld)"), Ok("0".into()));
    table.step("open_zone($player.meld)").expect("a step");
    assert_eq!(
        open(&mut table),
        Ok("[meld 1 of Ada, meld 2 of Ada, meld 3 of Ada]".into())
    );
    // Another seat has copies of its own.
    assert_eq!(
        table.value("open_zones(next_player().meld)"),
        Ok("[meld 1 of Grace]".into())
    );
    assert_eq!(
        table.value("list_count(zones_of(all, 'meld'))"),
        Ok("4".into()),
        "all open copies of all"
    );
}

#[test]
fn closing_needs_an_empty_copy_that_can_be_spared() {
    let mut table = bench("{ name: 'heap', count: [1, 3], zone_visibility: 'all' }", "");
    let refused = |table: &mut Bench, step: &str| table.step(step).expect_err("a fault");
    assert!(refused(&mut table, "close_zone('heap')").contains("cannot be closed"));
    table
        .step("move_top('deck', open_zone('heap'), 2)")
        .expect("a step");
    let second = "list_item(open_zones('heap'), 1)";
    assert_eq!(
        table.value(&format!("can_close_zone({second})")),
        Ok("false".into())
    );
    assert!(refused(&mut table, &format!("close_zone({second})")).contains("holds cards"));
    table
        .step(&format!("close_zone({second}, 'heap')"))
        .expect("the cards go to the first heap");
    assert_eq!(table.value("count_cards('heap')"), Ok("2".into()));
    assert_eq!(table.value("list_count(open_zones('heap'))"), Ok("1".into()));
}

#[test]
fn no_card_comes_to_a_copy_that_is_not_open() {
    let zones = "{ name: 'heap', count: [0, 2], zone_visibility: 'all', replenish: { when: ['on_empty', 'on_input'], from: 'deck' } }";
    let mut table = bench(zones, "");
    for step in [
        "move_top('deck', 'heap')",
        "place_card(top_card('deck'), 'heap')",
        "move_cards(cards_of('deck'), 'heap')",
        "move_all('deck', 'heap')",
        "put_under(top_card('deck'), 'heap')",
        "swap_zones('deck', 'heap')",
        "gather('heap')",
    ] {
        let problem = table.step(step).expect_err(step);
        assert!(problem.contains("not open"), "{step}: {problem}");
        assert_eq!(table.value("count_cards('deck')"), Ok("4".into()), "{step}");
    }
    table.step("replenish('heap')").expect("it does nothing");
    assert_eq!(table.value("count_cards('deck')"), Ok("4".into()));
}

#[test]
fn cards_that_begin_in_a_zone_with_copies_begin_in_open_ones() {
    let text = text(
        "{ name: 'heap', decks: 'all', count: [2, 4], is_library: true, zone_visibility: 'all' }",
        "",
        "",
    )
    .replace(
        "ruleset: {",
        "deck: { deck_name: 'all', cardset: 'eight', content: [0, 1, 2, 3] }, ruleset: { decks: 'all',",
    );
    let mut table = Bench::new(&text, &["Ada", "Grace"]);
    assert_eq!(table.value("count_cards('heap')"), Ok("2".into()));
    assert_eq!(
        table.value("count_cards(list_item(open_zones('heap'), 1))"),
        Ok("2".into())
    );
}

#[test]
fn designations_exclude_each_other_within_a_set_only() {
    let zone = "{ name: 'hand', designations: [
        { values: ['ready', 'resting'], default: 'ready', mutually_exclusive: true },
        { values: ['guarded', 'seen'], default: ['guarded', 'seen'] },
    ] }";
    let mut table = bench("", zone);
    let steps = [
        ("designate($player.hand, 'ready')", "[ready, guarded, seen]"),
        ("designate($player.hand, 'resting')", "[resting, guarded, seen]"),
        ("clear_designation($player.hand, 'guarded')", "[resting, seen]"),
        ("clear_designation($player.hand, 'resting')", "[seen]"),
        ("designate($player.hand, 'ready')", "[ready, seen]"),
    ];
    assert_eq!(
        table.value("designations($player.hand)"),
        Ok("[ready, guarded, seen]".into())
    );
    for (step, now) in steps {
        table.step(step).expect(step);
        assert_eq!(
            table.value("designations($player.hand)"),
            Ok(now.into()),
            "{step}"
        );
    }
    assert_eq!(
        table.value("seats_designated(all, 'hand', 'guarded')"),
        Ok("[Grace]".into())
    );
    let other = table
        .step("designate('deck', 'ready')")
        .expect_err("the deck cannot");
    assert!(other.contains("no such designation"), "{other}");
}

#[test]
fn a_closed_copy_forgets_its_designations() {
    let zone = "{ name: 'lane', count: [0, 2], designations: { values: ['open', 'lost'], default: 'open' } }";
    let mut table = bench(zone, "");
    assert!(table.step("designate('lane', 'lost')").is_err(), "it is not open");
    for step in [
        "open_zone('lane')",
        "designate('lane', 'lost')",
        "close_zone('lane')",
        "open_zone('lane')",
    ] {
        table.step(step).expect(step);
    }
    assert_eq!(table.value("designations('lane')"), Ok("[open]".into()));
}

/// What seats and spectators see of a zone's faces, as a word each.
fn seen(game: &Game, zone: &str) -> Vec<usize> {
    let rules = game.ruleset();
    let zone = rules
        .zone(zone)
        .or_else(|| rules.seat_zone(zone, Seat(0)))
        .expect("a zone");
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator]
        .map(|viewer| {
            let view = game.view(viewer);
            let cards = view.zone(zone).map_or(&[][..], |z| &z.cards);
            let face = |c: &&CardSeen| matches!(c, CardSeen::Face(_));
            cards.iter().filter(face).count()
        })
        .to_vec()
}

fn press(game: &mut Game, label: &str) {
    let rules = game.ruleset();
    let decision = game.next_decision().expect("a decision");
    let choice = (0..decision.count().get())
        .filter_map(|n| decision.nth(n))
        .find(|c| matches!(c, cardable_core::Choice::Act { action, .. } if rules.words().action_label(*action).unwrap_or_default() == label))
        .unwrap_or_else(|| panic!("{label} is not offered"));
    game.submit(Seat(0), &choice).expect(label);
}

#[test]
fn a_designation_decides_who_sees_faces_while_it_lasts() {
    let zone = "{ name: 'hand', zone_visibility: 'owner', order: 'any', visible_in: { play: 'all' }, designations: [
        { values: ['plain', { name: 'dark', card_visibility: 'none' }, { name: 'lying', card_visibility: 'face' }], mutually_exclusive: true },
        { values: [{ name: 'first', card_visibility: 1 }] },
    ] }";
    let button =
        |name: &str, step: &str| format!("{{ action_name: '{name}', type: 'button', primitives: {step} }},");
    let designate = |name: &str| {
        button(
            name,
            &format!("{{ endpoint: 'designate', params: ['$player.hand', '{name}'] }}"),
        )
    };
    let actions = [
        button(
            "take",
            "{ endpoint: 'draw_cards', params: ['$player', 3, 'deck', '$player.hand'] }",
        ),
        button(
            "turn",
            "{ endpoint: 'turn_face_up', params: '= top_card($player.hand)' }",
        ),
        designate("dark"),
        designate("lying"),
        designate("plain"),
        designate("first"),
    ]
    .concat();
    let ruleset = cardable_core::parse(text("", zone, &actions)).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3))
        .expect("it begins")
        .with_events();
    let expected = [
        ("take", [3, 3, 3]), // the state says: all
        ("dark", [0, 0, 0]),
        ("lying", [0, 0, 0]),
        ("turn", [1, 1, 1]),
        ("plain", [3, 3, 3]),
        ("first", [1, 1, 1]),
        ("dark", [0, 0, 0]), // declared before `first`
        ("plain", [1, 1, 1]),
    ];
    for (label, faces) in expected {
        let before: Vec<_> = [Viewer::Seat(Seat(1)), Viewer::Spectator]
            .map(|v| game.view(v))
            .into();
        press(&mut game, label);
        assert_eq!(seen(&game, "hand"), faces, "after {label}");
        for mut view in before {
            for event in game.events(view.viewer) {
                view.apply(&event).expect("it leads on");
            }
            assert_eq!(view, game.view(view.viewer), "after {label}");
        }
    }
}

#[test]
fn views_events_and_saves_know_what_is_open_and_designated() {
    let zone = "{ name: 'meld', count: [0, 2], zone_visibility: 'all', designations: { values: ['done'] } }";
    let actions = "
        { action_name: 'open', type: 'button', primitives: [
            { endpoint: 'move_top', params: ['deck', '= open_zone($player.meld)'] },
            { endpoint: 'designate', params: ['$player.meld', 'done'] },
        ] },
        { action_name: 'close', type: 'button', primitives: { endpoint: 'close_zone', params: ['$player.meld', 'deck'] } },";
    let ruleset = cardable_core::parse(text("", zone, actions)).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3))
        .expect("it begins")
        .with_events();
    let meld = ruleset.seat_zone("meld", Seat(0)).expect("a zone");
    let all: Vec<_> = ruleset.copies(meld).collect();
    assert_eq!(all.len(), 2);
    assert_eq!(ruleset.copies(all[1]).collect::<Vec<_>>(), all, "of any copy");
    let of = |game: &Game, zone| game.view(Viewer::Spectator).zone(zone).cloned().expect("a zone");
    assert!(of(&game, all[0]).closed && of(&game, all[1]).closed);
    press(&mut game, "open");
    assert!(!of(&game, all[0]).closed && of(&game, all[1]).closed);
    let number = ruleset
        .designations(meld)
        .find(|(_, name)| *name == "done")
        .expect("it is declared")
        .0;
    assert!(of(&game, all[0]).bears(number) && !of(&game, all[1]).bears(number));
    let events = game.events(Viewer::Spectator);
    assert!(events.contains(&ViewEvent::Opened { zone: all[0] }), "{events:?}");
    assert!(events.contains(&ViewEvent::Designated {
        zone: all[0],
        designation: number,
        on: true
    }));
    let restored = Game::restore(&ruleset, &game.save()).expect("it is a save");
    assert_eq!(restored.view(Viewer::Omniscient), game.view(Viewer::Omniscient));
    press(&mut game, "close");
    assert!(of(&game, all[0]).closed && of(&game, all[0]).designations == 0);
    assert!(
        game.events(Viewer::Seat(Seat(1)))
            .contains(&ViewEvent::Closed { zone: all[0] })
    );
}

#[test]
fn a_shuffle_of_a_zone_that_shows_its_next_cards_is_told_by_places() {
    for order in ["fixed-fifo", "fixed-lifo", "any"] {
        let zone = format!("{{ name: 'row', order: '{order}', card_visibility: 2 }}");
        let actions = "
            { action_name: 'fill', type: 'button', primitives: { endpoint: 'move_top', params: ['deck', 'row', 4] } },
            { action_name: 'sort', type: 'button', primitives: { endpoint: 'sort', params: ['row', 'value'] } },
            { action_name: 'mix', type: 'button', primitives: { endpoint: 'shuffle', params: 'row' } },";
        let ruleset = cardable_core::parse(text(&zone, "", actions)).expect("it checks");
        for seed in 0..8 {
            let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed));
            let mut game = game.expect("it begins").with_events();
            let mut view = game.view(Viewer::Spectator);
            for action in ["fill", "mix", "sort", "mix"] {
                press(&mut game, action);
                for event in game.events(Viewer::Spectator) {
                    assert_eq!(view.apply(&event), Ok(()), "{order}: {event:?}");
                }
                assert_eq!(view, game.view(Viewer::Spectator), "{order}");
            }
        }
    }
}

#[test]
fn a_save_with_impossible_marks_is_refused() {
    let zone = "{ name: 'meld', count: [0, 2], zone_visibility: 'all', designations: { values: ['done'] } }";
    let ruleset = cardable_core::parse(text(zone, "", "")).expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
    let save: serde_json::Value = serde_json::from_slice(&game.save()).expect("it is JSON");
    let numbers = save["world"]["block"].as_array().expect("a block").len();
    let zones = game.view(Viewer::Omniscient).zones.len();
    // The marks come last, three numbers a zone. The deck cannot be closed, least of all with cards in it; nor be
    // designated.
    for (at, mark) in [(2, 1), (0, 1), (2, 1 << 8)] {
        let mut damaged = save.clone();
        damaged["world"]["block"][numbers - 3 * zones + at] = mark.into();
        let bytes = serde_json::to_vec(&damaged).expect("JSON");
        assert!(Game::restore(&ruleset, &bytes).is_err(), "{mark}");
    }
}

#[test]
fn mistakes_in_counts_and_designations_are_told() {
    let zone = |fields: &str| text(&format!("{{ name: 'z', {fields} }}"), "", "");
    let cases = [
        (zone("count: [3, 2]"), "E207", "the fewest and the most"),
        (zone("count: [0, 65]"), "E207", "64 are the most"),
        (zone("count: [0, 1, 2]"), "E207", "the fewest and the most"),
        (
            zone("count: { initial: 4, limits: [0, 3] }"),
            "E207",
            "there may be 0 to 3",
        ),
        (
            zone("designations: { values: ['a', 'a'] }"),
            "E308",
            "two designations `a`",
        ),
        (
            zone("designations: [{ values: ['a'] }, { values: ['a'] }]"),
            "E308",
            "two designations `a`",
        ),
        (
            zone("designations: { values: ['a'], default: 'b' }"),
            "E324",
            "none of the `values`",
        ),
        (
            zone("designations: { values: ['a', 'b'], default: ['a', 'b'], mutually_exclusive: true }"),
            "E207",
            "exclude each other",
        ),
        (
            text(
                "{ name: 'z', designations: { values: ['awake'] } }",
                "",
                "{ action_name: 'x', type: 'button', primitives: { endpoint: 'designate', params: ['z', 'awkae'] } },",
            ),
            "E324",
            "did you mean `awake`",
        ),
    ];
    for (text, code, says) in cases {
        let Checked { ruleset, .. } = Loader::new().check_text("r.json", &text);
        assert!(ruleset.is_none(), "{code} {says}: it checks");
        let problems: Vec<String> = Loader::new()
            .check_text("r.json", &text)
            .reports()
            .iter()
            .map(|r| format!("{r} {}", r.help.clone().unwrap_or_default()))
            .collect();
        assert!(
            problems.iter().any(|p| p.contains(code) && p.contains(says)),
            "{code} {says}: {problems:#?}"
        );
    }
}

/// What is closed at some times and open at others is read while it is open, and by nobody else.
#[test]
fn a_zone_that_hides_faces_at_times_is_read_while_it_shows_them() {
    let x = "{ action_name: 'x', type: 'button', condition: 'count_cards(z) > 0 && top_card(z).value > 0', primitives: { endpoint: 'shuffle', params: 'deck' } },";
    let button = |name: &str, step: &str| {
        format!("{{ action_name: '{name}', type: 'button', primitives: {{ endpoint: {step} }} }},")
    };
    let fill = button("fill", "'draw_up_to', params: ['$player', 1, 'deck', 'z']");
    let show = button("show", "'designate', params: ['z', 'turned']");
    let back = button("back", "'clear_designation', params: ['z', 'turned']");
    let grant = button("grant", "'peek', params: ['= top_card(z)', '$player']");
    let turned =
        |who: &str| format!("designations: {{ values: {{ name: 'turned', zone_visibility: '{who}' }} }}");
    let cases = [
        ("none", turned("all"), [&*fill, &*show, &*back].concat(), Ok(())),
        ("all", turned("none"), [&*fill, &*back, &*show].concat(), Ok(())),
        (
            "none",
            "visible_in: { play: 'all' }".to_owned(),
            fill.clone(),
            Ok(()),
        ),
        (
            "all",
            "visible_in: { play: 'none' }".to_owned(),
            fill.clone(),
            Ok(()),
        ),
        ("active", String::new(), fill.clone(), Ok(())),
        ("inactive", String::new(), fill.clone(), Ok(())),
        ("none", String::new(), [&*fill, &*grant].concat(), Ok(())),
        // At no time does anybody see these.
        ("none", String::new(), fill.clone(), Err("E319")),
        ("none", turned("none"), [&*fill, &*show].concat(), Err("E319")),
        (
            "none",
            "visible_in: { play: 'none' }".to_owned(),
            fill.clone(),
            Err("E319"),
        ),
    ];
    let law = LAWS.iter().find(|law| law.name == "secrecy").expect("the law");
    let mut offered = 0;
    for (who, more, buttons, expected) in cases {
        let zone = format!("{{ name: 'z', zone_visibility: '{who}', {more} }}");
        let checked = Loader::new().check_text("r.json", &text(&zone, "", &format!("{buttons} {x}")));
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        if let Err(code) = expected {
            assert!(said.iter().any(|s| s.contains(code)), "{zone}: {said:#?}");
            continue;
        }
        let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{zone}: {said:#?}"));
        for seed in 0..6 {
            for choices in [2, 5] {
                let kept = (law.check)(&Subject::default(), &ruleset, &Opening::seats(2, seed), choices);
                assert_eq!(kept.map_err(|broken| broken.to_string()), Ok(()), "{zone}");
            }
        }
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
        let is_offered = |game: &Game| {
            let decision = game.next_decision().expect("a decision");
            let rules = game.ruleset();
            (0..decision.count().get())
                .filter_map(|n| decision.nth(n))
                .any(|c| matches!(c, cardable_core::Choice::Act { action, .. } if rules.words().action_label(action) == Some("x")))
        };
        assert!(!is_offered(&game), "{zone}");
        press(&mut game, "fill");
        for label in ["show", "back", "grant"] {
            if is_offered(&game) {
                offered += 1;
                break;
            }
            if buttons.contains(&format!("'{label}'")) {
                press(&mut game, label);
            }
        }
        offered += usize::from(is_offered(&game));
    }
    assert!(offered >= 8, "{offered}");
}

/// An action that begins with a step that moves cards is not offered while there is no room for them,
/// whichever primitive it is.
#[test]
fn what_moves_cards_is_not_offered_into_a_full_zone() {
    let mut tried = 0;
    for primitive in primitives::all() {
        let arguments = |full: bool| -> Option<Vec<&'static str>> {
            let (to, seat_zone) = if full {
                ("pile", "'full'")
            } else {
                ("wide", "'free'")
            };
            let (from, target) = match primitive.moves {
                Moves::None | Moves::Fitting | Moves::Unforeseen => return None,
                Moves::Given { to, .. } | Moves::Gathered { to } => ("", to),
                Moves::Counted { from, to }
                | Moves::UpTo { from, to }
                | Moves::All { from, to }
                | Moves::Dealt { from, to } => (from, to),
                Moves::Exchanged { a, b } => (b, a),
            };
            let mut required = primitive.params.iter().filter(|p| p.arity == Arity::Required);
            // Where its cards go may be left out: it moves none then.
            required.clone().find(|param| param.name == target)?;
            required
                .by_ref()
                .map(|param| match param.ty {
                    ParamType::EachSeat => Some("$player"),
                    ParamType::SeatZone if param.name == target => Some(seat_zone),
                    ParamType::SeatZone => Some("'hand'"),
                    _ if param.name == target => Some(to),
                    _ if param.name == from => Some("deck"),
                    ParamType::Count => Some("1"),
                    ParamType::Cards | ParamType::Value(Type::CARD) => Some("top_card(deck)"),
                    _ => None,
                })
                .collect()
        };
        for full in [true, false] {
            let Some(arguments) = arguments(full) else {
                continue;
            };
            tried += 1;
            let step = format!("{}({})", primitive.name, arguments.join(", "));
            let button = format!("{{ action_name: 'move', type: 'button', primitives: \"{step}\" }},");
            let rules = text(
                "{ name: 'pile', zone_visibility: 'all', size: [0, 1] }, { name: 'wide', zone_visibility: 'all' }",
                "{ name: 'hand', zone_visibility: 'owner' }, { name: 'full', zone_visibility: 'all', size: [0, 1] }, { name: 'free', zone_visibility: 'all' }",
                &format!(
                    "{{ action_name: 'begin', type: 'auto', on: 'entry', primitives: [
                        \"move_top(deck, pile, 1)\", \"deal(deck, 'full', 1)\", \"move_top(deck, seat_at(0).hand, 1)\",
                    ] }}, {button}"
                ),
            );
            // Twelve cards, so that enough are left.
            let rules = rules.replace("cardsets: \"eight\"", "cardsets: \"eight\", decks: \"twelve\"").replacen(
                "ruleset: {",
                "deck: { deck_name: \"twelve\", cardset: \"eight\", content: [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] }, ruleset: {",
                1,
            );
            let ruleset = cardable_core::parse(rules).unwrap_or_else(|e| panic!("{step}: {e}"));
            let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
            let decision = game.next_decision().expect("a decision");
            let choices: Vec<_> = (0..decision.count().get())
                .filter_map(|n| decision.nth(n))
                .collect();
            let label = |c: &cardable_core::Choice| match c {
                cardable_core::Choice::Act { action, .. } => ruleset
                    .words()
                    .action_label(*action)
                    .unwrap_or_default()
                    .to_owned(),
                _ => String::new(),
            };
            let choice = choices.iter().find(|c| label(c) == "move");
            assert_eq!(choice.is_some(), !full, "{step}");
            if let Some(choice) = choice.cloned() {
                game.submit(Seat(0), &choice)
                    .unwrap_or_else(|e| panic!("{step}: {e}"));
            }
        }
    }
    assert!(tried >= 26, "{tried}");
}
