import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoAxeViolations } from './page/axe';
import { signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { ROOT, startProduct } from './product/start-product';

/** A file of the seeds as an upload. */
const seedPhotograph = (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(ROOT, 'api/seeds/photos', name)),
});

test('RUN-1 the first start prints how to sign in, and that opens the portal', async ({ page }) => {
  const product = await startProduct({ empty: true, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });
  try {
    expect(product.output()).toContain(product.url.replace('127.0.0.1', 'localhost').slice(7, 16));
    const email = /[\w.+-]+@[\w.-]+/.exec(product.output())?.[0] ?? '';
    const password = /password:?\s+(\S+)/i.exec(product.output())?.[1] ?? '';
    await page.goto(`${product.url}/admin`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  } finally {
    await product.remove();
  }
});

test('ADM-LOGIN-1 ADM-LOGIN-2 a wrong password is said, the reset is an alert', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/401|API Error:/);
  await page.goto('/admin');
  await expectNoAxeViolations(page, 'login');
  await page.getByLabel('Email').fill('nobody@godhuli.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoAxeViolations(page, 'login with an error');
  const said = page.waitForEvent('dialog').then(async (dialog) => {
    const words = dialog.message();
    await dialog.dismiss();
    return words;
  });
  await page.getByText('Forgot Password?').click();
  expect(await said).toBe('Password reset feature coming soon!');
});

test('ADM-SHELL-2 without a stored user the portal leads to its login', async ({ page }) => {
  await page.goto('/admin/dashboard/gallery');
  await expect(page).toHaveURL(/\/admin$/);
});

test('ADM-GAL-3 ADM-INQ-1 a day of staff: photographs in, onto the page, an inquiry answered', async ({
  page,
  browser,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/415|422|API Error:/);
  await signInByPage(page);
  await expect(page.getByText(/welcome/i).first()).toBeVisible();
  await page.goto('/admin/dashboard/gallery');
  await page.getByRole('button', { name: 'Add New Item' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type="file"]')
    .setInputFiles([
      seedPhotograph('commercial-perfume.jpg'),
      seedPhotograph('commercial-watch-stone.jpg'),
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 not a photograph') },
    ]);
  await expect(dialog.getByText(/not a photograph|JPEG, PNG or WebP/i).first()).toBeVisible();
  await expectNoAxeViolations(page, 'gallery dialog with a refused file');
  await page.screenshot({ path: test.info().outputPath('gallery-dialog.png') });

  const visitor = await browser.newContext();
  const visit = await visitor.newPage();
  await visit.goto(`${product.url}/#contact`);
  await expect(visit.locator('html[data-remote-ready="public-site"]')).toBeAttached();
  await visit.getByLabel('Full Name *').fill('Journey Visitor');
  await visit.getByLabel('Photography Type *').selectOption('wedding');
  await visit.getByLabel(/^Phone/).fill('9822012345');
  await visit.getByRole('button', { name: /send/i }).click();
  await expect(visit.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
  await visitor.close();
});
