// A zone on the table: a pile, a row, a column, a fan or a grid of cards.

import { button, fill, h, relabel, vars } from "./dom.js";
import { PlayingCard } from "./card.js";
import { columnOf } from "./lay.js";
import { capital, counted, number, say } from "./language.js";

/** So many cards of a pile are laid out; the rest is its thickness. */
const PILE = 3;

/**
 * A card as it lies in a zone.
 *
 * @typedef {{ key: number, seen: Protocol.CardSeen, index: number, facts: import("./info.js").Fact[], lit: boolean, selected: boolean, can: boolean, dim: boolean, marked: boolean, advised: boolean, name: string, place: string, doing: string, printed: string }} Entry
 */

/**
 * What a zone shows.
 *
 * @typedef {{
 *   kind: string, label: string, name: string, marks: string[], small: boolean, own: boolean, shared: boolean, marked: boolean, tagged: boolean, open: boolean,
 *   grid: { columns: number, holes: number } | null, entries: Entry[], target: string | null, faceless: boolean, named: boolean,
 * }} Model
 */

/** Keeps something from being read out, because what stands beside it says it. @param {Element} element @param {boolean} hidden */
function hide(element, hidden) {
  if (hidden) element.setAttribute("aria-hidden", "true");
  else element.removeAttribute("aria-hidden");
}

/** Whether of a card there is nothing to tell but that it is there. @param {Entry} entry */
const tellsNothing = (entry) => "back" in entry.seen && entry.facts.length === 0 && !entry.lit && !entry.selected && !entry.can && !entry.marked && !entry.advised;

/**
 * What is read out of each card; nothing where another one's words stand for it too: those below the top of a pile, and face-down
 * cards beside each other.
 *
 * @param {Entry[]} entries
 * @param {Model} model
 * @param {boolean} isPile whether only the top of them is seen
 */
function spokenOf(entries, model, isPile) {
  const words = (/** @type {Entry} */ { name, place, doing }) => [name, place, doing].filter(Boolean).join(", ");
  if (isPile) return entries.map((entry, at) => (at === entries.length - 1 || entry.lit || entry.selected || entry.marked || entry.advised ? words(entry) : ""));
  if (model.grid || model.own) return entries.map(words);
  return entries.map((entry, at) => {
    if (!tellsNothing(entry)) return words(entry);
    const isLike = (/** @type {Entry} */ other) => tellsNothing(other) && other.name === entry.name;
    if (at > 0 && isLike(entries[at - 1])) return "";
    const end = entries.findIndex((other, place) => place > at && !isLike(other));
    const n = (end < 0 ? entries.length : end) - at;
    if (n === 1) return words(entry);
    return entry.name === say`Hidden card` ? counted(n, "1 hidden card", "{0} hidden cards") : say`${n} × ${entry.name}`;
  });
}

export class CardZone extends HTMLElement {
  constructor() {
    super();
    this.zone = -1;
    this.caption = h("span", { class: "zone-name" });
    this.count = button({ label: "", class: "zone-count", onclick: () => this.emit("look") });
    this.marks = h("span", { class: "zone-marks" });
    this.cards = h("div", { class: "cards" });
    this.target = button({ label: "", class: "zone-target", hidden: true, onclick: () => this.emit("touch-zone") });
    /** @type {number | null} */
    this.current = null;
    this.columns = 0;
    /** How many cards lie in it, and whether they are told by their names. */
    this.total = 0;
    this.named = false;
    this.addEventListener("keydown", (event) => this.keyed(/** @type {KeyboardEvent} */ (event)));
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(h("div", { class: "zone-head" }, this.caption, this.count, this.marks), this.cards);
    this.setAttribute("role", "group");
  }

