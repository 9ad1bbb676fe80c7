// What the rules wish a table to show, and no rule reads again: what is selected,
// which parts are shown, and a pause.

import { bodiesOf } from "./union.js";

/** The longest pause that rules may wish for, in milliseconds. */
const LONGEST = 5000;

export class Hints {
  constructor() {
    /** Selected cards, by their keys. @type {Set<number>} */
    this.cards = new Set();
    /** Selected zones. @type {Set<number>} */
    this.zones = new Set();
    /** Parts that were to be shown or hidden. @type {Map<number, boolean>} */
    this.parts = new Map();
    this.pause = 0;
  }

  copy() {
    const copy = new Hints();
    copy.cards = new Set(this.cards);
    copy.zones = new Set(this.zones);
    copy.parts = new Map(this.parts);
    return copy;
  }

  /**
   * @param {{ hint: Protocol.Hint, value: Protocol.Datum }} told
   * @param {number | null} key the card that it is about
   */
  take({ hint, value }, key) {
    const { int = 0, text = -1, zone } = bodiesOf(typeof value === "object" ? value : { int: 0 });
    if (hint === "wait") this.pause = Math.min(LONGEST, Math.max(this.pause, int));
    else if (hint === "show_part" || hint === "hide_part") this.parts.set(text, hint === "show_part");
    else if (key !== null) mark(this.cards, key, hint);
    else if (zone !== undefined) mark(this.zones, zone, hint);
  }

  /** The pause that is wished for, once. */
  rest() {
    const { pause } = this;
    this.pause = 0;
    return pause;
  }
}

/** @param {Set<number>} marked @param {number} one @param {string} hint */
function mark(marked, one, hint) {
  const on = hint === "toggle" ? !marked.has(one) : hint === "select";
  if (on) marked.add(one);
  else marked.delete(one);
}
