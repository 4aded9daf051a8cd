import { createHash } from 'node:crypto';
import type { PageComposition } from '@godhuli/contracts/page';
import type { Page } from '@playwright/test';
import { expect, test } from './page/test';

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
const containerSource = (module: string) =>
  `var legacy_admin_bad00000000 = { init() {}, get() { return Promise.resolve(() => (${module})); } };`;

const BAD_MODULES: [string, string][] = [
  ['lacks the export', '{}'],
  ['speaks another contract number', "{ remote: { contract: 99, name: 'legacy-admin', App: () => null } }"],
  [
    'throws while rendering',
    "{ remote: { contract: 1, name: 'legacy-admin', App: () => { throw new Error('broken in rendering'); } } }",
  ],
  ['throws when it is asked for', "(() => { throw new Error('broken at init'); })()"],
];

/** Lets the document name a release of ours, as if it were live; `previous` is the real one or none. */
async function serveBadRelease(page: Page, module: string, keepPrevious: boolean): Promise<void> {
  const source = containerSource(module);
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
  const baseUrl = '/remotes/legacy-admin/9.9.9-bad000000000/';
  await page.route(`**${baseUrl}**`, (route) => route.fulfill({ contentType: 'text/javascript', body: source }));
  await page.route(/\/admin-old$/, async (route) => {
    const original = await route.fetch();
    const html = await original.text();
    const body = html.replace(
      /(id="composition"[^>]*>)([^<]*)(<)/,
      (_all, start: string, json: string, end: string) => {
        const composition = JSON.parse(json) as PageComposition;
        const entry = composition.remotes['legacy-admin'];
        if (!entry) throw new Error('the document names no legacy-admin');
        const good = entry.live;
        entry.live = {
          ...good,
          version: '9.9.9-bad000000000',
          container: 'legacy_admin_bad00000000',
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
    await serveBadRelease(page, module, true);
    await page.goto('/admin-old');
    await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  });
  test(`CARD-5 a first release that ${what} shows the fallback, and the toast area works`, async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/broken|integrity|Federation|export|contract|Failed to load resource/i);
    await serveBadRelease(page, module, false);
    await page.goto('/admin-old');
    await expect(page.getByText(FALLBACK)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('region', { name: /notifications/i })).toBeAttached();
  });
}
