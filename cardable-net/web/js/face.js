// Card faces and backs, drawn once each and used wherever the card lies.

/** What of a card is drawn. @typedef {Pick<Protocol.CardInfo, "name"> & Partial<Protocol.CardInfo>} Face */

import { s } from "./dom.js";
import { emblem, suitPath } from "./pips.js";
import { court } from "./court.js";
import { lightness, mix } from "./colour.js";

const PAPER = "#fffdf7";
const INK = "#23262b";

/** Colours that sets name in words. */
/** @type {Record<string, string>} */
const NAMED = {
  red: "#c8322f", green: "#2f8f56", blue: "#2f66b8", yellow: "#dba51f", orange: "#cf6a1c", purple: "#7d4fa0",
  black: "#23262b", white: "#8b8f98", pink: "#c2517f", brown: "#7c5535", grey: "#6f757d", gray: "#6f757d", wild: "#2b2d38",
};

/** Colours for suits that have none. */
const PALETTE = ["#2f66b8", "#c8322f", "#2f8f56", "#b57a12", "#7d4fa0", "#1d7f8c", "#b0487a", "#5b6470"];

/** Backs, by their numbers, where the cards do not give them a colour. */
const BACKS = ["#8c2f39", "#27476e", "#2f5d50", "#6b4a86", "#8a5a2b", "#3d4757"];

/** Where the pips of a number card stand: columns -1, 0, 1 and heights -1 to 1. */
/** @type {Record<string, number[][]>} */
const SPOTS = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  8: [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [0, 0.5], [-1, 1], [1, 1]],
  9: [[-1, -1], [1, -1], [-1, -0.333], [1, -0.333], [0, 0], [-1, 0.333], [1, 0.333], [-1, 1], [1, 1]],
  10: [[-1, -1], [1, -1], [0, -0.667], [-1, -0.333], [1, -0.333], [-1, 0.333], [1, 0.333], [0, 0.667], [-1, 1], [1, 1]],
};

/** @type {Record<string, string>} */
const RANKS = {
  ace: "A", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9",
  ten: "10", jack: "J", queen: "Q", king: "K",
};

/** The figures of court cards, by their ranks in the packs of several countries. */
/** @type {Record<string, import("./court.js").Figure>} */
const FIGURES = { jack: "J", page: "J", unter: "J", knight: "N", ober: "N", queen: "Q", king: "K", j: "J", q: "Q", k: "K" };

/**
 * What stands in a card's corner.
 *
 * @param {Face} card
 * @returns {string}
 */
export function corner(card) {
  if (card.index) return card.index;
  const rank = String(card.rank ?? card.name);
  const bare = card.suit ? rank.replace(new RegExp(`^${escaped(card.suit)}\\s+|\\s+of\\s+${escaped(card.suit)}$`, "i"), "") : rank;
  const short = RANKS[bare.toLowerCase()];
  if (short) return short;
  const draw = /^(?:wild )?draw (two|four|\d+)$/i.exec(bare);
  if (draw) return `+${RANKS[draw[1].toLowerCase()] ?? draw[1]}`;
  return bare;
}

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * The colour of a card.
 *
 * @param {Face} card
 * @returns {string}
 */
export function colourOf(card) {
  const named = (/** @type {string | null | undefined} */ name) => NAMED[(name ?? "").toLowerCase()];
  if (card.colour && /^#[0-9a-f]{6}$/i.test(card.colour)) return card.colour;
  const suit = (card.suit ?? "").toLowerCase();
  if (/^(hearts?|diamonds?)$/.test(suit)) return "#c0272d";
  if (/^(clubs?|spades?)$/.test(suit)) return INK;
  return named(card.colour) ?? named(card.suit) ?? (typeof card.suit_index === "number" ? PALETTE[card.suit_index % PALETTE.length] : "#4a4f5c");
}

/** A suit's colour, dark enough to be read on paper. */
const readable = (/** @type {string} */ colour) => (lightness(colour) > 0.3 ? mix(colour, "#000000", 0.4) : colour);

const text = (/** @type {string} */ value, /** @type {import("./dom.js").Props} */ props) =>
  s("text", { "font-family": "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'Liberation Serif', serif", "text-anchor": "middle", ...props }, value);

const sans = "system-ui, 'Segoe UI', 'Liberation Sans', sans-serif";

const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {Node[]} */ ...parts) =>
  s("g", { transform: `translate(${x} ${y}) scale(${size / 20})` }, ...parts);

