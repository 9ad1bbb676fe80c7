// Cards that move are seen to move: where each was is noted before the table
// changes, and afterwards it goes from there to where it is.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to move. */
export const isStill = () => reduced.matches;

/**
 * Where every card and zone is.
 *
 * @param {Iterable<import("./card.js").PlayingCard>} cards
 * @param {Iterable<import("./zone.js").CardZone>} zones
 */
export function places(cards, zones) {
  /** @type {Map<number, DOMRect>} */
  const ofCards = new Map();
  /** @type {Map<number, DOMRect>} */
  const ofZones = new Map();
  if (isStill()) return { ofCards, ofZones };
  for (const card of cards) if (card.isConnected) ofCards.set(card.key, card.getBoundingClientRect());
  for (const zone of zones) if (zone.isConnected) ofZones.set(zone.zone, zone.cards.getBoundingClientRect());
  return { ofCards, ofZones };
}

/**
 * Moves every card from where it was.
 *
 * @param {ReturnType<typeof places>} before
 * @param {Iterable<import("./card.js").PlayingCard>} cards
 * @param {(key: number) => number | null} cameFrom the zone in which a card was before
 * @param {Set<import("./card.js").PlayingCard>} turned cards that show something else now
 */
export function move(before, cards, cameFrom, turned) {
  if (isStill()) return;
  let late = 0;
  for (const card of cards) {
    if (!card.isConnected) continue;
    const from = before.ofCards.get(card.key) ?? before.ofZones.get(cameFrom(card.key) ?? -1);
    if (!from || from.width === 0) continue;
    const to = card.getBoundingClientRect();
    const [dx, dy] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    const far = Math.hypot(dx, dy);
    const flips = turned.has(card);
    if (far < 2 && !flips) continue;
    const scale = Math.min(2.2, Math.max(0.4, before.ofCards.has(card.key) ? from.height / to.height : 1));
    // What goes to another zone goes one after the other; what makes room for it, all at once.
    const travels = far > 40 && cameFrom(card.key) !== Number(card.dataset.zone);
    const delay = travels ? Math.min(late++ * 45, 540) : 0;
    const start = `translate(${dx}px, ${dy}px) scale(${scale})${flips ? " rotateY(90deg)" : ""}`;
    card.classList.add("moving");
    const animation = card.animate(
      [{ transform: start, composite: "add" }, { transform: "translate(0, 0) scale(1)", composite: "add" }],
      { duration: travels ? 360 : 200, delay, fill: "backwards", easing: "cubic-bezier(.2, .7, .2, 1)" },
    );
    animation.finished.catch(() => {}).then(() => card.classList.remove("moving"));
  }
}
