import { readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PageComposition, releaseFileUrl } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import {
  type FakeReleaseOptions,
  fakeRelease,
  packEntries,
  packRelease,
} from '@godhuli/release-gate/testing/fake-release';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { FULL, promise } from './faults/volume';
import { signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { hydrate, isInteractive } from './page/visitor';
import { everyChunk, type ReleaseDesk, releaseDesk, studioRemote, variantOfBuild } from './product/deploy';
import { freePort, type Product, ROOT, startProduct } from './product/start-product';

/** From the navigation on, the visitor sees the last good release or a fallback within this time. */
const LIMIT_MS = 6000;
/** Notes, on the page's own clock, when a remote or its fallback has come up and whenever its text changes after that. */
const noteScreens = () => {
  let shown = '';
  new MutationObserver(() => {
    const screen =
      document.documentElement.dataset.remoteReady ?? document.querySelector('[role="alert"] h1')?.textContent;
    if (!screen) return;
    const shows = `${screen} ${document.getElementById('shell')?.textContent}`;
    if (shows !== shown) performance.mark('screen');
    shown = shows;
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-remote-ready'] });
};
const REMOTE = 'legacy-admin';
const FALLBACK = 'We could not load this part of the page';
const EXPECTED =
  /broken|integrity|Federation|Failed to load|contract|export|useState|Invalid hook|Unexpected end of input|Refused to execute script|Loading chunk|503|502/i;

/** Holds in a browser alone: a release that fails on this condition passes every check of the gate. */
const IN_BROWSER = '/Chrome/.test(navigator.userAgent)';
const failing = (what: string) => `if (${IN_BROWSER}) throw new Error('broken: ${what}');`;
const component = (body: string) => `{ remote: { contract: 1, name: '${REMOTE}', App: ({ host }) => { ${body} } } }`;
const line = (text: string) => `return React.createElement('p', null, ${JSON.stringify(text)});`;
const unlessInBrowser = (broken: string, what: string) => `${IN_BROWSER} ? ${broken} : ${component(line(what))}`;

const PAGES = ['/', '/overview', '/portfolio', '/packages', '/inquiries', '/settings'];
/** A small release of legacy-admin with the pages of the real one. */
const written = (options: FakeReleaseOptions) => ({
  name: REMOTE,
  ...options,
  manifest: { routes: PAGES, ...options.manifest },
});
const pack = async (options: FakeReleaseOptions) => new Uint8Array(await packRelease(fakeRelease(written(options))));

/** The whole of React under other names, as a careless bundler config would bring it past the gate. */
const secondReact = () =>
  readFileSync(join(ROOT, 'node_modules/react/cjs/react.production.js'), 'utf8')
    .replaceAll(/__(CLIENT|SERVER|COMPILER)/g, '__DISGUISED_$1')
    .replaceAll('process.env', '({}).env');

/** Visitors of other addresses, as a proxy in front tells them apart. */
const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const VISITORS = [1, 2, 3].map((number) => `198.51.100.${number}`);

let product: Product;
let desk: ReleaseDesk;
/** the release that the workspace's build is: the last good one throughout */
let good: string;
const figures: [fault: string, screen: string, ms: number][] = [];
const folders: string[] = [];

test.beforeAll(async () => {
  product = await startProduct({ env: BEHIND_PROXY });
  desk = await releaseDesk(product.url);
  good = await desk.live(REMOTE);
});
test.afterAll(async () => {
  await product?.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  const width = Math.max(0, ...figures.map(([fault]) => fault.length));
  console.log(figures.map(([fault, screen, ms]) => `${fault.padEnd(width)}  ${screen.padEnd(18)} ${ms} ms`).join('\n'));
});
test.beforeEach(async ({ consoleWatch, context }) => {
  consoleWatch.allow(EXPECTED);
  await context.addInitScript(noteScreens);
});

/** Makes a release live with the good one as its predecessor. */
async function goLive(version: string, remote = REMOTE, before = good): Promise<void> {
  expect((await desk.promote(remote, before)).status).toBe(200);
  expect((await desk.promote(remote, version)).status).toBe(200);
  await expect.poll(() => desk.live(remote)).toBe(version);
}

/** The other remotes come up, in pages of their own. */
async function expectOthersWork(context: BrowserContext): Promise<void> {
  const open = async (path: string, remote: string) => {
    const page = await context.newPage();
    await page.goto(product.url + path);
    if (remote === 'public-site') await hydrate(page);
    await expect(page.locator(`html[data-remote-ready="${remote}"]`)).toBeAttached();
    await page.close();
  };
  await Promise.all([open('/', 'public-site'), open('/admin', 'admin-portal')]);
}

/**
 * Waits for what the visitor should see, notes the time since the page was asked for (its time origin), which
 * `npm run test:faults` holds to the limit; then looks at the other remotes.
 */
async function seen(fault: string, screen: string, locator: Locator): Promise<void> {
  const page = locator.page();
  await expect(locator).toBeVisible();
  const ms = await page.evaluate(() => performance.getEntriesByName('screen').at(-1)?.startTime ?? Number.NaN);
  figures.push([fault, screen, Math.round(ms)]);
  promise(ms, LIMIT_MS);
  await expectOthersWork(page.context());
}

const lastGood = (page: Page) => page.getByRole('tab', { name: 'Overview' });
const fallback = (page: Page) => page.getByRole('heading', { name: FALLBACK });

/** The toast area takes a toast of the release that the visitor sees. */
async function expectToastsWork(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Save Logo' }).click();
  await expect(page.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible();
}

/** Opens a page of a release that fails, expects the last good one and the rest of the site, and that nothing moved. */
async function expectLastGood(page: Page, fault: string, breakIt: (page: Page) => Promise<unknown> = async () => {}) {
  const before = await desk.moves(REMOTE);
  await breakIt(page);
  await page.goto(`${product.url}/admin-old`, { waitUntil: 'commit' });
  await seen(fault, 'last good release', lastGood(page));
  await expectToastsWork(page);
  expect(await desk.moves(REMOTE), 'nothing flaps').toEqual(before);
}

test.describe('CARD-7 a release passes the gate, fails in the browser, and the visitor sees the last good one:', () => {
  const faults: [string, FakeReleaseOptions][] = [
    ['its entry throws', { prelude: failing('entry') }],
    ['it throws at init', {}],
    ['the export is missing', { module: unlessInBrowser('{}', 'export') }],
    [
      'it speaks another contract',
      { module: unlessInBrowser(`{ remote: { contract: 99, name: '${REMOTE}', App: () => null } }`, 'contract') },
    ],
    [
      'it brings a second React',
      {
        prelude: `var ownReact = {}; (function (exports) { ${secondReact()} })(ownReact);`,
        module: component(`if (${IN_BROWSER}) ownReact.useState(0); ${line('second react')}`),
      },
    ],
    ['it throws in its first render', { module: component(`${failing('render')} ${line('render')}`) }],
    [
      'it throws in an effect',
      { module: component(`React.useEffect(() => { ${failing('effect')} }); ${line('effect')}`) },
    ],
  ];
  for (const [fault, options] of faults)
    test(fault, async ({ page }) => {
      const release = written({ text: fault, ...options });
      if (fault === 'it throws at init') {
        const source = fakeRelease({ ...release, prelude: '/* init */' }).files['remoteEntry.js'] ?? '';
        Object.assign(release, {
          prelude: '/* init */',
          files: { 'remoteEntry.js': source.replace('init: (given) => {', `init: (given) => { ${failing('init')}`) },
        });
      }
      await goLive(await desk.publish(release));
      await expectLastGood(page, fault);
    });
});

test.describe('CARD-7 a live release is missing or changed, and the visitor sees the last good one:', () => {
  let live: string;
  const file = (name: string) => new RegExp(`/remotes/${REMOTE}/${live}/${name}`);
  const chunk = 'chunk.js';
  test.beforeEach(async () => {
    live = await desk.publish(
      written({
        text: 'does not arrive',
        files: { [chunk]: 'var aChunk = 1;' },
        manifest: { remoteFiles: [chunk] },
      }),
    );
    await goLive(live);
  });
  const notFound = (name: string) => (page: Page) =>
    page.route(file(name), (route) => route.fulfill({ status: 404, body: 'gone' }));
  const instead = (source: string) => (page: Page) =>
    page.route(file('remoteEntry.js'), (route) => route.fulfill({ contentType: 'text/javascript', body: source }));

  test('entry 404', ({ page }) => expectLastGood(page, 'entry 404', notFound('remoteEntry.js')));
  test('chunk 404', ({ page }) => expectLastGood(page, 'chunk 404', notFound(chunk)));
  test('integrity mismatch: changed bytes do not run', async ({ page }) => {
    await expectLastGood(page, 'integrity mismatch', instead('window.changedBytesRan = true;'));
    expect(await page.evaluate(() => 'changedBytesRan' in window)).toBe(false);
  });
  test('an old, validly published entry is replayed at the URL of the live one', async ({ page }) => {
    const old = fakeRelease(written({ prelude: 'window.oldEntryRan = true;' }));
    await desk.upload(REMOTE, new Uint8Array(await packRelease(old)));
    await expectLastGood(page, 'old entry replayed', instead(old.files['remoteEntry.js'] ?? ''));
    expect(await page.evaluate(() => 'oldEntryRan' in window)).toBe(false);
  });
  test('syntax error, with a digest that fits', async ({ page }) => {
    const { createHash } = await import('node:crypto');
    const source = 'var broken = (';
    const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
    await expectLastGood(page, 'syntax error', async () => {
      await instead(source)(page);
      await page.route(/\/admin-old$/, async (route) => {
        const original = await route.fetch();
        const body = (await original.text()).replace(/(id="composition"[^>]*>)([^<]*)/, (_all, tag: string, json) => {
          const composition = JSON.parse(json) as PageComposition;
          for (const listed of composition.remotes[REMOTE]?.live.files ?? [])
            if (listed.path === 'remoteEntry.js') listed.integrity = integrity;
          for (const script of composition.scripts) if (script.src.includes(live)) script.integrity = integrity;
          return tag + JSON.stringify(composition).replaceAll('<', '\\u003c');
        });
        await route.fulfill({ response: original, body });
      });
    });
  });
  test('the entry hangs for 30 s; the fallback of a first release that hangs', async ({ page, browser }) => {
    const hang = (release: RegExp) => (opened: Page) => opened.route(release, () => new Promise(() => undefined));
    const first = await browser.newContext();
    await first.addInitScript(noteScreens);
    const alone = await first.newPage();
    // No release of this remote arrives at all: nothing is left but the fallback.
    await hang(new RegExp(`/remotes/${REMOTE}/`))(alone);
    const nothingLeft = alone
      .goto(`${product.url}/admin-old`, { waitUntil: 'commit' })
      .then(() => seen('every entry hangs', 'fallback', fallback(alone)));
    await Promise.all([expectLastGood(page, 'entry hangs', hang(file('remoteEntry.js'))), nothingLeft]);
    await expect(alone.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(alone.getByRole('region', { name: /notifications/i })).toBeAttached();
    await first.close();
  });
});

/** Publishes a variant of a workspace's build and makes it live over the release that is. Answers both, and the files. */
async function shipVariant(remote: string, mark: string, change: (source: string, path: string) => string) {
  const before = await desk.live(remote);
  const folder = variantOfBuild(remote, mark, change);
  folders.push(folder);
  const { token } = await desk.createToken(remote);
  const { version } = JSON.parse(
    await studioRemote(token, ['publish', '--dir', folder, '--remote', remote, '--json', '--to', product.url]),
  ) as { version: string };
  await goLive(version, remote, before);
  const manifest = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as ReleaseManifest;
  return { before, version, manifest };
}

test('CARD-7 a lazy chunk is 404 after the page has come up: the last good release replaces it', async ({ page }) => {
  const remote = 'admin-portal';
  const mark = 'c0ffee000001';
  const { before, version, manifest } = await shipVariant(remote, mark, everyChunk(mark));
  await signInByPage(page, product.url);
  await expect(page.getByRole('link', { name: 'Gallery', exact: true }).first()).toBeVisible();
  const gone = new Set(
    manifest.files
      .map(({ path }) => releaseFileUrl(`/remotes/${remote}/${version}/`, path))
      .filter((path) => path.endsWith('.js')),
  );
  await page.route(
    (url) => gone.has(url.pathname),
    (route) => route.fulfill({ status: 404, body: '' }),
  );
  const clicked = await page.evaluate(() => performance.now());
  await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  const ms = Math.round((await page.evaluate(() => performance.now())) - clicked);
  figures.push(['lazy chunk 404', 'last good release', ms]);
  promise(ms, LIMIT_MS);
  expect(await desk.live(remote)).toBe(version);
  await desk.promote(remote, before);
});

test('CARD-7 the live release fails at init: the last good one runs its own copies of the same chunks', async ({
  page,
}) => {
  const remote = 'admin-portal';
  const mark = 'c0ffee000004';
  const container = `admin_portal_${mark}`;
  const broken = `;(() => { const { get, init } = ${container}; ${container} = { get, init: (given) => { ${failing('init')} return init(given); } }; })();`;
  const { before, manifest } = await shipVariant(remote, mark, (source, path) =>
    path === 'remoteEntry.js' ? source + broken : source,
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(`/remotes/${remote}/assets/`) && !search) asked.push(pathname);
  });
  await signInByPage(page, product.url);
  await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  // What both need at first, and more for the page behind the link; nothing of it twice.
  expect(asked).toEqual(expect.arrayContaining(manifest.remoteFiles.map((path) => `/remotes/${remote}/${path}`)));
  expect(asked.length).toBeGreaterThan(manifest.remoteFiles.length);
  expect(asked).toEqual([...new Set(asked)]);
  await desk.promote(remote, before);
});

test('CARD-7 a chunk that two releases share hangs: the last good one replaces it', async ({ page }) => {
  const remote = 'admin-portal';
  const { before, manifest } = await shipVariant(remote, 'c0ffee000005', (source) => source);
  await signInByPage(page, product.url);
  await expect(page.getByRole('link', { name: 'Gallery', exact: true }).first()).toBeVisible();
  const hanging = `${product.url}/remotes/${remote}/${manifest.remoteFiles[0]}`;
  await page.route(hanging, () => new Promise(() => undefined));
  await page.goto(`${product.url}/admin/dashboard`, { waitUntil: 'commit' });
  await seen(
    'a shared chunk hangs',
    'last good release',
    page.getByRole('link', { name: 'Gallery', exact: true }).first(),
  );
  await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  await desk.promote(remote, before);
});

test('CARD-7 a release that throws in an event handler stays live, and the failure is recorded', async ({ page }) => {
  const button = `return React.createElement('button', { onClick: () => { host.toast({ title: 'Before' }); throw new Error('broken: handler'); } }, 'Press');`;
  await goLive(await desk.publish(written({ module: component(button) })));
  const before = await desk.moves(REMOTE);
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/composition/reports'));
  await page.goto(`${product.url}/admin-old`);
  const press = page.getByRole('button', { name: 'Press' });
  await seen('throws in a handler', 'its own page', press);
  await press.click();
  await expect(
    page
      .getByRole('region', { name: /notifications/i })
      .getByText('Before')
      .first(),
  ).toBeVisible();
  expect((await reported).status()).toBe(204);
  await expect(press).toBeVisible();
  expect(await desk.moves(REMOTE)).toEqual(before);
});

for (const [fault, mark, statement] of [
  ['throws on the server', 'c0ffee000002', `throw new Error('broken: server')`],
  ['server build loops forever', 'c0ffee000003', 'for (;;);'],
] as const)
  test(`CARD-7 ${fault}: the browser renders the same release, and the rest still responds`, async ({ page }) => {
    const remote = 'public-site';
    // Only the front door says under which origin a visitor came: the gate sees a server build without fault.
    const broken = `;(() => { const { render } = module.exports; module.exports = { render: (input) => { if (input.origin) { ${statement}; } return render(input); } }; })();`;
    const { before, version } = await shipVariant(remote, mark, (source, path) =>
      path === 'server.cjs' ? source + broken : source,
    );
    const moves = await desk.moves(remote);
    const coming = page.goto(product.url, { waitUntil: 'commit' });
    const other = await page.context().newPage();
    await other.goto(`${product.url}/admin-old`);
    await expect(other.locator(`html[data-remote-ready="${REMOTE}"]`)).toBeAttached();
    await coming;
    await seen(fault, 'the same release', page.locator('html[data-remote-ready="public-site"]'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.getElementById('composition')?.textContent)).toContain(version);
    await test.step('PUB-HERO-1 PUB-LIGHT-1 its page script runs, and a photo opens above the page', async () => {
      await isInteractive(page);
      await page
        .locator('#portfolio')
        .getByRole('link', { name: /^View / })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Photos' })).toBeVisible();
    });
    await test.step('LANG-11 in the language of the page', async () => {
      await page.goto(`${product.url}/mr`);
      await isInteractive(page);
      await page.locator('#portfolio a[href*="/p/"]').first().click();
      await expect(page.getByRole('dialog', { name: 'छायाचित्रे' })).toBeVisible();
    });
    expect(await desk.moves(remote), 'nothing flaps').toEqual(moves);
    await desk.promote(remote, before);
  });

/** Three visitors of the site at `url` meet a release that breaks in the field. Answers how it went back. */
async function breakInTheField(browser: Browser, url: string): Promise<void> {
  const broken = `React.useEffect(() => { if (document.body) throw new Error('broken in the field'); });`;
  const bad = await desk.publish(written({ module: component(`${broken} ${line('field')}`) }));
  await goLive(bad);
  const before = await desk.moves(REMOTE);
  let firstFailureAt = Number.POSITIVE_INFINITY;
  const visit = async (address: string) => {
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } });
    await context.addInitScript(noteScreens);
    const page = await context.newPage();
    page.on('pageerror', () => {
      firstFailureAt = Math.min(firstFailureAt, Date.now());
    });
    page.on('request', (request) => {
      if (request.url().endsWith('/api/composition/reports')) firstFailureAt = Math.min(firstFailureAt, Date.now());
    });
    await page.goto(`${url}/admin-old`, { waitUntil: 'commit' });
    await seen('broken in the field', 'last good release', lastGood(page));
    await context.close();
  };
  await Promise.all(VISITORS.map(visit));
  await expect.poll(() => desk.live(REMOTE), { intervals: [50], timeout: 120_000 }).toBe(good);
  figures.push(['automatic rollback', 'first failure to last good', Date.now() - firstFailureAt]);
  const [move, ...earlier] = await desk.moves(REMOTE);
  expect(move).toMatchObject({ version: good, from: bad, automatic: true, by: 'this installation' });
  expect(move?.reason).toContain('broken in the field');
  expect(earlier, 'moved once').toEqual(before);
  await Promise.all(VISITORS.map(visit));
  expect(await desk.moves(REMOTE), 'nothing flaps').toEqual([move, ...earlier]);
}

