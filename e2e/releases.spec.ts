import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import type { Browser, Page } from '@playwright/test';
import { promise, volume } from './faults/volume';
import { expectNoAxeViolations } from './page/axe';
import { leaveSite } from './page/leave-site';
import { signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { hydrate } from './page/visitor';
import { deployToken, everyChunk, type ReleaseDesk, releaseDesk, studioRemote, variantOfBuild } from './product/deploy';
import { freePort, ROOT, startProduct } from './product/start-product';

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }).toString();

/** Publishes of every remote while a page stays open. */
const PUBLISHES = volume('PUBLISHES', 2, 10);

/** legacy-admin as a team with a repository of its own has it: sources and our two packages, packed; nothing else of ours. */
function copyOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-peer-'));
  const copy = join(folder, 'legacy-admin');
  mkdirSync(copy);
  for (const file of execFileSync('git', ['ls-files'], { cwd: join(ROOT, 'legacy-admin') })
    .toString()
    .trim()
    .split('\n'))
    cpSync(join(ROOT, 'legacy-admin', file), join(copy, file), { recursive: true });
  const pack = (name: string) => {
    const printed = npm(['pack', '--pack-destination', folder, '--silent'], join(ROOT, 'packages', name));
    return `file:../${printed.trim().split('\n').at(-1)}`;
  };
  const packageFile = join(copy, 'package.json');
  const manifest = JSON.parse(readFileSync(packageFile, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  manifest.dependencies['@godhuli/contracts'] = pack('contracts');
  manifest.devDependencies['@godhuli/remote-kit'] = pack('remote-kit');
  writeFileSync(packageFile, JSON.stringify(manifest, null, 2));
  return copy;
}

/** Changes a text of the copy's sources. */
function edit(copy: string, from: string, to: string): void {
  const files = readdirSync(join(copy, 'src'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'),
  );
  let changed = 0;
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(from)) continue;
    writeFileSync(path, source.replace(from, to));
    changed += 1;
  }
  expect(changed, `'${from}' stands in the sources`).toBeGreaterThan(0);
}

/** What a command has changed is in the running product so soon after its end; held to that by `npm run test:faults`. */
const LIVE_WITHIN_MS = 2000;

/** How long after the command's end a freshly opened page has this heading, in ms. */
async function msUntilHeading(page: Page, url: string, heading: string, ended: number): Promise<number> {
  await expect(async () => {
    await page.goto(`${url}/admin-old`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 2000 });
  }).toPass({ intervals: [100] });
  return Date.now() - ended;
}

