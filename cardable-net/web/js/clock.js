// How much time the seats have left, counted on from what the host said last.

import { number, say, twoDigits } from "./language.js";

/** With less time left than this it is shown as urgent, in milliseconds. */
const URGENT = 10_000;

/** @param {number} ms */
function shown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${number(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${number(minutes)}:${twoDigits(seconds % 60)}`;
}

/**
 * A seat's time now. The clock of a seat that is to decide runs down from when it was told; that of another
 * stands.
 *
 * @param {{ at: number, list: Protocol.Clocks }} clocks
 * @param {number} seat
 * @param {number} now
 * @returns {{ text: string, urgent: boolean, stands: boolean, seconds: number, label: string } | null}
 */
export function timeOf(clocks, seat, now) {
  const clock = clocks.list.find((one) => one.seat === seat);
  const until = clock?.decision_ms ?? clock?.game_ms;
  if (!clock || until === undefined || until === null) return null;
  const { decision_ms: decision, game_ms: game } = clock;
  const stands = decision === undefined || decision === null;
  const gone = stands ? 0 : Math.max(0, now - clocks.at);
  const left = Math.max(0, until - gone);
  const rest = game === undefined || game === null ? undefined : Math.max(0, game - gone);
  const label = rest === undefined ? say`Time left to choose` : rest === left ? say`Time left for the game` : say`Time left to choose; ${shown(rest)} for the game`;
  return { text: shown(left), urgent: !stands && left < URGENT, stands, seconds: Math.ceil(left / 1000), label };
}
