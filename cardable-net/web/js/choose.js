// What a seat may do now, and what it has selected for it. Nothing is drawn
// here: the table asks which things are lit, and tells what was touched.

/**
 * @typedef {Protocol.Pick} Pick
 * @typedef {Extract<Protocol.Offered, { action: object }>["action"]} Offer an action that is offered
 * @typedef {Exclude<Protocol.Offered, "pass" | { action: object }>} Question
 * @typedef {{ pick: Pick, touched: string, key?: number }} Selected
 */

/**
 * A pick as a text, to compare it.
 *
 * @param {Pick} pick
 */
export function keyOf(pick) {
  if ("card" in pick) return `card ${pick.card.zone} ${pick.card.index}`;
  const [[kind, at]] = Object.entries(pick);
  return `${kind} ${at}`;
}

/** An offer that picks on the table, with what of it is worth keeping. */
export class Picking {
  /**
   * @param {Offer & { pick: Protocol.PickOffered }} offer
   * @param {[Pick, Pick][] | null} pairs
   * @param {(zone: number, index: number) => boolean} unseen whether it is the first of cards of a zone that cannot be told apart
   */
  constructor(offer, pairs, unseen) {
    this.offer = offer;
    this.unseen = unseen;
    this.action = offer.action;
    this.label = offer.label;
    const { pick } = offer;
    this.min = pick.min;
    this.max = pick.max;
    this.what = pick.what;
    this.pairs = pairs;
    this.candidates = new Set(pick.candidates.map(keyOf));
    // Where cards cannot be told apart, all have the name of the first one. Of cards with several backs there are several.
    /** @type {Map<number, Set<number>>} */
    this.blind = new Map();
    const seen = new Set();
    for (const one of pick.candidates) {
      if ("card" in one && (seen.has(keyOf(one)) || unseen(one.card.zone, one.card.index))) {
        const { zone, index } = one.card;
        this.blind.set(zone, (this.blind.get(zone) ?? new Set()).add(index));
      }
      seen.add(keyOf(one));
    }
    /** @type {Map<string, { next: Set<string>, complete: boolean }>} */
    this.extensions = new Map();
    /** What the host was asked about and has not answered yet. @type {Set<string>} */
    this.asked = new Set();
  }

  /**
   * The first of the cards that cannot be told from one; nothing where it can be told from all others.
   *
   * @param {{ zone: number, index: number }} card
   */
  firstLike({ zone, index }) {
    const firsts = [...(this.blind.get(zone) ?? [])].filter((first) => first <= index);
    if (firsts.length === 0) return undefined;
    const first = Math.max(...firsts);
    // Cards with another back, which cannot be picked, may lie between.
    for (let at = first + 1; at <= index; at++) if (this.unseen(zone, at)) return undefined;
    return first;
  }

  /**
   * The name that the game has for what was touched.
   *
   * @param {Pick} pick
   * @returns {Pick}
   */
  named(pick) {
    if (!("card" in pick)) return pick;
    const first = this.firstLike(pick.card);
    return first !== undefined ? { card: { zone: pick.card.zone, index: first } } : pick;
  }

  /**
   * Whether something may be added to what is selected.
   *
   * @param {Selected[]} selected
   * @param {Pick} pick
   */
  takes(selected, pick) {
    if (selected.length >= this.max) return false;
    const name = keyOf(this.named(pick));
    if (!this.picksAmong(selected)) return false;
    if (this.pairs) {
      const from = selected[0] && keyOf(selected[0].pick);
      return this.pairs.some(([a, b]) => (from === undefined ? keyOf(a) === name : keyOf(a) === from && keyOf(b) === name));
    }
    const known = this.extensions.get(signature(selected));
    return known ? known.next.has(name) : this.candidates.has(name);
  }

  /**
   * Whether it may be possible with what is selected, as far as the page knows: the host has the last word.
   *
   * @param {Selected[]} selected
   */
  fits(selected) {
    if (selected.length < this.min || selected.length > this.max) return false;
    if (!this.picksAmong(selected)) return false;
    return this.extensions.get(signature(selected))?.complete ?? true;
  }

  /**
   * Whether it is possible with what is selected. What the host was asked about is not, until it has answered.
   *
   * @param {Selected[]} selected
   */
  isReady(selected) {
    return this.fits(selected) && !this.isAsked(selected);
  }

  /** Whether the host has yet to answer about it. @param {Selected[]} selected */
  isAsked(selected) {
    return this.asked.has(signature(selected));
  }

  /** @param {Selected[]} selected */
  picksAmong(selected) {
    return selected.every((one) => this.candidates.has(keyOf(this.named(one.pick))));
  }

