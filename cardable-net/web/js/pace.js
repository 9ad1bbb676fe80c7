// How long steps are looked at before the next one.

/** Between two steps that others make, in milliseconds; none where nothing moves. */
const PACE = 480;

/** The same after a step that shows a face for the first time: people look at it. */
export const LOOK = 1100;

/** The move that an event tells of. @param {Protocol.ViewEvent} event */
const movedBy = (event) => (typeof event === "object" && "moved" in event ? event.moved : null);

/**
 * Whether a face comes to be seen in a step that is not just played from a hand.
 *
 * @param {import("./session.js").Step} step
 * @param {(zone: number) => boolean} isHand
 */
function reveals(step, isHand) {
  const seen = (/** @type {{ was: Protocol.CardSeen, card: Protocol.CardSeen }} */ { was, card }) => "back" in was && "face" in card;
  return (step.events ?? []).some((event) => {
    if (typeof event === "string") return false;
    if ("moved" in event) return seen(event.moved) && !isHand(event.moved.from.zone);
    return ("turned" in event && seen(event.turned)) || ("shown" in event && seen(event.shown));
  });
}

/**
 * How long steps are looked at, in milliseconds.
 *
 * @param {import("./session.js").Step[]} steps
 * @param {(zone: number) => boolean} isHand
 */
export const paceOf = (steps, isHand) => (steps.some((step) => reveals(step, isHand)) ? LOOK : PACE);

/**
 * After how many events of a step a card lies open that moves on in the same step.
 *
 * @param {Protocol.ViewEvent[]} events
 */
export function passesBy(events) {
  const moves = events.map(movedBy);
  const at = moves.findIndex((move, at) => {
    if (!move || !("face" in move.card)) return false;
    const { card, to } = move;
    return moves.slice(at + 1).some((other) => other && "face" in other.was && other.was.face === card.face && other.from.zone === to.zone);
  });
  return at + 1;
}

/** With more cards than this to turn up in one step, they are turned up at once. */
const MOST_TURNED = 8;

/** Whether a card comes to be seen in an event, on the table and not in anybody's zone. @param {Protocol.ViewEvent} event @param {(zone: number) => boolean} isShared */
function turnsUp(event, isShared) {
  if (typeof event !== "object") return false;
  const seen = "moved" in event ? { ...event.moved, at: event.moved.to } : "turned" in event ? { ...event.turned, at: event.turned.slot } : null;
  return seen !== null && "back" in seen.was && "face" in seen.card && isShared(seen.at.zone);
}

/**
 * After how many events of a step a card lies open that another one follows: a bank draws card after card. Cards that
 * are turned over where they lie are turned together.
 *
 * @param {Protocol.ViewEvent[]} events
 * @param {(zone: number) => boolean} isShared whether a zone is nobody's
 */
export function cardByCard(events, isShared) {
  const all = events.flatMap((event, at) => (turnsUp(event, isShared) ? [at] : []));
  if (all.length > MOST_TURNED) return 0;
  const moves = (/** @type {number} */ at) => movedBy(events[at]) !== null;
  const next = all.findIndex((at, n) => n > 0 && (moves(at) || moves(all[n - 1])));
  return next < 0 ? 0 : all[next - 1] + 1;
}
