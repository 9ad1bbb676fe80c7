//! Functions that ask, in real games: wherever the prompt stands, the game is saved and goes on, others
//! play meanwhile, and nothing is done twice.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, Ruleset, Seat, Seed, Setup, Viewer};
use cardable_lua::Luau;

const RULES: &str = r#"{
    cardset: { set_name: "six", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
        { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
    ] },
    deck: { deck_name: "twelve", cardset: "six", content: [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] },
    ruleset: {
        ruleset_name: "Scripted", min_players: 2, max_players: 3, decks: "twelve",
        script: LINES,
        game_area: {
            shared_zones: [{ name: "stock", order: "shuffled", zone_visibility: "none", decks: "twelve" }],
            player_zones: [{ name: "hand", zone_visibility: "owner", order: "any" }],
        },
        global_data: [
            { key: "n", value: 0 }, { key: "note", type: "string" }, { key: "secret", value: 7, visible_to: "none", domain: [7, 8] },
        ],
        player_data: [{ key: "bid", value: 0 }],
        game_state: [
            { state_name: "play", state_type: "concurrent", turn: "until_end_turn", actions: [
                { action_name: "go", type: "button", function: "go" CONDITION },
                { action_name: "other", type: "button", primitives: ["increment($globals.n)", "draw_card($player, stock, $player.hand)"] },
            ] },
            { state_name: "over", state_type: "concurrent", actions: [{ action_name: "end", type: "button", primitives: "end_game()" }] },
        ],
    },
}"#;

fn load(script: &str) -> Ruleset {
    load_with(script, "").unwrap_or_else(|said| panic!("{said:#?}"))
}

fn load_with(script: &str, condition: &str) -> Result<Ruleset, Vec<String>> {
    let lines: Vec<&str> = script.lines().collect();
    let text = RULES
        .replace("LINES", &serde_json::to_string(&lines).unwrap())
        .replace("CONDITION", condition);
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let said = checked.reports().iter().map(ToString::to_string).collect();
    checked.ruleset.ok_or(said)
}

fn begin(rules: &Ruleset) -> Game {
    Game::new(rules, &Setup::seats(3), Seed::from(5))
        .unwrap()
        .with_events()
}

fn press(game: &mut Game, seat: u8, label: &str) {
    let rules = game.ruleset();
    let choice = {
        let decision = game.decision(Seat(seat)).unwrap();
        (0..decision.count().get())
            .filter_map(|n| decision.nth(n))
            .find(|c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(*action).unwrap_or_default() == label))
            .unwrap_or_else(|| panic!("{label} is not offered"))
    };
    game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
}

fn answer(game: &mut Game, seat: u8, nth: u64) {
    let choice = game.decision(Seat(seat)).unwrap().nth(nth).unwrap();
    game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
}

/// Saved and restored, it is the same to the byte.
fn saved(game: &Game) -> Game {
    let again = Game::restore(&game.ruleset(), &game.save()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.save(), game.save());
    again.with_events()
}

fn global(game: &Game, at: usize) -> Datum {
    game.view(Viewer::Omniscient).globals[at].clone()
}

fn hand(game: &Game, seat: u8) -> usize {
    let zone = game.ruleset().seat_zone("hand", Seat(seat)).unwrap();
    game.view(Viewer::Omniscient).zones[zone.index()].cards.len()
}

/// The function draws a card, asks twice somewhere, adds the answers to `n` and ends the turn. Whatever
/// others do in between is there, and happened once.
fn asks_twice(script: &str) {
    let rules = load(script);
    let mut game = begin(&rules);
    press(&mut game, 0, "go");
    assert_eq!(hand(&game, 0), 1, "what it did before it asked stands");
    press(&mut game, 1, "other");
    let mut game = saved(&game);
    answer(&mut game, 0, 2);
    press(&mut game, 1, "other");
    press(&mut game, 2, "other");
    let mut game = saved(&game);
    answer(&mut game, 0, 1);
    assert_eq!(global(&game, 0), Datum::Int(3 + 2 + 1), "{script}");
    assert_eq!(hand(&game, 0), 1, "it drew once");
    assert_eq!((hand(&game, 1), hand(&game, 2)), (2, 1));
    // It goes on as before.
    press(&mut game, 1, "other");
    saved(&game);
}

