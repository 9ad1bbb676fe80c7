// A question in the middle of an action: a number, a yes or no, one of a list
// or several of it.

import { bestPlace } from "./place.js";
import { boxOf, drawBox } from "./box.js";
import { fill, h, s, vars } from "./dom.js";
import { numberForm } from "./slider.js";
import { suitPath } from "./pips.js";
import { capital, lower, number, say, sayAs } from "./language.js";

/** Up to so many numbers are offered as buttons. */
const FEW_NUMBERS = 12;

/** The shapes that a question may have: as it is, with all in one line, and narrow. */
const SHAPES = ["", "flat", "flat narrow"];

/** Another shape than the usual one is as bad as covering so many pixels. */
const LESS = 1500;

/** The suits, by what they are called. */
const SUITS = new Map([
  [sayAs("suit")`spades`, "spades"],
  [sayAs("suit")`hearts`, "hearts"],
  [sayAs("suit")`diamonds`, "diamonds"],
  [sayAs("suit")`clubs`, "clubs"],
  [sayAs("suit")`acorns`, "acorns"],
  [sayAs("suit")`leaves`, "leaves"],
  [sayAs("suit")`bells`, "bells"],
  [sayAs("suit")`coins`, "coins"],
  [sayAs("suit")`cups`, "cups"],
  [sayAs("suit")`swords`, "swords"],
  [sayAs("suit")`batons`, "batons"],
]);

/** The colours of which there are swatches, by what they are called. */
const COLOURS = new Map([
  [sayAs("colour")`red`, "red"],
  [sayAs("colour")`green`, "green"],
  [sayAs("colour")`blue`, "blue"],
  [sayAs("colour")`yellow`, "yellow"],
  [sayAs("colour")`orange`, "orange"],
  [sayAs("colour")`purple`, "purple"],
  [sayAs("colour")`black`, "black"],
  [sayAs("colour")`white`, "white"],
]);

/** What is asked. @param {import("./choose.js").Question} prompt */
export function labelOf(prompt) {
  const { label } = "number" in prompt ? prompt.number : "items" in prompt ? prompt.items : prompt.confirm;
  return label || say`Choose`;
}

export class TablePrompt extends HTMLElement {
  constructor() {
    super();
    /** @type {(choice: Protocol.Choice) => void} */
    this.submit = () => {};
    /** @type {(partial: Protocol.Choice) => Promise<Protocol.Extensions | null>} asks what goes with what is picked */
    this.extend = async () => null;
    /** @type {(text: string) => Element | null} draws what a text names */
    this.draw = () => null;
    /** All texts of the game. @type {string[]} */
    this.texts = [];
    this.asked = "";
    /** For what it was put where it stands. */
    this.standing = "";
  }

  /**
   * @param {import("./choose.js").Question | null} prompt
   * @param {number} seq which view it belongs to
   */
  show(prompt, seq) {
    const asked = prompt ? `${seq} ${JSON.stringify(prompt)}` : "";
    if (asked === this.asked) return;
    const had = this.contains(document.activeElement);
    this.asked = asked;
    this.hidden = !prompt;
    if (!prompt) {
      fill(this);
      if (had) document.querySelector("action-bar")?.querySelector("button")?.focus();
      return;
    }
    const label = capital(labelOf(prompt));
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-label", label);
    const part = "number" in prompt ? this.number(prompt.number, label) : "items" in prompt ? this.items(prompt.items, label) : this.confirm();
    fill(this, h("h2", { class: "question" }, label), part);
    const first = this.querySelector("[autofocus]") ?? this.querySelector('button:not(:disabled, [tabindex="-1"]), input');
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }

  /** Stands where it covers least of what one looks at to answer. @param {import("./table.js").CardTable} table */
  place(table) {
    const area = this.parentElement?.getBoundingClientRect();
    if (this.hidden || !area) return;
    const standing = `${this.asked} ${area.width} ${area.height}`;
    if (standing === this.standing) return;
    this.standing = standing;
    const things = table.things();
    const room = { left: area.left + 8, top: area.top + 8, width: area.width - 16, height: area.height - 16 };
    const tried = SHAPES.map((shape, at) => {
      this.className = shape;
      vars(this, { "--x": "0px", "--y": "0px" });
      const box = this.getBoundingClientRect();
      const { cost, ...place } = bestPlace(room, box, things);
      return { shape, box, ...place, cost: cost + at * LESS };
    });
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    this.className = best.shape;
    vars(this, { "--x": `${Math.round(best.left - best.box.left)}px`, "--y": `${Math.round(best.top - best.box.top)}px` });
    this.scrollIntoView({ block: "nearest" });
  }

