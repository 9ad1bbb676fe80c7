// What the seats have said in an auction so far.

import { capital } from "./language.js";
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
