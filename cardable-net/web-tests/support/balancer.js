// A load balancer in front of hosts that knows nothing of what they do.

import net from "node:net";

/**
 * Sends each new connection to another host in turn. A host that refuses connections is skipped.
 *
 * @param {string[]} ports where the hosts listen
 */
export async function balance(ports) {
  /** @type {Set<net.Socket>} */
  const sockets = new Set();
  let turn = 0;
  /** @param {net.Socket} socket */
  const keep = (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    keep(near);
    const attempt = (/** @type {number} */ left) => {
      if (left === 0 || near.destroyed) return near.destroy();
      const far = net.connect(Number(ports[turn++ % ports.length]), "127.0.0.1");
      keep(far);
      const next = () => attempt(left - 1);
      far.once("error", next);
      far.once("connect", () => {
        far.off("error", next);
        near.pipe(far).pipe(near);
        near.on("close", () => far.destroy());
        far.on("close", () => near.destroy());
      });
    };
    attempt(ports.length);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  return {
    url: `http://127.0.0.1:${/** @type {net.AddressInfo} */ (server.address()).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
