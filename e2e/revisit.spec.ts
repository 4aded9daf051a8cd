import { type APIRequestContext, type Browser, type Page, request as requests } from '@playwright/test';
import { signIn } from './page/staff';
import { expect, test } from './page/test';
import { startProduct } from './product/start-product';

/** A visitor whose browser keeps what it has loaded; each visit is a tab of its own. */
async function visitorOf(browser: Browser, url: string, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  return { context, newTab: () => context.newPage(), close: () => context.close() };
}

/** Opens a path, and waits until the document has asked whether it is current. */
async function visit(page: Page, path: string): Promise<void> {
  const asked = page.waitForRequest((request) => request.headers()['x-document-check'] !== undefined);
  await page.goto(path);
  await (await (await asked).response())?.finished();
}

const navigation = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { type: entry?.type, isFromCache: entry?.transferSize === 0 };
  });

/** Delays the document's question until `ask` is called, as a slow network would. */
function holdCheck(): void {
  const { fetch } = self;
  const isHeld = new Promise<void>((resolve) => {
    Object.assign(self, { ask: resolve });
  });
  self.fetch = async (...request) => {
    await isHeld;
    return fetch(...request);
  };
}

interface Story {
  _id: string;
  slug: string;
}

/** Publishes a story that no other test uses. */
async function publishStory(staff: APIRequestContext, title: string): Promise<Story> {
  const [photo] = await (await staff.get('/api/portfolio')).json();
  const data = { title, category: 'wedding', sections: [{ entries: [{ photoId: photo._id }] }], published: true };
  const response = await staff.post('/api/albums', { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

async function change(staff: APIRequestContext, { _id }: Story, data: object): Promise<void> {
  const response = await staff.put(`/api/albums/${_id}`, { data });
  expect(response.status(), await response.text()).toBe(200);
}

test.describe('a later visit', () => {
  let staff: APIRequestContext;
  test.beforeAll(async ({ product: { url } }) => {
    staff = await requests.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    await signIn(staff, url);
  });
  test.afterAll(() => staff.dispose());

  test('shows its document without asking, asks meanwhile, and does not load it again', async ({
    browser,
    product,
  }) => {
    const { newTab, close } = await visitorOf(browser, product.url);
    const first = await newTab();
    await visit(first, '/');
    expect(await navigation(first)).toEqual({ type: 'navigate', isFromCache: false });
    for (const isFirst of [true, false]) {
      const later = await newTab();
      await visit(later, '/');
      expect(await navigation(later), `later visit, first: ${isFirst}`).toEqual({
        type: 'navigate',
        isFromCache: true,
      });
    }
    await close();
  });

  test('shows what has been published since, and says nothing of what has been taken back', async ({
    browser,
    product,
    consoleWatch,
  }) => {
    consoleWatch.allow(/404/);
    const story = await publishStory(staff, 'Kept by a browser');
    const path = `/stories/${story.slug}`;
    const { newTab, close } = await visitorOf(browser, product.url);
    const first = await newTab();
    await visit(first, path);
    await expect(first.getByRole('heading', { level: 1 })).toHaveText('Kept by a browser');

    await change(staff, story, { title: 'Changed since' });
    const later = await newTab();
    let documents = 0;
    later.on('domcontentloaded', () => {
      documents += 1;
    });
    await later.goto(path);
    await expect(later.getByRole('heading', { level: 1 })).toHaveText('Changed since');
    expect((await navigation(later)).type).toBe('reload');
    expect(documents).toBe(2);
    await later.close();

    await change(staff, story, { published: false });
    const last = await newTab();
    await last.goto(path);
    await expect(last.getByRole('heading', { level: 1 })).toHaveText('Story not found');
    await close();
  });

  test('keeps a page that its visitor uses; the visit after it shows the new one', async ({ browser, product }) => {
    const story = await publishStory(staff, 'In use');
    const { context, newTab, close } = await visitorOf(browser, product.url);
    await visit(await newTab(), `/stories/${story.slug}`);
    await change(staff, story, { title: 'In use no more' });

    await context.addInitScript(holdCheck);
    const later = await newTab();
    await later.goto(`/stories/${story.slug}`);
    const heading = later.getByRole('heading', { level: 1 });
    await heading.click();
    const answered = later.waitForResponse(
      (response) => response.request().headers()['x-document-check'] !== undefined,
    );
    await later.evaluate(() => (self as unknown as { ask(): void }).ask());
    await (await answered).finished();
    // The pause in which a page that nobody uses would load again is over.
    const answeredAt = await later.evaluate(() => performance.now());
    await later.waitForFunction((at) => performance.now() > at + 2000, answeredAt);
    await expect(heading).toHaveText('In use');
    const last = await newTab();
    const question = last.waitForFunction(() => 'ask' in self);
    await last.goto(`/stories/${story.slug}`);
    await question;
    await last.evaluate(() => (self as unknown as { ask(): void }).ask());
    await expect(last.getByRole('heading', { level: 1 })).toHaveText('In use no more');
    await close();
  });

  test('without JavaScript always shows the current page', async ({ browser, product }) => {
    const story = await publishStory(staff, 'Without scripts');
    const { newTab, close } = await visitorOf(browser, product.url, { javaScriptEnabled: false });
    await (await newTab()).goto(`/stories/${story.slug}`);
    await change(staff, story, { title: 'Without scripts, changed' });
    const later = await newTab();
    await later.goto(`/stories/${story.slug}`);
    await expect(later.getByRole('heading', { level: 1 })).toHaveText('Without scripts, changed');
    await close();
  });
});

test('a later visit shows the page while the server is down, and says nothing of it', async ({
  browser,
  consoleWatch,
}) => {
  consoleWatch.allow(/ERR_CONNECTION_REFUSED/);
  const product = await startProduct();
  try {
    const { newTab, close } = await visitorOf(browser, product.url);
    const first = await newTab();
    await visit(first, '/');
    const heading = (await first.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await first.close();
    await product.end('SIGKILL');
    const later = await newTab();
    const failed = later.waitForEvent(
      'requestfailed',
      (request) => request.headers()['x-document-check'] !== undefined,
    );
    await later.goto('/');
    await failed;
    await expect(later.getByRole('heading', { level: 1 })).toHaveText(heading);
    await close();
  } finally {
    await product.remove();
  }
});
