// What the browser knows of the host: the lobby, the room it is in, and the
// game on the table with all that happened in it.

import { Connection, Lost, PROTOCOL, Refused } from "./connection.js";
import { whyClosed } from "./reasons.js";
import { memory } from "./memory.js";
import { Replica } from "./replica.js";
import { Fairness } from "./fairness.js";
import { TableInfo } from "./info.js";
import { changesOf } from "./company.js";
import { bodiesOf } from "./union.js";
import { capital, say } from "./language.js";

/**
 * One thing that happened: events, or a whole view in their place. `late` is the seat whose time was up.
 *
 * @typedef {{ seq: number, step: number, late?: number, events: Protocol.ViewEvent[], story?: Protocol.Line[], view?: undefined, began?: undefined, rewound?: undefined, edited?: undefined }} Happened
 * @typedef {{ seq: number, view: Protocol.View, rewound?: boolean, edited?: boolean, began?: Protocol.ViewEvent[], story?: Protocol.Line[], step?: undefined, late?: undefined, events?: undefined }} Seen
 * @typedef {Happened | Seen} Step
 * @typedef {{ ruleset: string, title: string, seats: number }} Wanted
 */

/** Whether free seats can be taken: a game is played to its end by those who began it. @param {Protocol.Phase} phase */
export const isBetween = (phase) => phase === "open" || phase === "over";

export class Session extends EventTarget {
  /** The room one is in. @type {Protocol.RoomInfo | null} */
  room = null;
  /** What its ruleset is about. @type {Protocol.RulesetInfo | null} */
  description = null;
  /** The same with the names of the seats. @type {TableInfo | null} */
  info = null;
  /** @type {Replica | null} */
  replica = null;
  /** @type {Protocol.Decision | null} */
  decision = null;
  /** @type {{ at: number, list: Protocol.Clocks }} */
  clocks = { at: 0, list: [] };
  /** @type {Protocol.ChatLine[]} */
  chat = [];
  /** When the last line was said that was heard here. */
  heard = 0;
  /** @type {Step[]} */
  steps = [];
  game = 0;
  seq = 0;
  /** The room that one goes to. @type {string | null} */
  wanted = null;

