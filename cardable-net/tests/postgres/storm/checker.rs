//! Compares what persons were told with what is in the logs.

use std::collections::HashMap;

/// A game of a room: the room's name, and the number of the game in it.
pub type GameAt = (String, u32);

/// What one person did or saw.
#[derive(Clone, PartialEq, Debug)]
pub enum Seen {
    /// A choice was sent. Whether it was made is not known yet.
    Sent { game: GameAt, seat: u8, choice: String },
    /// It was acknowledged as the record at a place of the game's log, from 1.
    Told {
        game: GameAt,
        place: u64,
        seat: u8,
        choice: String,
    },
    /// Somebody came when so many records had been acknowledged to anybody, and saw so many.
    Came { game: GameAt, told: u64, saw: u64 },
    /// What a seat saw of the table after so many records.
    Saw {
        game: GameAt,
        seat: u8,
        seq: u64,
        view: Fingerprint,
    },
}

/// Of two different views it differs.
pub type Fingerprint = [u8; 32];

/// The fingerprint of what somebody sees.
pub fn fingerprint(view: &cardable_core::View) -> Fingerprint {
    let json = serde_json::to_vec(view).expect("a view is JSON");
    *blake3::hash(&json).as_bytes()
}

/// A record of a game's log, as far as it matters.
#[derive(Clone, PartialEq, Debug)]
pub enum Kept {
    Choice { seat: u8, choice: String },
    Other,
}

/// What is not as promised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// An acknowledged choice is not in the log.
    Lost { game: GameAt, place: u64 },
    /// At the place of an acknowledged choice there is another record: two hosts have gone on.
    Forked { game: GameAt, place: u64 },
    /// A choice is in the log more often than it was sent.
    Doubled { game: GameAt, seat: u8, choice: String },
    /// Somebody saw an older game than was acknowledged before.
    Stale { game: GameAt, told: u64, saw: u64 },
    /// Somebody saw another table than the log leads to.
    Differs { game: GameAt, seat: u8, seq: u64 },
}

/// What a seat sees of a game after so many records, by its log. None where the log ends before that.
pub type Replays<'a> = dyn Fn(&GameAt, u8, u64) -> Option<Fingerprint> + 'a;

/// Compares. Choices count by what they are, so a game must not offer the same twice to be checked for doubles.
pub fn check(seen: &[Seen], logs: &HashMap<GameAt, Vec<Kept>>, replays: &Replays<'_>) -> Vec<Broken> {
    let mut broken = Vec::new();
    let mut sent: HashMap<(GameAt, u8, String), usize> = HashMap::new();
    for one in seen {
        match one {
            Seen::Sent { game, seat, choice } => {
                *sent.entry((game.clone(), *seat, choice.clone())).or_default() += 1;
            }
            Seen::Told {
                game,
                place,
                seat,
                choice,
            } => {
                let at = usize::try_from(*place).unwrap_or(usize::MAX).wrapping_sub(1);
                let told = Kept::Choice {
                    seat: *seat,
                    choice: choice.clone(),
                };
                match logs.get(game).and_then(|log| log.get(at)) {
                    Some(kept) if *kept == told => {}
                    Some(_) => broken.push(Broken::Forked {
                        game: game.clone(),
                        place: *place,
                    }),
                    None => broken.push(Broken::Lost {
                        game: game.clone(),
                        place: *place,
                    }),
                }
            }
            Seen::Came { game, told, saw } => {
                if saw < told {
                    broken.push(Broken::Stale {
                        game: game.clone(),
                        told: *told,
                        saw: *saw,
                    });
                }
            }
            Seen::Saw {
                game,
                seat,
                seq,
                view,
            } => {
                if replays(game, *seat, *seq) != Some(*view) {
                    broken.push(Broken::Differs {
                        game: game.clone(),
                        seat: *seat,
                        seq: *seq,
                    });
                }
            }
        }
    }
    let mut kept: HashMap<(GameAt, u8, String), usize> = HashMap::new();
    for (game, log) in logs {
        for record in log {
            if let Kept::Choice { seat, choice } = record {
                *kept.entry((game.clone(), *seat, choice.clone())).or_default() += 1;
            }
        }
    }
    for (one, many) in kept {
        if many > sent.get(&one).copied().unwrap_or(0) {
            let (game, seat, choice) = one;
            broken.push(Broken::Doubled { game, seat, choice });
        }
    }
    broken
}

