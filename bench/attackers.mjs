/** The processes of a measurement under attack: visitors, and one attacking machine. */
import { join } from 'node:path';
import { startNode } from './node-process.mjs';

export const ACCOUNT = { email: 'asha@godhuli.example', password: 'a long bench password' };
/** Visitors of the benchmark connect through a trusted proxy, so each can have its own network. The attacker does not. */
export const PRODUCT_ENVIRONMENT = {
  TRUSTED_PROXIES: '127.0.0.1',
  ADMIN_EMAIL: ACCOUNT.email,
  ADMIN_PASSWORD: ACCOUNT.password,
  LOG_LEVEL: 'silent',
};

const start = (program, env) => {
  const started = startNode(join(import.meta.dirname, 'servers', program), { env });
  return { ...started, up: started.message('up') };
};

/** Starts visitors: `visit(url, seconds, perSecond)` returns `{ kind: { ms, statuses } }`. */
export function startVisitors() {
  const { child, message, stop, up } = start('visitors.mjs');
  return {
    stop,
    async visit(url, seconds, perSecond) {
      await up;
      const done = message('done');
      child.send({ url, seconds, perSecond, account: ACCOUNT });
      return (await done).results;
    },
  };
}

/** Starts attacks by name and size. Returns a function that ends them and returns the counts of the attacker's responses. */
export async function attack(url, attacks) {
  const { ATTACK_PAUSE_MS = '1000' } = process.env;
  const { child, message, stop, up } = start('attacker.mjs', { ATTACK_PAUSE_MS });
  await up;
  child.send({ url, attacks });
  return async () => {
    const done = message('done');
    child.send({ stop: true });
    const { seen } = await done;
    await stop();
    return seen;
  };
}

/** Formats counts by status: `40 x 201, 2 x 503`. */
export const countsOf = (counts) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} x ${what}`)
    .join(', ');

/** Returns the number of requests with a 5xx, or without a response. */
export const failuresOf = ({ statuses }) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status === '0' || status >= '500' ? count : 0), 0);
