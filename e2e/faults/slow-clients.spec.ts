import { connect, type Socket } from 'node:net';
import { expect, request as requestFactory, test } from '@playwright/test';
import { signIn } from '../page/staff';
import { type Product, startProduct } from '../product/start-product';
import { sendInquiry } from './visitors';
import { FULL, figure, p95, promise, volume } from './volume';

const SLOW = volume('SLOW_CLIENTS', 200, 200);
const MEASURED = volume('MEASURED_REQUESTS', 400, 400);
/** What is promised: nobody holds a connection longer than this. */
const CUT_MS = 30_000;

interface Held {
  what: string;
  /** how long the server let it be; undefined while it is open */
  cutAfterMs?: number;
  cut: Promise<void>;
}

/** A connection that says `first`, and then `more` every half second; it reads nothing when `deaf`. */
function hold(
  url: string,
  what: string,
  first: string,
  { more, deaf = false }: { more?: string; deaf?: boolean } = {},
): Held {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const socket: Socket = connect(Number(port), hostname);
  const dripping = more && setInterval(() => socket.write(more), 500);
  socket.on('error', () => undefined);
  if (deaf) socket.pause();
  else socket.resume();
  socket.write(first);
  const held: Held = {
    what,
    cut: new Promise((resolve) => {
      const gone = () => {
        if (dripping) clearInterval(dripping);
        held.cutAfterMs ??= performance.now() - started;
        socket.destroy();
        resolve();
      };
      socket.once('end', gone).once('close', gone);
      // Who reads nothing does not hear of the end either: it looks shortly before the promised time is over.
      if (deaf) setTimeout(() => socket.resume(), CUT_MS - 2000);
    }),
  };
  return held;
}

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n');

async function p95Of(url: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < MEASURED; count += 1) {
    const started = performance.now();
    const answer = await fetch(count % 4 === 0 ? `${url}/` : `${url}/api/services`);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - started);
  }
  return p95(times);
}

const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;

for (const [door, program] of [
  ['the front door', undefined],
  ['the API alone', 'api/dist/main.js'],
] as const)
  test.describe(door, () => {
    let product: Product;
    test.beforeAll(async () => {
      if (FULL || program) product = await startProduct(program ? { program } : {});
    });
    test.afterAll(() => product?.remove());

    test(`${SLOW} slow heads, dripping and endless bodies, and readers that never read are cut within 30 s; others notice nothing`, async () => {
      test.skip(!FULL, 'half a minute of waiting: http-server.test.ts has the short form');
      const { url } = product;
      const path = program ? '/api/services' : '/';
      const measure = program
        ? async () => {
            const times: number[] = [];
            for (let count = 0; count < MEASURED; count += 1) {
              const started = performance.now();
              expect((await fetch(url + path)).status).toBe(200);
              times.push(performance.now() - started);
            }
            return p95(times);
          }
        : () => p95Of(url);
      await measure();
      const before = await measure();
      const json = ['Content-Type: application/json'];
      const held = [
        ...Array.from({ length: SLOW }, (_, one) =>
          hold(url, 'slow head', `${head('GET', path)}\r\nX-Slow-${one}: `, { more: 'a' }),
        ),
        ...Array.from({ length: 10 }, () =>
          hold(url, 'dripping body', `${head('POST', '/api/inquiries', ...json, 'Content-Length: 60000')}\r\n\r\n{`, {
            more: ' ',
          }),
        ),
        ...Array.from({ length: 10 }, () =>
          hold(
            url,
            'endless chunked body',
            `${head('POST', '/api/inquiries', ...json, 'Transfer-Encoding: chunked')}\r\n\r\n`,
            { more: chunk(16 * 1024) },
          ),
        ),
        ...Array.from({ length: 10 }, () =>
          hold(url, 'never reads', `${head('GET', '/')}\r\n\r\n`.repeat(200), { deaf: true }),
        ),
      ];
      const during = await measure();
      expect((await sendInquiry(url, { name: 'In Between' })).status).toBe(201);
      await Promise.all(held.map(({ cut }) => cut));
      const kinds = [...new Set(held.map(({ what }) => what))].map((what) => {
        const times = held.filter((one) => one.what === what).map((one) => one.cutAfterMs ?? Number.NaN);
        for (const time of times) expect(time, what).toBeLessThan(CUT_MS);
        return `${times.length} ${what} cut after at most ${(Math.max(...times) / 1000).toFixed(1)} s`;
      });
      figure(
        `${door}: ${kinds.join(', ')}; p95 of others ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms meanwhile (${(during / before).toFixed(2)}x)`,
      );
      promise(during, 2 * before);
    });

    test('10,000 parts, and a body that is too large, are refused before anything is made of them', async () => {
      test.skip(!FULL && !program, 'in full volume');
      const { url } = product;
      const large = await fetch(`${url}/api/inquiries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'too-large-key-1' },
        body: JSON.stringify({ name: 'x'.repeat(1 << 20), eventType: 'wedding' }),
      });
      expect(large.status).toBe(413);
      const staff = await requestFactory.newContext();
      await signIn(staff, url);
      const part = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n';
      const parts = await staff.post(`${url}/api/admin/media`, {
        headers: { origin: url, 'content-type': 'multipart/form-data; boundary=b' },
        data: Buffer.from(`${part.repeat(10_000)}--b--\r\n`),
      });
      const statuses = [large.status, parts.status()];
      expect(parts.status()).toBeGreaterThanOrEqual(400);
      expect(parts.status()).toBeLessThan(500);
      const list = (await (await staff.get(`${url}/api/inquiries?quarantined=true`)).json()) as { name: string }[];
      expect(list.every(({ name }) => name.length < 1000)).toBe(true);
      await staff.dispose();
      figure(`${door}: a body of 1 MB: ${statuses[0]}; 10,000 multipart parts: ${statuses[1]}`);
    });
  });
