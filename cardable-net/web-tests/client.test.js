// The client in `examples/` plays included games to their ends against the real host.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startHost } from "./support/host.js";

const CLIENT = fileURLToPath(new URL("../../examples/client.mjs", import.meta.url));

const host = await startHost();
after(() => host.stop());

/** Runs the client and returns its output and exit code. @param {string[]} args @returns {Promise<{ code: number, out: string, err: string }>} */
const run = (...args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["--experimental-websocket", CLIENT, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const said = { out: "", err: "" };
    child.stdout.on("data", (text) => (said.out += text));
    child.stderr.on("data", (text) => (said.err += text));
    child.on("close", (code) => resolve({ code: code ?? -1, ...said }));
  });

const socket = host.url.replace("http", "ws") + "/ws";

// Cards and buttons; picks of several cards; a bank; questions; passing three cards.
for (const ruleset of ["crazy-eights", "gin-rummy", "blackjack", "skullable", "hearts"]) {
  test(`it plays ${ruleset} to the end and tells the story`, { timeout: 300_000 }, async () => {
    const { code, out, err } = await run(socket, ruleset);
    assert.equal(code, 0, err);
    const lines = out.trim().split("\n");
    assert.ok(lines.length > 10, out);
    assert.ok(lines.some((line) => line.startsWith("You ")), "what it did itself");
    assert.match(lines.at(-1), /^Winners: ./);
    assert.ok(!/undefined|\[object/.test(out), out);
  });
}

test("what goes wrong is said", async () => {
  const none = await run(socket, "no-such-game");
  assert.equal(none.code, 1);
  assert.match(none.err, /no-such-game/);
  const nowhere = await run("ws://127.0.0.1:1/ws");
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /no host/);
});

test("it has a hundred lines at most", () => {
  assert.ok(readFileSync(CLIENT, "utf8").trimEnd().split("\n").length <= 100);
});
