//! Teams, roles, seats that the game itself plays, and states for some seats.

use cardable_core::testing::Bench;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Loader, Ruleset, Seat, Seed, Setup, SetupError, Viewer};

const NAMES: [&str; 6] = ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Radia"];

/// A game of six cards; `area` are fields of `game_area`, `states` come first.
fn text(area: &str, states: &str) -> String {
    r#"{
        cardset: {
            set_name: "six",
            cards: [
                { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
                { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
                { card_name: "E", card_id: 4, card_value: 5 }, { card_name: "F", card_id: 5, card_value: 6 },
            ],
        },
        ruleset: {
            ruleset_name: "Seats", min_players: 2, max_players: 6, cardsets: "six",
            game_area: {
                shared_zones: [{ name: "deck", order: "fixed-lifo", zone_visibility: "none" }],
                AREA
            },
            player_data: { key: "score", value: 0 },
            game_state: [
                STATES
                {
                    state_name: "play", state_type: "concurrent",
                    actions: { action_name: "wait", type: "button", primitives: { endpoint: "end_game", params: [[]] } },
                },
            ],
        },
    }"#
    .replace("AREA", area)
    .replace("STATES", states)
}

fn ruleset(area: &str, states: &str) -> Ruleset {
    cardable_core::parse(text(area, states)).unwrap_or_else(|e| panic!("{e}"))
}

fn begin(ruleset: &Ruleset, seats: usize) -> Game {
    let setup = Setup::named(NAMES.into_iter().take(seats));
    Game::new(ruleset, &setup, Seed::from(5)).unwrap_or_else(|e| panic!("{e}"))
}

fn problems(text: &str) -> Vec<String> {
    let reports = Loader::new().check_text("r.json", text).reports();
    let told = |r: &cardable_core::diag::Report| format!("{r} {}", r.help.clone().unwrap_or_default());
    reports.iter().map(told).collect()
}

fn offered(game: &Game) -> Vec<(u8, String)> {
    let rules = game.ruleset();
    let labels = |d: cardable_core::DecisionRef<'_>| {
        let seat = d.seat().0;
        d.actions()
            .map(|a| (seat, rules.words().action_label(a).unwrap_or_default().to_owned()))
            .collect::<Vec<_>>()
    };
    game.decisions().flat_map(labels).collect()
}

fn press(game: &mut Game, seat: u8, label: &str) {
    let rules = game.ruleset();
    let decision = game
        .decision(Seat(seat))
        .unwrap_or_else(|| panic!("seat {seat} decides"));
    let choice = (0..decision.count().get())
        .filter_map(|n| decision.nth(n))
        .find(|c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(*action).unwrap_or_default() == label))
        .unwrap_or_else(|| panic!("{label} is not offered"));
    game.submit(Seat(seat), &choice)
        .unwrap_or_else(|e| panic!("{label}: {e}"));
}

// --- teams

#[test]
fn seats_are_put_into_teams_as_declared() {
    let cases: [(&str, usize, &[u8]); 12] = [
        ("", 3, &[0, 1, 2]),
        ("teams: 'across',", 4, &[0, 1, 0, 1]),
        ("teams: 'across',", 6, &[0, 1, 2, 0, 1, 2]),
        ("teams: 'across',", 5, &[0, 1, 2, 3, 4]),
        ("teams: 'across',", 2, &[0, 1]),
        ("teams: 2,", 6, &[0, 1, 0, 1, 0, 1]),
        ("teams: 3,", 5, &[0, 1, 2, 0, 1]),
        ("teams: 1,", 3, &[0, 0, 0]),
        ("teams: [[0, 1], [2, 3]],", 4, &[0, 0, 1, 1]),
        ("teams: [[0, 3]],", 4, &[0, 1, 2, 0]),
        ("teams: 'chosen',", 3, &[0, 1, 2]),
        (
            "teams: { arrangement: 'across', names: ['Us', 'Them'] },",
            4,
            &[0, 1, 0, 1],
        ),
    ];
    for (area, seats, teams) in cases {
        let game = begin(&ruleset(area, ""), seats);
        let found: Vec<u8> = (0..seats as u8).map(|s| game.seating().team(Seat(s))).collect();
        assert_eq!(found, teams, "{area} with {seats} seats");
        let seen: Vec<u8> = game
            .view(Viewer::Spectator)
            .seats
            .iter()
            .map(|s| s.team)
            .collect();
        assert_eq!(seen, if area.is_empty() { &[] } else { teams }, "{area}");
    }
}

