/** Sends GET requests over 8 kept-alive connections, one after the other on each; `{ url, count }` by IPC. */
import { Agent, request } from 'node:http';

const CONNECTIONS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function once(url) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume();
      answer.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

process.on('message', async ({ url, count, numbered }) => {
  if (!url) return;
  let next = 0;
  const connection = async () => {
    while (next < count) {
      next += 1;
      await once(numbered ? `${url}${numbered}${next}` : url);
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
