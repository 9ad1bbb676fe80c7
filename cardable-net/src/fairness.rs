//! How a game is dealt, so that nobody chooses it, and everybody can check that afterwards.
//!
//! Before a game the host draws a secret and publishes a *promise*: a hash of it, of a salt, and of a
//! *statement* that says for which room, game, ruleset and setup it is. Then each person at the table adds a
//! part of the seed, which the host could not know when it promised. The seed is the hash of the secret and of
//! all parts. When the game is over the host shows secret, salt and parts: whoever kept the promise, and the
//! part that was given, can tell that neither the host nor any seat has chosen the seed. The game follows from
//! the seed and the choices, so nothing else was dealt.

use crate::entropy::Entropy;
use crate::room::{from_hex, hex};
use cardable_core::log::ReplayError;
use cardable_core::{GameResult, Log, Match, Ruleset, Seed, Setup, Viewer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the file's format.
pub const FILE_FORMAT: u32 = 2;

/// The most bytes that a file may have.
pub const MAX_FILE: usize = 64 << 20;

/// What the hashes are for: no other hash of the same bytes is the same.
const PROMISE: &str = "cardable 2026 promise of the seed of a game";
const SEED: &str = "cardable 2026 seed of a game from the parts of all";

/// A seed as hexadecimal digits.
pub fn seed_hex(seed: Seed) -> String {
    hex(&seed.0)
}

/// A new part of a seed, as hexadecimal digits.
pub fn fresh_part(entropy: &Entropy) -> String {
    hex(&entropy.bytes::<32>())
}

/// A part of a seed as somebody gives it, in the form in which it is kept; None where it is none.
pub fn part(text: &str) -> Option<String> {
    from_hex::<32>(text).map(|bytes| hex(&bytes))
}

/// What a promise is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Statement {
    /// The room.
    pub room: String,
    /// The game's number in the room, from 1.
    pub game: u32,
    /// The hash of its ruleset, in hexadecimal digits.
    pub ruleset: String,
    /// Who plays, and by which house rules.
    pub setup: Setup,
}

/// Where the seed of a game comes from. All of it is shown when the game is over, and before it only the
/// commitment and the statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Dealt {
    /// The promise, as 64 hexadecimal digits: the BLAKE3 hash of salt and secret (32 bytes each, not
    /// their digits) and of the statement in UTF-8, one after the other, in the mode that derives keys, with the
    /// context `cardable 2026 promise of the seed of a game`.
    pub commitment: String,
    /// What it is for: a JSON text with the room, the game's number, the hash of the ruleset and the setup.
    pub statement: String,
    /// The host's part of the seed, as 64 hexadecimal digits.
    pub secret: String,
    /// What is mixed with the secret, so that it cannot be found by trying; as 64 hexadecimal digits.
    pub salt: String,
    /// The parts of the seats, each as 64 hexadecimal digits; null for those that gave none in time.
    pub parts: Vec<Option<String>>,
}

impl Dealt {
    /// Promises a new secret, for a statement.
    pub fn promise(statement: &Statement, entropy: &Entropy) -> Dealt {
        Dealt::of(statement, entropy.bytes(), entropy.bytes())
    }

    /// The same with a secret and a salt that are there.
    pub fn of(statement: &Statement, secret: [u8; 32], salt: [u8; 32]) -> Dealt {
        // It holds nothing that JSON cannot say.
        let text = serde_json::to_string(statement).unwrap_or_default();
        Dealt {
            commitment: hex(&commitment(&secret, &salt, &text)),
            statement: text,
            secret: hex(&secret),
            salt: hex(&salt),
            parts: vec![None; statement.setup.seats.len()],
        }
    }

    /// Whether the secret is the one that was promised for the statement.
    pub fn is_as_promised(&self) -> bool {
        let (Some(secret), Some(salt)) = (from_hex(&self.secret), from_hex(&self.salt)) else {
            return false;
        };
        from_hex(&self.commitment) == Some(commitment(&secret, &salt, &self.statement))
    }

    /// What the promise is for; None where the statement is none.
    pub fn statement(&self) -> Option<Statement> {
        serde_json::from_str(&self.statement).ok()
    }

    /// The seed of the game: the BLAKE3 hash of the secret and, for each seat, a byte that says whether it gave
    /// a part, and the part; in the mode that derives keys, with the context `cardable 2026 seed of a game from
    /// the parts of all`. None where something is no hash.
    pub fn seed(&self) -> Option<Seed> {
        let mut hash = blake3::Hasher::new_derive_key(SEED);
        hash.update(&from_hex::<32>(&self.secret)?);
        for part in &self.parts {
            match part {
                None => drop(hash.update(&[0])),
                Some(part) => drop(hash.update(&[1]).update(&from_hex::<32>(part)?)),
            }
        }
        Some(Seed(*hash.finalize().as_bytes()))
    }