#[test]
fn teams_are_chosen_only_where_the_ruleset_lets_them_be() {
    let chosen = ruleset("teams: { arrangement: 'across', chosen: true },", "");
    let setup = |teams: &[u8]| Setup::named(NAMES.into_iter().take(4)).teams(teams.iter().copied());
    let new = |rules: &Ruleset, teams: &[u8]| Game::new(rules, &setup(teams), Seed::from(5));
    let game = new(&chosen, &[1, 1, 0, 0]).expect("they may be chosen");
    assert_eq!([0, 1, 2, 3].map(|s| game.seating().team(Seat(s))), [1, 1, 0, 0]);
    let again = Game::restore(&chosen, &game.save()).expect("a save");
    assert_eq!(again.setup(), setup(&[1, 1, 0, 0]));
    assert_eq!(new(&chosen, &[]).expect("as usual").setup(), setup(&[]));
    let refused = |teams: &[u8]| new(&chosen, teams).expect_err("no such teams").to_string();
    assert!(refused(&[0, 1]).contains("for 2 seats"), "{}", refused(&[0, 1]));
    assert!(refused(&[0, 1, 0, 99]).contains("no team 99"));
    let fixed = new(&ruleset("teams: 'across',", ""), &[0, 0, 1, 1]);
    assert!(matches!(fixed, Err(SetupError::FixedTeams { .. })));
}

#[test]
fn rules_ask_for_allies_and_opponents() {
    let area = "teams: { arrangement: 'across', names: ['Us', 'Them'] },";
    let mut table = Bench::new(&text(area, ""), &NAMES[..4]);
    let cases = [
        ("allies()", "[Ada, Edsger]"),
        ("partners()", "[Edsger]"),
        ("partner()", "Edsger"),
        ("partner(partner())", "Ada"),
        ("opponents()", "[Grace, Barbara]"),
        ("opponents(next_player())", "[Ada, Edsger]"),
        ("same_team($player, partner())", "true"),
        ("same_team($player, next_player())", "false"),
        ("team_of(next_player())", "1"),
        ("team_name(next_player())", "Them"),
        ("team_seats(1)", "[Grace, Barbara]"),
        ("team_seats(9)", "[]"),
    ];
    for (call, gives) in cases {
        assert_eq!(table.value(call), Ok(gives.into()), "{call}");
    }
    table.step("dismiss_player(partner())").expect("a step");
    assert_eq!(
        table.value("partner()"),
        Ok("Edsger".into()),
        "who is out is still a partner"
    );
    let mut alone = Bench::new(&text("", ""), &NAMES[..3]);
    assert_eq!(alone.value("partner()"), Ok("nothing".into()));
    assert_eq!(alone.value("opponents()"), Ok("[Grace, Edsger]".into()));
    assert_eq!(alone.value("team_name()"), Ok("nothing".into()));
}

