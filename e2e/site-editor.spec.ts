import { type Locator, type Page, request as requests } from '@playwright/test';
import { press, tabTo, type } from './page/keyboard';
import { leaveSite } from './page/leave-site';
import { fillInLogin, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { ADMIN } from './product/start-product';

const open = (page: Page, name: string) => page.goto(`/admin/dashboard/${name}`);
const saved = (page: Page) => expect(page.getByText('Saved as a draft')).toBeVisible();

/** Types a date and time such as '2026-11-25T21:05' into a field for both, part by part as it is shown in en-US. */
async function typeTimestamp(page: Page, target: Locator, timestamp: string): Promise<void> {
  const [year = '', month, day, hour = '', minute] = timestamp.split(/[-T:]/);
  await tabTo(page, target);
  await page.keyboard.type(`${month}${day}${year}`);
  await page.keyboard.press('Tab');
  const hours = Number(hour);
  await page.keyboard.type(`${String(hours % 12 || 12).padStart(2, '0')}${minute}${hours < 12 ? 'A' : 'P'}`);
  await expect(target).toHaveValue(timestamp);
}

/** Publishes every draft that is not scheduled. */
async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await dialog.getByRole('button', { name: /^Publish \d+ now$/ }).click();
  await expect(dialog).toBeHidden();
}

/** The next whole minute in India that is at least five seconds away, as a field for date and time takes it. */
const nextMinute = () =>
  new Date(Math.ceil((Date.now() + 5000) / 60_000) * 60_000)
    .toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' })
    .slice(0, 16)
    .replace(' ', 'T');

