// What happened, in the words that the host tells it in.

import { has } from "./info.js";
import { capital, listed, say, sayAs, sentences } from "./language.js";

/**
 * A part of a line: words, or what has a name.
 *
 * @typedef {string | { text: string, seat?: number, card?: number, zone?: number }} Part
 *
 * A line of the story.
 *
 * @typedef {{ kind: "choice" | "deal" | "state" | "said" | "score" | "summary" | "note" | "end", seat: number | null, text: string, parts: Part[] }} Line
 */

/** @param {Part} part */
export const textOf = (part) => (typeof part === "string" ? part : part.text);

/** A line of the page's own. @param {Line["kind"]} kind @param {string} text @returns {Line} */
export const plain = (kind, text) => ({ kind, seat: null, text, parts: [text] });

/**
 * The lines about one step.
 *
 * @param {{ story?: Protocol.Line[] }} step
 * @returns {Line[]}
 */
export const narrate = ({ story = [] }) => story.map(({ kind, actor, parts }) => ({ kind, seat: actor ?? null, text: parts.map(textOf).join(""), parts }));

/** Lines as they are read out. @param {Line[]} lines */
export const spoken = (lines) => sentences(lines.map((line) => capital(line.text)));

/** What of lines is worth a place beside the table: the last that tells more than where one is. @param {Line[]} lines @returns {string | undefined} */
export const newsOf = (lines) => {
  const last = lines.findLast((line) => line.kind !== "state");
  return last && capital(last.text);
};

/** Whose turn it is. @param {Protocol.View} view */
const turnsOf = ({ status }) => status.scenes.flatMap(({ turn }) => turn ?? []);

/** Whether it is the viewer's turn, and no question of another seat comes first. @param {import("./info.js").TableInfo} info @param {Protocol.View} view */
export const isOwnTurn = (info, view) => !view.status.result && !view.status.asked && info.own !== null && turnsOf(view).includes(info.own);

/**
 * Whose turn it is, and who else is waited for.
 *
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view
 */
export function waitedFor(info, view) {
  const { scenes, asked, result } = view.status;
  if (result) return "";
  const seats = info.names.map((_, seat) => seat);
  const all = (/** @type {number[]} */ list, /** @type {string} */ you) => listed(list.map((seat) => (seat === info.own ? you : info.seat(seat))));
  const answering = seats.filter((seat) => has(asked, seat));
  if (answering.length > 0) return say`Waiting for ${all(answering, sayAs("whose answer is waited for")`you`)} to answer`;
  if (isOwnTurn(info, view)) return say`Your turn`;
  const turns = turnsOf(view);
  if (turns.length > 0) return say`${listed(turns.map((seat) => info.seat(seat)))}’s turn`;
  const open = seats.filter((seat) => scenes.some((s) => has(s.members, seat) && !has(s.acted, seat) && !has(s.passed, seat)));
  if (open.length === 0) return "";
  return open.length < seats.length ? say`Waiting for ${all(open, sayAs("who is waited for")`you`)}` : say`Everybody at once`;
}
