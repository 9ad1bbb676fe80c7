// What happened, in words, from the events that a viewer gets.

import { isDeal, waysOf } from "./moves.js";
import { has, listed, words } from "./sheet.js";

/**
 * A line of the story.
 *
 * @typedef {{ kind: "act" | "state" | "said" | "note", seat: number | null, text: string }} Line
 */

/** Up to so many faces are named where nothing else is said. */
const MOST_FACES = 8;

class Story {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {any} view the view after what is told
   */
  constructor(sheet, view) {
    this.sheet = sheet;
    this.view = view;
    /** @type {{ kind: Line["kind"], seat: number | null, head: string, details: string[], rest: string[], closed: boolean, hollow: boolean }[]} `rest` is told after what is seen to happen */
    this.lines = [];
    /** @type {number | null} */
    this.actor = null;
    /** The values that the rules have said in words. @type {string[]} */
    this.said = [];
    /** The seat whose time was up: what it does, was done for it. @type {number | null} */
    this.late = null;
  }

  /** Somebody's time was up. @param {number} seat */
  timedOut(seat) {
    const whose = seat === this.sheet.own ? "Your" : `${this.sheet.seat(seat)}’s`;
    this.line(`${whose} time was up`, { seat });
    this.late = this.actor = seat;
  }

  /** @returns {Line[]} */
  told() {
    const lines = this.lines.filter((line) => !line.hollow || line.details.length + line.rest.length > 0);
    return lines.map(({ kind, seat, head, details, rest }) => ({
      kind,
      seat,
      text: [head, [...details, ...rest].join("; ")].filter(Boolean).join(" — "),
    }));
  }

  /** @param {string} head @param {Partial<Story["lines"][0]>} [more] */
  line(head, more) {
    this.lines.push({ kind: "act", seat: null, head, details: [], rest: [], closed: false, hollow: false, ...more });
  }

  /** @param {string} text @param {"details" | "rest"} [where] */
  detail(text, where = "details") {
    const last = this.lines.at(-1);
    if (last && !last.closed) last[where].push(text);
    else this.line("", { kind: "note", [where]: [text] });
  }

  /** @param {number} seat @param {string} you @param {string} other */
  does(seat, you, other) {
    if (seat === this.late && this.lines.length === 1) return this.detail(seat === this.sheet.own ? you : other);
    this.line(`${this.name(seat)} ${seat === this.sheet.own ? you : other}`, { seat });
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.sheet.own ? "You" : this.sheet.seat(seat);
  }

  /** A zone as the story calls it: the actor's own without a name. @param {number} zone */
  zone(zone) {
    const { owner } = this.sheet.zone(zone);
    return owner !== null && owner === this.actor ? this.sheet.zoneLabel(zone) : this.sheet.zoneName(zone);
  }

  /** @param {number} from @param {number} to */
  beside(from, to) {
    if (this.sheet.isBox(to)) return "the box, out of the game";
    const { owner } = this.sheet.zone(to);
    return owner !== null && owner === this.sheet.zone(from).owner ? this.sheet.zoneLabel(to) : this.zone(to);
  }

  /** @param {import("./sheet.js").CardSeen[]} moved @param {number} [most] up to so many faces are named */
  cards(moved, most = MOST_FACES) {
    const faces = moved.filter((card) => "face" in card);
    const backs = moved.length - faces.length;
    const counted = backs === 1 ? "a card" : `${backs} cards`;
    if (faces.length === 0) return counted;
    if (faces.length > most) return `${moved.length} cards`;
    const named = faces.map((card) => this.sheet.card(card)).join(", ");
    return backs === 0 ? named : `${named} and ${counted}`;
  }

  /** Cards that go the same way, told as one. @param {any[]} events @param {number} at */
  moved(events, at) {
    const { ways, n } = waysOf(this.sheet, events, at);
    if (isDeal(this.sheet, ways)) this.dealt(ways);
    else for (const way of ways) this.went(way, ways.length > 1);
    return n;
  }

  /** @param {import("./moves.js").Way} way @param {boolean} isOneOfSeveral */
  went({ from, to, cards }, isOneOfSeveral) {
    const [first, ...others] = from;
    const whence = others.length > 0 ? words(this.sheet.zone(first).def.label) : this.zone(first);
    const whither = isOneOfSeveral ? this.sheet.zoneName(to) : others.length > 0 ? this.zone(to) : this.beside(first, to);
    this.detail(`${this.cards(cards)} from ${whence} to ${whither}`);
  }

