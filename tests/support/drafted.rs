//! A ruleset as the first drafts of the format have them.

/// As it was written.
pub const DRAFT: &str = include_str!("../fixtures/draft.json5");

/// The same without its slips.
pub fn mended() -> String {
    let mut text = DRAFT.to_owned();
    for (slip, meant) in [
        ("$state.hand_pick", "$action.hand_pick"),
        ("$action.next_state", "$state.next_state"),
    ] {
        assert_eq!(text.matches(slip).count(), 1, "{slip}");
        text = text.replace(slip, meant);
    }
    text
}
