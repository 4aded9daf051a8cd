import type { Page, Route } from '@playwright/test';
import { randomPng } from './faults/random-png';
import { startTcpProxy } from './faults/tcp-proxy';
import { expectNoAxeViolationsInEveryTheme } from './page/axe';
import { signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { renamedPdf } from './page/uploads';
import { startProduct } from './product/start-product';

const PHOTOS = 8;
const photo = (name: string, size = 400) => ({ name, mimeType: 'image/png', buffer: randomPng(size, size) });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function openUploads(page: Page): Promise<void> {
  await page.goto('/admin/dashboard/gallery');
  await page.getByRole('button', { name: 'Upload photos' }).click();
}

/** The items that a search finds, and those of them in the list. */
async function titlesOf(page: Page, url: string, search: string): Promise<string[]> {
  const response = await page.request.get(`${url}/api/admin/portfolio?q=${search}`);
  const { items } = (await response.json()) as { items: { title: string }[] };
  return items.map(({ title }) => title).sort();
}

test('ADM-UP-1 ADM-UP-6 ADM-UP-7 a cut, kill -9 and a reload lose no photo and store none twice', async ({
  browser,
  consoleWatch: _,
}) => {
  const first = await startProduct();
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(first.url).port) });
  const url = `http://127.0.0.1:${proxy.port}`;
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const files = Array.from({ length: PHOTOS }, (_each, index) => photo(`batch-${index + 1}.png`));
  const titles = files.map((_each, index) => `Batch ${index + 1}`);
  let product = first;
  // Lets so many photos be finished; the next ones wait. So each failure meets some that are and some that are not.
  let finishing = 2;
  const waiting: Route[] = [];
  const finish = async (route: Route) => {
    if (finishing === 0) return void waiting.push(route);
    finishing -= 1;
    const response = await route.fetch().catch(() => null);
    if (!response?.ok()) finishing += 1;
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
  };
  const finishMore = (count: number) => {
    finishing = count;
    for (const route of waiting.splice(0)) void finish(route);
  };
  await page.route('**/uploads/*/finish', finish);
  await signInByPage(page, url);
  await openUploads(page);
  const panel = panelOf(page);
  await test.step('the connection is cut while the first parts are sent', async () => {
    const part = page.waitForRequest((request) => request.method() === 'PATCH');
    await panel.getByLabel('Photo files').setInputFiles(files);
    await part;
    proxy.refuse();
    await expect(panel.getByText(/^The connection was lost\. The uploads/)).toBeVisible();
    proxy.heal();
    await expect(panel.getByText(/^2 of 8 photos stored/)).toBeVisible();
  });
  await test.step('the server is killed, and starts again over the same data', async () => {
    await product.end('SIGKILL');
    const port = Number(new URL(first.url).port);
    product = await startProduct({ dataDir: first.dataDir, port });
    finishMore(2);
    await expect(panel.getByText(/^4 of 8 photos stored/)).toBeVisible();
  });
  await test.step('after a reload the unfinished files are named, with what to do', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(panel.getByText(/Pick the same files again to continue\./)).toBeVisible();
    const stored = await titlesOf(page, product.url.replace(/\d+$/, String(proxy.port)), 'batch');
    for (const title of titles.filter((each) => !stored.includes(each)))
      await expect(panel.getByText(`${title.replace('Batch ', 'batch-')}.png`, { exact: true })).toBeVisible();
    expect(stored).toHaveLength(4);
  });
  await test.step('all files are picked again: each is stored once, and the others are named as known', async () => {
    finishMore(Number.POSITIVE_INFINITY);
    await panel.getByLabel('Photo files').setInputFiles(files);
    await expect.poll(() => titlesOf(page, url, 'batch')).toEqual(titles);
    await expect(panel.locator('li[data-state]:not([data-state="duplicate"])')).toHaveCount(0);
    await panel.getByRole('button', { name: 'Skip these' }).click();
    await expect(panel.getByText(/^\d photos? stored$/)).toBeVisible();
    expect(await titlesOf(page, url, 'batch')).toEqual(titles);
  });
  await context.close();
  await proxy.close();
  await product.remove();
});

test('ADM-UP-6 uploads go on behind a page whose code a lost connection kept away', async ({
  browser,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/Failed to load resource|API Error:/);
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const url = `http://127.0.0.1:${proxy.port}`;
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  let finish = () => {};
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await page.route('**/uploads/*/finish', async (route) => {
    await mayFinish;
    await route.continue().catch(() => undefined);
  });
  await signInByPage(page, url);
  await openUploads(page);
  const panel = panelOf(page);
  await test.step('the connection is lost, and a page is opened for the first time', async () => {
    await panel.getByLabel('Photo files').setInputFiles([1, 2, 3].map((number) => photo(`behind-${number}.png`, 120)));
    await expect(panel.locator('li[data-state="saving"]')).toHaveCount(3);
    proxy.refuse();
    await page.getByRole('link', { name: 'Albums' }).click();
    await expect(page.getByText('We could not load this page. Check your connection and try again.')).toBeVisible();
  });
  await test.step('menu, uploads and the question before a reload are still there', async () => {
    await expect(page.getByRole('link', { name: 'Gallery', exact: true })).toBeVisible();
    await expect(panel.getByText('0 of 3 photos stored')).toBeVisible();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(await page.evaluate(isAsked)).toBe(true);
  });
  await test.step('Try again opens the page, and the same uploads are stored', async () => {
    proxy.heal();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Add story' })).toBeVisible();
    finish();
    await expect(panel.getByText('3 photos stored', { exact: true })).toBeVisible();
    expect(await titlesOf(page, url, 'behind')).toEqual(['Behind 1', 'Behind 2', 'Behind 3']);
  });
  await context.close();
  await proxy.close();
});

