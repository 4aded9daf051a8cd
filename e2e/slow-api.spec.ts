import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { leaveSite } from './page/leave-site';
import { expect, test } from './page/test';
import { isHydrated } from './page/visitor';
import { type Product, startProduct } from './product/start-product';

interface HoldingProxy {
  url: string;
  /** number of requests held so far, including those that were aborted */
  held(): number;
  /** forwards the held requests, and holds no further ones */
  release(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the API that accepts the requests of some paths and does not answer them. */
async function holdPaths(paths: readonly string[], api: Product): Promise<HoldingProxy> {
  const waiting: (() => void)[] = [];
  let holds = true;
  let held = 0;
  const server = createServer((incoming, outgoing: ServerResponse) => {
    const pass = () => {
      const upstream = request(api.url + incoming.url, { method: incoming.method, headers: incoming.headers });
      upstream.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      upstream.on('error', () => outgoing.destroy());
      outgoing.on('close', () => upstream.destroy());
      incoming.pipe(upstream);
    };
    if (!holds || !paths.some((path) => incoming.url?.startsWith(path))) return pass();
    held += 1;
    waiting.push(pass);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    release() {
      holds = false;
      for (const pass of waiting.splice(0)) pass();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test("PUB-SERV-1 while the API delays /api/services, a new front door sends 'Loading services...'", async ({
  page,
}) => {
  const api = await startProduct({ program: 'api/dist/main.js' });
  const proxy = await holdPaths(['/api/services'], api);
  const front = await startProduct({ empty: true, env: { API_URL: proxy.url } });
  try {
    const requestedAt = Date.now();
    // The front door's own timeout is 30 s: a page that arrives earlier has not waited for the response.
    const read = async () => (await fetch(`${front.url}/`, { signal: AbortSignal.timeout(25_000) })).text();
    const html = await read();
    console.log(`the page arrived ${Date.now() - requestedAt} ms after the request`);
    expect(proxy.held()).toBeGreaterThan(0);
    expect(html).toContain('data-rendered');
    expect(html).toContain('Loading services...');
    // On a busy machine other data may also be late for the first page.
    await expect.poll(async () => (await read()).match(/Loading \w+\.\.\./g)).toEqual(['Loading services...']);

    await page.goto(`${front.url}/`, { waitUntil: 'commit' });
    const services = page.locator('#services');
    await expect(services.getByText('Loading services...')).toBeVisible();
    await expect(page.locator('#packages').getByRole('heading', { level: 3 }).first()).toBeAttached();
    await expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();
    await expect(services.getByText('Loading services...')).toBeVisible();

    proxy.release();
    await expect(services.getByRole('listitem').first()).toBeVisible();
    await expect(services.getByText('Loading services...')).toHaveCount(0);
  } finally {
    await leaveSite(page.context());
    await front.remove();
    await proxy.close();
    await api.remove();
  }
});

/** Pages for which the front door lacks some data, and what shows that the browser has fetched it. */
const UNFINISHED = [
  { path: '/portfolio', hasArrived: '.gallery .portfolio-item' },
  { path: '/mr/portfolio', hasArrived: '.gallery .portfolio-item' },
  { path: '/privacy', hasArrived: '.privacy h1' },
  { path: '/p/removed', hasArrived: '.footer .social-links a' },
  { path: '/p/the-hour-of-godhuli', hasArrived: '.footer .social-links a' },
];

test('STORY-4 PUB-PHOTO-1 PRIV-1 a page of its own gets data that the API delays, and is complete', async ({
  page,
  browser,
  consoleWatch,
}) => {
  consoleWatch.allow(/status of 404 .*\/p\/removed/);
  const api = await startProduct({ program: 'api/dist/main.js' });
  const proxy = await holdPaths(['/api/content', '/api/gallery/all', '/api/translations/mr/gallery/all'], api);
  const front = await startProduct({ empty: true, env: { API_URL: proxy.url } });
  try {
    const opened: { tab: Page; hasArrived: Locator }[] = [];
    await test.step('each page comes without that data', async () => {
      for (const { path, hasArrived } of UNFINISHED) {
        const tab = await page.context().newPage();
        const response = await tab.goto(`${front.url}${path}`, { waitUntil: 'commit' });
        expect(await response?.text()).toContain('data-rendered');
        await isHydrated(tab);
        await expect(tab.locator(hasArrived)).toHaveCount(0);
        opened.push({ tab, hasArrived: tab.locator(hasArrived).first() });
      }
    });
    await test.step('PUB-HERO-5 without JavaScript the hero shows its default texts', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const tab = await context.newPage();
      await tab.goto(front.url, { waitUntil: 'commit' });
      await expect(tab.locator('#hero[aria-busy="true"] .hero__content')).toHaveCSS('opacity', '1');
      await context.close();
    });
    await test.step('the browser shows it when it arrives', async () => {
      proxy.release();
      for (const { hasArrived } of opened) await expect(hasArrived).toBeVisible();
    });
    await test.step('PUB-LIKE-1 Like works there', async () => {
      const like = opened.at(-1)?.tab.locator('main button[data-photo-action="like"]').first();
      await like?.click();
      await expect(like as Locator).toHaveAttribute('aria-pressed', 'true');
    });
  } finally {
    await leaveSite(page.context());
    await front.remove();
    await proxy.close();
    await api.remove();
  }
});
