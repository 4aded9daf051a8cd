import type { Locator } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { sendInquiry, signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';

/** Returns whether nothing covers the first and the last visible line of pixels of an element. */
const isInSight = (shown: Locator) =>
  shown.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect();
    const first = Math.max(0, top) + 4;
    const last = Math.min(innerHeight, bottom) - 4;
    const isHit = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y));
    return first < last && isHit(first) && isHit(last);
  });

test.describe('on a phone whose keyboard is open', () => {
  test.use({ viewport: { width: 390, height: 400 } });

  test('ADM-INQ-1 nothing covers the field of an inquiry that has the focus', async ({ page, product, request }) => {
    await sendInquiry(page.request, product.url, 'Asha Low');
    await signInByPage(page, product.url);
    // The sign-in of a program is news, which need room, too.
    await signIn(request, product.url);
    await page.goto('/admin/dashboard/inquiries?q=Asha+Low');
    await expect(page.getByRole('region', { name: 'News about your account' })).toBeVisible();
    await page.getByRole('button', { name: /Asha Low/ }).click();
    for (const label of ['Internal notes', 'City', 'Source']) {
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      await expect.poll(() => isInSight(field), label).toBe(true);
    }
  });

  test('ADM-SHELL-2 skipping to the content of a client keeps the record open', async ({ page, product }) => {
    await sendInquiry(page.request, product.url, 'Asha Skip');
    await signInByPage(page, product.url);
    await page.goto('/admin/dashboard/clients');
    await page.getByRole('button', { name: /^Asha Skip/ }).click();
    const heading = page.getByRole('heading', { name: 'Asha Skip' });
    await expect(heading).toBeVisible();
    const url = page.url();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(page.url()).toBe(url);
    await expect(heading).toBeVisible();
  });

  test('ADM-INQ-1 CLIENT-8 keys scroll a list without entries that is higher than its window', async ({
    page,
    product,
  }) => {
    await page.route(/\/api\/(inquiries|clients)(\?|$)/, (route) => route.fulfill({ json: [] }));
    await signInByPage(page, product.url);
    for (const [path, name] of [
      ['inquiries', 'No inquiries yet'],
      ['clients', 'List of clients'],
    ] as const) {
      await page.goto(`/admin/dashboard/${path}`);
      const list = page.getByRole('region', { name });
      await expect(list).toContainText(/No (inquiries|clients) yet/);
      // News and filters above it may leave as little.
      await list.evaluate(({ style }) => {
        style.maxHeight = '4rem';
      });
      expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
      await expectNoAxeViolations(page, path, 'main');
    }
  });
});

test('ADM-UP-7 the panel of a refused photo covers no buttons, and stays small on the next page', async ({
  page,
  product,
}) => {
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/gallery');
  await page.getByRole('button', { name: 'Upload photos' }).click();
  const panel = page.getByRole('region', { name: 'Uploads' });
  const heic = { name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no photo') };
  await panel.getByLabel('Photo files').setInputFiles(heic);
  await expect(panel.getByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
  await page.goto('/admin/dashboard/albums');
  await page.getByRole('link', { name: 'Add story' }).click();
  const save = page.getByRole('button', { name: 'Save story' });
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(panel).toBeVisible();
    await save.focus();
    await expect.poll(() => isInSight(save), `at ${width} px`).toBe(true);
  }
  await panel.getByRole('button', { name: 'Make the uploads small' }).click();
  await page.goto('/admin/dashboard/calendar');
  await expect(panel.getByRole('button', { name: 'Show the uploads' })).toBeVisible();
});

test('ADM-UP-7 the panel of uploads covers nothing of the inbox when it is open after a reload', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/gallery');
  await page.getByRole('button', { name: 'Upload photos' }).click();
  const panel = page.getByRole('region', { name: 'Uploads' });
  const heic = { name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no photo') };
  await panel.getByLabel('Photo files').setInputFiles(heic);
  await expect(panel.getByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
  await page.goto('/admin/dashboard/inquiries');
  await expect(panel.getByText(/set Camera > Formats to Most Compatible/)).toBeVisible();
  const gapPx = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [inbox, dock] = [await page.getByRole('main').boundingBox(), await panel.boundingBox()];
    return inbox && dock ? dock.y - (inbox.y + inbox.height) : null;
  };
  await expect.poll(gapPx).toBeGreaterThanOrEqual(0);
});
