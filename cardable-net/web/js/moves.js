// Which ways cards went: what goes from and to zones of the same names, one card after the other, is one
// thing that happened.

/**
 * The cards that came to a zone, and where from.
 *
 * @typedef {{ from: Set<number>, to: number, cards: Protocol.CardSeen[] }} Way
 */

/** The move that an event tells of. @param {Protocol.ViewEvent} event */
export const movedBy = (event) => (typeof event === "object" && "moved" in event ? event.moved : null);

/**
 * The ways of the cards that are moved from an event on, and how many events tell of them: a deal goes to one
 * seat after the other, a trick comes from everybody.
 *
 * @param {import("./sheet.js").Sheet} sheet
 * @param {Protocol.ViewEvent[]} events
 * @param {number} at the number of an event that moves a card
 * @returns {{ ways: Way[], n: number }}
 */
export function waysOf(sheet, events, at) {
  const name = (/** @type {number} */ zone) => sheet.zone(zone).def.name;
  const first = movedBy(events[at]);
  /** @type {Map<number, Way>} */
  const ways = new Map();
  let n = 0;
  for (const event of events.slice(at)) {
    const moved = movedBy(event);
    if (moved && first && name(moved.from.zone) === name(first.from.zone) && name(moved.to.zone) === name(first.to.zone)) {
      const to = moved.to.zone;
      /** @type {Way} */
      const way = ways.get(to) ?? { from: new Set(), to, cards: [] };
      way.from.add(moved.from.zone);
      way.cards.push("back" in moved.card ? moved.was : moved.card);
      ways.set(to, way);
    } else if (typeof event === "string" || !("regarded" in event || "arranged" in event)) break;
    n++;
  }
  return { ways: [...ways.values()], n };
}

/**
 * Whether cards were dealt: from one place that is nobody's to several seats.
 *
 * @param {import("./sheet.js").Sheet} sheet
 * @param {Way[]} ways
 */
export function isDeal(sheet, ways) {
  const owners = new Set(ways.map((way) => sheet.zone(way.to).owner));
  const [from, ...others] = new Set(ways.flatMap((way) => [...way.from]));
  return owners.size > 1 && owners.size === ways.length && !owners.has(null) && others.length === 0 && sheet.zone(from).owner === null;
}