    /// Whether a game of this seed and setup was dealt so.
    pub fn comes_to(&self, seed: Seed, setup: &Setup) -> bool {
        let fits = |statement: Statement| statement.setup == *setup;
        self.is_as_promised()
            && self.parts.len() == setup.seats.len()
            && self.seed() == Some(seed)
            && self.statement().is_some_and(fits)
    }
}

fn commitment(secret: &[u8; 32], salt: &[u8; 32], statement: &str) -> [u8; 32] {
    let mut hash = blake3::Hasher::new_derive_key(PROMISE);
    hash.update(salt).update(secret).update(statement.as_bytes());
    *hash.finalize().as_bytes()
}

/// A game that is over, as it is downloaded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct GameFile {
    /// The version of the format.
    pub format: u32,
    /// Where the seed comes from.
    pub dealt: Dealt,
    /// Seed, seats and choices.
    pub log: Log,
    /// How it ended; nothing when it was ended before its end.
    pub result: Option<GameResult>,
}

/// What a file was found to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// What was promised when it started, in hexadecimal digits: to be compared
    /// with what the host showed then.
    pub commitment: String,
    /// How many seats gave a part of the seed.
    pub parts: usize,
    /// How many choices were made.
    pub choices: usize,
    /// How it ended.
    pub result: Option<GameResult>,
}

/// Why a file is not what it says.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotVerified {
    /// It is not such a file.
    #[error("this is not the file of a game: {0}")]
    NotAFile(String),
    /// It is larger than is read.
    #[error("the file has more than {MAX_FILE} bytes")]
    TooLarge,
    /// It is of a later version.
    #[error("the file is of format {found}, and this reads format {FILE_FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// The seed does not come of what was promised.
    #[error("the seed does not come of what was promised for this game when it started")]
    OtherSeed,
    /// The commitment is not the one that the host showed.
    #[error("the file has commitment {found}, not {expected}")]
    OtherCommitment {
        /// What the file has.
        found: String,
        /// What was shown.
        expected: String,
    },
    /// The choices are not possible.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The game did not end like that.
    #[error("the game does not end as the file says")]
    OtherResult,
}

impl GameFile {
    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<GameFile, NotVerified> {
        if bytes.len() > MAX_FILE {
            return Err(NotVerified::TooLarge);
        }
        let file: GameFile =
            serde_json::from_slice(bytes).map_err(|e| NotVerified::NotAFile(e.to_string()))?;
        if file.format != FILE_FORMAT {
            return Err(NotVerified::Format { found: file.format });
        }
        Ok(file)
    }

