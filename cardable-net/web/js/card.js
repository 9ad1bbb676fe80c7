// A card on the table: its face or its back.

import { h, s, vars } from "./dom.js";
import { backParts, faceParts, isRound, size } from "./face.js";

/** The drawings of one ruleset's cards, each made when it is first seen. */
export class Drawings {
  /**
   * @param {Protocol.RulesetInfo} data the info
   * @param {(path: string) => string | null} picture where a picture of the card set is
   */
  constructor(data, picture) {
    this.data = data;
    this.picture = picture;
    this.sprite = s("svg", { class: "sprite", "aria-hidden": "true", width: 0, height: 0 });
    /** @type {Set<string>} */
    this.made = new Set();
    document.body.append(this.sprite);
  }

  remove() {
    this.sprite.remove();
  }

  /** The shape of most cards: that of the first set. */
  get ratio() {
    const { w, h: height } = size(this.data.sets[0]);
    return w / height;
  }

  get isRound() {
    return Boolean(isRound(this.data.sets[0]));
  }

  /** @param {Protocol.CardSeen} seen */
  setOf(seen) {
    const card = "face" in seen ? this.data.cards[seen.face] : this.data.cards.find((one) => one.back === seen.back);
    return { card, set: this.data.sets[card?.set ?? 0] };
  }

  /**
   * What shows a card.
   *
   * @param {Protocol.CardSeen} seen
   */
  draw(seen) {
    const { card, set } = this.setOf(seen);
    const { w, h: height } = size(set);
    const path = "face" in seen ? card?.face_picture : card?.back_picture;
    const url = path ? this.picture(path) : null;
    if (url) return h("img", { src: url, alt: "", draggable: "false" });
    const id = "face" in seen ? `face-${seen.face}` : `back-${seen.back}`;
    if (!this.made.has(id)) {
      this.made.add(id);
      const parts = "face" in seen ? faceParts(card ?? { name: "?" }, set) : backParts(this.data, seen.back, set);
      this.sprite.append(s("symbol", { id, viewBox: `0 0 ${w} ${height}` }, ...parts));
    }
    return s("svg", { viewBox: `0 0 ${w} ${height}`, "aria-hidden": "true", focusable: "false" }, s("use", { href: `#${id}` }));
  }
}

export class PlayingCard extends HTMLElement {
  constructor() {
    super();
    this.key = 0;
    this.look = "";
    /** @type {Protocol.CardSeen | null} */
    this.seen = null;
  }

  /**
   * @param {Drawings} drawings
   * @param {Protocol.CardSeen} seen
   * @returns {boolean} whether it shows something else than before
   */
  show(drawings, seen) {
    const look = "face" in seen ? `face-${seen.face}` : `back-${seen.back}`;
    if (look === this.look) return false;
    const first = this.look === "";
    this.look = look;
    this.seen = seen;
    const { set } = drawings.setOf(seen);
    const { w, h: height } = size(set);
    vars(this, { "--ratio": w / height });
    this.classList.toggle("round", Boolean(isRound(set)));
    this.classList.toggle("down", !("face" in seen));
    this.replaceChildren(drawings.draw(seen));
    return !first;
  }
}

customElements.define("playing-card", PlayingCard);