/** When a process was started, in ticks since the machine's own start: the same number is the same process. */
function startOf(pid: number): string {
  // The name of the program, in brackets, may hold spaces; field 22 is the twentieth behind it.
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

/** Starts the copy's own page, without any host of ours, and looks at it. */
async function expectRunsAlone(browser: Browser, copy: string): Promise<void> {
  const port = await freePort();
  const child = spawn(process.execPath, ['webpack.dev.mjs'], {
    cwd: copy,
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const page = await browser.newPage();
  try {
    await expect(async () => {
      await page.goto(`http://127.0.0.1:${port}/admin-old`);
      await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible({ timeout: 5000 });
    }).toPass({ intervals: [500] });
  } finally {
    await page.close();
    child.kill();
    await exited;
  }
}

test('CARD-7 a remote outside the repository is installed, built, run alone, released and rolled back', async ({
  browser,
}) => {
  const product = await startProduct();
  const copy = copyOut();
  try {
    await test.step('it is installed, built and run without the repository', async () => {
      npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], copy);
      npm(['run', 'typecheck'], copy);
      edit(copy, 'Admin Portal', 'Admin Portal, second edition');
      npm(['run', 'build'], copy);
      await expectRunsAlone(browser, copy);
    });
    const token = await deployToken('legacy-admin', product.url);
    const context = await browser.newContext();
    const open = await context.newPage();
    await open.goto(`${product.url}/admin-old`);
    await expect(open.getByRole('heading', { level: 1 })).toHaveText('Admin Portal');
    const startedAt = startOf(product.pid);
    expect(startedAt).toMatch(/^\d+$/);

    const page = await context.newPage();
    await test.step('a release is live at once, and an open page keeps the release that it began with', async () => {
      await studioRemote(token, ['publish', '--to', product.url], copy);
      const [newest] = JSON.parse(await studioRemote(token, ['list', '--json', '--to', product.url], copy)) as {
        version: string;
      }[];
      await studioRemote(
        token,
        ['promote', newest?.version ?? '', '--reason', 'second edition', '--to', product.url],
        copy,
      );
      const liveMs = await msUntilHeading(page, product.url, 'Admin Portal, second edition', Date.now());
      console.log(`live ${liveMs} ms after the release`);
      promise(liveMs, LIVE_WITHIN_MS);
      await open.getByRole('tab', { name: 'Settings' }).click();
      await expect(open.getByRole('heading', { level: 1 })).toHaveText('Admin Portal');
    });
    await test.step('a rollback is live at once', async () => {
      await studioRemote(token, ['rollback', '--reason', 'not yet', '--to', product.url], copy);
      const backMs = await msUntilHeading(page, product.url, 'Admin Portal', Date.now());
      console.log(`back ${backMs} ms after the rollback`);
      promise(backMs, LIVE_WITHIN_MS);
    });
    expect(startOf(product.pid), 'no process was started again').toBe(startedAt);
    expect(product.output()).not.toMatch(/Godhuli is open[\s\S]*Godhuli is open/);
    await context.close();
  } finally {
    await product.remove();
    rmSync(join(copy, '..'), { recursive: true, force: true });
  }
});

/** The tab is shown again, learns of the newer release, goes on with its own, and offers the reload at the next page. */
async function expectReloadOffered(staff: Page, live: string): Promise<void> {
  const runs = () =>
    staff.evaluate(() => JSON.parse(document.getElementById('composition')?.textContent ?? '').remotes['admin-portal']);
  const learned = staff.waitForResponse((response) => response.url().endsWith('/composition.json'));
  await staff.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await learned;
  const offer = staff.getByText('A new version of this page is available.');
  await expect(offer).toBeHidden();
  await staff.getByRole('link', { name: 'Gallery', exact: true }).first().click();
  await expect(staff.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  await expect(offer).toBeVisible();
  expect((await runs()).live.version, 'the page goes on with what it began with').not.toBe(live);
  await expectNoAxeViolations(staff, 'the offer of a reload');
  await staff.getByRole('button', { name: 'Reload' }).click();
  await expect(offer).toBeHidden();
  await expect(staff.getByRole('button', { name: 'Add New Item' })).toBeVisible();
  expect((await runs()).live.version).toBe(live);
}

/** What the site's document loads that is no file of public-site: addresses with the hash of their bytes. */
async function loadedOfOthers(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const addresses = html.match(/\/(?:assets|media|remotes)\/[^"\s,]+\.(?:js|css|woff2|avif|webp|jpg)/g) ?? [];
  return [...new Set(addresses)].filter((address) => !address.startsWith('/remotes/public-site/')).sort();
}

/** Publishes a folder and makes it live. Answers its version. */
async function ship(desk: ReleaseDesk, remote: string, folder: string, url: string, token: string): Promise<string> {
  const { version } = JSON.parse(
    await studioRemote(token, ['publish', '--json', '--dir', folder, '--remote', remote, '--to', url]),
  ) as { version: string };
  expect((await desk.promote(remote, version)).status).toBe(200);
  expect(await desk.live(remote)).toBe(version);
  return version;
}

test(`CARD-7 a page kept open across ${PUBLISHES} publishes of every remote goes on working, lazy chunks included`, async ({
  page,
  browser,
}) => {
  const product = await startProduct();
  const folders: string[] = [];
  try {
    const staffContext = await browser.newContext();
    const staff = await staffContext.newPage();
    const legacy = await staffContext.newPage();
    await test.step('a page of each remote is open', async () => {
      await page.goto(product.url);
      await signInByPage(staff, product.url);
      await legacy.goto(`${product.url}/admin-old`);
      await expect(legacy.getByRole('tab', { name: 'Overview' })).toBeVisible();
    });
    const desk = await releaseDesk(product.url);
    const loaded = await loadedOfOthers(product.url);
    expect(loaded.length).toBeGreaterThan(10);
    await test.step(`each remote is published ${PUBLISHES} times`, async () => {
      const began = Date.now();
      for (const remote of ['public-site', 'admin-portal', 'legacy-admin']) {
        const { token } = await desk.createToken(remote);
        for (let publish = 0; publish < PUBLISHES; publish += 1) {
          const mark = String(publish).padStart(12, 'a');
          const folder = variantOfBuild(remote, mark, everyChunk(mark));
          folders.push(folder);
          await ship(desk, remote, folder, product.url, token);
        }
      }
      console.log(`${3 * PUBLISHES} releases published and made live in ${Date.now() - began} ms`);
      expect(await loadedOfOthers(product.url), 'decision 010').toEqual(loaded);
    });
    await test.step('the staff portal offers a reload', async () => {
      await expectReloadOffered(staff, await desk.live('admin-portal'));
    });
    await test.step('the legacy portal opens another tab and saves', async () => {
      await legacy.getByRole('tab', { name: 'Settings' }).click();
      await legacy.getByRole('button', { name: 'Save Logo' }).click();
      await expect(legacy.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible();
    });
    await test.step('the visitor sends an inquiry', async () => {
      await page.getByLabel('Full Name *').fill('Patient Visitor');
      await page.getByLabel('Photography Type *').selectOption('wedding');
      await page.getByRole('button', { name: /send/i }).click();
      await expect(page.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
    });
    await staffContext.close();
  } finally {
    await leaveSite(page.context());
    await product.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * The files of shell and remotes that a page has loaded, and how many bytes of each came over the line, by path. Without fonts: those
 * load when a text in them comes near.
 */
const loadedBy = (page: Page) =>
  page.evaluate(() => {
    const bytes: Record<string, number> = {};
    for (const { name, transferSize } of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
      const path = new URL(name).pathname;
      // A script that was loaded ahead has two entries.
      if (/^\/(remotes|assets)\/.*(?<!\.woff2)$/.test(path)) bytes[path] = (bytes[path] ?? 0) + transferSize;
    }
    return bytes;
  });

test('CARD-7 CARD-5 after a release that changes one chunk a visitor loads the entry and that chunk only', async ({
  context,
}) => {
  const product = await startProduct();
  const remote = 'public-site';
  let changed = '';
  const built = JSON.parse(readFileSync(join(ROOT, remote, 'dist', 'release.json'), 'utf8')) as ReleaseManifest;
  const folder = variantOfBuild(remote, 'ca11ab1e0001', (source, path) => {
    // One that every page loads.
    if (changed || !isNamedByContent(path) || !built.remoteFiles.includes(path)) return source;
    changed = path;
    return `${source}\n// another line`;
  });
  try {
    const visit = async () => {
      const page = await context.newPage();
      await page.goto(product.url, { waitUntil: 'networkidle' });
      await hydrate(page);
      await page.waitForLoadState('networkidle');
      return page;
    };
    const desk = await releaseDesk(product.url);
    const before = await desk.live(remote);
    const atFirst = await test.step('the first visit loads every file', async () => {
      const first = await visit();
      const loaded = await loadedBy(first);
      expect(Object.values(loaded).every((bytes) => bytes > 0)).toBe(true);
      expect(Object.keys(loaded)).toContain(`/remotes/${remote}/${changed}`);
      await first.close();
      return loaded;
    });

    const version = await ship(desk, remote, folder, product.url, (await desk.createToken(remote)).token);
    const { remoteFiles } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as ReleaseManifest;
    const again = await visit();
    const changedName = /\/(\d+)\./.exec(changed)?.[1];
    const renamed = remoteFiles.find((path) => path.startsWith(`assets/${changedName}.`));
    const next = new Map([
      [`/remotes/${remote}/${before}/remoteEntry.js`, `/remotes/${remote}/${version}/remoteEntry.js`],
      [`/remotes/${remote}/${changed}`, `/remotes/${remote}/${renamed}`],
    ]);
    const expected = Object.keys(atFirst).map((path) => next.get(path) ?? path);
    await test.step('the next visit downloads the entry and the changed chunk', async () => {
      // The kept page asks for its document once more (decision 036), and the new one needs React, too.
      await expect(async () => {
        await hydrate(again);
        expect(Object.keys(await loadedBy(again)).sort()).toEqual(expected.sort());
      }).toPass({ timeout: 30_000 });
      const downloaded = Object.entries(await loadedBy(again)).filter(([, bytes]) => bytes > 0);
      expect(downloaded.map(([path]) => path).sort()).toEqual([...next.values()].sort());
      const files = downloaded.map(([path, bytes]) => `${path} ${bytes} B`).join(', ');
      console.log(`of ${expected.length} files, downloaded again: ${files}`);
    });
  } finally {
    await leaveSite(context);
    await product.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Writes a remote that imports a style sheet, a CSS module and an image. @returns its folder */
function writeStyledRemote(): string {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-styled-'));
  const write = (path: string, text: string | Buffer) => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, 'src'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  write('package.json', JSON.stringify({ name: 'legacy-admin', version: '1.0.0', type: 'module' }));
  write('tsconfig.json', '{ "compilerOptions": { "module": "esnext", "target": "es2022", "jsx": "react-jsx" } }');
  write('build.mjs', `await (await import('@godhuli/remote-kit/build-remote')).buildRemote({ routes: ['/*'] });`);
  write(
    'src/dot.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>',
  );
  write('src/page.css', '.styled-page { color: rgb(1, 2, 3); background: url("./dot.svg"); }');
  write('src/card.module.css', '.card { color: rgb(4, 5, 6); }');
  write(
    'src/remote.tsx',
    `import { lazy, Suspense } from 'react';
import './page.css';
const Card = lazy(() => import('./card'));
const App = () => <main className="styled-page"><h1>Styled</h1><Suspense><Card /></Suspense></main>;
export const remote = { contract: 1, name: 'legacy-admin', App };`,
  );
  write(
    'src/card.tsx',
    `import dot from './dot.svg';
import styles from './card.module.css';
export default () => <p className={styles.card}>Card <img src={dot} alt="dot" /></p>;`,
  );
  return folder;
}

test('CARD-7 a release of the kit shows its style sheets, CSS modules and images', async ({ page }) => {
  const product = await startProduct();
  const folder = writeStyledRemote();
  await test.step('it is built, published and promoted', async () => {
    execFileSync(process.execPath, ['build.mjs'], { cwd: folder });
    const token = await deployToken('legacy-admin', product.url);
    const options = ['--dir', 'dist', '--json', '--to', product.url];
    const { version } = JSON.parse(await studioRemote(token, ['publish', ...options], folder)) as { version: string };
    await studioRemote(token, ['promote', version, '--to', product.url], folder);
  });
  const styleSheets: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.css') && response.ok()) styleSheets.push(new URL(response.url()).pathname);
  });
  await test.step('its page has the styles and images', async () => {
    await page.goto(`${product.url}/admin-old`);
    await expect(page.getByText('Styled')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(page.locator('main')).toHaveCSS('background-image', /\/remotes\/legacy-admin\/assets\/dot\./);
    await expect(page.getByText('Card')).toHaveCSS('color', 'rgb(4, 5, 6)');
    await expect(page.getByAltText('dot')).toHaveJSProperty('naturalWidth', 20);
  });
  await test.step('both style sheets are named by their content, so the browser caches them across releases', () => {
    expect(
      styleSheets.filter((path) => /^\/remotes\/legacy-admin\/assets\/.*\.[0-9a-f]{12}\.css$/.test(path)),
    ).toHaveLength(2);
  });
  await leaveSite(page.context());
  await product.remove();
  rmSync(folder, { recursive: true });
});