test('CARD-7 a release that fails for three visitors is rolled back automatically, once', async ({ browser }) => {
  await breakInTheField(browser, product.url);
  expect(product.output()).toContain('release withdrawn automatically');
});

if (FULL)
  test('CARD-7 with the API in another process (API_URL) a failing release is rolled back once', async ({
    browser,
  }) => {
    const [together, deskTogether, goodTogether] = [product, desk, good];
    const port = await freePort();
    const api = await startProduct({ program: 'api/dist/main.js', port, env: BEHIND_PROXY });
    try {
      product = await startProduct({ env: { ...BEHIND_PROXY, API_URL: `http://127.0.0.1:${port}` } });
      desk = await releaseDesk(product.url);
      good = await desk.live(REMOTE);
      await breakInTheField(browser, product.url);
      expect(api.output()).toContain('release withdrawn automatically');
    } finally {
      if (product !== together) await product.remove();
      await api.remove();
      [product, desk, good] = [together, deskTogether, goodTogether];
    }
  });

test('CARD-7 no malicious visitor rolls back a good release, from however many IPs', async () => {
  await goLive(good, REMOTE, await desk.publish(written({ text: 'before the good one' })));
  const remotes = ['public-site', 'admin-portal', REMOTE];
  const versions = new Map(await Promise.all(remotes.map(async (name) => [name, await desk.live(name)] as const)));
  const before = await Promise.all(remotes.map((name) => desk.moves(name)));
  const report = async (remote: string, address: string, stage: string) => {
    const response = await fetch(`${product.url}/api/composition/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ remote, version: versions.get(remote), stage, cause: 'forged', page: '/' }),
    });
    return response.status;
  };
  const verdicts = () => product.output().split('the probe finds nothing wrong').length - 1;
  const alone = await Promise.all(
    Array.from({ length: 24 }, (_, index) => report(remotes[index % 3] ?? REMOTE, '203.0.113.9', 'render')),
  );
  expect(alone.filter((status) => status === 204).length).toBeLessThanOrEqual(20);
  expect(verdicts(), 'one address is not even looked into').toBe(0);
  for (const remote of remotes)
    for (const address of ['203.0.113.10', '203.0.113.11', '203.0.113.12']) await report(remote, address, 'entry');
  // Each is tried by the host itself, and stays.
  await expect.poll(verdicts, { timeout: 120_000 }).toBe(remotes.length);
  expect(await Promise.all(remotes.map((name) => desk.moves(name)))).toEqual(before);
});

test('CARD-7 without the object store pages come from the front door, or from the last good release', async ({
  page,
}) => {
  await expectOthersWork(page.context());
  const unseen = await desk.publish(written({ text: 'never fetched' }));
  const store = join(product.dataDir, 'releases');
  const listed = await desk.listed(REMOTE);
  await rename(store, `${store}.away`);
  try {
    await goLive(unseen);
    await expectLastGood(page, 'object store away');
    const response = await desk.upload(REMOTE, await pack({ text: 'refused' }));
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  } finally {
    await rm(store, { recursive: true, force: true });
    await rename(`${store}.away`, store);
  }
  expect(await desk.listed(REMOTE)).toEqual(listed);
  // The store is back, and so is the release, without anybody's doing.
  await expect(async () => {
    await page.goto(`${product.url}/admin-old`);
    await expect(page.getByText('never fetched')).toBeVisible({ timeout: 5000 });
  }).toPass();
});

test('CARD-7 two publishes at once, of other and of the same content, are both whole; either can go live', async ({
  page,
}) => {
  const packed = await Promise.all(['first', 'first', 'second'].map((text) => pack({ text })));
  const responses = await Promise.all(packed.map((body) => desk.upload(REMOTE, body)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 201, 201]);
  const versions = await Promise.all(
    responses.map(async (response) => ((await response.json()) as { version: string }).version),
  );
  const [first = '', , second = ''] = versions;
  // The second of two from the same revision is refused, and tries again from the new one.
  const promote = async (version: string) => {
    let { status } = await desk.promote(REMOTE, version);
    while (status === 409) ({ status } = await desk.promote(REMOTE, version));
    return status;
  };
  expect(await Promise.all([first, second].map(promote))).toEqual([200, 200]);
  const [last] = await desk.moves(REMOTE);
  const live = last?.version ?? '';
  expect([first, second]).toContain(live);
  await expect.poll(() => desk.live(REMOTE)).toBe(live);
  await page.goto(`${product.url}/admin-old`);
  await expect(page.getByText(live === first ? 'first' : 'second')).toBeVisible();
});

test('CARD-7 a token of another remote, and a revoked one, publish and move nothing', async () => {
  const before = await desk.moves(REMOTE);
  const listed = await desk.listed(REMOTE);
  const packed = await pack({ text: 'not allowed' });
  const other = await desk.createToken('admin-portal');
  const revoked = await desk.createToken(REMOTE);
  await desk.revokeToken(REMOTE, revoked._id);
  for (const [token, status] of [
    [other.token, 403],
    [revoked.token, 401],
  ] as const) {
    expect((await desk.upload(REMOTE, packed, token)).status).toBe(status);
    expect((await desk.promote(REMOTE, good, token)).status).toBe(status);
  }
  expect(await desk.moves(REMOTE)).toEqual(before);
  expect(await desk.listed(REMOTE)).toEqual(listed);
});

/** A tar header of a plain file. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/**
 * Sends pieces until the response is there or the connection is cut. After the last piece the upload ends, or, where it
 * `neverEnds`, stays open: only a server that refuses before the end can respond then.
 * @returns the status (null: cut without one), and whether every piece had gone out by then
 */
function sendUntilAnswered(
  token: string,
  pieceAt: (index: number) => Buffer | null,
  neverEnds: boolean,
): Promise<{ status: number | null; isAllSent: boolean }> {
  return new Promise((resolve) => {
    let sent = 0;
    let isAllSent = false;
    let status: number | null = null;
    const upload = httpRequest(`${product.url}/api/remotes/${REMOTE}/releases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    });
    const end = () => {
      upload.destroy();
      resolve({ status, isAllSent });
    };
    upload.on('response', (response) => {
      status = response.statusCode ?? null;
      end();
    });
    upload.on('error', end);
    const more = () => {
      if (upload.destroyed) return;
      const piece = pieceAt(sent);
      if (!piece) {
        isAllSent = true;
        return neverEnds ? undefined : void upload.end();
      }
      sent += 1;
      // In turns of the event loop, so that a response is heard between two pieces.
      if (upload.write(piece)) setImmediate(more);
      else upload.once('drain', more);
    };
    more();
  });
}

