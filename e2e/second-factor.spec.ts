import type { Page } from '@playwright/test';
import { totpCode } from '../api/src/testing/totp-code';
import { expectNoAxeViolationsInEveryTheme as expectNoViolations } from './page/axe';
import { leaveSite } from './page/leave-site';
import { addEditor, fillInLogin, sendInquiry, signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';

/** The device stays known. */
const SESSION = { name: 'godhuli_session' };

interface Account {
  email: string;
  password: string;
}

/** Sets up an authenticator app on the page that offers it. Returns its key. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectNoViolations(page, 'setup of an app');
  const key = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec((await dialog.textContent()) ?? '')?.[0].replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Code of the app').fill(totpCode(key, Date.now() / 1000));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the codes' }).press('Escape');
  await page.mouse.click(5, 5);
  await expect(codes).toBeVisible();
  await codes.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes).toBeHidden();
  return key;
}

/** Enters the password and a code of the next period, which has not been used. */
async function signInWithCode(page: Page, url: string, account: Account, key: string): Promise<void> {
  await page.goto(`${url}/admin`);
  await fillInLogin(page, account);
  await page.getByLabel('Code of your authenticator app').fill(totpCode(key, Date.now() / 1000 + 30));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
}

test('SEC-2FA-1 SEC-2FA-7 a user sets up an app and a passkey, and signs in with each', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/401|403|API Error:/);
  await signIn(page.request, product.url);
  await sendInquiry(page.request, product.url, 'Asked Before');
  const account = await addEditor(page.request, product.url, { name: 'Tara', email: 'tara@godhuli.example' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const site = product.url.replace('127.0.0.1', 'localhost');
  let key = '';

  await test.step('an app is set up with its key and a code', async () => {
    await signInByPage(page, site, account);
    await page.goto(`${site}/admin/dashboard/account`);
    key = await setUpApp(page);
    await expect(page.getByText('10 of 10 left')).toBeVisible();
  });
  await test.step('a passkey is added with a name', async () => {
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Test key');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Rename Test key' })).toBeVisible();
    await expectNoViolations(page, 'account with second factors');
  });
  await test.step('the password alone does not sign in; the code does', async () => {
    await leaveSite(page.context());
    await page.context().clearCookies();
    await page.goto(`${site}/admin`);
    await fillInLogin(page, account);
    await expect(page.getByLabel('Code of your authenticator app')).toBeFocused();
    await expectNoViolations(page, 'second step');
    await signInWithCode(page, site, account, key);
  });
  await test.step('the passkey signs in without a password', async () => {
    await leaveSite(page.context());
    await page.context().clearCookies(SESSION);
    await page.goto(`${site}/admin`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.goto(`${site}/admin/dashboard/account`);
    await expect(page.getByRole('button', { name: 'Rename Test key' })).toBeVisible();
  });
  await test.step('a page that lost its session says that it must be loaded again after a passkey', async () => {
    await page.goto(`${site}/admin/dashboard/inquiries?q=Asked+Before`);
    await page.getByRole('button', { name: /Asked Before/ }).click();
    await page.getByLabel('Internal notes').fill('Typed before the session ended');
    await page.context().clearCookies(SESSION);
    await page.getByRole('button', { name: 'Save notes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
    await expectNoViolations(page, 'signed in with a passkey in a page of before', '[role=alertdialog]');
    await page.getByRole('button', { name: 'Show my text' }).click();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    await expect(page.getByLabel('Internal notes')).toHaveValue('Typed before the session ended');
  });
  await test.step('a page of another remote that asks for the passkey gets no key of the session', async () => {
    await leaveSite(page.context());
    await page.goto(`${site}/`);
    await Promise.all([
      page.waitForURL(/^blob:/),
      page.evaluate(() => {
        window.location.href = URL.createObjectURL(new Blob(['<title>Asks</title>'], { type: 'text/html' }));
      }),
    ]);
    const asked = await page.evaluate(async (origin) => {
      const post = (path: string, body?: string) =>
        fetch(`${origin}/api/admin/auth/passkey${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          ...(body !== undefined && { body }),
        });
      const { options } = await (await post('/options')).json();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      const entered = await post('', JSON.stringify({ response: credential.toJSON() }));
      const me = await fetch(`${origin}/api/admin/me`);
      return { entered: entered.status, key: entered.headers.get('document-key'), me: me.status };
    }, site);
    expect(asked).toEqual({ entered: 200, key: null, me: 403 });
  });
});

test('SEC-2FA-8 who must add a second factor sees nothing else, and continues after it', async ({ page, product }) => {
  const { url } = product;
  await signIn(page.request, url);
  const editor = await addEditor(page.request, url, { name: 'Veda', email: 'veda@godhuli.example' });
  const guard = await addEditor(page.request, url, { name: 'Guard', email: 'guard@godhuli.example', role: 'admin' });
  await signInByPage(page, url, guard);
  await page.goto(`${url}/admin/dashboard/account`);
  await setUpApp(page);
  const require = (isSecondFactorRequired: boolean) =>
    page.request.put(`${url}/api/admin/security`, { data: { isSecondFactorRequired }, headers: { origin: url } });
  expect((await require(true)).status()).toBe(200);
  const other = await (await page.context().browser())?.newContext();
  const own = await other?.newPage();
  if (!own) throw new Error('The browser has closed.');
  try {
    await signInByPage(own, url, editor);
    await expect(own.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    await own.goto(`${url}/admin/dashboard/gallery`);
    await expect(own.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    await expect(own.getByRole('navigation')).toHaveCount(0);
    await setUpApp(own);
    await expect(own.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  } finally {
    expect((await require(false)).status()).toBe(200);
    await other?.close();
  }
});
