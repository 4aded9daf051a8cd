/** Sends GET requests over 8 kept-alive connections, one after the other on each; `{ url, count, network }` by IPC. */
import { Agent, request } from 'node:http';

const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function once(url, headers = {}) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume();
      answer.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

/** A host that nobody asked for before, by a visitor from a network of its own: a page that is in no cache. */
function newHost(network, number) {
  const address = [network, number >> 16, (number >> 8) & 255, number & 255].join('.');
  return { host: address, 'x-forwarded-for': address };
}

process.on('message', async ({ url, count, network }) => {
  if (!url) return;
  let next = 0;
  const connection = async () => {
    while (next < count) {
      next += 1;
      await once(url, network && newHost(network, next));
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    process.send({ type: 'done' });
  } catch (error) {
    process.send({ type: 'done', error: error.message });
  }
});
process.on('disconnect', () => process.exit());
process.send({ type: 'up' });
