// How much time the seats have left, counted on from what the host said last.

/** With less time left than this it is shown as urgent, in milliseconds. */
const URGENT = 10_000;

/** @param {number} ms */
function shown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A seat's time now.
 *
 * @param {{ at: number, list: any[] }} clocks
 * @param {number} seat
 * @param {number} now
 * @returns {{ text: string, urgent: boolean, label: string } | null}
 */
export function timeOf(clocks, seat, now) {
  const clock = clocks.list.find((one) => one.seat === seat);
  if (!clock) return null;
  const gone = clock.runs ? now - clocks.at : 0;
  const decision = clock.decision_ms;
  const game = clock.game_ms;
  // The game's time is used up when the decision's own is.
  const over = decision === undefined ? gone : Math.max(0, gone - decision);
  const left = decision === undefined ? undefined : Math.max(0, decision - gone);
  const rest = game === undefined ? undefined : Math.max(0, game - over);
  if (left === undefined && rest === undefined) return null;
  const counts = left !== undefined && (left > 0 || rest === undefined) ? left : (rest ?? 0);
  if (!clock.runs && rest === undefined) return null;
  return {
    text: shown(clock.runs ? counts : (rest ?? counts)),
    urgent: Boolean(clock.runs) && (left ?? 0) + (rest ?? 0) < URGENT,
    label: rest === undefined ? "Time left to choose" : `Time left to choose; ${shown(rest)} for the game`,
  };
}