  /** @param {string} url */
  constructor(url) {
    super();
    this.connection = new Connection(url, () => ({ name: memory.name || say`Guest`, resume: this.resume() }));
    /** @type {Protocol.Welcome | null} */
    this.welcome = null;
    /** @type {Map<string, Protocol.RoomEntry>} */
    this.rooms = new Map();
    this.watchingLobby = false;
    /** @type {Map<string, Promise<Protocol.RulesetInfo>>} */
    this.descriptions = new Map();
    this.work = Promise.resolve();
    /** What is waited for with others. @type {Wanted | null} */
    this.matching = null;
    this.resyncing = false;
    this.sitsDown = false;
    this.fairness = new Fairness(sessionStorage);
    this.connection.addEventListener("state", (event) => this.tell("connection", /** @type {CustomEvent} */ (event).detail));
    this.connection.addEventListener("welcome", (event) => this.greeted(/** @type {CustomEvent} */ (event).detail));
    /** @type {<Kind extends KindOf<Protocol.Message>>(kind: Kind, act: (body: BodyOf<Protocol.Message, Kind>) => void) => void} */
    const on = (kind, act) => this.connection.addEventListener(kind, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("lobby", (change) => this.lobby(change));
    on("matched", (seated) => this.matched(seated));
    on("room", (room) => this.later(() => this.entered(room)));
    on("view", (view) => this.later(() => this.viewed(view)));
    on("events", (happened) => this.later(() => this.happened(happened)));
    on("clocks", (clocks) => this.later(() => this.timed(clocks)));
    on("chat", (line) => this.said(line));
    on("bye", (bye) => this.bye(bye));
    on("refused", (refused) => this.tell("notice", { text: refused.reason }));
    addEventListener("pagehide", () => this.save());
  }

  start() {
    // What was waited for before the page spoke another language.
    this.matching = memory.matching;
    memory.matching = null;
    this.connection.start();
  }

  /** Forgets the room. */
  forget() {
    this.room = this.description = this.info = this.replica = this.decision = this.wanted = null;
    this.clocks = { at: 0, list: [] };
    this.chat = [];
    this.steps = [];
    this.heard = this.game = this.seq = 0;
  }

  /** The seat to go back to when greeting. @returns {Protocol.Resume | undefined} */
  resume() {
    const room = this.room?.room ?? this.wanted;
    const token = room ? memory.token(room) : null;
    if (!room || !token) return undefined;
    const story = this.steps.length === 0 ? memory.story : null;
    // What a page of another version has kept may mean something else.
    if (story && story.protocol === PROTOCOL && story.room === room && story.token === token) {
      this.steps = story.steps;
      this.decision = story.decision;
      this.game = story.game;
      this.seq = story.seq;
    }
    return { room, token, ...(this.game > 0 ? { game: this.game, seq: this.seq } : {}) };
  }

  /** Keeps what happened, for when the page is loaded again. */
  save() {
    const token = this.room && memory.token(this.room.room);
    const story = this.room && token && this.own !== null ? { protocol: PROTOCOL, room: this.room.room, token, steps: this.steps, decision: this.decision, game: this.game, seq: this.seq } : null;
    memory.story = story;
  }

  /** Takes another name: the host learns it when it is greeted. @param {string} name */
  rename(name) {
    if (name === memory.name) return;
    memory.name = name;
    this.connection.renew();
  }

  /** The own seat, or nothing. */
  get own() {
    return this.room && typeof this.room.you === "object" ? this.room.you.seat : null;
  }

  get isOwner() {
    return this.own !== null && this.room?.owner === this.own;
  }

  /** Whether one watches where a seat can be taken. */
  get maySit() {
    const { room } = this;
    return room !== null && this.own === null && isBetween(room.phase) && room.seats.some(({ held }) => held === "free");
  }

  // --- what is asked of the host

  /** @param {Protocol.Call} call */
  call(call) {
    return this.connection.call(call);
  }

  /**
   * Asks for something and shows why not, when it is not done.
   *
   * @param {Protocol.Call} call
   * @returns {Promise<Protocol.Done | null>}
   */
  async ask(call) {
    try {
      return await this.call(call);
    } catch (error) {
      if (error instanceof Refused || error instanceof Lost) {
        this.tell("notice", { text: capital(error.message), code: error instanceof Refused ? error.code : "lost" });
        return null;
      }
      throw error;
    }
  }

  /** Waits for others who want the same game. @param {Wanted} wanted */
  async match(wanted) {
    const { ruleset, seats } = wanted;
    // Who is the last to come is told of the table before the answer.
    this.matching = wanted;
    if (!(await this.ask({ match: { ruleset, seats } }))) this.matching = null;
    this.tell("matching", null);
  }

  async unmatch() {
    this.matching = null;
    await this.ask({ unmatch: {} });
    this.tell("matching", null);
  }

  /** @param {Protocol.Create} create */
  async create(create) {
    // The host would name the table in English.
    const title = create.title || (memory.name ? say`${memory.name}’s table` : say`A guest’s table`);
    return this.seated(await this.ask({ create: { ...create, title } }));
  }

  /** @param {Protocol.Join} join */
  async join(join) {
    return this.seated(await this.ask({ join }));
  }

  /** @param {Protocol.Spectate} spectate */
  async spectate(spectate) {
    const invite = spectate.invite ?? (spectate.room && memory.invite(spectate.room));
    const done = await this.ask({ spectate: invite ? { ...spectate, invite } : spectate });
    if (done && "watching" in done) {
      const { room } = done.watching;
      this.wanted = room;
      if (invite) memory.keepInvite(room, invite);
    }
    return Boolean(done);
  }

  /** Takes a seat where one is to be had, else watches. @param {{ room?: string, invite?: string }} at */
  async enter(at) {
    return (await this.join(at)) || this.spectate(at);
  }

  /** Takes a seat at the table that is watched. Where others were quicker, one watches on. */
  async sitDown() {
    const { room } = this;
    // Whoever asks twice must not leave the seat that he has just got.
    if (!room || !this.maySit || this.sitsDown) return;
    this.sitsDown = true;
    if (await this.ask({ leave: {} })) {
      this.unsay();
      const invite = memory.invite(room.room) ?? undefined;
      if (!(await this.enter({ room: room.room, invite }))) {
        this.forget();
        this.tell("room", null);
      }
    }
    this.sitsDown = false;
  }

  /** @param {Protocol.Done | null} done */
  seated(done) {
    if (!done || !("seated" in done)) return false;
    const { room, token } = done.seated;
    this.wanted = room;
    if (token) memory.keep(room, token);
    return true;
  }

  /** Goes back to a seat that this browser holds. @param {string} room @returns {Promise<boolean>} */
  async sitAgain(room) {
    const token = memory.token(room);
    if (!token) return false;
    try {
      const done = await this.call({ resume: { room, token } });
      return this.seated(done);
    } catch (error) {
      if (error instanceof Refused && ["no_such_room", "wrong_token"].includes(error.code)) memory.keep(room, null);
      return false;
    }
  }

  async leave() {
    const { room } = this;
    if (!room) return;
    if (!(await this.ask({ leave: {} }))) return;
    memory.keep(room.room, null);
    memory.story = null;
    this.forget();
    this.tell("room", null);
  }

  /** Goes back to the lobby and keeps the seat. */
  async stepOut() {
    if (!(await this.ask(this.own === null ? { leave: {} } : { step_out: {} }))) return;
    this.forget();
    this.tell("room", null);
  }

  /**
   * Chooses. Where the line is lost before the answer comes, nobody knows whether it was done: what happened
   * tells, once the host has told it. What was not done is asked for once more, where nothing has changed
   * meanwhile.
   *
   * @param {Protocol.Choice} choice
   * @returns {Promise<void>}
   */
  async choose(choice) {
    const { room, game } = this;
    const seen = this.replica?.view.seq ?? 0;
    try {
      await this.call({ choose: { seen, choice } });
    } catch (error) {
      // Where the line is there, and the answer only late, it may come still.
      if (!(error instanceof Lost) || !error.isSent || this.connection.state === "there") throw error;
      await this.caughtUp();
      if (this.room?.room !== room?.room || this.game !== game) throw new Lost(say`The connection was lost before your choice was made.`, true);
      if (this.hasChosen(seen)) return;
      if (this.replica?.view.seq !== seen || !this.decision) throw new Lost(say`The connection was lost before your choice was made, and others have gone on: choose again.`, true);
      await this.choose(choice);
    }
  }

  /** Whether the own seat has chosen since a view. @param {number} seen the view's number */
  hasChosen(seen) {
    const { own } = this;
    const isOwn = (/** @type {Protocol.ViewEvent} */ event) => {
      if (typeof event === "string") return false;
      const { acted, passed, committed, voted, answered } = bodiesOf(event);
      return [acted, passed, committed, voted, answered].some((body) => body?.seat === own);
    };
    return this.steps.some((step) => step.events && step.step > seen && step.events.some(isOwn));
  }

  /** Waits until the line is back and all that was missed is told. @returns {Promise<void>} */
  caughtUp() {
    return new Promise((resolve) => this.addEventListener("caught-up", () => resolve(), { once: true }));
  }

  /** Asks the host why something cannot be chosen: it does nothing then. @param {Protocol.Choice} choice */
  tryOut(choice) {
    return this.call({ choose: { seen: this.replica?.view.seq ?? 0, choice } });
  }

  /** @param {Protocol.Choice} partial @returns {Promise<Protocol.Extensions | null>} */
  async extend(partial) {
    try {
      const { extensions } = bodiesOf(await this.call({ extend: { partial } }));
      return extensions?.extensions ?? null;
    } catch {
      return null;
    }
  }

  /**
   * The game that is over, step by step from its beginning, as the host tells it again; nothing where it
   * cannot.
   *
   * @returns {Promise<Step[] | null>}
   */
  async fromBeginning() {
    try {
      const done = await this.call({ replay: {} });
      if (!("replay" in done)) return null;
      const { began, happened } = done.replay;
      return [seenAs(began), ...happened.map(stepOf)];
    } catch {
      return null;
    }
  }

  async watchLobby() {
    this.watchingLobby = true;
    try {
      const { rooms } = bodiesOf(await this.call({ rooms: { watch: true } }));
      this.rooms = new Map(rooms?.rooms.map((room) => [room.room, room]));
      this.tell("lobby", null);
    } catch {
      // Asked again when the host greets again.
    }
  }

  // --- what the host says

  /** Does things one after the other, as some must wait for a description. @param {() => Promise<void> | void} act */
  later(act) {
    this.work = this.work.then(act).catch((error) => console.error(error));
  }

  /** @param {Protocol.Welcome} welcome */
  async greeted(welcome) {
    this.welcome = welcome;
    this.unsay();
    if (welcome.not_resumed) {
      const room = this.room?.room ?? this.wanted;
      if (room && ["no_such_room", "wrong_token"].includes(welcome.not_resumed.code)) memory.keep(room, null);
      this.forget();
      this.tell("room", null);
      this.tell("notice", { text: capital(welcome.not_resumed.reason) });
    } else if (!welcome.seated && this.room && this.own === null) {
      const { room } = this.room;
      if (!(await this.spectate({ room }))) this.forget();
    }
    this.tell("welcome", welcome);
    this.catchUp();
    if (this.watchingLobby) this.watchLobby();
    // Who waited for others waits on.
    if (this.matching && !welcome.seated) this.match(this.matching);
  }

  /** What is answered now comes behind all that was missed. */
  async catchUp() {
    try {
      await this.call({ ping: {} });
      await this.work;
      this.tell("caught-up", null);
    } catch {
      // The line is gone again: so it is once more when it is back.
    }
  }

  /** @param {Protocol.LobbyChange} change */
  lobby(change) {
    if (change.rulesets && this.welcome) {
      // A table keeps the rules that it began with.
      const own = this.welcome.content.filter((one) => one.ruleset === this.room?.hash);
      const now = (change.content ?? []).filter((one) => one.ruleset !== this.room?.hash);
      Object.assign(this.welcome, { rulesets: change.rulesets, content: [...now, ...own] });
      this.tell("rulesets", null);
    }
    if (change.whole) this.rooms.clear();
    for (const room of change.changed ?? []) this.rooms.set(room.room, room);
    for (const room of change.gone ?? []) this.rooms.delete(room);
    this.tell("lobby", null);
  }

  /** @param {Protocol.Seated} seated */
  matched(seated) {
    this.matching = null;
    this.wanted = seated.room;
    if (seated.token) memory.keep(seated.room, seated.token);
    this.tell("notice", { text: say`A table was found.` });
  }

  /** @param {string} hash @returns {Promise<Protocol.RulesetInfo>} */
  describe(hash) {
    const known = this.descriptions.get(hash);
    if (known) return known;
    const found = fetch(`/content/${hash}`).then((answer) => {
      if (!answer.ok) throw new Error(`no description: ${answer.status}`);
      return answer.json();
    });
    this.descriptions.set(hash, found);
    found.catch(() => this.descriptions.delete(hash));
    return found;
  }

  /** @param {Protocol.RoomInfo} room */
  async entered(room) {
    const before = this.room?.room === room.room ? this.room : null;
    if (!before && this.room) {
      const { wanted } = this;
      this.forget();
      this.wanted = wanted;
    }
    const news = before ? changesOf(before, room, this.own) : [];
    this.room = room;
    this.mixIn(room);
    this.matching = null;
    this.description = await this.describe(room.table);
    this.name();
    if (!this.replica && this.steps.length > 0) this.rebuild();
    this.tell("room", room);
    if (news.length > 0) this.tell("news", news);
  }

  /** Adds a part of its own to the seed of a game that is about to begin. @param {Protocol.RoomInfo} room */
  mixIn(room) {
    const part = this.fairness.told(room, this.own);
    if (part) this.call(part).then(() => this.fairness.taken(room.room)).catch(() => {});
  }

  /** How long what is said, or a name, may be, in letters; as long as the host allows. @param {"chat" | "name"} what */
  longest(what) {
    const limits = this.welcome?.limits;
    return (what === "chat" ? limits?.chat_chars : limits?.name_chars) || { chat: 300, name: 40 }[what];
  }

  /** Names the seats, also those that the game itself plays. */
  name() {
    const { room, description } = this;
    if (!room || !description) return;
    // A game that is over was played by those who held the seats then.
    const names = room.seats.map((seat, at) => (seat.played_as ?? seat.name) || say`Seat ${at + 1}`);
    const isNew = this.own !== null && room.seats[this.own]?.played_as !== undefined;
    const roles = this.replica?.view.seats ?? [];
    for (let at = names.length; at < (this.replica?.view.seat_data.length ?? 0); at++) {
      names.push(capital(description.texts[roles[at]?.role ?? -1] ?? say`Seat ${at + 1}`));
    }
    this.info = new TableInfo(description, names, isNew ? null : this.own);
  }

  /** The table from what was kept of it. */
  rebuild() {
    for (const step of this.steps) {
      if (step.view) this.replica = new Replica(step.view, step.began);
      else this.replica?.apply(step.events);
    }
    this.name();
    this.tell("view", { rebuilt: true });
  }

  /** @param {Protocol.TableView} message */
  viewed(message) {
    this.resyncing = false;
    const step = seenAs(message);
    // Another game at the same table begins anew.
    if (message.game !== this.game) this.steps = [];
    const same = this.steps.length > 0 && !message.rewound && !message.edited && this.replica?.view.seq === message.view.seq;
    if (!same) this.steps.push(step);
    this.game = message.game;
    this.seq = message.seq;
    this.replica = new Replica(step.view, step.began);
    this.name();
    this.decision = message.decision ?? null;
    this.time(message.clocks);
    this.tell("view", { step });
  }

  /** @param {Protocol.Happened} message */
  happened(message) {
    if (!this.replica || message.seq !== this.seq + 1) {
      // Something is missing: the whole table is asked for, once.
      if (!this.resyncing) this.call({ resync: {} }).catch(() => {});
      this.resyncing = true;
      return;
    }
    this.seq = message.seq;
    const step = stepOf(message);
    this.replica.apply(step.events);
    this.steps.push(step);
    this.decision = message.decision ?? null;
    if (message.clocks) this.time(message.clocks);
    this.tell("step", { step });
  }

  /** @param {Protocol.Clocks} clocks */
  timed(clocks) {
    this.time(clocks);
    this.tell("clocks", null);
  }

  /** @param {Protocol.Clocks} [list] */
  time(list) {
    this.clocks = { at: performance.now(), list: list ?? [] };
  }

  /** What was said is told again to whoever comes in. */
  unsay() {
    this.chat = [];
    this.tell("unsaid", null);
  }

  /** @param {Protocol.ChatLine} line */
  said(line) {
    // What was said before one came in is told again, also to whoever has heard it.
    const isNew = line.before ? this.heard > 0 && line.when > this.heard : true;
    this.heard = Math.max(this.heard, line.when);
    this.chat.push(line);
    this.tell("chat", { line, isNew });
  }

  /** @param {Protocol.Bye} bye */
  bye(bye) {
    const why = whyClosed(bye, this.own !== null);
    if (bye.room) {
      memory.keep(bye.room, null);
      this.forget();
      this.tell("room", null);
    }
    this.tell("notice", { text: capital(why) });
  }

  /** Whether the host tells how a game is played. @param {string} ruleset */
  hasRules(ruleset) {
    return Boolean(this.rulesItem(ruleset));
  }

  /** @param {string} ruleset */
  rulesItem(ruleset) {
    return this.welcome?.content.find((one) => one.ruleset === ruleset && /(^|\/)RULES\.md$/.test(one.path));
  }

  /** How a game is played, where the host tells it. @param {string} ruleset @returns {Promise<string | null>} */
  async rulesOf(ruleset) {
    const item = this.rulesItem(ruleset);
    if (!item) return null;
    const answer = await fetch(`/content/${item.hash}`);
    return answer.ok ? answer.text() : null;
  }

  /** Where a picture of the card set is. @param {string} path */
  picture(path) {
    const item = this.welcome?.content.find((one) => one.path === path && one.ruleset === this.room?.hash);
    return item ? `/content/${item.hash}` : null;
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * What happened as a step. Its last event tells the number of the view after it.
 *
 * @param {Protocol.Happened} message
 * @returns {Happened}
 */
function stepOf({ seq, timed_out, events, story }) {
  const last = events.at(-1);
  const step = typeof last === "object" && "status" in last ? last.status.seq : seq;
  return { seq, step, late: timed_out ?? undefined, events, story };
}

/**
 * A whole view as a step; the first of a game tells how it began.
 *
 * @param {Protocol.TableView} message
 * @returns {Seen}
 */
function seenAs({ seq, view, rewound, edited, beginning }) {
  return { seq, view, rewound, edited, began: beginning?.events, story: beginning?.story };
}
