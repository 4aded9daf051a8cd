/**
 * The editor with 10,000 revisions: list, history, compare, save and publish at the API, with the embedded database and with
 * Postgres; and in a browser from a key to the changed sentence in the preview.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { launchBrowser } from './browser.mjs';
import { ADMIN, withDatabase } from './gallery.mjs';
import { startProduct } from './product.mjs';
import { median, quantile, spread } from './statistics.mjs';

const FULL = { revisions: 10_000, runs: 30, keys: 40 };
const QUICK = { revisions: 500, runs: 3, keys: 5 };
const API_LIMIT_MS = 200;
const PREVIEW_LIMIT_MS = 300;
/** Between two measured keys. */
const PAUSE_MS = 250;
const SENTENCE = 'text:hero:description';

/** Fills the history: half of it of one text, the rest of all packages. */
async function fillHistory(db, count) {
  const packages = await db.selectFrom('packages').select('id').execute();
  const ids = packages.map(({ id }) => String(id));
  const rows = Array.from({ length: count }, (_, index) => {
    const isText = index % 2 === 0;
    const body = isText
      ? {
          brand_name: 'Godhuli',
          trade: 'Photography & Films',
          tagline: `Evening ${index}`,
          description: 'Kept light. '.repeat(20),
        }
      : {
          ...PACKAGE,
          name: `Package ${index}`,
          features: Array.from({ length: 30 }, (_, line) => `Feature ${line} of ${index}`),
        };
    return {
      ...{ entity: isText ? 'text' : 'package', entity_id: isText ? 'hero' : ids[((index - 1) / 2) % ids.length] },
      ...{ locale: 'en', version: index + 1, state: 'published', author: 'Bench', body: JSON.stringify(body) },
    };
  });
  for (let start = 0; start < rows.length; start += 1000)
    await db
      .insertInto('revisions')
      .values(rows.slice(start, start + 1000))
      .execute();
}

const PACKAGE = {
  ...{ priceKind: 'exact', rupees: 45_000, duration: '6 hours', category: 'Wedding', terms: [], popular: false },
  ...{ icon: null, color: '', archived: true },
};

