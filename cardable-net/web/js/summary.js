// The summary of what is just over, such as a hand: it is there until it is closed, or until the next choice
// of this seat.

import { button, fill, h, icon } from "./dom.js";
import { say } from "./language.js";

export class HandSummary extends HTMLElement {
  constructor() {
    super();
    /** What was put away. */
    this.away = "";
    this.lines = "";
  }

  connectedCallback() {
    this.classList.add("summary");
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say`Summary`);
    this.hidden = this.lines === "" || this.lines === this.away;
  }

  /** @param {string[]} lines */
  show(lines) {
    const text = lines.join("\n");
    if (text !== this.lines) {
      this.lines = text;
      this.away = "";
      const [first, ...others] = lines;
      fill(this, button({ icon: "close", label: say`Close`, hidden: true, class: "icon-only summary-close", onclick: () => this.put() }), icon("crown"), h("h2", null, first), others.map((line) => h("p", null, line)));
    }
    this.hidden = text === "" || text === this.away;
  }

  /** Puts it away. */
  put() {
    this.away = this.lines;
    this.hidden = true;
  }
}

customElements.define("hand-summary", HandSummary);
