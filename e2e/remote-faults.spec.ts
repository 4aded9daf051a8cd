import { createHash } from 'node:crypto';
import type { PageComposition } from '@godhuli/contracts/page';
import type { Page } from '@playwright/test';
import { expect, test } from './page/test';
import { isHydrated, isInteractive } from './page/visitor';

const ENTRY = /\/remotes\/legacy-admin\/[^/]+\/remoteEntry\.js/;
const FALLBACK = 'We could not load this part of the page';
const MARK = 'markOfThisDocument';

/** What keeps a remote's entry from arriving, and what the browser says about it. */
const TRANSPORT: [string, (page: Page) => Promise<unknown>][] = [
  ['answers 404', (page) => page.route(ENTRY, (route) => route.fulfill({ status: 404, body: 'gone' }))],
  ['hangs', (page) => page.route(ENTRY, () => new Promise(() => undefined))],
  [
    'is broken JavaScript with changed bytes',
    (page) => page.route(ENTRY, (route) => route.fulfill({ contentType: 'text/javascript', body: 'var broken = (' })),
  ],
];

/** The document's marker: gone after a reload. */
const mark = (page: Page) => page.evaluate((name) => Object.assign(window, { [name]: true }), MARK);
const marked = (page: Page) => page.evaluate((name) => name in window, MARK);

for (const [what, breakIt] of TRANSPORT)
  test(`CARD-5 a remote whose entry ${what} costs its own area alone, and 'Try again' recovers it`, async ({
    page,
    context,
    consoleWatch,
  }) => {
    consoleWatch.allow(/Failed to load resource|integrity|remoteEntry|404|Federation/i);
    await breakIt(page);
    await page.goto('/admin-old', { waitUntil: 'commit' });
    await mark(page);
    await expect(page.getByText(FALLBACK)).toBeVisible();
    await expect(page.getByRole('region', { name: /notifications/i })).toBeAttached();
    const other = await context.newPage();
    await other.goto('/admin');
    await expect(other.locator('html[data-remote-ready="admin-portal"]')).toBeAttached();
    await other.close();
    // Behind the fallback a retry may still be under way, which would recover by itself.
    await expect(page.getByText('Not available')).toBeVisible();
    await page.unroute(ENTRY);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
    expect(await marked(page)).toBe(true);
  });

/** A container written by hand whose `./remote` is what `module` says. */
const containerSource = (container: string, module: string) =>
  `var ${container} = { init() {}, get() { return Promise.resolve(() => (${module})); } };`;

const BAD_MODULES: [string, string][] = [
  ['lacks the export', '{}'],
  ['speaks another contract number', "{ remote: { contract: 99, name: 'legacy-admin', App: () => null } }"],
  [
    'throws while rendering',
    "{ remote: { contract: 1, name: 'legacy-admin', App: () => { throw new Error('broken in rendering'); } } }",
  ],
  ['throws when it is asked for', "(() => { throw new Error('broken at init'); })()"],
];

interface BadRelease {
  remote?: string;
  /** of the document */
  path?: RegExp;
  /** what the container gives; null: its files are gone */
  module: string | null;
  keepPrevious: boolean;
}

/** Lets the document name a release of ours, as if it were live; `previous` is the real one or none. */
async function serveBadRelease(page: Page, release: BadRelease): Promise<void> {
  const { remote = 'legacy-admin', path = /\/admin-old$/, module, keepPrevious } = release;
  const container = `${remote.replace('-', '_')}_bad00000000`;
  const source = containerSource(container, module ?? '');
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
  const baseUrl = `/remotes/${remote}/9.9.9-bad000000000/`;
  await page.route(`**${baseUrl}**`, (route) =>
    route.fulfill(module === null ? { status: 404 } : { contentType: 'text/javascript', body: source }),
  );
  await page.route(path, async (route) => {
    const original = await route.fetch();
    const html = await original.text();
    const body = html.replace(
      /(id="composition"[^>]*>)([^<]*)(<)/,
      (_all, start: string, json: string, end: string) => {
        const composition = JSON.parse(json) as PageComposition;
        const entry = composition.remotes[remote];
        if (!entry) throw new Error(`the document names no ${remote}`);
        const good = entry.live;
        entry.live = {
          ...good,
          version: '9.9.9-bad000000000',
          container,
          entry: 'remoteEntry.js',
          remoteFiles: [],
          baseUrl,
          files: [{ path: 'remoteEntry.js', integrity }],
        };
        entry.previous = keepPrevious ? good : null;
        composition.scripts = composition.scripts.filter(({ src }) => !src.startsWith('/remotes/'));
        return start + JSON.stringify(composition).replaceAll('<', '\\u003c') + end;
      },
    );
    await route.fulfill({ response: original, body });
  });
}

for (const [what, module] of BAD_MODULES) {
  test(`CARD-5 a release that ${what} shows the last good one instead`, async ({ page, consoleWatch }) => {
    consoleWatch.allow(/broken|integrity|Federation|export|contract|Failed to load resource/i);
    await serveBadRelease(page, { module, keepPrevious: true });
    await page.goto('/admin-old');
    await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  });
  test(`CARD-5 a first release that ${what} shows the fallback, and the toast area works`, async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/broken|integrity|Federation|export|contract|Failed to load resource/i);
    await serveBadRelease(page, { module, keepPrevious: false });
    await page.goto('/admin-old');
    await expect(page.getByText(FALLBACK)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('region', { name: /notifications/i })).toBeAttached();
  });
}

const FAILING_PAGES: [string, string | null][] = [
  ['is gone', null],
  [
    'throws while hydrating',
    "{ remote: { contract: 1, name: 'public-site', App: () => { throw new Error('broken in rendering'); } } }",
  ],
];

for (const [what, module] of FAILING_PAGES)
  test(`CARD-5 PUB-CONT-3 a page that ${what} is replaced once, and keeps what is in its form`, async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/broken|Federation|Failed to load resource/i);
    await serveBadRelease(page, { remote: 'public-site', path: /\/$/, module, keepPrevious: true });
    await page.goto('/');
    await isInteractive(page);
    await page.getByLabel('Full Name *').fill('Asha Rao');
    await page.getByLabel('Photography Type *').selectOption('wedding');
    await page.getByLabel('The date is not fixed yet').check();
    const message = page.getByLabel('Message');
    await message.fill('In June');
    await isHydrated(page);
    await expect(page.locator('[data-rendered]')).toHaveCount(0);
    await expect(page.locator('[data-remote]')).toHaveCount(1);
    await expect(page.getByLabel('Full Name *')).toHaveValue('Asha Rao');
    await expect(page.getByLabel('Photography Type *')).toHaveValue('wedding');
    await expect(page.getByLabel('The date is not fixed yet')).toBeChecked();
    await expect(message).toHaveValue('In June');
    if (module === null) await expect(message).toBeFocused();
    await expect(page.locator('#services')).toHaveCount(1);
  });