/** Both corners of a card. */
function cornersOf(/** @type {number} */ w, /** @type {number} */ h, /** @type {() => (Node | null)[]} */ make) {
  const parts = () => make().filter((p) => p !== null);
  return [s("g", {}, ...parts()), s("g", { transform: `rotate(180 ${w / 2} ${h / 2})` }, ...parts())];
}

/** A card of a pack with suits that are drawn. */
function playing(/** @type {Face} */ card, /** @type {string} */ sign, /** @type {string} */ path, /** @type {number} */ w, /** @type {number} */ h) {
  const ink = readable(colourOf(card));
  const pip = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, turned = false) =>
    at(x, y, size, s("path", { d: path, fill: ink, transform: turned ? "rotate(180)" : null }));
  const parts = cornersOf(w, h, () => [
    text(sign, { x: 7, y: 12.6, "font-size": sign.length > 1 ? 10.8 : 12.6, "font-weight": 700, fill: ink, "letter-spacing": sign.length > 1 ? -1.2 : 0 }),
    pip(7, 18.4, 7),
  ]);
  const figure = FIGURES[String(card.rank ?? "").toLowerCase()] ?? FIGURES[sign.toLowerCase()];
  const spots = SPOTS[sign];
  if (figure) {
    const suit = (card.suit ?? "").toLowerCase();
    // Between the corners.
    const narrow = Math.min(0.99, (w - 28) / 35);
    const side = narrow * 12.5;
    parts.push(s("g", { transform: `translate(${w / 2} ${h / 2}) scale(${narrow} 1.08)` }, court(figure, ink, /spade|club|sword|baton|acorn|leaves/.test(suit))));
    parts.push(pip(w / 2 - side, h / 2 - 26.4, 7), s("g", { transform: `rotate(180 ${w / 2} ${h / 2})` }, pip(w / 2 - side, h / 2 - 26.4, 7)));
  } else if (spots) {
    for (const [x, y] of spots) parts.push(pip(w / 2 + x * (w * 0.175), h / 2 + y * (h * 0.32), 11.6, y > 0));
  } else if (sign === "A" || sign === "1") {
    parts.push(pip(w / 2, h / 2, 31));
  } else {
    parts.push(pip(w / 2, h / 2, 22), text(card.name, { x: w / 2, y: h * 0.73, "font-size": 7, fill: ink }));
  }
  return parts;
}

/** A card that is all colour, with a sign in the middle. */
function coloured(/** @type {Face} */ card, /** @type {string} */ sign, /** @type {number} */ w, /** @type {number} */ h) {
  const base = colourOf(card);
  const wild = /wild/i.test(`${card.suit} ${card.name}`);
  const ground = lightness(base) > 0.35 ? mix(base, "#5a3a00", 0.12) : base;
  const ink = readable(base);
  const draw = wild ? emblem("wild") : emblem(sign);
  const drawn = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ colour) =>
    draw && !sign.startsWith("+") ? at(x, y, size, ...draw(colour, PAPER)) : text(sign, { x, y: y + size * 0.33, "font-size": size * (sign.length > 3 ? 0.42 : 0.95), "font-weight": 700, fill: colour });
  const small = lightness(ground) > 0.4 ? INK : PAPER;
  return [
    s("rect", { x: 3, y: 3, width: w - 6, height: h - 6, rx: 4, fill: ground }),
    s("path", { d: `M3 ${h * 0.62}L${w - 3} ${h * 0.3}V${h - 7}A4 4 0 01${w - 7} ${h - 3}H7A4 4 0 013 ${h - 7}Z`, fill: "#000000", opacity: 0.09 }),
    s("rect", { x: w / 2 - 19, y: h / 2 - 19, width: 38, height: 38, rx: 9, fill: PAPER, transform: `rotate(45 ${w / 2} ${h / 2})` }),
    wild && sign.startsWith("+")
      ? s("g", {}, at(w / 2, h / 2 - 7, 17, ...(emblem("wild")?.(INK, PAPER) ?? [])), text(sign, { x: w / 2, y: h / 2 + 15, "font-size": 15, "font-weight": 700, fill: INK }))
      : drawn(w / 2, h / 2, wild ? 30 : draw && !sign.startsWith("+") ? 27 : 32, ink),
    ...cornersOf(w, h, () => [
      draw && !sign.startsWith("+")
        ? at(10.4, 11.4, 9.4, ...draw(small, ground))
        : text(sign.length > 3 ? sign.slice(0, 1) : sign, { x: 10.6, y: 15, "font-size": 10.5, "font-weight": 700, fill: small }),
    ]),
  ];
}

