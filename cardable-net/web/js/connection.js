// The socket to the host: requests with answers, messages, and coming back
// when the line is lost.

const PROTOCOL = 2;

/** What the host did not do, with its reason. */
export class Refused extends Error {
  /** @param {{ code: string, reason: string, rules?: any }} refused */
  constructor(refused) {
    super(refused.reason);
    this.code = refused.code;
    this.rules = refused.rules;
  }
}

/** The line was lost before an answer came. */
export class Lost extends Error {}

/** Waits before trying again, in milliseconds: longer and longer, and not all at once. */
const wait = (/** @type {number} */ tries) => Math.min(8000, 400 * 2 ** tries) * (0.75 + Math.random() / 2);

export class Connection extends EventTarget {
  /**
   * @param {string} url
   * @param {() => { name: string, resume?: any }} about what to say when greeting
   */
  constructor(url, about) {
    super();
    this.url = url;
    this.about = about;
    this.next = 0;
    this.tries = 0;
    /** @type {Map<number, { resolve: (done: any) => void, reject: (error: Error) => void }>} */
    this.open = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {"connecting" | "there" | "lost" | "ended"} */
    this.state = "connecting";
    this.timer = 0;
    addEventListener("online", () => this.hurry());
  }

  start() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => this.greet(socket));
    socket.addEventListener("message", (event) => this.socket === socket && this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.lost());
  }

  /** Tries at once, when there is reason to. */
  hurry() {
    if (this.state !== "lost") return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.start();
  }

  /** Greets the host anew, with what there is to say now. */
  renew() {
    const old = this.socket;
    this.drop();
    this.start();
    old?.close();
  }

  /** Begins anew after it was ended. */
  again() {
    this.state = "connecting";
    this.tries = 0;
    this.start();
  }

  /** @param {WebSocket} socket */
  async greet(socket) {
    try {
      const { name, resume } = this.about();
      const done = await this.call({ hello: { protocol: PROTOCOL, client: "browser", name, ...(resume ? { resume } : {}) } });
      this.tries = 0;
      this.become("there");
      this.tell("welcome", done.hello);
    } catch (error) {
      if (error instanceof Refused && error.code === "version") {
        this.become("ended", "This page is older than the host. Load it again.");
      }
      socket.close();
    }
  }

  /**
   * Asks the host for something.
   *
   * @param {any} call
   * @returns {Promise<any>} what came of it
   */
  call(call) {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost("There is no connection just now."));
    const id = ++this.next;
    const answer = new Promise((resolve, reject) => this.open.set(id, { resolve, reject }));
    socket.send(JSON.stringify({ id, call }));
    return answer;
  }

  /** @param {any} message */
  receive(message) {
    const [kind] = Object.keys(message);
    const body = message[kind];
    if (kind === "answer") {
      this.open.get(body.id)?.resolve(body.done);
      this.open.delete(body.id);
    } else if (kind === "refused") {
      const waiting = body.id === undefined ? undefined : this.open.get(body.id);
      if (waiting) waiting.reject(new Refused(body));
      else this.tell("refused", body);
      this.open.delete(body.id);
    } else {
      if (kind === "bye" && !body.room && ["superseded", "protocol"].includes(body.why)) this.become("ended", body.reason);
      this.tell(kind, body);
    }
  }

  /** Nothing more is expected of the socket. */
  drop() {
    for (const { reject } of this.open.values()) reject(new Lost("The connection was lost."));
    this.open.clear();
    this.socket = null;
  }

  lost() {
    this.drop();
    if (this.state === "ended") return;
    this.become("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), wait(this.tries++));
  }

  /** @param {"there" | "lost" | "ended"} state @param {string} [reason] */
  become(state, reason) {
    this.state = state;
    this.tell("state", { state, reason });
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
