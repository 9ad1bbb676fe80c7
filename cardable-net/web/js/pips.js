// Drawings of suits, emblems and symbols, each in a square from -10 to 10.

import { s } from "./dom.js";

/** Suits: one path each, filled with the suit's colour. Inner lines run the other way round, which leaves them empty. */
export const SUITS = {
  spades: "M0-9.6C2.2-5.8 8.6-2.6 8.6 2.2 8.6 5.2 6.4 6.8 4.2 6.8 2.7 6.8 1.4 6.1.7 4.9 .9 7.2 1.8 8.8 3.4 9.6H-3.4C-1.8 8.8-.9 7.2-.7 4.9-1.4 6.1-2.7 6.8-4.2 6.8-6.4 6.8-8.6 5.2-8.6 2.2-8.6-2.6-2.2-5.8 0-9.6Z",
  hearts: "M0 9.4C-2.6 5.6-9-.1-9-4.3-9-7.3-6.8-9.2-4.4-9.2-2.4-9.2-.8-8 0-6 .8-8 2.4-9.2 4.4-9.2 6.8-9.2 9-7.3 9-4.3 9-.1 2.6 5.6 0 9.4Z",
  diamonds: "M0-9.8C1.8-6.2 4.4-2.8 7.4 0 4.4 2.8 1.8 6.2 0 9.8-1.8 6.2-4.4 2.8-7.4 0-4.4-2.8-1.8-6.2 0-9.8Z",
  clubs: "M0-9.6A4.2 4.2 0 013.4-2.9 4.3 4.3 0 119 1.7 4.2 4.2 0 011 3.6C1.1 6.4 1.9 8.6 3.6 9.6H-3.6C-1.9 8.6-1.1 6.4-1 3.6A4.2 4.2 0 01-9 1.7 4.3 4.3 0 11-3.4-2.9 4.2 4.2 0 010-9.6Z",
  coins: "M0-9.4A9.4 9.4 0 010 9.4 9.4 9.4 0 010-9.4ZM0-7.8A7.8 7.8 0 000 7.8 7.8 7.8 0 000-7.8ZM0-6.4A6.4 6.4 0 010 6.4 6.4 6.4 0 010-6.4ZM0-4.6C-1.2-2.6-2.6-1.2-4.6 0-2.6 1.2-1.2 2.6 0 4.6 1.2 2.6 2.6 1.2 4.6 0 2.6-1.2 1.2-2.6 0-4.6Z",
  cups: "M-7.4-9H7.4C7.4-2.4 5 1.2 1.3 2.2V5.6C3.2 6 4.8 7 5.2 9.2H-5.2C-4.8 7-3.2 6-1.3 5.6V2.2C-5 1.2-7.4-2.4-7.4-9ZM-5.7-7.2C-5.6-6.4-5.4-5.7-5.2-5H5.2C5.4-5.7 5.6-6.4 5.7-7.2Z",
  swords: "M0-9.8L1.8-7V3H5.6V5H1.3V7.3A1.7 1.7 0 11-1.3 7.3V5H-5.6V3H-1.8V-7ZM-.4-6.4V2H.4V-6.4Z",
  batons: "M-2.2-9.2C0-10.2 2.6-9.6 3.4-7.6 5-7.4 5.6-5.6 4.2-4.6 4.8-3 4-1.8 2.8-1.4L1.9 8.6C1.8 9.8-1.8 9.8-1.9 8.6L-2.6.8C-4.2.4-4.8-1.2-3.8-2.4-5.2-3.4-5-5.2-3.6-5.8-4.2-7.6-3.4-8.8-2.2-9.2ZM.6-7A1.2 1.2 0 00.6-4.6 1.2 1.2 0 00.6-7ZM-1.2-2.6A1 1 0 00-1.2-.6 1 1 0 00-1.2-2.6Z",
  acorns: "M-6.6-2.6C-6.6-6.4-3.6-7.8-1-8V-9.8H1V-8C3.6-7.8 6.6-6.4 6.6-2.6 6.6-1.6 6-1.2 5.4-1.2H-5.4C-6-1.2-6.6-1.6-6.6-2.6ZM-5.2 0H5.2C5.2 4.6 2.6 7.2 0 9.8-2.6 7.2-5.2 4.6-5.2 0Z",
  leaves: "M0-9.8C3.2-6.6 7.8-3.4 7.8 1 7.8 4.6 4.4 6.2 1 5.2V9.8H-1V5.2C-4.4 6.2-7.8 4.6-7.8 1-7.8-3.4-3.2-6.6 0-9.8ZM-.4-5.6V4H.4V-5.6ZM-1-.4L-4.6-2.8-5-2.1-1 .8ZM1-.4V.8L5-2.1 4.6-2.8Z",
  bells: "M-1.4-9.8H1.4V-7.9C5.6-7.2 8.4-3.8 8.4.6 8.4 5.6 4.8 9.4 0 9.4-4.8 9.4-8.4 5.6-8.4.6-8.4-3.8-5.6-7.2-1.4-7.9ZM-8.2-.5V.9H8.2V-.5ZM0 2.6A1.5 1.5 0 00-1 5.2L-.6 8H.6L1 5.2A1.5 1.5 0 000 2.6Z",
};

