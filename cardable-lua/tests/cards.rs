//! Data, triggers and abilities of cards, read and used by functions.

use cardable_core::diag::Severity;
use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, NotApplied, Seat, Seed, Setup, Viewer};
use cardable_lua::{Listener, Luau};

const RULES: &str = r#"{
    cardset: { set_name: "beasts", cards: [
        {
            card_name: "Wolf", card_id: 0, card_value: 2,
            abilities: {
                grow: ["increment($card.growth)", "increment($globals.n)"],
                wonder: ["increment($globals.n)", "prompt_number($globals.n, 1, 5)"],
                fail: ["increment($globals.n)", "move_top(row, heap, 100)"],
                leave: "state_transition('later')",
                call: { function: "called", params: ["$card"] },
            },
        },
        { card_name: "Stone", card_id: 1, card_value: 1 },
    ] },
    deck: { deck_name: "beasts", cardset: "beasts", content: [0, 0, 1, 1] },
    ruleset: {
        ruleset_name: "Cards in scripts", min_players: 2, max_players: 2, decks: "beasts",
        script: LINES,
        game_area: {
            shared_zones: [
                { name: "row", zone_visibility: "all", order: "fixed-fifo", decks: "beasts" },
                { name: "heap", zone_visibility: "none", order: "any" },
            ],
            player_zones: [
                { name: "hand", zone_visibility: "owner", order: "fixed-fifo" },
            ],
        },
        global_data: [{ key: "n", value: 0 }, { key: "lost", type: "card" }],
        card_data: [
            { key: "damage", value: 0 },
            { key: "growth", value: 0 },
            { key: "mark", value: 0, visible_to: "face" },
            { key: "secret", value: 0, visible_to: "none", keep: "game" },
            { key: "bearer", type: "card" },
        ],
        defined_actions: [
            { ref_id: "hint", ref_params: [{ key: "zone", type: "zone" }], primitives: "tell($action.zone, $player, card => card.name == 'Stone')" },
        ],
        triggers: [TRIGGERS],
        game_state: [
            { state_name: "play", state_type: "TYPE", actions: [
                { action_name: "go", type: "button", function: "go" },
                { action_name: "may", type: "button", primitives: "increment($globals.n)", condition: CONDITION },
            ] },
            { state_name: "later", state_type: "grandstand", actions: [
                { action_name: "end", type: "button", primitives: "end_game(all)" },
            ] },
        ],
    },
}"#;

/// The rules with a script, of which functions without anything to say are added.
fn rules(script: &str, triggers: &str, condition: &str) -> Result<Game, String> {
    let mut script = script.to_owned();
    for (name, params) in [("go", ""), ("called", "card")] {
        if !script.contains(&format!("function {name}(")) {
            script.push_str(&format!("\nfunction {name}({params}) end"));
        }
    }
    let lines: Vec<&str> = script.lines().collect();
    let text = RULES
        .replace("LINES", &serde_json::to_string(&lines).unwrap())
        .replace("TRIGGERS", triggers)
        .replace(
            "TYPE",
            if condition == "true" {
                "grandstand"
            } else {
                "concurrent\", turn: \"until_end_turn"
            },
        )
        .replace("CONDITION", condition);
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let reports = checked.reports();
    let errors = reports.iter().filter(|report| report.severity == Severity::Error);
    let said: Vec<String> = errors
        .map(|report| format!("{report} {}", report.help.as_deref().unwrap_or_default()))
        .collect();
    let rules = checked.ruleset.ok_or_else(|| said.join("\n"))?;
    Game::new(&rules, &Setup::seats(2), Seed::from(5)).map_err(|error| error.to_string())
}

/// What `n` is after the button has done its function, or what went wrong.
fn gone(script: &str, triggers: &str) -> String {
    let mut game = match rules(script, triggers, "true") {
        Ok(game) => game,
        Err(said) => return said,
    };
    match game.submit_nth(Seat(0), 0) {
        Ok(_) => n(&game),
        Err(NotApplied::Faulted(fault)) => fault.message,
        Err(other) => panic!("{other}"),
    }
}

