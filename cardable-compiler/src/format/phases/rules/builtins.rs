//! The functions of expressions: how they are called, whether they act, and what else is to be known of them.

/// What a value is used as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// A rank of the deck.
    Rank,
    /// A suit of the deck.
    Suit,
    /// A player, by his number.
    Player,
    /// Any number: another use says more.
    Number,
}

pub(super) struct Builtin {
    pub(super) name: &'static str,
    /// Its parameters as one writes them; those from `?` on can be left out.
    pub(super) params: &'static [&'static str],
    /// Whether it changes something.
    pub(super) acts: bool,
    /// What it means, in the language of expressions; nothing where it depends on the file or on the place.
    pub(super) means: Option<&'static str>,
    /// Which of its parameters is the zone that it puts cards into.
    pub(super) fills: Option<usize>,
    /// Whether it reads a card that lies in the zone that is its first parameter.
    pub(super) reads_card: bool,
    /// What its parameters are used as, each by its place.
    pub(super) uses: &'static [(usize, Use)],
    /// What its value is, for what is compared with it.
    pub(super) gives: Option<Use>,
    /// Whether it says whose turn comes next.
    pub(super) moves_turn: bool,
    /// Whether it sets the variable that its first parameter names, and if so whether to a text.
    pub(super) sets_text: Option<bool>,
    /// Whether it asks who led a trick, or says who leads.
    pub(super) leads: bool,
    /// Whether it adds scores up over the rounds, or reads such a sum.
    pub(super) cumulates: bool,
}

