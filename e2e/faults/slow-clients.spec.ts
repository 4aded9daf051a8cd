import { connect, type Socket } from 'node:net';
import { expect, request as requestFactory, test } from '@playwright/test';
import { signIn } from '../page/staff';
import { type Product, startProduct } from '../product/start-product';
import { sendInquiry } from './visitors';
import { FULL, p95, promise, reportFigure, volume } from './volume';

const SLOW = volume('SLOW_CLIENTS', 200, 200);
const MEASURED = volume('MEASURED_REQUESTS', 400, 400);
/** The guaranteed time after which a slow connection is closed. */
const CLOSE_MS = 30_000;

interface SlowConnection {
  kind: string;
  /** how long the server kept it open; undefined while it is open */
  closedAfterMs?: number;
  closed: Promise<void>;
}

/** Opens a connection that sends `first`, and then `more` every half second. With `neverReads` it reads no response. */
function openSlowConnection(
  url: string,
  kind: string,
  first: string,
  { more, neverReads = false }: { more?: string; neverReads?: boolean } = {},
): SlowConnection {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const socket: Socket = connect(Number(port), hostname);
  const dripping = more && setInterval(() => socket.write(more), 500);
  socket.on('error', () => undefined);
  if (neverReads) socket.pause();
  else socket.resume();
  socket.write(first);
  const connection: SlowConnection = {
    kind,
    closed: new Promise((resolve) => {
      const onClose = () => {
        if (dripping) clearInterval(dripping);
        connection.closedAfterMs ??= performance.now() - started;
        socket.destroy();
        resolve();
      };
      socket.once('end', onClose).once('close', onClose);
      // A client that does not read does not notice the end either, so it reads shortly before the time limit.
      if (neverReads) setTimeout(() => socket.resume(), CLOSE_MS - 2000);
    }),
  };
  return connection;
}

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n');

/** Requests the paths in turn. Returns the 95th percentile of the response times in milliseconds. */
async function p95Of(url: string, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < MEASURED; count += 1) {
    const started = performance.now();
    const response = await fetch(url + paths[count % paths.length]);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - started);
  }
  return p95(times);
}

const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;

/** Opens slow connections of each kind. */
function openAllKinds(url: string, path: string): SlowConnection[] {
  const post = head('POST', '/api/inquiries', 'Content-Type: application/json');
  const repeat = (count: number, open: (index: number) => SlowConnection) =>
    Array.from({ length: count }, (_, index) => open(index));
  return [
    ...repeat(SLOW, (index) =>
      openSlowConnection(url, 'slow head', `${head('GET', path)}\r\nX-Slow-${index}: `, { more: 'a' }),
    ),
    ...repeat(10, () =>
      openSlowConnection(url, 'dripping body', `${post}\r\nContent-Length: 60000\r\n\r\n{`, { more: ' ' }),
    ),
    ...repeat(10, () =>
      openSlowConnection(url, 'endless chunked body', `${post}\r\nTransfer-Encoding: chunked\r\n\r\n`, {
        more: chunk(16 * 1024),
      }),
    ),
    ...repeat(10, () =>
      openSlowConnection(url, 'never reads', `${head('GET', '/')}\r\n\r\n`.repeat(200), { neverReads: true }),
    ),
  ];
}

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

    test(`${SLOW} slow, dripping, endless or unread connections are closed within 30 s, others notice nothing`, async () => {
      test.skip(!FULL, 'half a minute of waiting: http-server.test.ts has the short form');
      const { url } = product;
      const services = '/api/services';
      const measure = () => p95Of(url, program ? [services] : ['/', services, services, services]);
      await measure();
      const before = await measure();
      const connections = openAllKinds(url, program ? services : '/');
      const during = await measure();
      expect((await sendInquiry(url, { name: 'In Between' })).status).toBe(201);
      await Promise.all(connections.map(({ closed }) => closed));
      const results = [...new Set(connections.map(({ kind }) => kind))].map((kind) => {
        const times = connections
          .filter((one) => one.kind === kind)
          .map(({ closedAfterMs }) => closedAfterMs ?? Number.NaN);
        for (const time of times) expect(time, kind).toBeLessThan(CLOSE_MS);
        return `${times.length} ${kind} closed after at most ${(Math.max(...times) / 1000).toFixed(1)} s`;
      });
      reportFigure(
        `${door}: ${results.join(', ')}; p95 of others ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms during (${(during / before).toFixed(2)}x)`,
      );
      promise(during, 2 * before);
    });

    test('10,000 parts and a body that is too large are refused before they are parsed', async () => {
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
      reportFigure(`${door}: a body of 1 MB: ${statuses[0]}; 10,000 multipart parts: ${statuses[1]}`);
    });
  });
