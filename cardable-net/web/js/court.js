// Kings, queens, knights and jacks: our own figures, one half drawn, the other turned.

import { s } from "./dom.js";

/** Jack, knight, queen, king. @typedef {"J" | "N" | "Q" | "K"} Figure */

const GOLD = "#d9a93f";
const SKIN = "#f3dcc0";
const LINE = "#2b2620";

const HEAD = {
  N: [
    s("path", { fill: "#9aa4ae", stroke: LINE, "stroke-width": 0.5, d: "M-7.6-5C-8.6-16-5-20.4 0-20.4 5-20.4 8.6-16 7.6-5L5.4-4V-12.6H-5.4V-4Z" }),
    s("path", { fill: "INK", stroke: LINE, "stroke-width": 0.4, d: "M0-20.4C-.6-24.6-6-26-10.4-23.2-7.4-22.8-5.2-21.4-4-19Z" }),
    s("path", { fill: GOLD, d: "M-6.6-14.4H6.6V-12.6H-6.6Z" }),
  ],
  J: [
    s("path", { fill: "HAIR", d: "M-7-12C-8-20 8-20 7-12L7.6-4H5L5-11H-5L-5-4H-7.6Z" }),
    s("path", { fill: "INK", stroke: LINE, "stroke-width": 0.5, d: "M-8-14C-6-20.5 5-21 8.4-16.4L8-13.4C3-15.6-3-15.4-8-12.6Z" }),
    s("path", { fill: GOLD, stroke: LINE, "stroke-width": 0.4, d: "M7-16.4C10-19 12.4-20 13-24 8.6-23.4 6-20.6 5.4-17.4Z" }),
  ],
  Q: [
    s("path", { fill: "HAIR", d: "M-8-11C-9-19 9-19 8-11L9.4 1C7 2.4 5.6 0 5.4-4L5-11H-5L-5.4-4C-5.6 0-7 2.4-9.4 1Z" }),
    s("path", { fill: GOLD, stroke: LINE, "stroke-width": 0.5, d: "M-7.4-14.6L-9-22-4.4-18.6 0-24 4.4-18.6 9-22 7.4-14.6C3-16-3-16-7.4-14.6Z" }),
    s("circle", { cx: 0, cy: -18.4, r: 1.3, fill: "INK" }),
    s("circle", { cx: -9, cy: -22.4, r: 1, fill: "INK" }),
    s("circle", { cx: 9, cy: -22.4, r: 1, fill: "INK" }),
    s("circle", { cx: 0, cy: -24.6, r: 1, fill: "INK" }),
  ],
  K: [
    s("path", { fill: "HAIR", d: "M-7.4-11C-8-17 8-17 7.4-11L7.8-5C7.4 1 3 3.6 0 3.6-3 3.6-7.4 1-7.8-5L-5-8H5Z" }),
    s("path", { fill: GOLD, stroke: LINE, "stroke-width": 0.5, d: "M-8-14.4V-23L-3.6-18.6 0-24.6 3.6-18.6 8-23V-14.4Z" }),
    s("path", { fill: "INK", d: "M-8-15.6H8V-13.4H-8Z" }),
    s("path", { fill: "INK", d: "M0-22.6L1.2-20.6 0-18.6-1.2-20.6Z" }),
  ],
};

const FACE = {
  N: [s("path", { fill: SKIN, stroke: LINE, "stroke-width": 0.45, d: "M-5.2-13H5.2V-7.6C5.2-3.8 2.6-1.8 0-1.8-2.6-1.8-5.2-3.8-5.2-7.6Z" })],
  J: [s("path", { fill: SKIN, stroke: LINE, "stroke-width": 0.45, d: "M-5-13.4H5V-7.6C5-3.8 2.6-1.8 0-1.8-2.6-1.8-5-3.8-5-7.6Z" })],
  Q: [s("path", { fill: SKIN, stroke: LINE, "stroke-width": 0.45, d: "M-4.8-13.4H4.8V-8C4.8-4 2.4-1.6 0-1.6-2.4-1.6-4.8-4-4.8-8Z" })],
  K: [s("path", { fill: SKIN, stroke: LINE, "stroke-width": 0.45, d: "M-5-12.8H5V-7.4C3.4-5.8 1.6-5.4 0-5.4-1.6-5.4-3.4-5.8-5-7.4Z" })],
};

