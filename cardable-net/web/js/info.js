// What things are called at a table: a ruleset's info with the names of the seats.

import { capital, counted, isOne, listed, number, say, sayAs, sentences } from "./language.js";
import { bodiesOf } from "./union.js";

/**
 * What players read of an item of data.
 *
 * @typedef {{ name: string, value: string, score: boolean, lines?: ReturnType<TableInfo["lines"]> }} Fact of a list of lists, its lines
 */

/**
 * A name of the rules as people write it.
 *
 * @param {string} name
 */
export const words = (name) => name.replaceAll("_", " ");

/**
 * Whether a seat is in a set of seats.
 *
 * @param {number | undefined} set
 * @param {number} seat
 */
export const has = (set, seat) => ((set ?? 0) >>> seat & 1) === 1;

/** So many cards that a card may be are named; of more, their number tells more. */
const MOST_NAMED = 4;

/** The score of all deals so far, in games that keep one. */
const GATHERED = "cumulative_score";

/** What an item of data is called; what every game may have, in the page's language. @param {Protocol.DataInfo} def */
export const dataName = (def) => def.label ?? (def.name === "score" ? say`score` : words(def.name));

/** Where a text has places for tokens, each with the article before it. */
const PLACES = new RegExp(`((?<![\\p{L}\\p{N}])(?:${sayAs("articles")`the|a|an`}) )?\\{(\\d+)(?:\\|([^|{}]*)\\|([^{}]*))?\\}`, "giu");

/** A number, or a yes or no. @param {Protocol.Datum | undefined} datum @returns {number | boolean | undefined} */
function amount(datum) {
  if (typeof datum !== "object") return undefined;
  return "int" in datum ? datum.int : "bool" in datum ? datum.bool : "float" in datum ? datum.float : undefined;
}

export class TableInfo {
  /**
   * @param {Protocol.RulesetInfo} data the ruleset's info, as the host tells it
   * @param {string[]} names the names of the seats
   * @param {number | null} own the seat whose eyes see the table
   */
  constructor(data, names, own) {
    this.data = data;
    this.names = names;
    this.own = own;
  }

  /** @param {number} zone */
  zone(zone) {
    const shared = this.data.shared_zones.length;
    if (zone < shared) return { def: this.data.shared_zones[zone], owner: null };
    const each = Math.max(1, this.data.seat_zones.length);
    return { def: this.data.seat_zones[(zone - shared) % each], owner: Math.floor((zone - shared) / each) };
  }

  /**
   * The zones of a seat, or the shared ones.
   *
   * @param {number | null} owner
   */
  zonesOf(owner) {
    const shared = this.data.shared_zones.length;
    const each = this.data.seat_zones.length;
    const first = owner === null ? 0 : shared + owner * each;
    return Array.from({ length: owner === null ? shared : each }, (_, at) => first + at);
  }

  /** @param {number} zone */
  isBox(zone) {
    return Boolean(this.zone(zone).def.out_of_game);
  }

  /** Whether a zone is a hand: whoever holds it plays from it. @param {number} zone */
  isHand(zone) {
    const { def } = this.zone(zone);
    return /hand/i.test(def.name) || def.kind === "fan";
  }

  /**
   * A zone's name without whose it is.
   *
   * @param {number} zone
   */
  zoneLabel(zone) {
    const { def } = this.zone(zone);
    const label = words(def.label);
    return def.copies > 1 ? `${label} ${def.copy + 1}` : label;
  }

  /**
   * A zone's name with whose it is.
   *
   * @param {number} zone
   */
  zoneName(zone) {
    const { owner } = this.zone(zone);
    const label = this.zoneLabel(zone);
    if (owner === null) return label;
    return owner === this.own ? say`your ${label}` : say`${this.seat(owner)}’s ${label}`;
  }

  /** @param {number} seat */
  seat(seat) {
    return this.names[seat] ?? say`Seat ${seat + 1}`;
  }

  /** What a role is called, by the text of its name. @param {number} name */
  role(name) {
    const role = this.data.roles.find((one) => one.name === this.text(name));
    return role?.label ?? words(this.text(name));
  }

  /** @param {number} type */
  cardType(type) {
    return this.data.cards[type];
  }

  /** A card's place among those of a hand; behind all others where it is not seen. @param {Protocol.CardSeen} card */
  place(card) {
    return "face" in card ? (this.cardType(card.face)?.place ?? card.face) : 1e6;
  }

