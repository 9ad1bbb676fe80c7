// Debugging at the table, for who may: why an action is not offered, what an expression comes to, all data and cards, steps and
// the way back.

import { button, fill, h } from "./dom.js";
import { Lost, Refused } from "./connection.js";
import { announce } from "./a11y.js";
import { field, select } from "./fields.js";
import { capital, counted, say } from "./language.js";

/** How long after a change all is asked for again, in milliseconds: several changes are asked for at once. */
const REST = 250;

/** What becomes of a part, as a mark that is seen and a word that is read. @param {Protocol.Told} told @returns {{ kind: string, mark: string, text: string }} */
function markOf(told) {
  if (told === "true") return { kind: "holds", mark: "✓", text: say`true` };
  if (told === "false") return { kind: "fails", mark: "✗", text: say`false` };
  if (told === "unseen") return { kind: "open", mark: "?", text: say`unknown to the seat` };
  if ("value" in told) return { kind: "value", mark: "=", text: told.value };
  return { kind: "open", mark: "!", text: say`cannot be worked out: ${told.fault}` };
}

/** @param {Protocol.Told} told */
function marked(told) {
  const { kind, mark, text } = markOf(told);
  return h("span", { class: `told ${kind}` }, h("span", { "aria-hidden": "true" }, `${mark} `), text);
}

/** A condition with the parts that it is made of. @param {Protocol.PartTold} part @param {string} [name] @returns {HTMLElement} */
function partOf({ text, told, values = [], parts = [] }, name) {
  return h(
    "li",
    null,
    h("p", { class: "part" }, marked(told), " ", name && h("b", null, `${name} `), h("code", null, text)),
    values.length > 0 && h("ul", { class: "values" }, values.map((value) => h("li", null, h("code", null, value.text), " ", marked(value.told)))),
    parts.length > 0 && h("ul", null, parts.map((inner) => partOf(inner))),
  );
}

/** Whether somebody may debug the game of the room. @param {import("./session.js").Session} session */
export const mayDebug = (session) => Boolean(session.isOwner && session.room?.settings.debug && session.welcome?.debug);

