//! A seed that was promised before the game and is shown after it.
//!
//! When a game starts, the room publishes a commitment: a hash of the seed and of
//! a random salt. When it is over, it publishes both. Whoever kept the commitment
//! can tell that the seed was not chosen, or changed, as the game went; and the
//! game follows from the seed and the choices, so nothing else was dealt.

use crate::room::{from_hex, hex, random_bytes};
use cardable_core::{GameResult, Log, Match, ReplayError, Ruleset, Seed, Viewer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the file's format.
pub const FILE_FORMAT: u32 = 1;

/// The most bytes that a file may have.
pub const MAX_FILE: usize = 64 << 20;

/// What the hash is for: no other hash of the same bytes is the same.
const PURPOSE: &str = "cardable 2026 commitment to the seed of a game";

/// What is mixed with a seed, so that it cannot be found by trying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Salt(pub [u8; 32]);

/// The promise of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

impl Salt {
    /// A salt that nobody can guess.
    pub fn fresh() -> Salt {
        Salt(random_bytes())
    }

    /// As hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }
}

/// A seed that nobody can guess.
pub fn fresh_seed() -> Seed {
    Seed(random_bytes())
}

/// A seed as hexadecimal digits.
pub fn seed_hex(seed: Seed) -> String {
    hex(&seed.0)
}

impl Commitment {
    /// Promises a seed.
    pub fn to(seed: Seed, salt: Salt) -> Commitment {
        let mut hash = blake3::Hasher::new_derive_key(PURPOSE);
        hash.update(&salt.0);
        hash.update(&seed.0);
        Commitment(*hash.finalize().as_bytes())
    }

    /// As hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }
}

/// A game that is over, as it is downloaded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct GameFile {
    /// The version of the format.
    pub format: u32,
    /// What was promised when it started, in hexadecimal digits.
    pub commitment: String,
    /// What was mixed into the commitment, in hexadecimal digits.
    pub salt: String,
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
    /// The seed is not the one that was promised.
    #[error("the seed is not the one that was promised when the game started")]
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
            && !expected.eq_ignore_ascii_case(&self.commitment)
        {
            return Err(NotVerified::OtherCommitment {
                found: self.commitment.clone(),
                expected: expected.to_owned(),
            });
        }
        let salt = from_hex(&self.salt).map(Salt).ok_or(NotVerified::OtherSeed)?;
        let promised = from_hex(&self.commitment).map(Commitment);
        if promised != Some(Commitment::to(self.log.seed, salt)) {
            return Err(NotVerified::OtherSeed);
        }
        let played = Match::replay(ruleset, &self.log)?;
        let result = played.game().view(Viewer::Spectator).status.result;
        if result != self.result {
            return Err(NotVerified::OtherResult);
        }
        Ok(Verified {
            commitment: self.commitment.clone(),
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
        let (seed, salt) = (fresh_seed(), Salt::fresh());
        let mut table = Match::new(&ruleset, &Setup::seats(2), seed).unwrap();
        while let Some(decision) = table.game().next_decision() {
            let (seat, choice) = (decision.seat(), decision.nth(0).unwrap());
            table.submit(seat, &choice).unwrap();
        }
        let file = GameFile {
            format: FILE_FORMAT,
            commitment: Commitment::to(seed, salt).to_hex(),
            salt: salt.to_hex(),
            log: table.log().clone(),
            result: table.game().result().cloned(),
        };
        (ruleset, file)
    }

    #[test]
    fn what_was_promised_is_confirmed() {
        let (ruleset, file) = played();
        let file = GameFile::read(file.to_json().as_bytes()).unwrap();
        let verified = file.verify(&ruleset, Some(&file.commitment)).unwrap();
        assert_eq!(verified.choices, file.log.entries.len());
        assert_eq!(verified.result, file.result);
    }

    #[test]
    fn another_seed_is_noticed() {
        let (ruleset, file) = played();
        let mut forged = file.clone();
        forged.log.seed = fresh_seed();
        assert_eq!(forged.verify(&ruleset, None), Err(NotVerified::OtherSeed));
        // Nor can the commitment be made to fit afterwards, for who kept it.
        let salt = Salt(from_hex(&forged.salt).unwrap());
        forged.commitment = Commitment::to(forged.log.seed, salt).to_hex();
        let told = forged.verify(&ruleset, Some(&file.commitment));
        assert!(
            matches!(told, Err(NotVerified::OtherCommitment { .. })),
            "{told:?}"
        );
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