  /**
   * Asks the host what may follow what is selected, unless it has told before or the candidates say it.
   *
   * @param {Selected[]} selected
   * @param {(choice: Protocol.Choice) => Promise<Protocol.Extensions | null>} extend
   * @returns {Promise<boolean>} whether an answer came
   */
  async ask(selected, extend) {
    const now = signature(selected);
    if (!this.offer.pick.ruled || this.pairs || selected.length === 0 || !this.picksAmong(selected)) return false;
    if (this.extensions.has(now) || this.isAsked(selected)) return false;
    this.asked.add(now);
    const found = await extend(this.choice(selected));
    this.asked.delete(now);
    if (found) this.extensions.set(now, { next: new Set(found.next.map(keyOf)), complete: found.complete });
    return true;
  }

  /**
   * @param {Selected[]} selected
   * @returns {Protocol.Choice}
   */
  choice(selected) {
    const used = new Map();
    const picks = selected.map(({ pick }) => {
      const first = "card" in pick ? this.firstLike(pick.card) : undefined;
      if (first === undefined || !("card" in pick)) return pick;
      const { zone } = pick.card;
      const like = keyOf({ card: { zone, index: first } });
      const n = used.get(like) ?? 0;
      used.set(like, n + 1);
      return { card: { zone, index: first + n } };
    });
    return { act: picks.length > 0 ? { action: this.action, picks } : { action: this.action } };
  }
}

/** Of so many picks each is a button; of more, a thing is selected first, and then what is done with it. */
export const FEW = 4;

/** @param {Selected[]} selected */
const signature = (selected) => selected.map((one) => one.touched).join("|");

export class Chooser {
  /**
   * @param {Protocol.Decision | null} decision what the host offers
   * @param {(choice: Protocol.Choice) => Promise<Protocol.Extensions | null>} [extend]
   * @param {(zone: number, index: number) => boolean} [unseen] whether it is the first of cards of a zone that cannot be told apart
   */
  constructor(decision, extend, unseen = () => false) {
    this.decision = decision;
    this.extend = extend;
    /** @type {Selected[]} */
    this.selected = [];
    /** @type {Picking | null} */
    this.armed = null;
    const offers = decision?.offers ?? [];
    this.offers = offers.flatMap((offer) => (typeof offer === "object" && "action" in offer ? [offer.action] : []));
    this.buttons = this.offers.filter((offer) => !offer.pick);
    const picks = this.offers.flatMap(({ pick, ...offer }) => (pick ? [{ ...offer, pick }] : []));
    const isMenu = (/** @type {{ pick: Protocol.PickOffered }} */ { pick }) => pick.what === "option" || pick.what === "deck";
    this.menus = picks.filter(isMenu);
    this.pickings = picks.filter((offer) => !isMenu(offer)).map((offer) => new Picking(offer, this.pairsOf(offer), unseen));
    this.prompt = offers.flatMap((offer) => (typeof offer === "object" && !("action" in offer) ? [offer] : []))[0] ?? null;
    this.mayPass = offers.includes("pass");
    /** What a bot would do: the words for it, what it picks and which button it presses. @type {{ text: string, picks: Set<string>, does: string | null } | null} */
    this.advice = null;
    this.onchange = () => {};
  }

  /** @param {Offer} offer */
  pairsOf(offer) {
    if (offer.pick?.what !== "drag") return null;
    for (const { action, touch } of this.decision?.touches ?? []) if (action === offer.action && "drag" in touch) return touch.drag.pairs;
    return null;
  }

  /** The picks that are looked at now: the one that was called for, or all. */
  get open() {
    return this.armed ? [this.armed] : this.pickings;
  }

  /**
   * The actions that a thing can be touched for, with what is selected already.
   *
   * @param {Pick} pick
   * @param {Selected[]} [selected]
   */
  uses(pick, selected = this.selected) {
    const uses = this.open.filter((p) => p.takes(selected, pick));
    // Where a tap will do, nothing need be drawn.
    const taps = uses.filter((p) => p.what !== "drag");
    return taps.length > 0 ? taps : uses;
  }

