// How the cards of a zone lie.

/**
 * How a zone is laid out where it does not say so.
 *
 * @param {Protocol.ZoneInfo} def
 * @param {Protocol.ZoneSeen} seen
 * @param {boolean} own
 */
export function kindOf(def, seen, own) {
  if (def.kind && ["pile", "row", "column", "fan", "grid"].includes(def.kind)) return def.kind;
  if (/hand/i.test(def.name) || (own && def.order === "any" && !def.laid_out)) return "fan";
  if (def.laid_out || (def.order === "any" && seen.ordered)) return "row";
  if (/trick|row|column|meld|tableau/i.test(def.name)) return "row";
  return "pile";
}

/**
 * The columns of a grid, and its places without a card.
 *
 * @param {Pick<Protocol.ZoneInfo, "columns" | "rows">} def
 * @param {number} cards
 */
export function gridOf({ columns, rows }, cards) {
  // Left to itself a grid is somewhat wider than high.
  const wanted = columns ?? (rows ? Math.ceil(cards / rows) : Math.ceil(Math.sqrt(cards * 1.5)));
  // Without places of its own it is not wider than its cards.
  const wide = Math.max(1, rows ? wanted : Math.min(wanted, cards));
  const places = rows ? wide * rows : 0;
  return { columns: wide, holes: columns || rows ? Math.max(0, places - cards) : 0 };
}

/** How much of a card that lies open is seen below another one, and of one that lies face down, as shares of its height. */
const [OPEN, DOWN] = [0.29, 0.13];

/** So little of an open card still shows the sign in its corner. */
const LEAST = 0.165;

/** So many heights of a card a column is long, as long as signs can be read. */
const LONG = 4;

/**
 * Where the cards of a column begin, from above, in heights of a card.
 *
 * @param {boolean[]} down whether each lies face down
 */
export function columnOf(down) {
  const covered = down.slice(0, -1);
  const open = covered.filter((one) => !one).length;
  const closed = (covered.length - open) * DOWN;
  const step = open === 0 ? OPEN : Math.max(LEAST, Math.min(OPEN, (LONG - 1 - closed) / open));
  let at = 0;
  return down.map((one) => {
    const top = at;
    at += one ? DOWN : step;
    return top;
  });
}

/** Whether a seat's zone holds what it has played to a trick, which all look at in the middle. @param {{ name: string, copies: number }} def */
export const isTrick = (def) => def.copies === 1 && /^(current_?)?trick$|^played$/i.test(def.name);

/**
 * The first of some heights, the largest first, that fits: where one fits, all smaller ones do. The last
 * one where none does.
 *
 * @param {number[]} heights
 * @param {(height: number) => boolean} fits
 */
export function largest(heights, fits) {
  let [low, high] = [0, heights.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(heights[middle])) high = middle;
    else low = middle + 1;
  }
  return heights[low];
}
