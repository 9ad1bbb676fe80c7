// A view that is kept up to date by events, as the engine's own replica does:
// view + events = view. Cards get keys of the client's own, by which they are
// animated; a key ends where the card can no longer be followed.

import { Hints } from "./hints.js";

/**
 * @typedef {import("./sheet.js").CardSeen} CardSeen
 */

/**
 * The order in which a zone without places lists its cards: faces first.
 *
 * @param {CardSeen} a
 * @param {CardSeen} b
 */
function compare(a, b) {
  const [fa, fb] = ["face" in a, "face" in b];
  if (fa !== fb) return fa ? -1 : 1;
  return "face" in a && "face" in b ? a.face - b.face : /** @type {any} */ (a).back - /** @type {any} */ (b).back;
}

/** @param {CardSeen} a @param {CardSeen} b */
const same = (a, b) => compare(a, b) === 0;

export class Replica {
  /** @param {any} view a whole view */
  constructor(view) {
    this.next = 0;
    this.reset(view);
  }

  /**
   * Takes a whole view, after missing events or an undo.
   *
   * @param {any} view
   */
  reset(view) {
    this.view = structuredClone(view);
    /** @type {number[][]} */
    this.keys = this.view.zones.map((/** @type {any} */ zone) => zone.cards.map(() => ++this.next));
    this.hints = new Hints();
  }

  /** A copy that goes on by itself, with the same keys. */
  fork() {
    const copy = new Replica(this.view);
    copy.keys = this.keys.map((keys) => [...keys]);
    copy.next = this.next;
    copy.hints = this.hints.copy();
    return copy;
  }

  /**
   * Takes the events of a choice.
   *
   * @param {any[]} events
   */
  apply(events) {
    for (const event of events) this.applyOne(event);
  }

  /** @param {any} event */
  applyOne(event) {
    const view = this.view;
    const [kind] = Object.keys(event);
    const e = event[kind];
    switch (kind) {
      case "moved": {
        const key = this.take(e.from, e.was);
        // What is selected is so where it lies.
        if (e.from.zone !== e.to.zone) this.hints.cards.delete(key);
        return this.put(e.to, e.card, key);
      }
      case "shown":
      case "turned":
        if (e.slot.index !== undefined) return this.set(e.slot.zone, e.slot.index, e.card);
        return this.put(e.slot, e.card, this.take(e.slot, e.was));
      case "arranged":
        return this.set(e.zone, e.index, e.card);
      case "regarded": {
        const zone = view.zones[e.zone];
        if (!zone) return;
        zone.ordered = e.ordered;
        if (!e.ordered) zone.cards.sort(compare);
        return this.rekey(e.zone);
      }
      case "shuffled":
        return this.rekey(e.zone);
      case "opened":
      case "closed":
        if (view.zones[e.zone]) view.zones[e.zone].closed = kind === "closed";
        return;
      case "designated": {
        const zone = view.zones[e.zone];
        if (!zone) return;
        const bit = 1 << (e.designation & 31);
        zone.designations = (e.on ? (zone.designations ?? 0) | bit : (zone.designations ?? 0) & ~bit) >>> 0;
        return;
      }
      case "data": {
        if ("global" in e.at) view.globals[e.at.global] = e.value;
        else if ("seat" in e.at) {
          const [seat, at] = e.at.seat;
          if (view.seat_data[seat]) view.seat_data[seat][at] = e.value;
        }
        return;
      }
      case "hint":
        return this.hints.take(e, this.keyAt(e.slot));
      case "status":
        view.seq = e.seq;
        view.status = e.status;
        return;
      default:
        // What the others tell shows in the status at the end of the step.
        return;
    }
  }

  /** @param {{ zone: number, index?: number }} slot @param {CardSeen} was */
  take(slot, was) {
    const cards = this.view.zones[slot.zone]?.cards ?? [];
    const at = slot.index ?? cards.findIndex((/** @type {CardSeen} */ card) => same(card, was));
    if (at < 0 || at >= cards.length) return ++this.next;
    cards.splice(at, 1);
    return this.keys[slot.zone].splice(at, 1)[0];
  }

  /** @param {{ zone: number, index?: number }} slot @param {CardSeen} card @param {number} key */
  put(slot, card, key) {
    const cards = this.view.zones[slot.zone]?.cards;
    if (!cards) return;
    let at = slot.index ?? cards.findIndex((/** @type {CardSeen} */ c) => compare(c, card) > 0);
    if (at < 0 || at > cards.length) at = cards.length;
    cards.splice(at, 0, card);
    this.keys[slot.zone].splice(at, 0, key);
  }

  /** The card at a place, where places can be told. @param {{ zone: number, index?: number } | undefined} slot */
  keyAt(slot) {
    return slot?.index === undefined ? null : (this.keys[slot.zone]?.[slot.index] ?? null);
  }

  /** @param {number} zone @param {number} at @param {CardSeen} card */
  set(zone, at, card) {
    const cards = this.view.zones[zone]?.cards;
    if (cards && at < cards.length) cards[at] = card;
  }

  /** @param {number} zone */
  rekey(zone) {
    if (this.keys[zone]) this.keys[zone] = this.keys[zone].map(() => ++this.next);
  }
}
