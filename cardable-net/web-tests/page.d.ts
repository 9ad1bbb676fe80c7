// Declarations that all modules of the page share: the custom elements by their names, and access to the members of
// the protocol's unions.

/** The keys of a union of objects: `"answer" | "refused" | …` of a message. */
type KindOf<Union> = Union extends object ? keyof Union : never;

/** The value of a key in a union of objects with one key each. */
type BodyOf<Union, Kind extends PropertyKey> = Union extends Record<Kind, infer Body> ? Body : never;

interface HTMLElementTagNameMap {
  "action-bar": import("../web/js/actions.js").ActionBar;
  "card-table": import("../web/js/table.js").CardTable;
  "card-zone": import("../web/js/zone.js").CardZone;
  "debug-panel": import("../web/js/debug.js").DebugPanel;
  "game-result": import("../web/js/result.js").GameResult;
  "game-view": import("../web/js/game.js").GameView;
  "lobby-view": import("../web/js/lobby.js").LobbyView;
  "playing-card": import("../web/js/card.js").PlayingCard;
  "replay-bar": import("../web/js/replay.js").ReplayBar;
  "room-view": import("../web/js/room.js").RoomView;
  "side-panel": import("../web/js/panel.js").SidePanel;
  "story-view": import("../web/js/story.js").StoryView;
  "table-prompt": import("../web/js/prompt.js").TablePrompt;
  "table-seat": import("../web/js/seat.js").TableSeat;
  "table-tip": import("../web/js/tip.js").TableTip;
  "waiting-view": import("../web/js/waiting.js").WaitingView;
}
