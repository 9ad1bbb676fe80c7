// A complete client: it opens a table with bots, plays one game to its end with random choices, and prints the story.
// `docs/protocol.md` describes the messages. Node 22 has WebSocket built in; Node 20 needs a flag for it:
//
//     node --experimental-websocket examples/client.mjs ws://127.0.0.1:7777/ws crazy-eights

const [url = "ws://127.0.0.1:7777/ws", ruleset = "crazy-eights"] = process.argv.slice(2);
const socket = new WebSocket(url);
const between = (min, max) => min + Math.floor(Math.random() * (max - min + 1));
const oneOf = (list) => list[between(0, list.length - 1)];

const waiting = new Map(); // Requests that have no answer yet.
let [last, pause] = [0, 0]; // The number of the last request, and how long to wait before the next one.
let [seq, seen] = [0, 0]; // The number of the last message about the table, and that of its view.
let [decision, busy] = [null, false]; // The open decision, and whether a choice for it is under way.

/** Sends a request and waits for its answer. */
async function call(call) {
  await new Promise((done) => setTimeout(done, pause)); // The host refuses clients that send too fast.
  socket.send(JSON.stringify({ id: ++last, call }));
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}

/** Handlers for messages by their keys. Other messages can be ignored. */
const hear = {
  answer: ({ id, done }) => waiting.get(id).resolve(done),
  refused: (refused) => waiting.get(refused.id)?.reject(refused),
  view(told) {
    seen = told.view.seq;
    table(told, told.beginning?.story);
  },
  events(told) {
    if (told.seq !== seq + 1) return void call({ resync: {} }); // After a gap, ask for the whole table.
    seen = told.events.at(-1).status.seq;
    table(told, told.story);
  },
  room({ phase, result, seats, fairness }) {
    if (fairness?.asks) call({ mix_in: { value: part } }).catch(() => {});
    if (phase !== "over") return;
    console.log(`Winners: ${result?.winners.map((seat) => seats[seat].name).join(", ") || "nobody"}`);
    socket.close();
  },
  bye: ({ reason }) => console.error(reason),
};

/** This seat's part of the seed: 64 hexadecimal digits that nobody could guess. */
const part = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Prints what happened, and chooses for as long as there is something to decide. */
async function table(told, story = []) {
  // A part of a line is a text, or a card, a seat or a zone with a text.
  for (const { parts } of story) console.log(parts.map((part) => part.text ?? part).join(""));
  [seq, decision] = [told.seq, told.decision];
  if (busy) return;
  for (busy = true; decision; ) {
    // The events of a choice come before its answer. If the rules refuse the choice, try another one.
    const choice = await choose(oneOf(decision.offers));
    await call({ choose: { seen, choice } }).catch((refused) => refused.code === "rules" || fail(refused));
  }
  busy = false;
}

/** One of the choices that an offer allows. */
async function choose(offer) {
  if (offer === "pass") return "pass";
  if (offer.number) return { number: between(offer.number.min, offer.number.max) };
  if (offer.confirm) return { number: between(0, 1) };
  if (offer.items) return { items: some([...offer.items.items.keys()], offer.items) };
  const { action, pick } = offer.action;
  if (!pick) return { act: { action } };
  if (!pick.ruled) return { act: { action, picks: some(pick.candidates, pick).map(apart) } };
  // Not all candidates go together, so ask the host what may come next.
  for (const picks = []; ; ) {
    const { extensions: found } = (await call({ extend: { partial: { act: { action, picks } } } })).extensions;
    if (!found || found.complete || found.next.length === 0) return { act: { action, picks } };
    picks.push(oneOf(found.next));
  }
}

/** So many entries of a list, in their order. */
function some(list, { min, max }, left = between(min, Math.min(max, list.length))) {
  return list.filter((_, at) => Math.random() * (list.length - at) < left && left-- > 0);
}

/** Cards that look the same are all named by the place of the first; of several, the next one lies behind it. */
function apart(pick, at, all) {
  const { zone, index } = pick.card ?? {};
  const before = all.slice(0, at).filter(({ card }) => card && card.zone === zone && card.index === index).length;
  return before > 0 ? { card: { zone, index: index + before } } : pick;
}

const fail = ({ reason }) => process.exit(console.error(reason) ?? 1);
socket.addEventListener("message", ({ data }) => Object.entries(JSON.parse(data)).map(([kind, body]) => hear[kind]?.(body)));
socket.addEventListener("error", () => fail({ reason: `there is no host at ${url}` }));
socket.addEventListener("open", async () => {
  const { hello } = await call({ hello: { protocol: 4, client: "client.mjs", name: "Ada" } }).catch(fail);
  pause = 1000 / hello.limits.messages_per_second;
  const game = hello.rulesets.find(({ name }) => name === ruleset) ?? fail({ reason: `the host has no ${ruleset}` });
  await call({ create: { ruleset, bots: game.min_seats - 1, settings: { seats: game.min_seats } } }).catch(fail);
  await call({ start: {} }).catch(fail);
});