test('CARD-7 hostile archives over HTTP: refused, nothing stays, and the site still responds', async () => {
  const { token } = await desk.createToken(REMOTE);
  const { manifest } = fakeRelease({ name: REMOTE });
  const first = { name: 'release.json', content: JSON.stringify(manifest) };
  const listed = await desk.listed(REMOTE);
  const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024));
  const whole = (archive: Buffer) => (index: number) => (index === 0 ? archive : null);
  const archives: [string, (index: number) => Buffer | null, neverEnds: boolean][] = [
    ['../', whole(await packEntries([first, { name: '../../evil.js', content: 'x' }])), false],
    ['a link', whole(await packEntries([first, { name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }])), false],
    [
      '100,000 files',
      (index) =>
        index < 400
          ? gzipSync(Buffer.concat(Array.from({ length: 250 }, (_, file) => header(`f${index}-${file}.js`, 0))))
          : null,
      true,
    ],
    [
      '10 GB of zeros',
      (index) => (index === 0 ? gzipSync(header('large.js', 8 * 1024 ** 3 - 1)) : index < 641 ? zeros : null),
      true,
    ],
  ];
  for (const [what, pieceAt, neverEnds] of archives) {
    const { status, isAllSent } = await sendUntilAnswered(token, pieceAt, neverEnds);
    // A client that is still writing when the server closes may see the connection reset before the response.
    expect(isAllSent ? [422] : [422, null], what).toContain(status);
    for (const path of ['/livez', '/readyz', '/', '/api/services'])
      expect((await fetch(product.url + path)).status, `${what}: ${path}`).toBe(200);
  }
  process.kill(product.pid, 0);
  expect(await desk.listed(REMOTE)).toEqual(listed);
  await expect.poll(() => readdir(join(product.dataDir, 'releases', '.incoming'))).toEqual([]);
});

