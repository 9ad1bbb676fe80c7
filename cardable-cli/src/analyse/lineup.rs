//! Who plays a game of an analysis.

use super::Effort;
use crate::simulate::Player;
use cardable_bots::Level;

/// Bots that think less than this try hardly more than one choice.
const LEAST_ITERATIONS: u32 = 2;

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
    /// Bots against others that think half as much, with less thought than in strong against weak.
    WeakQuarter,
    QuarterEighth,
    EighthSixteenth,
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
        Lineup::WeakQuarter,
        Lineup::QuarterEighth,
        Lineup::EighthSixteenth,
        #[cfg(feature = "measure")]
        Lineup::CheatStrong,
    ];

    /// Those in which bots play against others that think half as much, from the least thought to the most.
    pub(crate) const OF_DOUBLINGS: [Lineup; 4] = [
        Lineup::EighthSixteenth,
        Lineup::QuarterEighth,
        Lineup::WeakQuarter,
        Lineup::StrongWeak,
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
            Lineup::WeakQuarter => "weak-quarter",
            Lineup::QuarterEighth => "quarter-eighth",
            Lineup::EighthSixteenth => "eighth-sixteenth",
            #[cfg(feature = "measure")]
            Lineup::CheatStrong => "cheat-strong",
        }
    }

    /// How many iterations two sorts of players spend on a decision. None if there is one sort only, and where bots
    /// think too little to be halved so often.
    pub(crate) fn iterations(self, effort: &Effort) -> Option<[u32; 2]> {
        // Strong bots' thought, halved so often, against half of that.
        let halved = |times: u32| {
            let [more, less] = [times, times + 1].map(|times| effort.strong >> times);
            (less >= LEAST_ITERATIONS).then_some([more, less])
        };
        match self {
            Lineup::Random | Lineup::Weak | Lineup::Strong => None,
            Lineup::StrongWeak => Some([effort.strong, effort.weak]),
            Lineup::StrongRandom => Some([effort.strong, 0]),
            Lineup::WeakQuarter => halved(1),
            Lineup::QuarterEighth => halved(2),
            Lineup::EighthSixteenth => halved(3),
            #[cfg(feature = "measure")]
            Lineup::CheatStrong => Some([effort.strong; 2]),
        }
    }

    /// Whether it plays a deal. The series of doublings and games against chance take turns, or they would take the time
    /// of the others.
    pub(super) fn plays(self, deal: u64) -> bool {
        match self {
            Lineup::StrongRandom => deal.is_multiple_of(2),
            _ if self.is_for_series() => !deal.is_multiple_of(2),
            _ => true,
        }
    }

    /// Whether it is only played for the series of doublings.
    pub(super) fn is_for_series(self) -> bool {
        Lineup::OF_DOUBLINGS.contains(&self) && self != Lineup::StrongWeak
    }

    /// The players, one after the other round the table. There are none of random games, and where there is no such
    /// line-up because bots think too little.
    pub(super) fn players(self, effort: &Effort) -> Vec<Player> {
        // To remember what was chosen takes several times as long: more games show more here.
        let weak = Player::Forgetful(effort.weak);
        let strong = Player::Forgetful(effort.strong);
        match self {
            Lineup::Random => Vec::new(),
            Lineup::Weak => vec![weak],
            Lineup::Strong => vec![strong],
            Lineup::StrongRandom => vec![strong, Player::Honest(Level::Random)],
            Lineup::StrongWeak | Lineup::WeakQuarter | Lineup::QuarterEighth | Lineup::EighthSixteenth => {
                let both = self.iterations(effort).into_iter().flatten();
                both.map(Player::Forgetful).collect()
            }
            #[cfg(feature = "measure")]
            Lineup::CheatStrong => vec![Player::Cheat(effort.strong), strong],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thought_is_halved_as_often_as_it_can_be() {
        for (strong, series) in [
            (100, &[[12, 6], [25, 12], [50, 25], [100, 50]][..]),
            (24, &[[6, 3], [12, 6], [24, 12]]),
            (20, &[[5, 2], [10, 5], [20, 10]]),
            (4, &[[4, 2]]),
            (2, &[[2, 1]]),
        ] {
            let effort = Effort {
                weak: strong / 2,
                strong,
                longest: 0,
            };
            let steps = Lineup::OF_DOUBLINGS
                .into_iter()
                .filter_map(|lineup| lineup.iterations(&effort));
            assert_eq!(steps.collect::<Vec<_>>(), series);
            for lineup in Lineup::OF_BOTS {
                let (players, iterations) = (lineup.players(&effort).len(), lineup.iterations(&effort));
                assert_eq!(players == 2, iterations.is_some(), "{lineup:?}");
                assert!(players > 0 || lineup.is_for_series(), "{lineup:?}");
            }
        }
    }
}