#[test]
fn a_prompt_that_stands_plainly() {
    asks_twice(
        "function go()
            draw_card(player, game.stock, player.hand)
            local a = prompt_number(0, 5)
            local b = prompt_number(0, 5)
            globals.n += a + b
        end",
    );
}

#[test]
fn a_prompt_inside_pcall() {
    asks_twice(
        "function go()
            local ok, sum = pcall(function()
                draw_card(player, game.stock, player.hand)
                local ok, a = pcall(prompt_number, 0, 5)
                return a + prompt_number(0, 5)
            end)
            if not ok then error(sum) end
            globals.n += sum
        end",
    );
}

#[test]
fn a_prompt_inside_xpcall_and_its_handler() {
    asks_twice(
        "function go()
            draw_card(player, game.stock, player.hand)
            local _, a = xpcall(prompt_number, function(e) return 100 end, 0, 5)
            local _, b = xpcall(error, function(e) return prompt_number(0, 5) end, 'x')
            globals.n += a + b
        end",
    );
}

#[test]
fn a_prompt_inside_a_sort_comparator() {
    asks_twice(
        "function go()
            draw_card(player, game.stock, player.hand)
            local sum, asked = 0, 0
            table.sort({ 3, 1, 2 }, function(a, b)
                if asked < 2 then
                    asked += 1
                    sum += prompt_number(0, 5)
                end
                return a < b
            end)
            globals.n += sum
        end",
    );
}

#[test]
fn a_prompt_inside_a_callback_of_a_text() {
    asks_twice(
        "function go()
            draw_card(player, game.stock, player.hand)
            local sum = 0
            local text = ('ab'):gsub('.', function(letter) sum += prompt_number(0, 5, letter) end)
            globals.n += sum
        end",
    );
}

#[test]
fn a_prompt_after_an_error_that_was_caught() {
    asks_twice(
        "function go()
            local ok, e = pcall(draw_cards, player, 50, game.stock, player.hand)
            assert(not ok and e.kind == 'out_of_range', tostring(e))
            draw_card(player, game.stock, player.hand)
            local a = prompt_number(0, 5)
            local ok2, e2 = pcall(function() return player['noth' .. 'ing'] end)
            assert(not ok2)
            local b = prompt_number(0, 5)
            globals.n += a + b
        end",
    );
}

#[test]
fn chance_before_a_prompt_is_the_same_after_it() {
    let rules = load(
        "function go()
            local before = random(1000000)
            prompt_confirm()
            globals.n = before
            globals.note = tostring(before)
        end",
    );
    let mut game = begin(&rules);
    press(&mut game, 0, "go");
    press(&mut game, 1, "other");
    let (mut a, mut b) = (saved(&game), game);
    answer(&mut a, 0, 1);
    answer(&mut b, 0, 1);
    assert_eq!(a.save(), b.save());
    assert_ne!(global(&a, 0), Datum::Int(0));
}

#[test]
fn handles_are_the_same_things_after_a_prompt() {
    asks_twice(
        "function go()
            draw_card(player, game.stock, player.hand)
            local card, me, seen = player.hand:top(), player, {}
            seen[card] = true
            local a = prompt_number(0, 5)
            assert(card == player.hand:top() and me == player and seen[player.hand:top()])
            local b = prompt_number(0, 5)
            globals.n += a + b
        end",
    );
}

