// A game on the screen: the table, the possible choices, and what happens, shown one step at a time.

import { fill, h, vars } from "./dom.js";
import { Chooser } from "./choose.js";
import { bidsOf, overheard, saidIn } from "./calls.js";
import { Replica } from "./replica.js";
import { Lost, Refused } from "./connection.js";
import { LookBack } from "./lookback.js";
import { download, story } from "./replay.js";
import { announce, note, putAway, rest } from "./a11y.js";
import { draggable } from "./drag.js";
import { Dropping } from "./drop.js";
import { isStill } from "./animate.js";
import { isOwnTurn, narrate, newsOf, plain, spoken, waitedFor } from "./narrate.js";
import { isDeserted, noticesOf } from "./notices.js";
import { openDialog } from "./dialog.js";
import { LOOK, cardByCard, paceOf, passesBy } from "./pace.js";
import { call } from "./title.js";
import { sound } from "./sound.js";
import { timeOf } from "./clock.js";
import { choiceText, labelAndPicks, marksOf, valueText } from "./opinion.js";
import { whyNothing } from "./why.js";
import "./actions.js";
import { speaker, tabNamed } from "./panel.js";
import { labelOf } from "./prompt.js";
import { ENDED, headline } from "./result.js";
import "./tip.js";
import "./table.js";
import { capital, lasting, listed, lower, say, sentences } from "./language.js";

/** If more steps than this wait to be shown, all of them are shown at once. */
const BEHIND = 8;

/**
 * Whether a face-down card in a zone without an order is the first one with its back: any of them stands for all.
 *
 * @param {Protocol.ZoneSeen | undefined} zone
 * @param {number} index
 */
function isFirstUnseen(zone, index) {
  const card = zone && !zone.ordered ? zone.cards[index] : undefined;
  if (!zone || !card || !("back" in card)) return false;
  return zone.cards.findIndex((other) => "back" in other && other.back === card.back) === index;
}

