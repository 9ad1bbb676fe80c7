// An auction so far, as a table by seats.

import { fill, h } from "./dom.js";
import { rowsOf } from "./calls.js";
import { say } from "./language.js";

export class AuctionTable extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
    this.hidden = true;
  }

  /** @param {import("./calls.js").Said[]} said @param {import("./info.js").TableInfo} info */
  show(said, info) {
    const shown = JSON.stringify(said);
    if (shown === this.shown) return;
    this.shown = shown;
    this.hidden = said.length === 0;
    if (said.length === 0) return fill(this);
    const n = info.names.length;
    const seats = Array.from({ length: n }, (_, at) => (said[0].seat + at) % n);
    const head = h("tr", null, seats.map((seat) => h("th", { scope: "col" }, seat === info.own ? say`You` : info.seat(seat))));
    const rows = rowsOf(said, seats).map((row) => h("tr", null, row.map((text) => h("td", null, text))));
    fill(this, h("table", { class: "auction" }, h("caption", { class: "only-heard" }, say`What was said so far`), h("thead", null, head), h("tbody", null, rows)));
    // A long auction is scrolled to its end, also by keys.
    this.scrollTop = this.scrollHeight;
    this.tabIndex = 0;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say`Auction`);
  }
}

customElements.define("auction-table", AuctionTable);