#[test]
fn teams_score_and_win_together() {
    let win = |steps: &str| {
        let state = format!(
            "{{ state_name: 'first', state_type: 'auto', actions: {{ action_name: 'go', type: 'auto', primitives: [{steps}] }} }},"
        );
        let game = begin(&ruleset("teams: 'across',", &state), 4);
        let result = game.result().cloned().expect("it is over");
        (result.winners, result.ranks, result.scores)
    };
    let both = |a: u8, b: u8| vec![Seat(a), Seat(b)];
    let points = "{ endpoint: 'add_team_score', params: ['= team_seats(1)[0]', 3] }"
        .replace("team_seats(1)[0]", "list_item(team_seats(1), 0)");
    assert_eq!(
        win(&format!("{points}, {{ endpoint: 'end_game' }}")),
        (both(1, 3), vec![2, 1, 2, 1], vec![0.0, 3.0, 0.0, 3.0])
    );
    // The winners that are named bring their partners, whatever the scores are.
    let named = "{ endpoint: 'end_game', params: '= list_item(team_seats(0), 1)' }";
    assert_eq!(win(&format!("{points}, {named}")).0, both(0, 2));
    // A team stands where its best seat stands.
    let single = "{ endpoint: 'add_score', params: ['= list_item(team_seats(0), 1)', 9] }";
    let (winners, ranks, scores) = win(&format!("{points}, {single}, {{ endpoint: 'end_game' }}"));
    assert_eq!(winners, both(0, 2));
    assert_eq!((ranks, scores), (vec![1, 2, 1, 2], vec![0.0, 3.0, 9.0, 3.0]));
    // Nobody wins: ranks follow the scores.
    assert_eq!(
        win(&format!("{points}, {{ endpoint: 'end_game', params: [[]] }}")).1,
        [2, 1, 2, 1]
    );
}

#[test]
fn allies_and_opponents_see_what_is_theirs() {
    let area = "teams: 'across', player_zones: [
        { name: 'ours', zone_visibility: 'allies', order: 'any' },
        { name: 'theirs', zone_visibility: 'opponents', order: 'any' },
    ],";
    let state = "{ state_name: 'first', state_type: 'round_robin', actions: [
        { action_name: 'lay', type: 'auto', on: 'entry', primitives: [
            { endpoint: 'move_top', params: ['deck', '$player.ours'] },
            { endpoint: 'move_top', params: ['deck', '$player.theirs'] },
        ] },
        { action_name: 'go on', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } },
    ] },";
    let rules = ruleset(area, state);
    let mut game = begin(&rules, 4);
    let sees = |game: &Game, zone: &str| {
        let zone = rules.seat_zone(zone, Seat(0)).expect("a zone");
        [0, 1, 2, 3].map(|s| {
            let view = game.view(Viewer::Seat(Seat(s)));
            matches!(view.zone(zone).expect("a zone").cards[0], CardSeen::Face(_))
        })
    };
    // Both follow the seat on turn.
    assert_eq!(sees(&game, "ours"), [true, false, true, false]);
    assert_eq!(sees(&game, "theirs"), [false, true, false, true]);
    press(&mut game, 0, "go on");
    assert_eq!(sees(&game, "ours"), [false, true, false, true]);
    assert_eq!(sees(&game, "theirs"), [true, false, true, false]);
}

// --- roles

const DEALER: &str = "roles: ['player', { name: 'dealer', label: 'The dealer', automatic: true }],";

#[test]
fn roles_are_given_in_order_and_can_be_chosen() {
    let area = "roles: [{ name: 'master', seats: 1 }, { name: 'helper', seats: [0, 1] }, 'player'],";
    let rules = ruleset(area, "");
    let of = |game: &Game| -> Vec<String> {
        let role = |s| game.seating().role(Seat(s)).expect("a role").to_owned();
        (0..game.seating().persons() as u8).map(role).collect()
    };
    assert_eq!(of(&begin(&rules, 4)), ["master", "helper", "player", "player"]);
    assert_eq!(of(&begin(&rules, 2)), ["master", "helper"]);
    let setup = |roles: &[&str]| Setup::named(NAMES.into_iter().take(3)).roles(roles.iter().copied());
    let new = |roles: &[&str]| Game::new(&rules, &setup(roles), Seed::from(5));
    let game = new(&["player", "player", "master"]).expect("they fit");
    assert_eq!(of(&game), ["player", "player", "master"]);
    let again = Game::restore(&rules, &game.save()).expect("a save");
    assert_eq!(again.setup(), setup(&["player", "player", "master"]));
    let refused = |roles: &[&str]| new(roles).expect_err("they do not fit").to_string();
    assert!(refused(&["player", "player", "player"]).contains("1 to 1 seats are `master`, not 0"));
    assert!(refused(&["master", "helper", "helper"]).contains("0 to 1 seats are `helper`, not 2"));
    assert!(refused(&["master", "nobody", "player"]).contains("master, helper, player"));
    assert!(refused(&["master"]).contains("for 1 seats"));
    let automatic = Game::new(
        &ruleset(DEALER, ""),
        &setup(&["player", "player", "dealer"]),
        Seed::from(5),
    );
    assert!(
        matches!(automatic, Err(SetupError::UnknownRole { .. })),
        "the game plays it"
    );
}