/// The games of a room's log, from its records as the store keeps them.
pub fn games(room: &str, records: &[Vec<u8>]) -> HashMap<GameAt, Vec<Kept>> {
    let mut games = HashMap::new();
    let mut game: Option<GameAt> = None;
    for record in records {
        let record: serde_json::Value = serde_json::from_slice(record).expect("records are JSON");
        if let Some(begin) = record.get("begin") {
            let number = begin["game"].as_u64().expect("a game has a number");
            let at = (room.to_owned(), u32::try_from(number).expect("a small number"));
            games.insert(at.clone(), Vec::new());
            game = Some(at);
            continue;
        }
        let kept = match record.get("choice") {
            Some(made) => Kept::Choice {
                seat: u8::try_from(made["seat"].as_u64().expect("a seat")).expect("a small number"),
                choice: made["choice"].to_string(),
            },
            None => Kept::Other,
        };
        let log = game.as_ref().and_then(|game| games.get_mut(game));
        log.expect("a log starts with the beginning of a game").push(kept);
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameAt {
        ("room".to_owned(), 1)
    }

    fn sent(seat: u8, choice: &str) -> Seen {
        Seen::Sent {
            game: game(),
            seat,
            choice: choice.to_owned(),
        }
    }

    fn told(place: u64, seat: u8, choice: &str) -> Seen {
        Seen::Told {
            game: game(),
            place,
            seat,
            choice: choice.to_owned(),
        }
    }

    fn came(told: u64, saw: u64) -> Seen {
        Seen::Came {
            game: game(),
            told,
            saw,
        }
    }

    fn log(choices: &[(u8, &str)]) -> HashMap<GameAt, Vec<Kept>> {
        let kept = choices.iter().map(|(seat, choice)| Kept::Choice {
            seat: *seat,
            choice: (*choice).to_owned(),
        });
        HashMap::from([(game(), kept.collect())])
    }

    /// Checks against logs by which the second seat sees 10 at first, and then one more with each record.
    fn found(seen: &[Seen], logs: &HashMap<GameAt, Vec<Kept>>) -> Vec<Broken> {
        let replays = |game: &GameAt, seat: u8, seq: u64| {
            let ends = logs[game].len() as u64;
            (seat == 1 && seq <= ends).then(|| [10 + u8::try_from(seq).unwrap(); 32])
        };
        check(seen, logs, &replays)
    }

    #[test]
    fn what_is_planted_is_found() {
        let fine = [
            sent(0, "a"),
            told(1, 0, "a"),
            sent(1, "b"),
            came(1, 1),
            came(1, 2),
        ];
        // The second choice was made, though nobody was told.
        assert_eq!(found(&fine, &log(&[(0, "a"), (1, "b")])), []);
        // It was not made.
        assert_eq!(found(&fine[..4], &log(&[(0, "a")])), []);
        assert_eq!(
            found(&fine[..2], &log(&[])),
            [Broken::Lost {
                game: game(),
                place: 1
            }]
        );
        assert_eq!(
            found(&fine[..3], &log(&[(1, "b"), (0, "a")])),
            [Broken::Forked {
                game: game(),
                place: 1
            }]
        );
        assert_eq!(
            found(&fine[..2], &log(&[(0, "a"), (0, "a")])),
            [Broken::Doubled {
                game: game(),
                seat: 0,
                choice: "a".to_owned()
            }]
        );
        assert_eq!(
            found(&[sent(0, "a"), told(1, 0, "a"), came(1, 0)], &log(&[(0, "a")])),
            [Broken::Stale {
                game: game(),
                told: 1,
                saw: 0
            }]
        );
        let saw = |seq: u64, view: u8| Seen::Saw {
            game: game(),
            seat: 1,
            seq,
            view: [view; 32],
        };
        assert_eq!(
            found(&[sent(0, "a"), saw(0, 10), saw(1, 11)], &log(&[(0, "a")])),
            []
        );
        for (seq, view) in [(1, 10), (2, 12)] {
            assert_eq!(
                found(&[sent(0, "a"), saw(seq, view)], &log(&[(0, "a")])),
                [Broken::Differs {
                    game: game(),
                    seat: 1,
                    seq
                }]
            );
        }
    }
}
