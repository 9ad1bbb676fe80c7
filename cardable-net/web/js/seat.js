// A place at the table: who sits there, how he stands, and his zones.

import { button, fill, h, icon, relabel } from "./dom.js";
import { has, words } from "./info.js";
import { botOf, showLevel } from "./level.js";
import { listed, ordinal, say } from "./language.js";
import { isRanked } from "./result.js";

export class TableSeat extends HTMLElement {
  constructor() {
    super();
    this.seat = -1;
    this.face = h("span", { class: "avatar", "aria-hidden": "true" });
    this.title = "";
    this.nameTag = h("span", { class: "seat-name" });
    this.state = h("span", { class: "seat-state" });
    this.facts = h("span", { class: "seat-facts" });
    this.clock = h("span", { class: "clock", hidden: true }, "0:00");
    this.plaque = h("div", { class: "plaque" }, this.face, h("span", { class: "seat-who" }, this.nameTag, this.state), h("span", { class: "seat-counts" }, this.facts, this.clock));
    this.target = button({ label: "", class: "seat-target", hidden: true, onclick: () => this.dispatchEvent(new CustomEvent("touch-seat", { bubbles: true, detail: { seat: this.seat } })) });
    this.zones = h("div", { class: "seat-zones" });
    this.hand = h("div", { class: "seat-hand" });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.setAttribute("role", "group");
    this.append(this.plaque, this.zones, this.hand);
  }

  /**
   * @param {import("./info.js").TableInfo} info
   * @param {Protocol.View} view
   * @param {Protocol.SeatInfo | undefined} about what the room says of the seat
   * @param {string | null} target what picking the seat would be called
   */
  update(info, view, about, target) {
    const { seat } = this;
    const { status } = view;
    const own = info.own === seat;
    const onTurn = !status.result && status.scenes.some((scene) => scene.turn === seat);
    const told = toldOf(info, view, seat);
    const standing = standingOf(info, view, seat);
    const states = statesOf(info, view, seat, about, standing);
    const facts = mostTelling(told.filter((fact) => !isTruth(fact) || !standing.includes(fact.name)), 2);
    const won = status.result?.winners.includes(seat);
    this.classList.toggle("on-turn", onTurn || has(status.asked, seat));
    this.classList.toggle("own", own);
    this.classList.toggle("away", about?.held === "person" && !about.present);
    this.classList.toggle("out", has(status.dismissed, seat));
    this.classList.toggle("lit", target !== null);
    this.classList.toggle("won", Boolean(won));
    this.face.dataset.hue = String(seat % 8);
    fill(this.face, about?.held === "bot" || about?.stand_in || !about ? icon("bot") : info.seat(seat).slice(0, 1).toUpperCase());
    showLevel(this.face, about);
    this.plaque.title = botOf(about);
    this.nameTag.textContent = own ? say`${info.seat(seat)} (you)` : info.seat(seat);
    this.state.textContent = states.join(" · ");
    fill(this.facts, ...facts.map((fact) => h("span", { class: fact.score ? "fact score" : "fact" }, fact.value ? [h("span", { class: fact.score ? "only-heard" : "fact-name" }, `${fact.name} `), h("b", null, fact.value)] : h("b", null, fact.name))));
    this.setAttribute("aria-label", [this.nameTag.textContent, botOf(about), onTurn ? say`on turn` : "", ...states, ...facts.map((f) => `${f.name} ${f.value}`)].filter(Boolean).join(", "));
    if (target) {
      relabel(this.target, target);
      this.target.title = target;
      if (!this.target.isConnected) this.plaque.append(this.target);
    } else this.target.remove();
  }

  /**
   * Shows a seat's time. At a table with clocks there is room for it also while there is none to show.
   *
   * @param {{ text: string, urgent: boolean, stands: boolean, label: string } | null} time
   * @param {boolean} isTimed
   */
  tick(time, isTimed) {
    this.clock.hidden = !isTimed;
    this.clock.classList.toggle("gone", !time);
    if (!time) return;
    if (this.clock.textContent !== time.text) this.clock.textContent = time.text;
    this.clock.setAttribute("title", time.label);
    this.clock.classList.toggle("urgent", time.urgent);
    this.clock.classList.toggle("stands", time.stands);
  }
}

