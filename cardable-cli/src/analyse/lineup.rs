//! Who plays a game of an analysis.

use super::Effort;
use crate::simulate::Player;
use cardable_bots::Level;

/// Who plays a game. Where there are two sorts of players they sit by turns, and every deal is played twice, so that
/// both have had every seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Lineup {
    Random,
    Weak,
    Strong,
    /// Strong bots against weak ones.
    StrongWeak,
    /// Strong bots against random players.
    StrongRandom,
    /// Bots that see every card against strong ones.
    #[cfg(feature = "measure")]
    CheatStrong,
}

impl Lineup {
    /// The line-ups that play every deal.
    pub(crate) const OF_BOTS: &'static [Lineup] = &[
        Lineup::Weak,
        Lineup::Strong,
        Lineup::StrongWeak,
        Lineup::StrongRandom,
        #[cfg(feature = "measure")]
        Lineup::CheatStrong,
    ];

    /// Those in which nobody plays at random: their games tell of the game, and not of who plays it.
    pub(crate) const ALIKE: [Lineup; 3] = [Lineup::Weak, Lineup::Strong, Lineup::StrongWeak];

    /// What tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lineup::Random => "random",
            Lineup::Weak => "weak",
            Lineup::Strong => "strong",
            Lineup::StrongWeak => "strong-weak",
            Lineup::StrongRandom => "strong-random",
            #[cfg(feature = "measure")]
            Lineup::CheatStrong => "cheat-strong",
        }
    }

    /// The players, one after the other round the table.
    pub(super) fn players(self, effort: &Effort) -> Vec<Player> {
        // To remember what was chosen takes several times as long: more games show more here.
        let weak = Player::Forgetful(effort.weak);
        let strong = Player::Forgetful(effort.strong);
        match self {
            Lineup::Random => Vec::new(),
            Lineup::Weak => vec![weak],
            Lineup::Strong => vec![strong],
            Lineup::StrongWeak => vec![strong, weak],
            Lineup::StrongRandom => vec![strong, Player::Honest(Level::Random)],
            #[cfg(feature = "measure")]
            Lineup::CheatStrong => vec![Player::Cheat(effort.strong), strong],
        }
    }
}
