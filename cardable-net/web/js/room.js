// A table before its game: who sits there, who is ready, whom to invite.

import { button, fill, h, icon } from "./dom.js";
import { announce, note } from "./a11y.js";
import { canArrange, openArrange } from "./arrange.js";
import { wordsFor } from "./fields.js";
import { askingToWatch, debugged, late, waitingToWatch } from "./notices.js";
import { botOf, levelInput, showLevel } from "./level.js";
import { memory } from "./memory.js";
import { openRules } from "./rules.js";
import { sample } from "./lobby.js";
import { speaker } from "./panel.js";
import { counted, pieces, say, sentences, span } from "./language.js";

/** The link that leads others to a table: by its code where it is private. @param {Protocol.RoomInfo} room */
export function inviteLink(room) {
  // Only who sits there is told the code; who watches has come by it.
  const invite = room.invite ?? memory.invite(room.room);
  return `${location.origin}${location.pathname}#/${invite ? `join/${encodeURIComponent(invite)}` : `sit/${encodeURIComponent(room.room)}`}`;
}

/** Hands the link on by the phone's own way where there is one, else copies it. @param {Protocol.RoomInfo} room @param {string} game */
async function share(room, game) {
  const url = inviteLink(room);
  if (!canShare) return copy(url);
  // Who changes his mind shares nothing.
  await navigator.share({ title: game, text: say`Play ${game} with me`, url }).catch(() => {});
}

/** Whether this device has a way to hand things on. */
const canShare = typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

