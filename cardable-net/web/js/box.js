// A box of bids: choices made of a number and a word, such as 1♣ to 7NT, as a grid. It has all that the game knows, each always
// in the same place, and what cannot be chosen now is grey.

import { h } from "./dom.js";

/** A number, and a word without one. */
const BID = /^(\d{1,3})\s*([^\d\s](?:.*\D)?)$/u;

/** Of fewer choices a list is as clear. */
const FEWEST = 8;

/**
 * What a bid is made of.
 *
 * @typedef {{ text: string, level: number, word: string }} Bid
 *
 * A box: its bids by level, and by word within one. A place can be empty.
 *
 * @typedef {{ levels: number[], words: string[], bids: (Bid | null)[] }} Box
 */

/** @param {string} text @returns {Bid | null} */
function bidOf(text) {
  const [, level, word] = BID.exec(text) ?? [];
  return word ? { text, level: Number(level), word } : null;
}

/** @param {Bid[]} bids @returns {Map<string, string>} the levels that each word has */
function levelsOf(bids) {
  /** @type {Map<string, Set<number>>} */
  const by = new Map();
  for (const { word, level } of bids) by.set(word, (by.get(word) ?? new Set()).add(level));
  return new Map([...by].map(([word, levels]) => [word, [...levels].sort((a, b) => a - b).join()]));
}

/**
 * The box of some choices; nothing where they are no bids, or too few for one.
 *
 * @param {string[]} offered
 * @param {string[]} known all texts of the game: those that are like the offered ones belong to the box, too
 * @returns {Box | null}
 */
export function boxOf(offered, known = []) {
  const now = offered.map(bidOf);
  const own = now.flatMap((bid) => bid ?? []);
  if (own.length === 0 || own.length < now.length) return null;
  const all = [...new Set([...known, ...offered])].flatMap((text) => bidOf(text) ?? []);
  // Like the offered words are those that the game has at the same levels.
  const levels = levelsOf(all);
  const same = new Set(own.map(({ word }) => levels.get(word)));
  const bids = all.filter(({ word }) => same.has(levels.get(word)));
  const box = { levels: [...new Set(bids.map(({ level }) => level))].sort((a, b) => a - b), words: [...new Set(bids.map(({ word }) => word))] };
  if (box.levels.length < 2 || box.words.length < 2 || box.levels.length * box.words.length < FEWEST) return null;
  const places = box.levels.flatMap((level) => box.words.map((word) => bids.find((bid) => bid.level === level && bid.word === word) ?? null));
  return { ...box, bids: places };
}

/** Colours that are printed red. */
const RED = /[♥♦]/u;

/**
 * Draws a box. Arrows lead from one bid to the next, so that it takes one stop of the Tab key.
 *
 * @param {Box} box
 * @param {string} label
 * @param {(text: string) => { does: string, act: () => void } | null} answer what choosing a bid does, where it is offered
 */
export function drawBox({ levels, words, bids }, label, answer) {
  // The longer side lies across.
  const isAcross = levels.length >= words.length;
  const cells = bids.map((bid) => {
    if (!bid) return h("span", { class: "bid" });
    const offer = answer(bid.text);
    return h("button", { type: "button", class: RED.test(bid.word) ? "button choice answer bid red" : "button choice answer bid", disabled: !offer, tabindex: -1, data: { does: offer?.does ?? "" }, onclick: offer?.act ?? (() => {}) }, bid.text);
  });
  const buttons = cells.filter((cell) => cell instanceof HTMLButtonElement);
  const first = buttons.find((one) => !one.disabled);
  if (first) first.tabIndex = 0;
  // The Tab key comes back to where one was.
  const onfocusin = (/** @type {Event} */ event) => buttons.forEach((one) => (one.tabIndex = one === event.target ? 0 : -1));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const [left, right, up, down] = isAcross ? [-words.length, words.length, -1, 1] : [-1, 1, -words.length, words.length];
    const by = { ArrowLeft: left, ArrowRight: right, ArrowUp: up, ArrowDown: down }[event.key];
    const from = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (by === undefined || from < 0) return;
    event.preventDefault();
    for (let at = from + by; at >= 0 && at < cells.length; at += by) {
      const cell = cells[at];
      if (cell instanceof HTMLButtonElement && !cell.disabled) return cell.focus();
    }
  };
  return h("div", { class: isAcross ? "box across" : "box", role: "group", "aria-label": label, vars: { "--words": words.length, "--levels": levels.length }, onkeydown, onfocusin }, cells);
}
