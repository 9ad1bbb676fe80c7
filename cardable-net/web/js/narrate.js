// What happened, in the words that the host tells it in.

import { capital, has, listed } from "./info.js";

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
export const spoken = (lines) => lines.map((line) => capital(line.text)).join(". ");

/** What of lines is worth a place beside the table: the last that tells more than where one is. @param {Line[]} lines @returns {string | undefined} */
export const newsOf = (lines) => {
  const last = lines.findLast((line) => line.kind !== "state");
  return last && capital(last.text);
};

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
  const of = (/** @type {number[]} */ list) => list.map((seat) => (seat === info.own ? "you" : info.seat(seat)));
  const all = (/** @type {number[]} */ list) => listed(of(list));
  const answering = seats.filter((seat) => has(asked, seat));
  if (answering.length > 0) return `Waiting for ${all(answering)} to answer`;
  const turns = scenes.flatMap(({ turn }) => turn ?? []);
  if (turns.length > 0) return info.own !== null && turns.includes(info.own) ? "Your turn" : `${all(turns)}’s turn`;
  const open = seats.filter((seat) => scenes.some((s) => has(s.members, seat) && !has(s.acted, seat) && !has(s.passed, seat)));
  return open.length > 0 && open.length < seats.length ? `Waiting for ${all(open)}` : open.length > 0 ? "Everybody at once" : "";
}
