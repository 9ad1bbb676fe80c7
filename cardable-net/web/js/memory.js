// What the browser keeps: names and settings for good, seats so that they can be
// taken up again, and of the game on the table and the talk at it what is needed after a reload.

/**
 * @template T
 * @param {Storage} storage
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function read(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(`cardable.${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {Storage} storage @param {string} key @param {unknown} value */
function write(storage, key, value) {
  try {
    if (value === null) storage.removeItem(`cardable.${key}`);
    else storage.setItem(`cardable.${key}`, JSON.stringify(value));
  } catch {
    // Without room to store it, it is just not kept.
  }
}

/** The most seats that are kept for good. */
const MOST_SEATS = 20;

/** What holds the seats in rooms, by the rooms. */
const seats = () => read(localStorage, "seats", /** @type {Record<string, string>} */ ({}));

/**
 * What happened at a table so far.
 *
 * @typedef {{
 *   protocol: number, room: string, token: string, steps: import("./session.js").Step[], game: number, seq: number,
 *   decision: Protocol.Decision | null,
 * }} Story
 */

export const memory = {
  get name() {
    return read(localStorage, "name", "");
  },
  set name(value) {
    write(localStorage, "name", value);
  },

  get sound() {
    return read(localStorage, "sound", false);
  },
  set sound(value) {
    write(localStorage, "sound", value);
  },

  /** Whether keys that write a character do something at the table. */
  get characters() {
    return read(localStorage, "characters", true);
  },
  set characters(value) {
    write(localStorage, "characters", value);
  },

  /** The language that was chosen for the page, if any; `start` reads it. */
  get language() {
    return read(localStorage, "language", /** @type {string | null} */ (null));
  },
  set language(value) {
    write(localStorage, "language", value);
  },

  /** What is waited for with others while the page is loaded again, for this tab. */
  get matching() {
    return read(sessionStorage, "matching", /** @type {import("./session.js").Wanted | null} */ (null));
  },
  set matching(value) {
    write(sessionStorage, "matching", value);
  },

  /**
   * What holds the seat in a room: this tab's own, else the last one of this browser.
   *
   * @param {string} room
   * @returns {string | null}
   */
  token(room) {
    return read(sessionStorage, `seat.${room}`, /** @type {string | null} */ (null)) ?? seats()[room] ?? null;
  },

  /** @param {string} room @param {string | null} token */
  keep(room, token) {
    write(sessionStorage, `seat.${room}`, token);
    if (!token) memory.keepDraft(room, "");
    const kept = Object.entries(seats()).filter(([other]) => other !== room);
    if (token) kept.push([room, token]);
    write(localStorage, "seats", Object.fromEntries(kept.slice(-MOST_SEATS)));
  },

  /** The code by which a room was entered that is not open to everybody, for this tab. @param {string} room */
  invite(room) {
    return read(sessionStorage, `invite.${room}`, /** @type {string | null} */ (null));
  },

  /** @param {string} room @param {string} code */
  keepInvite(room, code) {
    write(sessionStorage, `invite.${room}`, code);
  },

  /** What is being written to those in a room, and not said yet, for this tab. @param {string} room @returns {string} */
  draft(room) {
    return read(sessionStorage, `draft.${room}`, "");
  },

  /** @param {string} room @param {string} text */
  keepDraft(room, text) {
    write(sessionStorage, `draft.${room}`, text || null);
  },

  /** What happened at the table so far, for this tab. */
  get story() {
    return read(sessionStorage, "story", /** @type {Story | null} */ (null));
  },
  set story(value) {
    write(sessionStorage, "story", value);
  },
};
