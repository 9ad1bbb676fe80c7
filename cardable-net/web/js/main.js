// The page: where one is, and what stands above it everywhere.

import { button, fill, h, icon } from "./dom.js";
import { GameView } from "./game.js";
import { LobbyView } from "./lobby.js";
import { RoomView, copy, inviteLink } from "./room.js";
import { Session } from "./session.js";
import { StoryView } from "./story.js";
import { WaitingView } from "./waiting.js";
import { keepFocus, mount, note } from "./a11y.js";
import { entitle } from "./title.js";
import { keyboard, showKeys } from "./keyboard.js";
import { languageInput } from "./languages.js";
import { memory } from "./memory.js";
import { openDialog } from "./dialog.js";
import { openRules } from "./rules.js";
import { readStory } from "./replay.js";
import { sound } from "./sound.js";
import { counted, number, pieces, say } from "./language.js";

const session = new Session(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);

const header = h("header", { class: "page-head" });
const main = h("main", { id: "main", tabindex: "-1" });
const line = h("div", { class: "line-state", role: "status" });

/** Why one did not come to where a link leads; it stays until it is read. */
const astray = h("div", { class: "notices" });

/** @type {LobbyView | RoomView | WaitingView | GameView | null} */
let view = null;
/** @type {StoryView | null} */
let told = null;

/** The place that the address names: `#/table/…`, `#/watch/…`, `#/join/…`, `#/sit/…`. */
function place() {
  const [, kind, id] = /^#\/(table|watch|join|sit)\/(.+)$/.exec(location.hash) ?? [];
  return kind ? { kind, id: decodeURIComponent(id) } : null;
}

