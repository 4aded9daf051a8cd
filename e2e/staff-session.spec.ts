import type { Page } from '@playwright/test';
import { sendInquiry, signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { ADMIN } from './product/start-product';

/** Statuses of what a script of the open page requests with the session. */
const requestAll = (page: Page) =>
  page.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(path, init)).status;
    return {
      me: await statusOf('/api/admin/me'),
      inquiries: await statusOf('/api/inquiries'),
      write: await statusOf('/api/admin/me/sessions', { method: 'DELETE' }),
      drafts: await statusOf('/preview/draft', { method: 'POST', body: '{}', headers: json }),
    };
  });

/** What a script of the open page can read of a page in a window and in a frame. */
const readThrough = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const textOf = (read: () => Document | null | undefined) => {
      try {
        return read()?.documentElement.outerHTML ?? '';
      } catch {
        return '';
      }
    };
    const frame = document.createElement('iframe');
    frame.src = url;
    const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    await isLoaded;
    const inFrame = textOf(() => frame.contentDocument);
    const opened = window.open(url);
    // A window of another browsing context group looks closed to the page that opened it.
    while (opened && !opened.closed) await new Promise((resolve) => requestAnimationFrame(resolve));
    return inFrame + textOf(() => opened?.document);
  }, path);

test('API-5 scripts of public and legacy pages cannot use the session', async ({
  page,
  context,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/401|403|Framing|CACHE_MISS|publickey-credentials/);
  await sendInquiry(page.request, product.url, 'Meera Secret');
  await signInByPage(page, product.url);
  const visited = await context.newPage();

  for (const path of ['/', '/admin-old'])
    await test.step(`a script of ${path} gets nothing`, async () => {
      await visited.goto(product.url + path);
      expect(await requestAll(visited)).toEqual({ me: 403, inquiries: 403, write: 403, drafts: 403 });
    });

  await test.step('nor does it find the key in a document of staff', async () => {
    for (const path of ['/', '/admin-old']) {
      await visited.goto(product.url + path);
      const texts = await visited.evaluate(async () => {
        const read = async (init: RequestInit) => (await fetch('/admin/dashboard', init)).text();
        return [await read({}), await read({ cache: 'only-if-cached', mode: 'same-origin' }).catch(() => '')];
      });
      texts.push(await readThrough(visited, '/admin/dashboard'));
      for (const text of texts) expect(text).not.toContain('document-key');
      expect(await readThrough(visited, '/api/inquiries')).not.toContain('Meera');
    }
  });

  await test.step('nor does it learn the size of what staff may read', async () => {
    const sizes = await visited.evaluate(async () => {
      const sizeOf = async (name: string) => {
        const image = new Image();
        const isOver = new Promise((resolve) => image.addEventListener('error', resolve, { once: true }));
        image.src = `/api/inquiries?q=${name}`;
        await isOver;
        return performance
          .getEntriesByName(image.src)
          .map((entry) => (entry as PerformanceResourceTiming).decodedBodySize)[0];
      };
      return [await sizeOf('Meera'), await sizeOf('Nobody')];
    });
    expect(sizes[0]).toBe(sizes[1]);
  });

  await test.step('nor does it become a service worker or ask for a passkey', async () => {
    const refused = await visited.evaluate(async () => {
      const worker = await navigator.serviceWorker.register('/shell.js').then(() => 'registered', String);
      const publicKey = { challenge: new Uint8Array(32) };
      const ask = (from: Window) => from.navigator.credentials.get({ publicKey }).then(() => 'signed in', String);
      const opened = window.open('/robots.txt');
      while (opened?.location.pathname !== '/robots.txt' || opened.document.readyState !== 'complete')
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return { worker, passkey: await ask(window), inWindow: await ask(opened) };
    });
    expect(refused.worker).toContain('Failed to register a ServiceWorker');
    for (const asked of [refused.passkey, refused.inWindow])
      expect(asked).toContain("'publickey-credentials-get' feature is not enabled");
  });

  await test.step('nor does it choose the code of the portal', async () => {
    const query = new URLSearchParams({ remote: 'admin-portal', dev: 'http://127.0.0.1:9' });
    await visited.evaluate((search) => fetch(`/preview?${search}`), `${query}`);
    await visited.evaluate((search) => location.assign(`/preview?${search}`), `${query}`);
    await expect(visited.getByRole('heading', { name: 'This preview cannot be shown' })).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('godhuli_preview');
  });

  await test.step('while the portal goes on, also after it was loaded again', async () => {
    await page
      .getByRole('link', { name: /^Inquiries/ })
      .first()
      .click();
    await expect(page.getByLabel('Search inquiries')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Search inquiries')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV export' }).click();
    expect(await (await download).failure()).toBeNull();
  });
});

test('API-5 a page of the portal of before a new sign-in asks for the password and goes on', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/403|API Error:/);
  await signInByPage(page, product.url);
  // A request in progress has the cookie of the first session.
  await page.waitForLoadState('networkidle');
  await signIn(page.request, product.url);
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ADMIN.password);
  const list = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/clients' && response.ok());
  await page.keyboard.press('Enter');
  await list;
  await page
    .getByRole('link', { name: /^Inquiries/ })
    .first()
    .click();
  await expect(page.getByLabel('Search inquiries')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test("API-5 'Continue as' goes on in a page of before the sign-in", async ({ page, context, product }) => {
  const other = await context.newPage();
  await other.goto(`${product.url}/admin`);
  await signInByPage(page, product.url);
  await other.getByRole('link', { name: /^Continue as/ }).click();
  await expect(other).toHaveURL(/\/admin\/dashboard$/);
  await other.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await expect(other.getByLabel('Search clients')).toBeVisible();
});

test('API-5 a script of the public page reads no URL of the portal in the history of its tab', async ({
  page,
  product,
}) => {
  await signInByPage(page, product.url);
  await page.goto(`${product.url}/admin/dashboard/inquiries?q=Priya+98220`);
  await expect(page.getByLabel('Search inquiries')).toHaveValue('Priya 98220');
  await page.goto(`${product.url}/admin/reset-password#${'A'.repeat(43)}`);
  await expect(page.getByLabel('New password')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await page.getByRole('link', { name: 'Back to Website' }).click();
  await expect(page).toHaveURL(`${product.url}/`);

  const seen = await page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: { entries(): { url: string | null }[] } };
    return [document.referrer, ...navigation.entries().map(({ url }) => url)];
  });
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.join()).not.toContain('/admin');
});
