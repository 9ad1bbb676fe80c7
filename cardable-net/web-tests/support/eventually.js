/**
 * Waits until something holds that nobody tells of.
 *
 * @param {string} what
 * @param {() => Promise<boolean>} holds
 */
export async function eventually(what, holds, timeout = 30_000) {
  const end = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`this never came: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
