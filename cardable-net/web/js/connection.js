// The socket to the host: requests with answers, messages, and coming back
// when the line is lost, also where nobody says that it is.

import { bodiesOf } from "./union.js";
import { whyClosed, whyRefused } from "./reasons.js";
import { language, say } from "./language.js";

/** The newest version of the protocol that this page speaks. */
export const PROTOCOL = 4;

/** The oldest one: while a service is upgraded, a page of one host may meet another one. */
const OLDEST = 4;

/** What the host did not do, with its reason. */
export class Refused extends Error {
  /** @param {Protocol.Refused} refused */
  constructor(refused) {
    super(whyRefused(refused));
    this.code = refused.code;
    this.rules = refused.rules;
  }
}

/** There was no line, or it was lost before an answer came: what was sent may have been done or not. */
export class Lost extends Error {
  /** @param {string} reason @param {boolean} isSent whether it went out at all */
  constructor(reason, isSent) {
    super(reason);
    this.isSent = isSent;
  }
}

/** All times are in milliseconds. */
export const TIMES = {
  /** So long nothing need be heard while somebody looks at the page. */
  quiet: 3000,
  /** The same while nobody does. */
  hidden: 30_000,
  /** So soon something must be heard after it was asked for, or the line is dead. */
  silent: 3500,
  /** How often all that is looked at. */
  beat: 500,
  /** A request takes no longer, though the line is alive. */
  answer: 30_000,
  /** So long it is tried often to come back, and then not so often. */
  eager: 60_000,
};

/**
 * How long it may take to open a line, for one that lets nothing through never says so; and how long to wait at
 * most after one that was refused. What was tried for long is tried again at once.
 */
export const EAGER = { open: 2000, pause: 2000 };
const PATIENT = { open: 10_000, pause: 8000 };

/** Opening takes so many ways there and back at most: of the line itself, of TLS and of the socket. */
const WAYS = 6;

/**
 * Why a seat is not to be had for the moment: the store is away, the host of the room cannot be reached, or this one is about
 * to stop.
 *
 * @type {Protocol.Code[]}
 */
const PASSING = ["storage", "draining"];

/**
 * @typedef {{ resolve: (done: Protocol.Done) => void, reject: (error: Error) => void, asked: number }} Waiting
 * @typedef {"connecting" | "there" | "lost" | "ended"} State
 */

export class Connection extends EventTarget {
  /**
   * @param {string} url
   * @param {() => { name: string, resume?: Protocol.Resume }} about what to say when greeting
   */
  constructor(url, about) {
    super();
    this.url = url;
    this.about = about;
    this.next = 0;
    this.tries = 0;
    /** @type {Map<number, Waiting>} */
    this.open = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {State} */
    this.state = "connecting";
    this.timer = 0;
    /** When something was heard last. */
    this.heard = 0;
    /** When it was asked last whether the host is there, while it has not answered. @type {number | null} */
    this.pinged = null;
    /** How long it takes to hear something that was asked for. */
    this.round = 0;
    /** When the line was lost. */
    this.gone = performance.now();
    /** When all that was looked at last. */
    this.beaten = performance.now();
    addEventListener("online", () => this.check());
    addEventListener("offline", () => this.check());
    addEventListener("pageshow", (event) => event.persisted && this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    setInterval(() => this.beat(), TIMES.beat);
  }

  start() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    const { open } = performance.now() - this.gone < TIMES.eager && this.tries > 0 ? EAGER : PATIENT;
    const limit = setTimeout(() => this.socket === socket && this.lost(0), Math.max(open, WAYS * this.round));
    socket.addEventListener("open", () => {
      clearTimeout(limit);
      if (this.socket === socket) this.greet(socket);
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      clearTimeout(limit);
      if (this.socket === socket) this.lost();
    });
  }

  /** Looks at once whether the line is there, when there is reason to doubt it. */
  check() {
    if (this.state === "there") return this.ping();
    if (this.state !== "lost") return;
    this.tries = 1;
    this.gone = performance.now();
    this.drop();
    this.start();
  }

  /** Asks whether the host is there. */
  ping() {
    if (this.pinged !== null) return;
    const asked = performance.now();
    this.pinged = asked;
    const heard = () => {
      this.round = performance.now() - asked;
    };
    // Whatever is answered, the line is there; where it is not, that shows by itself.
    this.call({ ping: {} }).then(heard, () => {});
  }

