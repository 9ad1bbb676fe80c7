// PostgreSQL in a temporary folder: a primary, and a standby that has all that the primary has acknowledged.

import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eventually } from "./eventually.js";

const run = promisify(execFile);

const NEEDED = ["initdb", "postgres", "pg_ctl", "pg_isready", "pg_basebackup", "psql"];

/**
 * Makes a server, and keeps it until the input is closed, which happens also where the tests are killed. Then its folder
 * goes, too.
 */
const KEEPER = `
  programs=$1 folder=$2
  shift 2
  trap : INT TERM HUP
  if "$@" </dev/null; then
    "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off &
    server=$!
    cat >/dev/null
    # At first it does not hear signals.
    while kill -QUIT $server 2>/dev/null; do sleep 0.1; done
  fi
  cd /
  rm -rf "$folder"
`;

/** The folder of PostgreSQL's programs, or nothing. */
export function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), ...versions.map((version) => path.join(debian, version, "bin"))];
  return folders.find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name)))) ?? null;
}

/** A user without rights, and its group: the server refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
  const found = ["postgres", "nobody"].map((name) => users.find(([user]) => user === name)).find(Boolean);
  if (!found) throw new Error("there is no user `postgres` or `nobody`");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

export class Postgres {
  /**
   * Starts an empty server.
   *
   * @param {string} programs the folder of PostgreSQL's programs
   */
  static primary(programs) {
    return new Postgres(programs, (data) => ["initdb", "--auth=trust", "--username=host", "--no-sync", "--encoding=UTF8", "--locale=C", "-D", data]);
  }

  /** Starts a standby of another server. @param {Postgres} primary */
  static standby(primary) {
    return new Postgres(primary.programs, (data) => ["pg_basebackup", "--username=host", "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-h", primary.folder, "-D", data]);
  }

  /** @param {string} programs @param {(data: string) => string[]} made the program that makes the folder of the data */
  constructor(programs, made) {
    this.programs = programs;
    this.user = unprivileged();
    this.folder = mkdtempSync(path.join(tmpdir(), "cardable-postgres-"));
    if (this.user.uid !== undefined) chownSync(this.folder, this.user.uid, this.user.gid);
    const [name, ...args] = made(this.data);
    const keeper = ["-c", KEEPER, "sh", programs, this.folder, path.join(programs, name), ...args];
    this.keeper = spawn("sh", keeper, { ...this.user, cwd: this.folder, stdio: ["pipe", "ignore", "pipe"] });
    this.said = "";
    this.keeper.stderr.setEncoding("utf8").on("data", (text) => (this.said += text));
    this.keeper.stdin.on("error", () => {});
    this.gone = new Promise((resolve) => this.keeper.once("close", resolve));
  }

  get data() {
    return path.join(this.folder, "data");
  }

  /** Its place in the address of a store. */
  get host() {
    return encodeURIComponent(this.folder);
  }

  /** Waits until it answers. */
  ready() {
    const answers = () => this.program("pg_isready", "-q", "-h", this.folder).then(() => true, () => false);
    const ended = this.gone.then(() => Promise.reject(new Error(`PostgreSQL does not start:\n${this.said}`)));
    return Promise.race([eventually("PostgreSQL answers", answers), ended]);
  }

  /**
   * From now on nothing is acknowledged that its standby does not have. The standby has copied other settings: it waits for
   * nobody when it is the primary.
   */
  async waitForStandby() {
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query("SELECT pg_reload_conf()");
    await eventually("the standby is synchronous", async () => (await this.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")) === "1");
  }

  /** Makes a standby the primary. */
  promote() {
    return this.program("pg_ctl", "promote", "-w", "-D", this.data);
  }

  /** Ends it in the middle of its work, for good. */
  async destroy() {
    this.keeper.stdin.end();
    await this.gone;
  }

  /** @param {string} sql */
  async query(sql) {
    const { stdout } = await this.program("psql", "-h", this.folder, "-U", "host", "-d", "postgres", "-Atqc", sql);
    return stdout.trim();
  }

  /** @param {string} name @param {string[]} args */
  program(name, ...args) {
    return run(path.join(this.programs, name), args, { ...this.user, cwd: this.folder });
  }
}
