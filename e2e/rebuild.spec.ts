import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrentComposition } from '@godhuli/contracts/page';
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
  const answer = await fetch(`${url}/composition.json`).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as CurrentComposition).remotes['legacy-admin'] ?? null;
};

/** Asks for the front page by another name of the site, for which it has to be rendered first. */
const frontPageAt = (host: string) =>
  new Promise<string>((resolve, reject) => {
    const read = async (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      return `${answer.statusCode} ${Buffer.concat(parts)}`;
    };
    get(url, { headers: { host } }, (answer) => void read(answer).then(resolve, reject)).once('error', reject);
  });

async function start(args: string[]): Promise<Running> {
  const running = checkout.npm(args, env);
  await expect.poll(running.output, { timeout: 240_000 }).toContain(`Godhuli is open at ${url}`);
  return running;
}

test('RUN-5 npm run dev shows an edit, and shows the page as it was when the edit is undone', async () => {
  const dev = await start(['run', 'dev']);
  const first = await liveVersion();
  const undo = editLegacyAdmin();
  await expect.poll(liveVersion, { timeout: 240_000 }).not.toBe(first);
  undo();
  await expect.poll(liveVersion, { timeout: 240_000 }).toBe(first);
  await dev.end();
});

test('RUN-5 a build leaves the running site alone; the restart shows new mounts, edits, and edits undone', async () => {
  const before = await start(['start']);
  const first = await liveVersion();
  expect((await fetch(`${url}/guestbook`)).status).toBe(404);
  const undo = editLegacyAdmin();
  edit('shell/src/mounts.json', (source) =>
    source.replace(/\n\]/, ',\n  { "path": "/guestbook", "remote": "guestbook", "zone": "guestbook" }\n]'),
  );

  const build = checkout.npm(['run', 'build'], {});
  let isBuilding = true;
  void build.ended.then(() => {
    isBuilding = false;
  });
  const bad: string[] = [];
  let asked = 0;
  const begun = Date.now();
  while (isBuilding) {
    for (const path of ['/', '/admin', '/api/services']) {
      const answer = await fetch(url + path).catch((error: Error) => error);
      asked += 1;
      if (answer instanceof Error || answer.status !== 200) bad.push(`${path}: ${answer}`);
    }
    // One each second: more would be over the budget of this network.
    const seconds = Math.floor((Date.now() - begun) / 1000);
    const host = `10.0.${seconds >> 8}.${seconds & 255}`;
    const page = await frontPageAt(host).catch(String);
    if (!page.startsWith('200 ') || !page.includes('data-rendered')) bad.push(`${host}: ${page.slice(0, 100)}`);
  }
  expect([await build.ended, bad], build.output()).toEqual([0, []]);
  expect(await liveVersion()).toBe(first);

  const stoppedAt = Date.now();
  await before.end();
  const after = await start(['start']);
  console.log(`${asked} requests during the build, 0 failed; away for ${Date.now() - stoppedAt} ms at the restart`);
  expect((await fetch(`${url}/guestbook`)).status).toBe(503);
  expect(await liveVersion()).not.toBe(first);

  undo();
  expect(await checkout.npm(['run', 'build'], {}).ended).toBe(0);
  await after.end();
  await start(['start']);
  expect(await liveVersion()).toBe(first);
});
