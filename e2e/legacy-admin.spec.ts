import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { expect, test } from './page/test';
import { isInteractive } from './page/visitor';

const TABS = [
  ['Overview', '/admin-old'],
  ['Portfolio', '/admin-old/portfolio'],
  ['Packages', '/admin-old/packages'],
  ['Inquiries', '/admin-old/inquiries'],
  ['Settings', '/admin-old/settings'],
] as const;

async function openLegacy(page: Page, path = '/admin-old'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
}

/** Drops files on the logo's zone as a pointer would. */
async function drop(page: Page, files: { name: string; type: string; body: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, type, body } of list)
      data.items.add(new File([Uint8Array.from(atob(body), (c) => c.charCodeAt(0))], name, { type }));
    return data;
  }, files);
  const zone = page.getByText('Drag and drop your logo here');
  for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer });
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>').toString('base64');
const PDF = Buffer.from('%PDF-1.4').toString('base64');

for (const [name, path] of TABS)
  test(`LEG-1 ${name} has its own URL, and no axe violation at 1440 and 390 px`, async ({ page }) => {
    await openLegacy(page, path);
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expectNoAxeViolations(page, `legacy ${name}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoAxeViolations(page, `legacy ${name} on a phone`);
  });

test('LEG-1 LEG-2 tabs keep what was typed, actions show toasts, and no request leaves the page', async ({ page }) => {
  await openLegacy(page, '/admin-old/portfolio');
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(remotes|assets|composition\.json|icon\.svg)/.test(pathname) && !request.url().startsWith('blob:'))
      requests.push(request.url());
  });
  await page.getByLabel(/Title/).fill('Unsaved title');
  await page.getByRole('tab', { name: 'Packages' }).click();
  await expect(page).toHaveURL(/\/admin-old\/packages$/);
  await page
    .getByRole('button', { name: /update/i })
    .first()
    .click();
  await expect(page.getByRole('region', { name: /notifications/i }).getByRole('listitem')).toBeVisible();
  await page.getByRole('tab', { name: 'Portfolio' }).click();
  await expect(page.getByLabel(/Title/)).toHaveValue('Unsaved title');
  expect(requests).toEqual([]);
});

test('LEG-7 drops of a PNG, an SVG, a PDF and two files at once', async ({ page }) => {
  await openLegacy(page, '/admin-old/settings');
  const toast = page.getByRole('region', { name: /notifications/i });
  await drop(page, [{ name: 'logo.png', type: 'image/png', body: PNG }]);
  await expect(page.getByRole('img', { name: /logo/i })).toBeVisible();
  await drop(page, [{ name: 'logo.svg', type: 'image/svg+xml', body: SVG }]);
  await expect(page.getByRole('img', { name: /logo/i })).toBeVisible();
  await drop(page, [{ name: 'papers.pdf', type: 'application/pdf', body: PDF }]);
  await expect(toast.getByText('Invalid File', { exact: true })).toBeVisible();
  await expect(toast.getByText('Please upload an image file (PNG, JPG, SVG)', { exact: true })).toBeVisible();
  await drop(page, [
    { name: 'papers.pdf', type: 'application/pdf', body: PDF },
    { name: 'second.png', type: 'image/png', body: PNG },
  ]);
  await expect(toast.getByText('Invalid File', { exact: true })).toBeHidden();
  await expect(page.getByText(/second\.png/).first()).toBeVisible();
});

test('LEG-1 Back to Website leads to the public page', async ({ page }) => {
  await openLegacy(page);
  await page
    .getByRole('button', { name: 'Back to Website' })
    .or(page.getByRole('link', { name: 'Back to Website' }))
    .click();
  await isInteractive(page);
});
