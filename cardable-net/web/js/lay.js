// How the cards of a zone lie.

/**
 * How a zone is laid out where it does not say so.
 *
 * @param {Protocol.ZoneInfo} def
 * @param {Protocol.ZoneSeen} seen
 * @param {boolean} own
 */
export function kindOf(def, seen, own) {
  if (def.kind && ["pile", "row", "fan", "grid"].includes(def.kind)) return def.kind;
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
  const wide = columns ?? Math.max(1, rows ? Math.ceil(cards / rows) : Math.ceil(Math.sqrt(cards * 1.5)));
  const places = rows ? wide * rows : 0;
  return { columns: wide, holes: columns || rows ? Math.max(0, places - cards) : 0 };
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
