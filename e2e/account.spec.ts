import { expectNoAxeViolationsInEveryTheme as expectNoViolations } from './page/axe';
import { addEditor, signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { ADMIN } from './product/start-product';

const REFUSED = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    ...{ type: 'about:blank', title: 'Forbidden', status: 403 },
    ...{ detail: 'Please enter your password to continue.', code: 'password-required' },
  }),
};

test('a user sees a new sign-in and ends that session; the other browser is signed out', async ({
  browser,
  page,
  product,
}) => {
  await signIn(page.request, product.url);
  const account = await addEditor(page.request, product.url, { name: 'Nila', email: 'nila@godhuli.example' });
  const laptop = await browser.newContext();
  const phone = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone)' });
  const own = await laptop.newPage();
  const foreign = await phone.newPage();
  const news = own.getByRole('region', { name: 'News about your account' });
  try {
    await test.step('a sign-in on another device is news', async () => {
      await signInByPage(own, product.url, account);
      await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
      await signInByPage(foreign, product.url, account);
      await own.reload();
      await expect(news).toContainText('New sign-in:');
      await expectNoViolations(own, 'news about the account');
    });

    await test.step('the inbox fits the window below the news', async () => {
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await own.setViewportSize(viewport);
        await own.goto('/admin/dashboard/inquiries');
        await expect(news).toBeVisible();
        await expect(own.getByLabel('Search inquiries')).toBeVisible();
        expect(await own.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height);
      }
      await own.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('the user ends the session of the other device', async () => {
      await news.getByRole('link', { name: 'Check your account' }).click();
      const sessions = own.getByRole('region', { name: 'Where you are signed in' });
      await expect(sessions.getByRole('listitem')).toHaveCount(2);
      await expect(sessions.getByText('This device')).toBeVisible();
      await expectNoViolations(own, 'sessions');
      await sessions.getByRole('button', { name: /^End session: / }).click();
      await expect(sessions.getByRole('listitem')).toHaveCount(1);
      await expect(sessions.getByRole('heading')).toBeFocused();
      await foreign.goto('/admin/dashboard');
      await expect(foreign).toHaveURL(/\/admin$/);
    });

    await test.step('the user dismisses the news', async () => {
      await news.getByRole('button', { name: 'Dismiss' }).click();
      await expect(news).toBeHidden();
      await expect(own.getByRole('main')).toBeFocused();
      await own.reload();
      await expect(own.getByRole('region', { name: 'What happened to your account' })).toContainText('You signed out:');
    });
  } finally {
    await laptop.close();
    await phone.close();
  }
});

test('an action asks for the password by the keyboard when it was entered too long ago, then continues', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/403|422|API Error:/);
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/users');
  await page.route(/\/reset-link$/, (route) => route.fulfill(REFUSED), { times: 1 });
  const create = page.getByRole('button', { name: /^Create link for / }).first();
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await expectNoViolations(page, 'password dialog with an error');
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/\/admin\/reset-password#/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(create).toBeFocused();
});

test('a password dialog returns the focus when it is cancelled, and closes with its page', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/403|API Error:/);
  await signInByPage(page, product.url);
  await page.getByRole('link', { name: 'Users' }).click();
  let calls = 0;
  await page.route(/\/reset-link$/, (route) => {
    calls += 1;
    return route.fulfill(REFUSED);
  });
  const create = page.getByRole('button', { name: /^Create link for / }).first();
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await expect(page.getByText('We could not create the link')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goForward();
  await expect(create).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(calls).toBe(2);
});