test('EDIT-UI-1 EDIT-PUB-1 EDIT-SCHED-1 EDIT-LIST-1 one day of the editor, its work by keyboard alone', async ({
  page,
  product,
  browser,
  consoleWatch,
}) => {
  test.setTimeout(240_000);
  consoleWatch.allow(/401|409|API Error:/);
  const visitor = await requests.newContext({ baseURL: product.url });
  // A server closes idle connections, also at the moment of a request.
  const get = (path: string) => visitor.get(path, { maxRetries: 2 });
  const textOf = async (path: string) => (await get(path)).text();
  const namesOf = async () =>
    ((await (await get('/api/packages')).json()) as { name: string }[]).map(({ name }) => name);
  const preview = page.frameLocator('iframe[title="Preview of the website"]');
  const visit = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' });
  const visitAt = async (width: number, path = '/') => {
    await visit.setViewportSize({ width, height: 900 });
    await visit.goto(path);
    // The page may just load itself again (decision 036).
    await expect(async () => {
      expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }).toPass({ timeout: 30_000 });
  };
  const card = (name: string) => visit.locator('.package-card', { has: visit.getByRole('heading', { name }) });
  const former = await namesOf();

  await test.step('the page before, on desktop and phone', async () => {
    for (const width of [1440, 390]) {
      await visitAt(width);
      await expect(card('Essential')).toContainText('₹45,000');
      await expect(visit.getByText('Meera of the e2e day')).toHaveCount(0);
    }
  });

  await test.step('adds a testimonial and a Marathi headline, and schedules both', async () => {
    await signInByPage(page, product.url);
    await open(page, 'testimonials');
    await press(page, page.getByRole('button', { name: 'Add a testimonial' }));
    await type(page, page.getByLabel('Name'), 'Meera of the e2e day');
    await type(page, page.getByLabel('What they said'), 'They were there for every quiet minute.');
    await press(page, page.getByLabel('They agreed that this is published'), 'Space');
    await type(page, page.getByLabel('How and when they agreed'), 'WhatsApp, today');
    await saved(page);
    await open(page, 'pages');
    await press(page, page.getByRole('button', { name: /^Marathi/ }));
    await type(page, page.getByLabel('Headline'), 'संध्याकाळ जपलेली');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText(/संध्याकाळ\s+जपलेली/);
    await saved(page);
    await press(page, page.getByRole('button', { name: 'Publish…' }));
    const dialog = page.getByRole('dialog', { name: 'Publish changes' });
    await typeTimestamp(page, dialog.getByLabel('Publish later (time in India)'), nextMinute());
    await press(page, dialog.getByRole('button', { name: 'Schedule 2' }));
    await expect(dialog).toBeHidden();
  });

  await test.step('signs in, moves a package, changes its price, publishes', async () => {
    await leaveSite(page.context());
    await page.context().clearCookies();
    await page.goto('/admin');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(ADMIN.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Packages' }));
    await page.keyboard.press('Enter');
    const grip = page.getByRole('button', { name: /^Move Essential,/ });
    await tabTo(page, grip);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(/^Moved Essential to position 2 of/)).toBeAttached();
    await expect(grip).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Edit Essential' }));
    await page.keyboard.press('Enter');
    await type(page, page.getByLabel('Price in rupees'), '47500');
    await expect(preview.locator('.package-card', { hasText: '₹47,500' })).toHaveCount(1);
    await saved(page);
    await tabTo(page, page.getByRole('button', { name: 'Publish…' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish changes' });
    await tabTo(page, dialog.getByRole('button', { name: 'Publish 2 now' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => textOf('/')).toContain('₹47,500');
    const [first, second, ...others] = former;
    expect(await namesOf()).toEqual([second, first, ...others]);
  });

  await test.step('drags the package back and archives another', async () => {
    await open(page, 'packages');
    const grip = page.getByRole('button', { name: 'Move Essential, position 2 of 6' });
    await grip.hover();
    await page.mouse.down();
    await page.getByRole('button', { name: 'Move Premium, position 1 of 6' }).hover();
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Move Essential, position 1 of 6' })).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Archive Luxury' }));
    await expect(page.getByRole('button', { name: 'Bring back Luxury' })).toBeVisible();
    await publish(page);
    await expect.poll(namesOf).toEqual(former.filter((name) => name !== 'Luxury'));
  });

  const introduction = page.getByLabel('Introduction');
  await test.step('clicks a sentence in the preview and edits it, while the session ends', async () => {
    await open(page, 'pages');
    await preview.locator('[data-edit="text:contact:heading"]').click();
    await expect(page.getByLabel('Heading')).toBeFocused();
    await preview.locator('[data-edit="text:hero:description"]').click();
    await expect(introduction).toBeFocused();
    const storageState = await page.context().storageState();
    const elsewhere = await requests.newContext({ baseURL: product.url, storageState });
    await page.route('**/api/admin/documents/text/hero', async (route) => {
      if (route.request().method() === 'PUT')
        await elsewhere.post('/api/admin/auth/logout', { headers: { origin: product.url } });
      await route.continue();
    });
    await introduction.fill('A sentence of the e2e day.');
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await elsewhere.dispose();
    await fillInLogin(page);
    await expect(ended).toBeHidden();
    await expect(introduction).toHaveValue('A sentence of the e2e day.');
    await saved(page);
    await expect(preview.locator('[data-edit="text:hero:description"]')).toHaveText('A sentence of the e2e day.');
  });

  await test.step('at a conflict with somebody else the editor keeps one version', async () => {
    const path = `${product.url}/api/admin/documents/text/hero`;
    const { version, body } = await (await page.request.get(path)).json();
    const theirs = { version, body: { ...body, description: 'Theirs.' } };
    const stored = await page.request.put(path, { data: theirs, headers: { origin: product.url } });
    expect(stored.status()).toBe(200);
    await introduction.fill('My sentence of the e2e day.');
    await expect(page.getByText('Theirs.', { exact: true })).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Keep my version' }));
    await saved(page);
    await publish(page);
    await expect.poll(() => textOf('/')).toContain('My sentence of the e2e day.');
  });

  await test.step('restores the former price', async () => {
    await open(page, 'packages');
    await press(page, page.getByRole('button', { name: 'Edit Essential' }));
    await press(page, page.getByRole('button', { name: 'History' }));
    await press(page, page.getByRole('button', { name: 'Restore as draft' }).last());
    await expect(page.getByLabel('Price in rupees')).toHaveValue('45000');
    await publish(page);
    await expect.poll(() => textOf('/')).not.toContain('₹47,500');
  });

  await test.step('the clock has published what was scheduled; the page after, on desktop and phone', async () => {
    await expect.poll(() => textOf('/'), { timeout: 90_000 }).toContain('Meera of the e2e day');
    for (const width of [1440, 390]) {
      await visitAt(width);
      await expect(card('Essential')).toContainText('₹45,000');
      await expect(card('Luxury')).toHaveCount(0);
      await expect(visit.getByText('My sentence of the e2e day.')).toBeVisible();
      await expect(visit.getByText('Meera of the e2e day').first()).toBeAttached();
      await visitAt(width, '/mr');
      await expect(visit.getByRole('heading', { level: 1 })).toHaveText(/संध्याकाळ\s+जपलेली/);
    }
  });
  await visitor.dispose();
  await visit.close();
});

test('EDIT-LIST-2 lines and rows move by mouse; Escape and a drop elsewhere leave the order', async ({
  page,
  product,
}) => {
  const preview = page.frameLocator('iframe[title="Preview of the website"]');
  const grips = page.getByRole('button', { name: /^Move / });
  const valuesOf = (fields: Locator) =>
    fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const hold = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    await target.hover();
    await page.mouse.down();
  };
  await signInByPage(page, product.url);

  await test.step('a feature of a package', async () => {
    await open(page, 'packages');
    await page.getByRole('button', { name: 'Edit Essential' }).click();
    const group = page.getByRole('group', { name: 'Features' });
    const grip = group.getByRole('button', { name: /^Move / });
    const lines = group.getByRole('textbox');
    await expect(lines.first()).toBeVisible();
    const [first, second, ...others] = await valuesOf(lines);
    await hold(grip.first());
    await grip.nth(1).hover();
    await page.mouse.up();
    await expect.poll(() => valuesOf(lines)).toEqual([second, first, ...others]);
    await hold(grip.first());
    await grip.nth(1).hover();
    await page.getByRole('heading', { level: 1 }).hover();
    await page.mouse.up();
    await hold(grip.first());
    await grip.nth(1).hover();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await valuesOf(lines)).toEqual([second, first, ...others]);
    await saved(page);
  });

  await test.step('a row of the timeline', async () => {
    await open(page, 'pages');
    await page.getByLabel('Part of the website').selectOption({ label: 'Timeline' });
    const names = () => grips.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split(',')[0]));
    await expect(grips.first()).toBeVisible();
    const [first, second, ...others] = await names();
    await hold(grips.nth(1));
    await grips.first().hover();
    await page.mouse.up();
    await expect.poll(names).toEqual([second, first, ...others]);
  });

  await test.step('the preview shows the part that is open, on a phone with the menu of a phone', async () => {
    await open(page, 'testimonials');
    await expect(preview.getByRole('heading', { name: 'Sneha & Rohan' }).first()).toBeInViewport();
    await page.getByRole('button', { name: '390 px' }).click();
    await expect(preview.getByRole('button', { name: 'Menu' })).toBeVisible();
  });
});

test('EDIT-PREV-1 another width of the preview keeps the section in view', async ({ page, product }) => {
  await signInByPage(page, product.url);
  await open(page, 'pages');
  const frame = page.frameLocator('iframe[title="Preview of the website"]');
  const widths = page.getByRole('group', { name: 'Width of the preview' });
  for (const name of ['testimonials', 'portfolio', 'contact']) {
    const section = frame.locator(`main section#${name}`);
    // The frame begins at the hero when it has loaded.
    await expect.poll(() => section.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete');
    await section.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    const heights: number[] = [];
    for (const width of ['820 px', '390 px', '1440 px']) {
      await widths.getByRole('button', { name: width }).click();
      await expect(widths.getByRole('button', { name: width })).toHaveAttribute('aria-pressed', 'true');
      const isSeen = () =>
        section.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top < innerHeight / 2 && bottom > innerHeight / 4;
        });
      await expect.poll(isSeen, `${name} at ${width}`).toBe(true);
      heights.push(await section.evaluate(({ ownerDocument }) => ownerDocument.body.scrollHeight));
    }
    expect(new Set(heights).size, 'the page has another height at each width').toBe(3);
  }
});
