//! A script that takes all it can get is stopped: its room is suspended, and nobody else notices.

use crate::support::{TestHost, catch_up, two_at_a_table};
use cardable_core::Choice;
use cardable_core::decision::Offered;
use cardable_net::client::Client;
use cardable_net::protocol::{AfterFault, Call, Code, Phase, Refused, UndoRule};

/// A game of buttons: one counts, the others never come to an end, or make a test never come to one that
/// says what the next seat may do.
const RULES: &str = r#"{
    cardset: { set_name: "stones", suits: [{ suit_name: "stone", suit_id: 0 }],
        symmetrical_deck: true, cards: [{ card_name: "1", card_id: 0, card_value: 1 }] },
    ruleset: {
        ruleset_name: "Greedy", min_players: 2, max_players: 2, script: "rules.luau",
        global_data: [{ key: "trap", value: 0 }],
        game_area: { shared_zones: [{ name: "deck", zone_visibility: "none", order: "fixed-lifo" }] },
        game_state: [
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "count", type: "button", primitives: { endpoint: "add_score", params: ["$player", 1] } },
                { action_name: "spin", type: "button", function: "spin" },
                { action_name: "never give up", type: "button", function: "never_give_up" },
                { action_name: "hoard", type: "button", function: "hoard" },
                { action_name: "muddle", type: "button", primitives: { endpoint: "set", params: ["$globals.trap", 1] } },
                { action_name: "brood", type: "button", primitives: { endpoint: "set", params: ["$globals.trap", 2] } },
                { action_name: "greet", type: "world_pick", pick: { what: "seat", from: "others", count: 1 },
                    legal: { function: "may_greet" }, primitives: { endpoint: "add_score", params: ["$player", 1] } },
                { action_name: "sleep", type: "button", condition: { function: "may_sleep" },
                    primitives: { endpoint: "add_score", params: ["$player", 1] } },
                { action_name: "end", type: "button", primitives: { endpoint: "end_game", params: "$player" } },
            ] },
        ],
    },
}"#;

const SCRIPT: &str = r#"--!strict
function spin()
	while true do
	end
end

-- It catches whatever can be caught.
function never_give_up()
	while true do
		pcall(spin)
	end
end