const fn asks(name: &'static str, params: &'static [&'static str]) -> Builtin {
    Builtin {
        name,
        params,
        acts: false,
        means: None,
        fills: None,
        reads_card: false,
        uses: &[],
        gives: None,
        moves_turn: false,
        sets_text: None,
        leads: false,
        cumulates: false,
    }
}

const fn acts(name: &'static str, params: &'static [&'static str]) -> Builtin {
    Builtin {
        acts: true,
        ..asks(name, params)
    }
}

impl Builtin {
    const fn means(mut self, text: &'static str) -> Builtin {
        self.means = Some(text);
        self
    }

    const fn fills(mut self, at: usize) -> Builtin {
        self.fills = Some(at);
        self
    }

    const fn reads_card(mut self) -> Builtin {
        self.reads_card = true;
        self
    }

    const fn uses(mut self, uses: &'static [(usize, Use)]) -> Builtin {
        self.uses = uses;
        self
    }

    const fn gives(mut self, value: Use) -> Builtin {
        self.gives = Some(value);
        self
    }

    const fn moves_turn(mut self) -> Builtin {
        self.moves_turn = true;
        self
    }

    const fn leads(mut self) -> Builtin {
        self.leads = true;
        self
    }

    const fn cumulates(mut self) -> Builtin {
        self.cumulates = true;
        self
    }

    const fn sets(mut self, is_text: bool) -> Builtin {
        self.sets_text = Some(is_text);
        self
    }
}

/// Every function, questions first.
pub(super) static ALL: &[Builtin] = &[
    asks("hand_value", &["zone", "target?"]),
    asks("card_count", &["zone"]).means("count_cards(zone)"),
    asks("sum_card_values", &["zone", "strategy?"]).means("total_value(zone, strategy)"),
    asks("prefer_high_under", &["target"]),
    asks("card_rank", &["zone", "index"]).reads_card(),
    asks("card_rank_name", &["zone", "index"])
        .reads_card()
        .gives(Use::Rank),
    asks("card_suit", &["zone", "index"])
        .reads_card()
        .gives(Use::Suit),
    asks("count_rank", &["zone", "rank"])
        .means("count_by(zone, 'rank', rank)")
        .uses(&[(1, Use::Rank)]),
    asks("max_card_rank", &["zone"])
        .means("largest_of_cards(zone, 'value')")
        .reads_card(),
    asks("top_card_rank", &["zone"]).reads_card(),
    asks("top_card_suit", &["zone"]).reads_card().gives(Use::Suit),
    asks("top_card_rank_name", &["zone"])
        .reads_card()
        .gives(Use::Rank),
    asks("has_card_matching_suit", &["zone", "suit"])
        .means("has_card(zone, 'suit', suit)")
        .uses(&[(1, Use::Suit)]),
    asks("has_card_matching_rank", &["zone", "rank"])
        .means("has_card(zone, 'rank', rank)")
        .uses(&[(1, Use::Rank)]),
    asks("card_matches_top", &["hand", "index", "zone"]),
    asks("has_playable_card", &["hand", "zone"]),
    asks("played_card_matches_top", &["zone"]),
    asks("get_var", &["name"]),
    asks("get_str_var", &["name"]),
    asks("get_param", &["name"]),
    asks("count_sets", &["zone", "size"]).means("count_groups(zone, 'rank', size)"),
    asks("max_set_size", &["zone"]).means("largest_group(zone, 'rank')"),
    asks("has_flush", &["zone", "size"]).means("largest_group(zone, 'suit') >= size"),
    asks("has_straight", &["zone", "length"]).means("longest_value_run(zone) >= length"),
    asks("count_runs", &["zone", "length"]).means("count_runs(zone, length)"),
    asks("max_run_length", &["zone"]).means("longest_value_run(zone)"),
    asks("trick_winner", &["zone"]).reads_card().leads(),
    asks("led_card_suit", &["zone"])
        .reads_card()
        .gives(Use::Suit)
        .leads(),
    asks("trick_card_count", &["zone"]),
    asks("count_cards_by_suit", &["zone", "suit"])
        .means("count_by(zone, 'suit', suit)")
        .uses(&[(1, Use::Suit)]),
    asks("has_card_with", &["zone", "rank", "suit"])
        .means("has_card(zone, 'rank', rank, 'suit', suit)")
        .uses(&[(1, Use::Rank), (2, Use::Suit)]),
    asks("sum_zone_values_by_suit", &["zone", "suit"])
        .means("sum_cards(filter_cards(zone, 'suit', suit), 'value')")
        .uses(&[(1, Use::Suit)]),
    asks("get_cumulative_score", &["player"])
        .uses(&[(0, Use::Player)])
        .cumulates(),
    asks("max_cumulative_score", &[]).cumulates(),
    asks("min_cumulative_score", &[]).cumulates(),
    asks("concat", &["a", "b"]),
    asks("turn_direction", &[]).means("turn_direction()"),
    asks("all_players_done", &[]).means("all_turns_ended()"),
    asks("all_hands_dealt", &[]),
    asks("scores_calculated", &[]),
    asks("continue_game", &[]),
    asks("is_availability_check", &[]),
    asks("if", &["condition", "then", "else?"]),
    acts("shuffle", &["zone"]).means("shuffle(zone)"),
    acts("deal", &["from", "to", "count"]).fills(1),
    acts("draw", &["from", "to", "count"])
        .fills(1)
        .uses(&[(2, Use::Number)]),
    acts("move_top", &["from", "to", "count"])
        .means("move_up_to(from, to, count)")
        .fills(1)
        .uses(&[(2, Use::Number)]),
    acts("move_all", &["from", "to"]).fills(1),
    acts("move_rank", &["from", "to", "rank"])
        .means("move_matching(from, to, 'rank', rank)")
        .fills(1)
        .uses(&[(2, Use::Rank)]),
    acts("flip_top", &["zone", "count"]).means("turn_top_up(zone, count)"),
    acts("set_face_up", &["zone", "index", "up"]),
    acts("reveal_all", &["zone"]).means("turn_face_up(zone)"),
    acts("end_turn", &[]),
    acts("reverse_turn_order", &[]),
    acts("skip_next_player", &[]).moves_turn(),
    acts("set_next_player", &["player"])
        .uses(&[(0, Use::Player)])
        .moves_turn(),
    acts("set_lead_player", &["player"])
        .uses(&[(0, Use::Player)])
        .leads(),
    acts("collect_trick", &["zone", "to"]).fills(1),
    acts("calculate_scores", &[]),
    acts("determine_winners", &[]),
    acts("accumulate_scores", &[]).cumulates(),
    acts("collect_all_to", &["zone"])
        .means("gather_as_declared(zone)")
        .fills(0),
    acts("reset_round", &[]),
    acts("end_game", &[]),
    acts("set_var", &["name", "value"])
        .uses(&[(1, Use::Number)])
        .sets(false),
    acts("set_str_var", &["name", "value"]).sets(true),
    acts("inc_var", &["name", "amount?"])
        .uses(&[(1, Use::Number)])
        .sets(false),
    acts("while", &["condition", "effect"]),
];

pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|b| b.name == name)
}

impl Builtin {
    /// How it is called, for help.
    pub(super) fn signature(&self) -> String {
        format!("{}({})", self.name, self.params.join(", "))
    }

    pub(super) fn takes(&self, n: usize) -> bool {
        let least = self.params.iter().filter(|p| !p.ends_with('?')).count();
        (least..=self.params.len()).contains(&n)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_there_once() {
        let mut names: Vec<&str> = super::ALL.iter().map(|b| b.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), super::ALL.len());
    }

    #[test]
    fn properties_are_of_parameters_that_are_there() {
        for builtin in super::ALL {
            let (name, last) = (builtin.name, builtin.params.len());
            let places = builtin.uses.iter().map(|(at, _)| *at).chain(builtin.fills);
            assert!(places.into_iter().all(|at| at < last), "{name}");
            assert!(
                builtin.acts || builtin.fills.is_none() && !builtin.moves_turn,
                "{name}"
            );
            assert!(
                !builtin.acts || !builtin.reads_card && builtin.gives.is_none(),
                "{name}"
            );
            assert!(builtin.sets_text.is_none() || builtin.acts && last > 0, "{name}");
        }
    }
}