  /** A deal, told seat by seat: nobody's action, so it has a line of its own. @param {import("./moves.js").Way[]} ways */
  dealt(ways) {
    const { sheet } = this;
    const place = sheet.isHand(ways[0].to) ? "" : ` (${sheet.zoneLabel(ways[0].to)})`;
    const seatOf = (/** @type {import("./moves.js").Way} */ way) => /** @type {number} */ (sheet.zone(way.to).owner);
    const own = ways.find((way) => seatOf(way) === sheet.own);
    /** @type {Map<string, string[]>} */
    const others = new Map();
    for (const way of ways.filter((one) => one !== own)) {
      const cards = this.cards(way.cards);
      others.set(cards, [...(others.get(cards) ?? []), sheet.seat(seatOf(way))]);
    }
    const told = [...others].map(([cards, seats]) => `${cards} ${seats.length > 1 ? "each " : ""}to ${listed(seats)}`);
    // One's own cards are named, however many they are, as they lie in the hand.
    const hand = (own?.cards ?? []).sort((a, b) => sheet.place(a) - sheet.place(b));
    const head = own ? [`You were dealt ${this.cards(hand, hand.length)}${place}`, ...told].join("; ") : `Dealt${place}: ${told.join("; ")}`;
    this.actor = null;
    this.line(head, { kind: "note" });
  }

  /** @param {string} kind @param {any} e */
  event(kind, e) {
    const { sheet } = this;
    switch (kind) {
      case "acted":
        if (this.late === e.seat && this.lines.length === 1) return this.detail(sheet.action(e.action));
        this.actor = e.seat;
        return this.line(`${this.name(e.seat)}: ${sheet.action(e.action)}`, { seat: e.seat });
      case "turned": {
        const what = "face" in e.card ? sheet.card(e.card) : "a card";
        return this.detail(`${what} is turned ${e.up ? "up" : "down"} in ${this.zone(e.slot.zone)}`);
      }
      case "shown":
        if ("back" in e.was && "face" in e.card) this.detail(`${sheet.card(e.card)} shows in ${this.zone(e.slot.zone)}`);
        return;
      case "shuffled":
        return this.detail(`${this.zone(e.zone)} is shuffled`);
      case "opened":
      case "closed":
        return this.detail(`${this.zone(e.zone)} is ${kind}`);
      case "designated": {
        const label = sheet.zone(e.zone).def.designations?.[e.designation] ?? "";
        return this.detail(`${this.zone(e.zone)} is ${e.on ? "now" : "no longer"} ${label}`);
      }
      case "deck_taken": {
        const deck = sheet.value({ deck: e.deck });
        return this.does(e.seat, `take ${deck}`, `takes ${deck}`);
      }
      case "data":
        return this.data(e);
      case "entered":
        return this.entered(e);
      case "turn_skipped":
        return this.does(e.seat, "can do nothing", "can do nothing");
      case "passed":
        if (this.actor !== e.seat || this.late === e.seat) this.does(e.seat, "pass", "passes");
        return;
      case "committed":
        if (e.seat !== sheet.own) this.does(e.seat, "have chosen", "has chosen");
        return;
      case "voted": {
        if (e.action === null || e.action === undefined) return this.does(e.seat, "abstain", "abstains");
        const label = sheet.action(e.action);
        return this.does(e.seat, `vote: ${label}`, `votes: ${label}`);
      }
      case "answered":
        return this.answered(e);
      case "cancelled":
        return this.does(e.seat, "are interrupted", "is interrupted");
      case "step_skipped":
        return this.line(`${sheet.action(e.action)} of ${this.name(e.seat)} has become impossible`, { seat: e.seat });
      case "dismissed":
        return this.does(e.seat, "are out", "is out");
      case "recalled":
        return this.does(e.seat, "are back", "is back");
      case "said":
        return this.line(sheet.said(e.text, e.tokens), { kind: "said" });
      default:
        // The table shows the others.
        return;
    }
  }

  /** @param {{ at: any, value: any }} e */
  data({ at, value }) {
    const { sheet } = this;
    if (!sheet.isTold(value)) return;
    const seat = at.seat ? at.seat[0] : null;
    const def = at.seat ? sheet.data.seat_data[at.seat[1]] : sheet.data.globals[at.global];
    // Numbers are mostly sums that the rules keep; the table shows them.
    const isNumber = typeof value === "object" && ("int" in value || "float" in value || "bool" in value);
    if (!def || (isNumber && !sheet.isScore(def))) return;
    const whose = seat === null || seat === this.actor ? "" : seat === sheet.own ? "your " : `${sheet.seat(seat)}’s `;
    this.detail(`${whose}${sheet.called(def)} is ${sheet.value(value)}`, "rest");
  }

