// Before one is let in to watch: nothing of the game is to be seen yet.

import { fill, h } from "./dom.js";
import { waitingToWatch } from "./notices.js";

export class WaitingView extends HTMLElement {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    /** @type {string | undefined} */
    this.at = undefined;
  }

  connectedCallback() {
    const { room, description } = this.session;
    if (room) fill(this, h("h1", null, room.title || description?.name), waitingToWatch(this.session));
  }
}

customElements.define("waiting-view", WaitingView);