export class GameView extends HTMLElement {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.table = document.createElement("card-table");
    this.bar = document.createElement("action-bar");
    this.prompt = document.createElement("table-prompt");
    this.panel = document.createElement("side-panel");
    this.back = new LookBack(this);
    this.tip = document.createElement("table-tip");
    this.notices = h("div", { class: "notices" });
    this.dropping = new Dropping(this);
    this.result = document.createElement("game-result");
    /** The room whose game it is. @type {string | undefined} */
    this.at = undefined;
    /** The number of the game that is shown: the room may have begun the next one. */
    this.game = -1;
    /** The game whose result was put away. */
    this.dismissed = -1;
    this.prompt.hidden = true;
    this.result.hidden = true;
    this.table.summary.result = this.result;
    this.tip.hidden = true;
    /** Steps that are still to be shown. @type {import("./session.js").Happened[]} */
    this.queue = [];
    /** @type {Replica | null} what is on the screen; it may be a little behind */
    this.shown = null;
    /** @type {Chooser | null} */
    this.chooser = null;
    this.busy = false;
    /** Number of events of the next step that are shown already. */
    this.halfway = 0;
    this.sending = false;
    /** What this seat was told since it had to choose last, and what stood on the table in words then. */
    this.since = { story: "", words: new Set([""]) };
    /** How much was selected, for what, and what was said of it. */
    this.picks = "";
    /** The decision whose time was said to run out. @type {Protocol.Decision | null} */
    this.hurried = null;
    /** Whether the focus was here, and may have gone with what had it. */
    this.hadFocus = false;
    this.beat = 0;
    /** States in which there is an auction, with what can be bid there. @type {Map<number, string[]>} */
    this.auctions = new Map();
    /** Whose turn was told last to who only watches. */
    this.turn = "";
    /** What happened last. */
    this.news = "";
    /** Lines that are not about the game, and the number of steps before them. @type {{ behind: number, lines: import("./narrate.js").Line[] }[]} */
    this.asides = [];
    // Short notes are placed above the bar, so they need its height.
    this.barGrows = new ResizeObserver(() => {
      vars(document.body, { "--bar": `${this.bar.offsetHeight}px` });
      // When a phone is turned, its buttons fit into other rows.
      if (this.bar.isOfAnotherWidth()) this.draw();
    });
  }

  connectedCallback() {
    if (this.childElementCount === 0) {
      this.append(h("div", { class: "board" }, this.notices, this.table.summary, this.table, h("div", { class: "over" }, this.prompt, this.result), this.bar, this.back.bar, this.tip), this.panel);
      this.listen();
    }
    this.beat = setInterval(() => this.tick(), 250);
    this.barGrows.observe(this.bar);
  }

  disconnectedCallback() {
    call(false);
    clearInterval(this.beat);
    this.barGrows.disconnect();
    for (const [name, act] of this.heard ?? []) this.session.removeEventListener(name, /** @type {EventListener} */ (act));
  }

  listen() {
    const { session, table } = this;
    /** @type {[string, (event: CustomEvent) => void][]} */
    this.heard = [
      ["view", (event) => this.whole(event.detail)],
      ["step", (event) => this.step(event.detail)],
      ["room", () => this.room()],
      ["chat", (event) => this.chatted(event.detail)],
      ["unsaid", () => this.panel.unsay()],
      ["news", (event) => this.company(event.detail)],
      ["clocks", () => this.tick()],
    ];
    for (const [name, act] of this.heard) session.addEventListener(name, /** @type {EventListener} */ (act));
    this.bar.submit = this.prompt.submit = (choice) => this.submit(choice);
    this.prompt.draw = (text) => this.pictureOf(text);
    this.panel.speakIn(session);
    this.panel.addEventListener("panel-shows", (event) => this.classList.toggle("debugging", /** @type {CustomEvent} */ (event).detail === "debug"));
    table.addEventListener("click", (event) => this.clicked(event));
    table.addEventListener("keydown", (event) => this.keyed(/** @type {KeyboardEvent} */ (event)));
    table.addEventListener("touch-zone", (event) => this.touch({ zone: /** @type {CustomEvent} */ (event).detail.zone }));
    table.addEventListener("touch-seat", (event) => this.touch({ seat: /** @type {CustomEvent} */ (event).detail.seat }));
    table.addEventListener("look", (event) => this.look(/** @type {CustomEvent} */ (event).detail.zone));
    this.result.addEventListener("dismiss", () => this.dismiss());
    this.result.addEventListener("again", () => this.back.start());
    this.result.addEventListener("review", () => this.back.review());
    this.result.addEventListener("record", () => this.record());
    draggable(table, {
      may: (card) => Boolean(this.chooser && !this.sending && card.classList.contains("lit")),
      over: (card, at) => this.dropping.over(card, at),
      drop: (card, at) => this.dropping.drop(card, at),
    });
    for (const line of session.chat) this.panel.said(line, false);
    if (session.replica) this.whole({ rebuilt: true });
    else this.room();
  }

  /** The part of the game that is replayed, if any. */
  get past() {
    return this.back.past;
  }

  // --- what happened

  /** A whole view. @param {{ step?: import("./session.js").Step, rebuilt?: boolean }} told */
  whole({ step, rebuilt }) {
    const { session } = this;
    if (!session.replica) return;
    const change = step?.rewound ? say`The last choice was taken back` : step?.edited ? say`The game was edited` : null;
    if (change) {
      this.panel.tell([plain("note", change)]);
      announce(change);
    } else if (rebuilt || session.steps.length <= 1) {
      if (!rebuilt) this.asides = [];
      this.retell();
    }
    this.queue = [];
    // The beginning of a game is narrated like any step.
    const began = step && !rebuilt && session.steps.length <= 1 ? narrate(step) : [];
    this.news = newsOf(began) ?? "";
    if (began.length > 0) announce(spoken(began));
    this.since = { story: spoken(began), words: new Set() };
    // A new game at the table ends a replay of the one before.
    if (session.steps.length <= 1) this.back.end();
    this.shown = session.replica.fork();
    this.game = session.game;
    this.render();
  }

  /** Narrates all remembered steps again, or the given ones. */
  retell(steps = this.session.steps) {
    this.panel.clear();
    steps.forEach((step, at) => {
      this.overhear(step);
      this.panel.tell(narrate(step), at);
      for (const { behind, lines } of this.asides) if (behind === at + 1) this.panel.tell(lines, at);
    });
  }

  /** @param {{ step: import("./session.js").Happened }} told */
  step({ step }) {
    this.queue.push(step);
    this.work();
  }

  /** Shows the waiting steps one after the other. */
  async work() {
    if (this.busy || this.past) return;
    this.busy = true;
    while (this.queue.length > 0 && !this.past) {
      const isBehind = this.queue.length > BEHIND || document.hidden;
      const hurry = isBehind || isStill();
      // Where nothing moves there is no pause, but before what is to be seen is gone again.
      const parted = isBehind || !isStill() ? -1 : this.queue.findIndex((step) => this.parted(step.events) > 0);
      const steps = this.queue.splice(0, !hurry ? 1 : parted < 0 ? this.queue.length : Math.max(1, parted));
      if ((!hurry || parted === 0) && !(await this.presentParts(steps[0]))) continue;
      this.present(steps);
      const pause = Math.max(this.queue.length > 0 ? paceOf(steps, (zone) => Boolean(this.session.info?.isHand(zone))) : 0, this.shown?.hints.rest() ?? 0);
      if (!hurry && pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
    this.busy = false;
  }

  /**
   * After how many events there is something that needs time to be seen: the last card of a trick before the trick is taken, or
   * a card that a bank draws. Zero where there is nothing of that kind.
   *
   * @param {Protocol.ViewEvent[]} events
   */
  parted(events) {
    const { info } = this.session;
    const ends = info ? [passesBy(events), cardByCard(events, (zone) => info.zone(zone).owner === null)].filter((at) => at > 0) : [];
    return ends.length > 0 ? Math.min(...ends) : 0;
  }

  /**
   * Shows the parts of a step that need time to be seen.
   *
   * @param {import("./session.js").Happened} step
   * @returns {Promise<boolean>} whether the rest is still to be shown
   */
  async presentParts(step) {
    const { shown } = this;
    if (!shown) return true;
    for (;;) {
      const rest = step.events.slice(this.halfway);
      const at = this.parted(rest);
      if (at === 0) return true;
      shown.apply(rest.slice(0, at));
      this.halfway += at;
      sound.play("card");
      this.render();
      await new Promise((done) => setTimeout(done, LOOK));
      if (this.shown === shown && !this.past) continue;
      this.halfway = 0;
      return false;
    }
  }

  /** @param {import("./session.js").Happened[]} steps */
  present(steps) {
    const { session } = this;
    if (!this.shown || !session.info) return;
    /** @type {import("./narrate.js").Line[]} */
    const told = [];
    for (const step of steps) {
      this.shown.apply(step.events.slice(this.halfway));
      this.halfway = 0;
      this.overhear(step);
      const lines = narrate(step);
      this.panel.tell(lines, session.steps.indexOf(step));
      told.push(...lines);
    }
    this.news = newsOf(told) ?? this.news;
    announce(spoken(told));
    this.since.story += ` ${spoken(told)}`;
    if (session.own === null) this.table.summary.goesOn(steps.length);
    this.parts();
    const moved = steps.some((step) => step.events.some((event) => typeof event === "object" && ("moved" in event || "turned" in event)));
    if (moved) sound.play("card");
    this.render();
    if (session.own === null && this.queue.length === 0) this.tellTurn(waitedFor(session.info, this.shown.view));
  }

  /** Says whose turn it is to who is never asked. @param {string} turn */
  tellTurn(turn) {
    if (turn !== this.turn) announce(turn);
    this.turn = turn;
  }

  /** Opens the side panel that the rules want to be seen. The table shows its own parts. */
  parts() {
    const parts = this.shown?.hints.parts ?? new Map();
    for (const [text, shows] of parts) {
      const tab = tabNamed(this.session.info?.text(text) ?? "");
      if (tab && shows) this.panel.show(tab);
      if (tab) parts.delete(text);
    }
  }

  // --- what is shown

  render() {
    const { session, shown } = this;
    const { info, room } = session;
    if (!info || !shown || !room) return;
    const current = this.queue.length === 0 && this.halfway === 0 && !this.past;
    const decision = current && !this.sending && room.phase !== "suspended" ? session.decision : null;
    const asked = decision && !this.chooser?.decision;
    if (!decision) call(false);
    if (this.chooser?.decision !== decision) this.tip.put();
    if (!this.chooser || this.chooser.decision !== decision) {
      const old = this.chooser;
      this.chooser = new Chooser(decision, (partial) => session.extend(partial), (zone, index) => isFirstUnseen(shown.view.zones[zone], index));
      this.listens(decision);
      this.prompt.extend = (partial) => session.extend(partial);
      if (old?.decision && decision) this.chooser.keep(old, (key) => this.whereIs(key));
      else if (decision) this.chooser.preselect([...shown.hints.cards].map((key) => ({ pick: this.whereIs(key), key })));
      this.chooser.onchange = () => this.picked();
      this.chooser.ask();
    }
    this.table.set(info, shown.view.seat_data.length || room.seats.length, (path) => session.picture(path));
    this.draw();
    this.panel.count(info, shown.view);
    this.panel.debug.later();
    this.over();
    if (asked) this.called();
  }

  draw() {
    const { session, shown } = this;
    const { info, room } = session;
    if (!info || !shown || !room) return;
    this.hadFocus ||= this.contains(document.activeElement);
    this.table.auction.show(this.saidSoFar(), info);
    this.table.show(shown, { chooser: this.past ? null : this.chooser, seats: room.seats });
    const { ending } = this;
    const turn = this.past ? say`Replay` : ending ? headline(info, ending) : room.phase === "suspended" ? say`The table has stopped` : this.sending ? "…" : this.chooser?.decision && !isOwnTurn(info, shown.view) ? say`Your choice` : isDeserted(room) ? say`Waiting for ${listed(room.seats.filter(({ held }) => held === "person").map(({ name }) => name))} to come back` : waitedFor(info, shown.view);
    this.bar.nameOf = (candidate) => ("deck" in candidate ? info.value(candidate) : "seat" in candidate ? info.seat(candidate.seat) : null);
    this.bar.picks = (action) => info.picks(action);
    this.bar.texts = this.prompt.texts = info.data.texts;
    this.bar.show(this.past ? null : this.chooser, turn, this.past ? this.back.news : this.news);
    vars(this, { "--hand-h": `${this.table.handHeight}px` });
    this.prompt.show(this.past ? null : (this.chooser?.prompt ?? null), shown.view.seq);
    this.prompt.place(this.table);
    this.restFocus();
    this.tick();
  }

  /** Something was selected, or is to be selected for an action. */
  picked() {
    this.draw();
    const { chooser } = this;
    const { textContent: hint } = this.bar.hint;
    const n = chooser?.selected.length ?? 0;
    const picks = `${n} ${chooser?.armed?.action} ${hint}`;
    if (picks === this.picks) return;
    this.picks = picks;
    if (hint && (n > 0 || chooser?.armed)) announce(hint);
  }

  /** Lets a focus rest on whose turn it is, where what had it went with the choice. */
  restFocus() {
    if (this.sending) return;
    if (this.hadFocus) rest(this.bar.turn);
    this.hadFocus = false;
  }

  /** Leads a focus that rests to what can be done now: to the own cards first. */
  leadFocus() {
    if (document.activeElement !== this.bar.turn) return;
    const card = "playing-card.lit[tabindex='0']";
    const next = this.table.querySelector(`.bottom-seat ${card}`) ?? this.table.querySelector(`${card}, .zone-target, .seat-target`) ?? this.bar.list.querySelector("button");
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  /** Remembers where one is asked to name an entry of a list in turn: there is an auction. @param {Protocol.Decision | null} decision */
  listens(decision) {
    const { info } = this.session;
    for (const { action, pick } of decision && this.chooser ? this.chooser.menus : []) {
      const state = info?.data.actions[action].state ?? -1;
      const texts = pick.texts ?? [];
      if (info?.state(state)?.kind === "round_robin" && pick.max === 1) this.auctions.set(state, bidsOf(texts, info.data.texts) ?? texts);
    }
  }

  /** Who has no seat is never asked, and learns of an auction by what others call. @param {import("./session.js").Step} step */
  overhear(step) {
    const { info, own } = this.session;
    const auction = info && own === null ? overheard(step, info.data) : null;
    if (auction) this.auctions.set(auction.state, auction.bids);
  }

  /** What was said in the auction that runs, if any. */
  saidSoFar() {
    const { session, shown, past } = this;
    const { info } = session;
    const scene = shown && this.table.scene(shown.view);
    const bids = scene && !shown.view.status.result && this.auctions.get(scene.state);
    return info && bids ? saidIn(past?.steps ?? session.steps, shown.view.seq, (action) => info.action(action), bids) : [];
  }

  /** Where a card lies now. @param {number} key @returns {Protocol.Pick | null} */
  whereIs(key) {
    const keys = this.shown?.keys ?? [];
    const zone = keys.findIndex((list) => list.includes(key));
    return zone < 0 ? null : { card: { zone, index: keys[zone].indexOf(key) } };
  }

  /** Tells the person that they must choose. */
  called() {
    const { chooser } = this;
    if (!chooser) return;
    sound.play(chooser.prompt ? "prompt" : "turn");
    const labels = [...chooser.offers.map((offer) => offer.label), ...(chooser.mayPass ? [say`Pass`] : [])];
    announce(sentences(this.newWords()));
    // A question that has the focus is read out by that.
    if (!chooser.prompt) announce(say`You can: ${labels.join(", ")}`);
    else if (!this.prompt.contains(document.activeElement)) announce(say`You are asked: ${labelOf(chooser.prompt)}`);
    call(true);
    this.leadFocus();
  }

  /**
   * What stands on the table in words, is new since this seat had to choose last, and was not told with what happened: messages,
   * else what is the case.
   */
  newWords() {
    const { story, words } = this.since;
    const { messages, facts } = this.table.words;
    const heard = lower(story);
    const isTold = (/** @type {{ name: string, value: string }} */ { name, value }) => heard.includes(lower(name)) && heard.includes(lower(value));
    const texts = new Map(facts.map((fact) => [[fact.name, fact.value].filter(Boolean).join(": "), fact]));
    this.since = { story: "", words: new Set([...messages, ...texts.keys()]) };
    const said = messages.filter((text) => !words.has(text) && !heard.includes(lower(text)));
    if (said.length > 0) return said;
    return [...texts].filter(([text, fact]) => !words.has(text) && !isTold(fact)).map(([text]) => capital(text));
  }

  tick() {
    const { session } = this;
    // The clocks stand still while the room is suspended.
    const now = session.room?.phase === "suspended" ? session.clocks.at : performance.now();
    const { decision, game } = session.room?.settings.clocks ?? {};
    const isTimed = Boolean(decision || game) && !this.past;
    for (const seat of this.table.seats) {
      const time = isTimed ? timeOf(session.clocks, seat.seat, now) : null;
      seat.tick(time, isTimed);
      if (time && seat.seat === session.own) this.hurry(time);
    }
  }

  /** Says once of a decision that little time is left for it. @param {NonNullable<ReturnType<typeof timeOf>>} time */
  hurry({ urgent, seconds }) {
    const { decision } = this.session;
    if (!urgent || !decision || this.hurried === decision) return;
    this.hurried = decision;
    announce(say`${lasting(seconds, "second")} left to choose`);
  }

  /** The result, when there is one. */
  over() {
    this.result.show(this.session, this.past || this.dismissed === this.game ? null : this.ending, this.game);
    this.table.summary.place(this.table);
  }

  /** How the game on the table has ended, as long as the room has not begun another one. */
  get ending() {
    const { room, replica } = this.session;
    if (!room || !this.shown || room.game !== this.game) return null;
    const isEnded = room.phase === "over" && replica && !replica.view.status.result;
    return this.shown.view.status.result ?? (isEnded ? ENDED : null);
  }

  dismiss() {
    this.dismissed = this.game;
    putAway(this.result);
  }

  /** Shows the notices of the room. */
  room() {
    const { session } = this;
    const { room } = session;
    if (!room) return;
    fill(this.notices, noticesOf(session));
    this.panel.debugIn(session);
    this.render();
  }

  /** @param {{ line: Protocol.ChatLine, isNew: boolean }} said */
  chatted({ line, isNew }) {
    this.panel.said(line, isNew);
    if (!isNew) return;
    announce(say`${speaker(line)} says: ${line.text}`);
    sound.play("chat");
  }

  /** Tells who came, who left, and who owns the room now. @param {string[]} told */
  company(told) {
    const lines = told.map((text) => plain("note", text));
    const behind = this.session.steps.length;
    this.asides.push({ behind, lines });
    this.panel.tell(lines, behind - 1);
    note(say`${sentences(told)}.`);
  }

  // --- what is done

  /** @param {Protocol.Choice} choice */
  async submit(choice) {
    if (this.sending || this.past) return;
    const { session } = this;
    const { decision } = session;
    this.sending = true;
    this.table.summary.put();
    this.render();
    try {
      await session.choose(choice);
      // The result arrives as events. Until then nothing is asked.
      if (session.decision === decision) session.decision = null;
    } catch (error) {
      this.refused(error);
    }
    this.sending = false;
    this.render();
  }

  /** Whether this seat may ask now what a bot would do. */
  get mayAsk() {
    const { room, own } = this.session;
    if (!room || own === null || room.phase !== "playing") return false;
    const { hints = "alone" } = room.settings;
    return hints === "always" || (hints === "alone" && room.seats.filter((seat) => seat.held === "person").length === 1);
  }

  /** Asks what a bot would do, and shows it. */
  async hint() {
    const { session, chooser, shown } = this;
    const { info } = session;
    if (!chooser?.decision || !info || !shown || this.past || this.sending) return note(say`There is nothing to choose just now.`);
    const done = await session.ask({ hint: {} });
    // The game may have gone on in the meantime.
    if (!done || !("hint" in done) || this.chooser !== chooser || done.hint.seen !== shown.view.seq) return;
    const [best, next] = done.hint.ranked.map(({ choice, value }) => ({ choice, ...labelAndPicks(info, shown.view, chooser.decision, choice), value: valueText(value) }));
    if (!best) return;
    const text = choiceText(best);
    // Do not repeat a label that both choices share.
    const other = next && (next.label === best.label && next.picks ? next.picks : choiceText(next));
    const advice = other && next.value && best.value ? say`A bot would choose: ${text} (${best.value}; then ${other}, ${next.value})` : say`A bot would choose: ${text}`;
    chooser.advice = { text: advice, ...marksOf(best.choice) };
    announce(chooser.advice.text);
    if (chooser.prompt) note(chooser.advice.text);
    this.draw();
  }

  /** @param {unknown} error */
  refused(error) {
    sound.play("refused");
    if (!(error instanceof Refused || error instanceof Lost)) throw error;
    // If the rules have failed, a notice above the table says so.
    if (!(error instanceof Refused && error.code === "faulted")) note(capital(error.message));
  }

  /** @param {Protocol.Pick} pick @param {number} [key] */
  touch(pick, key) {
    if (this.sending || !this.chooser) return;
    const choice = this.chooser.touch(pick, key);
    if (choice) this.submit(choice);
  }

  /** The pick for a card on the table. @param {import("./card.js").PlayingCard} card */
  pickOf(card) {
    const [zone, index] = [Number(card.dataset.zone), Number(card.dataset.index)];
    return { card: { zone, index } };
  }

  /** @param {Event} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const card = target.closest("playing-card");
    if (card) return this.touched(card);
    const zone = target.closest("card-zone");
    if (zone && !target.closest("button")) this.tell(zone, zone.zone);
  }

  /** @param {import("./card.js").PlayingCard} card */
  touched(card) {
    const { chooser } = this;
    if (!chooser || this.past || this.sending) return;
    const pick = this.pickOf(card);
    const zone = { zone: pick.card.zone };
    if (card.classList.contains("lit") || chooser.isSelected(pick)) return this.touch(pick, card.key);
    if (chooser.uses(zone).length > 0) return this.touch(zone);
    const refused = card.classList.contains("dim") ? chooser.refused(pick) : null;
    if (refused) this.whyNot(card, refused);
    else this.tell(card, pick.card.zone, card.title);
  }

  /** Shows why the rules do not allow a card. @param {Element} card @param {Protocol.Choice} choice */
  async whyNot(card, choice) {
    try {
      await this.session.tryOut(choice);
    } catch (error) {
      this.tip.say(card, { text: capital(/** @type {Error} */ (error).message) });
      sound.play("refused");
    }
  }

  /** Explains why a touch has no effect, and what to do instead; of a card, what is printed on it. @param {Element} at @param {number} zone @param {string} [printed] */
  tell(at, zone, printed = "") {
    const { chooser, session, shown } = this;
    const { info } = session;
    if (!chooser || !info || !shown || this.past || this.sending || info.own === null || shown.view.status.result || this.ending) return;
    const why = whyNothing(chooser, waitedFor(info, shown.view), info.zoneLabel(zone), (choice) => this.submit(choice));
    this.tip.say(at, printed ? { ...why, text: [printed, why.text].filter(Boolean).join(" — ") } : why);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const card = /** @type {Element} */ (event.target).closest("playing-card");
    if (!card || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.touched(card);
  }

  /** Shows all cards of a pile. @param {number} zone */
  look(zone) {
    const { info } = this.session;
    const seen = this.shown?.view.zones[zone];
    if (!info || !seen || !this.table.drawings) return;
    const { drawings } = this.table;
    openDialog(capital(info.zoneName(zone)), () =>
      h("ul", { class: "look" }, seen.cards.map((card) => {
        const one = document.createElement("playing-card");
        one.show(drawings, card);
        one.setAttribute("role", "img");
        one.setAttribute("aria-label", info.card(card));
        return h("li", null, one);
      })),
    "wide");
  }

  /** A small picture of the card that a text names. @param {string} text */
  pictureOf(text) {
    const { info } = this.session;
    const face = info?.data.cards.findIndex((card) => card.label === text) ?? -1;
    if (face < 0 || !this.table.drawings) return null;
    const card = document.createElement("playing-card");
    card.show(this.table.drawings, { face });
    card.classList.add("tiny");
    card.setAttribute("aria-hidden", "true");
    return card;
  }

  escape() {
    if (this.tip.put()) return;
    if (this.past) this.back.end();
    else if (!this.chooser?.clear() && !this.result.hidden) this.dismiss();
  }

  // --- what is saved

  /** Saves what this seat has seen, for a later replay. */
  saveStory() {
    const { room, info, steps } = this.session;
    if (info && room) download(`${room.ruleset}-seen.json`, story(room, info.data, info.names, info.own, steps));
  }

  /** Saves the log of the game. */
  async record() {
    const done = await this.session.ask({ record: {} });
    const { room } = this.session;
    if (done && "record" in done && room) download(`${room.ruleset}-${room.room.slice(0, 8)}.json`, done.record);
  }
}

customElements.define("game-view", GameView);
