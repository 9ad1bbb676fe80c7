// What the seat can do now, as buttons; and why it cannot do the rest.

import { fill, h, vars } from "./dom.js";
import { isAstray } from "./a11y.js";
import { FEW } from "./choose.js";
import { boxOf, drawBox } from "./box.js";
import { memory } from "./memory.js";
import { capital, counted, say } from "./language.js";

/** @typedef {import("./choose.js").Chooser["menus"][0]} Listed an action that picks entries of a list */

/** The buttons that the number keys press: a box has arrows of its own. @param {Element} within */
export const numbered = (within) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll("button.choice:not(.bid)")]);

/** Tells which number key presses a button, where such keys are on. @param {Element} within */
export function tellNumbers(within) {
  for (const [at, one] of numbered(within).entries()) {
    if (memory.characters && at < 9) one.setAttribute("aria-keyshortcuts", String(at + 1));
    else one.removeAttribute("aria-keyshortcuts");
  }
}

export class ActionBar extends HTMLElement {
  constructor() {
    super();
    this.turn = h("p", { class: "turn", tabindex: "-1", data: { rest: "" } });
    this.hint = h("p", { class: "hint", id: "hint" });
    this.list = h("div", { class: "choices", role: "group", "aria-label": say`What you can do` });
    this.reasons = h("ul");
    /** @type {HTMLElement} */
    this.why = h("details", { class: "why", hidden: true }, h("summary", null, say`Why not …`), this.reasons);
    /** @type {(choice: Protocol.Choice) => void} */
    this.submit = () => {};
    /** Whether an action picks cards. @type {(action: number) => boolean} */
    this.picks = () => false;
    /** All texts of the game. @type {string[]} */
    this.texts = [];
    /** What a deck or a seat is called. @type {(candidate: Protocol.Pick) => string | null} */
    this.nameOf = () => null;
    /** What the button does that has the focus, or had it until it went. @type {string | null} */
    this.had = null;
    /** For what there is room: a decision, and how wide the bar is. @type {{ decision: Protocol.Decision | null, wide: number }} */
    this.room = { decision: null, wide: 0 };
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(h("div", { class: "bar-text" }, this.turn, this.hint), this.list, this.why);
  }

