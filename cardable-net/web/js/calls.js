// What the seats have said in an auction so far.

import { boxOf } from "./box.js";
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
 * The auction that a step belongs to, as who is never asked can know it: a seat has named something in turn that is no card, no
 * place and no other seat, and nothing has moved.
 *
 * @param {import("./session.js").Step} step
 * @param {Protocol.RulesetInfo} info
 * @returns {{ state: number, bids: string[] } | null} its state, and what can be bid there where bids have a box
 */
export function overheard({ events = [], story = [] }, info) {
  const happened = events.flatMap((event) => (typeof event === "object" ? [bodiesOf(event)] : []));
  const acted = happened.flatMap((event) => event.acted ?? [])[0];
  const { kind, state } = info.actions[acted?.action ?? -1] ?? {};
  if (!acted || kind !== "world_pick" || state === undefined || info.states[state]?.kind !== "round_robin") return null;
  if (happened.some(({ moved, turned, shown }) => moved || turned || shown)) return null;
  const line = story.find((one) => one.kind === "choice" && one.actor === acted.seat);
  const named = (line?.parts ?? []).filter((part) => typeof part !== "string");
  if (!line || named.some((part) => !("seat" in part) || part.seat !== acted.seat)) return null;
  const [word = ""] = wordsOf(line).slice(-1);
  return { state, bids: bidsOf([word], info.texts) ?? [] };
}

/** All that can be bid where this is offered; nothing where they are no bids. @param {string[]} offered @param {string[]} known all texts of the game */
export const bidsOf = (offered, known) => boxOf(offered, known)?.bids.flatMap((bid) => bid?.text ?? []);

/** What a line says without whom it names. @param {Protocol.Line | undefined} line */
const wordsOf = (line) => (line?.parts ?? []).filter((part) => typeof part === "string" || !("seat" in part)).map(textOf).join("").trim().split(/\s+/);

/**
 * A call in few words: a bid by its name, what tells of numbers as it is told, and all else by what its button says.
 *
 * @param {Protocol.Line | undefined} line
 * @param {string} label
 * @param {string[]} bids
 */
function shortOf(line, label, bids) {
  const words = wordsOf(line);
  const bid = words.findLast((word) => bids.includes(word));
  const told = words.join(" ");
  return bid ?? capital(/\d/.test(told) ? told : label);
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
