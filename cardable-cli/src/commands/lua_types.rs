//! `cardable lua-types`

use crate::end::{End, Failure};
use crate::load;
use cardable_core::Loader;
use cardable_lua::Listener;
use clap::Args;
use std::io::Write;

/// A minimal ruleset without declarations.
const BARE: &str = r#"{ ruleset: { ruleset_name: "any ruleset", min_players: 1, max_players: 2, script: "-- nothing",
    game_state: [{ state_name: "play", state_type: "grandstand", actions: [{ action_name: "end", type: "button", primitives: "end_game()" }] }] } }"#;

/// Print what scripts can name, as a definition file for the Luau language server
///
/// With a ruleset, its own data, zones, states and functions are among it. Save it beside the script and
/// name it in the editor's settings: "luau-lsp.types.definitionFiles": ["cardable.d.luau"].
#[derive(Args)]
#[command(after_help = "Examples:
  cardable lua-types gin-rummy > cardable.d.luau
  cardable lua-types > cardable.d.luau")]
pub(crate) struct LuaTypes {
    /// The ruleset: a file, a folder, or the name of a game
    ruleset: Option<String>,
}

impl LuaTypes {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let listener = Listener::new();
        let heard = match &self.ruleset {
            None => None,
            Some(name) => {
                // Ignore errors: `check` reports them, and the names are known regardless.
                let _ = load::check_with(&load::find(name)?, Loader::new().scripts(&listener));
                let heard = listener.definitions();
                if heard.is_none() {
                    return Err(Failure::usage(format!(
                        "`{name}` has no script, or cannot be read: see `cardable check {name}`"
                    )));
                }
                heard
            }
        };
        let text = match heard {
            Some(text) => text,
            None => {
                let _ = Loader::new().scripts(&listener).check_text("any.json", BARE);
                listener.definitions().unwrap_or_default()
            }
        };
        out.write_all(text.as_bytes())?;
        Ok(End::Fine)
    }
}
