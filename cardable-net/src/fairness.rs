//! A seed that was promised before the game and is shown after it.
