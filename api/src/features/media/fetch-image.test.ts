import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemSchema } from '@godhuli/contracts/problem';
import type { Hono } from 'hono';
import sharp from 'sharp';
import type { ApiEnv } from '../../http/api-env.js';
import { mediaApp } from '../../testing/media-app.js';

let context: Awaited<ReturnType<typeof mediaApp>>;
let server: Server;
let base: string;
let visits: string[] = [];
beforeAll(async () => {
  context = await mediaApp();
  const photograph = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    visits.push(`${request.url} ${request.headers.cookie ?? ''}`.trim());
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    if (request.url === '/photograph') response.end(photograph);
    else if (request.url === '/moved') redirect('/photograph');
    else if (request.url === '/to-metadata') redirect('http://169.254.169.254/latest/meta-data/');
    else if (request.url === '/to-ipv6-loopback') redirect('http://[::1]/photograph');
    else if (request.url === '/to-file') redirect('file:///etc/passwd');
    else if (request.url === '/loop') redirect('/loop');
    else if (request.url === '/page') response.end('<!doctype html><title>A page</title>');
    else if (request.url === '/huge') response.writeHead(200, { 'content-length': 26 * 1024 * 1024 }).write('x');
    else if (request.url === '/endless') response.write(Buffer.alloc(26 * 1024 * 1024));
    else if (request.url === '/empty') response.end();
    else if (request.url === '/silent') response.writeHead(200).write('\xff');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterEach(async () => {
  visits = [];
  await context.clear();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await context.close();
});

const send = async (app: Hono<ApiEnv>, url: unknown) => {
  const headers = { 'content-type': 'application/json', cookie: 'session=secret' };
  return app.request('/api/admin/media', { method: 'POST', headers, body: JSON.stringify({ url }) });
};
/** An app that may visit the test's own server, and no other private address. */
const neighbourly = (timeoutMs = 10_000) =>
  context.appWith({ isAllowedIp: (address) => address === '127.0.0.1', timeoutMs });
const nothingStored = async () => {
  expect(await context.rows()).toEqual([]);
  expect(await context.files()).toEqual([]);
};

it('ADM-GAL-3 stores a photo by its URL, following a redirect, without cookies', async () => {
  const app = neighbourly();
  const responses = [await send(app, `${base}/photograph`), await send(app, `${base}/moved`)];
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(visits).toEqual(['/photograph', '/moved', '/photograph']);
  expect(await context.rows()).toHaveLength(1);
});

it.each([
  ['http://127.0.0.1:PORT/photograph'],
  ['http://localhost:PORT/photograph'],
  ['http://2130706433:PORT/photograph'],
  ['http://0x7f.1:PORT/photograph'],
  ['http://0:PORT/photograph'],
  ['http://[::1]:PORT/photograph'],
  ['http://[::ffff:127.0.0.1]:PORT/photograph'],
  ['http://10.0.0.1/photograph'],
  ['http://169.254.169.254/latest/meta-data/'],
])('never visits %s', async (address) => {
  const response = await send(context.app, address.replace('PORT', new URL(base).port));
  const problem = problemSchema.parse(await response.json());
  expect(problem).toMatchObject({
    status: 422,
    errors: [{ field: 'url', message: 'This web address is not public.' }],
  });
  expect(visits).toEqual([]);
  await nothingStored();
});

it.each([
  'file:///etc/passwd',
  'ftp://example.com/a.jpg',
  'data:image/png;base64,aaaa',
  'javascript:1',
  '/media/a',
  '',
  7,
])('refuses the address %p', async (address) => {
  const problem = problemSchema.parse(await (await send(context.app, address)).json());
  expect(problem).toMatchObject({ status: 422, errors: [{ field: 'url' }] });
  await nothingStored();
});

it.each([
  ['/to-metadata', 422],
  ['/to-ipv6-loopback', 422],
  ['/to-file', 422],
  ['/loop', 422],
  ['/missing', 422],
  ['/empty', 422],
  ['/page', 415],
  ['/huge', 413],
  ['/endless', 413],
])('refuses what it finds at %s with %i', async (path, status) => {
  const problem = problemSchema.parse(await (await send(neighbourly(), base + path)).json());
  expect(problem.status).toBe(status);
  await nothingStored();
});

it('gives up on a site that falls silent', async () => {
  const problem = problemSchema.parse(await (await send(neighbourly(300), `${base}/silent`)).json());
  expect(problem).toMatchObject({ status: 422, detail: 'The other website took too long to respond.' });
  await nothingStored();
});
