// Who came, who went, and whose table it is: what changed between two words of
// the host about a room.

import { say } from "./language.js";

/**
 * What has changed of who sits there, in words.
 *
 * @param {Protocol.RoomInfo} before
 * @param {Protocol.RoomInfo} now
 * @param {number | null} own the own seat
 * @returns {string[]}
 */
export function changesOf(before, now, own) {
  /** @type {string[]} */
  const told = [];
  const atPlay = now.phase === "playing" || now.phase === "suspended";
  now.seats.forEach((seat, at) => {
    const was = before.seats[at];
    if (!was || at === own) return;
    const isGone = was.held === "person" && (seat.held !== "person" || seat.name !== was.name);
    if (isGone) told.push(seat.held === "bot" && atPlay ? say`${was.name} has left for good; a bot plays on` : say`${was.name} has left the table`);
    if (seat.held === "person" && (was.held !== "person" || isGone)) told.push(say`${seat.name} sits down`);
  });
  const owner = now.owner ?? null;
  // Whose table it is at first is nothing new.
  if (owner !== null && (before.owner ?? null) !== null && before.owner !== owner) {
    told.push(owner === own ? say`The table is yours now` : say`The table is ${now.seats[owner].name}’s now`);
  }
  return told;
}
