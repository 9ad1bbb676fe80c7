// Dropping a card: where it is drawn to, and which action that means.

import { button, h } from "./dom.js";
import { words } from "./info.js";
import { openDialog } from "./dialog.js";
import { CardZone } from "./zone.js";
import { PlayingCard } from "./card.js";
import { capital, lower, say } from "./language.js";

/**
 * Where somebody draws a card to: what lies there, or the card's own zone.
 *
 * @typedef {{ from: number, zone: number | null, card: PlayingCard | null, home: boolean }} Goal
 */

/**
 * The zone that a card is drawn to.
 *
 * @param {PlayingCard} card
 * @param {HTMLElement[]} at
 * @returns {Goal}
 */
function goalOf(card, at) {
  const from = Number(card.dataset.zone);
  const zones = at.filter((element) => element instanceof CardZone);
  const cards = at.filter((element) => element instanceof PlayingCard);
  return {
    from,
    zone: zones.find(({ zone }) => zone !== from)?.zone ?? null,
    card: cards.find((other) => Number(other.dataset.zone) !== from) ?? null,
    home: zones.some(({ zone }) => zone === from),
  };
}

export class Dropping {
  /** @param {import("./game.js").GameView} game */
  constructor(game) {
    this.game = game;
  }

  /** Marks the zone that the card would go to. @param {PlayingCard} card @param {HTMLElement[]} at */
  over(card, at) {
    const goal = goalOf(card, at);
    for (const zone of this.game.table.zones.values()) zone.classList.toggle("goal", zone.zone === goal.zone);
  }

  /** Does what the drag means, or asks. @param {PlayingCard} card @param {HTMLElement[]} at */
  drop(card, at) {
    const { game } = this;
    for (const zone of game.table.zones.values()) zone.classList.remove("goal");
    const { chooser } = game;
    const { info } = game.session;
    const goal = goalOf(card, at);
    if (!chooser || !info || (goal.zone === null && goal.home)) return;
    const pick = game.pickOf(card);
    const label = goal.zone === null ? null : lower(words(info.zone(goal.zone).def.label));
    const speaks = (/** @type {string} */ said) => label !== null && lower(said).includes(label);
    const targets = [goal.card ? game.pickOf(goal.card) : null, goal.zone === null ? null : { zone: goal.zone }];
    for (const to of targets) {
      const found = to && chooser.draw(pick, to, () => false);
      if (found && "choice" in found && typeof found.choice === "object" && "act" in found.choice && found.choice.act.picks?.length === 2) return game.submit(found.choice);
    }
    const found = chooser.draw(pick, null, speaks);
    if (!found) return game.touch(pick);
    if ("choice" in found) return game.submit(found.choice);
    this.ask(found.among, pick);
  }

  /** Several actions may be meant. @param {import("./choose.js").Picking[]} among @param {Protocol.Pick} pick */
  ask(among, pick) {
    const { game } = this;
    const { chooser } = game;
    const selected = chooser?.isSelected(pick) ? chooser.selected : [{ pick, touched: "" }];
    openDialog(say`What is meant?`, (close) => h("div", { class: "numbers" }, among.map((p) => button({ label: capital(p.label), class: "choice", onclick: () => (close(), game.submit(p.choice(selected))) }))));
  }
}