#[test]
fn an_automatic_seat_is_there_and_no_person_is() {
    let area = format!("{DEALER} player_zones: [{{ name: 'hand', zone_visibility: 'owner' }}],");
    let rules = ruleset(&area, "");
    let game = begin(&rules, 3);
    assert_eq!((game.seating().count(), game.seating().persons()), (4, 3));
    assert_eq!(game.seating().name(Seat(3)).unwrap_or_default(), "The dealer");
    assert!(game.seating().is_automatic(Seat(3)) && !game.seating().is_automatic(Seat(2)));
    assert!(game.decision(Seat(3)).is_none());
    assert_eq!(game.setup().seats.len(), 3);
    let seats = game.view(Viewer::Spectator).seats;
    assert!(seats[3].automatic && seats[3].role.is_some_and(|id| rules.words().text(id) == "dealer"));
    let mut table = Bench::new(&text(&area, ""), &NAMES[..3]);
    let cases = [
        ("nondismissed_players()", "[Ada, Grace, Edsger]"),
        ("count_nondismissed_players()", "3"),
        ("other_players()", "[Grace, Edsger]"),
        ("next_player(next_player(next_player()))", "Ada"),
        ("seats_from()", "[Ada, Grace, Edsger]"),
        ("opponents()", "[Grace, Edsger]"),
        ("role_seats('dealer')", "[The dealer]"),
        ("$roles.dealer", "The dealer"),
        ("role_of($roles.dealer)", "dealer"),
        ("has_role($player, 'player')", "true"),
        ("list_count($roles.player)", "3"),
        ("list_count(zones_of(all, 'hand'))", "3"),
    ];
    for (call, gives) in cases {
        assert_eq!(table.value(call), Ok(gives.into()), "{call}");
    }
    // Named, it takes part in everything.
    table
        .step("draw_cards($roles.dealer, 2, deck, $player.hand)")
        .expect("a step");
    assert_eq!(table.value("count_cards($roles.dealer.hand)"), Ok("2".into()));
    assert_eq!(table.value("count_cards($player.hand)"), Ok("0".into()));
    table.step("add_score($roles.dealer, 7)").expect("a step");
    assert_eq!(table.value("score($roles.dealer)"), Ok("7".into()));
    assert_eq!(
        table.value("best_seats()"),
        Ok("[Ada, Grace, Edsger]".into()),
        "among persons"
    );
}

#[test]
fn several_automatic_seats_are_numbered() {
    let rules = ruleset(
        "roles: ['player', { name: 'bot', automatic: true, seats: 2 }],",
        "",
    );
    let game = begin(&rules, 2);
    assert_eq!(
        [2, 3].map(|s| game.seating().name(Seat(s)).unwrap_or_default().to_owned()),
        ["bot 1", "bot 2"]
    );
    assert_ne!(game.seating().team(Seat(2)), game.seating().team(Seat(3)));
}

#[test]
fn zones_are_only_of_the_roles_that_have_them() {
    let area = format!(
        "{DEALER} player_zones: [
            {{ name: 'shoe', roles: 'dealer', zone_visibility: 'none' }},
            {{ name: 'stake', roles: ['player'], zone_visibility: 'all', count: [1, 3] }},
        ],"
    );
    let mut table = Bench::new(&text(&area, ""), &NAMES[..2]);
    table
        .step("move_top('deck', $roles.dealer.shoe)")
        .expect("the dealer has it");
    for step in [
        "move_top('deck', $player.shoe)",
        "move_top('deck', $roles.dealer.stake)",
        "open_zone($roles.dealer.stake)",
        "close_zone($roles.dealer.stake)",
    ] {
        assert!(table.step(step).is_err(), "{step}");
    }
    let cases = [
        ("is_open($player.shoe)", "false"),
        ("can_open_zone($player.shoe)", "false"),
        ("list_count(zones_of(all, 'shoe'))", "0"),
        ("list_count(zones_of(role_seats('dealer'), 'shoe'))", "1"),
        ("list_count(open_zones($roles.dealer.stake))", "0"),
        ("list_count(open_zones($player.stake))", "1"),
    ];
    for (call, gives) in cases {
        assert_eq!(table.value(call), Ok(gives.into()), "{call}");
    }
}

