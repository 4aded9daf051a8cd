import { expect, type Page } from '@playwright/test';

/** Waits until the page script runs: from then on a visitor's page is complete until the form is near. */
export const isInteractive = (page: Page): Promise<void> =>
  expect(page.locator('.site[data-interactive]')).toBeAttached();

/** Waits until the texts have the web fonts, which the page adds after their files have loaded, a few texts at a time. */
export const hasWebFonts = (page: Page): Promise<void> => {
  const added = () =>
    page.evaluate(() => performance.getEntriesByName('fonts').flatMap((mark) => (mark as PerformanceMark).detail));
  return expect.poll(added).toEqual(expect.arrayContaining(['Inter', 'Playfair']));
};

/** Waits until React has hydrated the visitor's page. */
export const isHydrated = (page: Page): Promise<void> =>
  expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();

/**
 * Makes the page need React, as a visitor does who uses the form, and waits until it is hydrated. Again, if a newer document takes the
 * place of this one (decision 036).
 */
export async function hydrate(page: Page): Promise<void> {
  await isInteractive(page);
  const ready = page.locator('html[data-remote-ready="public-site"]');
  await expect(async () => {
    await page.locator('#contact form').dispatchEvent('focusin');
    await expect(ready).toBeAttached({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
}
