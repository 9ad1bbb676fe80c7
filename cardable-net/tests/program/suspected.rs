//! A room by whose work the program ended twice in a row is set aside, whether it has scripts or not.

use crate::clients::{catch_up, come_back, see, sit_down, token_only};
use crate::quick::QUICK;
use crate::support::{GUARD, Host};
use cardable_core::Choice;
use cardable_core::decision::Offered;
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{Code, Resume};
use cardable_net::store::RoomId;
use std::path::Path;
use std::time::Instant;

/// How often the program is killed at most, until it has been twice in a row at the same place.
const ROUNDS: usize = 40;

/// A game without scripts in which it takes long to find out what may be done: what is asked of picks is costly,
/// and none are right.
fn ruleset() -> String {
    let cards = (0..24).map(|n| format!(r#"{{ card_name: "C{n}", card_id: {n}, card_value: {n} }}"#));
    let cards = cards.collect::<Vec<_>>().join(", ");
    let picks = (0..6).map(|n| {
        format!(
            r#"{{ action_name: "look {n}", type: "hand_pick", pick: {{ from: "$player.hand", count: [2, 6] }},
                valid: "any($player.hand, a => any($player.hand, b => a.value + b.value > 99)) && count($picked) > 0", primitives: "move_cards($action.hand_pick, deck)" }}"#
        )
    });
    let picks = picks.collect::<Vec<_>>().join(", ");
    format!(
        r#"{{
        cardset: {{ set_name: "s", suits: [{{ suit_name: "stone", suit_id: 0 }}], symmetrical_deck: true, cards: [{cards}] }},
        ruleset: {{
            ruleset_name: "Long", min_players: 2, max_players: 2,
            game_area: {{
                shared_zones: [{{ name: "deck", zone_visibility: "none" }}],
                player_zones: [{{ name: "hand", zone_visibility: "owner" }}],
            }},
            game_state: [
                {{ state_name: "deal", state_type: "auto", actions: {{
                    action_name: "deal", type: "auto", primitives: ["deal(deck, hand, 12)", "state_transition(play)"] }} }},
                {{ state_name: "play", state_type: "round_robin", actions: [
                    {{ action_name: "count", type: "button", primitives: "add_score($player, 1)" }}, {picks}
                ] }},
            ],
        }},
    }}"#
    )
}

fn start(folder: &Path) -> Host {
    Host::start_with(
        folder,
        &format!("rulesets = [\"{}\"]\n{QUICK}", folder.join("games").display()),
    )
}

/// Whether the program notes that it works on a room whose log has so many records. Notes are a room, a length
/// and a hash, one after the other.
fn works_on(folder: &Path, room: RoomId, records: u64) -> bool {
    let notes = std::fs::read(folder.join("data/rooms.sqlite-working")).unwrap();
    let wanted = [room.0.to_le_bytes(), records.to_le_bytes()].concat();
    notes.chunks(32).any(|note| note.starts_with(&wanted))
}

/// Whoever is on turn chooses until the program is killed while it works on that. Gives how many records the log
/// had then.
async fn killed_at_work(host: &mut Host, folder: &Path, players: &mut [Client]) -> u64 {
    let room: RoomId = players[0].seated().unwrap().room.0.parse().unwrap();
    let began = Instant::now();
    loop {
        for player in players.iter_mut() {
            catch_up(player).await;
            let offers = player.table().decision().map(|asked| asked.offers.clone());
            let count = offers.into_iter().flatten().find_map(|offer| match offer {
                Offered::Action { action, label, .. } if label == "count" => Some(action),
                _ => None,
            });
            let Some(count) = count else { continue };
            let records = player.table().seq().unwrap() + 1;
            let mut chosen = std::pin::pin!(player.choose(Choice::act(count)));
            loop {
                let answered = tokio::time::timeout(std::time::Duration::ZERO, &mut chosen).await;
                if works_on(folder, room, records) {
                    host.kill();
                    return records;
                }
                assert!(began.elapsed() < GUARD, "it is never found at work");
                if answered.is_ok() {
                    break;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_without_scripts_is_set_aside_after_the_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir_all(folder.join("games/long")).unwrap();
    std::fs::write(folder.join("games/long/ruleset.json"), ruleset()).unwrap();
    let mut host = start(folder);
    let (ada, ben) = sit_down(&host.url(), "long").await;
    let seats: [Resume; 2] = [token_only(&ada), token_only(&ben)];
    let mut players = vec![ada, ben];
    let (other, _cid) = sit_down(&host.url(), "crazy-eights").await;
    let mut killed_at = vec![killed_at_work(&mut host, folder, &mut players).await];
    for _ in 0..ROUNDS {
        host = start(folder);
        let twice = killed_at.windows(2).last().is_some_and(|last| last[0] == last[1]);
        let mut back = Vec::new();
        for seat in &seats {
            match Client::resume(&host.url(), "back", seat.clone()).await {
                Ok(mut client) => {
                    see(&mut client).await;
                    back.push(client);
                }
                Err(ClientError::Refused(refused)) => {
                    assert_eq!(refused.code, Code::Quarantined, "{}", refused.reason);
                    assert!(twice, "once may have had any reason: {killed_at:?}");
                    // Nobody else notices.
                    come_back(&host.url(), &other).await;
                    return;
                }
                Err(error) => panic!("{error}"),
            }
        }
        // What it worked on may have become durable in that moment: then it counts anew.
        let done = back[0].table().seq().unwrap() + 1 > killed_at[killed_at.len() - 1];
        assert!(!twice || done, "twice in a row is enough: {killed_at:?}");
        killed_at.push(killed_at_work(&mut host, folder, &mut back).await);
    }
    panic!("it was never killed twice at the same place: {killed_at:?}");
}
