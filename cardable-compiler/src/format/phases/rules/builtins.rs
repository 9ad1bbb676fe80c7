//! The functions of expressions: how they are called, and whether they act.

pub(super) struct Builtin {
    pub(super) name: &'static str,
    /// Its parameters as one writes them; those from `?` on can be left out.
    pub(super) params: &'static [&'static str],
    /// Whether it changes something.
    pub(super) acts: bool,
    /// What it means, in the language of expressions; nothing where it depends on the file or on the place.
    pub(super) means: Option<&'static str>,
}

const fn asks(name: &'static str, params: &'static [&'static str]) -> Builtin {
    Builtin {
        name,
        params,
        acts: false,
        means: None,
    }
}

const fn acts(name: &'static str, params: &'static [&'static str]) -> Builtin {
    Builtin {
        name,
        params,
        acts: true,
        means: None,
    }
}

impl Builtin {
    const fn means(mut self, text: &'static str) -> Builtin {
        self.means = Some(text);
        self
    }
}

/// Every function, questions first.
pub(super) static ALL: &[Builtin] = &[
    asks("hand_value", &["zone", "target?"]),
    asks("card_count", &["zone"]).means("count_cards(zone)"),
    asks("sum_card_values", &["zone", "strategy?"]).means("total_value(zone, strategy)"),
    asks("prefer_high_under", &["target"]),
    asks("card_rank", &["zone", "index"]),
    asks("card_rank_name", &["zone", "index"]),
    asks("card_suit", &["zone", "index"]),
    asks("count_rank", &["zone", "rank"]).means("count_by(zone, 'rank', rank)"),
    asks("max_card_rank", &["zone"]).means("largest_of_cards(zone, 'value')"),
    asks("top_card_rank", &["zone"]),
    asks("top_card_suit", &["zone"]),
    asks("top_card_rank_name", &["zone"]),
    asks("has_card_matching_suit", &["zone", "suit"]).means("has_card(zone, 'suit', suit)"),
    asks("has_card_matching_rank", &["zone", "rank"]).means("has_card(zone, 'rank', rank)"),
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
    asks("trick_winner", &["zone"]),
    asks("led_card_suit", &["zone"]),
    asks("trick_card_count", &["zone"]),
    asks("count_cards_by_suit", &["zone", "suit"]).means("count_by(zone, 'suit', suit)"),
    asks("has_card_with", &["zone", "rank", "suit"]).means("has_card(zone, 'rank', rank, 'suit', suit)"),
    asks("sum_zone_values_by_suit", &["zone", "suit"])
        .means("sum_cards(filter_cards(zone, 'suit', suit), 'value')"),
    asks("get_cumulative_score", &["player"]),
    asks("max_cumulative_score", &[]),
    asks("min_cumulative_score", &[]),
    asks("concat", &["a", "b"]),
    asks("turn_direction", &[]).means("turn_direction()"),
    asks("all_players_done", &[]).means("all_turns_ended()"),
    asks("all_hands_dealt", &[]),
    asks("scores_calculated", &[]),
    asks("continue_game", &[]),
    asks("is_availability_check", &[]),
    asks("if", &["condition", "then", "else?"]),
    acts("shuffle", &["zone"]).means("shuffle(zone)"),
    acts("deal", &["from", "to", "count"]),
    acts("draw", &["from", "to", "count"]),
    acts("move_top", &["from", "to", "count"]).means("move_up_to(from, to, count)"),
    acts("move_all", &["from", "to"]),
    acts("move_rank", &["from", "to", "rank"]).means("move_matching(from, to, 'rank', rank)"),
    acts("flip_top", &["zone", "count"]).means("turn_top_up(zone, count)"),
    acts("set_face_up", &["zone", "index", "up"]),
    acts("reveal_all", &["zone"]).means("turn_face_up(zone)"),
    acts("end_turn", &[]),
    acts("reverse_turn_order", &[]),
    acts("skip_next_player", &[]),
    acts("set_next_player", &["player"]),
    acts("set_lead_player", &["player"]),
    acts("collect_trick", &["zone", "to"]),
    acts("calculate_scores", &[]),
    acts("determine_winners", &[]),
    acts("accumulate_scores", &[]),
    acts("collect_all_to", &["zone"]).means("gather_as_declared(zone)"),
    acts("reset_round", &[]),
    acts("end_game", &[]),
    acts("set_var", &["name", "value"]),
    acts("set_str_var", &["name", "value"]),
    acts("inc_var", &["name", "amount?"]),
    acts("while", &["condition", "effect"]),
];

/// The function of a name.
pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|b| b.name == name)
}

impl Builtin {
    /// How it is called, for help.
    pub(super) fn signature(&self) -> String {
        format!("{}({})", self.name, self.params.join(", "))
    }

    /// Whether it takes so many parameters.
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
}