/** A round disc with an emblem. */
function disc(/** @type {Face} */ card, /** @type {string} */ sign, /** @type {number} */ w, /** @type {number} */ h) {
  const base = readable(colourOf(card));
  const r = Math.min(w, h) / 2;
  const draw = emblem(card.name);
  const dark = /skull/i.test(card.name);
  const [ground, ink] = dark ? [mix(base, "#14151a", 0.72), mix(base, "#fff6e2", 0.86)] : [mix(base, "#fff9ea", 0.88), base];
  return [
    s("circle", { cx: w / 2, cy: h / 2, r: r - 1, fill: ground }),
    s("circle", { cx: w / 2, cy: h / 2, r: r - 4.5, fill: "none", stroke: ink, "stroke-width": 1.1 }),
    s("circle", { cx: w / 2, cy: h / 2, r: r - 7, fill: "none", stroke: ink, "stroke-width": 2, "stroke-dasharray": ".4 4.6", "stroke-linecap": "round" }),
    draw
      ? at(w / 2, h / 2 - (card.suit ? 3 : 0), r * 1.05, ...draw(ink, ground))
      : text(sign.length > 3 ? sign.slice(0, 1) : sign, { x: w / 2, y: h / 2 + 9, "font-size": 30, "font-weight": 700, fill: ink }),
    card.suit ? text(card.suit.toUpperCase(), { x: w / 2, y: h - 15.5, "font-size": 6, "letter-spacing": 0.9, "font-family": sans, "font-weight": 600, fill: ink }) : null,
  ].filter((part) => part !== null);
}

/** Where what stands in a corner is drawn, as shares of the width and height. */
/** @type {Record<Protocol.Corner, [number, number]>} */
const CORNERS = { top_left: [0, 0], top_right: [1, 0], bottom_left: [0, 1], bottom_right: [1, 1] };

/** What the card's set writes into the corners of its faces. */
function printedCorners(/** @type {Face} */ card, /** @type {string} */ ink, /** @type {number} */ w, /** @type {number} */ h) {
  const r = 7.4;
  return (card.corners ?? []).map(({ at: corner, text: value }) => {
    const [x, y] = CORNERS[corner].map((share, n) => (share === 0 ? r + 2.4 : (n === 0 ? w : h) - r - 2.4));
    return s("g", {}, s("circle", { cx: x, cy: y, r, fill: PAPER, stroke: ink, "stroke-width": 0.9 }), text(value, { x, y: y + 3.3, "font-size": value.length > 2 ? 6.4 : 9.6, "font-weight": 700, fill: ink }));
  });
}