export class DebugPanel extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./session.js").Session | null} */
    this.session = null;
    /** What was told last. @type {Extract<Protocol.Debugged, { state: unknown }>["state"] | null} */
    this.state = null;
    /** What data were before, by place. @type {Map<string, string>} */
    this.earlier = new Map();
    this.timer = 0;
    /** The item that is being set. @type {string | null} */
    this.setting = null;
    this.problem = h("p", { class: "debug-problem", role: "alert" });
    this.problem.hidden = true;
    this.steps = h("div", { class: "debug-steps", role: "group", "aria-label": say`Steps` });
    this.happened = h("ol", { class: "debug-lines", tabindex: "0", "aria-label": say`What happened in the last step` });
    this.happened.hidden = true;
    this.seat = select([]);
    this.action = select([]);
    this.card = select([]);
    this.answer = h("div", { class: "debug-answer", role: "status" });
    this.expression = h("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 2000, placeholder: "count_cards(deck)" });
    this.reader = select([]);
    this.value = h("div", { class: "debug-answer", role: "status" });
    this.data = h("div", { class: "debug-data" });
    this.moved = select([]);
    this.from = select([]);
    this.to = select([]);
    this.zones = h("div", { class: "debug-zones" });
    this.seat.addEventListener("change", () => fill(this.answer));
    this.action.addEventListener("change", () => fill(this.answer));
    this.from.addEventListener("change", () => this.showCards());
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const sends = (/** @type {() => Promise<void>} */ act) => (/** @type {Event} */ event) => (event.preventDefault(), act());
    const submit = (/** @type {string} */ label) => h("button", { type: "submit", class: "button small" }, label);
    this.append(
      h("p", { class: "quiet" }, say`You see here what is hidden from the seats. Everybody at the table knows that you may.`),
      // What comes of a press is read without scrolling.
      h("div", { class: "debug-head" }, this.steps, this.problem, this.happened),
      h("form", { class: "debug-part", "aria-label": say`Why not`, onsubmit: sends(() => this.why()) }, h("h3", null, say`Why not`), h("div", { class: "pair" }, field(say`Seat`, this.seat), field(say`Action`, this.action)), field(say`Card`, this.card), submit(say`Explain`), this.answer),
      h("form", { class: "debug-part", "aria-label": say`Evaluate`, onsubmit: sends(() => this.evaluate()) }, h("h3", null, say`Evaluate`), field(say`Expression`, this.expression), field(say`As`, this.reader), submit(say`Evaluate`), this.value),
      h("section", { class: "debug-part", "aria-label": say`Data` }, h("h3", null, say`Data`), this.data),
      h("form", { class: "debug-part", "aria-label": say`Cards`, onsubmit: sends(() => this.move()) }, h("h3", null, say`Cards`), h("div", { class: "pair" }, field(say`From`, this.from), field(say`Card to move`, this.moved)), field(say`To`, this.to), submit(say`Move the card`), this.zones),
    );
    this.showSteps();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /** Debugs the game of a session from now on. @param {import("./session.js").Session} session */
  debugIn(session) {
    this.session = session;
    this.later();
  }

  /** Asks for all data and cards, once what happens now has happened. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), REST);
  }

  /** Whether it is on the screen. */
  get isSeen() {
    return this.isConnected && this.offsetParent !== null;
  }

  /**
   * Asks the host; why it does not is shown here.
   *
   * @param {Protocol.DebugCall} debug
   * @param {boolean} [byPerson] whether somebody has asked for it: what was wrong before is read then
   * @returns {Promise<Protocol.Debugged | null>}
   */
  async ask(debug, byPerson = true) {
    try {
      const done = await this.session?.call({ debug });
      if (byPerson) this.problem.hidden = true;
      return done && "debugged" in done ? done.debugged : null;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Lost)) throw error;
      this.problem.textContent = capital(error.message);
      this.problem.hidden = false;
      return null;
    }
  }

  async refresh() {
    const { session } = this;
    if (!session?.room || !mayDebug(session) || !this.isSeen) return;
    this.showSteps();
    if (session.room.phase === "open") return;
    const done = await this.ask({ state: {} }, false);
    if (!done || typeof done === "string" || !("state" in done)) return;
    const known = new Map(this.state?.data.map((datum) => [placeOf(datum), datum.value]));
    // What was before stays marked until something else changes.
    if (known.size !== done.state.data.length || done.state.data.some((datum) => known.get(placeOf(datum)) !== datum.value)) this.earlier = known;
    this.state = done.state;
    this.show();
  }

  // --- what is shown

  showSteps() {
    const { room } = this.session ?? {};
    const waits = Boolean(room?.bots_wait);
    const plays = room?.phase === "playing";
    const focused = this.steps.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.does : undefined;
    fill(
      this.steps,
      button({ icon: "play", label: say`Step`, class: "small", disabled: !plays, data: { does: "step" }, title: say`A bot chooses once`, onclick: () => this.step() }),
      button({ icon: "undo", label: say`Back`, class: "small", disabled: !plays, data: { does: "back" }, title: say`Takes the last choice or change back`, onclick: () => this.change({ back: { count: 1 } }, say`The last choice or change is taken back`) }),
      button({ icon: waits ? "check" : "pause", label: say`Bots wait`, class: "small", disabled: !plays, "aria-pressed": String(waits), data: { does: "wait" }, onclick: () => this.change({ wait: { wait: !waits } }, waits ? say`Bots go on` : say`Bots wait`) }),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-does="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  }

  show() {
    const { session, state } = this;
    const { info } = session ?? {};
    if (!session || !info || !state) return;
    const seats = info.names.map((name, seat) => /** @type {[string, string]} */ ([String(seat), name]));
    const running = session.replica?.view.status.scenes[0]?.state;
    const actions = info.data.actions.flatMap((action, at) => (action.state === running ? [/** @type {[string, string]} */ ([String(at), action.label || action.name])] : []));
    const types = [...new Set(state.zones.flatMap(({ cards }) => cards))].sort((a, b) => a - b);
    const cards = types.map((type) => /** @type {[string, string]} */ ([String(type), nameOf(info, type)]));
    offer(this.seat, seats, String(session.own ?? 0));
    offer(this.action, actions);
    offer(this.card, [["", say`Any`], ...cards]);
    offer(this.reader, [["", say`Who sees everything`], ...seats]);
    const zones = state.zones.map(({ zone }) => /** @type {[string, string]} */ ([String(zone), capital(info.zoneName(zone))]));
    offer(this.from, zones);
    offer(this.to, zones);
    this.showCards();
    this.showData();
    fill(this.zones, state.edited && h("p", { class: "quiet" }, say`The game was edited: it has no log to download.`), state.zones.map(({ zone, cards: there }) => h("p", null, h("b", null, capital(info.zoneName(zone))), ` (${there.length}) `, there.map((type) => nameOf(info, type)).join(", "))));
  }

  /** The cards of the zone from which one is moved. */
  showCards() {
    const { info } = this.session ?? {};
    const there = this.state?.zones.find(({ zone }) => String(zone) === this.from.value)?.cards ?? [];
    if (info) offer(this.moved, [...new Set(there)].map((type) => [String(type), nameOf(info, type)]));
  }

  showData() {
    const { session, state } = this;
    const { info } = session ?? {};
    if (!info || !state) return;
    const written = this.data.querySelector("input")?.value;
    const hadFocus = this.data.contains(document.activeElement);
    const rows = state.data.map((datum) => {
      const place = placeOf(datum);
      const name = typeof datum.seat === "number" ? say`${datum.name} of ${info.seat(datum.seat)}` : datum.name;
      const old = this.earlier.get(place);
      const isNew = old !== undefined && old !== datum.value;
      const sets = this.setting === place;
      const value = sets ? this.setter(datum, name, written ?? datum.value) : [h("span", null, datum.value), isNew && [" ", h("small", { class: "was" }, say`was ${old}`)]];
      const opens = !datum.worked_out && !sets && button({ label: say`Set`, class: "link", "aria-label": say`Set ${name}`, data: { place }, onclick: () => this.open(place) });
      return h("tr", { class: isNew ? "changed" : null }, h("th", { scope: "row" }, h("code", null, datum.name), typeof datum.seat === "number" && h("small", null, ` ${info.seat(datum.seat)}`)), h("td", null, value), h("td", null, opens));
    });
    fill(this.data, rows.length > 0 ? h("table", null, h("thead", { class: "only-heard" }, h("tr", null, h("th", { scope: "col" }, say`Name`), h("th", { scope: "col" }, say`Value`), h("td", null))), h("tbody", null, rows)) : h("p", { class: "quiet" }, say`This game has no data.`));
    if (hadFocus) this.data.querySelector("input")?.focus();
  }

  /** The form that sets an item. @param {Protocol.DatumTold} datum @param {string} name @param {string} value */
  setter(datum, name, value) {
    const input = h("input", { type: "text", value, maxlength: 2000, autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": say`New value of ${name}` });
    const set = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const call = { set: { item: datum.item, value: input.value, ...(typeof datum.seat === "number" ? { seat: datum.seat } : {}) } };
      if (await this.change(call, say`${name} is set`)) this.open(null);
    };
    return h("form", { class: "joined", onsubmit: set, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (event.stopPropagation(), this.open(null)) }, input, h("button", { type: "submit", class: "button small" }, say`Set`));
  }

  /** Opens the form of an item, or closes it. @param {string | null} place */
  open(place) {
    const before = this.setting;
    this.setting = place;
    fill(this.data);
    this.showData();
    if (place !== null) return this.data.querySelector("input")?.select();
    /** @type {HTMLElement | null} */ (this.data.querySelector(`[data-place="${CSS.escape(before ?? "")}"]`))?.focus();
  }

  // --- what is done

  async why() {
    const card = this.card.value === "" ? {} : { card: Number(this.card.value) };
    const done = await this.ask({ why: { seat: Number(this.seat.value), action: Number(this.action.value), ...card } });
    if (!done || typeof done === "string" || !("why" in done)) return fill(this.answer);
    const { is_offered, reason, condition, candidates = [], more = 0, valid, is_elsewhere } = done.why;
    const isOne = this.card.value !== "";
    const verdict = isOne ? (is_offered ? say`Can be picked` : say`Cannot be picked`) : is_offered ? say`Offered` : say`Not offered`;
    fill(
      this.answer,
      h("p", { class: `told ${is_offered ? "holds" : "fails"}` }, h("span", { "aria-hidden": "true" }, is_offered ? "✓ " : "✗ "), h("b", null, verdict), reason && `: ${reason}`),
      is_elsewhere && h("p", null, say`The card does not lie where this action picks from.`),
      h(
        "ul",
        { class: "parts" },
        condition && partOf(condition, say`Condition`),
        candidates.map(({ name, legal }) => partOf(legal, say`Legal: ${name}`)),
        valid && partOf(valid, say`Valid, of it alone`),
      ),
      more > 0 && h("p", { class: "quiet" }, counted(more, "… and 1 more", "… and {0} more")),
      !condition && candidates.length === 0 && !valid && h("p", { class: "quiet" }, say`It has no conditions of its own.`),
    );
  }

  async evaluate() {
    const seat = this.reader.value === "" ? {} : { seat: Number(this.reader.value) };
    const done = await this.ask({ evaluate: { expression: this.expression.value, ...seat } });
    if (!done || typeof done === "string" || !("value" in done)) return fill(this.value);
    fill(this.value, h("p", null, done.value.unseen ? say`Unknown: it depends on a card that the seat does not see.` : h("code", null, done.value.text)));
  }

  async move() {
    const info = this.session?.info;
    if (!info || this.moved.value === "") return;
    const [card, from, to] = [this.moved, this.from, this.to].map((input) => Number(input.value));
    await this.change({ move: { card, from, to } }, say`${nameOf(info, card)} is moved`);
  }

  async step() {
    const done = await this.ask({ step: {} });
    if (done && typeof done !== "string" && "stepped" in done) {
      const { lines } = done.stepped;
      fill(this.happened, lines.map((line) => h("li", null, line)));
      this.happened.hidden = lines.length === 0;
      this.happened.scrollTop = 0;
      announce(lines.join(". "));
    }
    this.later();
  }

  /** Changes something, and tells that it is done. @param {Protocol.DebugCall} call @param {string} told */
  async change(call, told) {
    const done = await this.ask(call);
    if (done) announce(told);
    this.later();
    return Boolean(done);
  }
}

/** What an item of data is known by. @param {Protocol.DatumTold} datum */
const placeOf = (datum) => JSON.stringify(datum.item);

/** @param {import("./info.js").TableInfo} info @param {number} type */
const nameOf = (info, type) => capital(info.cardType(type)?.label ?? say`a card`);

/** Offers other choices; what was chosen stays so where it can. @param {HTMLSelectElement} input @param {[string, string][]} options @param {string} [usual] */
function offer(input, options, usual) {
  const old = input.value;
  const known = [...input.options].map(({ value, text }) => `${value} ${text}`).join("\n");
  if (known === options.map(([value, text]) => `${value} ${text}`).join("\n")) return;
  fill(input, options.map(([value, label]) => h("option", { value }, label)));
  const wanted = options.some(([value]) => value === old) && known !== "" ? old : usual;
  if (wanted !== undefined) input.value = wanted;
}

customElements.define("debug-panel", DebugPanel);
