//! Prints the statistics as a JSON object.

use super::tally::FoundTally;
use super::{Plan, Tally};
use cardable_core::info::ActionKind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) fn object(plan: &Plan<'_>, tally: &Tally, seconds: f64) -> Value {
    let seats: Vec<Value> = tally
        .seats
        .iter()
        .map(|seat| {
            json!({ "wins": seat.wins, "win_share": tally.win_share(seat), "mean_score": seat.mean_score() })
        })
        .collect();
    let actions: Vec<Value> = plan
        .ruleset
        .actions()
        .zip(&tally.actions)
        .filter(|((_, _, _, kind), _)| *kind != ActionKind::Auto)
        .map(|((_, state, action, _), counts)| {
            json!({
                "state": plan.ruleset.state_name(state).unwrap_or_default(),
                "action": action,
                "offered": counts.offered,
                "taken": counts.taken,
                "unexhausted": counts.unexhausted,
            })
        })
        .collect();
    let grouped = |faults: &BTreeMap<(String, String), FoundTally>| -> Vec<Value> {
        let each = |((state, message), fault): (&(String, String), &FoundTally)| {
            let mut each = json!({
                "count": fault.count,
                "seed": plan.seed_of(fault.game),
                "state": state,
                "message": message,
            });
            if let Some(said) = &fault.said {
                each["said"] = json!(said);
            }
            each
        };
        faults.iter().map(each).collect()
    };
    let unfinished: Vec<Value> = tally
        .unfinished
        .iter()
        .map(|(states, found)| {
            json!({ "states": states, "count": found.count, "seed": plan.seed_of(found.game) })
        })
        .collect();
    let shares = tally.contest.shares();
    let share = |at: usize| shares.as_ref().and_then(|shares| shares.get(at));
    let bots: Vec<Value> = plan
        .bots
        .iter()
        .enumerate()
        .map(|(at, bot)| {
            json!({
                "bot": bot.to_string(),
                "win_share": share(at).map(|(share, _, _)| share),
                "interval": share(at).map(|(_, low, high)| [low, high]),
            })
        })
        .collect();
    let mut object = json!({
        "games": tally.games,
        "seconds": seconds,
        "games_per_second": tally.games as f64 / seconds.max(1e-9),
        "choices_mean": tally.choices_mean(),
        "choices_median": tally.choices_at(0.5),
        "choices_p95": tally.choices_at(0.95),
        "seats": seats,
        "outcomes": tally.outcomes,
        "actions": actions,
        "unfinished": unfinished,
        "faults": grouped(&tally.faults),
        "warnings": grouped(&tally.warnings),
    });
    if let Some(early) = plan.ended_early(tally) {
        object["ended_early"] = json!(early);
    }
    if !bots.is_empty() {
        object["bots"] = json!(bots);
        object["deals"] = json!(tally.contest.deals);
        object["unfinished_deals"] = json!(tally.contest.unfinished);
    }
    object
}