#[test]
fn decks_of_seats_exist_for_those_who_have_the_zone() {
    let area = format!(
        "{DEALER} player_zones: [{{ name: 'pack', roles: 'dealer', decks: 'own', zone_visibility: 'none' }}],"
    );
    let text = text(&area, "").replace(
        "ruleset: {",
        "deck: { deck_name: 'own', cardset: 'six', content: [0, 1] }, ruleset: { decks: 'own',",
    );
    let mut table = Bench::new(&text, &NAMES[..3]);
    assert_eq!(table.value("count_cards($roles.dealer.pack)"), Ok("2".into()));
    assert_eq!(
        table.value("count_cards('deck')"),
        Ok("0".into()),
        "nobody else has a pack"
    );
}

#[test]
fn roles_see_what_is_shown_to_them() {
    let area = "roles: [{ name: 'master', seats: 1 }, 'player'], player_zones: [
        { name: 'hand', zone_visibility: ['owner', 'master'], order: 'any' },
        { name: 'open', zone_visibility: 'player', order: 'any', visible_in: { play: ['master'] } },
    ],";
    let lay = "{ state_name: 'first', state_type: 'grandstand', state_type_param: '= list_item(seats_from(), 1)', actions: [
        { action_name: 'lay', type: 'auto', primitives: [
            { endpoint: 'move_top', params: ['deck', '$player.hand'] },
            { endpoint: 'move_top', params: ['deck', '$player.open'] },
        ] },
        { action_name: 'go on', type: 'button', primitives: { endpoint: 'state_transition', params: 'play' } },
    ] },";
    let rules = ruleset(area, lay);
    let mut game = begin(&rules, 3);
    let sees = |game: &Game, zone: &str| {
        let zone = rules.seat_zone(zone, Seat(1)).expect("a zone");
        [
            Viewer::Seat(Seat(0)),
            Viewer::Seat(Seat(1)),
            Viewer::Seat(Seat(2)),
            Viewer::Spectator,
        ]
        .map(|v| {
            matches!(
                game.view(v).zone(zone).expect("a zone").cards[0],
                CardSeen::Face(_)
            )
        })
    };
    assert_eq!(sees(&game, "hand"), [true, true, false, false]);
    assert_eq!(sees(&game, "open"), [false, true, true, false]);
    press(&mut game, 1, "go on");
    assert_eq!(sees(&game, "open"), [true, false, false, false]);
}

#[test]
fn roles_pick_from_what_they_control() {
    let area = "roles: [{ name: 'master', seats: 1 }, 'player'], player_zones: [
        { name: 'stash', zone_visibility: 'all', control: ['owner', 'master'] },
    ],";
    let state = "{ state_name: 'first', state_type: 'concurrent', actions: [
        { action_name: 'lay', type: 'auto', primitives: { endpoint: 'deal', params: ['deck', 'stash', 1] } },
        { action_name: 'take', type: 'world_pick', pick: { from: 'all_players', zone: 'stash' }, primitives: { endpoint: 'move_card', params: ['$action.world_pick', 'deck'] } },
    ] },";
    let game = begin(&ruleset(area, state), 3);
    let ways = |s: u8| game.decision(Seat(s)).map_or(0, |d| d.count().get());
    assert_eq!([0, 1, 2].map(ways), [3, 1, 1], "the master takes from all");
}

// --- states for some seats