  /** @param {Protocol.CardSeen} card */
  card(card) {
    if ("face" in card) return capital(this.cardType(card.face)?.label ?? say`a card`);
    const printed = this.data.cards.find((one) => one.back === card.back)?.on_back?.label;
    return printed ? say`Hidden card (${printed})` : say`Hidden card`;
  }

  /** What is printed on a card besides its name, for who cannot read it there: `Cost 3, strength 2. Draw two cards.` @param {Protocol.CardSeen} card */
  printed(card) {
    const type = "face" in card ? this.cardType(card.face) : undefined;
    const corners = capital((type?.corners ?? []).map(({ name, text }) => `${words(name)} ${text}`).join(", "));
    return [corners, type?.text ?? ""].filter(Boolean).join(". ");
  }

  /** @param {number} action */
  action(action) {
    return this.data.actions[action]?.label ?? "";
  }

  /** Whether an action takes cards that its player picks. @param {number} action */
  picks(action) {
    return /pick/.test(this.data.actions[action]?.kind ?? "");
  }

  /** @param {number} state */
  state(state) {
    return this.data.states[state];
  }

  /** @param {number} id */
  text(id) {
    return this.data.texts[id] ?? "";
  }

  /**
   * A value as people read it.
   *
   * @param {Protocol.Datum} datum
   * @param {(seat: number) => string} seatName
   * @returns {string}
   */
  value(datum, seatName = (seat) => this.seat(seat)) {
    if (datum === "nothing") return say`nothing`;
    if (datum === "hidden") return "?";
    if (datum === "card") return say`a card`;
    if ("bool" in datum) return datum.bool ? say`yes` : say`no`;
    if ("int" in datum) return number(datum.int);
    if ("float" in datum) return number(datum.float);
    if ("text" in datum) return this.text(datum.text);
    if ("written" in datum) return datum.written;
    if ("seat" in datum) return seatName(datum.seat);
    if ("zone" in datum) return this.zoneName(datum.zone);
    if ("deck" in datum) return this.data.decks[datum.deck] ?? "";
    if ("card_at" in datum) return say`a card`;
    const lines = this.lines(datum, seatName);
    if (lines) return sentences(lines.map((line) => line.map(({ text }) => text).join(" ")));
    return listed(datum.list.map((one) => this.value(one, seatName)));
  }

  /** What a seat is called where it is a value: the reader is addressed. @param {number} seat */
  addressed(seat) {
    return seat === this.own ? sayAs("the reader, as a value")`you` : this.seat(seat);
  }

  /**
   * The lines of a list of lists: each is read as one, with its values one after the other. Of numbers one wants to see most.
   *
   * @param {Protocol.Datum | undefined} datum
   * @param {(seat: number) => string} [seatName]
   * @returns {{ text: string, isNumber: boolean }[][] | null}
   */
  lines(datum, seatName) {
    const rows = bodiesOf(typeof datum === "object" ? datum : { int: 0 }).list ?? [];
    const lines = rows.flatMap((row) => (typeof row === "object" && "list" in row ? [row.list] : []));
    if (lines.length === 0 || lines.length < rows.length) return null;
    return lines.map((line) => line.map((one) => ({ text: this.value(one, seatName), isNumber: typeof amount(one) === "number" })));
  }

  /**
   * Whether a value tells anything.
   *
   * @param {Protocol.Datum} datum
   * @returns {boolean}
   */
  isTold(datum) {
    if (typeof datum === "string") return false;
    if ("text" in datum) return this.text(datum.text) !== "";
    return !("list" in datum) || (datum.list.length > 0 && datum.list.every((one) => this.isTold(one)));
  }

  /**
   * A text with its tokens filled in. A card that is not seen brings its own article: `plays the {0}`
   * becomes `plays a card`. `{0|card|cards}` is one of two wordings, by whether there is one of the token; of a seat it is the
   * first one.
   *
   * @param {number} id
   * @param {Protocol.Datum[]} tokens
   */
  said(id, tokens) {
    return this.text(id).replace(PLACES, (/** @type {string} */ _, article = "", /** @type {string} */ n, /** @type {string | undefined} */ one, /** @type {string | undefined} */ many) => {
      const token = tokens[Number(n)];
      if (one !== undefined) {
        // What is said of a seat, and to whoever has it.
        if (typeof token === "object" && "seat" in token) return `${article}${one}`;
        const n = amount(token);
        return `${article}${typeof n === "number" && isOne(Math.abs(n)) ? one : many}`;
      }
      if (token === undefined) return article;
      return `${token === "card" ? "" : article}${this.value(token)}`;
    });
  }

