// The short forms of the protocol, spelled out: events, the status of a table
// and decisions, as the rest of the page knows them.

/**
 * What happens often is told as a list.
 *
 * @typedef {Exclude<Protocol.Event, Protocol.ViewEvent>} Short
 */

/**
 * What a seat has to decide, with nothing left out.
 *
 * @typedef {{ what: Protocol.PickWhat, min: number, max: number, ruled: boolean, candidates: Protocol.Pick[], texts: string[] }} Picked
 * @typedef {{ action: number, label: string, kind: Protocol.ActionKind, pick: Picked | null }} Offer
 * @typedef {Exclude<Protocol.Offer, "pass" | { action: object }>} Question
 * @typedef {"pass" | { action: Offer } | Question} Offered
 * @typedef {{ action: number, label: string, reason: string }} Unmet
 * @typedef {{ tap: { things: Protocol.Pick[], min: number, max: number } } | { drag: { pairs: [Protocol.Pick, Protocol.Pick][] } } | { message: { name: string } }} Touch
 * @typedef {{ action: number, label: string, touch: Touch }} Touchable
 * @typedef {{ offers: Offered[], unavailable: Unmet[], touches: Touchable[] }} Decided
 */

/**
 * What stands behind the keys of a union's members: that of its only key, and nothing behind all others.
 *
 * @template {object} Union
 * @param {Union} one
 * @returns {{ [Kind in KindOf<Union>]?: BodyOf<Union, Kind> }}
 */
export const bodiesOf = (one) => one;

/** @param {number} look a face's number, or a back below zero @returns {Protocol.CardSeen} */
const seen = (look) => (look < 0 ? { back: -1 - look } : { face: look });

/** @param {number} zone @param {number} at @returns {Protocol.Slot} */
const slot = (zone, at) => (at < 0 ? { zone } : { zone, index: at });

/** @type {{ [Kind in KindOf<Short>]: (told: BodyOf<Short, Kind>) => Protocol.ViewEvent }} */
const LONG = {
  moved: ([from, at, was, to, place, card]) => ({ moved: { from: slot(from, at), was: seen(was), to: slot(to, place), card: seen(card) } }),
  shown: ([zone, at, was, card]) => ({ shown: { slot: slot(zone, at), was: seen(was), card: seen(card) } }),
  turned: ([zone, at, was, card, up]) => ({ turned: { slot: slot(zone, at), was: seen(was), card: seen(card), up } }),
  arranged: ([zone, index, card]) => ({ arranged: { zone, index, card: seen(card) } }),
  regarded: ([zone, ordered]) => ({ regarded: { zone, ordered } }),
  shuffled: (zone) => ({ shuffled: { zone } }),
  global: ([item, value]) => ({ data: { at: { global: item }, value } }),
  seat_data: ([seat, item, value]) => ({ data: { at: { seat: [seat, item] }, value } }),
  state_data: ([state, item, value]) => ({ data: { at: { state: [state, item] }, value } }),
  entered: ([scene, state]) => ({ entered: { scene, state } }),
  turn: (seat) => ({ turn: { seat } }),
  passed: (seat) => ({ passed: { seat } }),
  acted: ([seat, action]) => ({ acted: { seat, action } }),
  committed: (seat) => ({ committed: { seat } }),
};

/** @param {Protocol.Event} event @returns {event is Short} */
const isShort = (event) => typeof event === "object" && Object.keys(event)[0] in LONG;

/**
 * An event, spelled out.
 *
 * @param {Protocol.Event} event
 * @returns {Protocol.ViewEvent}
 */
export function spelled(event) {
  if (!isShort(event)) return event;
  const [[kind, told]] = Object.entries(event);
  return /** @type {Record<string, (told: unknown) => Protocol.ViewEvent>} */ (LONG)[kind](told);
}

/**
 * What is told of something, without what is not.
 *
 * @template {object} T
 * @param {T} all
 * @returns {{ [Key in keyof T]: NonNullable<T[Key]> }}
 */
const told = (all) => {
  const given = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return /** @type {{ [Key in keyof T]: NonNullable<T[Key]> }} */ (Object.fromEntries(given));
};

/**
 * The status after a change: what was left out is as it was.
 *
 * @param {Protocol.Status} before
 * @param {Protocol.StatusChange | undefined} change
 * @param {boolean} decides whether a decision was told with it
 * @returns {Protocol.Status}
 */
