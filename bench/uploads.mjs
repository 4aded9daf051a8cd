/**
 * A batch of camera photos through the real portal, while the connection is cut, the server is killed and the page is reloaded:
 * what is stored, lost and doubled, and what it costs. `npm run bench -- uploads`; `--photos 40` is a smaller batch.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { makeCameraPhotos } from './camera-photos.mjs';
import { startCutProxy } from './cut-proxy.mjs';
import { processTree, residentMegabytes, startProduct } from './product.mjs';

const ADMIN = { email: 'admin@bench.example', password: 'a long bench password' };
/** Shares of the batch after which each fault happens. */
const FAULTS = { cut: 0.2, kill: 0.45, reload: 0.7 };
const CUT_MS = 8000;
/** The batch has ended when no photo was stored for so long. */
const STALLED_MS = 120_000;
const QUICK_PHOTOS = 8;
/** A task that is longer makes the portal answer late. */
const TASK_LIMIT_MS = 200;

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Highest memory of the server with its helpers, and of the largest renderer, in MB. */
function watchMemory(browser, serverPid) {
  const peaks = { main: 0, all: 0, renderer: 0 };
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const each = processTree(serverPid()).map(residentMegabytes);
      peaks.main = Math.max(peaks.main, each[0]);
      peaks.all = Math.max(
        peaks.all,
        each.reduce((sum, one) => sum + one, 0),
      );
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
      const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMegabytes(id));
      peaks.renderer = Math.max(peaks.renderer, ...renderers);
    } catch {
      // A process has ended in between.
    }
    isBusy = false;
  };
  const timer = setInterval(look, 500);
  return () => {
    clearInterval(timer);
    return peaks;
  };
}

/** The photos of the batch in the gallery, read from the server itself. */
async function storedTitles(url, cookie) {
  const titles = [];
  let cursor = '';
  while (cursor !== null) {
    const response = await fetch(`${url}/api/admin/portfolio?q=batch${cursor && `&cursor=${cursor}`}`, {
      headers: { cookie },
    });
    const { items, next } = await response.json();
    titles.push(...items.map(({ title, takenAt }) => ({ title, takenAt })));
    cursor = next;
  }
  return titles;
}

async function storedCount(url, cookie) {
  const response = await fetch(`${url}/api/admin/portfolio?q=batch&limit=1`, { headers: { cookie } }).catch(() => null);
  return response?.ok ? (await response.json()).total : null;
}

/** The page's long tasks, which a reload would forget, are kept here. */
async function recordTasks(page) {
  const tasks = [];
  await page.exposeFunction('keepTask', (ms) => tasks.push(ms));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.keepTask(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return tasks;
}

/** What was stored before the reload was picked again, and waits for a decision until every file is checked. */
async function skipKnown(panel) {
  const deadline = performance.now() + STALLED_MS;
  const isDone = () => panel.getByText(/^\d+ photos? stored$/).isVisible();
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('some uploads neither ended nor failed');
    const skip = panel.getByRole('button', { name: /^Skip / }).first();
    if (await skip.isVisible()) await skip.click();
    await later(250);
  }
}

export async function measure({ quick, photos }) {
  const count = quick ? QUICK_PHOTOS : photos;
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-uploads-'));
  const stops = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    mkdirSync(join(folder, 'photos'));
    const paths = await makeCameraPhotos(join(folder, 'photos'), count);
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    const env = { DATA_DIR: join(folder, 'data'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    let product = await startProduct(env);
    stops.push(() => product.stop());
    const proxy = await startCutProxy(Number(new URL(product.url).port));
    stops.push(() => proxy.close());
    const browser = await launchBrowser();
    stops.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const tasks = await recordTasks(page);
    page.on('dialog', (dialog) => dialog.accept());

    await page.goto(`${proxy.url}/admin`);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.goto(`${proxy.url}/admin/dashboard/gallery`);
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const panel = page.getByRole('region', { name: 'Uploads' });
    const pick = () => panel.getByLabel('Photo files').setInputFiles(paths);
    await page.getByRole('button', { name: 'Upload photos' }).click();

    const endWatch = watchMemory(await browser.newBrowserCDPSession(), () => product.pid);
    tasks.length = 0;
    const began = performance.now();
    await pick();

    const happened = [];
    const faults = {
      async cut() {
        proxy.cut();
        await later(CUT_MS);
        proxy.heal();
      },
      async kill() {
        process.kill(product.pid, 'SIGKILL');
        await product.ended;
        product = await startProduct(env, { atRest: false });
        proxy.moveTo(Number(new URL(product.url).port));
      },
      async reload() {
        await page.reload();
        await panel.getByText('Pick the same files again').waitFor();
        await pick();
      },
    };
    let stored = 0;
    let lastChange = performance.now();
    while (stored < count && performance.now() - lastChange < STALLED_MS) {
      const next = (await storedCount(product.url, cookie)) ?? stored;
      if (next !== stored) {
        stored = next;
        lastChange = performance.now();
      }
      for (const [name, share] of Object.entries(FAULTS)) {
        if (happened.some((each) => each.name === name) || stored < count * share) continue;
        happened.push({ name, after: stored });
        console.log(
          `  ${name} after ${stored} of ${count} photos, ${((performance.now() - began) / 1000).toFixed(0)} s`,
        );
        await faults[name]();
        lastChange = performance.now();
        break;
      }
      await later(250);
    }
    const seconds = (performance.now() - began) / 1000;
    await skipKnown(panel);
    const titles = await storedTitles(product.url, cookie);
    const peaks = endWatch();
    const unique = new Set(titles.map(({ title }) => title));
    const wanted = paths.map((path) => basename(path, '.jpg').replace('batch-', 'Batch '));
    const lost = wanted.filter((title) => !unique.has(title)).length;
    const longest = Math.max(0, ...tasks);
    const facts = `${count} photos of 12 to 24 megapixels, ${(bytes / 1e9).toFixed(2)} GB`;
    return {
      rows: [
        { what: `${facts}: lost`, value: lost, limit: '<= 0', note: `${unique.size} stored` },
        { what: 'stored twice', value: titles.length - unique.size, limit: '<= 0' },
        { what: 'without the time taken', value: titles.filter(({ takenAt }) => !takenAt).length, limit: '<= 0' },
        {
          what: 'time until the last one was stored',
          value: `${seconds.toFixed(0)} s`,
          note: `${(seconds / count).toFixed(2)} s a photo; faults ${happened.map(({ name, after }) => `${name} after ${after}`).join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
        },
        {
          what: 'highest memory of the server',
          value: `${Math.round(peaks.main)} MB`,
          note: `with its helper processes ${Math.round(peaks.all)} MB`,
        },
        { what: 'highest memory of the renderer', value: `${Math.round(peaks.renderer)} MB` },
        {
          what: 'longest task of the portal',
          value: `${Math.round(longest)} ms`,
          limit: `<= ${TASK_LIMIT_MS} ms`,
          note: `${tasks.filter((ms) => ms > 100).length} above 100 ms, ${tasks.length} above 50 ms`,
        },
      ],
      data: { happened, peaks, tasks },
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