#[test]
fn what_a_seat_may_not_see_is_not_read_by_a_condition_shown_to_it() {
    // Data that is hidden from everybody, in a condition that decides what is offered: told when the
    // ruleset is checked or played, and never a way to read it.
    let script = "function go() end function may() return globals.secret == 7 end";
    let condition = r#", condition: { function: "may", message: "no" }"#;
    let shown = match load_with(script, condition) {
        Err(said) => said.join("\n"),
        Ok(rules) => match Game::new(&rules, &Setup::seats(2), Seed::from(5)) {
            Err(error) => error.to_string(),
            Ok(game) => {
                let rules = game.ruleset();
                let decision = game.decision(Seat(0)).unwrap();
                let offered = (0..decision.count().get()).filter_map(|n| decision.nth(n)).any(
                    |c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(action) == Some("go")),
                );
                assert!(!offered, "the secret decides what is offered");
                return;
            }
        },
    };
    assert!(
        shown.contains("may not see") || shown.contains("hidden") || shown.contains("erred"),
        "{shown}"
    );

    // The same for a hand that is not the seat's own: both cases of the secret look alike.
    let script = "function go() end
        function may()
            local other = next_player(player)
            return any(other.hand, function(card) return card.value > 0 end)
        end";
    let rules = load_with(script, condition).unwrap();
    let mut game = begin(&rules);
    press(&mut game, 1, "other");
    let decision = game.decision(Seat(0)).unwrap();
    let offered = (0..decision.count().get())
        .filter_map(|n| decision.nth(n))
        .any(|c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(action) == Some("go")));
    assert!(
        !offered,
        "a face that the seat does not see decides what is offered"
    );
}

