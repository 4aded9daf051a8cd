import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { countInquiries, inquiries, signIn } from './page/staff';
import { expect, test } from './page/test';
import { isHydrated, isInteractive } from './page/visitor';
import { freePort, startProduct } from './product/start-product';

test('PUB-CONT-2 PUB-CONT-3 PUB-CONT-4 TOAST-1 an inquiry is stored, the toast shown, the form cleared', async ({
  page,
  product,
  playwright,
}) => {
  await page.goto('/#contact');
  await isHydrated(page);
  await page.getByLabel('Full Name *').fill('Meera Kulkarni');
  await page.getByLabel('Photography Type *').selectOption('prewedding');
  await page.getByLabel(/^Phone/).fill('९८२२० १२३४५, 0241-2345678');
  await page.getByLabel(/Preferred Date/i).fill('2099-02-14');
  await page.getByLabel(/Message/i).fill('By the lake, at dusk.');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
  await expect(
    page.getByText("Thank you for your interest. We'll get back to you within 24 hours.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Full Name *')).toHaveValue('');
  await expect(page.getByLabel(/Message/i)).toHaveValue('');
  const result = page.getByRole('region', { name: 'We received your inquiry' });
  await expect(result).toBeFocused();
  // The focus keeps the toast, which otherwise goes after five seconds.
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /notifications/i }).getByRole('list')).toBeFocused();
  await expectNoAxeViolations(page, 'after an inquiry');

  const staff = await playwright.request.newContext();
  await signIn(staff, product.url);
  const stored = (await inquiries(staff, product.url)).filter(({ name }) => name === 'Meera Kulkarni');
  expect(stored).toHaveLength(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeHidden();
  await expect(result).toBeVisible();
  await staff.dispose();
});

test('PUB-CONT-2 a missing value is reported next to its field, and nothing is lost', async ({ page }) => {
  await page.goto('/#contact');
  await isHydrated(page);
  await page.getByLabel(/Message/i).fill('A long message.');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByLabel('Full Name *')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Please tell us your name.').first()).toBeVisible();
  await expect(page.getByLabel(/Message/i)).toHaveValue('A long message.');
  await expectNoAxeViolations(page, 'form with errors');
});

test('PUB-CONT-3 without JavaScript a refused form focuses the first field in error', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${product.url}/#contact`);
  await page.getByLabel('Full Name *').fill('Asha');
  await page.getByLabel('Photography Type *').selectOption('other');
  await page.getByLabel('Phone Number').fill('98220');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByRole('heading', { name: 'Submission Failed' })).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await page.getByRole('link', { name: 'Phone Number' }).click();
  await page.getByLabel('Phone Number').fill('98220 12345');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByRole('heading', { name: 'Inquiry Submitted Successfully!' })).toBeVisible();
  await page.close();
});

test('PUB-CONT-3 a form posted before the scripts ran continues in the page', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/422/);
  await page.goto('/#contact');
  await page.getByLabel('Full Name *').fill('Early Bird');
  await page.getByLabel('Photography Type *').selectOption('other');
  await page.getByLabel('Phone Number').fill('98220');
  await page.getByRole('form').evaluate((form) => (form as HTMLFormElement).submit());
  await expect(page.getByRole('heading', { name: 'Submission Failed' })).toBeVisible();
  await isHydrated(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByLabel('Full Name *')).toHaveValue('Early Bird');
  await expect(page.getByLabel('Photography Type *')).toHaveValue('other');
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('heading', { name: 'Submission Failed' })).toBeHidden();
});

/** Fills in what an inquiry needs. */
async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name *').fill(name);
  await page.getByLabel('Photography Type *').selectOption('other');
}

const REMOTE_ENTRY = /\/remotes\/.*remoteEntry\.js$/;
const RECEIVED = { name: 'Inquiry Submitted Successfully!' };

for (const javaScriptEnabled of [true, false])
  test(`PUB-CONT-3 sent twice by the browser ${javaScriptEnabled ? 'before React' : 'without JavaScript'}, it is one inquiry`, async ({
    browser,
    product,
    playwright,
  }) => {
    const name = `Twice ${javaScriptEnabled}`;
    const page = await browser.newPage({ javaScriptEnabled });
    await page.route(REMOTE_ENTRY, () => {});
    await page.goto(`${product.url}/#contact`, { waitUntil: 'domcontentloaded' });
    await fillIn(page, name);
    await page.getByRole('button', { name: 'Send Inquiry' }).dblclick();
    await expect(page.getByRole('heading', RECEIVED)).toBeVisible();
    // The browser keeps the values, and the visitor is not sure that it was sent.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByLabel('Full Name *')).toHaveValue(name);
    await page.getByRole('button', { name: 'Send Inquiry' }).click();
    await expect(page.getByRole('heading', RECEIVED)).toBeVisible();
    expect(await countInquiries(playwright, product.url, name)).toBe(1);
    await page.close();
  });

test('PUB-CONT-3 sent before React runs and once more after, it is one inquiry; Back shows the form ready', async ({
  page,
  product,
  playwright,
}) => {
  const name = 'Twice with React';
  const send = page.getByRole('button', { name: 'Send Inquiry' });
  const paths: string[] = [];
  await page.route(/\/inquiries(\?|$)/, async (route) => {
    paths.push(new URL(route.request().url()).pathname);
    if (paths.length > 1) return route.continue();
    // The studio has received it, but the visitor stays in the page.
    await route.fetch();
    return route.fulfill({ status: 204 });
  });
  let runReact: () => void = () => undefined;
  const reactMayRun = new Promise<void>((resolve) => {
    runReact = resolve;
  });
  await page.route(REMOTE_ENTRY, async (route) => {
    await reactMayRun;
    await route.continue();
  });
  await page.goto('/#contact', { waitUntil: 'domcontentloaded' });
  await isInteractive(page);
  await fillIn(page, name);
  await send.click();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  runReact();
  await isHydrated(page);
  await send.click();
  await expect(page.getByRole('heading', RECEIVED)).toBeVisible();
  expect(paths).toEqual(['/inquiries', '/inquiries']);
  expect(await countInquiries(playwright, product.url, name)).toBe(1);
  await page.goBack();
  await expect(send).toBeVisible();
  await expect(send).not.toHaveAttribute('aria-busy');
});

test('PUB-CONT-3 PUB-CONT-4 with the API stopped: the failure toast, every value kept, and it recovers', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/API Error:|Failed to load resource|503|502/);
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const api = await startProduct({ program: 'api/dist/main.js', port: apiPort });
  const front = await startProduct({ env: { API_URL: apiUrl } });
  try {
    await page.goto(`${front.url}/#contact`);
    await isHydrated(page);
    await page.getByLabel('Full Name *').fill('Kept Name');
    await page.getByLabel('Photography Type *').selectOption('other');
    await page.getByLabel(/Message/i).fill('Kept message');
    await api.end('SIGKILL');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Submission Failed', { exact: true })).toBeVisible();
    await expect(
      page.getByText('There was an error submitting your inquiry. Please try again or contact us directly.', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'We could not send your inquiry' })).toBeFocused();
    await expect(page.getByLabel('Full Name *')).toHaveValue('Kept Name');
    await expect(page.getByLabel('Photography Type *')).toHaveValue('other');
    await expect(page.getByLabel(/Message/i)).toHaveValue('Kept message');
    const again = await startProduct({ program: 'api/dist/main.js', port: apiPort, dataDir: api.dataDir });
    try {
      await page.getByRole('button', { name: /send/i }).click();
      await expect(page.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
    } finally {
      await again.remove();
    }
  } finally {
    await front.remove();
    await api.remove();
  }
});
