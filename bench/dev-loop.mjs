/**
 * How soon `npm run dev` shows an edit: a component of the shell and of each remote in an open page, which keeps what was
 * typed, and each server in its next response. Edits sources of this checkout and restores them.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { freePort } from './node-process.mjs';
import { root } from './product.mjs';
import { spread } from './statistics.mjs';

const LONGEST_MS = 60_000;
/** The start builds what is not built yet. */
const LONGEST_START_MS = 900_000;
const LEGACY_FORM = { path: '/admin-old/portfolio', field: '#legacy-title' };

/** `text` in `file` is edited; the page at `path` shows it, and `field` keeps what was typed. */
const COMPONENTS = [
  { name: 'shell', ...LEGACY_FORM, file: 'shell/src/toast/toasts.tsx', text: 'Notifications (' },
  {
    name: 'public-site',
    path: '/',
    field: '#contact input',
    file: 'public-site/src/contact/contact.tsx',
    text: 'Office address',
  },
  {
    name: 'admin-portal',
    path: '/admin',
    field: 'input[type=email]',
    file: 'admin-portal/src/features/login/login-page.tsx',
    text: 'Sign in to manage',
  },
  { name: 'legacy-admin', ...LEGACY_FORM, file: 'legacy-admin/src/portfolio/add-form.tsx', text: 'Title *' },
];
/** `text` in `file` is edited; the response at `path` has it. */
const SERVERS = [
  { name: 'API', path: '/api/nowhere', file: 'api/src/http/errors.ts', text: "'Not found" },
  { name: 'front door', path: '/robots.txt', file: 'front-door/src/documents/sitemap.ts', text: 'User-agent: *' },
];

/** Adds a word behind a text of a source file. @returns restores the file */
function edit({ file, text }, word) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(text, `${text} ${word}`);
  if (after === before) throw new Error(`${file} has no '${text}'`);
  writeFileSync(path, after);
  return () => writeFileSync(path, before);
}

/** Milliseconds from an edit until `isShown(word, true)`; then restores the file and waits until the word is gone. */
async function timeOf(subject, round, isShown) {
  const word = `edited${process.pid}x${round}`;
  const startedAt = performance.now();
  const restore = edit(subject, word);
  try {
    await isShown(word, true);
    return performance.now() - startedAt;
  } finally {
    restore();
    await isShown(word, false);
  }
}

async function untilTrue(isTrue, longestMs = LONGEST_MS) {
  const deadline = Date.now() + longestMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not shown within ${longestMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** @returns {Promise<{ url: string, startMs: number, stop(): Promise<void> }>} `npm run dev` on data of its own */
async function startDevelopment() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-dev-loop-'));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts', 'dev.mjs')], {
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
      ...{ ADMIN_EMAIL: 'asha@godhuli.example', ADMIN_PASSWORD: 'a long bench password' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilTrue(() => {
      if (child.exitCode !== null) throw new Error(`npm run dev ended:\n${printed}`);
      return printed.includes(`Godhuli is open at ${url}`);
    }, LONGEST_START_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, startMs: performance.now() - startedAt, stop };
}

async function componentRow(browser, url, component, rounds) {
  const page = await browser.newPage();
  await page.goto(url + component.path);
  await page.locator('html[data-remote-ready]').waitFor({ state: 'attached', timeout: LONGEST_MS });
  await page.locator(component.field).first().fill('typed before the edit');
  await page.evaluate(() => {
    self.isFirstDocument = true;
  });
  const isShown = (word, shown) =>
    page.waitForFunction(
      ([text, wanted]) => document.documentElement.outerHTML.includes(text) === wanted,
      [word, shown],
      { polling: 10, timeout: LONGEST_MS },
    );
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(component, round, isShown));
  const typed = await page.locator(component.field).first().inputValue();
  const isKept = typed === 'typed before the edit' && (await page.evaluate(() => self.isFirstDocument === true));
  await page.close();
  if (!isKept) throw new Error(`${component.name}: the page lost its state`);
  return { what: `component of ${component.name}`, value: `${spread(times)} ms`, limit: '1000 ms', note: 'state kept' };
}

async function serverRow(url, server, rounds) {
  const isShown = (word, shown) =>
    untilTrue(async () => (await (await fetch(url + server.path)).text()).includes(word) === shown);
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(server, round, isShown));
  return { what: `${server.name}, until the new response`, value: `${spread(times)} ms`, limit: '2000 ms' };
}

export async function measure({ quick }) {
  const rounds = quick ? 1 : 7;
  const development = await startDevelopment();
  const browser = await launchBrowser();
  try {
    const rows = [
      { what: 'start of npm run dev, everything built', value: `${(development.startMs / 1000).toFixed(1)} s` },
    ];
    for (const component of COMPONENTS) rows.push(await componentRow(browser, development.url, component, rounds));
    for (const server of SERVERS) rows.push(await serverRow(development.url, server, rounds));
    return rows;
  } finally {
    await browser.close();
    await development.stop();
  }
}