const features = (/** @type {number} */ y) => [
  s("path", { d: `M-3 ${y}H-1.2M1.2 ${y}H3`, stroke: LINE, "stroke-width": 0.9, "stroke-linecap": "round" }),
  s("path", { d: `M0 ${y}V${y + 2.2}H-.9`, stroke: LINE, "stroke-width": 0.45, fill: "none" }),
  s("path", { d: `M-1.2 ${y + 4}C-.4 ${y + 4.5} .4 ${y + 4.5} 1.2 ${y + 4}`, stroke: LINE, "stroke-width": 0.6, fill: "none", "stroke-linecap": "round" }),
];

/** What the figure holds. */
const HELD = {
  N: s("g", {}, s("path", { fill: "none", stroke: GOLD, "stroke-width": 1.2, "stroke-linecap": "round", d: "M13.8 17V-13" }), s("path", { fill: "INK", stroke: LINE, "stroke-width": 0.3, d: "M13.2-13L8.8-10.6 13.2-8.2Z" })),
  J: s("path", { fill: "none", stroke: GOLD, "stroke-width": 1.4, "stroke-linecap": "round", d: "M13.4 17V-10M11-7.4L13.4-11.4 15.8-7.4" }),
  Q: s("g", {}, s("path", { fill: "none", stroke: "#5b7f4a", "stroke-width": 0.9, d: "M13 17C13.6 10 13 4 13.4-1" }), s("circle", { cx: 13.4, cy: -3.4, r: 3, fill: "INK" }), s("circle", { cx: 13.4, cy: -3.4, r: 1.1, fill: GOLD })),
  K: s("path", { fill: GOLD, stroke: LINE, "stroke-width": 0.4, d: "M12.6 17V-7.4H11V-9.4H12.6V-12H14.6V-9.4H16.2V-7.4H14.6V17Z" }),
};

/**
 * One half of a figure, its waist at 0.
 *
 * @param {Figure} rank
 * @param {string} ink
 * @param {boolean} dark
 */
function half(rank, ink, dark) {
  const body = [
    s("path", { fill: ink, stroke: LINE, "stroke-width": 0.5, d: "M-17 21C-17 9-11 3-4.6 1.6L0 5.4 4.6 1.6C11 3 17 9 17 21Z" }),
    s("path", { fill: GOLD, stroke: LINE, "stroke-width": 0.4, d: "M-5.2 1.2L0 7 5.2 1.2 6.6 3.4 1.7 10.4V21H-1.7V10.4L-6.6 3.4Z" }),
    s("path", { fill: "none", stroke: "#fffdf7", "stroke-width": 0.6, opacity: 0.85, d: "M-14.6 21C-14.4 13-11 7.6-6.8 5.4M-11.4 21C-11.2 15-9 10.6-5.6 8M14.6 21C14.4 13 11 7.6 6.8 5.4M11.4 21C11.2 15 9 10.6 5.6 8" }),
    s("circle", { cx: 0, cy: 13, r: 0.8, fill: LINE }),
    s("circle", { cx: 0, cy: 17, r: 0.8, fill: LINE }),
  ];
  const hair = dark ? "#3b2c22" : "#c58a3a";
  const parts = [HELD[rank], ...body, ...HEAD[rank], ...FACE[rank], ...features(rank === "K" ? -10.4 : -9.4)];
  const group = s("g", { transform: "translate(0 -21)" }, ...parts.map((part) => part.cloneNode(true)));
  for (const part of group.querySelectorAll("[fill=INK]")) part.setAttribute("fill", ink);
  for (const part of group.querySelectorAll("[fill=HAIR]")) part.setAttribute("fill", hair);
  return group;
}

/**
 * A whole figure in a box of 38 by 62 around 0.
 *
 * @param {Figure} rank
 * @param {string} ink
 * @param {boolean} dark
 */
export function court(rank, ink, dark) {
  const turned = half(rank, ink, dark);
  const scale = "scale(.98 .64)";
  return s(
    "g",
    {},
    s("rect", { x: -17.5, y: -29.5, width: 35, height: 59, rx: 2, fill: ink, opacity: 0.07 }),
    s("g", { transform: scale }, half(rank, ink, dark)),
    s("g", { transform: `rotate(180) ${scale}` }, turned),
    s("path", { d: "M-16.6 0H16.6", stroke: GOLD, "stroke-width": 1 }),
    s("rect", { x: -17.5, y: -29.5, width: 35, height: 59, rx: 2, fill: "none", stroke: ink, "stroke-width": 0.5 }),
  );
}