/** @param {string} hash */
function goTo(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** Shows what fits where one is. */
function show() {
  const { room } = session;
  if (room) fill(astray);
  const wanted = told ? StoryView : !room ? LobbyView : room.phase === "open" ? RoomView : room.you === "waiting" ? WaitingView : GameView;
  document.body.classList.toggle("at-table", wanted === GameView || wanted === StoryView);
  if (room) goTo(room.you === "spectator" || room.you === "waiting" ? `#/watch/${room.room}` : `#/table/${room.room}`);
  else if (view && !(view instanceof LobbyView)) goTo("#/");
  const before = view;
  const fits = view instanceof wanted && (!room || view instanceof LobbyView || view.at === room.room);
  if (!fits) {
    view = told ?? (wanted === LobbyView ? new LobbyView(session, { openStory }) : wanted === RoomView ? new RoomView(session) : wanted === WaitingView ? new WaitingView(session) : new GameView(session));
    if (!(view instanceof LobbyView)) view.at = room?.room;
    fill(main, view);
  }
  entitle(room ? room.title || session.description?.name || "Cardable" : "Cardable");
  top();
  // What had the focus was where one no longer is.
  if (before && before !== view) keepFocus();
}

function mayUndo() {
  const { room } = session;
  return view instanceof GameView && session.own !== null && room?.phase === "playing" && room.settings.undo !== "never";
}

function mayHint() {
  return view instanceof GameView && view.mayAsk;
}

/** Whether nobody else has to agree to what is taken back. */
const isAlone = () => session.room?.seats.filter((seat) => seat.held === "person").length === 1;

/** What leads to the panel where there is no room beside the table, and how much waits there. @param {GameView} game */
function panelButton(game) {
  const { unread } = game.panel;
  const label = unread > 0 ? counted(unread, "Log, chat and scores, 1 unread", "Log, chat and scores, {0} unread") : say`Log, chat and scores`;
  return button({ icon: "log", label, badge: unread > 0 ? number(unread) : null, hidden: true, class: "icon-only panel-button", data: { does: "log" }, "aria-expanded": String(game.classList.contains("panel-open")), onclick: () => panel(game) });
}

/** Says anew how much waits to be read; what has the focus keeps it. */
function unreadChanged() {
  const old = header.querySelector(".panel-button");
  if (!old || !(view instanceof GameView)) return;
  const had = document.activeElement === old;
  const now = panelButton(view);
  old.replaceWith(now);
  if (had) now.focus();
}

/** What stands at the top. */
function top() {
  const { room } = session;
  const game = view instanceof GameView ? view : null;
  const name = session.description?.name ?? "";
  const title = told ? told.title : room ? name : "Cardable";
  const tool = (/** @type {import("./dom.js").ButtonProps} */ props) => button({ hidden: true, class: "icon-only", data: { does: props.icon }, ...props });
  const focused = header.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.does : undefined;
  fill(
    header,
    room || told
      ? tool({ icon: "back", label: told ? say`Close` : say`To the lobby`, onclick: () => (told ? closeStory() : session.stepOut()) })
      : h("span", { class: "mark-own", "aria-hidden": "true" }, icon("crown")),
    h("p", { class: "title" }, title, room?.title && room.title !== name && h("small", null, room.title)),
    room && room.you === "spectator" && h("span", { class: "pill" }, icon("eye"), say`watching`),
    h("span", { class: "grow" }),
    room && room.room && tool({ icon: "link", label: say`Copy the invite link`, class: "icon-only wide-only", onclick: () => copy(inviteLink(room)) }),
    game && mayHint() && tool({ icon: "bulb", label: say`What would a bot do?`, class: "icon-only wide-only", onclick: () => game.hint() }),
    mayUndo() && tool({ icon: "undo", label: isAlone() ? say`Take the last choice back` : say`Ask to take the last choice back`, class: "icon-only wide-only", onclick: () => session.ask({ ask_undo: {} }) }),
    game && tool({ icon: "play", label: say`Replay`, class: "icon-only wide-only", onclick: () => (game.past ? game.back.end() : game.back.start()) }),
    game && panelButton(game),
    tool({ icon: sound.isOn ? "sound" : "mute", label: sound.isOn ? say`Sound is on` : say`Sound is off`, data: { does: "sound" }, "aria-pressed": String(sound.isOn), onclick: () => ((sound.isOn = !sound.isOn), top()) }),
    game && room && session.hasRules(room.hash) && button({ icon: "help", label: say`How to play`, class: "plain wide-only", data: { does: "help" }, onclick: rules }),
    !told && languageInput(session, room ? "widest-only" : ""),
    tool({ icon: "keys", label: say`Keys and help`, class: room ? "icon-only widest-only" : "icon-only", onclick: showKeys }),
    room && tool({ icon: "menu", label: say`More`, onclick: () => more(game) }),
  );
  // Said anew, the same button keeps the focus.
  if (focused) /** @type {HTMLElement | null} */ (header.querySelector(`[data-does="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
}

function rules() {
  const { room, description } = session;
  if (!room) return;
  openRules(session, { hash: room.hash, title: description?.name ?? "", description: description?.description });
}

/** @param {GameView} game */
function panel(game) {
  const open = game.classList.toggle("panel-open");
  // What is read now is no longer unread.
  if (open) game.panel.show(game.panel.open);
  top();
  if (open) game.panel.tabs.find((tab) => tab.tabIndex === 0)?.focus();
  else /** @type {HTMLElement | null} */ (header.querySelector(".panel-button"))?.focus();
}

/** @param {GameView | null} game */
function more(game) {
  const { room } = session;
  if (!room) return;
  openDialog(room.title || session.description?.name || say`This table`, (close) => {
    const does = (/** @type {import("./dom.js").ButtonProps} */ props, /** @type {() => void} */ act) => button({ ...props, class: `wide ${props.class ?? ""}`, onclick: () => (close(), act()) });
    return h(
      "div",
      { class: "more-list" },
      does({ icon: "link", label: say`Copy the invite link` }, () => copy(inviteLink(room))),
      game && mayHint() && does({ icon: "bulb", label: say`What would a bot do?` }, () => game.hint()),
      mayUndo() && does({ icon: "undo", label: isAlone() ? say`Take the last choice back` : say`Ask to take the last choice back` }, () => session.ask({ ask_undo: {} })),
      game && session.maySit && does({ label: say`Sit down` }, () => session.sitDown()),
      game && does({ icon: "play", label: say`Replay` }, () => game.back.start()),
      game && does({ icon: "download", label: say`Save what I have seen` }, () => game.saveStory()),
      room.phase === "over" && game && does({ icon: "download", label: say`Download the log` }, () => game.record()),
      session.hasRules(room.hash) && does({ icon: "help", label: say`How to play` }, rules),
      does({ icon: "help", label: say`Keys and help` }, showKeys),
      languageInput(session, "wide"),
      does({ icon: "back", label: session.own === null ? say`Stop watching` : say`To the lobby, keeping my seat` }, () => session.stepOut()),
      session.own !== null && does({ icon: "leave", label: say`Leave for good`, class: "danger" }, leaveForGood),
      room.fairness && h("p", { class: "fairness" }, session.fairness.verdict(room, session.own)?.text, " ", pieces`Commitment: ${h("code", null, room.fairness.commitment)}.`, room.fairness.seed && [" ", pieces`Seed: ${h("code", null, room.fairness.seed)}.`]),
    );
  });
}

/** Asks first: a seat that was given up is gone. */
function leaveForGood() {
  const { room } = session;
  if (!room) return;
  const atPlay = room.phase === "playing" || room.phase === "suspended";
  const others = room.seats.filter((seat, at) => at !== session.own && seat.held === "person").length;
  const then = others === 0 ? say`Nobody else sits there: the table is closed.` : atPlay ? say`A bot plays on for you, and you cannot come back to your seat.` : say`Your seat is free for others then.`;
  openDialog(say`Leave for good?`, (close) =>
    h(
      "div",
      { class: "create" },
      h("p", null, then, session.isOwner && others > 0 && [" ", say`Somebody else becomes the owner of the table.`]),
      h("div", { class: "form-end" }, button({ label: say`Stay`, onclick: close }), button({ icon: "leave", label: say`Leave`, class: "danger", onclick: () => (close(), session.leave()) })),
    ),
  );
}

/** @param {File} file */
async function openStory(file) {
  const story = readStory(await file.text());
  if (!story) return note(say`This is no saved game.`);
  told = new StoryView(story);
  show();
}

function closeStory() {
  told = null;
  show();
}

/** Who comes by a link says first what the others are to call him. */
let asksName = false;
function askName() {
  asksName = true;
  const input = h("input", { type: "text", maxlength: session.longest("name"), autocomplete: "nickname", placeholder: say`Guest`, autofocus: true, id: "first-name" });
  let said = false;
  const dialog = openDialog(say`You are invited`, (close) =>
    h(
      "form",
      { class: "create", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), (said = true), close()) },
      h("div", { class: "field" }, h("label", { for: "first-name" }, say`Your name at the table`), input),
      h("div", { class: "form-end" }, h("button", { type: "submit", class: "button primary" }, say`To the table`)),
    ),
  );
  dialog.addEventListener("close", () => {
    asksName = false;
    if (!said) return goTo("#/");
    session.rename(input.value.trim() || say`Guest`);
  });
}

/** What the address asks for, once the host has greeted. */
function arrive() {
  const at = place();
  if (!at || session.room || asksName) return;
  if (["join", "sit"].includes(at.kind) && memory.name === "" && memory.token(at.id) === null) return askName();
  if (at.kind === "join") come(() => session.enter({ invite: at.id }));
  else if (at.kind === "sit") come(() => sit(at.id));
  else if (at.kind === "watch" || memory.token(at.id) === null) come(() => session.spectate({ room: at.id }));
  else if (!session.welcome?.seated) goTo("#/");
}

/** What was said while a link was followed; nothing when none is. @type {string[] | null} */
let heard = null;

/** Follows a link; where it leads to nothing, the reason stands above the lobby. @param {() => Promise<boolean>} act */
async function come(act) {
  heard = [];
  const done = await act();
  const [reason] = heard;
  heard = null;
  if (done) return;
  goTo("#/");
  fill(astray, h("div", { class: "notice", role: "alert" }, h("p", null, reason ?? say`There is no such table.`), button({ icon: "close", label: say`Close`, onclick: () => fill(astray) })));
}

/** Takes the own seat again, else a free one, else watches. @param {string} room */
async function sit(room) {
  return (await session.sitAgain(room)) || session.enter({ room });
}

session.addEventListener("room", show);
session.addEventListener("welcome", () => {
  arrive();
  if (!session.wanted && !session.room) show();
});
session.addEventListener("notice", (event) => {
  const { text } = /** @type {CustomEvent} */ (event).detail;
  if (heard) heard.push(text);
  else note(text);
});
session.addEventListener("connection", (event) => {
  const { state, reason } = /** @type {CustomEvent} */ (event).detail;
  document.body.dataset.line = state;
  const again = () => session.connection.again();
  if (state === "there") fill(line);
  else if (state === "ended") fill(line, h("p", null, reason), button({ label: say`Take it back here`, onclick: again }));
  else fill(line, h("p", null, say`The connection was lost. Trying again …`));
});
document.addEventListener("unread", unreadChanged);
document.addEventListener("close-panel", () => view instanceof GameView && panel(view));
addEventListener("hashchange", () => (session.welcome && !session.room ? arrive() : undefined));

mount();
document.querySelector("meta[name=description]")?.setAttribute("content", say`A table for card games of any rules.`);
document.body.append(h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => (event.preventDefault(), main.focus()) }, say`To the main part`), header, h("div", { class: "lines" }, line, astray), main);
keyboard(() => (view instanceof GameView ? view : null), (game) => panel(game));
const at = place();
if (at?.kind === "table" && memory.token(at.id)) session.wanted = at.id;
show();
session.start();
