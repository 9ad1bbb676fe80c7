// The table: the seats around it, the zones on it, and the cards in them.

import { fill, h, vars } from "./dom.js";
import { Drawings, PlayingCard } from "./card.js";
import { CardZone } from "./zone.js";
import { gridOf, isTrick, kindOf, largest } from "./lay.js";
import { TableSeat } from "./seat.js";
import { AuctionTable } from "./auction.js";
import { HandSummary } from "./summary.js";
import { isNamed } from "./face.js";
import { isAstray } from "./a11y.js";
import { isStill, move, places } from "./animate.js";
import { words } from "./info.js";
import { feltOf, mix } from "./colour.js";
import { capital, say } from "./language.js";

/** The heights that cards may have, in pixels: the largest at which all fits is taken. */
const HEIGHTS = [176, 160, 146, 132, 120, 108, 98, 88, 80, 72, 64, 58, 52, 46];

/** Cards of this height are hard to read. */
const SMALL = 64;

/** Cards of this height leave room for what can be done beside one's hand, where the page scrolls and not the table. */
const EASY = 72;

/** Of so many shared piles the table is full: it is laid for them. */
const MANY_PILES = 12;

/** A height at which cards are read: rather than to make many piles small, one scrolls to them. */
const READABLE = 108;

/** So many open cards of another seat want room to be read. */
const MANY_CARDS = 5;

/** So much of a card of the own hand is to be seen, in pixels: the sign in its corner, or its name. */
const [SIGN, NAME] = [17, 72];

/** So many facts of the whole game are shown. */
const MOST_FACTS = 5;

/**
 * @typedef {import("./zone.js").Model} Model
 * @typedef {{ zone: number, key: number, place: number }} Focused a card that has the focus, and where it lies
 */

export class CardTable extends HTMLElement {
  /** What things are called. @type {import("./info.js").TableInfo | null} */
  named = null;

  constructor() {
    super();
    /** @type {Map<number, PlayingCard>} */
    this.cards = new Map();
    /** @type {Map<number, CardZone>} */
    this.zones = new Map();
    /** @type {TableSeat[]} */
    this.seats = [];
    /** @type {Drawings | null} */
    this.drawings = null;
    /** @type {Map<number, number>} */
    this.lay = new Map();
    /** Zones that had cards in this game: they keep their room. @type {Set<number>} */
    this.used = new Set();
    /** The card that had the focus before it could no longer be reached. @type {Focused | null} */
    this.lost = null;
    this.shape = "";
    /** How large the cards were made, and for what. @type {{ size: string, open: number, height: number, fits: boolean, tight: boolean } | null} */
    this.fitted = null;
    this.parts = {
      left: h("div", { class: "side left" }),
      top: h("div", { class: "side top" }),
      right: h("div", { class: "side right" }),
      facts: h("div", { class: "facts" }),
      lines: h("ul", { class: "facts lines" }),
      above: h("div", { class: "messages above" }),
      rows: h("div", { class: "shared" }),
      trick: h("div", { class: "trick" }),
      below: h("div", { class: "messages below" }),
      bottom: h("div", { class: "side bottom" }),
    };
    this.auction = new AuctionTable();
    const { left, top, right, facts, lines, above, rows, trick, below, bottom } = this.parts;
    this.felt = h("div", { class: "felt" }, left, top, right, h("div", { class: "middle" }, facts, lines, above, rows, h("div", { class: "centre" }, trick, this.auction), below), bottom);
    this.gone = 0;
    this.summary = new HandSummary();
    /** What stands on the table in words: messages, and what is the case just now. @type {{ messages: string[], facts: { name: string, value: string }[] }} */
    this.words = { messages: [], facts: [] };
    this.resized = new ResizeObserver(() => this.fit());
  }