  /**
   * The data that a table shows, but for what still is what it was at first.
   *
   * @param {Protocol.DataInfo[]} defs
   * @param {Protocol.Datum[]} data
   * @param {boolean} [all] whether what is shown among the scores only is wanted too
   * @returns {Fact[]} of a truth that holds the name says all
   */
  told(defs, data, all = false) {
    return defs.flatMap((def, at) => {
      if (def.shown === "nowhere" || (def.shown === "score" && !all)) return [];
      const value = this.toldValue(def, data[at]);
      return value === null ? [] : [{ name: dataName(def), value, score: this.isScore(def), lines: this.lines(data[at], (seat) => this.addressed(seat)) }];
    });
  }

  /**
   * What the cards of a zone have, and what the viewer was told of those that he does not see, by their places.
   *
   * @param {Protocol.View} view
   * @param {number} zone
   * @returns {Map<number, Fact[]>}
   */
  onCards(view, zone) {
    /** @type {Map<number, Fact[]>} */
    const facts = new Map();
    const add = (/** @type {number} */ index, /** @type {Fact} */ fact) => facts.set(index, [...(facts.get(index) ?? []), fact]);
    for (const { zone: at, index, item, value } of view.status.cards ?? []) {
      const def = this.data.card_data?.[item];
      if (at !== zone || !def || def.shown === "nowhere") continue;
      const other = typeof value === "object" && "card_at" in value ? view.zones[value.card_at.zone]?.cards[value.card_at.index] : undefined;
      const told = other ? this.card(other) : this.toldValue(def, value);
      if (told !== null) add(index, { name: dataName(def), value: told, score: false });
    }
    for (const { zone: at, index, seat, may_be: types } of view.status.told ?? []) {
      if (seat !== this.own) continue;
      const names = types.map((type) => this.card({ face: type }));
      if (at === zone) add(index, { name: say`may be`, value: names.length > MOST_NAMED ? counted(names.length, "1 card", "{0} cards") : names.join(", "), score: false });
    }
    return facts;
  }

  /**
   * What players read of an item of data; nothing where it tells nothing.
   *
   * @param {Protocol.DataInfo} def
   * @param {Protocol.Datum | undefined} datum
   * @returns {string | null}
   */
  toldValue(def, datum) {
    if (datum === undefined) return null;
    const now = this.plainValue(datum);
    const text = (def.texts ?? []).find(([value]) => value === now);
    if (text) return text[1] || null;
    if (!this.isTold(datum) || now === false) return null;
    if (!this.isScore(def) && typeof now === "number" && now === def.first) return null;
    return now === true ? "" : this.value(datum, (seat) => this.addressed(seat));
  }

  /** A datum as a ruleset writes it; `undefined` where it cannot be written. @param {Protocol.Datum} datum @returns {number | boolean | string | null | undefined} */
  plainValue(datum) {
    if (typeof datum === "string") return datum === "nothing" ? null : undefined;
    return amount(datum) ?? ("text" in datum ? this.text(datum.text) : undefined);
  }

  /** Whether data are the score. @param {Protocol.DataInfo} def */
  isScore(def) {
    return def.name === (this.data.seat_data.some((one) => one.name === GATHERED) ? GATHERED : "score");
  }

  /** The colour of the table that the ruleset wishes for. */
  get felt() {
    /** @type {Record<string, string | undefined>} */
    const hints = Object.fromEntries(this.data.hints ?? []);
    const custom = hints.customColor ?? hints["ui.customColor"];
    const named = hints.tableColor ?? hints["ui.tableColor"];
    if (custom && /^#[0-9a-f]{6}$/i.test(custom)) return custom;
    /** @type {Record<string, string>} */
    const known = { felt_green: "#1f5f48", felt_blue: "#1d4a6b", felt_red: "#6b2430", wood_dark: "#4a3325", wood_light: "#7a5a3a" };
    return (named && known[named]) || null;
  }
}
