// The owner chooses house rules, teams and roles before the game.

import { h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { changed, field, optionInput, select } from "./fields.js";
import { capital, say } from "./language.js";

/** The roles that persons can have. @param {Protocol.RulesetInfo} info */
const openRoles = (info) => info.roles.filter((role) => !role.automatic);

/** Whether there is anything to choose. @param {Protocol.RulesetInfo} info */
export const canArrange = (info) => info.options.length > 0 || info.teams_chosen || openRoles(info).length > 1;

/**
 * A list for every seat, all of them or none: the usual ones, until somebody chooses.
 *
 * @param {Protocol.RoomInfo} room
 * @param {string} legend
 * @param {[string, string][]} choices
 * @param {string[]} now
 */
function forSeats(room, legend, choices, now) {
  const inputs = room.seats.map((seat, at) => {
    const input = select([["", say`As usual`], ...choices], now[at] ?? "");
    return { input, element: field(seat.held === "free" ? say`Seat ${at + 1}` : seat.name, input) };
  });
  const element = h("fieldset", null, h("legend", null, legend), inputs.map((one) => one.element));
  const values = () => inputs.map((one) => one.input.value);
  // Where one seat's is chosen, every seat's is.
  const read = () => (values().every((value) => value === "") ? [] : values());
  element.addEventListener("change", () => {
    const chosen = read();
    for (const { input } of inputs) input.setCustomValidity(chosen.length > 0 && input.value === "" ? say`Choose for every seat, or for none.` : "");
  });
  return { element, read };
}

/** @param {import("./session.js").Session} session */
export function openArrange(session) {
  const { room, description: info } = session;
  if (!room || !info) return;
  const { settings } = room;
  const options = info.options.map((option) => optionInput(option, settings.options?.[option.key]));
  const numbers = Array.from({ length: Math.max(info.teams.length, room.seats.length) }, (_, at) => at);
  const teams = info.teams_chosen && forSeats(room, say`Teams`, numbers.map((at) => [String(at), info.teams[at] ?? say`Team ${at + 1}`]), (settings.teams ?? []).map(String));
  const roles = openRoles(info).length > 1 && forSeats(room, say`Roles`, openRoles(info).map((role) => [role.name, capital(role.label)]), settings.roles ?? []);
  openDialog(say`House rules`, (close) => {
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const rules = { options: changed(options), ...(teams ? { teams: teams.read().map(Number) } : {}), ...(roles ? { roles: roles.read() } : {}) };
      if (await session.ask({ arrange: rules })) close();
    };
    return h(
      "form",
      { class: "create", onsubmit: submit },
      options.length > 0 && h("fieldset", null, h("legend", null, say`Options`), options.map((one) => one.element)),
      teams && teams.element,
      roles && roles.element,
      h("p", { class: "field-hint" }, say`Everybody says again then that they are ready.`),
      h("div", { class: "form-end" }, h("button", { type: "submit", class: "button primary" }, say`Play like this`)),
    );
  });
}
