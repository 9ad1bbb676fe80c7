// Where something stands on the table so that it covers least of what matters.

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** How much of a box another one covers. @param {Box} a @param {Box} b */
export function covered(a, b) {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** So many places are tried along each side. */
const TRIED = 12;

/** To be so many pixels away from where one looks for it is as bad as to cover this many of something. */
const FAR = 8;

/**
 * The best place for something of some size.
 *
 * @param {Box} area where it may stand
 * @param {Box} box where it stands by itself
 * @param {{ box: Box, weight: number }[]} things what it should not cover
 * @returns {{ left: number, top: number, cost: number }}
 */
export function bestPlace(area, box, things) {
  const along = (/** @type {number} */ from, /** @type {number} */ room) => Array.from({ length: TRIED + 1 }, (_, at) => from + (Math.max(0, room) * at) / TRIED);
  const places = along(area.top, area.height - box.height).flatMap((top) => along(area.left, area.width - box.width).map((left) => ({ left, top })));
  const judged = [{ left: box.left, top: box.top }, ...places].map((place) => {
    const there = { ...place, width: box.width, height: box.height };
    const covers = things.reduce((sum, thing) => sum + thing.weight * covered(there, thing.box), 0);
    return { ...place, cost: covers + FAR * Math.hypot(place.left - box.left, place.top - box.top) };
  });
  const [first, ...others] = judged;
  return others.reduce((best, one) => (one.cost < best.cost ? one : best), first);
}