/** Any other card: its sign, its name, its suit and its text. */
function generic(/** @type {Face} */ card, /** @type {string} */ sign, /** @type {number} */ w, /** @type {number} */ h) {
  const ink = readable(colourOf(card));
  const ground = mix(ink, PAPER, 0.92);
  const draw = emblem(card.name);
  const body = String(card.text ?? "");
  const corners = card.corners ?? [];
  const short = sign.length <= 3;
  const isSigned = short && !body && corners.length === 0;
  // Signs stand at the edge of the card, where they are seen of one that others cover: the frame leaves room for them.
  const frame = isSigned
    ? s("path", { d: `M17.5 4.5H${w - 4.5}V${h - 16.5}H${w - 17.5}V${h - 4.5}H4.5V16.5H17.5Z`, fill: ground, stroke: ink, "stroke-width": 0.7, "stroke-linejoin": "round" })
    : s("rect", { x: 4.5, y: 4.5, width: w - 9, height: h - 9, rx: 3.4, fill: ground, stroke: ink, "stroke-width": 0.7 });
  const parts = [frame];
  if (body) {
    // From the top: its name between the corners, its picture where there is room, its text.
    const top = corners.some(({ at: corner }) => corner.startsWith("top")) ? 17 : 9;
    // In a fan the left side is seen: the words begin there, unless a corner does.
    const side = corners.some(({ at: corner }) => corner === "top_left") ? { x: w / 2 } : { x: 7.4, "text-anchor": "start" };
    const name = lines(card.name, 12);
    const under = top + name.length * 8.6;
    const written = lines(body, 17);
    const most = Math.max(2, Math.floor((h - 10 - (corners.length > 0 && corners.some(({ at: corner }) => corner.startsWith("bottom")) ? 10 : 0) - under) / 6.6));
    const shown = written.length > most ? [...written.slice(0, most - 1), `${written[most - 1]}…`] : written;
    const room = h - 12 - under - shown.length * 6.6;
    parts.push(...name.map((line, n) => text(line, { ...side, y: top + 7.4 + n * 8.6, "font-size": line.length > 10 ? 7.2 : 8.2, "font-weight": 700, fill: ink })));
    if (draw && room > 14) parts.push(at(w / 2, under + 3 + room / 2, Math.min(room - 2, w * 0.5), ...draw(ink, ground)));
    const from = draw && room > 14 ? under + room + 5 : under + 9;
    parts.push(...shown.map((line, n) => text(line, { ...side, y: from + n * 6.6, "font-size": 5.6, "font-family": sans, fill: INK })));
  } else {
    const middle = h * 0.46;
    if (isSigned) parts.push(...cornersOf(w, h, () => [text(sign, { x: 7.4, y: 13, "font-size": sign.length > 2 ? 7.4 : sign.length > 1 ? 10.8 : 12.6, "font-weight": 700, fill: ink, "letter-spacing": sign.length > 1 ? -1 : 0 })]));
    if (draw) parts.push(at(w / 2, middle, w * 0.5, ...draw(ink, ground)));
    else if (short) parts.push(text(sign, { x: w / 2, y: middle + 9, "font-size": 27, "font-weight": 700, fill: ink }));
    else parts.push(s("g", {}, ...lines(card.name, 11).map((line, n, all) => text(line, { x: w / 2, y: middle + (n - (all.length - 1) / 2) * 10 + 3, "font-size": 9, "font-weight": 700, fill: ink }))));
    if (draw && !short) parts.push(...lines(card.name, 14).map((line, n) => text(line, { x: w / 2, y: h * 0.68 + n * 8, "font-size": 7.4, "font-weight": 700, fill: ink })));
  }
  if (card.suit && !card.name.toLowerCase().includes(card.suit.toLowerCase())) {
    parts.push(text(card.suit.toUpperCase(), { x: w / 2, y: h - 7.2, "font-size": 4.8, "letter-spacing": 0.7, "font-weight": 600, "font-family": sans, fill: ink }));
  }
  return [...parts, ...printedCorners(card, ink, w, h)];
}

/** Words in lines of so many letters. */
function lines(/** @type {string} */ value, /** @type {number} */ width) {
  const out = [""];
  for (const word of value.split(/\s+/).filter(Boolean)) {
    const line = out[out.length - 1];
    if (line && line.length + word.length + 1 > width) out.push(word);
    else out[out.length - 1] = line ? `${line} ${word}` : word;
  }
  return out.filter(Boolean);
}

/** The size of a card's drawing: 88 high, as wide as its set says. */
export function size(/** @type {Protocol.SetInfo | undefined} */ set) {
  const ratio = set && set.width > 0 && set.height > 0 ? set.width / set.height : 63 / 88;
  return { w: 88 * Math.min(2, Math.max(0.4, ratio)), h: 88 };
}

export const isRound = (/** @type {Protocol.SetInfo | undefined} */ set) => set && Math.abs(set.width - set.height) < 0.02 * set.width;

/** Whether a card without a picture is told by its name, for there is no sign in its corner. @param {Face} card @param {Protocol.SetInfo | undefined} set */
export const isNamed = (card, set) => !isRound(set) && !suitPath(card.suit) && !isJoker(card) && !isColoured(card) && (Boolean(card.text) || corner(card).length > 3);

const isJoker = (/** @type {Face} */ card) => /joker/i.test(card.name);

const isColoured = (/** @type {Face} */ card) => /^(red|green|blue|yellow|orange|purple|wild|black|white)$/i.test(card.suit ?? "");

/** The parts of a card's face. */
export function faceParts(/** @type {Face} */ card, /** @type {Protocol.SetInfo | undefined} */ set) {
  const { w, h } = size(set);
  const sign = corner(card);
  const path = suitPath(card.suit);
  if (isRound(set)) return disc(card, sign, w, h);
  const joker = isJoker(card);
  if (path && !joker) return playing(card, sign, path, w, h);
  if (joker) return jokerParts(card, w, h);
  if (isColoured(card)) return coloured(card, sign, w, h);
  return generic(card, sign, w, h);
}

