import type { CurrentComposition } from '@godhuli/contracts/page';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signIn, signInByPage } from './page/staff';
import { hydrate } from './page/visitor';
import { releaseDesk } from './product/deploy';
import { type Product, startProduct } from './product/start-product';

/** Payloads that must stay text on every page. The tests in api/src/security send the same kinds through JSON and CSV. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<img src=https://evil.example/pixel>',
  '"><svg onload=alert(3)>',
  "' onmouseover='alert(4)",
  '</title></style></script><script>alert(5)</script>',
  '</textarea><iframe src=javascript:alert(6)>',
  '<a href="javascript:alert(7)">x</a>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<style>*{background:url(https://evil.example/y)}</style>',
  '<math><mtext><style><img src=x onerror=alert(8)>',
  'javascript:alert(9)',
  'data:text/html,<script>alert(10)</script>',
  'red;background:url(https://evil.example/z)',
  '{{constructor.constructor("alert(11)")()}}',
  '=HYPERLINK("https://evil.example","x")',
  '\u202egnp.exe <blink>bold</blink> &lt;i&gt;',
  '--><!--<script>alert(12)</script>',
];
/** Texts of the page that staff can set, including those that become URLs. */
const TEXTS: [section: string, keys: string[]][] = [
  ['hero', ['brand_name', 'trade', 'tagline', 'description']],
  ['contact', ['name', 'phone', 'location', 'office_address', 'heading']],
  ['social', ['instagram', 'facebook', 'youtube']],
  ['footer', ['credit']],
  ['seo', ['title', 'description']],
  ...['services', 'portfolio', 'packages', 'testimonials'].map((name): [string, string[]] => [name, ['heading']]),
];

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
test.afterAll(() => product?.remove());