  /**
   * @param {import("./choose.js").Chooser | null} chooser
   * @param {string} turn whose turn it is
   * @param {string} news what happened last, or in the step that is looked at, for when there is nothing to choose
   */
  show(chooser, turn, news) {
    const asked = Boolean(chooser?.decision);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && this.list.contains(activeElement)) this.had = activeElement.dataset.does ?? null;
    else if (!isAstray()) this.had = null;
    this.turn.textContent = turn;
    this.classList.toggle("asked", asked);
    this.hint.classList.toggle("news", !asked);
    if (!asked && this.isOfAnotherWidth()) {
      this.room = { decision: null, wide: this.clientWidth };
      vars(this, { "--room": "0px" });
    }
    if (!chooser || !asked || chooser.prompt) {
      this.hint.textContent = asked ? "" : news;
      fill(this.list);
      this.why.hidden = true;
      return;
    }
    // At a table with very many, what has nothing to do with what is selected stands back.
    const plain = chooser.pickings.length > FEW && chooser.selected.length > 0 ? { menus: [], buttons: [], mayPass: false } : chooser;
    if (chooser.decision !== this.room.decision || this.isOfAnotherWidth()) this.reserve(chooser);
    /** @type {(HTMLElement | false | null)[]} */
    const all = [
      ...chooser.pickings.filter((p) => this.isWorthAButton(chooser, p)).map((p) => this.picking(chooser, p)),
      ...plain.menus.map((offer) => this.menu(offer)),
      ...plain.buttons.map((offer) => this.does(offer.label, `act ${offer.action}`, () => this.submit({ act: { action: offer.action } }), offer.kind === "vote_button" ? "vote" : "")),
      plain.mayPass && this.does(say`Pass`, "pass", () => this.submit("pass")),
      (chooser.selected.length > 0 || chooser.armed) && this.does(say`Clear`, "clear", () => chooser.clear(), "quiet"),
    ];
    const buttons = all.filter((one) => one !== false && one !== null);
    fill(this.list, ...buttons);
    tellNumbers(this.list);
    const advised = chooser.advice?.does ? this.list.querySelector(`[data-does="${CSS.escape(chooser.advice.does)}"]`) : null;
    advised?.classList.add("advised");
    this.refocus();
    this.hint.textContent = this.hintFor(chooser);
    const not = chooser.decision?.unavailable ?? [];
    this.why.hidden = not.length === 0;
    fill(this.reasons, ...not.map((one) => h("li", null, h("b", null, one.label), ` — ${one.reason}`)));
  }

  /** Where a button had the focus, the same one has it again, also after others have played; else the first. */
  refocus() {
    if (this.had === null || !isAstray()) return;
    const same = this.list.querySelector(`[data-does="${CSS.escape(this.had)}"]`) ?? this.list.querySelector("button");
    if (same instanceof HTMLElement) same.focus();
  }

  /**
   * Makes room for all that a decision may bring once something is selected, so that the table above stays as
   * it is meanwhile, and also while others play.
   *
   * @param {import("./choose.js").Chooser} chooser
   */
  reserve(chooser) {
    this.room = { decision: chooser.decision, wide: this.clientWidth };
    vars(this, { "--room": "0px" });
    const pickings = chooser.together().filter((p) => p.max > 1 || chooser.pickings.length > 1);
    const hints = [this.hintFor(chooser), ...pickings.map((p) => pickText(p))];
    this.hint.textContent = hints.reduce((long, hint) => (hint.length > long.length ? hint : long));
    fill(
      this.list,
      pickings.map((p) => this.picking(chooser, p, p.max)),
      chooser.menus.map((offer) => this.menu(offer)),
      chooser.buttons.map((offer) => this.does(offer.label, "", () => {})),
      chooser.mayPass && this.does(say`Pass`, "", () => {}),
      pickings.length > 0 && this.does(say`Clear`, "", () => {}, "quiet"),
    );
    this.classList.toggle("broad", this.hasRows());
    vars(this, { "--room": `${this.offsetHeight}px` });
  }

  /** Whether the buttons do not fit in one row beside the texts. A box has rows of its own. */
  hasRows() {
    this.classList.remove("broad");
    const tops = [...this.list.querySelectorAll("button")].map(({ offsetTop }) => offsetTop);
    return !this.list.querySelector(".box") && new Set(tops).size > 1;
  }

  /** Whether the bar was laid out for another width than it has. */
  isOfAnotherWidth() {
    return this.clientWidth !== this.room.wide;
  }

  /** A pick of one card that a touch does needs no button. @param {import("./choose.js").Chooser} chooser @param {import("./choose.js").Picking} p */
  isWorthAButton(chooser, p) {
    const single = p.max === 1 || p.what === "drag";
    // Of very many, those that take what is selected.
    if (chooser.pickings.length > FEW) return chooser.selected.length > 0 && p.what !== "drag" && (p.isReady(chooser.selected) || p.takes([], chooser.selected[0].pick));
    if (!single) return true;
    if (p.what === "drag") return false;
    return chooser.selected.length > 0 ? p.isReady(chooser.selected) : chooser.pickings.filter((o) => o.what !== "drag").length > 1;
  }

  /** @param {string} label @param {string} key @param {() => void} act @param {string} [kind] */
  does(label, key, act, kind = "") {
    return h("button", { type: "button", class: `button choice ${kind}`.trim(), data: { does: key }, onclick: act }, capital(label));
  }

  /** @param {import("./choose.js").Chooser} chooser @param {import("./choose.js").Picking} p @param {number} [n] how many are selected */
  picking(chooser, p, n = chooser.selected.length) {
    const ready = p.isReady(chooser.selected) && n > 0;
    const of = p.min === p.max || n < p.min ? `/${p.min}` : "";
    const many = p.max > 1 ? h("span", { class: "so-many" }, ` ${n}${of}`) : null;
    const act = () => (ready ? this.submit(p.choice(chooser.selected)) : chooser.arm(p));
    const one = h(
      "button",
      { type: "button", class: `button choice ${ready ? "ready" : "open"}`, data: { does: `pick ${p.action}` }, "aria-pressed": String(chooser.armed === p), "aria-busy": String(p.isAsked(chooser.selected)), onclick: act },
      capital(p.label),
      n > 0 || chooser.armed === p ? many : null,
    );
    return one;
  }

  /** A pick of an entry of a list. @param {Listed} offer */
  menu(offer) {
    const { pick } = offer;
    const label = (/** @type {Protocol.Pick} */ candidate, /** @type {number} */ at) => pick.texts?.[at] ?? this.nameOf(candidate) ?? say`Choice ${at + 1}`;
    if (pick.max > 1) return this.several(offer, label);
    const texts = pick.candidates.map(label);
    const box = boxOf(texts, this.texts);
    if (box) {
      const choose = (/** @type {string} */ text) => {
        const at = texts.indexOf(text);
        return at < 0 ? null : { does: `act ${offer.action} ${text}`, act: () => this.submit({ act: { action: offer.action, picks: [pick.candidates[at]] } }) };
      };
      return drawBox(box, capital(offer.label), choose);
    }
    const items = pick.candidates.map((candidate, at) =>
      this.does(texts[at], `act ${offer.action} ${at}`, () => this.submit({ act: { action: offer.action, picks: [candidate] } })),
    );
    return h("div", { class: "menu", role: "group", "aria-label": offer.label }, h("span", { class: "menu-name" }, capital(offer.label)), items);
  }

  /** A pick of several entries of a list. @param {Listed} offer @param {(candidate: Protocol.Pick, at: number) => string} label */
  several(offer, label) {
    const { pick } = offer;
    const boxes = pick.candidates.map((_, at) => h("input", { type: "checkbox", value: String(at) }));
    const done = h("button", { type: "submit", class: "button choice" }, capital(offer.label));
    const check = () => {
      const n = boxes.filter((box) => box.checked).length;
      done.disabled = n < pick.min || n > pick.max;
    };
    const form = h(
      "form",
      {
        class: "menu",
        "aria-label": offer.label,
        onchange: check,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const picks = pick.candidates.filter((_, at) => boxes[at].checked);
          this.submit({ act: { action: offer.action, picks } });
        },
      },
      pick.candidates.map((candidate, at) => h("label", { class: "check" }, boxes[at], label(candidate, at))),
      done,
    );
    check();
    return form;
  }

  /** @param {import("./choose.js").Chooser} chooser */
  hintFor(chooser) {
    if (chooser.advice) return chooser.advice.text;
    const taps = chooser.open.filter((p) => p.what !== "drag");
    const n = chooser.selected.length;
    if (chooser.armed && n === 0) return pickText(chooser.armed);
    if (n > 0) {
      const [short] = taps.filter((p) => n < p.min && p.takes(chooser.selected.slice(0, 0), chooser.selected[0].pick));
      const ready = chooser.open.some((p) => p.isReady(chooser.selected));
      if (ready) return counted(n, "1 selected", "{0} selected");
      if (short) return counted(n, "1 of {1} selected", "{0} of {1} selected", short.min);
      return chooser.open.some((p) => p.what === "drag") ? say`Now pick where it goes` : counted(n, "1 selected", "{0} selected");
    }
    if (chooser.pickings.length > FEW) return say`Pick what is lit, or draw it to where it goes`;
    const barred = chooser.barred((action) => this.picks(action));
    if (barred) return `${capital(barred.label)} — ${barred.reason}`;
    const labels = [...new Set(taps.filter((p) => p.max === 1).map((p) => capital(p.label)))];
    if (taps.length === 1 && taps[0].max > 1) return pickText(taps[0]);
    return labels.length === 1 && taps.length === 1 ? say`${labels[0]}: pick one that is lit` : "";
  }
}