  /**
   * What a state is about, where nothing was said of it: what was bid, how many are left.
   *
   * @param {{ at?: number, state?: number, set?: [number, any][] }} change
   */
  stateData({ at = 0, state, set = [] }) {
    const scene = this.view.status.scenes[at];
    const defs = scene && this.sheet.state(scene.state)?.data;
    // On entering a state its data are told with it.
    if (!defs || state !== undefined) return;
    for (const [item, value] of set) {
      if (!defs[item] || !this.sheet.isTold(value) || this.said.includes(JSON.stringify(value))) continue;
      this.detail(`${this.sheet.called(defs[item])} is ${this.sheet.value(value)}`, "rest");
    }
  }

  /** @param {{ scene: number, state: number }} e */
  entered({ state }) {
    const def = this.sheet.state(state);
    // What happens in an automatic state is told; that it was entered is of no interest.
    if (!def || def.kind === "auto") return;
    const scene = this.view.status.scenes.find((/** @type {any} */ one) => one.state === state);
    const data = scene ? this.sheet.told(def.data ?? [], scene.data).map((d) => `${d.name} ${d.value}`) : [];
    this.actor = null;
    this.line(words(def.label) + (data.length > 0 ? ` (${data.join(", ")})` : ""), { kind: "state", closed: true });
  }

  /** @param {{ seat: number, answer: any }} e */
  answered({ seat, answer }) {
    const known = seat === this.sheet.own || seat === this.actor;
    this.actor = seat;
    if (this.sheet.isTold(answer)) {
      const text = this.sheet.value(answer);
      return this.does(seat, `answer: ${text}`, `answers: ${text}`);
    }
    if (known) return;
    this.line(`${this.name(seat)} answers`, { seat, hollow: true });
  }
}

/**
 * The lines about one choice.
 *
 * @param {import("./sheet.js").Sheet} sheet
 * @param {any} view the view after it
 * @param {{ events?: any[], status?: any, late?: number }} step
 * @returns {Line[]}
 */
export function narrate(sheet, view, { events = [], status, late }) {
  const story = new Story(sheet, view);
  if (late !== undefined) story.timedOut(late);
  story.said = events.flatMap((event) => event.said?.tokens ?? []).map((token) => JSON.stringify(token));
  for (let at = 0; at < events.length; ) {
    const event = events[at];
    if (event === "over") story.line("The game is over", { kind: "said" });
    if (event === "rewound") story.line("The last choice was taken back", { kind: "said" });
    if (typeof event === "string") at++;
    else if (event.moved) at += Math.max(1, story.moved(events, at));
    else {
      const [kind] = Object.keys(event);
      story.event(kind, event[kind]);
      at++;
    }
  }
  for (const change of status?.scene ?? []) story.stateData(change);
  return story.told();
}

/**
 * Whose turn it is, and who else is waited for.
 *
 * @param {import("./sheet.js").Sheet} sheet
 * @param {any} view
 */
export function waitedFor(sheet, view) {
  const { scenes, asked, result } = view.status;
  if (result) return "";
  const seats = sheet.names.map((_, seat) => seat);
  const of = (/** @type {number[]} */ list) => list.map((seat) => (seat === sheet.own ? "you" : sheet.seat(seat)));
  const all = (/** @type {number[]} */ list) => listed(of(list));
  const answering = seats.filter((seat) => has(asked, seat));
  if (answering.length > 0) return `Waiting for ${all(answering)} to answer`;
  const turns = scenes.map((/** @type {any} */ scene) => scene.turn).filter((/** @type {any} */ t) => t !== null && t !== undefined);
  if (turns.length > 0) return turns.includes(sheet.own) ? "Your turn" : `${all(turns)}’s turn`;
  const open = seats.filter((seat) => scenes.some((/** @type {any} */ s) => has(s.members, seat) && !has(s.acted, seat) && !has(s.passed, seat)));
  return open.length > 0 && open.length < seats.length ? `Waiting for ${all(open)}` : open.length > 0 ? "Everybody at once" : "";
}