  /** The most picks that one thing can be selected for, and that are buttons then. */
  together() {
    const pickings = this.pickings.filter((p) => p.what !== "drag");
    /** @type {Map<string, Picking[]>} */
    const by = new Map();
    for (const p of pickings) for (const key of p.candidates) by.set(key, [...(by.get(key) ?? []), p]);
    const most = [...by.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    // Of few, all are buttons from the start.
    return pickings.length > FEW ? most : pickings;
  }

  /** Whether a bot would pick it. @param {Pick} pick */
  isAdvised(pick) {
    return this.advice?.picks.has(keyOf(pick)) ?? false;
  }

  /** @param {Pick} pick */
  isSelected(pick) {
    return this.selected.some((one) => one.touched === keyOf(pick));
  }

  /** @param {Pick} pick */
  isLit(pick) {
    return this.uses(pick).length > 0 || (this.selected.length > 0 && this.uses(pick, []).length > 0);
  }

  /** Whether cards can be picked at all, so that others of them cannot. */
  get picksCards() {
    return this.pickings.some((p) => p.what === "card" || p.what === "drag");
  }

  /**
   * What would pick cards and cannot: where nothing can be picked at all, one looks for the reason there.
   *
   * @param {(action: number) => boolean} picks whether an action picks cards
   * @returns {{ label: string, reason: string } | null}
   */
  barred(picks) {
    if (!this.decision || this.prompt || this.pickings.length > 0) return null;
    return this.decision.unavailable?.find((one) => picks(one.action)) ?? null;
  }

  /** Whether any card of a zone, or the zone, is lit. @param {number} zone */
  litCards(zone) {
    return this.open.some((p) => [...p.candidates].some((key) => key.startsWith(`card ${zone} `)));
  }

  /**
   * Something is touched. Gives the choice where that makes one.
   *
   * @param {Pick} pick
   * @param {number} [key] the card's own, by which it is found again where others play meanwhile
   * @returns {Protocol.Choice | null}
   */
  touch(pick, key) {
    const touched = keyOf(pick);
    if (this.isSelected(pick)) {
      this.selected = this.selected.filter((one) => one.touched !== touched);
      this.changed();
      return null;
    }
    if (this.uses(pick).length === 0) this.selected = [];
    const uses = this.uses(pick);
    if (uses.length === 0) {
      this.changed();
      return null;
    }
    this.selected = [...this.selected, { pick, touched, key }];
    const [only] = uses;
    const full = uses.length === 1 && this.selected.length === only.max && only.isReady(this.selected);
    if (full && (only.max === 1 || only.what === "drag")) return only.choice(this.selected);
    this.changed();
    return null;
  }

  /**
   * What may come of drawing a card to a zone.
   *
   * @param {Pick} from
   * @param {Pick | null} to
   * @param {(label: string) => boolean} speaksOf whether an action's label speaks of where it is drawn
   * @returns {{ choice: Protocol.Choice } | { among: Picking[] } | null}
   */
  draw(from, to, speaksOf) {
    const pair = !to ? undefined : this.pickings.find((p) => p.pairs?.some(([a, b]) => keyOf(a) === keyOf(from) && keyOf(b) === keyOf(to)));
    if (pair && to) return { choice: pair.choice([{ pick: from, touched: keyOf(from) }, { pick: to, touched: "" }]) };
    const selected = this.isSelected(from) ? this.selected : [{ pick: from, touched: keyOf(from) }];
    const uses = this.open.filter((p) => p.what !== "drag" && p.fits(selected));
    const speaking = uses.filter((p) => speaksOf(p.label));
    if (speaking.length === 1) return { choice: speaking[0].choice(selected) };
    if (uses.length === 1) return { choice: uses[0].choice(selected) };
    return uses.length > 0 ? { among: speaking.length > 1 ? speaking : uses } : null;
  }

  /** Looks only at one action from now on, or at all again. @param {Picking | null} picking */
  arm(picking) {
    this.armed = this.armed === picking ? null : picking;
    const { armed } = this;
    if (armed && !armed.picksAmong(this.selected)) this.selected = [];
    this.changed();
  }

  /**
   * Goes on with what was selected before the decision was told anew.
   *
   * @param {Chooser} old
   * @param {(key: number) => Pick | null} find where a card lies now
   */
  keep(old, find) {
    this.armed = this.pickings.find((p) => p.action === old.armed?.action) ?? null;
    for (const one of old.selected) {
      const pick = one.key === undefined ? one.pick : find(one.key);
      if (pick && this.uses(pick).length > 0) this.selected.push({ pick, touched: keyOf(pick), key: one.key });
    }
  }

  /**
   * Begins with what the rules have selected, where several things are to be picked.
   *
   * @param {{ pick: Pick | null, key: number }[]} marked
   */
  preselect(marked) {
    for (const { pick, key } of marked) {
      if (pick && !this.isSelected(pick) && this.uses(pick).some((p) => p.max > 1)) this.selected.push({ pick, touched: keyOf(pick), key });
    }
  }

  clear() {
    if (this.selected.length === 0 && !this.armed) return false;
    this.selected = [];
    this.armed = null;
    this.changed();
    return true;
  }

  changed() {
    this.ask();
    this.onchange();
  }

  /** Asks the host what it alone can tell about what is selected. */
  async ask() {
    const { extend } = this;
    if (!extend) return;
    const now = signature(this.selected);
    await Promise.all(
      this.open.map(async (picking) => {
        if ((await picking.ask(this.selected, extend)) && signature(this.selected) === now) this.onchange();
      }),
    );
  }

  /**
   * A choice that is not offered, made so that the host says why.
   *
   * @param {Pick} pick
   */
  refused(pick) {
    const zone = "card" in pick ? `card ${pick.card.zone} ` : "";
    const near = this.open.filter((p) => p.what === "card" && [...p.candidates].some((key) => key.startsWith(zone)));
    const [one] = near.length > 0 ? near : this.open.filter((p) => p.what === "card");
    return one && one.min <= 1 ? one.choice([{ pick, touched: keyOf(pick) }]) : null;
  }
}