  /** What things are called, once the table is laid. */
  get info() {
    if (!this.named) throw new Error("the table is not laid");
    return this.named;
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.felt);
    this.resized.observe(this);
  }

  disconnectedCallback() {
    this.resized.disconnect();
    this.drawings?.remove();
    this.drawings = null;
  }

  /**
   * Lays the table for a game.
   *
   * @param {import("./info.js").TableInfo} info
   * @param {number} seats
   * @param {(path: string) => string | null} picture
   */
  set(info, seats, picture) {
    this.named = info;
    const shape = `${info.data.hash} ${seats} ${info.own}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.classList.toggle("watched", info.own === null);
    this.fitted = null;
    this.drawings?.remove();
    this.drawings = new Drawings(info.data, picture);
    this.cards.clear();
    this.zones.clear();
    this.lay.clear();
    this.used.clear();
    for (const part of Object.values(this.parts)) {
      part.replaceChildren();
      part.classList.remove("spoken");
    }
    const felt = info.felt;
    if (felt) vars(this, { "--felt": feltOf(felt), "--felt-deep": mix(feltOf(felt), "#000000", 0.4) });
    const all = [...info.zonesOf(null), ...Array.from({ length: seats }, (_, seat) => info.zonesOf(seat)).flat()];
    for (const id of all) {
      const zone = new CardZone();
      zone.zone = id;
      this.zones.set(id, zone);
    }
    this.seat(seats);
    this.share();
  }

  /** Puts the seats around the table: the own one below, the others in the order of play. @param {number} n */
  seat(n) {
    const bottom = this.info.own ?? 0;
    this.seats = Array.from({ length: n }, (_, at) => {
      const seat = new TableSeat();
      seat.seat = at;
      seat.classList.toggle("bottom-seat", at === bottom);
      return seat;
    });
    const others = Array.from({ length: n - 1 }, (_, at) => (bottom + 1 + at) % n);
    const piles = this.info.zonesOf(null).filter((id) => this.info.zone(id).def.kind === "pile");
    const isCrowded = piles.length > MANY_PILES;
    this.classList.toggle("crowded", isCrowded);
    // Few sit across; of many, some at the sides, unless the middle needs all of the width.
    const beside = isCrowded || others.length < 3 ? 0 : others.length < 7 ? 1 : 2;
    const [left, right] = [others.slice(0, beside), others.slice(others.length - beside)];
    const top = others.slice(beside, others.length - beside);
    this.dataset.sides = String(beside);
    this.dataset.top = String(top.length);
    // Who has many zones before him needs room for them.
    const before = this.info.zonesOf(bottom).filter((id) => !this.info.isHand(id) && !isTrick(this.info.zone(id).def) && !this.info.isBox(id));
    this.classList.toggle("many", before.length > 3 && !before.some((id) => this.info.zone(id).def.copies > 8));
    this.classList.toggle("handless", !this.info.zonesOf(bottom).some((id) => this.info.isHand(id)));
    const put = (/** @type {HTMLElement} */ side, /** @type {number[]} */ list) => side.append(...list.map((at) => this.seats[at]));
    put(this.parts.left, left.reverse());
    put(this.parts.top, top);
    put(this.parts.right, right);
    put(this.parts.bottom, n > 0 ? [bottom] : []);
    for (const seat of this.seats) {
      for (const id of this.together(this.info.zonesOf(seat.seat))) {
        const zone = /** @type {CardZone} */ (this.zones.get(id));
        if (isTrick(this.info.zone(id).def)) this.inTrick(zone, (seat.seat - bottom + n) % n, n);
        else (this.info.isHand(id) ? seat.hand : seat.zones).append(zone);
      }
    }
  }

  /** Lays what a seat plays to a trick in the middle, on its side. @param {CardZone} zone @param {number} after seats after the lowest @param {number} n */
  inTrick(zone, after, n) {
    const angle = Math.PI * (0.5 + (2 * after) / n);
    vars(zone, { "--x": Math.cos(angle).toFixed(3), "--y": Math.sin(angle).toFixed(3) });
    this.parts.trick.append(zone);
  }

  /** Zones with the copies of each beside it. @param {number[]} zones */
  together(zones) {
    const first = (/** @type {number} */ id) => zones.findIndex((other) => this.info.zone(other).def.name === this.info.zone(id).def.name);
    return [...zones].sort((a, b) => first(a) - first(b) || a - b);
  }

  /** Puts the shared zones into rows, as their places say. */
  share() {
    const placed = this.together(this.info.zonesOf(null)).map((id) => ({ id, def: this.info.zone(id).def }));
    /** @type {Map<number, { id: number, x: number }[]>} */
    const rows = new Map();
    for (const { id, def } of placed) {
      const row = typeof def.y === "number" ? Math.round(def.y * 6) : 3;
      rows.set(row, [...(rows.get(row) ?? []), { id, x: def.x ?? 0.5 }]);
    }
    const sorted = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x));
    const isColumn = (/** @type {{ id: number }} */ { id }) => this.info.zone(id).def.kind === "column";
    // No more piles than there are columns stand in one row as these do, in cards that are not smaller.
    const columns = Math.max(0, ...sorted.filter((row) => row.some(isColumn)).map((row) => row.length));
    const lies = (/** @type {{ id: number }[]} */ row) => (row.some(isColumn) ? " columns" : row.length <= columns ? " alongside" : "");
    fill(
      this.parts.rows,
      ...sorted.map((row) => h("div", { class: `shared-row${lies(row)}`, vars: { "--beside": row.length } }, ...row.map(({ id }) => this.zones.get(id)))),
    );
  }

  /**
   * Shows the table as it is.
   *
   * @param {import("./replica.js").Replica} replica
   * @param {{ chooser: import("./choose.js").Chooser | null, seats: Protocol.SeatInfo[] }} about
   */
  show(replica, { chooser, seats }) {
    const { view, keys, hints } = replica;
    const before = places(this.cards.values(), this.zones.values());
    const focus = this.focused() ?? (isAstray() ? this.lost : null);
    const cameFrom = new Map(this.lay);
    this.lay.clear();
    keys.forEach((list, zone) => list.forEach((key) => this.lay.set(key, zone)));
    const changed = new Set();
    const cardOf = (/** @type {number} */ key) => this.cardOf(key);
    for (const [id, zone] of this.zones) {
      const model = this.model(id, view, keys[id] ?? [], chooser, hints);
      const shows = this.isShown(id, view, model, hints);
      zone.hidden = !shows && !this.isReserved(id);
      for (const card of zone.update(model, cardOf, /** @type {Drawings} */ (this.drawings))) changed.add(card);
      zone.classList.toggle("reserved", !shows);
      zone.classList.toggle("copy", this.info.zone(id).def.copies > 1);
    }
    for (const [key, card] of this.cards) if (!card.isConnected && !this.lay.has(key)) this.cards.delete(key);
    for (const seat of this.seats) {
      const [use] = chooser?.uses({ seat: seat.seat }) ?? [];
      seat.update(this.info, view, seats[seat.seat], use ? `${use.label}: ${this.info.seat(seat.seat)}` : null);
    }
    for (const row of /** @type {Iterable<HTMLElement>} */ (this.parts.rows.children)) {
      row.hidden = /** @type {HTMLElement[]} */ ([...row.children]).every((zone) => zone.hidden || zone.classList.contains("reserved"));
    }
    this.tell(view);
    this.fit();
    this.summary.place(this);
    this.refocus(focus);
    move(before, this.cards.values(), (key) => cameFrom.get(key) ?? null, changed);
  }

  /** @param {number} key */
  cardOf(key) {
    let card = this.cards.get(key);
    if (!card) {
      card = new PlayingCard();
      card.key = key;
      this.cards.set(key, card);
    }
    return card;
  }

  /**
   * What a zone shows.
   *
   * @param {number} id
   * @param {Protocol.View} view
   * @param {number[]} keys
   * @param {import("./choose.js").Chooser | null} chooser
   * @param {import("./hints.js").Hints} hints
   * @returns {Model}
   */
  model(id, view, keys, chooser, hints) {
    const { info } = this;
    const seen = view.zones[id];
    const { def, owner } = info.zone(id);
    const own = owner !== null && owner === info.own;
    const kind = kindOf(def, seen, own);
    const litCards = chooser?.litCards(id) ?? false;
    const [zoneUse] = chooser?.uses({ zone: id }) ?? [];
    // Where an action would take cards of the hand and can take none, the hand shows it.
    const isBarred = kind === "fan" && own && Boolean(chooser?.barred((action) => info.picks(action)));
    // A hand is shown in the order of the rules' cards, also one of another seat that lies open.
    const isOpen = seen.cards.every((card) => !("back" in card));
    const isFree = kind === "fan" && !info.data.endless && (own || (def.order === "any" && isOpen));
    const facts = info.onCards(view, id);
    const entries = seen.cards.map((card, index) => {
      const pick = { card: { zone: id, index } };
      const uses = chooser?.uses(pick) ?? [];
      const selected = chooser ? chooser.isSelected(pick) : false;
      const lit = chooser ? chooser.isLit(pick) : false;
      // Also of a card that cannot be taken one may ask why.
      const can = !lit && own && Boolean(chooser?.decision) && !chooser?.prompt;
      const has = facts.get(index) ?? [];
      const name = [info.card(card), ...has.map((fact) => `${fact.name} ${fact.value}`.trim())].join(", ");
      const marked = hints.cards.has(keys[index]);
      const advised = chooser?.isAdvised(pick) ?? false;
      const does = uses.length === 1 ? uses[0].label : lit ? say`can be picked` : "";
      const doing = selected || (marked && !lit) ? say`selected` : advised ? [does, say`a bot would pick it`].filter(Boolean).join(", ") : does;
      return { key: keys[index], seen: card, index, facts: has, lit, selected, can, marked, advised, printed: info.printed(card), name, place: "", doing: doing || (can ? say`not now` : ""), dim: can && (isBarred || ((litCards || kind === "fan") && Boolean(chooser?.picksCards))) };
    });
    if (isFree) entries.sort((a, b) => info.place(a.seen) - info.place(b.seen));
    // The card that is taken next lies on top.
    if ((kind === "pile" || kind === "column") && def.order === "fixed-fifo" && seen.ordered) entries.reverse();
    const grid = kind === "grid" ? gridOf(def, entries.length) : null;
    // What one cannot tell apart by its face is told apart by where it lies.
    for (const [at, entry] of entries.entries()) {
      if (grid && grid.columns > 1) entry.place = say`row ${Math.floor(at / grid.columns) + 1}, column ${(at % grid.columns) + 1}`;
      else if (own && kind !== "pile" && seen.ordered && entries.length > 1 && "back" in entry.seen) entry.place = say`${at + 1} of ${entries.length}`;
    }
    const marks = (def.designations ?? []).filter((_, at) => ((seen.designations ?? 0) >>> at) & 1).map(words);
    return {
      kind, label: info.zoneLabel(id), name: info.zoneName(id), marks, own, shared: owner === null,
      marked: hints.zones.has(id),
      tagged: entries.some((entry) => entry.facts.length > 0),
      open: kind === "fan" && owner !== null && !own && entries.length > 0 && isOpen && (marks.length > 0 || entries.length > MANY_CARDS),
      grid,
      small: owner !== null && !own,
      entries,
      target: zoneUse && !litCards ? `${zoneUse.label}: ${info.zoneName(id)}` : null,
      faceless: entries.every((entry) => "back" in entry.seen),
      named: own && kind === "fan" && entries.some(({ seen: card }) => "face" in card && this.isNamed(card.face)),
    };
  }

  /** Whether a card is told by its name and not by a sign in its corner. @param {number} type */
  isNamed(type) {
    const { cards, sets } = this.info.data;
    const card = cards[type];
    return Boolean(card) && !card.face_picture && isNamed(card, sets[card.set]);
  }

  /** Whether a zone is worth its place. @param {number} id @param {Protocol.View} view @param {Model} model @param {import("./hints.js").Hints} hints */
  isShown(id, view, model, hints) {
    const { def, owner } = this.info.zone(id);
    const lit = model.target !== null || model.entries.some((entry) => entry.lit);
    if (lit) return true;
    if (this.info.isBox(id) || view.zones[id].closed) return false;
    const wished = [...hints.parts].find(([text]) => this.info.text(text) === def.name);
    if (wished) return wished[1];
    if (this.info.data.endless && owner === this.info.own) return true;
    if (model.entries.length > 0) this.used.add(id);
    if (model.entries.length > 0 || model.marks.length > 0) return true;
    if ((model.grid && model.grid.holes > 0) || isTrick(def) || (owner === null && this.used.has(id))) return true;
    // A deck that was dealt out before anybody saw it is no place where cards are put.
    if (owner === null && def.has_deck && model.kind === "pile") return false;
    return owner === null ? Boolean(def.kind) : def.kind === "pile" || def.kind === "column" || (owner === this.info.own && def.kind === "fan");
  }

  /** Whether a zone that is not shown keeps its room, so that nothing shifts when it is. @param {number} id */
  isReserved(id) {
    const { def, owner } = this.info.zone(id);
    if (this.info.isBox(id) || def.copy > 0) return false;
    return owner === null ? def.copies > 1 && Boolean(def.kind) : this.used.has(id) || (!this.info.isHand(id) && !/deck/i.test(def.name));
  }

  /** Shows the messages, and what the game is about just now. @param {Protocol.View} view */
  tell(view) {
    const { info } = this;
    const { messages = [] } = view.status;
    const of = (/** @type {Protocol.MessagePlace} */ place) =>
      messages
        .filter((message) => message.place === place)
        .map(({ size, text, tokens }) => h("p", { class: "message", vars: { "--size": Math.min(1.9, Math.max(1, size / 22)) } }, info.said(text, tokens ?? [])));
    /** @type {["above" | "below", HTMLElement[]][]} */
    const told = [["above", of("top_center_screen")], ["below", [...of("center_screen"), ...of("bottom_center_screen")]]];
    for (const [part, messages] of told) {
      fill(this.parts[part], messages);
      // Where something was said there is room for more of it.
      if (messages.length > 0) this.parts[part].classList.add("spoken");
    }
    this.summary.show(messages.filter(({ place }) => place === "summary").map((m) => info.said(m.text, m.tokens ?? [])));
    clearTimeout(this.gone);
    // Those without a time stand while they are true.
    const seconds = messages.map(({ seconds = 0 }) => seconds).filter((seconds) => seconds > 0);
    if (seconds.length > 0) {
      const first = Math.min(...seconds);
      this.gone = setTimeout(() => {
        view.status.messages = messages.filter(({ seconds = 0 }) => !(seconds > 0 && seconds <= first));
        this.tell(view);
      }, first * 1000);
    }
    const scene = this.scene(view);
    const state = scene && info.state(scene.state);
    const ofState = scene ? info.told(state?.data ?? [], scene.data ?? []) : [];
    const ofGame = info.told(info.data.globals, view.globals);
    const facts = [...ofGame.filter(({ lines }) => !lines).slice(0, MOST_FACTS), ...ofState.filter(({ lines }) => !lines)];
    this.words = { messages: told.flatMap(([, messages]) => messages.map(({ textContent }) => textContent ?? "")), facts };
    fill(this.parts.lines, [...ofGame, ...ofState].flatMap(({ lines }) => lines ?? []).map((line) => h("li", { class: "fact" }, line.map(({ text, isNumber }) => [isNumber ? h("b", null, text) : text, " "]))));
    fill(
      this.parts.facts,
      view.status.result ? h("span", { class: "state" }, say`The end`) : state && h("span", { class: "state" }, capital(words(state.label))),
      facts.map((fact) => h("span", { class: "fact" }, fact.value ? [h("span", { class: "fact-name" }, `${fact.name} `), h("b", null, fact.value)] : h("b", null, fact.name))),
    );
  }

  /** The running state that concerns the viewer. @param {Protocol.View} view */
  scene(view) {
    const { scenes } = view.status;
    const { own } = this.info;
    const mine = own === null ? null : scenes.find((scene) => ((scene.members | (scene.resting ?? 0)) >>> own) & 1);
    return mine ?? scenes[0];
  }

  // --- what has the focus, though cards come and go

  /** @returns {Focused | null} */
  focused() {
    const card = document.activeElement?.closest("playing-card");
    return card ? { zone: Number(card.dataset.zone), key: card.key, place: [...(card.parentElement?.children ?? [])].indexOf(card) } : null;
  }

  /** @param {Focused | null} focus */
  refocus(focus) {
    this.lost = null;
    const now = document.activeElement;
    const isCard = Boolean(now?.closest("playing-card"));
    if (!focus || (isCard && now?.hasAttribute("tabindex")) || (!isCard && !isAstray())) return;
    const zone = this.zones.get(focus.zone);
    const cards = zone?.reachable() ?? [];
    const next = cards[Math.min(focus.place, cards.length - 1)];
    // Where nothing can be taken while others play, it comes back with one's turn.
    if (!zone || !next) this.lost = focus;
    else {
      zone.current = next.key;
      zone.rove();
      next.focus();
    }
  }

  /** Whether it is as high as it must be: then the page scrolls. */
  get isFree() {
    return getComputedStyle(this).overflowY === "visible";
  }

  /**
   * Lays a long hand in two rows where its cards would cover each other's signs, and where there is more height than width.
   *
   * @param {number} room how high the table may be
   * @returns {number} how many hands lie so
   */
  fold(room) {
    const hands = [...this.zones.values()].filter((zone) => !zone.hidden && zone.matches(".fan.own"));
    const width = this.clientWidth / Math.max(1, hands.length);
    for (const hand of hands) hand.classList.toggle("folded", room > this.clientWidth && width < hand.total * (hand.named ? NAME : SIGN));
    return hands.filter((hand) => hand.classList.contains("folded")).length;
  }

  /** Makes the cards as large as all of them fit. */
  fit() {
    const { felt, fitted, isFree } = this;
    if (felt.clientWidth === 0) return;
    const room = isFree ? Infinity : this.clientHeight;
    const folded = this.fold(room);
    const most = isFree ? (this.classList.contains("crowded") ? READABLE : EASY) : Math.max(88, room * 0.24);
    const size = `${this.clientWidth} ${room} ${folded}`;
    const open = this.zonesOpen();
    const fits = (/** @type {number} */ height) => {
      vars(this, { "--fit-h": `${height}px`, "--middle-w": `${this.parts.rows.parentElement?.clientWidth ?? 0}px` });
      return felt.offsetHeight <= room + 1;
    };
    const limit = HEIGHTS.filter((height) => height <= most && height <= Math.max(96, this.clientWidth * 0.27));
    const isSame = fitted?.size === size;
    if (isSame) {
      const stillFits = fits(fitted.height);
      // Larger again only when there is room for more than it takes at once, so that cards do not breathe.
      if (stillFits ? fitted.open === open || limit.indexOf(fitted.height) <= 1 : fitted.open === open && !fitted.fits) return;
    }
    // Where only small cards fit, what is not needed stands back, until there is more room.
    this.classList.toggle("tight", Boolean(isSame && fitted?.tight));
    let height = largest(limit, fits);
    if ((height <= SMALL || !fits(height)) && !this.classList.contains("tight")) {
      this.classList.add("tight");
      height = largest(limit, fits);
    }
    if (this.classList.contains("crowded") && (height <= SMALL || !fits(height))) height = largest(limit, (one) => one <= READABLE);
    this.fitted = { size, open, height, fits: fits(height), tight: this.classList.contains("tight") };
    // One's own is seen first, unless one is somewhere else already; who watches has nothing there.
    if (isFree && !isSame && isAstray() && this.named && this.named.own !== null) this.parts.bottom.scrollIntoView({ block: "start" });
    // What does not fit is reached by keys too.
    if (this.fitted.fits) this.removeAttribute("tabindex");
    else if (!this.hasAttribute("tabindex")) {
      this.setAttribute("tabindex", "0");
      if (this.info.own !== null) this.scrollTop = this.scrollHeight;
    }
  }

  /** What somebody looks at, and how much it matters: cards that are seen more than others. */
  things() {
    const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
    const cards = [...this.querySelectorAll("playing-card")].map((card) => ({ box: box(card), weight: "face" in (card.seen ?? {}) && card.closest(".shared, .trick, .bottom-seat") ? 4 : 1 }));
    const others = [...this.querySelectorAll(".plaque, .fact, .message, .zone-count, .auction")].map((element) => ({ box: box(element), weight: element.closest(".middle") ? 4 : 1 }));
    // Also before the first card of a trick lies there.
    const places = [...this.querySelectorAll(".trick card-zone:not([hidden])")].map((zone) => ({ box: box(zone), weight: 4 }));
    return [...cards, ...others, ...places];
  }

  /** How high the own hand is. */
  get handHeight() {
    return /** @type {HTMLElement | null} */ (this.querySelector(".bottom-seat .seat-hand"))?.offsetHeight ?? 0;
  }

  zonesOpen() {
    return [...this.zones.values()].filter((zone) => !zone.hidden).length;
  }

  /** The zone or card at a place of the screen, for cards that are drawn. @param {number} x @param {number} y */
  at(x, y) {
    const found = document.elementsFromPoint(x, y).map((element) => element.closest("playing-card, card-zone, table-seat"));
    return /** @type {HTMLElement[]} */ (found.filter((element) => element && this.contains(element)));
  }

  get still() {
    return isStill();
  }
}

customElements.define("card-table", CardTable);