/** Signs in and returns how to send a request: `{ ms, body }`. */
async function signIn(url) {
  const headers = { 'content-type': 'application/json', origin: url };
  const login = await fetch(`${url}/api/admin/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (method, path, json) => {
    const started = performance.now();
    const body = json === undefined ? undefined : JSON.stringify(json);
    const response = await fetch(url + path, { method, headers: { ...headers, cookie }, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return { ms: performance.now() - started, body: text === '' ? null : JSON.parse(text) };
  };
}

/** Milliseconds of each request, by what it does. */
async function requestsOf(url, runs) {
  const send = await signIn(url);
  const times = {};
  const timed = async (what, ...request) => {
    const { ms, body } = await send(...request);
    times[what] = [...(times[what] ?? []), ms];
    return body;
  };
  const hero = '/api/admin/documents/text/hero';
  for (let run = 0; run <= runs; run += 1) {
    // The first run warms up.
    if (run === 1) for (const what of Object.keys(times)) delete times[what];
    await timed('list the packages', 'GET', '/api/admin/documents?entity=package&limit=200');
    const { revisions } = await timed(
      'list the history of one text',
      'GET',
      '/api/admin/revisions?limit=50&entity=text&id=hero',
    );
    await timed('list the history of the site', 'GET', '/api/admin/revisions?limit=50');
    const oldest = await send('GET', '/api/admin/revisions?limit=1&cursor=2');
    const old = oldest.body.revisions[0] ?? revisions.at(-1);
    await timed('compare two versions', 'GET', `/api/admin/revisions/${revisions[0]._id}?with=${old._id}`);
    const { version, body } = await timed('open a text', 'GET', hero);
    const draft = await timed('save a draft', 'PUT', hero, { version, body: { ...body, tagline: `Run ${run}` } });
    await timed('list the drafts', 'GET', '/api/admin/drafts?limit=200');
    const documents = [{ entity: 'text', id: 'hero', version: draft.version }];
    await timed('publish', 'POST', '/api/admin/publications', { documents });
    const restored = await timed('restore a version', 'POST', `/api/admin/revisions/${old._id}/restore`, {
      version: (await send('GET', old.entity === 'text' ? hero : `/api/admin/documents/${old.entity}/${old.id}`)).body
        .version,
    });
    await send('DELETE', `/api/admin/documents/${restored.entity}/${restored.id}/draft?version=${restored.version}`);
  }
  return times;
}

/** Starts the product, fills its history, and passes it to `use`. */
async function withHistory(cluster, { revisions }, use) {
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-editor-'));
  const database = cluster ? { DATABASE_URL: cluster.url } : {};
  const env = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...database };
  try {
    await (await startProduct(env)).stop();
    await withDatabase({ dataDir, databaseUrl: cluster?.url }, (db) => fillHistory(db, revisions));
    const product = await startProduct(env);
    try {
      return await use(product.url);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from each key to the changed sentence in the preview. */
async function previewTimes(url, keys) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/admin`);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/admin\/dashboard$/);
    await page.goto(`${url}/admin/dashboard/pages`);
    await page.frameLocator('iframe').locator(`[data-edit="${SENTENCE}"]`).waitFor();
    const field = page.getByLabel('Introduction');
    await field.fill('A ');
    const times = [];
    for (let key = 0; key < keys; key += 1) {
      await page.waitForTimeout(PAUSE_MS);
      await page.evaluate((mark) => {
        const input = document.activeElement;
        const before = input.value;
        self.benchShown = new Promise((resolve) => {
          input.addEventListener(
            'keydown',
            ({ timeStamp }) => {
              const look = () => {
                const shown = document.querySelector('iframe').contentDocument.querySelector(`[data-edit="${mark}"]`);
                const isNew = input.value !== before && shown.textContent === input.value;
                if (isNew) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
                else requestAnimationFrame(look);
              };
              requestAnimationFrame(look);
            },
            { once: true },
          );
        });
      }, SENTENCE);
      await page.keyboard.press('e');
      times.push(await page.evaluate(() => self.benchShown));
    }
    return times;
  } finally {
    await browser.close();
  }
}

const percentile95 = (values) => quantile(values, 0.95);
const rowsOf = (times, engine) =>
  Object.entries(times).map(([what, values]) => ({
    what: `${what}, ${engine}`,
    value: `${percentile95(values).toFixed(0)} ms`,
    limit: `<= ${API_LIMIT_MS}`,
    note: `95th percentile; median ${spread(values)} ms`,
  }));

export async function measure({ quick }) {
  const size = quick ? QUICK : FULL;
  const cluster = await startPostgres();
  try {
    const embedded = await withHistory(null, size, async (url) => ({
      api: await requestsOf(url, size.runs),
      preview: await previewTimes(url, size.keys),
    }));
    const postgres = cluster && (await withHistory(cluster, size, (url) => requestsOf(url, size.runs)));
    const preview = {
      what: 'from a key to the changed sentence in the preview',
      value: `${median(embedded.preview).toFixed(0)} ms`,
      limit: `<= ${PREVIEW_LIMIT_MS}`,
      note: `median of ${size.keys} keys, 95th percentile ${percentile95(embedded.preview).toFixed(0)} ms; embedded database`,
    };
    return {
      rows: [...rowsOf(embedded.api, 'embedded'), ...(postgres ? rowsOf(postgres, 'Postgres') : []), preview],
      text: `${size.revisions.toLocaleString('en')} revisions, half of them of one text. Each request ${size.runs} times through the front door on loopback.`,
      data: { embedded, postgres },
    };
  } finally {
    await cluster?.stop();
  }
}