/**
 * Says what an action picks: exactly so many things, up to so many, or from so many to so many.
 *
 * @typedef {{ exactly: (label: string, n: number) => string, most: (label: string, max: number) => string, between: (label: string, min: number, max: number) => string }} Picks
 */

/** @type {Picks} */
const PICK_CARDS = {
  exactly: (label, n) => counted(n, "{1}: pick 1 card", "{1}: pick {0} cards", label),
  most: (label, max) => counted(max, "{1}: pick up to 1 card", "{1}: pick up to {0} cards", label),
  between: (label, min, max) => counted(max, "{1}: pick {2} to 1 card", "{1}: pick {2} to {0} cards", label, min),
};

/** @type {Picks} */
const PICK_PLACES = {
  exactly: (label, n) => counted(n, "{1}: pick 1 place", "{1}: pick {0} places", label),
  most: (label, max) => counted(max, "{1}: pick up to 1 place", "{1}: pick up to {0} places", label),
  between: (label, min, max) => counted(max, "{1}: pick {2} to 1 place", "{1}: pick {2} to {0} places", label, min),
};

/** @type {Picks} */
const PICK_PLAYERS = {
  exactly: (label, n) => counted(n, "{1}: pick 1 player", "{1}: pick {0} players", label),
  most: (label, max) => counted(max, "{1}: pick up to 1 player", "{1}: pick up to {0} players", label),
  between: (label, min, max) => counted(max, "{1}: pick {2} to 1 player", "{1}: pick {2} to {0} players", label, min),
};

/** @type {Picks} */
const PICK_THINGS = {
  exactly: (label, n) => counted(n, "{1}: pick 1 thing", "{1}: pick {0} things", label),
  most: (label, max) => counted(max, "{1}: pick up to 1 thing", "{1}: pick up to {0} things", label),
  between: (label, min, max) => counted(max, "{1}: pick {2} to 1 thing", "{1}: pick {2} to {0} things", label, min),
};

/** What an action picks, and how much of it. @param {{ label: string, min: number, max: number, what: Protocol.PickWhat }} p */
function pickText({ label, min, max, what }) {
  const picks = what === "card" ? PICK_CARDS : what === "zone" ? PICK_PLACES : what === "seat" ? PICK_PLAYERS : PICK_THINGS;
  if (min === max) return picks.exactly(capital(label), min);
  return min <= 1 ? picks.most(capital(label), max) : picks.between(capital(label), min, max);
}

customElements.define("action-bar", ActionBar);
