// What a bot thinks of choices, in words.

import { capital, listed } from "./info.js";
import { keyOf } from "./choose.js";

/**
 * How far a look back came; nothing where it came to the end.
 *
 * @param {number} reviewed how many decisions were looked at
 * @param {boolean} partial whether the last ones were left out
 */
export function howFar(reviewed, partial) {
  if (!partial) return reviewed === 0 ? "You had nothing to choose in this game." : "";
  if (reviewed === 0) return "The host had no time to look at your decisions.";
  return reviewed === 1 ? "Only the first of your decisions was looked at." : `The first ${reviewed} of your decisions were looked at.`;
}

/**
 * What a choice is called.
 *
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view the table before it
 * @param {Protocol.Decision | null} decision what was offered, where that is known
 * @param {Protocol.Choice} choice
 */
export function choiceText(info, view, decision, choice) {
  if (choice === "pass") return "Pass";
  if ("number" in choice) {
    const isYesNo = decision?.offers.some((offer) => typeof offer === "object" && "confirm" in offer);
    return isYesNo ? (choice.number ? "Yes" : "No") : String(choice.number);
  }
  if ("items" in choice) {
    const asked = decision?.offers.flatMap((offer) => (typeof offer === "object" && "items" in offer ? [offer.items] : []))[0];
    const items = choice.items.map((at) => asked?.items[at] ?? `entry ${at + 1}`);
    return items.length > 0 ? capital(listed(items)) : "Nothing";
  }
  const { action, picks = [] } = choice.act;
  const offer = decision?.offers.flatMap((one) => (typeof one === "object" && "action" in one && one.action.action === action ? [one.action] : []))[0];
  const label = capital(offer?.label ?? info.action(action));
  const named = picks.map((pick) => pickText(info, view, offer, pick));
  return named.length > 0 ? `${label}: ${listed(named)}` : label;
}

/**
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view
 * @param {import("./choose.js").Offer | undefined} offer
 * @param {Protocol.Pick} pick
 */
function pickText(info, view, offer, pick) {
  if ("card" in pick) {
    const { zone, index } = pick.card;
    const card = view.zones[zone]?.cards[index];
    return card && "face" in card ? info.card(card) : `a card of ${info.zoneName(zone)}`;
  }
  if ("zone" in pick) return info.zoneName(pick.zone);
  if ("seat" in pick) return info.seat(pick.seat);
  if ("deck" in pick) return info.value(pick);
  const at = offer?.pick?.candidates.findIndex((one) => keyOf(one) === keyOf(pick)) ?? -1;
  return offer?.pick?.texts?.[at] ?? `choice ${pick.option + 1}`;
}

/** How good a bot finds a choice, in words. @param {number | null | undefined} value from 0 to 1 */
export const valueText = (value) => (typeof value === "number" ? `${Math.round(value * 100)} %` : "");

/** What a choice picks, and what it does, to find both on the screen. @param {Protocol.Choice} choice */
export function marksOf(choice) {
  const act = typeof choice === "object" && "act" in choice ? choice.act : null;
  return { picks: new Set((act?.picks ?? []).map(keyOf)), does: choice === "pass" ? "pass" : act && !act.picks?.length ? `act ${act.action}` : null };
}
