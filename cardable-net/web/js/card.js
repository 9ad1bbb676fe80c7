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
    this.tags = h("span", { class: "tags", "aria-hidden": "true" });
    this.tagged = "";
  }

  /**
   * Shows what the card has: counters, marks, hints. Its label says it to who does not see it.
   *
   * @param {import("./info.js").Fact[]} facts
   */
  tag(facts) {
    const tagged = JSON.stringify(facts);
    if (tagged === this.tagged) return;
    this.tagged = tagged;
    const tag = (/** @type {import("./info.js").Fact} */ fact) =>
      h("span", { class: "tag", title: `${fact.name} ${fact.value}`.trim() }, fact.value ? [h("small", null, fact.name), " ", h("b", null, fact.value)] : h("b", null, fact.name));
    this.tags.replaceChildren(...facts.map(tag));
    if (facts.length === 0) this.tags.remove();
    else this.append(this.tags);
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
    this.replaceChildren(drawings.draw(seen), ...(this.tags.childElementCount > 0 ? [this.tags] : []));
    return !first;
  }
}

customElements.define("playing-card", PlayingCard);
