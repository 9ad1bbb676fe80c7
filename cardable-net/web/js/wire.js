// The short forms of the protocol, spelled out: events, the status of a table
// and decisions, as the rest of the page knows them.

/** @param {number} look a face's number, or a back below zero */
const seen = (look) => (look < 0 ? { back: -1 - look } : { face: look });

/** @param {number} zone @param {number} at */
const slot = (zone, at) => (at < 0 ? { zone } : { zone, index: at });

/** What happens often is told as a list. @type {Record<string, (told: any) => any>} */
const LONG = {
  moved: ([from, at, was, to, place, card]) => ({ from: slot(from, at), was: seen(was), to: slot(to, place), card: seen(card) }),
  shown: ([zone, at, was, card]) => ({ slot: slot(zone, at), was: seen(was), card: seen(card) }),
  turned: ([zone, at, was, card, up]) => ({ slot: slot(zone, at), was: seen(was), card: seen(card), up }),
  arranged: ([zone, index, card]) => ({ zone, index, card: seen(card) }),
  regarded: ([zone, ordered]) => ({ zone, ordered }),
  shuffled: (zone) => ({ zone }),
  entered: ([scene, state]) => ({ scene, state }),
  turn: (seat) => ({ seat }),
  passed: (seat) => ({ seat }),
  acted: ([seat, action]) => ({ seat, action }),
  committed: (seat) => ({ seat }),
};

/** Whose data has changed. @type {Record<string, (told: any) => any>} */
const DATA = {
  global: ([item]) => ({ global: item }),
  seat_data: ([seat, item]) => ({ seat: [seat, item] }),
  state_data: ([state, item]) => ({ state: [state, item] }),
};

/**
 * An event, spelled out.
 *
 * @param {any} event
 * @returns {any}
 */
export function spelled(event) {
  if (typeof event === "string") return event;
  const [[kind, told]] = Object.entries(event);
  if (kind in DATA) return { data: { at: DATA[kind](told), value: told.at(-1) } };
  return kind in LONG ? { [kind]: LONG[kind](told) } : event;
}

/**
 * The status after a change: what was left out is as it was.
 *
 * @param {any} before
 * @param {any} change
 * @param {boolean} decides whether a decision was told with it
 */
export function statusAfter(before, change, decides) {
  const { scene: changes = [], ...rest } = change ?? {};
  const status = { ...before, to_decide: decides, ...rest };
  if (changes.length > 0) status.scenes = [...status.scenes];
  for (const { at = 0, set = [], ...told } of changes) {
    const scene = { ...status.scenes[at], ...told };
    if (set.length > 0) scene.data = [...scene.data];
    for (const [place, value] of set) scene.data[place] = value;
    status.scenes[at] = scene;
  }
  return status;
}

/** @type {Record<string, string>} */
const ONE = { zones: "zone", seats: "seat", decks: "deck", options: "option" };

/** @param {number[]} numbers where a negative one means all up to it @returns {number[]} */
function counted(numbers) {
  /** @type {number[]} */
  const all = [];
  let last = -1;
  for (const number of numbers) {
    for (let at = number < 0 ? last + 1 : number; at <= Math.abs(number); at++) all.push(at);
    last = Math.abs(number);
  }
  return all;
}

/**
 * Things that can be picked, from runs of them.
 *
 * @param {any[]} runs
 * @returns {import("./sheet.js").Pick[]}
 */
export function things(runs) {
  return runs.flatMap((run) => {
    const [[kind, numbers]] = Object.entries(run);
    if (kind !== "cards") return counted(numbers).map((at) => ({ [ONE[kind]]: at }));
    const [zone, ...places] = numbers;
    return counted(places).map((index) => ({ card: { zone, index } }));
  });
}

/** Decisions, each told by what is new in it since the whole table was told. */
export class Decisions {
  /** @param {any} [kept] what {@link Decisions.kept} gave before the page was loaded again */
  constructor(kept) {
    this.last = kept?.last ?? { offers: [], unavailable: [], touches: [] };
    /** @type {Record<string, any>} */
    this.actions = kept?.actions ?? {};
  }

  /** What must be kept to go on after a reload. */
  get kept() {
    return { last: this.last, actions: this.actions };
  }

  /**
   * A decision with nothing left out.
   *
   * @param {any} told
   * @returns {any | null}
   */
  fillIn(told) {
    if (!told) return null;
    const offers = this.list("offers", told, (one) => this.offer(one));
    const unavailable = this.list("unavailable", told, (one) => this.known(one));
    const touches = this.list("touches", told, (one) => ({ ...this.known(one), touch: this.touch(one, offers) }));
    this.last = { offers, unavailable, touches };
    return this.last;
  }

  /** @param {string} name @param {any} told @param {(one: any) => any} full */
  list(name, told, full) {
    const before = this.last[name];
    if (!told[name]) return before;
    return told[name].map((/** @type {any} */ one) => (typeof one === "number" ? before[one] : full(one)));
  }

  /** Fills in what was told of an action before. @param {any} one @param {string[]} [fields] */
  known(one, fields = ["label"]) {
    const known = (this.actions[one.action] ??= {});
    const full = { ...one };
    for (const field of fields) full[field] = known[field] = one[field] ?? known[field];
    return full;
  }

  /** @param {any} one */
  offer(one) {
    if (!one.action) return one;
    const { pick, ...rest } = one.action;
    const action = this.known(rest, ["label", "kind"]);
    if (!pick) return { action: { ...action, pick: null } };
    const { what } = this.known({ action: rest.action, what: pick.what }, ["what"]);
    return { action: { ...action, pick: { what, min: pick.min ?? 1, max: pick.max ?? 1, ruled: pick.ruled ?? false, candidates: things(pick.of), texts: pick.texts ?? [] } } };
  }

  /** @param {any} one @param {any[]} offers */
  touch({ action, touch }, offers) {
    if (touch.tap) {
      const pick = offers.find((offer) => offer.action?.action === action)?.action.pick;
      return { tap: { things: pick?.candidates ?? [], min: pick?.min ?? 1, max: pick?.max ?? 1 } };
    }
    if (touch.tap_on) return { tap: { ...touch.tap_on, things: things(touch.tap_on.things) } };
    if (!touch.drag) return touch;
    const pairs = touch.drag.pairs.flatMap((/** @type {any} */ [from, to]) => things(from).flatMap((a) => things(to).map((b) => [a, b])));
    return { drag: { pairs } };
  }
}