  /** @param {string} name */
  emit(name) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { zone: this.zone } }));
  }

  /**
   * @param {Model} model
   * @param {(key: number) => PlayingCard} cardOf
   * @param {import("./card.js").Drawings} drawings
   * @returns {PlayingCard[]} the cards that show something else than before
   */
  update(model, cardOf, drawings) {
    const total = model.entries.length;
    this.total = total;
    this.named = model.named;
    const isFolded = this.classList.contains("folded");
    const cards = counted(total, "1 card", "{0} cards");
    this.className = `zone ${model.kind}${model.small ? " small" : ""}${total === 0 ? " empty" : ""}${model.target ? " lit" : ""}${model.own ? " own" : ""}${model.shared ? " open-to-all" : ""}${model.marked ? " marked" : ""}${model.tagged ? " tagged" : ""}${model.open ? " lies-open" : ""}${model.named ? " named" : ""}${isFolded ? " folded" : ""}`;
    this.setAttribute("aria-label", [`${model.name}, ${total === 0 ? say`empty` : cards}`, ...model.marks].join(", "));
    this.caption.textContent = capital(model.label);
    fill(this.marks, ...model.marks.map((mark) => h("span", { class: "mark" }, mark)));
    const canLook = total > 1 && !model.faceless && model.kind === "pile";
    this.count.hidden = total < 2;
    this.count.disabled = !canLook;
    relabel(this.count, number(total));
    this.count.setAttribute("aria-label", canLook ? say`Look through ${model.name}, ${cards}` : cards);
    this.count.classList.toggle("can", canLook);
    // The zone's name says how many they are.
    hide(this.count, !canLook);

    // Of a pile, the top; but all, where something below can be picked.
    const spread = model.kind !== "pile" || model.entries.some((e) => (e.lit || e.selected) && e.index < total - 1 && e !== model.entries[total - 1]);
    const shown = spread ? model.entries : model.entries.slice(-PILE);
    this.classList.toggle("spread", spread && model.kind === "pile");
    const n = shown.length;
    vars(this, { "--n": n, "--half": Math.ceil(n / 2), "--thick": Math.min(9, Math.ceil(total / 5)) });
    const tops = model.kind === "column" ? columnOf(shown.map((entry) => "back" in entry.seen)) : [];
    if (model.kind === "column") vars(this, { "--high": 1 + (tops.at(-1) ?? 0) });
    const spoken = spokenOf(shown, model, !spread);
    /** @type {PlayingCard[]} */
    const changed = [];
    let at = this.cards.firstElementChild;
    for (const [place, entry] of shown.entries()) {
      const card = cardOf(entry.key);
      if (card.show(drawings, entry.seen)) changed.push(card);
      this.dress(card, entry, place, n, model, spoken[place]);
      vars(card, { "--down": tops[place] ?? 0 });
      if (card === at) at = at.nextElementSibling;
      else this.cards.insertBefore(card, at);
    }
    while (at) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
    // A column is a grid that is one card wide, for the keys.
    this.columns = model.kind === "column" ? 1 : (model.grid?.columns ?? 0);
    if (model.grid) {
      const { columns } = model.grid;
      // Where there is too little room for all columns, cards cover a part of those before them, and the last one is whole.
      const tracks = [...(columns > 1 ? [`repeat(${columns - 1}, minmax(0, var(--card-w)))`] : []), "var(--card-w)"];
      vars(this, { "--columns": columns, "--tracks": tracks.join(" ") });
      this.cards.append(...Array.from({ length: model.grid.holes }, () => h("span", { class: "hole" })));
    }
    const first = n > 0 ? /** @type {PlayingCard} */ (this.cards.firstElementChild) : null;
    if (first) vars(this, { "--ratio": first.style.getPropertyValue("--ratio") });
    else vars(this, { "--ratio": drawings.ratio });
    this.classList.toggle("rounded", first ? first.classList.contains("round") : drawings.isRound);
    this.aim(model.target);
    this.rove();
    return changed;
  }

  /** @param {PlayingCard} card @param {Entry} entry @param {number} place @param {number} n @param {Model} model @param {string} spoken */
  dress(card, entry, place, n, model, spoken) {
    card.dataset.zone = String(this.zone);
    card.dataset.index = String(entry.index);
    const middle = place - (n - 1) / 2;
    // Where it lies if its hand is laid in two rows.
    const half = Math.ceil(n / 2);
    const row = place < half ? 0 : 1;
    vars(card, { "--f": n > 1 ? place / (n - 1) : 0, "--i": place, "--turn": middle / Math.max(1, n - 1), "--row": row, "--along": half > 1 ? (place - row * half) / (half - 1) : 0 });
    card.tag(entry.facts);
    card.classList.toggle("lit", entry.lit);
    card.classList.toggle("selected", entry.selected);
    card.classList.toggle("dim", entry.dim);
    card.classList.toggle("marked", entry.marked && !entry.selected);
    card.classList.toggle("advised", entry.advised);
    const isButton = (entry.lit || entry.selected || entry.can) && spoken !== "";
    card.setAttribute("role", isButton ? "button" : "img");
    card.setAttribute("aria-label", spoken || entry.name);
    hide(card, spoken === "");
    card.title = entry.printed;
    if (isButton) {
      card.setAttribute("aria-pressed", String(entry.selected));
      if (entry.lit || entry.selected) card.removeAttribute("aria-disabled");
      else card.setAttribute("aria-disabled", "true");
    } else {
      card.removeAttribute("aria-pressed");
      card.removeAttribute("aria-disabled");
    }
    card.classList.toggle("can", isButton);
    if ((!isButton && !model.own) || spoken === "") card.removeAttribute("tabindex");
  }

  /** A button over the whole zone, where the zone itself can be picked. @param {string | null} label */
  aim(label) {
    if (!label) return this.target.remove();
    relabel(this.target, label);
    this.target.title = label;
    if (!this.target.isConnected) this.append(this.target);
  }

  /** One card of the zone is reached by Tab, the others by arrows. */
  rove() {
    const cards = this.reachable();
    if (cards.length === 0) return;
    const current = cards.find((card) => card === document.activeElement) ?? cards.find((card) => card.key === this.current) ?? cards.find((card) => card.classList.contains("lit")) ?? cards[0];
    for (const card of cards) card.tabIndex = card === current ? 0 : -1;
    this.current = current.key;
  }

  /** @returns {PlayingCard[]} */
  reachable() {
    const all = /** @type {PlayingCard[]} */ ([...this.cards.querySelectorAll("playing-card:not([aria-hidden])")]);
    const some = all.filter((card) => card.classList.contains("can") || this.classList.contains("own"));
    if (some.length > 0) return some;
    // Of a pile of all, the card on top: one may ask what it is, and why it cannot be taken. Elsewhere, what lies open.
    if (this.classList.contains("open-to-all") && this.classList.contains("pile")) return all.slice(-1);
    return all.filter((card) => !card.classList.contains("down"));
  }

  /**
   * The card of a row further up or down that can be reached: of the next row that has one, the nearest.
   *
   * @param {PlayingCard[]} cards
   * @param {number} at
   * @param {-1 | 1} by
   */
  across(cards, at, by) {
    const all = [...this.cards.children];
    const place = (/** @type {number} */ one) => all.indexOf(cards[one]);
    const [row, column] = [Math.floor(place(at) / this.columns), place(at) % this.columns];
    const beyond = cards.map((_, one) => ({ one, rows: (Math.floor(place(one) / this.columns) - row) * by, off: Math.abs((place(one) % this.columns) - column) }));
    const [next] = beyond.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows || a.off - b.off);
    return next ? next.one : at;
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const cards = this.reachable();
    const at = cards.findIndex((card) => card === document.activeElement);
    if (at < 0) return;
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 });
    // In a grid and a column also up and down, to a card of another row that may be reached.
    if (this.columns > 0) Object.assign(steps, { ArrowDown: this.across(cards, at, 1), ArrowUp: this.across(cards, at, -1) });
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = cards[(to + cards.length) % cards.length];
    this.current = next.key;
    next.focus();
    this.rove();
  }
}

customElements.define("card-zone", CardZone);
