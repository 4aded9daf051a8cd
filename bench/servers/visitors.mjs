/**
 * Visitors and staff at a steady rate, each from a separate network, whether they get responses or not. Receives by IPC
 * `{ url, seconds, perSecond: { kind: number }, password }`, and replies with the milliseconds and statuses of each kind.
 */
import { Agent, request } from 'node:http';

// The product trusts this IP as a proxy, so each request can have its own network.
// Like a browser, it closes an unused connection before the server does (5 s).
const agent = new Agent({ keepAlive: true, timeout: 4000, localAddress: '127.0.0.1' });
const LONGEST_MS = 20_000;
let networks = 0;

/** Returns an unused IP of 10.0.0.0/8. */
function nextAddress() {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

/** @returns `{ ms, status }`; the status is an error code, or 'timeout', without a response */
function send(url, { method = 'GET', path, json }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const done = (status) => resolve({ ms: performance.now() - started, status });
    const body = json && JSON.stringify(json);
    const headers = { 'x-forwarded-for': nextAddress(), 'accept-encoding': 'br' };
    if (body) Object.assign(headers, { 'content-type': 'application/json', origin: url });
    const sent = request(url + path, { agent, method, headers, timeout: LONGEST_MS }, (response) => {
      response
        .resume()
        .once('end', () => done(response.statusCode))
        .once('error', ({ code }) => done(code));
    });
    sent.once('timeout', () => sent.destroy()).once('error', ({ code }) => done(code ?? 'timeout'));
    sent.end(body);
  });
}

const READS = ['/api/content', '/api/services', '/api/portfolio'];
const KINDS = {
  form: (at) => ({
    method: 'POST',
    path: '/api/inquiries',
    json: { name: `Visitor ${at}`, eventType: 'wedding', message: 'Are you free in May?', elapsedMs: 9000 },
  }),
  page: () => ({ path: '/' }),
  read: (at) => ({ path: READS[at % READS.length] }),
  'staff login': (_, { email, password }) => ({
    method: 'POST',
    path: '/api/admin/auth/login',
    json: { email, password },
  }),
};

process.on('message', async ({ url, seconds, perSecond, account }) => {
  if (!url) return;
  const results = {};
  const underWay = [];
  const until = performance.now() + seconds * 1000;
  for (const [kind, rate] of Object.entries(perSecond)) {
    const result = { ms: [], statuses: {} };
    results[kind] = result;
    const pace = async () => {
      const started = performance.now();
      for (let at = 0; performance.now() < until; at += 1) {
        const wait = started + (at * 1000) / rate - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        underWay.push(
          send(url, KINDS[kind](at, account)).then(({ ms, status }) => {
            result.ms.push(Math.round(ms * 10) / 10);
            result.statuses[status] = (result.statuses[status] ?? 0) + 1;
          }),
        );
      }
    };
    underWay.push(pace());
  }
  for (let at = 0; at < underWay.length; at += 1) await underWay[at];
  process.send({ type: 'done', results });
});
process.on('disconnect', () => process.exit());
process.send({ type: 'up' });
