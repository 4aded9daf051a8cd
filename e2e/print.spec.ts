import type { Page } from '@playwright/test';
import { signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { isInteractive } from './page/visitor';

/** Lays the page out for A4 in portrait, which is narrower than the window that it is printed from. */
async function layOutForPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
}

test('ADM-SHELL-5 the calendar prints its month on narrow paper, dark on light in the dark theme', async ({
  page,
  product,
}) => {
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/calendar');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  const month = page.getByRole('table');
  await expect(month).toBeVisible();
  await layOutForPaper(page);
  await expect(month).toBeVisible();
  await expect(month).toHaveCSS('color', 'rgb(28, 26, 23)');
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add booking', exact: true })).toBeHidden();
});

test('ADM-SHELL-5 an open inquiry prints whole, without the list of the others', async ({ page, product }) => {
  await signIn(page.request, product.url);
  const message = `${'We marry in Pune. '.repeat(250)}\nThe last line`;
  const data = { name: 'Printed Couple', eventType: 'wedding', phone: '9822012345', message, elapsedMs: 9000 };
  const response = await page.request.post('/api/inquiries', { data, headers: { origin: product.url } });
  expect(response.status()).toBe(201);
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/inquiries?q=Printed+Couple');
  await page.getByRole('button', { name: /Printed Couple/ }).click();
  const inquiry = page.getByRole('region', { name: 'Inquiry from Printed Couple' });
  await expect(inquiry).toContainText('The last line');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  await layOutForPaper(page);
  await expect(inquiry).toBeVisible();
  await expect(page.getByRole('region', { name: 'Inbox' })).toBeHidden();
});

test('SEC-2FA-1 recovery codes print alone, on one page', async ({ page, product }) => {
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/account');
  await page.route('**/api/admin/me/second-factor/recovery-codes', (route) =>
    route.fulfill({ json: { recoveryCodes: Array.from({ length: 10 }, (_, index) => `CODE${index}-AAAAA-BBBBB`) } }),
  );
  await page.route('**/api/admin/me/second-factor', (route) =>
    route.fulfill({ json: { totp: true, recoveryCodes: 10, passkeys: [], isRequired: false } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Replace all codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(1);
  await layOutForPaper(page);
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeHidden();
  await expect(page.getByText('CODE9-AAAAA-BBBBB')).toBeVisible();
});

test('PUB-LIKE-1 the button of the shortlist is not printed', async ({ page }) => {
  await page.goto('/p/the-hour-of-godhuli');
  await isInteractive(page);
  await page.locator('main button[data-photo-action="like"]').first().click();
  const opener = page.locator('.shortlist-opener');
  await expect(opener).toBeVisible();
  await layOutForPaper(page);
  await expect(opener).toBeHidden();
});

test('in print the public page has no animation, whose start would be printed instead of its end', async ({ page }) => {
  await page.goto('/');
  await isInteractive(page);
  await layOutForPaper(page);
  const quote = page.locator('.carousel__quote').first();
  await expect(quote).toHaveCSS('animation-name', 'none');
  await expect(quote).toBeVisible();
});

test('in print the cards of the services have one width, so that no word of a title breaks', async ({ page }) => {
  await page.goto('/');
  await isInteractive(page);
  await layOutForPaper(page);
  const cards = page.locator('.service-card');
  await expect(cards.first()).toBeVisible();
  const widths = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
});
