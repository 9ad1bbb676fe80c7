// A printable sheet of the cards of a game: each face as the table draws it, as often as a new game has it.

import { h, s, vars } from "./dom.js";
import { faceParts, isRound, size } from "./face.js";

/**
 * What the page holds: the game's info, and how often it has each card.
 *
 * @typedef {{ info: Protocol.RulesetInfo, copies: [number, number][] }} Sheet
 */

/** Cards whose sizes read as millimetres are printed as large as they say; others as high as poker cards. */
const [SMALLEST, LARGEST, USUAL] = [30, 200, 88];

/**
 * One card to cut out.
 *
 * @param {Protocol.CardInfo} card
 * @param {Protocol.SetInfo | undefined} set
 */
function printed(card, set) {
  const { w, h: height } = size(set);
  const told = set?.height ?? 0;
  const high = told >= SMALLEST && told <= LARGEST ? told : USUAL;
  const drawing = s("svg", { viewBox: `0 0 ${w} ${height}`, role: "img", "aria-label": card.label, class: isRound(set) ? "card round" : "card" }, ...faceParts(card, set));
  vars(drawing, { "--width": `${(high * w) / height}mm`, "--height": `${high}mm` });
  return drawing;
}

const { info, copies } = /** @type {Sheet} */ (JSON.parse(document.getElementById("sheet")?.textContent ?? "{}"));
const all = copies.flatMap(([face, count]) => Array.from({ length: count }, () => printed(info.cards[face], info.sets[info.cards[face].set])));
document.body.append(h("main", null, ...all));
