// The real host, on a free port and without a store on disk.

import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Cargo's target folder. */
export const TARGET = path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");

/** The configuration of a host whose bots choose at once. */
export const CONFIG = path.join(path.dirname(fileURLToPath(import.meta.url)), "host.toml");

/** Arguments for a host that also has the tests' own rulesets. */
export const TEST_RULESETS = ["--rulesets", path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../rulesets")];

/** @param {string} name @param {string | undefined} given where it is, if that is said @param {string} part of which crate */
function built(name, given, part) {
  const found = [given, `${TARGET}/debug/${name}`, `${TARGET}/release/${name}`].filter(Boolean);
  const one = found.find((file) => existsSync(file));
  if (!one) throw new Error(`there is no ${name}: run \`cargo build -p ${part}\` first`);
  return one;
}

const program = () => built("cardable-host", process.env.CARDABLE_HOST, "cardable-net");

/** The command-line program. */
export const commandLine = () => built("cardable", process.env.CARDABLE, "cardable-cli");

/** Whether a program is one that can be told what to draw. @param {string} file */
const isForTests = (file) => spawnSync(file, ["--seed", "1", "--version"]).status === 0;

/**
 * Starts a host, which draws the same cards in each run: a test then sees the games that it saw before.
 *
 *
 * @param {string[]} [more] further arguments
 * @param {{ config?: string | null, hurry?: boolean, port?: string, data?: string, store?: string | null }} [about] `hurry` is
 *   whether bots choose at once; then they never stop at tables without an end. `store` is a database in place of `data`
 */
export async function startHost(more = [], { hurry = true, config = hurry ? CONFIG : null, port = "0", data = ":memory:", store = null } = {}) {
  const keeps = store ? ["--store", store] : ["--data", data];
  // Hosts that keep what they have after a restart, or share it, must not draw the same names for their rooms again.
  if (data === ":memory:" && !store && isForTests(program())) keeps.push("--seed", "1");
  const args = [...(config ? ["--config", config] : []), "--listen", `127.0.0.1:${port}`, ...keeps, "--log", "info", ...more];
  // Linux ends it with the tests, also where these are killed.
  const [command, ...before] = process.platform === "linux" ? ["setpriv", "--pdeathsig", "KILL", "--", program()] : [program()];
  const child = spawn(command, [...before, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => {
      said += text;
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said.replace(/\u001b\[[0-9;]*m/g, ""));
      if (found) resolve(found[1]);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the host ended with ${code}:\n${said}`)));
  });
  return {
    url,
    log: () => said,
    port: new URL(url).port,
    /** @param {"SIGTERM" | "SIGKILL"} [how] */
    stop: (how = "SIGTERM") =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.removeAllListeners("exit");
        child.on("exit", resolve);
        child.kill(how);
      }),
  };
}