/**
 * The facts that tell most, where there are many: the score, what is no number, and a few others.
 *
 * @param {{ name: string, value: string, score: boolean }[]} facts
 * @param {number} most
 */
export function mostTelling(facts, most) {
  const isNumber = (/** @type {{ value: string }} */ fact) => /^[-−]?[\p{Nd}.,’\s]+$/u.test(fact.value);
  const others = facts.filter((fact) => !fact.score);
  if (others.length <= most) return facts;
  const kept = new Set([...others.filter((fact) => !isNumber(fact)), ...others.filter(isNumber)].slice(0, most));
  return facts.filter((fact) => fact.score || kept.has(fact));
}

/** What the data of a seat tell. @param {import("./info.js").TableInfo} info @param {Protocol.View} view @param {number} seat */
const toldOf = (info, view, seat) => info.told(info.data.seat_data, view.seat_data[seat] ?? []);

/** Whether a fact is just so, such as that a seat has folded. @param {import("./info.js").Fact} fact */
const isTruth = (fact) => !fact.value && !fact.score;

/**
 * Why a seat has no turn any more, in words of the rules: what is so of it, and of nobody who has one.
 *
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view
 * @param {number} seat
 */
export function standingOf(info, view, seat) {
  const { scenes, result } = view.status;
  const acting = scenes.reduce((all, scene) => all | ((scene.members ?? 0) & ~(scene.passed ?? 0) & ~(scene.resting ?? 0)), 0);
  if (result || acting === 0 || has(acting, seat)) return [];
  const others = view.seat_data.flatMap((_, at) => (has(acting, at) ? toldOf(info, view, at).filter(isTruth).map(({ name }) => name) : []));
  return toldOf(info, view, seat).filter(isTruth).map(({ name }) => name).filter((name) => !others.includes(name));
}

/**
 * How a seat stands.
 *
 * @param {import("./info.js").TableInfo} info
 * @param {Protocol.View} view
 * @param {number} seat
 * @param {Protocol.SeatInfo | undefined} about
 * @param {string[]} standing what the rules say of it, which tells more than that it passed or is done
 */
function statesOf(info, view, seat, about, standing) {
  const { status, seats = [] } = view;
  /** @type {string[]} */
  const told = [];
  const own = seats[seat];
  if (own) {
    const differ = seats.some((s) => !s.automatic && s.role !== own.role);
    if (typeof own.role === "number" && differ && !own.automatic) told.push(info.role(own.role));
    const name = info.data.teams?.[own.team];
    const mates = seats.map((s, at) => (at !== seat && s.team === own.team ? info.seat(at) : "")).filter(Boolean);
    // Where all play together, their names tell nothing.
    const isEverybody = mates.length > 1 && mates.length === seats.length - 1;
    if (mates.length > 0) told.push(name ? words(name) : isEverybody ? say`with everybody` : say`with ${listed(mates)}`);
  }
  if (about?.stand_in) told.push(say`a bot plays meanwhile`);
  else if (about?.held === "person" && !about.present) told.push(say`away`);
  if (has(status.dismissed, seat)) told.push(say`out`);
  told.push(...standing);
  const scene = status.scenes.find((s) => has(s.members, seat) || has(s.resting, seat));
  if (scene && !status.result) {
    if (status.scenes.length > 1) told.push(words(info.state(scene.state)?.label ?? ""));
    const isTold = standing.length > 0;
    if (!isTold && has(scene.passed, seat)) told.push(say`passed`);
    else if (!isTold && has(scene.acted, seat)) told.push(say`is done`);
  }
  if (has(status.asked, seat) && seat !== info.own) told.push(say`is asked`);
  if (status.result) {
    const rank = isRanked(status.result) ? status.result.ranks[seat] : null;
    told.push(status.result.winners.includes(seat) ? say`winner` : rank ? ordinal(rank, { one: "{0}st place", two: "{0}nd place", few: "{0}rd place", other: "{0}th place" }) : "");
  }
  return told.filter(Boolean);
}

customElements.define("table-seat", TableSeat);