function jokerParts(/** @type {Face} */ card, /** @type {number} */ w, /** @type {number} */ h) {
  const ink = readable(card.colour || card.suit ? colourOf(card) : "#6b3fa0");
  const word = "JOKER";
  return [
    ...cornersOf(w, h, () => [s("g", {}, ...[...word].map((c, n) => text(c, { x: 7, y: 11 + n * 6.6, "font-size": 6.6, "font-weight": 700, fill: ink })))]),
    s("circle", { cx: w / 2, cy: h / 2, r: 19, fill: ink, opacity: 0.09 }),
    at(w / 2, h / 2, 30, ...(emblem("joker")?.(ink, PAPER) ?? [])),
  ];
}

/** The colour of a back: that of the only suit that has it, or one of our own. */
function backColour(/** @type {Protocol.RulesetInfo} */ data, /** @type {number} */ back) {
  const cards = data.cards.filter((card) => card.back === back);
  const suits = new Set(cards.map((card) => card.suit));
  const backs = new Set(data.cards.map((card) => card.back));
  const [first] = cards;
  if (backs.size > 1 && suits.size === 1 && first) return { colour: readable(colourOf(first)), sign: (first.suit ?? "").slice(0, 1).toUpperCase() };
  return { colour: BACKS[back % BACKS.length], sign: "" };
}

/** The parts of a card's back. */
export function backParts(/** @type {Protocol.RulesetInfo} */ data, /** @type {number} */ back, /** @type {Protocol.SetInfo | undefined} */ set) {
  const { w, h } = size(set);
  const { colour, sign: own } = backColour(data, back);
  const sign = data.cards.find((card) => card.back === back)?.on_back?.text ?? own;
  // A long word stands smaller in the same circle.
  const fit = Math.min(1, 2.4 / [...sign].length);
  const light = mix(colour, "#ffffff", 0.72);
  const deep = mix(colour, "#000000", 0.28);
  if (isRound(set)) {
    const r = w / 2;
    const rays = Array.from({ length: 24 }, (_, n) => s("path", { d: `M0 ${-(r - 9)}L1.6 ${-(r - 18)}H-1.6Z`, fill: light, opacity: 0.75, transform: `translate(${r} ${r}) rotate(${n * 15})` }));
    return [
      s("circle", { cx: r, cy: r, r: r - 1, fill: colour }),
      s("circle", { cx: r, cy: r, r: r - 4.5, fill: "none", stroke: light, "stroke-width": 1.2 }),
      ...rays,
      s("circle", { cx: r, cy: r, r: 17, fill: deep, stroke: light, "stroke-width": 1.2 }),
      text(sign, { x: r, y: r + 7.4 * fit, "font-size": 21 * fit, "font-weight": 700, fill: light }),
    ];
  }
  const weave = [];
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 5; x++) {
      const [cx, cy] = [9.5 + ((w - 19) / 4) * x, 9.5 + ((h - 19) / 7) * y];
      weave.push(s("path", { d: `M${cx} ${cy - 4}L${cx + 4} ${cy} ${cx} ${cy + 4} ${cx - 4} ${cy}Z`, fill: "none", stroke: light, "stroke-width": 0.6, opacity: 0.7 }));
      weave.push(s("circle", { cx, cy, r: 0.9, fill: light, opacity: 0.85 }));
    }
  }
  return [
    s("rect", { x: 3, y: 3, width: w - 6, height: h - 6, rx: 3.6, fill: colour }),
    ...weave,
    s("rect", { x: 4.6, y: 4.6, width: w - 9.2, height: h - 9.2, rx: 2.6, fill: "none", stroke: light, "stroke-width": 0.7 }),
    s("circle", { cx: w / 2, cy: h / 2, r: 9.5, fill: deep, stroke: light, "stroke-width": 0.8 }),
    sign
      ? text(sign, { x: w / 2, y: h / 2 + 4 * fit, "font-size": 11.5 * fit, "font-weight": 700, fill: light })
      : at(w / 2, h / 2, 12, s("path", { d: "M0-9.6L2.4-2.4 9.6 0 2.4 2.4 0 9.6-2.4 2.4-9.6 0-2.4-2.4Z", fill: light })),
  ];
}
