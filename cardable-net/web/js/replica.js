// A view that is kept up to date by events, as the engine's own replica does:
// view + events = view. Cards get keys of the client's own, by which they are
// animated; a key ends where the card can no longer be followed.

import { Hints } from "./hints.js";

/**
 * The order in which a zone without places lists its cards: faces first.
 *
 * @param {Protocol.CardSeen} a
 * @param {Protocol.CardSeen} b
 */
function compare(a, b) {
  if ("face" in a) return "face" in b ? a.face - b.face : -1;
  return "face" in b ? 1 : a.back - b.back;
}

/** @param {Protocol.CardSeen} a @param {Protocol.CardSeen} b */
const same = (a, b) => compare(a, b) === 0;

export class Replica {
  /**
   * @param {Protocol.View} view a whole view
   * @param {Protocol.ViewEvent[]} [began] what has led to it, where that is known
   */
  constructor(view, began = []) {
    this.next = 0;
    this.view = structuredClone(view);
    this.keys = this.view.zones.map((zone) => zone.cards.map(() => ++this.next));
    this.hints = new Hints();
    // The view has everything but what the rules wished to be shown, and that may be about cards that have moved on.
    for (const event of began) if (typeof event === "object" && "hint" in event) this.hints.take(event.hint, null);
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
   * @param {Protocol.ViewEvent[]} events
   */
  apply(events) {
    for (const event of events) this.applyOne(event);
  }

  /** @param {Protocol.ViewEvent} event */
  applyOne(event) {
    const { view } = this;
    // What the others tell shows in the status at the end of the step.
    if (typeof event === "string") return;
    if ("moved" in event) {
      const { from, was, to, card } = event.moved;
      const key = this.take(from, was);
      // What is selected is so where it lies.
      if (from.zone !== to.zone) this.hints.cards.delete(key);
      this.put(to, card, key);
    } else if ("shown" in event) this.look(event.shown);
    else if ("turned" in event) this.look(event.turned);
    else if ("arranged" in event) this.set(event.arranged.zone, event.arranged.index, event.arranged.card);
    else if ("regarded" in event) {
      const { zone: at, ordered } = event.regarded;
      const zone = view.zones[at];
      if (!zone) return;
      zone.ordered = ordered;
      if (!ordered) zone.cards.sort(compare);
      this.rekey(at);
    } else if ("shuffled" in event) this.rekey(event.shuffled.zone);
    else if ("opened" in event) this.close(event.opened.zone, false);
    else if ("closed" in event) this.close(event.closed.zone, true);
    else if ("designated" in event) {
      const { zone: at, designation, on } = event.designated;
      const zone = view.zones[at];
      if (!zone) return;
      const bit = 1 << (designation & 31);
      zone.designations = (on ? (zone.designations ?? 0) | bit : (zone.designations ?? 0) & ~bit) >>> 0;
    } else if ("data" in event) {
      const { at, value } = event.data;
      if ("global" in at) view.globals[at.global] = value;
      else if ("seat" in at && view.seat_data[at.seat[0]]) view.seat_data[at.seat[0]][at.seat[1]] = value;
    } else if ("hint" in event) this.hints.take(event.hint, this.keyAt(event.hint.slot));
    else if ("status" in event) {
      view.seq = event.status.seq;
      // A copy: the table lets messages go when their time is up.
      view.status = { ...event.status.status };
    }
  }

  /** A card looks different now. @param {{ slot: Protocol.Slot, was: Protocol.CardSeen, card: Protocol.CardSeen }} told */
  look({ slot, was, card }) {
    if (typeof slot.index === "number") this.set(slot.zone, slot.index, card);
    else this.put(slot, card, this.take(slot, was));
  }

  /** @param {number} zone @param {boolean} closed */
  close(zone, closed) {
    if (this.view.zones[zone]) this.view.zones[zone].closed = closed;
  }

  /** @param {Protocol.Slot} slot @param {Protocol.CardSeen} was */
  take(slot, was) {
    const cards = this.view.zones[slot.zone]?.cards ?? [];
    const at = slot.index ?? cards.findIndex((card) => same(card, was));
    if (at < 0 || at >= cards.length) return ++this.next;
    cards.splice(at, 1);
    return this.keys[slot.zone].splice(at, 1)[0];
  }

  /** @param {Protocol.Slot} slot @param {Protocol.CardSeen} card @param {number} key */
  put(slot, card, key) {
    const cards = this.view.zones[slot.zone]?.cards;
    if (!cards) return;
    let at = slot.index ?? cards.findIndex((other) => compare(other, card) > 0);
    if (at < 0 || at > cards.length) at = cards.length;
    cards.splice(at, 0, card);
    this.keys[slot.zone].splice(at, 0, key);
  }

  /** The card at a place, where places can be told. @param {Protocol.Slot | null | undefined} slot */
  keyAt(slot) {
    return typeof slot?.index === "number" ? (this.keys[slot.zone]?.[slot.index] ?? null) : null;
  }

  /** @param {number} zone @param {number} at @param {Protocol.CardSeen} card */
  set(zone, at, card) {
    const cards = this.view.zones[zone]?.cards;
    if (cards && at < cards.length) cards[at] = card;
  }

  /** @param {number} zone */
  rekey(zone) {
    if (this.keys[zone]) this.keys[zone] = this.keys[zone].map(() => ++this.next);
  }
}
