/** A TCP proxy whose connection can be cut, and whose server can move to another port. */
import { connect, createServer } from 'node:net';

export async function startCutProxy(target) {
  let port = target;
  let isCut = false;
  const sockets = new Set();
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
      sockets.delete(client);
    };
    sockets.add(client);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** resets every connection, and each new one at once, until `heal` */
    cut,
    heal() {
      isCut = false;
    },
    moveTo(next) {
      port = next;
    },
    close() {
      cut();
      server.close();
    },
  };
}
