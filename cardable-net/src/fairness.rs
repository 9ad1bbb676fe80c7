//! Provably fair seeds: nobody chooses how a game is dealt, and everybody can check that afterwards.
//!
//! Before a game the host draws a secret and publishes a *commitment*: a hash of the secret, a salt and a
//! *statement*, which names the room, game, ruleset and setup. Then each person at the table adds a part of
//! the seed, which the host could not know when it committed itself. The seed is the hash of the secret and
//! all parts. When the game is over, the host reveals secret, salt and parts. Whoever kept the commitment and
//! the part they gave can verify that neither the host nor any seat chose the seed. Seed and choices determine
//! the whole game, so they can verify the deal as well.

use crate::entropy::Entropy;
use crate::room::{from_hex, hex};
use cardable_core::log::ReplayError;
use cardable_core::{GameResult, Log, Match, Ruleset, Seed, Setup, Viewer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the format of [`GameFile`].
pub const FILE_FORMAT: u32 = 2;

/// Maximum size of a file in bytes.
pub const MAX_FILE: usize = 64 << 20;

/// Key-derivation contexts. They separate these hashes from all others of the same bytes.
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

/// Normalises a part of a seed that a client sent; None if it is not 64 hexadecimal digits.
pub fn part(text: &str) -> Option<String> {
    from_hex::<32>(text).map(|bytes| hex(&bytes))
}

/// The game that a commitment applies to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Statement {
    /// The room.
    pub room: String,
    /// The game's number in the room, from 1.
    pub game: u32,
    /// The hash of the ruleset, as hexadecimal digits.
    pub ruleset: String,
    /// The seats and the options.
    pub setup: Setup,
}

/// The origin of a game's seed. Before and during the game the host shows only the commitment and the
/// statement, and the rest when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Dealt {
    /// The commitment, as 64 hexadecimal digits: the BLAKE3 hash of the salt and the secret (32 bytes each, not
    /// their digits) followed by the statement in UTF-8, in key derivation mode with the context
    /// `cardable 2026 promise of the seed of a game`.
    pub commitment: String,
    /// The game that it applies to: JSON text with the room, the game's number, the ruleset's hash and the setup.
    pub statement: String,
    /// The host's part of the seed, as 64 hexadecimal digits.
    pub secret: String,
    /// Random bytes that are hashed with the secret, as 64 hexadecimal digits.
    pub salt: String,
    /// The seats' parts of the seed, each as 64 hexadecimal digits; null for a seat that gave none in time.
    pub parts: Vec<Option<String>>,
}

impl Dealt {
    /// Draws a new secret and commits to it.
    pub fn promise(statement: &Statement, entropy: &Entropy) -> Dealt {
        Dealt::of(statement, entropy.bytes(), entropy.bytes())
    }

    /// Commits to the given secret with the given salt.
    pub fn of(statement: &Statement, secret: [u8; 32], salt: [u8; 32]) -> Dealt {
        // All its types serialise to JSON without errors.
        let text = serde_json::to_string(statement).unwrap_or_default();
        Dealt {
            commitment: hex(&commitment(&secret, &salt, &text)),
            statement: text,
            secret: hex(&secret),
            salt: hex(&salt),
            parts: vec![None; statement.setup.seats.len()],
        }
    }

    /// Whether the commitment is the hash of this secret, salt and statement.
    pub fn is_as_promised(&self) -> bool {
        let (Some(secret), Some(salt)) = (from_hex(&self.secret), from_hex(&self.salt)) else {
            return false;
        };
        from_hex(&self.commitment) == Some(commitment(&secret, &salt, &self.statement))
    }

    /// The parsed statement; None if its text is malformed.
    pub fn statement(&self) -> Option<Statement> {
        serde_json::from_str(&self.statement).ok()
    }

    /// The seed of the game: the BLAKE3 hash of the secret and then, for each seat, a byte 1 and its part or a
    /// byte 0, in key derivation mode with the context `cardable 2026 seed of a game from the parts of all`. None
    /// if the secret or a part is malformed.
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

    /// Whether this is the valid origin of the given seed, for a game with the given setup.
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

/// The downloadable record of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct GameFile {
    /// The format's version, [`FILE_FORMAT`].
    pub format: u32,
    /// The origin of the seed.
    pub dealt: Dealt,
    /// Seed, seats and choices.
    pub log: Log,
    /// The result; null if the game was broken off.
    pub result: Option<GameResult>,
}

/// What the verification of a file confirmed.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// The commitment in the file, as hexadecimal digits. Compare it with the one that
    /// the host showed before the game.
    pub commitment: String,
    /// How many seats gave a part of the seed.
    pub parts: usize,
    /// How many choices were made.
    pub choices: usize,
    /// The result; None if the game was broken off.
    pub result: Option<GameResult>,
}

/// Why a file could not be verified.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotVerified {
    /// The text is not JSON, or not a game file.
    #[error("this is not a game file: {0}")]
    NotAFile(String),
    /// The file is larger than [`MAX_FILE`].
    #[error("the file has more than {MAX_FILE} bytes")]
    TooLarge,
    /// The file has another version of the format.
    #[error("the file has format {found}; this program reads format {FILE_FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// The seed does not follow from the commitment, or the commitment is for another game.
    #[error("the seed does not follow from what the host promised for this game")]
    OtherSeed,
    /// The commitment in the file is not the one that the host showed.
    #[error("the file has commitment {found}, not {expected}")]
    OtherCommitment {
        /// The commitment in the file.
        found: String,
        /// The commitment that the host showed.
        expected: String,
    },
    /// The choices cannot be replayed.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The replayed game ends with another result.
    #[error("the game does not end as the file says")]
    OtherResult,
}

impl GameFile {
    /// Parses a file.
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

    /// The content to write to a file.
    pub fn to_json(&self) -> String {
        // All its types serialise to JSON without errors.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks that the seed follows from the commitment, that every choice was legal
    /// and that the game ends as the file says. `shown` is the commitment that the
    /// host showed before the game, if you kept it.
    pub fn verify(&self, ruleset: &Ruleset, shown: Option<&str>) -> Result<Verified, NotVerified> {
        if let Some(expected) = shown
            && !expected.eq_ignore_ascii_case(&self.dealt.commitment)
        {
            return Err(NotVerified::OtherCommitment {
                found: self.dealt.commitment.clone(),
                expected: expected.to_owned(),
            });
        }
        // The statement has the hash of the edition; the log has that of the rules alone.
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

    /// The web page computes the same hashes, and its tests compare the same digits.
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
        // A commitment forged afterwards for another room, game, ruleset or setup differs from the one that
        // was kept.
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
