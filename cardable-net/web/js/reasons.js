// Why the host refuses something or closes a connection, in the reader's language. The host says it in English, and says in
// English more than its codes do; what the rules say is in the reader's language already.

import { language, say } from "./language.js";

/** @type {Partial<Record<Protocol.Code, () => string>>} */
const REFUSED = {
  malformed: () => say`the host has not understood that`,
  not_greeted: () => say`the host has not understood that`,
  version: () => say`this page is older than the host; load it again`,
  rate: () => say`you ask too much at once; wait a little`,
  full: () => say`there are as many of these as there may be`,
  draining: () => say`the host is about to stop`,
  no_such_room: () => say`there is no such table any more`,
  quarantined: () => say`this table is set aside until the operator has looked at it`,
  no_such_ruleset: () => say`the host does not have this game any more`,
  settings: () => say`a table cannot be like that`,
  not_invited: () => say`nobody has invited you with that code`,
  room_full: () => say`all seats are taken`,
  wrong_seat: () => say`that seat is not to be had`,
  wrong_token: () => say`you have no seat at this table any more`,
  no_spectators: () => say`nobody may watch at this table`,
  in_room: () => say`leave your table first`,
  not_in_room: () => say`you are at no table`,
  not_seated: () => say`only players may do that`,
  not_owner: () => say`only the owner of the table may do that`,
  not_now: () => say`that cannot be done now`,
  revealed: () => say`that cannot be taken back: somebody has seen a card by it`,
  faulted: () => say`the rules have failed`,
  no_debugging: () => say`this table is not debugged`,
  storage: () => say`the host could not keep that; try again`,
};

/** @type {Partial<Record<Protocol.ByeCode, () => string>>} */
const CLOSED = {
  superseded: () => say`you have taken this seat on a newer connection`,
  kicked: () => say`you were removed from the table`,
  draining: () => say`the host is stopping; your seat is kept`,
  room_sleeps: () => say`the host has paused this table; your seat is kept`,
  slow: () => say`this connection reads too slowly`,
  rate: () => say`this connection sends too much`,
  too_big: () => say`the host has not understood that`,
  idle: () => say`this connection was silent for too long`,
  protocol: () => say`the host has not understood that`,
  room_closed: () => say`the table was closed`,
};

/** The same to who has no seat that could be kept. @type {typeof CLOSED} */
const UNSEATED = {
  draining: () => say`the host is stopping`,
  room_sleeps: () => say`the host has paused this table`,
};

/** What the engine says of a choice, where the rules have no words for it. @param {Protocol.Refusal} refusal */
function ofChoice(refusal) {
  if (refusal === "game_over") return say`the game is over`;
  if (refusal === "not_asked") return say`it is not your turn`;
  if (refusal === "wrong_kind") return say`that does not answer the question`;
  if (refusal === "stale") return say`the table has changed since you looked`;
  if (typeof refusal === "string") return null;
  if ("wrong_count" in refusal) return say`pick ${refusal.wrong_count.min} to ${refusal.wrong_count.max}, not ${refusal.wrong_count.found}`;
  if ("out_of_range" in refusal) return say`answer with a number from ${refusal.out_of_range.min} to ${refusal.out_of_range.max}`;
  return null;
}

/** Why the host has not done something. @param {Protocol.Refused} refused */
export function whyRefused({ code, reason, rules }) {
  if (language === "en") return reason;
  return (rules ? ofChoice(rules) : REFUSED[code]?.()) ?? reason;
}

/** Why the host closes a connection or a table. @param {Protocol.Bye} bye @param {boolean} isSeated */
export function whyClosed({ why, reason }, isSeated) {
  // The host says the same to all.
  const unseated = isSeated ? undefined : UNSEATED[why]?.();
  return unseated ?? (language === "en" ? reason : (CLOSED[why]?.() ?? reason));
}
