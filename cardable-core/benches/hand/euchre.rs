//! Euchre by hand on bit masks: the yardstick for the ruleset of the same name.
//!
//! Four seats, partners across, nine to ace of each suit. Everybody gets five cards and one is turned up;
//! three are left over. From the dealer's left on, each seat orders the turned suit up or passes. Whoever
//! orders says whether to play alone; then the dealer takes the turned card and puts one of six away,
//! unless his partner plays alone. When all have passed, each in turn names one of the other suits, and
//! says whether to play alone, or passes; when all pass again the next dealer deals.
//!
//! The jack of trumps is the highest card, the other jack of its colour the second and a trump. The
//! dealer's left leads; the partner of a seat that plays alone sits out. Suit is followed where it can be.
//! Three or four tricks for the side of the maker count one point, five count two, or four when alone;
//! fewer than three give the others two. The first side with ten points wins.
//!
//! A choice is an order, a name or a pass; whether to play alone; the card put away; each card played.

use super::rng::Rng;

pub(crate) const SEATS: usize = 4;
const SUITS: usize = 4;
const RANKS: usize = 6;
const CARDS: usize = SUITS * RANKS;
/// Five cards for each seat and the one that is turned up. The order of the others never matters.
const DEALT: usize = 21;
const POINTS: u32 = 10;

// Cards are `suit * 6 + rank`: clubs, spades, diamonds, hearts, ranks from nine to ace, so that the other
// suit of a colour is `suit ^ 1`.
const JACK: usize = 2;

const fn card(suit: usize, rank: usize) -> usize {
    suit * RANKS + rank
}

/// The suit that a card belongs to when there are trumps.
const fn suit_of(card: usize, trump: usize) -> usize {
    if card == self::card(trump ^ 1, JACK) {
        trump
    } else {
        card / RANKS
    }
}

/// How strong a card is among those that count in a trick.
const fn strength(card: usize, trump: usize) -> u8 {
    let rank = card % RANKS;
    match (suit_of(card, trump) == trump, rank == JACK) {
        (true, true) if card / RANKS == trump => 15,
        (true, true) => 14,
        (true, false) => 8 + rank as u8,
        (false, _) => 1 + rank as u8,
    }
}

/// What holds of the cards while one suit is trumps.
pub(crate) struct Trumps {
    /// For each card that leads: the cards of its suit.
    pub(crate) follow: [u32; CARDS],
    /// For each card that leads: the cards that can take the trick.
    counts: [u32; CARDS],
    pub(crate) strength: [u8; CARDS],
}

pub(crate) const TRUMPS: [Trumps; SUITS] = {
    let mut all = [const {
        Trumps {
            follow: [0; CARDS],
            counts: [0; CARDS],
            strength: [0; CARDS],
        }
    }; SUITS];
    let mut trump = 0;
    while trump < SUITS {
        let mut led = 0;
        while led < CARDS {
            let mut other = 0;
            while other < CARDS {
                let suit = suit_of(other, trump);
                if suit == suit_of(led, trump) {
                    all[trump].follow[led] |= 1 << other;
                }
                if suit == suit_of(led, trump) || suit == trump {
                    all[trump].counts[led] |= 1 << other;
                }
                other += 1;
            }
            all[trump].strength[led] = strength(led, trump);
            led += 1;
        }
        trump += 1;
    }
    all
};

/// Who named trumps, and how.
struct Contract {
    maker: usize,
    trump: usize,
    alone: bool,
}

struct Game {
    hands: [u32; SEATS],
    /// By side: seats 0 and 2, seats 1 and 3.
    points: [u32; 2],
    choices: u32,
}

impl Game {
    #[inline]
    fn choose(&mut self, among: u32, rng: &mut impl Rng) -> u32 {
        self.choices += 1;
        rng.below(among)
    }

    /// Takes one of some cards at random from a hand; its number.
    #[inline]
    fn take(&mut self, seat: usize, among: u32, rng: &mut impl Rng) -> usize {
        let mut cards = among;
        for _ in 0..self.choose(among.count_ones(), rng) {
            cards &= cards - 1;
        }
        self.hands[seat] &= !(cards & cards.wrapping_neg());
        cards.trailing_zeros() as usize % CARDS
    }

