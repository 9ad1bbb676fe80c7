// Beside the table: what happened, what is said, and how the seats stand.

import { button, fill, h } from "./dom.js";
import { memory } from "./memory.js";
import { dataName } from "./info.js";
import { mayDebug } from "./debug.js";
import { capital, number, say, sayAs } from "./language.js";

/** @typedef {"log" | "chat" | "score" | "debug"} Tab */

/** The tabs, and what rules call those that they may open. @type {{ id: Tab, label: string, named: string[] }[]} */
const TABS = [
  { id: "log", label: say`Log`, named: ["log"] },
  { id: "chat", label: say`Chat`, named: ["chat"] },
  { id: "score", label: say`Scores`, named: ["score", "scores"] },
  // Only for who may.
  { id: "debug", label: say`Debug`, named: [] },
];

/** The tab that rules mean by a name, if any. @param {string} name @returns {Tab | null} */
export const tabNamed = (name) => TABS.find(({ named }) => named.includes(name.toLowerCase()))?.id ?? null;

/** What is called who says something. @param {Protocol.ChatLine} line */
export const speaker = ({ name, seat }) => (typeof seat === "number" ? name : say`${name} (watching)`);

export class SidePanel extends HTMLElement {
  constructor() {
    super();
    /** @type {Tab} */
    this.open = "log";
    this.unread = 0;
    /** @type {(text: string) => Promise<boolean>} */
    this.say = async () => false;
    /** @type {(text: string) => void} */
    this.keep = () => {};
    this.lines = h("ol", { class: "log-lines", tabindex: "0", "aria-label": say`What happened` });
    this.chatLines = h("ol", { class: "chat-lines", tabindex: "0", "aria-label": say`What was said` });
    this.input = h("input", { type: "text", placeholder: say`Say something`, "aria-label": say`Say something`, autocomplete: "off", oninput: () => this.keep(this.input.value) });
    this.form = h("form", { class: "chat-form", onsubmit: (/** @type {Event} */ event) => this.send(event) }, this.input, h("button", { type: "submit", class: "button" }, say`Say`));
    this.scores = h("div", { class: "scores", tabindex: "0", role: "region", "aria-label": say`Scores` });
    this.debug = document.createElement("debug-panel");
    this.badge = h("span", { class: "badge", hidden: true });
    this.tabs = TABS.map(({ id, label }) =>
      h("button", { type: "button", role: "tab", id: `tab-${id}`, class: "tab", "aria-controls": `panel-${id}`, onclick: () => this.show(id), onkeydown: (/** @type {KeyboardEvent} */ event) => this.keyed(event) }, label, id === "chat" ? this.badge : null),
    );
    const bodies = { log: [this.lines], chat: [this.chatLines, this.form], score: [this.scores], debug: [this.debug] };
    this.bodies = TABS.map(({ id }) => h("div", { role: "tabpanel", id: `panel-${id}`, class: `panel-body ${id}`, "aria-labelledby": `tab-${id}` }, ...bodies[id]));
    this.tabOf("debug").hidden = true;
    this.close = button({ icon: "close", label: say`Close`, hidden: true, class: "icon-only panel-close", onclick: () => this.dispatchEvent(new CustomEvent("close-panel", { bubbles: true })) });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(h("div", { class: "panel-head" }, h("div", { role: "tablist", class: "tabs", "aria-label": say`Beside the table` }, this.tabs), this.close), ...this.bodies);
    this.show(this.open);
  }

  /** Says what is said to those in a room; what was about to be said there stands there again. @param {import("./session.js").Session} session */
  speakIn(session) {
    const room = session.room?.room ?? "";
    this.input.maxLength = session.longest("chat");
    this.input.value = memory.draft(room);
    if (this.input.value) this.show("chat");
    this.say = async (text) => Boolean(await session.ask({ chat: { text } }));
    this.keep = (text) => memory.keepDraft(room, text);
  }

  /** @param {Tab} id */
  tabOf(id) {
    return this.tabs[TABS.findIndex((tab) => tab.id === id)];
  }

  /** Lets who may debug do it here, as the room and its owner are now. @param {import("./session.js").Session} session */
  debugIn(session) {
    const may = mayDebug(session);
    this.tabOf("debug").hidden = !may;
    if (may) this.debug.debugIn(session);
    else if (this.open === "debug") this.show("log");
  }

  /** @param {Tab} id */
  show(id) {
    this.open = id;
    this.dispatchEvent(new CustomEvent("panel-shows", { bubbles: true, detail: id }));
    TABS.forEach((tab, at) => {
      const on = tab.id === id;
      this.tabs[at].setAttribute("aria-selected", String(on));
      this.tabs[at].tabIndex = on ? 0 : -1;
      this.bodies[at].hidden = !on;
    });
    if (id === "chat" && this.isSeen) this.waits(0);
    if (id === "debug") this.debug.later();
    this.down(this.lines);
    this.down(this.chatLines);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const shown = TABS.filter(({ id }) => !this.tabOf(id).hidden);
    const at = shown.findIndex((tab) => tab.id === this.open);
    const to = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : -1;
    if (to < 0 && event.key !== "ArrowLeft") return;
    event.preventDefault();
    const { id } = shown[(to + shown.length) % shown.length];
    this.show(id);
    this.tabOf(id).focus();
  }