test('CARD-7 code of the portal that is gone offers a reload, or a release without it is replaced', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/Failed to load resource|Loading chunk/);
  await signInByPage(page, product.url);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/remotes/admin-portal/**/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/composition.json', (route) =>
    route.fulfill({ json: { generation: 9, remotes: { 'admin-portal': '9.0.0-0123456789ab' } } }),
  );
  await page.getByRole('link', { name: 'Albums' }).click();
  await expect(page.getByText(/A newer version of the portal is live\. Reload to open it\./)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unroute('**/composition.json');
  await page.getByRole('link', { name: 'Videos' }).click();
  // This product has no earlier release.
  await expect(page.getByRole('heading', { name: 'We could not load this part of the page' })).toBeVisible();
});

test('ADM-UP-4 ADM-UP-6 a cancelled upload leaves nothing, and a broken file stays with its reason', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/415|API Error:/);
  await signInByPage(page, product.url);
  await openUploads(page);
  const panel = panelOf(page);
  await test.step('one of two is cancelled while it is sent', async () => {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/admin/portfolio/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      held.push(() => route.continue().catch(() => undefined));
    });
    await panel.getByLabel('Photo files').setInputFiles([photo('cancel-me.png'), photo('cancel-not.png')]);
    await expect.poll(() => held.length).toBe(2);
    const cancelled = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await panel.getByRole('button', { name: 'Cancel cancel-me.png' }).click();
    expect((await cancelled).status()).toBe(204);
    await page.unroute('**/api/admin/portfolio/uploads/*');
    for (const go of held) await go();
    await expect(panel.getByText('1 photo stored', { exact: true })).toBeVisible();
    expect(await titlesOf(page, product.url, 'cancel')).toEqual(['Cancel not']);
    const { uploads } = await (await page.request.get(`${product.url}/api/admin/portfolio/uploads`)).json();
    expect(uploads).toEqual([]);
  });
  await test.step('a broken file and a HEIC photo stay listed, also after a reload', async () => {
    const heic = { name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no photo') };
    await panel.getByLabel('Photo files').setInputFiles([renamedPdf('renamed.jpg'), heic]);
    await expect(panel.getByText(/This file is a PDF/)).toBeVisible();
    await expect(panel.getByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
    await page.reload();
    await expect(panel.getByText(/This file is a PDF/)).toBeVisible();
    await expect(panel.getByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
    await expectNoAxeViolationsInEveryTheme(page, 'broken uploads');
    await panel.getByRole('button', { name: 'Cancel all' }).click();
    await expect(panel.getByText('Add as many photos as you like.')).toBeVisible();
  });
});

test('ADM-GAL-8 several photos get a title pattern, place and story at once, chosen with Shift', async ({
  page,
  product,
}) => {
  await signInByPage(page, product.url);
  await openUploads(page);
  const panel = panelOf(page);
  const files = [1, 2, 3].map((number) => photo(`bulk-${number}.png`, 120));
  await panel.getByLabel('Photo files').setInputFiles(files);
  await expect(panel.getByText('3 photos stored', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Close the uploads' }).click();
  await page.getByLabel('Search the gallery').fill('bulk');
  await expect(page.getByRole('button', { name: /^Edit Bulk/ })).toHaveCount(3);
  await test.step('a range is chosen', async () => {
    await page.getByRole('button', { name: 'Select several' }).click();
    const boxes = page.getByRole('checkbox', { name: /Bulk/ });
    await boxes.first().click();
    await boxes.last().click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
  });
  await test.step('they are edited together, and join a story', async () => {
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Haldi {n}');
    await dialog.getByLabel('Place').fill('Chikhaldara');
    await dialog.getByLabel('What the photos show').fill('Turmeric in a brass bowl');
    await dialog.getByLabel('Add to story').selectOption({ label: 'Waiting' });
    await expectNoAxeViolationsInEveryTheme(page, 'the bulk edit', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Change 3 photos' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => titlesOf(page, product.url, 'chikhaldara')).toEqual(['Haldi 1', 'Haldi 2', 'Haldi 3']);
    await page.goto('/admin/dashboard/albums');
    await page.getByRole('link', { name: 'Edit Waiting' }).click();
    for (const number of [1, 2, 3]) await expect(page.getByText(`Haldi ${number}`).first()).toBeVisible();
  });
});