/** Records dialogs, requests to other hosts, and policy violations. */
async function watch(context: BrowserContext) {
  const seen = { dialogs: [] as string[], foreign: [] as string[], violations: [] as string[], pages: 0 };
  context.on('dialog', (dialog) => {
    seen.dialogs.push(`${dialog.message()} on ${dialog.page()?.url()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && host !== new URL(product.url).host) seen.foreign.push(request.url());
  });
  await context.exposeBinding('recordViolation', (_, text: string) => seen.violations.push(text));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const text = `${event.violatedDirective} ${event.blockedURI} ${event.sample} on ${location.pathname}`;
      (window as unknown as { recordViolation(text: string): void }).recordViolation(text);
    });
  });
  return seen;
}

async function liveVersion(remote: string): Promise<string> {
  const { remotes } = (await (await fetch(`${product.url}/composition.json`)).json()) as CurrentComposition;
  return remotes[remote] ?? '';
}

/** Returns the elements, URLs and styles that only a payload can have created. */
const planted = (page: Page) =>
  page.evaluate(() => {
    const made =
      'svg[onload], [onerror], [onmouseover], iframe:not([sandbox]), base, meta[http-equiv=refresh], math, blink';
    const elements = [...document.querySelectorAll(made)].map((element) => element.outerHTML.slice(0, 120));
    const urls = [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''))
      .filter((value) => /^\s*(javascript:|data:text)|evil\.example/i.test(value));
    const styles = [...document.querySelectorAll<HTMLElement>('[style], style')]
      .map((element) => element.getAttribute('style') ?? element.textContent ?? '')
      .filter((value) => value.includes('evil.example'));
    return [...elements, ...urls, ...styles];
  });

/** Every page of the staff portal. */
const STAFF_PAGES = [
  '',
  '/inquiries',
  '/clients',
  '/calendar',
  '/gallery',
  '/albums',
  '/videos',
  '/blog',
  '/offers',
  '/pages',
  '/services',
  '/packages',
  '/testimonials',
  '/analytics',
  '/marketing',
  '/users',
  '/settings',
  '/messages',
  '/releases',
  '/audit',
  '/account',
];

test('typed input stays text on every page of three remotes: 20 payloads, no dialog, no foreign request', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const seen = await watch(context);
  const { request } = context;
  await signIn(request, product.url);
  const send: Send = async (method, path, data, more = {}) => {
    const response = await request.fetch(path, { method, data, headers: { origin: product.url, ...more } });
    return { status: response.status(), body: await response.text() };
  };
  const visit = async (path: string, remote?: string) => {
    await openWithStrictPolicy(page, path);
    if (remote) await expect(page.locator(`html[data-remote-ready="${remote}"]`)).toBeAttached();
    seen.pages += 1;
  };
  const tabs = page.getByRole('tab');

  await test.step('store every payload', () => storePayloads(send));
  await test.step('refuse colours and URLs that could be inserted into CSS or href', () => refuseUnsafeValues(send));

  await test.step('the public page shows them as text', async () => {
    const setTexts = await textSetter(send);
    for (const value of [PAYLOADS.join(' | '), 'javascript:alert(9)', 'https://example.org/"><svg onload=alert(3)>']) {
      await setTexts(value);
      await visit('/');
      // A later visit shows its copy first, and loads the page again (decision 036).
      await expect(page.locator('#services h2').first()).toContainText(value);
      await hydrate(page);
      expect(await planted(page), value).toEqual([]);
    }
    for (const payload of PAYLOADS) expect(await page.locator('#services').textContent()).toContain(payload);
    const all = await page.locator('.tabs__tab').all();
    expect(all.length).toBeGreaterThan(2);
    for (const tab of all) await tab.click();
    expect(await planted(page)).toEqual([]);
  });

  await test.step('the gallery shows them as text', async () => {
    await page.goto('/portfolio/wedding');
    const text = await page.locator('.gallery').textContent();
    expect(await planted(page)).toEqual([]);
    for (const payload of PAYLOADS) expect(text).toContain(payload);
  });

  await test.step('every page of the staff portal shows them as text', async () => {
    await signInByPage(page, product.url);
    for (const path of STAFF_PAGES) {
      await visit(`/admin/dashboard${path}`, 'admin-portal');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await planted(page), path).toEqual([]);
    }
    await visit('/admin/dashboard/users', 'admin-portal');
    for (const payload of PAYLOADS) await expect(page.getByText(payload).first(), payload).toBeVisible();
    await visit('/admin/dashboard/releases', 'admin-portal');
    const histories = page.getByText('History', { exact: true });
    await histories.first().waitFor();
    for (const history of await histories.all()) await history.click();
    for (const payload of PAYLOADS) await expect(page.getByText(payload).first(), payload).toBeVisible();
    expect(await planted(page)).toEqual([]);
  });

  await test.step('the inbox shows them as text', async () => {
    await visit('/admin/dashboard/inquiries', 'admin-portal');
    for (const payload of PAYLOADS) {
      await page.getByText(payload, { exact: true }).and(page.locator(':not(option)')).first().click();
      await expect(page.getByRole('heading', { name: payload, exact: true }).first()).toBeVisible();
      await expect(page.getByLabel('Internal notes')).toHaveValue(payload);
    }
    expect(await planted(page)).toEqual([]);
  });

  await test.step('the legacy portal and the error page show them as text', async () => {
    await visit('/admin-old', 'legacy-admin');
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      expect(await planted(page)).toEqual([]);
    }
    await visit('/there-is-no-such-page');
  });

  await test.step('no cell of the CSV is a formula', async () => {
    const csv = await request.get('/api/inquiries.csv');
    expect(csv.headers()).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect((await csv.text()).split(/"?[,\r\n]+"?/).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  });

  const { pages, ...bad } = seen;
  expect(bad).toEqual({ dialogs: [], foreign: [], violations: [] });
  console.log(
    `${PAYLOADS.length} payloads, ${pages} documents: 0 dialogs, 0 foreign requests, 0 violations of the policy`,
  );

  await test.step('the listeners above notice a script and a dialog that the test adds', async () => {
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(0)' }));
      alert('planted');
    });
    await expect.poll(() => seen.dialogs).toHaveLength(1);
    await expect.poll(() => seen.violations).toHaveLength(1);
  });
  await context.close();
});

/** Sends a request as signed-in staff. */
type Send = (
  method: string,
  path: string,
  data: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: string }>;

/** Stores every payload in every field that takes text: inquiries, users, reasons, reports, services and photos. */
async function storePayloads(send: Send): Promise<void> {
  const live = await liveVersion('legacy-admin');
  const desk = await releaseDesk(product.url);
  const other = await desk.publish({ name: 'legacy-admin' });
  for (const [index, payload] of PAYLOADS.entries()) {
    const inquiry = { name: payload, message: payload, eventType: 'wedding', elapsedMs: 9000 };
    const from = { 'x-forwarded-for': `203.0.113.${index}` };
    const sent = await send('POST', '/api/inquiries', inquiry, from);
    expect(sent.status, payload).toBe(201);
    // A name with a link is set aside as likely spam.
    const changes = { version: 1, notes: payload, quarantined: false };
    const notes = await send('PUT', `/api/inquiries/${JSON.parse(sent.body)._id}`, changes);
    expect(notes.status, notes.body).toBe(200);
    const user = { name: payload, email: `person-${index}@example.com`, role: 'editor' };
    expect((await send('POST', '/api/admin/users', user)).status, payload).toBe(201);
    // Promotes two versions in turn, so that each reason belongs to a promotion; twenty of them end where they began.
    const promotion = {
      ...{ version: index % 2 ? live : other, reason: payload },
      expected: await desk.revision('legacy-admin'),
    };
    const promoted = await send('PUT', '/api/remotes/legacy-admin/channels/live', promotion);
    expect(promoted.status, promoted.body).toBe(200);
    const report = { remote: 'legacy-admin', version: live, stage: 'render', cause: payload, page: payload };
    expect((await send('POST', '/api/composition/reports', report, from)).status, payload).toBeLessThan(300);
    const service = { title: payload, description: payload, features: [payload] };
    expect((await send('POST', '/api/services', service)).status, payload).toBe(201);
    const texts = { title: payload, description: payload, place: payload, alt: payload };
    const item = { ...texts, category: 'wedding', image: `/media/none-${index}.jpg` };
    expect((await send('POST', '/api/portfolio', item)).status, payload).toBe(201);
  }
}

async function refuseUnsafeValues(send: Send): Promise<void> {
  for (const image of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', '\\\\evil.example'])
    for (const path of ['/api/services', '/api/portfolio'])
      expect((await send('POST', path, { title: 'x', category: 'wedding', image })).status, image).toBe(422);
  for (const color of ['red;background:url(https://evil.example)', 'url(x)', '#fff}', 'expression(1)'])
    expect((await send('POST', '/api/services', { title: 'x', color })).status, color).toBe(422);
}

/** Returns a function that sets every text of the public page to one value. */
async function textSetter(send: Send): Promise<(value: string) => Promise<void>> {
  const stored = JSON.parse((await send('GET', '/api/content', undefined)).body) as {
    _id: string;
    section: string;
    key: string;
  }[];
  return async (value) => {
    for (const [section, keys] of TEXTS)
      for (const key of keys) {
        const known = stored.find((entry) => entry.section === section && entry.key === key);
        const written = known
          ? await send('PUT', `/api/content/${known._id}`, { value })
          : await send('POST', '/api/content', { section, key, value });
        expect(written.status, `${section}.${key}`).toBeLessThan(300);
        if (!known) stored.push(JSON.parse(written.body));
      }
  };
}

/** Opens a document and expects its security headers. */
async function openWithStrictPolicy(page: Page, path: string): Promise<void> {
  const headers = (await page.goto(path))?.headers() ?? {};
  const scripts = /script-src ([^;]+)/.exec(headers['content-security-policy'] ?? '')?.[1] ?? 'unsafe-inline';
  expect(scripts, path).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
  expect(headers, path).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const isOfPortal = path === '/admin' || path.startsWith('/admin/');
  expect(headers['referrer-policy'], path).toBe(isOfPortal ? 'origin' : 'strict-origin-when-cross-origin');
  expect(headers['cross-origin-opener-policy'], path).toBe(isOfPortal ? 'same-origin' : undefined);
}

test('CARD-7 an SVG of a release runs no script when it is opened, and is shown as an image', async ({ page }) => {
  const desk = await releaseDesk(product.url);
  const draw = '<rect width="40" height="20"/><script>document.documentElement.id = "ran"; alert(1)</script>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${draw}</svg>`;
  const version = await desk.publish({ name: 'pictures', files: { 'assets/odd.svg': svg } });
  const path = `${product.url}/remotes/pictures/${version}/assets/odd.svg`;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const url of [path, path.replace('/remotes/', '/api/remotes/').replace('/assets/', '/files/assets/')]) {
    await page.goto(url.replace(`pictures/${version}/files`, `pictures/releases/${version}/files`));
    expect(await page.locator('svg').getAttribute('id')).toBeNull();
    expect(await page.evaluate(() => window.origin)).toBe('null');
  }
  await page.goto(product.url);
  const width = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return image.naturalWidth;
  }, path);
  expect(width).toBe(40);
  expect(dialogs).toEqual([]);
});
