import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { startDocumentProxy } from './faults/document-proxy';
import { signIn } from './page/staff';
import { test as base, expect } from './page/test';
import { isInteractive } from './page/visitor';

type Proxy = Awaited<ReturnType<typeof startDocumentProxy>>;
const test = base.extend<{ door: Proxy; staff: APIRequestContext }>({
  door: async ({ product }, use) => {
    const proxy = await startDocumentProxy(product.url);
    await use(proxy);
    proxy.close();
  },
  staff: async ({ product: { url } }, use) => {
    const staff = await requests.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    await signIn(staff, url);
    await use(staff);
    await staff.dispose();
  },
});

/** Publishes a title of a photo, which every document of '/' names. */
async function publishTitle(staff: APIRequestContext, title: string): Promise<void> {
  const [item] = await (await staff.get('/api/portfolio/wedding')).json();
  const response = await staff.put(`/api/portfolio/${item._id}`, { data: { title } });
  expect(response.status(), await response.text()).toBe(200);
}

const checksOf = ({ asked }: Proxy) => asked.filter(({ isCheck }) => isCheck);
const loadsOf = ({ asked }: Proxy) => asked.filter(({ isCheck }) => !isCheck);

/** Opens '/' and waits until the document has asked about itself. */
async function visit(page: Page, door: Proxy): Promise<void> {
  const before = checksOf(door).length;
  await page.goto(`${door.url}/`);
  await expect.poll(() => checksOf(door).length).toBeGreaterThan(before);
}

/** Visits until the browser has the document and may show it without asking. */
async function keep(page: Page, door: Proxy): Promise<void> {
  await expect(async () => {
    const before = loadsOf(door).length;
    await visit(page, door);
    await page.goto(`${door.url}/robots.txt`);
    expect(loadsOf(door)).toHaveLength(before);
  }).toPass();
}

/** Marks the document, so that the mark tells whether it was loaded again. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const expectSame = (page: Page) => expect(page.locator('html[data-marked]')).toHaveCount(1);
const expectReplaced = (page: Page) => expect(page.locator('html[data-marked]')).toHaveCount(0);
/** Waits until the document has a text; it may be loaded again before. */
const shows = (page: Page, text: string) => expect(page.locator('body', { hasText: text })).toBeAttached();
/** Waits until the visitor has read for so long that a document that was to be loaded again would have been. */
async function read(page: Page): Promise<void> {
  const now = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 2500, now);
}

/** Holds the response to the next check until the returned function is called. */
function holdCheck(door: Proxy): () => void {
  let answerCheck = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerCheck = resolve;
  });
  door.change = async (answer, { isCheck }) => {
    if (isCheck) await isAnswered;
    return answer;
  };
  return answerCheck;
}

async function staysSame(page: Page): Promise<void> {
  await mark(page);
  await read(page);
  await expectSame(page);
}

test('a kept document is replaced at the visit after a publish, once, at the place that is read', async ({
  page,
  door,
  staff,
}) => {
  await keep(page, door);
  await publishTitle(staff, 'Published while it was kept');
  const answerCheck = holdCheck(door);
  await page.goto(`${door.url}/`);
  await mark(page);
  const place = page.locator('#packages');
  const top = () => place.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await place.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const before = await top();
  answerCheck();
  await expectReplaced(page);
  await shows(page, 'Published while it was kept');
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
  await staysSame(page);
});

test('two versions of the server behind one address load a page again once', async ({ page, door, staff }) => {
  await keep(page, door);
  await publishTitle(staff, 'The other version');
  const loads = loadsOf(door).length;
  const answerCheck = holdCheck(door);
  await page.goto(`${door.url}/`);
  await mark(page);
  answerCheck();
  await expect.poll(() => loadsOf(door).length).toBe(loads + 1);
  // The check of the new document meets a version that is other again.
  await publishTitle(staff, 'The first version again');
  await expectReplaced(page);
  await staysSame(page);
  expect(loadsOf(door)).toHaveLength(loads + 1);
});

test('a kept document is not shown to staff who have begun a preview', async ({ page, context, door }) => {
  await keep(page, door);
  const before = loadsOf(door).length;
  await context.addCookies([{ name: PREVIEW_COOKIE, value: 'made-up', url: door.url }]);
  await page.goto(`${door.url}/`);
  expect(loadsOf(door)).toHaveLength(before + 1);
});

test('a check whose response ends early changes nothing', async ({ page, door, staff, consoleWatch }) => {
  consoleWatch.allow(/^error: Failed to load resource: net::ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)/);
  await keep(page, door);
  await publishTitle(staff, 'Published with a weak connection');
  door.change = (answer) => ({ ...answer, body: answer.body.subarray(0, 500), isCut: true });
  await visit(page, door);
  await staysSame(page);
});

test('a kept document is not replaced by one that the server could not render', async ({ page, door }) => {
  await keep(page, door);
  door.change = (answer) => {
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers;
    const body = Buffer.from('<!doctype html><html lang="en-IN"><head><title>Not rendered</title></head></html>');
    return { status: 200, headers: { ...headers, etag: '"not-rendered"', 'content-type': 'text/html' }, body };
  };
  await visit(page, door);
  await staysSame(page);
});

test('a proxy that removes entity tags does not hide a publish, nor load a page again', async ({
  page,
  door,
  staff,
}) => {
  await keep(page, door);
  await publishTitle(staff, 'Published behind a proxy');
  door.change = ({ headers: { etag: _, ...headers }, ...answer }) => ({ ...answer, headers });
  await page.goto(`${door.url}/`);
  await shows(page, 'Published behind a proxy');
  await visit(page, door);
  await staysSame(page);
});

test('a row that the visitor has swiped stays where it is, although there is another document', async ({
  page,
  door,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await keep(page, door);
  await publishTitle(staff, 'Published during a swipe');
  const answerCheck = holdCheck(door);
  await page.goto(`${door.url}/`);
  await mark(page);
  const row = page.locator('.service-grid').first();
  await row.evaluate(async (element) => {
    element.scrollIntoView({ behavior: 'instant' });
    const isSwiped = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
    element.scrollLeft = 300;
    await isSwiped;
  });
  answerCheck();
  await expect.poll(() => checksOf(door).at(-1)?.status).toBe(200);
  await read(page);
  await expectSame(page);
  expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
});

test('a visitor whose network ends keeps the page, also when there is another document', async ({
  page,
  context,
  door,
  staff,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_INTERNET_DISCONNECTED/);
  await keep(page, door);
  await publishTitle(staff, 'Published before the tunnel');
  const answerCheck = holdCheck(door);
  await page.goto(`${door.url}/`);
  await isInteractive(page);
  await mark(page);
  // The visitor is still scrolling when the response arrives and when the network ends.
  const scrolling = await page.evaluate(async () => {
    const timer = setInterval(() => scrollBy({ top: 2, behavior: 'instant' }), 100);
    await new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    return Number(timer);
  });
  answerCheck();
  await expect.poll(() => checksOf(door).at(-1)?.status, { intervals: [20] }).toBe(200);
  await context.setOffline(true);
  await page.evaluate((timer) => clearInterval(timer), scrolling);
  await read(page);
  await expectSame(page);
});