#[test]
fn only_seats_that_match_take_part_in_a_state() {
    let button = "actions: { action_name: 'act', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } } },";
    let area = "roles: [{ name: 'master', seats: 1 }, 'player'], teams: 2,";
    let cases: [(&str, &[u8]); 8] = [
        ("players: 'master'", &[0]),
        ("players: 'player'", &[1, 2, 3]),
        ("players: ['master', 'player']", &[0, 1, 2, 3]),
        ("players: '= team_of($player) == 1'", &[1, 3]),
        ("players: '= has_role($player, \"master\")'", &[0]),
        ("players: '= partners(role_seat(\"master\"))'", &[2]),
        ("players: '$roles.master'", &[0]),
        ("timeout: 1", &[0, 1, 2, 3]),
    ];
    for (players, part) in cases {
        let state = format!("{{ state_name: 'first', state_type: 'concurrent', {players}, {button}");
        let rules = ruleset(area, &state);
        let mut game = begin(&rules, 4);
        let acts: Vec<u8> = offered(&game).into_iter().map(|(seat, _)| seat).collect();
        assert_eq!(acts, part, "{players}");
        let scene = game.view(Viewer::Spectator).status.scenes[0].clone();
        assert_eq!(
            scene.members.into_iter().map(|s| s.0).collect::<Vec<_>>(),
            part,
            "{players}"
        );
        assert_eq!(scene.resting.len() + scene.members.len(), 4, "{players}");
        let again = Game::restore(&rules, &game.save()).expect("a save");
        assert_eq!(offered(&again), offered(&game), "{players}");
        if let [first, rest @ ..] = part
            && !rest.is_empty()
        {
            press(&mut game, *first, "act");
            let now: Vec<u8> = offered(&game).into_iter().map(|(seat, _)| seat).collect();
            assert_eq!(now, rest, "{players}: who has acted waits");
        }
    }
}

#[test]
fn turns_go_round_among_those_who_take_part_and_all_are_back_afterwards() {
    let states = "{ state_name: 'first', state_type: 'round_robin', players: '= team_of($player) == 1', actions: [
            { action_name: 'act', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } },
            { action_name: 'leave', type: 'button', primitives: { endpoint: 'state_transition', params: 'second' } },
        ] },
        { state_name: 'second', state_type: 'round_robin', actions: { action_name: 'look', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } } },";
    let mut game = begin(&ruleset("teams: 2,", states), 4);
    let mut turns = Vec::new();
    for _ in 0..3 {
        let seat = offered(&game)[0].0;
        turns.push(seat);
        press(&mut game, seat, "act");
    }
    assert_eq!(turns, [1, 3, 1]);
    press(&mut game, 3, "leave");
    let mut turns = Vec::new();
    for _ in 0..4 {
        let seat = offered(&game)[0].0;
        turns.push(seat);
        press(&mut game, seat, "look");
    }
    assert_eq!(turns, [3, 0, 1, 2]);
}

#[test]
fn who_rests_can_leave_and_who_joins_is_sorted() {
    let states = "{ state_name: 'first', state_type: 'concurrent', players: '= team_of($player) == 0', turn: 'until_end_turn', actions: [
            { action_name: 'send', type: 'button', primitives: { endpoint: 'state_transition', params: 'away', who: '= opponents()' } },
            { action_name: 'wait', type: 'button', primitives: { endpoint: 'end_turn' } },
        ] },
        { state_name: 'away', state_type: 'concurrent', turn: 'until_end_turn', actions: [
            { action_name: 'back', type: 'button', primitives: { endpoint: 'state_transition', params: 'first', who: '$player' } },
            { action_name: 'stay', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } },
        ] },";
    let mut game = begin(&ruleset("teams: 2,", states), 4);
    let labels = |game: &Game| offered(game);
    assert_eq!(
        labels(&game).len(),
        4,
        "two seats, two actions: {:?}",
        labels(&game)
    );
    press(&mut game, 0, "send");
    assert!(labels(&game).contains(&(1, "stay".into())) && labels(&game).contains(&(3, "stay".into())));
    press(&mut game, 3, "back");
    assert!(game.decision(Seat(3)).is_none(), "it rests again");
    let scenes = game.view(Viewer::Spectator).status.scenes;
    let resting: Vec<_> = scenes[0].resting.into_iter().collect();
    assert_eq!(resting, [Seat(3)]);
    press(&mut game, 1, "back");
    assert_eq!(
        game.view(Viewer::Spectator).status.scenes.len(),
        1,
        "nobody is away"
    );
}

