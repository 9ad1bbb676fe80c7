//! A report as an object for other programs.

use super::Report;
use super::report::Difference;
use serde_json::{Value, json};

pub(crate) fn object(report: &Report) -> Value {
    let measures: Vec<Value> = report
        .measures
        .iter()
        .map(|measure| {
            json!({
                "topic": measure.topic.key(),
                "key": measure.key,
                "name": measure.name,
                "value": measure.value,
                "interval": measure.interval,
                "sentence": measure.sentence,
            })
        })
        .collect();
    let missing: Vec<Value> = report
        .missing
        .iter()
        .map(|missing| json!({ "topic": missing.topic.key(), "sentence": missing.sentence }))
        .collect();
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| {
            json!({
                "topic": finding.topic.key(),
                "weight": finding.weight,
                "text": finding.text,
                "advice": finding.advice,
            })
        })
        .collect();
    let doublings: Vec<Value> = report
        .doublings
        .iter()
        .map(|doubling| {
            json!({
                "lineup": doubling.lineup.name(),
                "iterations": { "less": doubling.less, "more": doubling.more },
                "deals": doubling.gain.count,
                "gain": doubling.gain.mean,
                "interval": doubling.interval(),
            })
        })
        .collect();
    let tables: serde_json::Map<String, Value> = report
        .tidy
        .iter()
        .map(|table| (table.name.to_owned(), table.json()))
        .collect();
    json!({
        "ruleset": report.name,
        "seats": report.seats,
        "seed": report.seed,
        "deals": report.deals,
        "ended_early": report.ended_early(),
        "iterations": { "weak": report.effort.weak, "strong": report.effort.strong },
        "most_choices_of_bots": report.effort.longest,
        "findings": findings,
        "measures": measures,
        "missing": missing,
        "doublings": doublings,
        "tables": tables,
    })
}

/// How another report differs.
pub(crate) fn differences(differences: &[Difference<'_>]) -> Value {
    let each = |difference: &Difference<'_>| {
        json!({
            "key": difference.one.key,
            "value": difference.value,
            "interval": difference.interval,
            "stands_out": difference.stands_out(),
        })
    };
    differences.iter().map(each).collect()
}
