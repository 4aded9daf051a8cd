/** Sends GET requests over 8 kept-alive connections, one after the other on each; `{ url, count, network }` by IPC. */
import { Agent, request } from 'node:http';

const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function once(url, headers = {}) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

/** Headers with a new host, from a visitor of a separate network, so that the page is not cached. */
function newHost(network, number) {
  const ip = [network, number >> 16, (number >> 8) & 255, number & 255].join('.');
  return { host: ip, 'x-forwarded-for': ip };
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