test('CARD-7 kill -9 during a publish, twice, leaves no half release, and publishing works again', async ({ page }) => {
  const packed = await pack({ text: 'survivor' });
  const live = await desk.publish(written({ text: 'live while killed' }));
  await goLive(live);
  const listed = await desk.listed(REMOTE);
  const moves = await desk.moves(REMOTE);
  const incoming = join(product.dataDir, 'releases', '.incoming');
  const arriving = () => readdir(incoming, { recursive: true });
  for (const part of [Math.floor(packed.length / 2), packed.length]) {
    const { token } = await desk.createToken(REMOTE);
    const upload = httpRequest(`${product.url}/api/remotes/${REMOTE}/releases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    });
    upload.on('error', () => undefined);
    const before = (await arriving()).length;
    upload.write(packed.subarray(0, part));
    if (part === packed.length) upload.end();
    // Half of it: its folder is there. All of it: its files are, and the gate is at work.
    await expect.poll(async () => (await arriving()).length, { intervals: [5] }).toBeGreaterThan(before);
    await product.end('SIGKILL');
    upload.destroy();
    product = await startProduct({ dataDir: product.dataDir, env: BEHIND_PROXY });
    desk = await releaseDesk(product.url);
    expect(await desk.listed(REMOTE)).toEqual(listed);
    expect(await desk.moves(REMOTE)).toEqual(moves);
  }
  await page.goto(`${product.url}/admin-old`);
  await seen('kill -9 while publishing', 'the live release', page.getByText('live while killed'));
  const response = await desk.upload(REMOTE, packed);
  expect(response.status).toBe(201);
  await goLive(((await response.json()) as { version: string }).version);
  await page.goto(`${product.url}/admin-old`);
  await expect(page.getByText('survivor')).toBeVisible();
});