    /// As it is written to a file.
    pub fn to_json(&self) -> String {
        // It holds nothing that JSON cannot say.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Confirms that the seed is the promised one, that every choice was possible
    /// and that the game ended as the file says. `shown` is the commitment that
    /// the host showed when the game started, if somebody kept it.
    pub fn verify(&self, ruleset: &Ruleset, shown: Option<&str>) -> Result<Verified, NotVerified> {
        if let Some(expected) = shown
            && !expected.eq_ignore_ascii_case(&self.dealt.commitment)
        {
            return Err(NotVerified::OtherCommitment {
                found: self.dealt.commitment.clone(),
                expected: expected.to_owned(),
            });
        }
        // The promise names the edition, the log its rules.
        let of_ruleset = |statement: Statement| {
            statement.ruleset == ruleset.edition().to_string() && self.log.hash == ruleset.rules().to_string()
        };
        let dealt = self.dealt.comes_to(self.log.seed, &self.log.setup);
        if !dealt || !self.dealt.statement().is_some_and(of_ruleset) {
            return Err(NotVerified::OtherSeed);
        }
        let played = Match::replay(ruleset, &self.log)?;
        let result = played.game().view(Viewer::Spectator).status.result;
        if result != self.result {
            return Err(NotVerified::OtherResult);
        }
        Ok(Verified {
            commitment: self.dealt.commitment.clone(),
            parts: self.dealt.parts.iter().flatten().count(),
            choices: self.log.entries.len(),
            result,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::Setup;

    fn played() -> (Ruleset, GameFile) {
        let ruleset = cardable_core::testing::tiny_ruleset();
        let statement = Statement {
            room: "a room".to_owned(),
            game: 3,
            ruleset: ruleset.edition().to_string(),
            setup: Setup::seats(2),
        };
        let mut dealt = Dealt::promise(&statement, &Entropy::system());
        dealt.parts[1] = Some(fresh_part(&Entropy::system()));
        let mut table = Match::new(&ruleset, &Setup::seats(2), dealt.seed().unwrap()).unwrap();
        while let Some(decision) = table.game().next_decision() {
            let (seat, choice) = (decision.seat(), decision.nth(0).unwrap());
            table.submit(seat, &choice).unwrap();
        }
        let file = GameFile {
            format: FILE_FORMAT,
            dealt,
            log: table.log().clone(),
            result: table.game().result().cloned(),
        };
        (ruleset, file)
    }

    #[test]
    fn what_was_promised_is_confirmed() {
        let (ruleset, file) = played();
        let file = GameFile::read(file.to_json().as_bytes()).unwrap();
        let verified = file.verify(&ruleset, Some(&file.dealt.commitment)).unwrap();
        assert_eq!((verified.choices, verified.parts), (file.log.entries.len(), 1));
        assert_eq!(verified.result, file.result);
    }

    /// The page has the same hashes, and its tests the same numbers.
    #[test]
    fn promises_and_seeds_are_what_they_were() {
        let statement = Statement {
            room: "0123456789abc".to_owned(),
            game: 7,
            ruleset: "ab".repeat(32),
            setup: Setup::named(["Ada", "Bot 2"]),
        };
        let mut dealt = Dealt::of(&statement, [1; 32], [2; 32]);
        dealt.parts[0] = Some("03".repeat(32));
        assert_eq!(
            dealt.statement,
            format!(
                r#"{{"room":"0123456789abc","game":7,"ruleset":"{}","setup":{{"seats":["Ada","Bot 2"]}}}}"#,
                "ab".repeat(32)
            )
        );
        assert_eq!(
            dealt.commitment,
            "26775934babbc5a73400543ce32c902488e05e62372405d3efb7c8f3dd4be896"
        );
        assert_eq!(
            seed_hex(dealt.seed().unwrap()),
            "aebdeb1ac00f13d244d5efd24091f5ceac98915dd216b09eaf7756fee6ed6876"
        );
    }

    fn other_part() -> String {
        fresh_part(&Entropy::system())
    }

    #[test]
    fn another_seed_is_noticed() {
        let (ruleset, file) = played();
        type Forge = fn(&mut GameFile);
        let forgeries: [Forge; 9] = [
            |file| file.log.seed = Seed(Entropy::system().bytes()),
            |file| file.dealt.secret = other_part(),
            |file| file.dealt.salt = other_part(),
            |file| file.dealt.parts[0] = Some(other_part()),
            |file| file.dealt.parts[1] = None,
            |file| drop(file.dealt.parts.pop()),
            |file| file.dealt.statement = file.dealt.statement.replace("a room", "another"),
            |file| file.log.setup = Setup::named(["Ada", "Bob"]),
            |file| file.dealt.statement.push(' '),
        ];
        for (at, forge) in forgeries.into_iter().enumerate() {
            let mut forged = file.clone();
            forge(&mut forged);
            assert_eq!(forged.verify(&ruleset, None), Err(NotVerified::OtherSeed), "{at}");
        }
        // A promise that is made to fit afterwards is another one, for who kept it: whatever of room, game,
        // ruleset or setup it is for.
        let others: [fn(&mut Statement); 4] = [
            |statement| statement.room.push('x'),
            |statement| statement.game += 1,
            |statement| statement.ruleset = "00".repeat(32),
            |statement| statement.setup = Setup::named(["Ada", "Bob"]),
        ];
        for change in others {
            let mut statement = file.dealt.statement().unwrap();
            change(&mut statement);
            let (secret, salt) = (
                from_hex(&file.dealt.secret).unwrap(),
                from_hex(&file.dealt.salt).unwrap(),
            );
            let mut forged = file.clone();
            forged.dealt = Dealt {
                parts: file.dealt.parts.clone(),
                ..Dealt::of(&statement, secret, salt)
            };
            let told = forged.verify(&ruleset, Some(&file.dealt.commitment));
            assert!(
                matches!(told, Err(NotVerified::OtherCommitment { .. })),
                "{told:?}"
            );
        }
    }

    #[test]
    fn another_course_is_noticed() {
        let (ruleset, file) = played();
        let mut forged = file.clone();
        forged.log.entries.pop();
        assert_eq!(forged.verify(&ruleset, None), Err(NotVerified::OtherResult));
        let mut forged = file.clone();
        let last = forged.log.entries.last().unwrap().clone();
        forged.log.entries.push(last);
        let told = forged.verify(&ruleset, None);
        assert!(matches!(told, Err(NotVerified::Replay(_))), "{told:?}");
        let mut forged = file;
        forged.log.hash = "00".repeat(32);
        assert!(forged.verify(&ruleset, None).is_err());
        assert!(GameFile::read(b"{}").is_err());
        assert!(GameFile::read(&vec![b' '; MAX_FILE + 1]).is_err());
    }
}
