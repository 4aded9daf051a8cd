import type { Page } from '@playwright/test';
import { expect, test } from './page/test';

interface Box {
  top: number;
  height: number;
  right: number;
  /** of the photo's height or width, cut off by its frame */
  cropped: number;
}

/** Returns the boxes of the photos in the open tab, in their order. */
const photos = (page: Page) =>
  page.locator('#portfolio .tab-panel:visible .portfolio-item__photo').evaluateAll((frames) =>
    frames.map((frame): Box => {
      const { top, right, width, height } = frame.getBoundingClientRect();
      const image = frame.querySelector('img') as HTMLImageElement;
      const own = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const ratio = width / height;
      return { top, right, height, cropped: 1 - Math.min(own, ratio) / Math.max(own, ratio) };
    }),
  );

for (const width of [1440, 820, 640, 390])
  test(`PUB-PORT-5 at ${width} px no photo of the portfolio is cropped, and a row has one height`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const tabs = page.locator('#portfolio .tabs__tab');
    for (const tab of await tabs.all()) {
      await tab.click();
      const boxes = await photos(page);
      expect(boxes.length).toBeGreaterThan(2);
      for (const box of boxes) expect(box.cropped).toBeLessThan(0.02);
      for (const box of boxes) expect(box.right).toBeLessThanOrEqual(width);
      for (const box of boxes)
        for (const other of boxes)
          if (Math.abs(box.top - other.top) < 2) expect(Math.abs(box.height - other.height)).toBeLessThan(2);
    }
  });
