// What somebody at the table must know or answer, above it.

import { button, h } from "./dom.js";
import { counted, pieces, say } from "./language.js";

/**
 * @param {import("./session.js").Session} session
 * @returns {HTMLElement[]}
 */
export function noticesOf(session) {
  const { room } = session;
  if (!room) return [];
  const ask = (/** @type {Protocol.Call} */ call) => () => session.ask(call);
  /** @type {HTMLElement[]} */
  const items = [];
  if (room.undo && session.info) {
    const mine = session.own !== null && (room.undo.missing >>> session.own) & 1;
    const isAsker = room.undo.by === session.own;
    const told = isAsker ? say`You ask to take the last choice back.` : say`${session.info.seat(room.undo.by)} asks to take the last choice back.`;
    const answers = () => [yes(say`Agree`, ask({ answer_undo: { agree: true } })), no(say`Refuse`, ask({ answer_undo: { agree: false } }))];
    const waits = () => [h("p", { class: "quiet" }, say`Waiting for the others.`), isAsker && no(say`Withdraw`, ask({ withdraw_undo: {} }))];
    items.push(
      h("div", { class: "notice", role: "group", "aria-label": say`Take a choice back` }, h("p", null, told), mine ? answers() : waits()),
    );
  }
  if (room.phase === "suspended") {
    const how = (/** @type {string} */ label, /** @type {Protocol.AfterFault} */ what) => button({ label, onclick: ask({ after_fault: { how: what } }) });
    const ways = () => [how(say`Choose something else`, "go_on"), how(say`Take a choice back`, "undo"), how(say`End the game`, "end")];
    items.push(
      h("div", { class: "notice bad", role: "alert" }, h("p", null, room.fault ? say`The rules of this game have made a mistake: ${room.fault.message}.` : say`The rules of this game have made a mistake.`), session.isOwner ? ways() : h("p", { class: "quiet" }, say`The owner says how to go on.`)),
    );
  }
  items.push(...debugged(room));
  items.push(...askingToWatch(session));
  if (room.you === "spectator" && room.phase !== "over") items.push(watching(room));
  if (isDeserted(room)) items.push(calm(say`Nobody who plays is here: the game goes on when somebody comes back.`));
  const { watching: n = 0 } = room;
  if (session.own !== null && n > 0 && room.phase !== "over") items.push(calm(counted(n, "1 person watches.", "{0} people watch.")));
  return items;
}

/** So many choices late the watching see the table. @param {Protocol.Settings} settings */
export const late = ({ spectators }) => (typeof spectators === "object" ? spectators.delayed.choices : 0);

/** What those who watch are shown. @param {Protocol.RoomInfo} room */
function watching(room) {
  const choices = late(room.settings);
  const told = choices === 0
    ? say`You are watching: you see what lies open to everybody.`
    : counted(choices, "You are watching: you see what lies open to everybody, one choice late until the game is over.", "You are watching: you see what lies open to everybody, {0} choices late until the game is over.");
  return calm(told);
}

/** What is good to know, and asks for nothing. @param {string} told */
const calm = (told) => h("div", { class: "notice calm", role: "status" }, h("p", null, told));

/** Whether a game rests because all people who play it are away. @param {Protocol.RoomInfo} room */
export const isDeserted = ({ phase, seats }) => phase === "playing" && !seats.some(({ held, present }) => held === "person" && present);

/** What everybody in a debugged room is told. @param {Protocol.RoomInfo} room */
export function debugged(room) {
  if (!room.settings.debug) return [];
  const isOwn = typeof room.you === "object" && room.you.seat === room.owner;
  const heading = h("b", null, say`Debugging:`);
  const told = isOwn
    ? pieces`${heading} You can see all hidden cards, and change the game.`
    : typeof room.owner === "number"
      ? pieces`${heading} ${room.seats[room.owner].name} can see all hidden cards, and change the game.`
      : pieces`${heading} The owner can see all hidden cards, and change the game.`;
  return [h("div", { class: "notice calm debugged", role: "status" }, h("p", null, told, room.bots_wait && [" ", say`Bots wait, and clocks stand still.`]))];
}

/** For who asked to watch. @param {import("./session.js").Session} session */
export const waitingToWatch = (session) => h("div", { class: "notice" }, h("p", { role: "status" }, say`You asked to watch. The owner has not answered yet.`), no(say`Stop waiting`, () => session.stepOut()));

/**
 * Those who ask to watch, for the owner.
 *
 * @param {import("./session.js").Session} session
 */
export function askingToWatch(session) {
  if (!session.isOwner) return [];
  const answer = (/** @type {number} */ spectator, /** @type {boolean} */ allow) => () => session.ask({ approve: { spectator, allow } });
  return (session.room?.waiting ?? []).map((one) =>
    h("div", { class: "notice" }, h("p", null, one.name ? say`${one.name} asks to watch.` : say`Somebody asks to watch.`), yes(say`Allow`, answer(one.spectator, true)), no(say`Refuse`, answer(one.spectator, false))),
  );
}

const yes = (/** @type {string} */ label, /** @type {() => void} */ onclick) => button({ icon: "check", label, onclick });
const no = (/** @type {string} */ label, /** @type {() => void} */ onclick) => button({ icon: "close", label, onclick });