  /** @param {{ min: number, max: number }} body @param {string} label */
  number({ min, max }, label) {
    if (max - min < FEW_NUMBERS) {
      const numbers = Array.from({ length: max - min + 1 }, (_, at) => min + at);
      return h("div", { class: "numbers" }, numbers.map((n) => this.answer(number(n), { number: n })));
    }
    return numberForm({ label, min, max }, (value) => this.submit({ number: value }));
  }

  confirm() {
    return h("div", { class: "numbers" }, this.answer(say`Yes`, { number: 1 }), this.answer(say`No`, { number: 0 }));
  }

  /** @param {{ items: string[], min: number, max: number, ruled?: boolean, ordered?: boolean }} body @param {string} label */
  items({ items, min, max, ruled, ordered }, label) {
    if (min === 1 && max === 1 && !ruled) {
      const box = boxOf(items, this.texts);
      const choose = (/** @type {string} */ text) => {
        const at = items.indexOf(text);
        return at < 0 ? null : { does: String(at), act: () => this.submit({ items: [at] }) };
      };
      if (box) return drawBox(box, label, choose);
      return h("div", { class: "items" }, items.map((text, at) => this.answer(text, { items: [at] }, this.picture(text))));
    }
    const boxes = items.map((_, at) => h("input", { type: "checkbox", value: String(at) }));
    // What is picked, where the order counts in that of picking.
    /** @type {number[]} */
    let picked = [];
    const places = items.map(() => h("span", { class: "in-order" }));
    const count = h("span", { class: "so-many" });
    const done = h("button", { type: "submit", class: "button choice" }, say`Answer`, " ", count);
    const check = () => {
      const checked = boxes.flatMap((box, at) => (box.checked ? [at] : []));
      picked = ordered ? [...picked.filter((at) => checked.includes(at)), ...checked.filter((at) => !picked.includes(at))] : checked;
      if (ordered) places.forEach((place, at) => (place.textContent = picked.includes(at) ? `${number(picked.indexOf(at) + 1)}. ` : ""));
      const n = picked.length;
      count.textContent = `${n}/${min === max ? max : `${min}–${max}`}`;
      done.disabled = n < min || n > max;
      // Whoever may pick one only changes his mind by picking another.
      for (const box of boxes) box.disabled = !box.checked && n >= max && max > 1;
      if (ruled) goTogether();
    };
    // Where not everything goes together, the host says what goes with what is picked.
    const goTogether = async () => {
      const now = picked;
      done.disabled = true;
      const found = await this.extend({ items: now });
      if (!found || now !== picked) return;
      done.disabled = !found.complete;
      const next = new Set(found.next.flatMap((pick) => ("option" in pick ? [pick.option] : [])));
      boxes.forEach((box, at) => (box.disabled = !box.checked && !next.has(at)));
    };
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit({ items: picked });
    };
    const form = h(
      "form",
      { class: "items-form", onchange: check, onsubmit },
      h("fieldset", { class: "items" }, h("legend", { class: "only-heard" }, label), items.map((text, at) => h("label", { class: "check item" }, boxes[at], this.picture(text), h("span", null, places[at], capital(text))))),
      done,
    );
    check();
    return form;
  }

  /** @param {string} text @param {Protocol.Choice} choice @param {Element | null} [picture] */
  answer(text, choice, picture) {
    return h("button", { type: "button", class: `button choice answer${picture ? " drawn" : ""}`, onclick: () => this.submit(choice) }, picture, h("span", null, capital(text)));
  }

  /** What a text names: a suit, a colour or a card. @param {string} text */
  picture(text) {
    const suit = SUITS.get(lower(text)) ?? text;
    const path = suitPath(suit);
    if (path) {
      const isRed = /heart|diamond/i.test(suit);
      return s("svg", { class: `suit ${isRed ? "red" : "black"}`, viewBox: "-11 -11 22 22", "aria-hidden": "true" }, s("path", { d: path }));
    }
    const colour = COLOURS.get(lower(text));
    if (colour) return h("span", { class: `swatch ${colour}`, "aria-hidden": "true" });
    return this.draw(text);
  }
}

customElements.define("table-prompt", TablePrompt);
