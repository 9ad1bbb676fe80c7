// An auction so far: what each seat has said in the state that runs, as a table by seats.

import { fill, h } from "./dom.js";
import { capital, say } from "./language.js";
import { textOf } from "./narrate.js";
import { bodiesOf } from "./union.js";

/** @typedef {{ seat: number, text: string }} Said what a seat has said */

/**
 * What was said since the running state was entered. Nothing where cards have moved since: then it is no auction.
 *
 * @param {import("./session.js").Step[]} steps
 * @param {number} until the `seq` of the view that is shown
 * @param {(action: number) => string} label what an action is called
 * @param {string[]} bids what can be bid
 * @returns {Said[]}
 */
export function saidIn(steps, until, label, bids) {
  /** @type {Said[]} */
  const said = [];
  let shown = until;
  for (const { events, view, rewound, story = [] } of steps.toReversed()) {
    // What was taken back is not part of it.
    if (view && rewound) shown = Math.min(shown, view.seq);
    else if (view) break;
    if (!events) continue;
    const happened = events.flatMap((event) => (typeof event === "object" ? [bodiesOf(event)] : []));
    if (happened.some(({ status }) => status && status.seq > shown)) continue;
    if (happened.some(({ entered }) => entered)) break;
    if (happened.some(({ moved }) => moved)) return [];
    const acted = happened.flatMap((event) => event.acted ?? [])[0];
    if (!acted) continue;
    const line = story.find(({ kind, actor }) => kind === "choice" && actor === acted.seat);
    said.unshift({ seat: acted.seat, text: shortOf(line, label(acted.action), bids) });
  }
  return said;
}

/**
 * A call in few words: a bid by its name, what tells of numbers as it is told, and all else by what its button says.
 *
 * @param {Protocol.Line | undefined} line
 * @param {string} label
 * @param {string[]} bids
 */
function shortOf(line, label, bids) {
  const words = (line?.parts ?? []).filter((part) => typeof part === "string" || !("seat" in part)).map(textOf).join("").trim();
  const bid = words.split(/\s+/).findLast((word) => bids.includes(word));
  return bid ?? capital(/\d/.test(words) ? words : label);
}

/**
 * Puts what was said into rows: a seat that speaks again begins the next one.
 *
 * @param {Said[]} said
 * @param {number[]} seats in the order of play, from whoever spoke first
 * @returns {string[][]}
 */
export function rowsOf(said, seats) {
  /** @type {string[][]} */
  const rows = [];
  let last = -1;
  for (const { seat, text } of said) {
    const at = seats.indexOf(seat);
    if (rows.length === 0 || at <= last) rows.push(seats.map(() => ""));
    rows[rows.length - 1][at] = text;
    last = at;
  }
  return rows;
}

export class AuctionTable extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
    this.hidden = true;
  }

  /** @param {Said[]} said @param {import("./info.js").TableInfo} info */
  show(said, info) {
    const shown = JSON.stringify(said);
    if (shown === this.shown) return;
    this.shown = shown;
    this.hidden = said.length === 0;
    if (said.length === 0) return fill(this);
    const n = info.names.length;
    const seats = Array.from({ length: n }, (_, at) => (said[0].seat + at) % n);
    const head = h("tr", null, seats.map((seat) => h("th", { scope: "col" }, seat === info.own ? say`You` : info.seat(seat))));
    const rows = rowsOf(said, seats).map((row) => h("tr", null, row.map((text) => h("td", null, text))));
    fill(this, h("table", { class: "auction" }, h("caption", { class: "only-heard" }, say`What was said so far`), h("thead", null, head), h("tbody", null, rows)));
    // A long auction is scrolled to its end, also by keys.
    this.scrollTop = this.scrollHeight;
    this.tabIndex = 0;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say`Auction`);
  }
}

customElements.define("auction-table", AuctionTable);
