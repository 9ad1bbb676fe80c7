// The browser and the hosts of a test file: opened when the file is loaded, and closed after its tests.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { startBrowser } from "./browser.js";
import { startHost } from "./host.js";

/**
 * Opens a browser, and a host for each list of arguments for {@link startHost}.
 *
 * @param {...Parameters<typeof startHost>} wanted
 */
export async function open(...wanted) {
  const started = await Promise.allSettled([startBrowser(), ...wanted.map((about) => startHost(...about))]);
  const [browser, ...hosts] = started.map((one) => (one.status === "fulfilled" ? one.value : null));
  const close = async () => {
    // Close the hosts' clients first.
    await browser?.close();
    await Promise.all(hosts.map((host) => host?.stop()));
  };
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  after(close);
  return { browser, host: hosts[0], hosts };
}

/** An empty folder, which is removed after the tests. */
export function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "cardable-web-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
