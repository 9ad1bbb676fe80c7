// Why what was touched cannot be taken, said where it was touched; and what can
// be done instead.

import { button, fill, h, vars } from "./dom.js";
import { announce } from "./a11y.js";
import { capital, say, sentences } from "./language.js";

/** @typedef {import("./why.js").Told} Told */

export class TableTip extends HTMLElement {
  constructor() {
    super();
    // Whatever is touched next puts it away.
    this.away = (/** @type {Event} */ event) => !this.contains(/** @type {Node} */ (event.target)) && this.put();
  }

  connectedCallback() {
    this.setAttribute("role", "note");
    addEventListener("pointerdown", this.away, true);
  }

  disconnectedCallback() {
    removeEventListener("pointerdown", this.away, true);
  }

  /**
   * Says something at a place of the table.
   *
   * @param {Element} at
   * @param {Told} told
   */
  say(at, { text, reasons = [], does = [] }) {
    this.hidden = false;
    fill(
      this,
      text && h("p", null, text),
      reasons.length > 0 && h("ul", null, reasons.map(({ label, reason }) => h("li", null, h("b", null, capital(label)), ` — ${reason}`))),
      does.length > 0 && h("div", { class: "tip-does" }, does.map(({ label, act }) => button({ label, class: "choice", onclick: () => (this.put(), act()) }))),
    );
    this.place(at);
    announce(sentences([text, ...reasons.map(({ label, reason }) => `${label}: ${reason}`), does.length > 0 ? say`You can: ${does.map(({ label }) => label).join(", ")}` : ""].filter(Boolean)));
  }

  /** Above what was touched, or below it where there is no room; all of it is on the board. @param {Element} at */
  place(at) {
    const board = /** @type {HTMLElement} */ (this.parentElement).getBoundingClientRect();
    const box = at.getBoundingClientRect();
    const [w, height] = [this.offsetWidth, this.offsetHeight];
    const middle = Math.min(Math.max(box.left + Math.min(box.width, 60) / 2 - board.left, w / 2 + 8), board.width - w / 2 - 8);
    const above = box.top - board.top - height - 10;
    const isBelow = above < 4;
    const below = Math.min(box.bottom - board.top + 10, Math.max(4, board.height - height - 4));
    vars(this, { "--x": `${middle - w / 2}px`, "--y": `${isBelow ? below : above}px`, "--tail": `${Math.min(w - 18, Math.max(18, box.left + Math.min(box.width, 60) / 2 - board.left - middle + w / 2))}px` });
    this.classList.toggle("below", isBelow);
    // It is read from its beginning.
    this.scrollIntoView({ block: height > innerHeight ? "start" : "nearest" });
  }

  /** Puts it away. */
  put() {
    if (this.hidden) return false;
    this.hidden = true;
    fill(this);
    return true;
  }
}

customElements.define("table-tip", TableTip);