  /** Looks whether the line is silent, and whether requests wait for too long. */
  beat() {
    const now = performance.now();
    const slept = now - this.beaten > TIMES.silent;
    this.beaten = now;
    if (this.state !== "there") return;
    // Who has slept has missed the answer, too.
    if (slept) {
      this.pinged = null;
      return this.ping();
    }
    if (this.pinged !== null && now - this.pinged > TIMES.silent) return this.lost(0);
    for (const [id, { asked, reject }] of this.open) {
      if (now - asked < TIMES.answer) continue;
      this.open.delete(id);
      reject(new Lost(say`The host has not answered for long.`, true));
    }
    if (now - this.heard > (document.hidden ? TIMES.hidden : TIMES.quiet)) this.ping();
  }

  /** Greets the host anew, with what there is to say now. */
  renew() {
    this.drop();
    this.start();
  }

  /** Begins anew after it was ended. */
  again() {
    this.state = "connecting";
    this.tries = 0;
    this.start();
  }

  /** @param {WebSocket} socket */
  async greet(socket) {
    const late = setTimeout(() => this.socket === socket && this.lost(), Math.max(TIMES.silent, WAYS * this.round));
    try {
      const { name, resume } = this.about();
      const { hello } = bodiesOf(await this.call({ hello: { protocol: PROTOCOL, ...(OLDEST < PROTOCOL ? { oldest: OLDEST } : {}), client: "browser", name, language, ...(resume ? { resume } : {}) } }));
      if (!hello) throw new Lost(say`The host did not greet.`, true);
      // The seat is kept: it is tried again, perhaps at another host.
      if (hello.not_resumed && PASSING.includes(hello.not_resumed.code)) throw new Lost(hello.not_resumed.reason, true);
      this.tries = 0;
      this.become("there");
      this.tell("welcome", hello);
    } catch (error) {
      if (error instanceof Refused && error.code === "version") {
        this.become("ended", say`This page is older than the host. Load it again.`);
      }
      socket.close();
    } finally {
      clearTimeout(late);
    }
  }

  /**
   * Asks the host for something.
   *
   * @param {Protocol.Call} call
   * @returns {Promise<Protocol.Done>} what came of it
   */
  call(call) {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost(say`There is no connection just now.`, false));
    const id = ++this.next;
    /** @type {Promise<Protocol.Done>} */
    const answer = new Promise((resolve, reject) => this.open.set(id, { resolve, reject, asked: performance.now() }));
    socket.send(JSON.stringify({ id, call }));
    return answer;
  }

  /** @param {Protocol.Message} message */
  receive(message) {
    this.heard = performance.now();
    this.pinged = null;
    if ("answer" in message) {
      const { id, done } = message.answer;
      this.open.get(id)?.resolve(done);
      this.open.delete(id);
    } else if ("refused" in message) {
      const { refused } = message;
      const id = refused.id ?? -1;
      const waiting = this.open.get(id);
      if (waiting) waiting.reject(new Refused(refused));
      else this.tell("refused", refused);
      this.open.delete(id);
    } else {
      if ("bye" in message && !message.bye.room && ["superseded", "protocol"].includes(message.bye.why)) this.become("ended", whyClosed(message.bye, true));
      const [[kind, body]] = Object.entries(message);
      this.tell(kind, body);
    }
  }

  /** Nothing more is expected of the socket. */
  drop() {
    const { open, socket } = this;
    this.open = new Map();
    this.socket = null;
    this.pinged = null;
    for (const { reject } of open.values()) reject(new Lost(say`The connection was lost.`, true));
    socket?.close();
  }

  /** The line is lost. @param {number} [least] so long to wait at least before it is tried again */
  lost(least = 300) {
    this.drop();
    if (this.state === "ended") return;
    if (this.state === "there") this.gone = performance.now();
    this.become("lost");
    const { pause } = performance.now() - this.gone < TIMES.eager ? EAGER : PATIENT;
    clearTimeout(this.timer);
    // Longer and longer, and not all at once.
    this.timer = setTimeout(() => this.start(), Math.min(pause, least * 2 ** this.tries++) * (0.75 + Math.random() / 4));
  }

  /** @param {State} state @param {string} [reason] */
  become(state, reason) {
    this.state = state;
    this.tell("state", { state, reason });
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
