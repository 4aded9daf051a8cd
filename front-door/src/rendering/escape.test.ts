import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESCAPE_ATTEMPTS, serverBuildOf } from '@godhuli/sandbox/testing/escape-attempts';
import { createRenderPool } from './render-pool.js';

jest.setTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), 'escape-'));
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const pool = createRenderPool({ logger, startLimitMs: 30_000 });
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true });
});

const input = { url: '/', data: {}, basePath: '/', release: { name: 'x', version: '1' } };

/** Renders as the front door does; what a release answers, or why it failed. */
async function render(key: string, source: string): Promise<string> {
  const file = `${key}.cjs`;
  writeFileSync(join(folder, file), source);
  const target = { key, file, materialize: async () => folder };
  const output = await pool.render(target, input, null).catch((error: Error) => ({ html: `failed: ${error.message}` }));
  return output?.html ?? 'no sandbox';
}

/** Does the work for all items, a few at a time. */
async function each<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

it('CARD-5 no attempt of a live server build gets out of its sandbox or harms the host', async () => {
  const results: Record<string, string> = {};
  const running = new Set<string>();
  await each([...Object.entries(ESCAPE_ATTEMPTS).entries()], async ([index, [name, attempt]]) => {
    const key = `attempt-${index}`;
    running.add(key);
    results[name] = await render(key, serverBuildOf(attempt));
    running.delete(key);
    // Ends the process of this attempt, and none that another attempt still needs.
    pool.keepOnly(running);
  });
  expect(Object.values(results).filter((html) => html.includes('no longer live'))).toEqual([]);
  const escaped = Object.entries(results).filter(([, html]) => html !== '<p>page</p>' && !html.startsWith('failed: '));
  expect(escaped).toEqual([]);
  expect(await render('honest', serverBuildOf(''))).toBe('<p>page</p>');
});
