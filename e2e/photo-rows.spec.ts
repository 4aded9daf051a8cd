import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Page } from '@playwright/test';
import { signIn } from './page/staff';
import { expect, test } from './page/test';
import { hasWebFonts } from './page/visitor';

interface Box {
  alt: string;
  top: number;
  height: number;
  right: number;
  /** of the photo's height or width, cut off by its frame */
  cropped: number;
}

/** Returns the boxes of photos, in their order. */
const photos = (page: Page, frames: string) =>
  page.locator(frames).evaluateAll((all) =>
    all.map((frame): Box => {
      const { top, right, width, height } = frame.getBoundingClientRect();
      const image = frame.querySelector('img') as HTMLImageElement;
      const own = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const ratio = width / height;
      const isWhole = getComputedStyle(image).objectFit === 'contain';
      const cropped = isWhole ? 0 : 1 - Math.min(own, ratio) / Math.max(own, ratio);
      return { alt: image.alt, top, right, height, cropped };
    }),
  );

const OPEN_TAB = '#portfolio .tab-panel:visible .portfolio-item__photo';

for (const width of [1440, 820, 640, 390])
  test(`PUB-PORT-5 at ${width} px no photo of the portfolio is cropped, and a row has one height`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const tabs = await page.locator('#portfolio .tabs__tab').all();
    expect(tabs.length).toBeGreaterThan(2);
    for (const tab of tabs) {
      await tab.click();
      const boxes = await photos(page, OPEN_TAB);
      expect(boxes.length).toBeGreaterThan(2);
      for (const box of boxes) expect(box.cropped).toBeLessThan(0.02);
      if (width === 390) {
        // A strip: its photos have one height, but for those that would be wider than the window.
        for (const { height } of boxes) expect(height).toBeLessThan(0.54 * width);
        continue;
      }
      for (const box of boxes) expect(box.right).toBeLessThanOrEqual(width);
      for (const box of boxes)
        for (const other of boxes)
          if (Math.abs(box.top - other.top) < 2) expect(Math.abs(box.height - other.height)).toBeLessThan(2);
    }
  });

test('PHOTO-CROP-1 no photo without a crop loses more than 12 % to its frame, on any page', async ({ page }) => {
  for (const path of ['/', '/portfolio', '/stories/two-days-in-ahilyanagar'])
    for (const width of [1440, 820, 390])
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        // The slideshow fills the window, and the small portraits of testimonials are round.
        const frames = '.frame:has(img):not(.hero__slide *, .testimonial-card__photo)';
        await page.addStyleTag({ content: '.site :is(.tab-panel, .carousel__photo) { display: block !important }' });
        const boxes = (await photos(page, frames)).filter(({ height }) => height > 0);
        expect(boxes.length).toBeGreaterThan(1);
        expect(boxes.filter(({ cropped }) => cropped > 0.12)).toEqual([]);
      });
});

test('PUB-PORT-6 at 390 px the page stays under 9,000 px with 40 photos in a category', async ({ page, product }) => {
  await signIn(page.request, product.url);
  const [first] = (await (await page.request.get('/api/portfolio/wedding')).json()) as PortfolioItem[];
  const added: string[] = [];
  try {
    for (let number = 1; number <= 40; number += 1) {
      const data = { title: `Haldi ${number}`, category: 'wedding', mediaId: first?.media?.id };
      const response = await page.request.post('/api/portfolio', { data, headers: { origin: product.url } });
      expect(response.status(), await response.text()).toBe(201);
      added.push(((await response.json()) as PortfolioItem)._id);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    // What was skipped below the fold gets its real height, and the texts their web fonts, which are wider than some of this machine.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    await hasWebFonts(page);
    const tabs = await page.locator('#portfolio .tabs__tab, #packages .tabs__tab').all();
    expect(tabs.length).toBeGreaterThan(4);
    for (const tab of tabs) {
      await tab.click();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9000);
    }
    const shown = await page.locator(OPEN_TAB).count();
    expect(shown).toBeGreaterThan(2);
    expect(shown).toBeLessThanOrEqual(8);
  } finally {
    for (const id of added) await page.request.delete(`/api/portfolio/${id}`, { headers: { origin: product.url } });
  }
});

test('PUB-PORT-5 at 390 px the strips scroll sideways by keyboard, and the page itself does not', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const strip = page.locator('#portfolio .tab-panel:visible > ul');
  const last = strip.getByRole('link', { name: /^View / }).last();
  await last.focus();
  await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(300);
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