  clear() {
    fill(this.lines);
  }

  /** Tells only what happened up to a step, and marks what happened in it; or all again. @param {number | null} step */
  follow(step) {
    for (const line of /** @type {HTMLElement[]} */ ([...this.lines.children])) {
      const of = Number(line.dataset.step);
      line.hidden = step !== null && of > step;
      if (step !== null && of === step) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    this.down(this.lines);
  }

  unsay() {
    fill(this.chatLines);
  }

  /** @param {import("./narrate.js").Line[]} lines @param {number} [step] in which step it happened */
  tell(lines, step = -1) {
    const near = this.isDown(this.lines);
    this.lines.append(...lines.map((line) => h("li", { class: `line ${line.kind}`, data: { step: String(step), ...(line.seat === null ? {} : { hue: String(line.seat % 8) }) } }, line.parts.map(spoken))));
    while (this.lines.childElementCount > 500) this.lines.firstElementChild?.remove();
    if (near) this.down(this.lines);
  }

  /** @param {Protocol.ChatLine} line @param {boolean} isNew */
  said(line, isNew) {
    const near = this.isDown(this.chatLines);
    const hue = line.seat === undefined || line.seat === null ? {} : { hue: String(line.seat % 8) };
    this.chatLines.append(h("li", { class: "said", data: hue }, h("b", null, speaker(line)), h("span", null, line.text)));
    if (near) this.down(this.chatLines);
    if (isNew && !(this.open === "chat" && this.isSeen)) this.waits(this.unread + 1);
  }

  /** Whether it is on the screen. */
  get isSeen() {
    return this.isConnected && this.offsetParent !== null;
  }

  /** So many lines are not read yet. @param {number} unread */
  waits(unread) {
    if (unread === this.unread) return;
    this.unread = unread;
    this.badge.textContent = number(unread);
    this.badge.hidden = unread === 0;
    this.dispatchEvent(new CustomEvent("unread", { bubbles: true }));
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text || !(await this.say(text)) || this.input.value.trim() !== text) return;
    this.input.value = "";
    this.keep("");
  }

  /** @param {import("./info.js").TableInfo} info @param {Protocol.View} view */
  count(info, view) {
    const columns = info.data.seat_data.filter((def, at) => def.shown !== "nowhere" && view.seat_data.some((data) => info.isScore(def) || info.toldValue(def, data[at]) !== null));
    const at = columns.map((def) => info.data.seat_data.indexOf(def));
    const { result } = view.status;
    const order = info.names.map((_, seat) => seat);
    if (result) order.sort((a, b) => (result.ranks[a] ?? 99) - (result.ranks[b] ?? 99));
    const head = h("tr", null, result && h("th", { scope: "col" }, sayAs("in the result")`Place`), h("th", { scope: "col" }, say`Player`), columns.map((def) => h("th", { scope: "col" }, capital(dataName(def)))));
    const rows = order.map((seat) =>
      h("tr", { class: result?.winners.includes(seat) ? "won" : null }, result && h("td", null, String(result.ranks[seat] ?? "")), h("th", { scope: "row" }, info.seat(seat)), at.map((n) => h("td", null, cell(info, info.data.seat_data[n], view.seat_data[seat]?.[n])))),
    );
    const facts = info.told(info.data.globals, view.globals, true);
    fill(
      this.scores,
      h("table", null, h("caption", null, result ? say`The result` : say`How it stands`), h("thead", null, head), h("tbody", null, rows)),
      facts.length > 0 && h("table", null, h("caption", null, say`The game`), h("tbody", null, facts.map((fact) => h("tr", null, h("th", { scope: "row" }, capital(fact.name)), h("td", null, fact.value))))),
    );
  }

  /** @param {HTMLElement} list */
  isDown(list) {
    return list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  }

  /** @param {HTMLElement} list */
  down(list) {
    list.scrollTop = list.scrollHeight;
  }
}

/** What stands in a column of the scores. @param {import("./info.js").TableInfo} info @param {Protocol.DataInfo} def @param {Protocol.Datum | undefined} datum */
const cell = (info, def, datum) => (info.isScore(def) ? info.value(datum ?? "nothing") : (info.toldValue(def, datum) ?? "–") || "✓");

/** A part of a line: cards have their colour, seats stand out. @param {import("./narrate.js").Part} part */
function spoken(part) {
  if (typeof part === "string") return part;
  if (part.seat !== undefined) return h("b", { data: { hue: String(part.seat % 8) } }, part.text);
  return part.card !== undefined ? h("span", { class: "line-card" }, part.text) : part.text;
}

customElements.define("side-panel", SidePanel);
