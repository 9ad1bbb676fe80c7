// The real host, on a free port and without a store on disk.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Cargo's target folder. */
export const TARGET = path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");

/** Arguments for a host whose bots choose at once. */
const CONFIG = path.join(path.dirname(fileURLToPath(import.meta.url)), "host.toml");

/** Arguments for a host that also has the tests' own rulesets. */
export const TEST_RULESETS = ["--rulesets", path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../rulesets")];

function program() {
  const found = [process.env.CARDABLE_HOST, `${TARGET}/debug/cardable-host`, `${TARGET}/release/cardable-host`].filter(Boolean);
  const one = found.find((file) => existsSync(file));
  if (!one) throw new Error("there is no cardable-host: run `cargo build -p cardable-net` first");
  return one;
}

/**
 * Starts a host.
 *
 * @param {string[]} [more] further arguments
 * @param {{ hurry?: boolean, port?: string, data?: string }} [about] `hurry` is whether bots choose at once; then they never stop
 *   at tables without an end
 */
export async function startHost(more = [], { hurry = true, port = "0", data = ":memory:" } = {}) {
  const child = spawn(program(), [...(hurry ? ["--config", CONFIG] : []), "--listen", `127.0.0.1:${port}`, "--data", data, "--log", "info", ...more], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => {
      said += text;
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said.replace(/\u001b\[[0-9;]*m/g, ""));
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`the host ended with ${code}:\n${said}`)));
  });
  return {
    url,
    log: () => said,
    port: new URL(url).port,
    /** @param {"SIGTERM" | "SIGKILL"} [how] */
    stop: (how = "SIGTERM") =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.on("exit", resolve);
        child.kill(how);
      }),
  };
}
