// The summary of what is just over, such as a hand: it is there until it is closed, or until the next choice
// of this seat. Who has no seat has read it when others have chosen for a while.

import { putAway } from "./a11y.js";
import { bestPlace } from "./place.js";
import { button, fill, h, icon, vars } from "./dom.js";
import { say } from "./language.js";

/** After so many choices of others it is read. */
const READ = 6;

/** To cover the result is as bad as to cover so many things on the table. */
const OVER = 1000;

/** So far it stays from the edge of the table, in pixels. */
const GAP = 10;

export class HandSummary extends HTMLElement {
  constructor() {
    super();
    /** What was put away. */
    this.away = "";
    this.lines = "";
    /** How often others have chosen since. */
    this.choices = 0;
    /** For what it was put where it lies. */
    this.placed = "";
    /** What stands before the table when the game is over, and beside which it is read. @type {HTMLElement | null} */
    this.result = null;
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
      this.choices = 0;
      const [first, ...others] = lines;
      fill(this, button({ icon: "close", label: say`Close`, hidden: true, class: "icon-only summary-close", onclick: () => this.put() }), icon("crown"), h("h2", null, first), others.map((line) => h("p", null, line)));
    }
    this.hidden = text === "" || text === this.away;
  }

  /** Lies where it covers least, where it lies on the table at all; it stays there as long as it says the same. @param {import("./table.js").CardTable} table */
  place(table) {
    const room = table.getBoundingClientRect();
    const placed = `${this.lines} ${room.width} ${room.height}`;
    const result = this.result && !this.result.hidden ? this.result.getBoundingClientRect() : null;
    // What can be done comes to the result when its room knows of it.
    const beside = result ? `${placed} ${[result.left, result.top, result.width, result.height].map(Math.round).join(" ")}` : placed;
    // It stays where it lies when the result is put away.
    const isKept = this.placed === beside || (!result && this.placed.startsWith(`${placed} `));
    if (this.hidden || isKept) return;
    this.placed = beside;
    this.classList.toggle("beside", Boolean(result));
    vars(this, { "--x": "0px", "--y": "0px" });
    if (getComputedStyle(this).position !== "absolute") return;
    const box = this.getBoundingClientRect();
    const area = { left: room.left + GAP, top: room.top + GAP, width: room.width - 2 * GAP, height: room.height - 2 * GAP };
    const things = result ? [...table.things(), { box: result, weight: OVER }] : table.things();
    const best = bestPlace(area, box, things);
    vars(this, { "--x": `${Math.round(best.left - box.left)}px`, "--y": `${Math.round(best.top - box.top)}px` });
  }

  /** Others have chosen, for who only watches. @param {number} choices so often */
  goesOn(choices) {
    this.choices += choices;
    if (this.choices >= READ) this.put();
  }

  /** Puts it away. */
  put() {
    this.away = this.lines;
    putAway(this);
  }
}

customElements.define("hand-summary", HandSummary);
