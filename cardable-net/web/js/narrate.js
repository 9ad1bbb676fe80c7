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
   * @param {Protocol.View} view the view after what is told
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

  /** @param {Protocol.CardSeen[]} moved @param {number} [most] up to so many faces are named */
  cards(moved, most = MOST_FACES) {
    const faces = moved.filter((card) => "face" in card);
    const backs = moved.length - faces.length;
    const counted = backs === 1 ? "a card" : `${backs} cards`;
    if (faces.length === 0) return counted;
    if (faces.length > most) return `${moved.length} cards`;
    const named = faces.map((card) => this.sheet.card(card)).join(", ");
    return backs === 0 ? named : `${named} and ${counted}`;
  }

  /** Cards that go the same way, told as one. @param {Protocol.ViewEvent[]} events @param {number} at */
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

  /** What is no move. @param {Exclude<Protocol.ViewEvent, string>} event */
  event(event) {
    const { sheet } = this;
    if ("acted" in event) {
      const { seat, action } = event.acted;
      if (this.late === seat && this.lines.length === 1) return this.detail(sheet.action(action));
      this.actor = seat;
      return this.line(`${this.name(seat)}: ${sheet.action(action)}`, { seat });
    }
    if ("turned" in event) {
      const { slot, card, up } = event.turned;
      const what = "face" in card ? sheet.card(card) : "a card";
      return this.detail(`${what} is turned ${up ? "up" : "down"} in ${this.zone(slot.zone)}`);
    }
    if ("shown" in event) {
      const { slot, was, card } = event.shown;
      if ("back" in was && "face" in card) this.detail(`${sheet.card(card)} shows in ${this.zone(slot.zone)}`);
      return;
    }
    if ("shuffled" in event) return this.detail(`${this.zone(event.shuffled.zone)} is shuffled`);
    if ("opened" in event) return this.detail(`${this.zone(event.opened.zone)} is opened`);
    if ("closed" in event) return this.detail(`${this.zone(event.closed.zone)} is closed`);
    if ("designated" in event) {
      const { zone, designation, on } = event.designated;
      const label = sheet.zone(zone).def.designations?.[designation] ?? "";
      return this.detail(`${this.zone(zone)} is ${on ? "now" : "no longer"} ${label}`);
    }
    if ("deck_taken" in event) {
      const deck = sheet.value({ deck: event.deck_taken.deck });
      return this.does(event.deck_taken.seat, `take ${deck}`, `takes ${deck}`);
    }
    if ("data" in event) return this.data(event.data);
    if ("entered" in event) return this.entered(event.entered);
    if ("turn_skipped" in event) return this.does(event.turn_skipped.seat, "can do nothing", "can do nothing");
    if ("passed" in event) {
      const { seat } = event.passed;
      if (this.actor !== seat || this.late === seat) this.does(seat, "pass", "passes");
      return;
    }
    if ("committed" in event) {
      const { seat } = event.committed;
      if (seat !== sheet.own) this.does(seat, "have chosen", "has chosen");
      return;
    }
    if ("voted" in event) {
      const { seat, action } = event.voted;
      if (action === undefined || action === null) return this.does(seat, "abstain", "abstains");
      const label = sheet.action(action);
      return this.does(seat, `vote: ${label}`, `votes: ${label}`);
    }
    if ("answered" in event) return this.answered(event.answered);
    if ("cancelled" in event) return this.does(event.cancelled.seat, "are interrupted", "is interrupted");
    if ("step_skipped" in event) {
      const { seat, action } = event.step_skipped;
      return this.line(`${sheet.action(action)} of ${this.name(seat)} has become impossible`, { seat });
    }
    if ("dismissed" in event) return this.does(event.dismissed.seat, "are out", "is out");
    if ("recalled" in event) return this.does(event.recalled.seat, "are back", "is back");
    if ("said" in event) this.line(sheet.said(event.said.text, event.said.tokens), { kind: "said" });
    // The table shows the others.
  }

  /** @param {{ at: Protocol.DataRef, value: Protocol.Datum }} e */
  data({ at, value }) {
    const { sheet } = this;
    if (!sheet.isTold(value) || "state" in at) return;
    const seat = "seat" in at ? at.seat[0] : null;
    const def = "seat" in at ? sheet.data.seat_data[at.seat[1]] : sheet.data.globals[at.global];
    // Numbers are mostly sums that the rules keep; the table shows them.
    const isNumber = typeof value === "object" && ("int" in value || "float" in value || "bool" in value);
    if (!def || (isNumber && !sheet.isScore(def))) return;
    const whose = seat === null || seat === this.actor ? "" : seat === sheet.own ? "your " : `${sheet.seat(seat)}’s `;
    this.detail(`${whose}${sheet.called(def)} is ${sheet.value(value)}`, "rest");
  }

  /**
   * What a state is about, where nothing was said of it: what was bid, how many are left.
   *
   * @param {Protocol.SceneChange} change
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
    const scene = this.view.status.scenes.find((one) => one.state === state);
    const data = scene ? this.sheet.told(def.data ?? [], scene.data).map((d) => `${d.name} ${d.value}`) : [];
    this.actor = null;
    this.line(words(def.label) + (data.length > 0 ? ` (${data.join(", ")})` : ""), { kind: "state", closed: true });
  }

  /** @param {{ seat: number, answer: Protocol.Datum }} e */
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
 * @param {Protocol.View} view the view after it
 * @param {{ events?: Protocol.ViewEvent[], status?: Protocol.StatusChange, late?: number }} step
 * @returns {Line[]}
 */
export function narrate(sheet, view, { events = [], status, late }) {
  const story = new Story(sheet, view);
  if (late !== undefined) story.timedOut(late);
  story.said = events.flatMap((event) => (typeof event === "object" && "said" in event ? event.said.tokens : [])).map((token) => JSON.stringify(token));
  for (let at = 0; at < events.length; ) {
    const event = events[at];
    if (event === "over") story.line("The game is over", { kind: "said" });
    if (event === "rewound") story.line("The last choice was taken back", { kind: "said" });
    if (typeof event === "string") at++;
    else if ("moved" in event) at += Math.max(1, story.moved(events, at));
    else {
      story.event(event);
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
 * @param {Protocol.View} view
 */
export function waitedFor(sheet, view) {
  const { scenes, asked, result } = view.status;
  if (result) return "";
  const seats = sheet.names.map((_, seat) => seat);
  const of = (/** @type {number[]} */ list) => list.map((seat) => (seat === sheet.own ? "you" : sheet.seat(seat)));
  const all = (/** @type {number[]} */ list) => listed(of(list));
  const answering = seats.filter((seat) => has(asked, seat));
  if (answering.length > 0) return `Waiting for ${all(answering)} to answer`;
  const turns = scenes.flatMap(({ turn }) => turn ?? []);
  if (turns.length > 0) return sheet.own !== null && turns.includes(sheet.own) ? "Your turn" : `${all(turns)}’s turn`;
  const open = seats.filter((seat) => scenes.some((s) => has(s.members, seat) && !has(s.acted, seat) && !has(s.passed, seat)));
  return open.length > 0 && open.length < seats.length ? `Waiting for ${all(open)}` : open.length > 0 ? "Everybody at once" : "";
}
