// What a bot thinks of choices, in words.

import { keyOf } from "./choose.js";
import { capital, counted, listed, number, percent, say } from "./language.js";

/**
 * How far a look back came; nothing where it came to the end.
 *
 * @param {number} reviewed how many decisions were looked at
 * @param {boolean} partial whether the last ones were left out
 */
export function howFar(reviewed, partial) {
  if (!partial) return reviewed === 0 ? say`You had nothing to choose in this game.` : "";
  if (reviewed === 0) return say`The host had no time to look at your decisions.`;
  return counted(reviewed, "Only the first of your decisions was looked at.", "The first {0} of your decisions were looked at.");
}

/**
 * What a choice is called, and what it picks.
 *
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view the table before it
 * @param {Protocol.Decision | null} decision what was offered, where that is known
 * @param {Protocol.Choice} choice
 * @returns {{ label: string, picks?: string }}
 */
export function labelAndPicks(info, view, decision, choice) {
  if (choice === "pass") return { label: say`Pass` };
  if ("number" in choice) {
    const isYesNo = decision?.offers.some((offer) => typeof offer === "object" && "confirm" in offer);
    return { label: !isYesNo ? number(choice.number) : choice.number ? say`Yes` : say`No` };
  }
  if ("items" in choice) {
    const asked = decision?.offers.flatMap((offer) => (typeof offer === "object" && "items" in offer ? [offer.items] : []))[0];
    const items = choice.items.map((at) => asked?.items[at] ?? say`entry ${at + 1}`);
    return { label: items.length > 0 ? capital(listed(items)) : say`Nothing` };
  }
  const { action, picks = [] } = choice.act;
  const offer = decision?.offers.flatMap((one) => (typeof one === "object" && "action" in one && one.action.action === action ? [one.action] : []))[0];
  const label = capital(offer?.label ?? info.action(action));
  const named = picks.map((pick) => pickText(info, view, offer, pick));
  return named.length > 0 ? { label, picks: listed(named) } : { label };
}

/** The same as one text. @param {ReturnType<typeof labelAndPicks>} told */
export const choiceText = ({ label, picks }) => (picks ? `${label}: ${picks}` : label);

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
    return card && "face" in card ? info.card(card) : say`a card of ${info.zoneName(zone)}`;
  }
  if ("zone" in pick) return info.zoneName(pick.zone);
  if ("seat" in pick) return info.seat(pick.seat);
  if ("deck" in pick) return info.value(pick);
  const at = offer?.pick?.candidates.findIndex((one) => keyOf(one) === keyOf(pick)) ?? -1;
  return offer?.pick?.texts?.[at] ?? say`choice ${pick.option + 1}`;
}

/** How good a bot finds a choice, in words. @param {number | null | undefined} value from 0 to 1 */
export const valueText = (value) => (typeof value === "number" ? percent(value) : "");

/** What a choice picks, and what it does, to find both on the screen. @param {Protocol.Choice} choice */
export function marksOf(choice) {
  const act = typeof choice === "object" && "act" in choice ? choice.act : null;
  return { picks: new Set((act?.picks ?? []).map(keyOf)), does: choice === "pass" ? "pass" : act && !act.picks?.length ? `act ${act.action}` : null };
}
