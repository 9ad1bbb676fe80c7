//! Whatever is read as a save, a game that comes of it can be played on.

#![no_main]

use cardable_core::{Game, NotApplied, Viewer};
use cardable_fuzz::{Bytes, begin, listed, ruleset};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let kind = bytes.byte();
    let ruleset = ruleset(&mut bytes);
    let save = match kind % 8 {
        0 => bytes.0.to_vec(),
        1 => {
            let Some(mut save) = played(ruleset, &mut bytes) else {
                return;
            };
            while !bytes.is_empty() {
                let at = bytes.word() as usize % save.len().max(1);
                match bytes.below(3) {
                    0 => save.truncate(at),
                    _ => save.get_mut(at).into_iter().for_each(|b| *b = bytes.byte()),
                }
            }
            save
        }
        _ => {
            let Some(save) = played(ruleset, &mut bytes) else {
                return;
            };
            let mut tree: Value = serde_json::from_slice(&save).expect("a save is JSON");
            let edits = 1 + bytes.below(3);
            for _ in 0..edits {
                let mut left = usize::from(bytes.word()) % leaves(&tree).max(1);
                edit(&mut tree["world"], &mut left, &mut bytes);
            }
            serde_json::to_vec(&tree).expect("a tree is JSON")
        }
    };
    let Ok(mut game) = Game::restore(ruleset, &save) else {
        return;
    };
    let again = Game::restore(ruleset, &game.save()).expect("what was restored can be saved and restored");
    assert_eq!(game.save(), again.save());
    for _ in 0..40 {
        for decision in game.decisions() {
            let _ = (decision.offers(), decision.unavailable(), decision.count());
        }
        let _ = game.view(Viewer::Spectator);
        let Some((seat, choice)) = listed(&game, &mut bytes) else {
            break;
        };
        match game.submit(seat, &choice) {
            Ok(()) => {}
            // The rules may err at a table that they never lead to.
            Err(NotApplied::Faulted(_)) => break,
            Err(NotApplied::Refused(why)) => panic!("{choice:?} is listed and refused: {why}"),
        }
    }
});

/// The save of a game that was played for a while.
fn played(ruleset: &cardable_core::Ruleset, bytes: &mut Bytes<'_>) -> Option<Vec<u8>> {
    let mut game = begin(ruleset, bytes)?;
    for _ in 0..bytes.below(60) {
        let Some((seat, choice)) = listed(&game, bytes) else {
            break;
        };
        game.submit(seat, &choice).expect("a listed choice is applied");
    }
    Some(game.save())
}

/// How many values a tree has that hold no others.
fn leaves(tree: &Value) -> usize {
    match tree {
        Value::Array(items) => items.iter().map(leaves).sum(),
        Value::Object(fields) => fields.values().map(leaves).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

/// Changes the leaf of a number; whether it was found.
fn edit(tree: &mut Value, left: &mut usize, bytes: &mut Bytes<'_>) -> bool {
    match tree {
        Value::Array(items) => {
            if items.iter_mut().any(|item| edit(item, left, bytes)) {
                match bytes.byte() {
                    0 => drop(items.pop()),
                    1 => items.extend(items.first().cloned()),
                    _ => {}
                }
                return true;
            }
            false
        }
        Value::Object(fields) => fields.values_mut().any(|value| edit(value, left, bytes)),
        leaf => {
            if *left > 0 {
                *left -= 1;
                return false;
            }
            *leaf = match (&*leaf, bytes.below(10)) {
                (Value::Bool(b), 0..5) => Value::Bool(!b),
                (Value::Number(n), 0) => n.as_i64().map_or(Value::Null, |n| n.wrapping_add(1).into()),
                (Value::Number(n), 1) => n.as_i64().map_or(Value::Null, |n| n.wrapping_sub(1).into()),
                (_, 2) => Value::Null,
                (_, 3) => u16::MAX.into(),
                (_, 4) => u64::MAX.into(),
                (_, 5) => i64::MIN.into(),
                _ => bytes.byte().into(),
            };
            true
        }
    }
}
