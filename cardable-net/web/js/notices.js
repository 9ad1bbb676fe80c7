// What somebody at the table must know or answer, above it.

import { button, h } from "./dom.js";

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
    const by = isAsker ? "You ask" : `${session.info.seat(room.undo.by)} asks`;
    const answers = () => [yes("Agree", ask({ answer_undo: { agree: true } })), no("Refuse", ask({ answer_undo: { agree: false } }))];
    const waits = () => [h("p", { class: "quiet" }, "Waiting for the others."), isAsker && no("Withdraw", ask({ withdraw_undo: {} }))];
    items.push(
      h("div", { class: "notice", role: "group", "aria-label": "Take a choice back" }, h("p", null, `${by} to take the last choice back.`), mine ? answers() : waits()),
    );
  }
  if (room.phase === "suspended") {
    const how = (/** @type {string} */ label, /** @type {Protocol.AfterFault} */ what) => button({ label, onclick: ask({ after_fault: { how: what } }) });
    const ways = () => [how("Choose something else", "go_on"), how("Take a choice back", "undo"), how("End the game", "end")];
    items.push(
      h("div", { class: "notice bad", role: "alert" }, h("p", null, `The rules of this game have made a mistake${room.fault ? `: ${room.fault.message}` : ""}.`), session.isOwner ? ways() : h("p", { class: "quiet" }, "The owner says how to go on.")),
    );
  }
  items.push(...debugged(room));
  items.push(...askingToWatch(session));
  if (room.you === "spectator" && room.phase !== "over") items.push(watching(room));
  if (room.you === "waiting") items.push(waitingToWatch());
  return items;
}

/** So many choices late the watching see the table. @param {Protocol.Settings} settings */
export const late = ({ spectators }) => (typeof spectators === "object" ? spectators.delayed.choices : 0);

/** What those who watch are shown. @param {Protocol.RoomInfo} room */
function watching(room) {
  const choices = late(room.settings);
  const how = choices > 0 ? `, ${choices === 1 ? "one choice" : `${choices} choices`} late until the game is over` : "";
  return h("div", { class: "notice calm", role: "status" }, h("p", null, `You are watching: you see what lies open to everybody${how}.`));
}

/** What everybody in a debugged room is told. @param {Protocol.RoomInfo} room */
export function debugged(room) {
  if (!room.settings.debug) return [];
  const owner = typeof room.owner === "number" ? room.seats[room.owner].name : "the owner";
  const isOwn = typeof room.you === "object" && room.you.seat === room.owner;
  const who = isOwn ? "You can" : `${owner} can`;
  const waits = room.bots_wait ? " Bots wait, and clocks stand still." : "";
  return [h("div", { class: "notice calm debugged", role: "status" }, h("p", null, h("b", null, "Debugging: "), `${who} see all hidden cards, and change the game.${waits}`))];
}

/** For who asked to watch. */
export const waitingToWatch = () => h("div", { class: "notice", role: "status" }, h("p", null, "You asked to watch. The owner has not answered yet."));

/**
 * Those who ask to watch, for the owner.
 *
 * @param {import("./session.js").Session} session
 */
export function askingToWatch(session) {
  if (!session.isOwner) return [];
  const answer = (/** @type {number} */ spectator, /** @type {boolean} */ allow) => () => session.ask({ approve: { spectator, allow } });
  return (session.room?.waiting ?? []).map((one) =>
    h("div", { class: "notice" }, h("p", null, `${one.name || "Somebody"} asks to watch.`), yes("Allow", answer(one.spectator, true)), no("Refuse", answer(one.spectator, false))),
  );
}

const yes = (/** @type {string} */ label, /** @type {() => void} */ onclick) => button({ icon: "check", label, onclick });
const no = (/** @type {string} */ label, /** @type {() => void} */ onclick) => button({ icon: "close", label, onclick });
