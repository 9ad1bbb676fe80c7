// That nobody chose how a game was dealt: the host promises its part of the seed, this page adds a part of its
// own that nobody could know, keeps both, and checks at the end what became of them.

import { hex, bytesOf, deriveKey } from "./blake3.js";
import { counted, say } from "./language.js";

/** What the hashes are for: the same words as the host's. */
const PROMISE = "cardable 2026 promise of the seed of a game";
const SEED = "cardable 2026 seed of a game from the parts of all";

/**
 * What is kept of a game: the promise, the own part, whether the host took it, and whether the game has begun.
 *
 * @typedef {{ game: number, commitment: string, statement: string, part: string | null, taken: boolean, begun: boolean, broken: keyof typeof BROKEN | null }} Kept
 */

/** @typedef {{ ok: boolean, text: string }} Verdict */

/** What a broken promise is told as. It is kept by these names, for the page may speak another language later. */
const BROKEN = { changed: say`the host has changed its promise`, astray: say`the host's promise is for another game than this` };

/**
 * What a promise is for, as the host writes it into its statement.
 *
 * @typedef {{ room: string, game: number, ruleset: string, setup: { seats: (string | { name: string })[] } }} Statement
 */

/** The commitment that a secret, its salt and a statement come to. @param {string} salt @param {string} secret @param {string} statement */
export function commitmentOf(salt, secret, statement) {
  return hex(deriveKey(PROMISE, joined(bytesOf(salt), bytesOf(secret), new TextEncoder().encode(statement))));
}

/** The seed that comes of the host's secret and of the parts of the seats. @param {string} secret @param {(string | null)[]} parts */
export function seedOf(secret, parts) {
  const each = parts.map((part) => (part ? joined(Uint8Array.of(1), bytesOf(part)) : Uint8Array.of(0)));
  return hex(deriveKey(SEED, joined(bytesOf(secret), ...each)));
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A part of a seed that nobody can guess. */
function ownPart() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether a statement is about this room and this game, as this page knows them. @param {string} statement @param {Protocol.RoomInfo} room @param {number} game */
function isAbout(statement, room, game) {
  try {
    /** @type {Statement} */
    const said = JSON.parse(statement);
    const names = said.setup.seats.map((seat) => (typeof seat === "string" ? seat : seat.name));
    const seated = room.seats.map((seat) => seat.name);
    // Bots sit down on free seats as the game begins.
    const same = names.length === seated.length && seated.every((name, at) => !name || name === names[at]);
    return said.room === room.room && said.game === game && said.ruleset === room.hash && same;
  } catch {
    return false;
  }
}

/** The promises that a page was given. */
export class Fairness {
  /** @param {Pick<Storage, "getItem" | "setItem">} store what outlives a reload of the page */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} room @returns {Kept | null} */
  kept(room) {
    try {
      return JSON.parse(this.store.getItem(`cardable.promise.${room}`) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} room @param {Kept} kept */
  keep(room, kept) {
    try {
      this.store.setItem(`cardable.promise.${room}`, JSON.stringify(kept));
    } catch {
      // Without room to store it, nothing can be checked after a reload.
    }
  }

  /**
   * Takes note of a room, and gives what is to be asked of the host, if anything.
   *
   * @param {Protocol.RoomInfo} room
   * @param {number | null} own the own seat
   * @returns {Extract<Protocol.Call, { mix_in: unknown }> | null}
   */
  told(room, own) {
    const { fairness } = room;
    if (!fairness) return null;
    const game = room.game + (fairness.asks ? 1 : 0);
    let kept = this.kept(room.room);
    if (!kept || kept.commitment !== fairness.commitment) {
      const changed = kept && kept.begun && kept.game === game;
      const { commitment, statement } = fairness;
      const broken = changed ? "changed" : isAbout(statement, room, game) ? null : "astray";
      kept = { game, commitment, statement, part: null, taken: false, begun: false, broken };
    }
    kept.begun ||= room.phase !== "open" && !fairness.asks;
    const part = fairness.asks && own !== null && kept.part === null ? ownPart() : null;
    if (part !== null) kept.part = part;
    this.keep(room.room, kept);
    return part === null ? null : { mix_in: { value: part } };
  }

  /** The host has taken the own part. @param {string} room */
  taken(room) {
    const kept = this.kept(room);
    if (kept) this.keep(room, { ...kept, taken: true });
  }

  /**
   * What can be said of how the game was dealt; nothing where there is no promise.
   *
   * @param {Protocol.RoomInfo} room
   * @param {number | null} own
   * @returns {Verdict | null}
   */
  verdict(room, own) {
    const { fairness } = room;
    if (!fairness) return null;
    const kept = this.kept(room.room);
    const no = (/** @type {string} */ why) => ({ ok: false, text: say`Not dealt as promised: ${why}.` });
    if (kept?.broken) return no(BROKEN[kept.broken]);
    if (fairness.asks || !fairness.seed) {
      return { ok: true, text: say`The host has promised its part of the seed; whether it kept to that is checked at the end.` };
    }
    if (kept && kept.commitment !== fairness.commitment) return no(BROKEN.changed);
    const { salt, secret, parts, seed } = fairness;
    if (!salt || !secret || !parts) return no(say`the host does not say what it promised`);
    if (commitmentOf(salt, secret, fairness.statement) !== fairness.commitment) return no(say`the host's part of the seed is not the one that it promised`);
    if (!isAbout(fairness.statement, room, room.game)) return no(BROKEN.astray);
    if (seedOf(secret, parts) !== seed) return no(say`the seed does not come of the parts that were given`);
    const given = own === null ? null : parts[own];
    if (kept?.taken && given !== kept.part) return no(say`your part of the seed was left out`);
    const n = parts.filter(Boolean).length;
    const text = kept?.taken
      ? counted(n, "Dealt as promised: this page has checked the host's part of the seed and one part from the seats, yours among them.", "Dealt as promised: this page has checked the host's part of the seed and {0} parts from the seats, yours among them.")
      : counted(n, "Dealt as promised: this page has checked the host's part of the seed and one part from the seats.", "Dealt as promised: this page has checked the host's part of the seed and {0} parts from the seats.");
    return { ok: true, text };
  }
}
