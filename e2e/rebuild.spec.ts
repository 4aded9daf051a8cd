import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CurrentComposition } from '@godhuli/contracts/page';
import type { Page } from '@playwright/test';
import { expect, test } from './page/test';
import { type Checkout, copyCheckout, type Running } from './product/checkout';
import { freePort } from './product/start-product';

let checkout: Checkout;
let dataDir: string;
let url: string;
let env: Record<string, string>;
test.beforeEach(async () => {
  checkout = copyCheckout();
  dataDir = mkdtempSync(join(tmpdir(), 'godhuli-rebuild-'));
  cpSync(process.env.GODHULI_TEMPLATE ?? '', dataDir, { recursive: true });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DRAIN_SECONDS: '0.5' };
});
test.afterEach(async () => {
  await checkout.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Changes a source of the checkout; the answer puts it back. */
function edit(path: string, change: (source: string) => string): () => void {
  const file = join(checkout.folder, path);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  return () => writeFileSync(file, before);
}
const editLegacyAdmin = () =>
  edit('legacy-admin/src/overview/overview.tsx', (source) => source.replace('Recent inquiries', 'Newest inquiries'));

const liveVersion = async () => {
  const response = await fetch(`${url}/composition.json`).catch(() => null);
  if (!response?.ok) return null;
  return ((await response.json()) as CurrentComposition).remotes['legacy-admin'] ?? null;
};

/** Asks for the front page by another name of the site, for which it has to be rendered first. */
const frontPageAt = (host: string) =>
  new Promise<string>((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      return `${response.statusCode} ${Buffer.concat(parts)}`;
    };
    get(url, { headers: { host } }, (response) => void read(response).then(resolve, reject)).once('error', reject);
  });

async function start(args: string[]): Promise<Running> {
  const running = checkout.npm(args, env);
  await expect.poll(running.output, { timeout: 240_000 }).toContain(`Godhuli is open at ${url}`);
  return running;
}

const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirstDocument' in window);
const textAt = async (path: string) => (await fetch(url + path)).text();

test('RUN-5 npm run dev serves everything on one URL, replaces an edited component, keeps what was typed', async ({
  page,
  consoleWatch,
}) => {
  // legacy-admin has its own emotion beside the host's; only emotion's development build warns about that.
  consoleWatch.allow(/You are loading @emotion\/react when it is already loaded/);
  // As at a developer's first start: without data.
  rmSync(dataDir, { recursive: true });
  const dev = await start(['run', 'dev']);
  await page.goto(`${url}/admin-old/portfolio`);
  await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
  await page.getByLabel('Title *').fill('Typed before the edits');
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await test.step('a component of a remote, and back', async () => {
    const undo = edit('legacy-admin/src/portfolio/add-form.tsx', (source) =>
      source.replace('Title *', 'Photo title *'),
    );
    await expect(page.getByLabel('Photo title *')).toHaveValue('Typed before the edits');
    undo();
    await expect(page.getByLabel('Title *', { exact: true })).toHaveValue('Typed before the edits');
  });
  await test.step('a component of the shell', async () => {
    edit('shell/src/toast/toasts.tsx', (source) => source.replace(/label=\{`.*?`\}/, 'label="Messages ({hotkey})"'));
    await expect(page.getByRole('region', { name: 'Messages (F8)' })).toBeAttached();
  });
  await test.step('the API', async () => {
    edit('api/src/http/errors.ts', (source) => source.replace('Not found.', 'Nothing here.'));
    await expect.poll(() => textAt('/api/nowhere')).toContain('Nothing here.');
  });
  await test.step('the front door', async () => {
    edit('front-door/src/documents/sitemap.ts', (source) => source.replace('User-agent: *', 'User-agent: robot'));
    await expect.poll(() => textAt('/robots.txt')).toContain('User-agent: robot');
  });
  expect(await isFirstDocument(page), 'the page was not reloaded').toBe(true);
  await expect(page.getByLabel('Title *', { exact: true })).toHaveValue('Typed before the edits');
  await page.goto('about:blank');
  await dev.end();
});

test('RUN-5 a build leaves the running site alone; the restart shows new mounts, edits, and edits undone', async () => {
  const before = await start(['start']);
  const first = await liveVersion();
  expect((await fetch(`${url}/guestbook`)).status).toBe(404);
  const undo = editLegacyAdmin();
  const undoMount = edit('packages/contracts/src/mounts.ts', (source) =>
    source.replace(/\n\]/, "\n  { path: '/guestbook', remote: 'guestbook', zone: 'guestbook' },\n]"),
  );

  await test.step('no request fails during the build', async () => {
    const build = checkout.npm(['run', 'build'], {});
    let isBuilding = true;
    void build.ended.then(() => {
      isBuilding = false;
    });
    const bad: string[] = [];
    let requests = 0;
    const begun = Date.now();
    while (isBuilding) {
      // 20 rounds a second: the build needs the processor, too.
      await pause(50);
      for (const path of ['/', '/admin', '/api/services']) {
        const response = await fetch(url + path).catch((error: Error) => error);
        requests += 1;
        if (response instanceof Error || response.status !== 200) bad.push(`${path}: ${response}`);
      }
      // One each second: more would be over the budget of this network.
      const seconds = Math.floor((Date.now() - begun) / 1000);
      const host = `10.0.${seconds >> 8}.${seconds & 255}`;
      const page = await frontPageAt(host).catch(String);
      if (!page.startsWith('200 ') || !page.includes('data-rendered')) bad.push(`${host}: ${page.slice(0, 100)}`);
    }
    expect(await build.ended, build.output()).toBe(0);
    expect(bad).toEqual([]);
    console.log(`${requests} requests during the build, 0 failed`);
    expect(await liveVersion()).toBe(first);
  });

  const after = await test.step('the restart shows the edits', async () => {
    const stoppedAt = Date.now();
    await before.end();
    const running = await start(['start']);
    console.log(`not available for ${Date.now() - stoppedAt} ms at the restart`);
    expect((await fetch(`${url}/guestbook`)).status).toBe(503);
    expect(await liveVersion()).not.toBe(first);
    return running;
  });

  await test.step('undone edits show the first release again', async () => {
    undo();
    undoMount();
    expect(await checkout.npm(['run', 'build'], {}).ended).toBe(0);
    await after.end();
    await start(['start']);
    expect(await liveVersion()).toBe(first);
  });
});