export function statusAfter(before, change, decides) {
  const { scene: changes = [], ...rest } = change ?? {};
  const status = { ...before, to_decide: decides, ...told(rest) };
  if (changes.length > 0) status.scenes = [...status.scenes];
  for (const { at = 0, set = [], turn, ...rest } of changes) {
    const scene = { ...status.scenes[at], ...told(rest) };
    // Where it says so nobody is on turn any more.
    if (turn !== undefined) scene.turn = turn;
    if (set.length > 0) scene.data = [...scene.data];
    for (const [place, value] of set) scene.data[place] = value;
    status.scenes[at] = scene;
  }
  return status;
}

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
 * Things that can be picked, from a run of them.
 *
 * @param {Protocol.Run} run
 * @returns {Protocol.Pick[]}
 */
function thingsOf(run) {
  if ("zones" in run) return counted(run.zones).map((zone) => ({ zone }));
  if ("seats" in run) return counted(run.seats).map((seat) => ({ seat }));
  if ("decks" in run) return counted(run.decks).map((deck) => ({ deck }));
  if ("options" in run) return counted(run.options).map((option) => ({ option }));
  const [zone, ...places] = run.cards;
  return counted(places).map((index) => ({ card: { zone, index } }));
}

/** @param {Protocol.Things} runs */
export const things = (runs) => runs.flatMap(thingsOf);

/**
 * A list of which what was told before is told by its place.
 *
 * @template Told, Full
 * @param {Full[]} before
 * @param {(number | Told)[] | null | undefined} told
 * @param {(one: Told) => Full} full
 * @returns {Full[]}
 */
function filled(before, told, full) {
  return told ? told.map((one) => (typeof one === "number" ? before[one] : full(one))) : before;
}

/** Decisions, each told by what is new in it since the whole table was told. */
export class Decisions {
  /** @param {Decisions["kept"]} [kept] what {@link Decisions.kept} gave before the page was loaded again */
  constructor(kept) {
    /** @type {Decided} */
    this.last = kept?.last ?? { offers: [], unavailable: [], touches: [] };
    /** What is known of each action. @type {Record<number, { label?: string, kind?: Protocol.ActionKind, what?: Protocol.PickWhat }>} */
    this.actions = kept?.actions ?? {};
  }

  /** What must be kept to go on after a reload. */
  get kept() {
    return { last: this.last, actions: this.actions };
  }

  /**
   * A decision with nothing left out.
   *
   * @param {Protocol.Decision | null | undefined} told
   * @returns {Decided | null}
   */
  fillIn(told) {
    if (!told) return null;
    const { last } = this;
    const offers = filled(last.offers, told.offers, (one) => this.offer(one));
    const unavailable = filled(last.unavailable, told.unavailable, ({ action, label, reason }) => ({ action, label: this.label(action, label), reason }));
    const touches = filled(last.touches, told.touches, ({ action, label, touch }) => ({ action, label: this.label(action, label), touch: this.touch(action, touch, offers) }));
    this.last = { offers, unavailable, touches };
    return this.last;
  }

  /** What is known of an action. @param {number} action */
  known(action) {
    return (this.actions[action] ??= {});
  }

  /** What an action is called, which is told once. @param {number} action @param {string | null | undefined} label */
  label(action, label) {
    const known = this.known(action);
    return (known.label = label ?? known.label ?? "");
  }

  /** @param {Protocol.Offer} one @returns {Offered} */
  offer(one) {
    if (typeof one === "string" || !("action" in one)) return one;
    const { action, label, kind, pick } = one.action;
    const known = this.known(action);
    known.kind = kind ?? known.kind ?? "button";
    /** @type {Offer} */
    const offer = { action, label: this.label(action, label), kind: known.kind, pick: null };
    if (pick) {
      known.what = pick.what ?? known.what ?? "card";
      offer.pick = { what: known.what, min: pick.min ?? 1, max: pick.max ?? 1, ruled: pick.ruled ?? false, candidates: things(pick.of), texts: pick.texts ?? [] };
    }
    return { action: offer };
  }

  /** @param {number} action @param {Protocol.Touching} touch @param {Offered[]} offers @returns {Touch} */
  touch(action, touch, offers) {
    if ("message" in touch) return touch;
    if ("tap_on" in touch) return { tap: { ...touch.tap_on, things: things(touch.tap_on.things) } };
    if ("drag" in touch) return { drag: { pairs: touch.drag.pairs.flatMap(([from, to]) => things(from).flatMap((a) => things(to).map((b) => /** @type {[Protocol.Pick, Protocol.Pick]} */ ([a, b])))) } };
    const pick = offers.flatMap((offer) => (typeof offer === "object" && "action" in offer && offer.action.action === action ? [offer.action.pick] : []))[0];
    return { tap: { things: pick?.candidates ?? [], min: pick?.min ?? 1, max: pick?.max ?? 1 } };
  }
}