fn n(game: &Game) -> String {
    match &game.view(Viewer::Omniscient).globals[0] {
        Datum::Int(n) => n.to_string(),
        other => panic!("{other:?}"),
    }
}

fn all_fit(cases: &[(&str, &str)], outcome: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    for (text, wanted) in cases {
        let found = outcome(text);
        let fits = match wanted.parse::<i64>() {
            Ok(_) => found == *wanted,
            Err(_) => found.contains(wanted),
        };
        if !fits {
            wrong.push(format!("{text}\n  wanted {wanted}\n  found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Find a card that lies in the row.
const FIND: &str = "
local function wolf() for _, card in game.row do if card.name == 'Wolf' then return card end end end
local function stone() for _, card in game.row do if card.name == 'Stone' then return card end end end";

fn acts(body: &str) -> String {
    gone(&format!("{FIND}\nfunction go() {body} end"), "")
}

#[test]
fn functions_read_and_set_the_data_of_cards() {
    let cases = [
        (
            "wolf().damage = 2 globals.n = wolf().damage + stone().damage",
            "2",
        ),
        (
            "wolf().damage += 3 wolf().damage += 1 globals.n = wolf().damage",
            "4",
        ),
        ("wolf().secret = 6 globals.n = wolf().secret", "6"),
        (
            "wolf().bearer = stone() globals.n = if wolf().bearer == stone() then 1 else 0",
            "1",
        ),
        // It goes when the card leaves its zone, if it is not kept.
        (
            "local w = wolf() w.damage = 2 place_card(w, game.heap) globals.n = w.damage",
            "0",
        ),
        (
            "local w = wolf() w.secret = 2 place_card(w, game.heap) globals.n = w.secret",
            "2",
        ),
        ("wolf().damage = 'much'", "another kind"),
        (
            "local ok, e = pcall(function() wolf().damage = 'much' end) if e.kind == 'argument' then globals.n = 1 end",
            "1",
        ),
        ("wolf().value = 2", "another kind"),
        // Not everybody can tell the cards of the heap.
        (
            "place_card(wolf(), game.heap) game.heap:top().damage = 1",
            "another kind",
        ),
        (
            "local w = wolf() place_card(w, game.heap) local ok, e = pcall(function() w.damage = 1 end) globals.n = if ok then 0 else 7",
            "7",
        ),
        ("wolf().damge = 2", "raised an error"),
    ];
    all_fit(&cases, acts);
}

#[test]
fn functions_let_cards_do_what_they_can() {
    let cases = [
        (
            "perform(wolf(), 'grow') globals.n = globals.n * 10 + wolf().growth",
            "11",
        ),
        (
            "wolf():perform('grow') wolf():perform('grow') globals.n = wolf().growth",
            "2",
        ),
        ("perform(stone(), 'grow')", "0"),
        (
            "globals.n = if can_perform(wolf(), 'grow') and not stone():can_perform('grow') then 1 else 0",
            "1",
        ),
        // What asks cannot be waited for, and has done nothing.
        ("perform(wolf(), 'wonder')", "cannot wait for it here"),
        (
            "local ok, e = pcall(perform, wolf(), 'wonder') if string.find(e.message, 'question') then globals.n += 10 end",
            "10",
        ),
        (
            "local ok, e = pcall(perform, wolf(), 'fail') if e.kind == 'out_of_range' then globals.n += 10 end",
            "10",
        ),
        // Nothing is left of it that would be in the way of others.
        (
            "pcall(perform, wolf(), 'fail') for i = 1, 40 do pcall(perform, wolf(), 'wonder') end perform(wolf(), 'grow')",
            "1",
        ),
        ("perform(wolf(), 'leave') globals.n = 5", "0"),
        (
            "perform(wolf(), 'groe')",
            "there is no ability of a card `groe`; did you mean `grow`?",
        ),
        (
            "globals.n = if can_perform(wolf(), 'gr' .. 'oe') then 1 else 2",
            "2",
        ),
        (
            "set_teams({ player, next_player() }) globals.n = if same_team(player, next_player()) then 1 else 0",
            "1",
        ),
        ("tell(game.row, player)", "`tell` takes 3 values, not 2"),
        ("hint(game.row) globals.n = 3", "3"),
    ];
    all_fit(&cases, acts);
}

#[test]
fn abilities_call_functions() {
    let script = format!(
        "{FIND}\nfunction called(card) card.growth += 5 globals.n = card.growth end function go() perform(wolf(), 'call') end"
    );
    assert_eq!(gone(&script, ""), "5");
}

#[test]
fn triggers_are_set_off_by_functions_and_are_functions() {
    let counts = "{ on: { changed: 'damage' }, primitives: 'set($globals.n, $globals.n * 10 + $event.new)' }";
    let hurt = "{ on: { changed: 'damage' }, function: 'hurt' }";
    let howled = "{ on: { emitted: 'howl' }, condition: { function: 'loud', params: '$event.new' }, function: 'howled' }";
    let cases = [
        // After the function, however much it does.
        ("function go() wolf().damage = 1 stone().damage = 2 globals.n = 3 end", counts, "312"),
        ("function go() wolf().damage = 0 end", counts, "0"),
        (
            "function go() wolf().damage = 4 end
             function hurt(card, seat, old, new) if card == wolf() and seat == player then globals.n = old * 10 + new end end",
            hurt,
            "4",
        ),
        // It may leave out what it does not need.
        ("function go() wolf().damage = 4 end function hurt() globals.n = 8 end", hurt, "8"),
        (
            "function go() emit('howl', wolf(), 3) emit('howl', stone(), 1) end
             function loud(value) return value > 2 end
             function howled(card, seat, value) globals.n += value end",
            howled,
            "3",
        ),
        // What an ability sets off is done with it.
        ("function go() perform(wolf(), 'grow') globals.n += 1 end", "{ on: { changed: 'growth' }, primitives: 'set($globals.n, 20)' }", "22"),
        (
            "function go() wolf().damage = 4 end function hurt(a, b, c, d, e) end",
            hurt,
            "it is given 4 values, and takes 5",
        ),
        (
            "function go() end function hurt() end",
            "{ on: { changed: 'damage' }, function: 'hurt', primitives: 'increment($globals.n)' }",
            "a trigger has steps or a function, not both",
        ),
    ];
    for (script, triggers, wanted) in cases {
        all_fit(&[(script, wanted)], |script| {
            gone(&format!("{FIND}\n{script}"), triggers)
        });
    }
}

#[test]
fn a_trigger_that_is_a_function_asks_and_has_data_of_its_own() {
    let trigger = "{ on: { changed: 'damage' }, action_data: { key: 'by', value: 2 }, function: 'hurt' }";
    let script = format!(
        "{FIND}
        function go() wolf().damage = 4 end
        function hurt(card) action.by += prompt_number(1, 5) card.growth = action.by globals.n = card.growth end"
    );
    let mut game = rules(&script, trigger, "true").unwrap();
    game.submit_nth(Seat(0), 0).unwrap();
    assert_eq!(n(&game), "0");
    let rules = game.ruleset();
    let mut game = Game::restore(&rules, &game.save()).unwrap();
    let asked: Vec<Seat> = game.decisions().map(|decision| decision.seat()).collect();
    let asked = asked
        .into_iter()
        .find(|seat| matches!(game.decision(*seat).unwrap().nth(0), Some(Choice::Number(_))));
    game.submit(asked.unwrap(), &Choice::Number(3)).unwrap();
    assert_eq!(n(&game), "5");
}

/// Whether the first seat is offered the button with the condition, after the other has done the function `go`.
fn offered(condition: &str) -> String {
    let script = format!(
        "{FIND}
        function go()
            place_card(wolf(), player.hand)
            if globals.lost == nil then globals.lost = player.hand:top() end
            for _, card in player.hand do card.mark = 3 card.secret = 4 end
        end
        function may()
            local mine, other = player.hand:top(), globals.lost
            {condition}
        end"
    );
    let mut game = match rules(&script, "", "{ function: 'may' }") {
        Ok(game) => game,
        Err(said) => return said,
    };
    for seat in [Seat(1), Seat(0)] {
        match game.submit_nth(seat, 0) {
            Ok(_) => {}
            Err(NotApplied::Faulted(fault)) => return fault.message,
            Err(other) => panic!("{other}"),
        }
    }
    let count = game.decision(Seat(0)).unwrap().count().get();
    (count - 1).to_string()
}

#[test]
fn conditions_read_of_cards_what_their_seat_sees() {
    let cases = [
        ("return game.row:top().damage == 0", "1"),
        ("return mine == nil or mine.damage == 0", "1"),
        ("return mine == nil or mine.mark == 3", "1"),
        ("return mine == nil or mine.mark == 2", "0"),
        // A face that it does not see.
        ("return other == nil or other.mark == 3", "0"),
        ("return other == nil or other.mark ~= 3", "0"),
        ("return other == nil or can_perform(other, 'grow')", "0"),
        ("return mine == nil or can_perform(mine, 'grow')", "1"),
        (
            "return mine == nil or mine.secret == 4",
            "depends on `secret`, which the seat may not see",
        ),
        (
            "return mine == nil or mine['sec' .. 'ret'] == 4",
            "may not see this",
        ),
        ("perform(game.row:top(), 'grow') return true", "may only read"),
        ("game.row:top().damage = 1 return true", "may only read"),
    ];
    all_fit(&cases, offered);
}

#[test]
fn a_misspelt_name_of_a_card_is_told() {
    let text = RULES
        .replace(
            "LINES",
            r#"["function go() globals.n = game.row:top().damge end function called(card) end"]"#,
        )
        .replace("TRIGGERS", "")
        .replace("TYPE", "grandstand")
        .replace("CONDITION", "true");
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    // The rules take a hundred cards of four as well, to fault.
    let reports = checked.reports();
    let told = reports.iter().filter(|report| report.message.contains("damge"));
    let said: Vec<String> = told.map(|report| report.message.clone()).collect();
    assert_eq!(said, ["nothing has a property `damge`; did you mean `damage`?"]);
}

#[test]
fn what_a_function_sets_off_happens_while_it_waits() {
    let trigger = "{ on: { changed: 'damage' }, primitives: 'increment($globals.n)' }";
    let script = format!(
        "{FIND}
        function go() wolf().damage = 4 local more = prompt_number(1, 5) globals.n = globals.n * 10 + more end"
    );
    let mut game = rules(&script, trigger, "true").unwrap();
    game.submit_nth(Seat(0), 0).unwrap();
    assert_eq!(n(&game), "1");
    game.submit(Seat(0), &Choice::Number(3)).unwrap();
    assert_eq!(n(&game), "13");
}

#[test]
fn editors_know_the_data_of_cards() {
    let listener = Listener::new();
    let text = RULES
        .replace("LINES", r#"["function go() end function called(card) end"]"#)
        .replace("TRIGGERS", "")
        .replace("TYPE", "grandstand")
        .replace("CONDITION", "true");
    let checked = Loader::new().scripts(&listener).check_text("r.json", &text);
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    let found = listener.definitions().unwrap();
    for line in [
        "\tdamage: number",
        "\tbearer: Card",
        "\tfunction perform(self, ability: string): ()",
        "declare function can_perform(card: Card, ability: string): boolean",
    ] {
        assert!(found.lines().any(|l| l == line), "{line}\n{found}");
    }
}
