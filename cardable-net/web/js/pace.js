// How long steps are looked at before the next one.

/** Between two steps that others make, in milliseconds; none where nothing moves. */
const PACE = 480;

/** The same after a step that shows a face for the first time: people look at it. */
export const LOOK = 1100;

/**
 * Whether a face comes to be seen in a step that is not just played from a hand.
 *
 * @param {any} step
 * @param {(zone: number) => boolean} isHand
 */
function reveals(step, isHand) {
  const seen = (/** @type {any} */ e) => e && "back" in e.was && "face" in e.card;
  return (step.events ?? []).some((/** @type {any} */ { moved, turned, shown }) => seen(turned) || seen(shown) || (seen(moved) && !isHand(moved.from.zone)));
}

/**
 * How long steps are looked at, in milliseconds.
 *
 * @param {any[]} steps
 * @param {(zone: number) => boolean} isHand
 */
export const paceOf = (steps, isHand) => (steps.some((step) => reveals(step, isHand)) ? LOOK : PACE);

/**
 * After how many events of a step a card lies open that moves on in the same step.
 *
 * @param {any[]} events
 */
export function passesBy(events) {
  const moves = events.map((event) => event.moved);
  const at = moves.findIndex((move, at) => {
    const again = (/** @type {any} */ other) => other && "face" in other.was && other.was.face === move.card.face && other.from.zone === move.to.zone;
    return move && "face" in move.card && moves.slice(at + 1).some(again);
  });
  return at + 1;
}
