// Why nothing comes of touching something, and what can be done instead.

import { capital, lower, say, sayAs } from "./language.js";

/** So many reasons are told at once. */
const MOST_REASONS = 3;

/** So many buttons are offered once more where something was touched. */
const MOST_BUTTONS = 2;

/** Words of a zone's name that say nothing about which one it is. */
const ANY_ZONE = new RegExp(`^(${sayAs("words that tell no pile from another")`the|your|card|cards|pile|hand|zone|of|up`}|\\d+)$`, "u");

/** Words of fewer letters have only themselves in common with others. */
const LONG = 5;

/** @param {string} text */
const wordsOf = (text) => lower(text).split(/[^\p{L}\p{N}]+/u);

/** Whether two words speak of the same: `Ablage` and `Ablagestapel`. @param {string} one @param {string} other */
const isAlike = (one, other) => one === other || (Math.min(one.length, other.length) >= LONG && (one.startsWith(other) || other.startsWith(one)));

/** @typedef {{ text: string, reasons?: { label: string, reason: string }[], does?: { label: string, act: () => void }[] }} Told */

/**
 * The buttons that speak of a zone: `Draw from the stock` of the stock.
 *
 * @template {{ label: string }} T
 * @param {T[]} offers
 * @param {string} zone what the zone is called
 * @returns {T[]}
 */
export function speakingOf(offers, zone) {
  const telling = wordsOf(zone).filter((word) => word && !ANY_ZONE.test(word));
  return offers.filter(({ label }) => telling.some((word) => wordsOf(label).some((other) => isAlike(word, other))));
}

/**
 * What to say of a thing that cannot be taken now.
 *
 * @param {Pick<import("./choose.js").Chooser, "decision" | "buttons" | "prompt">} chooser
 * @param {string} waiting whom the table waits for
 * @param {string} zone what the zone is called that was touched
 * @param {(choice: Protocol.Choice) => void} submit
 * @returns {Told}
 */
export function whyNothing({ decision, buttons, prompt }, waiting, zone, submit) {
  if (!decision) return { text: waiting || say`There is nothing to do just now` };
  if (prompt) return { text: say`There is a question to answer first` };
  const act = (/** @type {import("./choose.js").Offer} */ offer) => ({ label: capital(offer.label), act: () => submit({ act: { action: offer.action } }) });
  const speaking = speakingOf(buttons, zone);
  if (speaking.length > 0) return { text: "", does: speaking.map(act) };
  const reasons = decision.unavailable ?? [];
  const does = buttons.length <= MOST_BUTTONS ? buttons.map(act) : [];
  // What holds for all need not be said of each.
  if (new Set(reasons.map((one) => one.reason)).size === 1) return { text: capital(reasons[0].reason), does };
  return { text: reasons.length > 0 ? say`Not now` : say`This cannot be chosen now`, reasons: reasons.slice(0, MOST_REASONS), does };
}
