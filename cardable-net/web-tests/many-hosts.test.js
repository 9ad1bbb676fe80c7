// Three hosts share a database, and a load balancer sends each connection to any of them. Two people play a game to its end
// while hosts and the database's servers are killed, stopped and started.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { balance } from "./support/balancer.js";
import { until } from "./support/browser.js";
import { eventually } from "./support/eventually.js";
import { CONFIG, startHost } from "./support/host.js";
import { open } from "./support/open.js";
import { act, asked, dice, isOver, twoAt } from "./support/play.js";
import { Postgres, findPostgres } from "./support/postgres.js";

const programs = findPostgres();
if (!programs && process.env.CARDABLE_POSTGRES === "required") throw new Error("there is no PostgreSQL (`initdb` and `postgres`)");

/** A service of hosts on a database of two servers. */
class Service {
  /** @type {Awaited<ReturnType<typeof startHost>>[]} those that run */
  hosts = [];
  /** @type {Postgres[]} */
  servers = [];
  /** @type {Awaited<ReturnType<typeof balance>> | null} */
  balancer = null;

  async start() {
    const primary = Postgres.primary(programs);
    this.servers.push(primary);
    await primary.ready();
    const standby = Postgres.standby(primary);
    this.servers.push(standby);
    await standby.ready();
    await primary.waitForStandby();
    // The first one makes the tables.
    await this.startHost();
    await Promise.all([this.startHost(), this.startHost()]);
    this.balancer = await balance(this.hosts.map(({ port }) => port));
  }

  /** @param {string} [port] */
  async startHost(port) {
    // The folder of the server that stays goes however the tests end.
    const config = path.join(this.servers[1].folder, "host.toml");
    writeFileSync(config, `lease = 1\n${readFileSync(CONFIG, "utf8")}`);
    const store = `postgres://host@${this.servers.map(({ host }) => host).join()}/postgres`;
    const host = await startHost([], { config, store, port });
    this.hosts.push(host);
    return host;
  }

  /** Takes out the host that has the room that is played in. */
  async takeOwner() {
    const awake = async ({ url }) => /^cardable_rooms_awake 1$/m.test(await (await fetch(`${url}/metrics`)).text());
    /** @type {typeof this.hosts} */
    let owners = [];
    await eventually("a host has the room", async () => {
      const has = await Promise.all(this.hosts.map(awake));
      owners = this.hosts.filter((_, at) => has[at]);
      return owners.length === 1;
    });
    this.hosts = this.hosts.filter((host) => host !== owners[0]);
    return owners[0];
  }

  async killOwner() {
    await (await this.takeOwner()).stop("SIGKILL");
  }

  /** Stops the host that has the room, and starts it again when people have come back. @param {() => Promise<unknown>} areBack */
  async restartOwner(areBack) {
    const owner = await this.takeOwner();
    await owner.stop("SIGTERM");
    await areBack();
    await this.startHost(owner.port);
  }

  async stop() {
    this.balancer?.close();
    await Promise.all(this.hosts.map((host) => host.stop("SIGKILL")));
    await Promise.all(this.servers.map((server) => server.destroy()));
  }
}

/** Writes down in the page what it comes to know. @param {import("playwright-core").Page} page */
const watch = (page) =>
  page.evaluate(() => {
    const { session } = document.querySelector("game-view");
    const seen = { choices: [], lost: 0, left: 0 };
    const count = () => seen.choices.push(session.replica.view.seq);
    session.addEventListener("view", count);
    session.addEventListener("step", count);
    session.addEventListener("connection", ({ detail }) => (seen.lost += detail.state === "lost" ? 1 : 0));
    session.addEventListener("room", ({ detail }) => (seen.left += detail ? 0 : 1));
    globalThis.seen = seen;
  });

const seenBy = (page) => page.evaluate(() => globalThis.seen);

const { browser } = await open();

test("a game outlives its hosts and its database", { timeout: 600_000, skip: programs ? false : "there is no PostgreSQL" }, async (t) => {
  const service = new Service();
  t.after(() => service.stop());
  try {
    await play(service);
  } catch (error) {
    for (const { port, log } of service.hosts) t.diagnostic(`the host at ${port} said:\n${log()}`);
    throw error;
  }
});

/** @param {Service} service */
async function play(service) {
  await service.start();
  const { ada, grace } = await twoAt(browser, service.balancer.url, "Skullable", { seats: 3, bots: 1 });
  const both = [ada, grace];
  for (const { page } of both) await watch(page);

  /**
   * Lets something happen by which both lose their lines, and waits until they have come back.
   *
   * @param {(about: { areLost: () => Promise<unknown>, areBack: () => Promise<unknown> }) => Promise<unknown>} happens
   */
  const outlive = async (happens) => {
    const before = await Promise.all(both.map(({ page }) => seenBy(page)));
    const areLost = () => Promise.all(both.map(({ page }, at) => until(page, (often) => globalThis.seen.lost > often, before[at].lost)));
    const areBack = async () => {
      await areLost();
      for (const { page } of both) {
        // A busy machine may lose a line once more meanwhile.
        await until(page, () => document.body.dataset.line === "there" && document.querySelector("game-view")?.session.replica && document.querySelector(".line-state").textContent === "" && !document.querySelector("[role=alert].notice"));
      }
    };
    await happens({ areLost, areBack });
    await areBack();
  };

  // In each of the two rounds at least, both choose which disc to lay: there are four choices of theirs, or more.
  const faults = [
    () => outlive(() => service.killOwner()),
    // A choice waits meanwhile.
    (who) =>
      outlive(async ({ areLost }) => {
        const [primary, standby] = service.servers;
        await primary.destroy();
        // All hosts give up their rooms.
        await Promise.all([act(who, roll), areLost().then(() => standby.promote())]);
      }),
    async () => {
      for (let times = 0; times < 2; times++) await outlive(({ areBack }) => service.restartOwner(areBack));
    },
  ];
  const roll = dice(11);
  // After some choices they leave it to the bot to end the game.
  for (let turns = 0; ; turns++) {
    assert.ok(turns < 500, "the game comes to an end");
    const ready = await Promise.race(both.map(async (who) => (await asked(who.page), who)));
    if (await isOver(ready.page)) break;
    if (turns > 0 && faults.length > 0) await faults.shift()(ready);
    else await act(ready, roll, (texts) => (turns > 16 && texts.includes("Pass") ? texts.indexOf("Pass") : null));
  }
  assert.equal(faults.length, 0, "all happened before the game's end");

  for (const { page } of both) await page.locator(".result").waitFor();
  const [one, other] = await Promise.all(
    both.map(({ page }) =>
      page.evaluate(() => {
        const { seq, status } = document.querySelector("game-view").session.replica.view;
        return { seq, result: status.result };
      }),
    ),
  );
  assert.deepEqual(one, other, "both see the same end");
  for (const { page, faults, name } of both) {
    const { choices, left } = await seenBy(page);
    assert.deepEqual(choices, choices.toSorted((a, b) => a - b), `${name} sees nothing that is older than before`);
    assert.equal(left, 0, `${name} is always at the table`);
    await page.locator(".notes .note").waitFor({ state: "detached" });
    await until(page, () => document.querySelector(".line-state").textContent === "");
    assert.deepEqual(faults.filter((fault) => !/WebSocket connection|ERR_CONNECTION/.test(fault)), [], name);
  }
}