#[test]
fn an_automatic_seat_takes_its_turns_and_answers_at_once() {
    let states = "{ state_name: 'first', state_type: 'round_robin', players: ['player', 'dealer'], actions: [
        {
            action_name: 'dealer', type: 'auto', on: 'turn', condition: 'is_automatic($player)',
            action_data: [{ key: 'n', type: 'number' }, { key: 'all', type: 'list' }],
            primitives: [
                { endpoint: 'prompt_number', params: ['$action.n', 2, 5, 'How many?', 4] },
                { endpoint: 'add_score', params: ['$player', '$action.n'] },
                { endpoint: 'set', params: ['$action.all', '= ask(role_seats(\"dealer\"), prompt_confirm(\"Sure?\", true))'] },
                { condition: 'list_item($action.all, 0)', endpoint: 'add_score', params: ['$player', 10] },
            ],
        },
        { action_name: 'act', type: 'button', primitives: { endpoint: 'shuffle', params: 'deck' } },
    ] },";
    let rules = ruleset(DEALER, states);
    let mut game = begin(&rules, 2).with_events();
    press(&mut game, 0, "act");
    press(&mut game, 1, "act");
    assert_eq!(offered(&game)[0].0, 0, "the dealer's turn is over");
    let score = rules.seat_datum("score").expect("data");
    let view = game.view(Viewer::Spectator);
    assert_eq!(
        view.seat_datum(Seat(2), score),
        Some(&cardable_core::view::Datum::Int(14))
    );
    let turns: Vec<_> = game
        .events(Viewer::Spectator)
        .into_iter()
        .filter(|e| {
            matches!(
                e,
                cardable_core::ViewEvent::Turn { .. } | cardable_core::ViewEvent::TurnSkipped { .. }
            )
        })
        .collect();
    let turn = |seat| cardable_core::ViewEvent::Turn { seat: Seat(seat) };
    assert_eq!(turns, [turn(2), turn(0)], "it is not said to have nothing to do");
}

#[test]
fn mistakes_in_teams_roles_and_players_are_told() {
    let state = |players: &str| {
        let state = format!(
            "{{ state_name: 'first', state_type: 'concurrent', players: {players}, actions: {{ action_name: 'a', type: 'button', primitives: {{ endpoint: 'shuffle', params: 'deck' }} }} }},"
        );
        text(DEALER, &state)
    };
    let area = |area: &str| text(area, "");
    let cases = [
        (area("roles: ['a', 'a'],"), "E308", "two roles `a`"),
        (area("roles: ['owner'],"), "E308", "means something else"),
        (area("roles: [{ label: 'x' }],"), "E202", "`name`"),
        (
            area("roles: [{ name: 'a', seats: [2, 1] }],"),
            "E207",
            "the fewest and the most",
        ),
        (
            area("roles: [{ name: 'a', automatic: true, seats: [0, 2] }],"),
            "E207",
            "always has as many seats",
        ),
        (
            area("roles: [{ name: 'a', seats: 3 }, 'b'],"),
            "E326",
            "need 3 players, and 2 may play",
        ),
        (
            area("roles: [{ name: 'a', seats: [0, 4] }],"),
            "E326",
            "room for 4 players, and 6 may play",
        ),
        (
            area("roles: ['p', { name: 'a', automatic: true, seats: 30 }],"),
            "E326",
            "more than 32",
        ),
        (area("teams: [[0, 1], [1, 2]],"), "E326", "no seat is in two"),
        (area("teams: [[0, 9]],"), "E326", "counted from 0"),
        (
            area("player_zones: [{ name: 'z', roles: 'dealr' }],"),
            "E325",
            "unknown role `dealr`",
        ),
        (
            area("player_zones: [{ name: 'z', zone_visibility: 'dealer' }],"),
            "E206",
            "nobody is called `dealer`",
        ),
        (
            area("player_zones: [{ name: 'z', zone_visibility: ['owner', 'face'] }],"),
            "E206",
            "among others",
        ),
        (state("'deeler'"), "E325", "did you mean `dealer`"),
        (state("'= 3'"), "E311", "found a number"),
        (
            state("'= has_role($player, \"dealr\")'"),
            "E325",
            "did you mean `dealer`",
        ),
        (state("'$roles.dealr'"), "E301", "$roles.dealr"),
    ];
    for (text, code, says) in cases {
        let found = problems(&text);
        assert!(
            found.iter().any(|p| p.contains(code) && p.contains(says)),
            "{code} {says}: {found:#?}"
        );
    }
}