/**
 * The drawing of a suit by its name, where there is one.
 *
 * @param {string | null | undefined} suit
 * @returns {string | null}
 */
export function suitPath(suit) {
  const name = (suit ?? "").toLowerCase();
  const known = Object.keys(SUITS).find((key) => name === key || `${name}s` === key);
  return known ? /** @type {Record<string, string>} */ (SUITS)[known] : null;
}

const ring = (/** @type {number} */ n, /** @type {(angle: number) => SVGElement} */ make) =>
  Array.from({ length: n }, (_, at) => make((360 / n) * at));

/** Emblems: drawn in the card's own colour, `ink`, on its ground, `paper`. @type {Record<string, (ink: string, paper: string) => SVGElement[]>} */
const EMBLEMS = {
  skull: (/** @type {string} */ ink, /** @type {string} */ paper) => [
    s("path", { fill: ink, d: "M0-9.4C5.4-9.4 8.8-5.6 8.8-1.2 8.8 1.4 7.6 3.2 6 4.3L5.6 7.4C5.5 8.5 4.8 9.2 3.8 9.2H-3.8C-4.8 9.2-5.5 8.5-5.6 7.4L-6 4.3C-7.6 3.2-8.8 1.4-8.8-1.2-8.8-5.6-5.4-9.4 0-9.4Z" }),
    s("path", { fill: paper, d: "M-6.2-.9C-6-3-4.6-3.9-3.2-3.4-1.7-2.9-1.2-1.4-1.6.2-2 1.8-3.6 2.4-4.8 1.9-5.9 1.4-6.4.3-6.2-.9ZM6.2-.9C6-3 4.6-3.9 3.2-3.4 1.7-2.9 1.2-1.4 1.6.2 2 1.8 3.6 2.4 4.8 1.9 5.9 1.4 6.4.3 6.2-.9ZM0 1.9L1.5 4.5H-1.5Z" }),
    s("path", { stroke: paper, "stroke-width": 1, fill: "none", d: "M-2.6 6.2V9.2M0 6.2V9.2M2.6 6.2V9.2" }),
  ],
  flower: (/** @type {string} */ ink, /** @type {string} */ paper) => [
    ...ring(6, (angle) =>
      s("path", { fill: ink, transform: `rotate(${angle})`, d: "M0-2.4C-3.6-4.6-3.8-8.6 0-9.8 3.8-8.6 3.6-4.6 0-2.4Z" }),
    ),
    ...ring(6, (angle) =>
      s("path", { stroke: paper, "stroke-width": 0.5, opacity: 0.7, transform: `rotate(${angle})`, d: "M0-3.4V-7" }),
    ),
    s("circle", { r: 2.7, fill: paper }),
    s("circle", { r: 1.8, fill: ink }),
    ...ring(5, (angle) => s("circle", { r: 0.35, cy: -1, fill: paper, transform: `rotate(${angle})` })),
  ],
  star: (/** @type {string} */ ink) => [
    s("path", { fill: ink, d: "M0-9.6L2.5-3.4 9.1-3 4 1.3 5.6 7.8 0 4.3-5.6 7.8-4 1.3-9.1-3-2.5-3.4Z" }),
  ],
  crown: (/** @type {string} */ ink) => [
    s("path", { fill: ink, d: "M-8.6-4.6L-4.2-.4 0-7.4 4.2-.4 8.6-4.6 6.6 4.4H-6.6ZM-6.6 5.6H6.6V8H-6.6Z" }),
  ],
  jester: (/** @type {string} */ ink, /** @type {string} */ paper) => [
    s("path", { fill: ink, d: "M-5.6 4.4C-6 .8-7-2.6-9.2-4.8-6.6-5.4-4.6-4.2-3.2-2-2.8-5-1.6-7.4 0-8.8 1.6-7.4 2.8-5 3.2-2 4.6-4.2 6.6-5.4 9.2-4.8 7-2.6 6 .8 5.6 4.4 2.6 3 -2.6 3-5.6 4.4Z" }),
    s("path", { fill: "#d9a93f", d: "M0-8.8C1.6-7.4 2.8-5 3.2-2L2.6 3.5C1.2 3.2-1.2 3.2-2.6 3.5L-3.2-2C-2.8-5-1.6-7.4 0-8.8Z" }),
    s("path", { fill: ink, d: "M-5.8 5.8C-2.8 4.4 2.8 4.4 5.8 5.8L5.2 8.6C2.6 7.4-2.6 7.4-5.2 8.6Z" }),
    ...[[-9.2, -5], [0, -9], [9.2, -5]].map(([cx, cy]) => s("circle", { cx, cy, r: 1.3, fill: "#d9a93f", stroke: paper, "stroke-width": 0.5 })),
  ],
  skip: (/** @type {string} */ ink) => [
    s("circle", { r: 7.2, fill: "none", stroke: ink, "stroke-width": 2.6 }),
    s("path", { d: "M-5 5L5-5", stroke: ink, "stroke-width": 2.6 }),
  ],
  reverse: (/** @type {string} */ ink) => [
    s("path", { fill: "none", stroke: ink, "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round", d: "M-7-1C-6.4-5-3-7 .6-6.6 3-6.4 4.6-5.2 6-3.4M6.4-7.6V-3.2H2M7 1C6.4 5 3 7-.6 6.6-3 6.4-4.6 5.2-6 3.4M-6.4 7.6V3.2H-2" }),
  ],
  wild: () => [
    s("path", { fill: "#d8433b", d: "M0 0V-9A9 9 0 010-9 9 9 0 009 0Z" }),
    s("path", { fill: "#d8433b", d: "M0 0L0-9A9 9 0 019 0Z" }),
    s("path", { fill: "#3f72c4", d: "M0 0L9 0A9 9 0 010 9Z" }),
    s("path", { fill: "#e2b23a", d: "M0 0L0 9A9 9 0 01-9 0Z" }),
    s("path", { fill: "#3f9a5b", d: "M0 0L-9 0A9 9 0 010-9Z" }),
    s("circle", { r: 2.6, fill: "#fffdf7" }),
  ],
};

/** Words that call for an emblem. */
const CALLED = [
  ["skull", /skull|death|bone/],
  ["flower", /flower|rose|blossom|bloom|lily|daisy/],
  ["jester", /joker|jester|fool/],
  ["skip", /^skip|\bskip\b/],
  ["reverse", /reverse/],
  ["wild", /wild/],
  ["crown", /crown|king|queen/],
  ["star", /star|sun/],
];

/**
 * The emblem that a card's name calls for, where there is one.
 *
 * @param {string} name
 * @returns {((ink: string, paper: string) => SVGElement[]) | null}
 */
export function emblem(name) {
  const found = CALLED.find(([, word]) => /** @type {RegExp} */ (word).test(name.toLowerCase()));
  return found ? EMBLEMS[/** @type {string} */ (found[0])] : null;
}
