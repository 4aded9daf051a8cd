import { type Page, request as requests } from '@playwright/test';
import { sendInquiry, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { seedPhotograph } from './page/uploads';

/** A seed as another file: bytes after the end of a JPEG change its content, but not its picture. */
function photographOfToday(seed: string, name: string) {
  const photograph = seedPhotograph(seed, name);
  return { ...photograph, buffer: Buffer.concat([photograph.buffer, Buffer.from(name)]) };
}

const open = (page: Page, name: string) => page.goto(`/admin/dashboard/${name}`);

test('ADM-GAL-6 STORY-3 CAL-1 one day of the studio: photos, story, inquiry, booking', async ({
  page,
  product,
  browser,
  consoleWatch,
}) => {
  test.setTimeout(240_000);
  consoleWatch.allow(/404|ERR_|Failed to fetch|API Error:/);
  const visitor = await requests.newContext({ baseURL: product.url });
  const statusOf = async (path: string) => (await visitor.get(path)).status();
  const textOf = async (path: string) => (await visitor.get(path)).text();
  await signInByPage(page, product.url);
  const uploads = page.getByRole('region', { name: 'Uploads' });

  await test.step('uploads three photos, and the connection is cut in between', async () => {
    await open(page, 'gallery');
    await page.getByRole('button', { name: 'Upload photos' }).click();
    await page.route('**/api/admin/portfolio/uploads/*', (route) => route.abort('connectionreset'));
    await uploads
      .getByLabel('Photo files')
      .setInputFiles([
        photographOfToday('commercial-perfume.jpg', 'studio-day-one.jpg'),
        photographOfToday('commercial-watch-stone.jpg', 'studio-day-two.jpg'),
        photographOfToday('wedding-kalash.jpg', 'studio-day-three.jpg'),
      ]);
    await expect(uploads.getByText(/^The connection was lost\. The uploads/)).toBeVisible();
    await page.unroute('**/api/admin/portfolio/uploads/*');
    await expect(uploads.getByText('3 photos stored', { exact: true })).toBeVisible();
    await uploads.getByRole('button', { name: 'Close the uploads' }).click();
  });

  const photo: { slug: string; media: { id: string } }[] = (
    await (await page.request.get(`${product.url}/api/admin/portfolio?q=studio+day`)).json()
  ).items;
  const addresses = photo.flatMap(({ slug, media }) => [
    `/p/${slug}`,
    `/api/photos/${slug}`,
    `/media/${media.id}/480.jpg`,
    `/media/${media.id}/og.jpg`,
  ]);

  await test.step('no address shows an unpublished photo', async () => {
    expect(addresses).toHaveLength(12);
    for (const path of addresses) expect({ path, status: await statusOf(path) }).toEqual({ path, status: 404 });
  });

  await test.step('makes a story of them, which nobody sees yet', async () => {
    await open(page, 'albums');
    await page.getByRole('link', { name: 'Add story' }).click();
    await page.getByLabel('Title *').fill('A studio day');
    await page.getByRole('button', { name: 'Add photos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add photos' });
    await dialog.getByLabel('Search photos').fill('studio day');
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    for (const box of await dialog.getByRole('checkbox', { name: '(not published)' }).all()) await box.check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Not published')).toHaveCount(3);
    await page.getByRole('button', { name: 'Save story' }).click();
    await expect(page.getByText('All changes are saved.')).toBeVisible();
    expect(await statusOf('/stories/a-studio-day')).toBe(404);
    expect(await statusOf('/api/albums/a-studio-day')).toBe(404);
  });

  await test.step('a published story hides unpublished photos, and shows them when they are published', async () => {
    await page.getByLabel('Published on the website').check();
    await page.getByRole('button', { name: 'Save story' }).click();
    await expect.poll(() => statusOf('/stories/a-studio-day')).toBe(200);
    expect(await textOf('/stories/a-studio-day')).not.toContain(photo[0]?.media.id);
    await open(page, 'gallery');
    await page.getByLabel('Search the gallery').fill('studio day');
    await expect(page.getByRole('button', { name: /^Edit Studio day/ })).toHaveCount(3);
    await page.getByRole('button', { name: 'Select several' }).click();
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    for (const path of addresses) await expect.poll(() => statusOf(path), path).toBe(200);
    await expect.poll(() => textOf('/stories/a-studio-day')).toContain(photo[0]?.media.id);
  });

  await test.step('a visitor sees the photos of the story on phone and desktop', async () => {
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
    const visit = await context.newPage();
    for (const width of [390, 1440]) {
      await visit.setViewportSize({ width, height: 900 });
      await visit.goto('/stories/a-studio-day');
      const shown = visit.locator('.story__section img');
      await expect(shown).toHaveCount(3);
      await shown.last().scrollIntoViewIfNeeded();
      await expect
        .poll(() => shown.last().evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await context.close();
  });

  await test.step('what is taken back has no address any more, also not in a cache', async () => {
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    for (const path of addresses) await expect.poll(() => statusOf(path), path).toBe(404);
    expect(await textOf('/stories/a-studio-day')).not.toContain(photo[0]?.media.id);
    await open(page, 'albums');
    await page.getByRole('link', { name: 'Edit A studio day' }).click();
    await page.getByLabel('Published on the website').uncheck();
    await page.getByRole('button', { name: 'Save story' }).click();
    for (const path of ['/stories/a-studio-day', '/api/albums/a-studio-day'])
      await expect.poll(() => statusOf(path), path).toBe(404);
  });

  await test.step('moves an inquiry through its stages on a phone', async () => {
    await sendInquiry(page.request, product.url, 'Studio Day Couple');
    await page.setViewportSize({ width: 390, height: 844 });
    // Newest first: other tests of this process fill the inbox.
    await open(page, 'inquiries?order=newest');
    await page.getByRole('button', { name: /Studio Day Couple/ }).click();
    const stage = page.getByRole('group', { name: 'Pipeline' }).getByLabel('Stage');
    for (const [label, status] of [
      ['Quoted', 'Responded'],
      ['Booked', 'Booked'],
    ] as const) {
      await stage.selectOption({ label });
      await expect(page.getByRole('radio', { name: status })).toBeChecked();
    }
    await page.reload();
    await expect(stage.locator('option:checked')).toHaveText('Booked');
  });

  await test.step('books its day on the phone, sees it in the agenda, and on a desktop in the month', async () => {
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Client *')).toHaveValue('Studio Day Couple');
    const [first, last] = [dialog.getByLabel('First day *'), dialog.getByLabel('Last day *')];
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' }));
    await first.fill(today);
    await last.fill(today);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await open(page, 'calendar');
    await expect(page.getByRole('button', { name: /^Studio Day Couple/ }).first()).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Studio Day Couple, booking/ })).toBeVisible();
  });
  await visitor.dispose();
});