/// A deck that every seat has a copy of counts once for each, a shared one once.
#[test]
fn cards_are_counted_with_all_copies_of_their_decks() {
    let rules = |zone: &str| {
        let text = text(zone, "")
            .replace(
                "ruleset: {",
                "deck: [{ deck_name: \"big\", cardset: \"six\", content: { card: 0, copies: 10000 } }, \
                 { deck_name: \"one\", cardset: \"six\", content: 1 }], ruleset: {",
            )
            .replace("cardsets: \"six\"", "decks: [\"big\", \"one\"]");
        cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
    };
    let zone = |rest: &str| format!("player_zones: {{ name: \"pile\", zone_visibility: \"none\", {rest} }},");
    let own = rules(&zone("decks: \"big\""));
    let begun =
        |rules: &Ruleset, seats: usize| Game::new(rules, &Setup::seats(seats), Seed::from(5)).map(|_| ());
    assert_eq!(begun(&own, 5), Ok(()));
    let refused = begun(&own, 6).expect_err("more than a game can hold");
    assert_eq!(
        refused.to_string(),
        "60001 cards are more than the 60000 that a game can hold"
    );
    assert_eq!(begun(&rules(&zone("")), 6), Ok(()));
}

/// What is the next seat's is at hand in conditions, however the seats follow each other.
#[test]
fn conditions_ask_of_the_next_seat_in_play() {
    let hand = r#"player_zones: [{ name: "hand", zone_visibility: "none", order: "any" }],"#;
    let conditions = [
        "!is_empty(next_player().hand)",
        "count_cards(next_player($player).hand) == 1",
        "next_player().score == 7",
        "next_player().hand == seat_at_two.hand",
    ];
    for (steps, before) in [
        ("", 1),
        ("'reverse_turn_order()',", 3),
        ("'dismiss_player(seat_at(1))',", 0),
        ("'swap_places(seat_at(0), seat_at(1))',", 0),
    ] {
        for condition in conditions {
            let condition = condition.replace("seat_at_two", "$globals.two");
            let states = format!(
                r#"{{ state_name: "first", state_type: "auto", actions: {{ action_name: "lay", type: "auto", primitives: [
                    'set($globals.two, seat_at(2))', 'move_top(deck, $globals.two.hand)', 'set($globals.two.score, 7)', {steps}
                    'state_transition(ask)',
                ] }} }},
                {{ state_name: "ask", state_type: "concurrent", actions: [
                    {{ action_name: "next", type: "button", condition: "{condition}", primitives: "end_game([])" }},
                    {{ action_name: "other", type: "button", primitives: "end_game([])" }},
                ] }},"#
            );
            let text = text(hand, &states).replace(
                "player_data:",
                "global_data: { key: 'two', type: 'player' }, player_data:",
            );
            let ruleset = cardable_core::parse(&text).unwrap_or_else(|e| panic!("{e}"));
            let game = begin(&ruleset, 4);
            let seats: Vec<u8> = offered(&game)
                .into_iter()
                .filter(|(_, what)| what == "next")
                .map(|(seat, _)| seat)
                .collect();
            assert_eq!(seats, [before], "{steps} {condition}");
        }
    }
}

#[test]
fn nobody_acts_and_so_there_is_no_next_seat() {
    let hand = r#"player_zones: [{ name: "hand", zone_visibility: "none" }],"#;
    let states = r#"{ state_name: "first", state_type: "auto", actions: {
        action_name: "ask", type: "auto", condition: "is_empty(next_player().hand)", primitives: "state_transition(play)",
    } },"#;
    let begun = Game::new(&ruleset(hand, states), &Setup::seats(2), Seed::from(5));
    let told = begun.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(told.contains("`$player` is nobody here"), "{told}");
}