    /// The suit that was turned up.
    fn deal(&mut self, pack: &mut [u8; CARDS], rng: &mut impl Rng) -> usize {
        for at in (CARDS - DEALT..CARDS).rev() {
            pack.swap(at, rng.below(at as u32 + 1) as usize);
        }
        for (hand, cards) in self.hands.iter_mut().zip(pack[CARDS - 20..].chunks_exact(5)) {
            *hand = cards.iter().fold(0, |hand, card| hand | 1 << card);
        }
        usize::from(pack[CARDS - DEALT])
    }

    /// Both rounds of naming trumps, and the dealer's exchange.
    fn name_trumps(&mut self, dealer: usize, turned: usize, rng: &mut impl Rng) -> Option<Contract> {
        let refused = turned / RANKS;
        for step in 1..=SEATS {
            if self.choose(2, rng) == 0 {
                let maker = (dealer + step) % SEATS;
                let alone = self.choose(2, rng) == 0;
                if !(alone && dealer == maker ^ 2) {
                    self.hands[dealer] |= 1 << turned;
                    self.take(dealer, self.hands[dealer], rng);
                }
                return Some(Contract {
                    maker,
                    trump: refused,
                    alone,
                });
            }
        }
        for step in 1..=SEATS {
            let named = self.choose(SUITS as u32, rng) as usize;
            // The number of the suit that may not be named stands for passing.
            if named != refused {
                return Some(Contract {
                    maker: (dealer + step) % SEATS,
                    trump: named,
                    alone: self.choose(2, rng) == 0,
                });
            }
        }
        None
    }

    /// Plays five tricks; how many the side of the maker took.
    fn play(&mut self, dealer: usize, contract: &Contract, rng: &mut impl Rng) -> u32 {
        let trumps = &TRUMPS[contract.trump % SUITS];
        let out = match contract.alone {
            true => contract.maker ^ 2,
            false => SEATS,
        };
        let mut leader = (dealer + 1) % SEATS;
        if leader == out {
            leader = (leader + 1) % SEATS;
        }
        let mut made = 0;
        for _ in 0..5 {
            let led = self.take(leader, self.hands[leader], rng);
            let (follow, counts) = (trumps.follow[led], trumps.counts[led]);
            let (mut best, mut winner) = (trumps.strength[led], leader);
            for step in 1..SEATS {
                let seat = (leader + step) % SEATS;
                if seat == out {
                    continue;
                }
                let hand = self.hands[seat];
                let fits = hand & follow;
                let card = self.take(seat, if fits == 0 { hand } else { fits }, rng);
                if counts >> card & 1 == 1 && trumps.strength[card] > best {
                    best = trumps.strength[card];
                    winner = seat;
                }
            }
            made += u32::from((winner ^ contract.maker) & 1 == 0);
            leader = winner;
        }
        made
    }
}

/// Plays one game at random; the points of both sides and the number of choices.
pub(crate) fn playout(rng: &mut impl Rng) -> ([u32; 2], u32) {
    let mut game = Game {
        hands: [0; SEATS],
        points: [0; 2],
        choices: 0,
    };
    let mut pack: [u8; CARDS] = std::array::from_fn(|card| card as u8);
    for deal in 0.. {
        let dealer = (deal + SEATS - 1) % SEATS;
        let turned = game.deal(&mut pack, rng);
        let Some(contract) = game.name_trumps(dealer, turned, rng) else {
            continue;
        };
        let (side, points) = match (game.play(dealer, &contract, rng), contract.alone) {
            (5, true) => (0, 4),
            (5, false) => (0, 2),
            (3.., _) => (0, 1),
            _ => (1, 2),
        };
        game.points[(contract.maker ^ side) & 1] += points;
        if game.points.iter().any(|points| *points >= POINTS) {
            break;
        }
    }
    (game.points, game.choices)
}