#[test]
fn one_machine_serves_games_side_by_side() {
    let rules = load(
        "local calls = 0
        local kept = {}
        function go()
            calls += 1
            kept[#kept + 1] = player
            globals.n += 10 * calls + #kept
            prompt_confirm()
            globals.n += 1
        end",
    );
    let (mut a, mut b) = (begin(&rules), begin(&rules));
    for _ in 0..3 {
        press(&mut a, 0, "go");
        press(&mut b, 1, "go");
        answer(&mut a, 0, 0);
        answer(&mut b, 1, 0);
    }
    assert_eq!(
        global(&a, 0),
        Datum::Int(3 * 12),
        "nothing is left of earlier calls"
    );
    assert_eq!(global(&a, 0), global(&b, 0));
}

/// `pick_deck` is made of several questions: each seat is asked for one of the decks that are left.
#[test]
fn seats_pick_their_decks_one_after_the_other() {
    const DECKS: &str = r#"{
        cardset: { set_name: "six", cards: [
            { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
        ] },
        deck: [
            { deck_name: "short", cardset: "six", content: [0, 0] },
            { deck_name: "long", cardset: "six", content: [1, 1, 1, 1] },
            { deck_name: "mixed", cardset: "six", content: [0, 1, 1] },
        ],
        ruleset: {
            ruleset_name: "Decks", min_players: 2, max_players: 2, decks: ["short", "long", "mixed"],
            script: "function choose()\n\tpick_deck(game.decks, game.seats[2])\n\tstate_transition('play')\nend",
            game_state: [
                { state_name: "begin", state_type: "concurrent", actions: [
                    { action_name: "choose", type: "button", function: "choose" },
                ] },
                { state_name: "play", state_type: "concurrent", actions: [
                    { action_name: "end", type: "button", primitives: "end_game()" },
                ] },
            ],
        },
    }"#;
    let checked = Loader::new().scripts(&Luau::new()).check_text("d.json", DECKS);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let rules = checked.ruleset.unwrap_or_else(|| panic!("{said:#?}"));
    let mut game = Game::new(&rules, &Setup::seats(2), Seed::from(1))
        .unwrap()
        .with_events();
    press(&mut game, 0, "choose");
    // The second seat has the first word, and takes the second deck; then two are left.
    assert_eq!(game.decision(Seat(1)).unwrap().count().get(), 3);
    answer(&mut game, 1, 1);
    let mut game = saved(&game);
    assert_eq!(game.decision(Seat(0)).unwrap().count().get(), 2);
    answer(&mut game, 0, 1);
    let view = game.view(Viewer::Omniscient);
    assert_eq!(
        rules.state_name(view.status.scenes[0].state).unwrap_or_default(),
        "play"
    );
    let size = |seat| {
        view.zone(rules.seat_zone("deck", Seat(seat)).unwrap())
            .unwrap()
            .cards
            .len()
    };
    assert_eq!([size(0), size(1)], [3, 4]);
}

/// Conditions that a function decides by what is hidden are listed; one that sees no more than the seat
/// shows nothing.
#[test]
fn functions_that_read_what_is_hidden_are_listed_as_revealing() {
    let script = "function go() end
        function by_data() return globals.secret > 3 end
        function by_faces() return game.stock:top().value > 2 end
        function by_number() return #game.stock > 2 end
        local function helper() return globals.secret end
        function by_another() return helper() > 3 end";
    let listed = |action: &str, function: &str| {
        let condition = format!(
            r#" }}, {{ action_name: "more", {action}, condition: {{ function: "{function}" }}, primitives: "increment($globals.n)""#
        );
        let rules = load_with(script, &condition).unwrap_or_else(|said| panic!("{said:#?}"));
        let all = rules.revealing().map(|branch| branch.secret.to_owned());
        all.collect::<Vec<String>>()
    };
    assert_eq!(listed("type: 'auto'", "by_data"), ["`secret`"]);
    assert_eq!(listed("type: 'auto'", "by_another"), ["`secret`"]);
    assert_eq!(
        listed("type: 'auto'", "by_faces"),
        ["faces, by a function of the script"]
    );
    assert_eq!(listed("type: 'auto'", "by_number"), [""; 0]);
    assert_eq!(listed("type: 'button'", "by_faces"), [""; 0]);
}

/// Whether the first seat is offered an action of this function.
fn is_offered(script: &str, more: &str) -> bool {
    let rules = load_with(script, more).unwrap_or_else(|said| panic!("{said:#?}"));
    let game = begin(&rules);
    let decision = game.decision(Seat(0)).unwrap();
    decision
        .actions()
        .any(|action| rules.words().action_label(action) == Some("go"))
}

#[test]
fn an_action_that_asks_first_is_not_offered_while_its_question_has_no_answer() {
    let cases = [
        ("prompt_card(player.hand)", false),
        ("prompt_option({})", false),
        ("prompt_cards(player.hand, 1, 2)", false),
        ("prompt_number(5, globals.n)", false),
        ("ask(player, prompt_card, player.hand)", false),
        (
            "local few = {} for _, c in player.hand do table.insert(few, c) end prompt_card(few)",
            false,
        ),
        ("pcall(prompt_card, player.hand)", false),
        ("print('here') prompt_card(player.hand)", false),
        // There is an answer.
        ("prompt_number(0, globals.n)", true),
        ("prompt_cards(player.hand, 0, 2)", true),
        ("prompt_confirm()", true),
        ("prompt_card(game.stock)", true),
        // Something else is first, or there is no question.
        ("globals.n += 1 prompt_card(player.hand)", true),
        (
            "draw_card(player, game.stock, player.hand) prompt_card(player.hand)",
            true,
        ),
        ("if random(1, 6) > 0 then prompt_card(player.hand) end", true),
        ("prompt_confirm() prompt_card(player.hand)", true),
        ("if globals.n > 0 then prompt_card(player.hand) end", true),
        // What is hidden from the seat is not looked at for what it is offered.
        ("if globals.secret > 0 then prompt_card(player.hand) end", true),
        (
            "pcall(function() return globals.secret end) prompt_card(player.hand)",
            true,
        ),
        (
            "if game.stock:top().value > 0 then prompt_card(player.hand) end",
            true,
        ),
        // What goes wrong shows when it is done.
        ("error('no')", true),
        ("while true do end", true),
    ];
    let mut wrong = Vec::new();
    for (body, offered) in cases {
        let script = format!("function go() {body} end");
        assert!(
            is_offered(&script, ""),
            "{body}: tried out without being asked to"
        );
        if is_offered(&script, ", asks_first: true") != offered {
            wrong.push(format!(
                "{body}: {}",
                if offered { "is not offered" } else { "is offered" }
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn trying_a_function_out_changes_and_prints_nothing() {
    let rules = load("function go() print('here') if globals.n < 1 then prompt_card(player.hand) end end");
    let game = begin(&rules);
    assert!(game.inspect(Viewer::Omniscient).printed().is_empty());
    let again = saved(&game);
    assert_eq!(
        again.decision(Seat(0)).unwrap().count(),
        game.decision(Seat(0)).unwrap().count()
    );
}
