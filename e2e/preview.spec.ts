import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { fillInLogin, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { hydrate } from './page/visitor';
import { deployToken, studioRemote, variantOfBuild } from './product/deploy';
import { freePort } from './product/start-product';

const VIEWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const badgeOf = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

/** The version of the release that a page holds, as its host says. */
const versionIn = (page: Page) =>
  page.evaluate(() => {
    const page = JSON.parse(document.getElementById('composition')?.textContent ?? '');
    return page.remotes[page.mount.remote].live.version as string;
  });

test('CARD-7 staff see a release that is not live, with a badge and a way out; nobody else does', async ({
  page,
  browser,
  product,
}, testInfo) => {
  const folder = variantOfBuild('public-site', 'abcdef012345');
  const token = await deployToken('public-site', product.url);
  const published = JSON.parse(
    await studioRemote(token, ['preview', '--dir', folder, '--json', '--to', product.url]),
  ) as { version: string; preview: string };
  rmSync(folder, { recursive: true, force: true });

  await test.step('without a session the link leads through the login', async () => {
    await page.goto(published.preview);
    await expect(page).toHaveURL(`${product.url}/admin?next=preview`);
    await fillInLogin(page);
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(badgeOf(page)).toContainText(`public-site ${published.version}`);
    await page.getByRole('button', { name: 'Leave preview' }).click();
    await expect(badgeOf(page)).toHaveCount(0);
  });
  // The link on the Releases page is the one that the command prints.
  await page.goto(`${product.url}/admin/dashboard/releases`);
  await page.getByRole('link', { name: `Preview ${published.version}` }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await hydrate(page);
  expect(await versionIn(page)).toBe(published.version);
  await expect(badgeOf(page)).toContainText(`public-site ${published.version}`);
  await expect(badgeOf(page)).toContainText(/since \d+ \w+, \d\d:\d\d UTC/);
  for (const view of VIEWS) {
    await page.setViewportSize(view);
    await expect(badgeOf(page)).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: testInfo.outputPath(`badge-${view.width}.png`) });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(view.width);
    await expectNoAxeViolations(page, `preview at ${view.width}`);
  }

  await test.step('a visitor still has the live release', async () => {
    const visitor = await browser.newPage();
    await visitor.goto(`${published.preview.replace('/preview', '/')}`);
    expect(await versionIn(visitor)).not.toBe(published.version);
    await expect(badgeOf(visitor)).toHaveCount(0);
    await visitor.close();
  });

  await page.getByRole('button', { name: 'Leave preview' }).click();
  await expect(badgeOf(page)).toHaveCount(0);
  await hydrate(page);
  expect(await versionIn(page)).not.toBe(published.version);
});

test('CARD-7 a preview ends with the session, and a release that fails in it says so there alone', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/ERR_CONNECTION_REFUSED/);
  await signInByPage(page, product.url);
  const dev = `http://127.0.0.1:${await freePort()}`;
  await page.goto(`${product.url}/preview?${new URLSearchParams({ remote: 'legacy-admin', dev })}`);
  await expect(badgeOf(page)).toContainText(`${dev}, not checked`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const headers = { origin: product.url };
  expect((await page.request.post(`${product.url}/api/admin/auth/logout`, { headers })).status()).toBe(200);
  await page.goto(`${product.url}/admin-old`);
  await expect(badgeOf(page)).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('CARD-7 only the portal starts a preview of its own next release', async ({ page, product, consoleWatch }) => {
  consoleWatch.allow(/403/);
  const folder = variantOfBuild('admin-portal', 'abcdef543210');
  const token = await deployToken('admin-portal', product.url);
  const published = JSON.parse(
    await studioRemote(token, ['preview', '--dir', folder, '--json', '--to', product.url]),
  ) as { version: string; preview: string };
  rmSync(folder, { recursive: true, force: true });
  await signInByPage(page, product.url);
  await page.goto(`${product.url}/`);
  await page.evaluate((url) => location.assign(url), published.preview);
  await expect(page.getByRole('heading', { name: 'This preview cannot be shown' })).toBeVisible();
  await page.goto(`${product.url}/admin/dashboard/releases`);
  await page.getByRole('button', { name: `Preview ${published.version}` }).click();
  await expect(badgeOf(page)).toContainText(`admin-portal ${published.version}`);
  await page.getByRole('link', { name: /^Continue as/ }).click();
  await expect(page.getByRole('link', { name: 'Inquiries', exact: true }).first()).toBeVisible();
});
