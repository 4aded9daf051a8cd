import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORM_VERSION, type RenderInput } from '@godhuli/contracts/host';
import { NotRun } from './fair-queue.js';
import { createRenderPool } from './render-pool.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'render-pool-'));
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
let now = 0;
const pool = createRenderPool({ logger, startLimitMs: 30_000, elapsed: () => now });
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true });
});

const PAGE: RenderInput = { url: '/', data: {}, basePath: '/', release: { name: 'x', version: '1' } };
const draft = (text: string): RenderInput => ({ ...PAGE, data: { text }, preview: true });
const form = (name: string): RenderInput => ({
  ...PAGE,
  form: {
    version: FORM_VERSION,
    name: 'inquiry',
    status: 'invalid',
    values: { name },
    errors: {},
    idempotencyKey: name,
  },
});

/** Returns a function that renders with a server build, and the number of processes that it has started. */
function release(key: string, render: string) {
  const file = `${key}.cjs`;
  writeFileSync(join(folder, file), render);
  let starts = 0;
  const materialize = async () => {
    starts += 1;
    return folder;
  };
  return {
    starts: () => starts,
    render: async (input: RenderInput, lane: string | null = null) =>
      (await pool.render({ key, file, materialize }, input, lane))?.html ?? '',
  };
}

const REMEMBERS = `let seen = '';
exports.render = (input) => {
  const html = '<p>' + seen + '</p>';
  seen += JSON.stringify(input.form?.values ?? input.data);
  return { html, head: '', data: {} };
};`;

it('a server build that keeps what it sees puts no form or draft into the page of another reader', async () => {
  const { render } = release('remembers', REMEMBERS);
  await render(form('Meera'), 'a');
  await render(draft('unsaved'), 'preview');
  expect(await render(form('Ravi'), 'b')).toBe('<p></p>');
  expect(await render(draft('other'), 'preview')).toBe('<p></p>');
  expect(await render(PAGE)).toBe('<p></p>');
});

it('pages that all visitors share go on in one process', async () => {
  const { render, starts } = release('shared', REMEMBERS);
  await render(PAGE);
  expect(await render(PAGE, 'a')).toBe('<p>{}</p>');
  expect(starts()).toBe(1);
});

it('a form has its next process ready after the last one was used', async () => {
  const { render, starts } = release('ready', REMEMBERS);
  await render(form('Meera'), 'a');
  expect(starts()).toBe(2);
  await render(form('Ravi'), 'b');
  expect(starts()).toBe(3);
});

it('a burst of forms delays neither a shared page nor a draft, and is refused above a limit', async () => {
  const hangs = `exports.render = ({ form }) => { while (form); return { html: '<p>page</p>', head: '', data: {} }; };`;
  const { render } = release('hangs', hangs);
  await render(PAGE);
  let ended = 0;
  let refused = 0;
  for (let network = 0; network < 12; network += 1)
    render(form('Meera'), `network ${network}`).catch((error) => {
      if (error instanceof NotRun) refused += 1;
      else ended += 1;
    });
  expect(await render(PAGE)).toBe('<p>page</p>');
  expect(ended).toBe(0);
  expect(await render(draft('unsaved'), 'preview')).toBe('<p>page</p>');
  expect(ended).toBeLessThan(7);
  expect(refused).toBe(5);
  pool.keepOnly(new Set());
});

it('a server build that does not start is tried three times for forms, then again after 30 seconds', async () => {
  const { render, starts } = release('broken', 'throw new Error("broken");');
  const forms = Array.from({ length: 7 }, (_, network) => render(form('Meera'), `network ${network}`));
  const results = await Promise.allSettled(forms);
  expect(results.map(({ status }) => status)).toEqual(Array(7).fill('rejected'));
  expect(starts()).toBe(3);
  now += 30_000;
  await expect(render(form('Ravi'), 'a')).rejects.toThrow('broken');
  expect(starts()).toBe(4);
});

it('forms that fail keep no other visitor from the page with theirs', async () => {
  const { render } = release(
    'picky',
    `exports.render = ({ form }) => {
  if (form.values.name === 'Meera') throw new Error('no');
  return { html: '<p>page</p>', head: '', data: {} };
};`,
  );
  for (let time = 0; time < 3; time += 1) await expect(render(form('Meera'), 'a')).rejects.toThrow('no');
  expect(await render(form('Ravi'), 'b')).toBe('<p>page</p>');
});