function hoard()
	local all = {}
	while true do
		table.insert(all, table.create(60000, #all))
	end
end

function may_greet(seat)
	if globals.trap == 1 then
		spin()
	end
	return true
end

function may_sleep()
	if globals.trap == 2 then
		never_give_up()
	end
	return true
end
"#;

/// What takes all it can get, what is said of it, and how the owner goes on.
const GREEDY: [(&str, &str, AfterFault); 5] = [
    ("spin", "runs for too long", AfterFault::GoOn),
    ("never give up", "runs for too long", AfterFault::Undo),
    ("hoard", "memory", AfterFault::End),
    // What is asked of each that may be picked, and what is asked of an action.
    ("muddle", "runs for too long", AfterFault::GoOn),
    ("brood", "runs for too long", AfterFault::Undo),
];

/// What a button is as a choice.
fn button(client: &Client, name: &str) -> Option<Choice> {
    let offers = &client.table().decision()?.offers;
    offers.iter().find_map(|offer| match offer {
        Offered::Action { action, label, .. } if label == name => Some(Choice::act(*action)),
        _ => None,
    })
}

/// Presses a button of whoever is on turn, and waits for what comes of it.
async fn press(players: &mut [Client; 2], name: &str) -> Result<u64, Refused> {
    loop {
        for player in &mut *players {
            catch_up(player).await;
            if let Some(choice) = button(player, name) {
                return player
                    .choose(choice)
                    .await
                    .map_err(|error| error.refused().cloned().expect("the line holds"));
            }
        }
    }
}

async fn two_who_are_greedy(host: &TestHost) -> [Client; 2] {
    let mut ada = host.client("Ada").await;
    let room = ada
        .create("greedy", |create| create.settings.undo = UndoRule::Always)
        .await
        .expect("a room");
    let mut ben = host.client("Ben").await;
    ben.join(&room, None).await.expect("a seat");
    crate::support::begin(&mut ada, &mut [&mut ben]).await;
    [ada, ben]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_eats_its_budget_hurts_only_its_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("greedy");
    std::fs::create_dir(&rules).expect("a folder");
    std::fs::write(rules.join("ruleset.json"), RULES).expect("written");
    std::fs::write(rules.join("rules.luau"), SCRIPT).expect("written");
    let token = "a token that nobody guesses";
    let host = TestHost::with(|config| {
        config.rulesets = vec![folder.path().to_path_buf()];
        config.admin_token = Some(token.to_owned());
    })
    .await;
    let (mut eve, mut mia) = two_at_a_table(&host, "crazy-eights").await;
    for (at, (name, said, how)) in GREEDY.into_iter().enumerate() {
        let mut players = two_who_are_greedy(&host).await;
        press(&mut players, "count").await.expect("it counts");
        let before = players[0].table().view().cloned();
        // While the script runs, another room goes on: its answers come all the same.
        let goes_on = async {
            let mut rng = crate::seeded::generator(1);
            for _ in 0..20 {
                for client in [&mut eve, &mut mia] {
                    catch_up(client).await;
                    client.play_at_random(&mut rng).await.expect("it plays");
                }
            }
        };
        let (stopped, ()) = tokio::join!(press(&mut players, name), goes_on);
        let refused = stopped.expect_err("it is stopped");
        assert_eq!(refused.code, Code::Faulted, "{name}: {}", refused.reason);
        assert!(refused.reason.contains(said), "{name}: {}", refused.reason);
        // Everybody in the room is told, and the game is as it was.
        for player in &mut players {
            catch_up(player).await;
            let room = player.table().room().expect("a room");
            assert_eq!(room.phase, Phase::Suspended);
            let fault = room.fault.as_ref().expect("what went wrong");
            assert!(fault.message.contains(said), "{name}: {}", fault.message);
            let place = fault.place.as_ref().expect("a place");
            assert!(place.file.ends_with("ruleset.json"), "{fault:?}");
            let error = player.choose(Choice::Pass).await.expect_err("it is suspended");
            assert_eq!(error.refused().map(|r| r.code), Some(Code::NotNow));
        }
        let [ada, ben] = &mut players;
        assert_eq!(ada.table().view(), before.as_ref());
        let error = ben
            .call(Call::AfterFault { how })
            .await
            .expect_err("he is not the owner");
        assert_eq!(error.refused().map(|r| r.code), Some(Code::NotOwner));
        ada.call(Call::AfterFault { how })
            .await
            .expect("she says how it goes on");
        for player in &mut players {
            catch_up(player).await;
            let over = how == AfterFault::End;
            assert_eq!(player.is_over(), over, "{name}");
            let count = player.table().view().map(|view| view.seq);
            assert_eq!(count, Some(u64::from(how != AfterFault::Undo)), "{name}");
            assert!(player.table().room().is_some_and(|room| room.fault.is_none()));
        }
        if how != AfterFault::End {
            press(&mut players, "count").await.expect("it goes on");
        }
        // The operator sees all of it, the newest first.
        let report = host.admin(token, "GET", "/admin").await;
        let faults = report["faults"].as_array().expect("a list");
        assert_eq!(faults.len(), at + 1, "{report}");
        let room = players[0].seated().expect("a seat").room.0.clone();
        assert_eq!(faults[0]["room"], room);
        assert_eq!(faults[0]["kind"], "fault");
        let detail = faults[0]["detail"].as_str().expect("a text");
        assert!(
            detail.contains(said) && detail.contains("ruleset.json"),
            "{detail}"
        );
    }
    host.stopped().await;
}
