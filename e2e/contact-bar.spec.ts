import type { Page } from '@playwright/test';
import { expect, test } from './page/test';

/** Whether the bar is what a finger reaches at the bottom of the window. */
const isReachable = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.closest('.contact-bar') != null);

const scrollTo = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'start' }));

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, javaScriptEnabled });

    test('PUB-BAR-1 phones get Call, WhatsApp and Book between hero and contact section', async ({ page }) => {
      await page.goto('/');
      const bar = page.getByRole('navigation', { name: 'Quick contact' });
      await test.step('the hero covers it', async () => {
        expect(await isReachable(page)).toBe(false);
      });
      await test.step('below the hero it is at the bottom of the window', async () => {
        await scrollTo(page, '#portfolio');
        await expect.poll(() => isReachable(page)).toBe(true);
        await expect(bar.getByRole('link', { name: /^Call \+91/ })).toHaveAttribute('href', /^tel:\+\d+$/);
        await expect(bar.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+/);
      });
      await test.step('Book leads to the form, which it does not cover', async () => {
        await bar.getByRole('button', { name: 'Book' }).tap();
        await expect(page.locator('#contact')).toBeInViewport();
        await expect.poll(() => isReachable(page)).toBe(false);
      });
    });
  });

test('PUB-BAR-1 wider windows have no bar', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Quick contact' })).toBeHidden();
});
