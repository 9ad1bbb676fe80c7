//! The questions that an analysis answers.

/// What a measure is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Topic {
    Fairness,
    End,
    Length,
    Options,
    Stakes,
    Skill,
    Luck,
    Drama,
    Uses,
    Dominated,
}

impl Topic {
    pub(crate) const ALL: [Topic; 10] = [
        Topic::Fairness,
        Topic::End,
        Topic::Length,
        Topic::Options,
        Topic::Stakes,
        Topic::Skill,
        Topic::Luck,
        Topic::Drama,
        Topic::Uses,
        Topic::Dominated,
    ];

    /// A word for programs and links.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Topic::Fairness => "fairness",
            Topic::End => "end",
            Topic::Length => "length",
            Topic::Options => "options",
            Topic::Stakes => "stakes",
            Topic::Skill => "skill",
            Topic::Luck => "luck",
            Topic::Drama => "drama",
            Topic::Uses => "uses",
            Topic::Dominated => "dominated",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Topic::Fairness => "Is it fair to every seat?",
            Topic::End => "Does it end?",
            Topic::Length => "How long is it?",
            Topic::Options => "How much is there to choose?",
            Topic::Stakes => "Do choices matter?",
            Topic::Skill => "Does thinking help?",
            Topic::Luck => "How much does the deal decide?",
            Topic::Drama => "Does it stay open?",
            Topic::Uses => "Is everything in it used?",
            Topic::Dominated => "Is any action never worth it?",
        }
    }

    /// How it is measured, and after whom.
    pub(crate) fn definition(self) -> &'static str {
        match self {
            Topic::Fairness => {
                "A seat's share of the wins less its share if all seats were alike; seats of one team count together. Winners of \
                 one game share it. Intervals \
                 are of 95 %, over deals, as games of one deal are alike; whether a seat stands out is corrected for \
                 looking at many seats (Holm). After the advantage measures of Ludii (Browne, Soemers and Piette, 2019)."
            }
            Topic::End => {
                "How games ended: by their rules, with or without a winner, cut off at the most choices, or by a fault of \
                 the rules. Games of strong bots are also \
                 played on from tables as a seat imagines them. A position comes again if all that can be seen on the table, by one who sees everything, was \
                 so before in the same game. After completion and drawishness in Ludii."
            }
            Topic::Length => {
                "Choices, and of these the decisions: those with more than one option that differs. A turn in \
                 which nobody chooses is none. A round is over when a seat that has had its turn in it gets another one; a \
                 seat that goes on while others still wait for theirs begins no round. In a game without turns, choices stand for them. Time is counted as 8 seconds a decision \
                 and 2 seconds for what is the only option. After the duration measures of Ludii, and \
                 Valet (a set of card games for research on artificial intelligence)."
            }
            Topic::Options => {
                "Options of a choice, where choices that differ only in equal cards are one. After the branching factor \
                 measures of Ludii and Valet."
            }
            Topic::Stakes => {
                "In games of strong bots, how much better the best option is than the worst, as a share of all there is to \
                 win. One search says which they are, another what they are worth: without that, chance alone would make \
                 a difference. After Valet, and the spread of action values in TAG (Gaina and others, 2020)."
            }
            Topic::Skill => {
                "Strong bots spend twice as many iterations as weak ones. Both play every deal, sitting by turns, and again \
                 with their seats changed. The difference of what they win is a lower bound of what there is to be learnt: \
                 the bots know no game in particular, and do not bluff. In every other deal weak bots, too, play against \
                 others that think half as much, and these against others again, down to a sixteenth of strong bots' thought, \
                 but not below 2 iterations. In the deals between, strong bots play against chance. A gain shows if its \
                 interval has no 0. After the skill trace of Ludii (Soemers and others)."
            }
            Topic::Luck => {
                "Every deal is played four times by bots that are nearly alike. The share of the variance of the wins that \
                 lies between deals, and not within (intraclass correlation; interval by the jackknife), is what the deal \
                 has decided; the rest are choices, and chance that comes later. After duplicate play, as in bridge."
            }
            Topic::Drama => {
                "From points of the games of strong bots, 32 games each are played on at random: each seat's share of their \
                 wins is how good its prospects were. A seat takes the lead when it is ahead of the last leader by a fifth \
                 of the wins. After drama, lead change and uncertainty in Browne, \"Automatic Generation and Evaluation of \
                 Recombination Games\" (2008), and Valet."
            }
            Topic::Uses => {
                "What the rules have and games do not use: actions that are never offered, or that bots do not take although \
                 they could, states that are never entered, cards that never move or are never played, and options of the ruleset that change nothing. \
                 A card is played if a choice names it, or moves it away from its seat; what rules move by themselves as a \
                 state or a turn begins does not count. An action changes nothing if the table, as one sees it who sees everything, \
                 who is to decide and how much the seat is offered are as before. For options of the ruleset \
                 each deal's games of bots, and one random game, are repeated with other values of each option, one option \
                 at a time, by the same choices: until another seat is to decide, something else is offered, or the game \
                 ends at another time or with another result."
            }
            Topic::Dominated => {
                "Two actions of one state that are offered together, in games of strong bots. One is dominated if it is \
                 better in at most 5 % of these decisions, both by the search that chose and by another one, and costs \
                 something in the mean over games, corrected for looking at many pairs (Holm)."
            }
        }
    }
}