/** Copies a text, or shows it where that is not allowed. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(say`Copied.`);
  } catch {
    note(text);
  }
}

export class RoomView extends HTMLElement {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    /** @type {string | undefined} */
    this.at = undefined;
    this.main = h("div", { class: "room-main" });
    this.panel = document.createElement("side-panel");
    this.panel.open = "chat";
    this.panel.speakIn(session);
  }

  connectedCallback() {
    if (this.childElementCount === 0) {
      this.append(this.main, this.panel);
      this.panel.show("chat");
      for (const line of this.session.chat) this.panel.said(line, false);
    }
    /** @type {[string, (event: CustomEvent) => void][]} */
    this.heard = [
      ["room", () => this.show()],
      ["unsaid", () => this.panel.unsay()],
      ["news", (event) => note(say`${sentences(event.detail)}.`)],
      ["chat", (event) => this.chatted(event.detail)],
    ];
    for (const [name, act] of this.heard) this.session.addEventListener(name, /** @type {EventListener} */ (act));
    this.show();
  }

  disconnectedCallback() {
    for (const [name, act] of this.heard ?? []) this.session.removeEventListener(name, /** @type {EventListener} */ (act));
  }

  /** @param {{ line: Protocol.ChatLine, isNew: boolean }} said */
  chatted({ line, isNew }) {
    this.panel.said(line, isNew);
    if (isNew) announce(say`${speaker(line)} says: ${line.text}`);
  }

  show() {
    const { session } = this;
    const { room, description } = session;
    if (!room || !description || room.phase !== "open") return;
    // Who is not let in yet hears nothing of what is said.
    this.panel.hidden = room.you === "waiting";
    const ask = (/** @type {Protocol.Call} */ call) => () => session.ask(call);
    const me = session.own === null ? null : room.seats[session.own];
    const free = room.seats.filter((seat) => seat.held === "free").length;
    const others = room.seats.filter((seat, at) => at !== session.own && seat.held === "person");
    // Who may start need not say first that he is ready.
    const mayStart = session.isOwner && others.every((seat) => seat.ready);
    const waitsFor = room.seats.filter((seat, at) => seat.held === "person" && !seat.ready && at !== room.owner).length;
    const starter = typeof room.owner === "number" && !session.isOwner ? room.seats[room.owner].name : null;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.does : undefined;
    const seats = room.seats.map((seat, at) => this.seat(room, seat, at, ask));
    fill(
      this.main,
      h("div", { class: "room-head" }, h("div", { class: "art", "aria-hidden": "true" }, sample(description)), h("div", null, h("h1", null, room.title || description.name), h("p", null, description.description))),
      ...debugged(room),
      h("ul", { class: "room-seats" }, seats),
      h(
        "div",
        { class: "room-buttons" },
        me && !(mayStart && others.length === 0) && button({ icon: me.ready ? "check" : undefined, label: me.ready ? say`Ready` : say`I am ready`, class: me.ready || mayStart ? "" : "primary", "aria-pressed": String(Boolean(me.ready)), data: { does: "ready" }, onclick: ask({ ready: { ready: !me.ready } }) }),
        session.isOwner && button({ icon: "play", label: free > 0 ? say`Start, with bots on free seats` : say`Start`, class: mayStart ? "primary" : "", data: { does: "start" }, onclick: () => this.start(me) }),
        session.hasRules(room.hash) && button({ icon: "help", label: say`How to play`, data: { does: "rules" }, onclick: () => openRules(session, { hash: room.hash, title: description.name, description: description.description }) }),
        session.isOwner && canArrange(description) && button({ label: say`House rules`, data: { does: "arrange" }, onclick: () => openArrange(session) }),
        session.maySit && button({ label: say`Sit down`, class: "primary", onclick: () => session.sitDown() }),
      ),
      h("div", { class: "invite" }, h("p", null, room.invite ? pieces`Invite others with this link, or with the code ${h("code", null, room.invite)}.` : say`Invite others with this link.`), h("div", { class: "joined" }, h("input", { type: "text", readonly: true, value: inviteLink(room), "aria-label": say`Invite link`, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }), button({ icon: "link", label: canShare ? say`Send the link` : say`Copy the link`, data: { does: "copy" }, onclick: () => share(room, description.name) }))),
      h("p", { class: "quiet" }, [free > 0 ? counted(free, "1 seat is free.", "{0} seats are free.") : "", waitsFor > 0 ? counted(waitsFor, "Waiting for one player to be ready.", "Waiting for {0} players to be ready.") : starter ? say`${starter} may start.` : "", room.watching ? counted(room.watching, "1 watching.", "{0} watching.") : ""].filter(Boolean).join(" ")),
      ...askingToWatch(session),
      room.you === "waiting" && waitingToWatch(session),
      settingsOf(room, description),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.main.querySelector(`[data-does="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Protocol.SeatInfo | null} me */
  async start(me) {
    if (me && !me.ready) await this.session.ask({ ready: { ready: true } });
    await this.session.ask({ start: {} });
  }

  /** @param {Protocol.RoomInfo} room @param {Protocol.SeatInfo} seat @param {number} at @param {(call: Protocol.Call) => () => void} ask */
  seat(room, seat, at, ask) {
    const { session } = this;
    const own = at === session.own;
    const name = seat.held === "free" ? say`Free seat` : own ? say`${seat.name} (you)` : seat.name;
    const states = [room.owner === at ? say`owner` : "", botOf(seat), seat.held === "person" && !seat.present ? say`away` : "", seat.ready && seat.held === "person" ? say`ready` : ""].filter(Boolean);
    const buttons = [
      session.isOwner && seat.held === "free" && button({ icon: "bot", label: say`Add a bot`, class: "small", data: { does: `bot ${at}` }, onclick: ask({ add_bot: { seat: at, level: room.settings.bot_level } }) }),
      session.isOwner && seat.held === "bot" && this.level(seat, at),
      session.isOwner && seat.held === "person" && !own && button({ icon: "crown", label: say`Make ${seat.name} the owner`, hidden: true, class: "icon-only", onclick: ask({ hand_over: { seat: at } }) }),
      session.isOwner && seat.held !== "free" && !own && button({ icon: "close", label: say`Take ${seat.name} off the seat`, hidden: true, class: "icon-only", onclick: ask({ kick: { seat: at } }) }),
    ].filter(Boolean);
    const avatar = h("span", { class: "avatar", data: { hue: String(at % 8) }, "aria-hidden": "true" }, seat.held === "bot" ? icon("bot") : seat.held === "free" ? "" : seat.name.slice(0, 1).toUpperCase());
    showLevel(avatar, seat);
    return h(
      "li",
      { class: `room-seat ${seat.held}${seat.ready ? " ready" : ""}` },
      avatar,
      h("span", { class: "seat-who" }, h("b", null, name), h("small", null, states.join(" · "))),
      h("span", { class: "seat-buttons" }, buttons),
    );
  }

  /** The level of a seat's bot, for the owner. @param {Protocol.SeatInfo} seat @param {number} at */
  level(seat, at) {
    const input = levelInput(seat.level ?? undefined);
    input.setAttribute("aria-label", say`Level of ${seat.name}`);
    input.dataset.does = `level ${at}`;
    input.addEventListener("change", () => this.session.ask({ change_bot: { seat: at, level: /** @type {Protocol.BotLevel} */ (input.value) } }));
    return input;
  }
}

/** What was chosen for the table. @param {Protocol.RoomInfo} room @param {Protocol.RulesetInfo} info */
function settingsOf(room, info) {
  const { settings } = room;
  const told = Object.entries(settings.options ?? {}).map(([key, value]) => {
    const option = info.options.find((one) => one.key === key);
    const label = option?.label ?? key;
    return value === true ? label : value === false ? say`${label}: no` : `${label}: ${option ? wordsFor(option, value) : value}`;
  });
  const named = (/** @type {number} */ at) => (room.seats[at].held === "free" ? say`Seat ${at + 1}` : room.seats[at].name);
  for (const [at, team] of (settings.teams ?? []).entries()) told.push(`${named(at)}: ${info.teams[team] ?? say`team ${team + 1}`}`);
  for (const [at, role] of (settings.roles ?? []).entries()) told.push(`${named(at)}: ${info.roles.find((one) => one.name === role)?.label ?? role}`);
  if (settings.private) told.push(say`Private`);
  if (settings.clocks?.decision) told.push(say`${span(settings.clocks.decision)} for each choice`);
  if (settings.clocks?.game) told.push(say`${span(settings.clocks.game)} for the whole game`);
  const choices = late(settings);
  if (choices > 0) told.push(counted(choices, "Who watches sees it one choice late", "Who watches sees it {0} choices late"));
  if (settings.hints === "always") told.push(say`Everybody gets advice of a bot`);
  if (settings.spectators === "none") told.push(say`Nobody may watch`);
  if (settings.spectators === "approved") told.push(say`Who watches is up to the owner`);
  return told.length > 0 ? h("ul", { class: "chosen", "aria-label": say`What was chosen` }, told.map((one) => h("li", null, one))) : null;
}

customElements.define("room-view", RoomView);
