import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { expect, test } from './page/test';

/** Sizes in bytes as they come over the network, headers not counted. */
const BEFORE_PHOTOGRAPH = 150_000;
const FONTS_BEFORE_PHOTOGRAPH = 30_000;
const alive = (page: Page) => expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`PUB-HERO-1 at ${width} px little stands before the first photograph, and nothing moves when fonts and code come`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(product.url);
    await alive(page);
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames, so that the last change has been laid out and reported.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const photograph = document.querySelector<HTMLImageElement>('#hero img')?.currentSrc ?? '';
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const [hero] = performance.getEntriesByName(photograph) as PerformanceResourceTiming[];
      const [html] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
      if (!hero || !html) throw new Error('the photograph or the document was not seen');
      const before = entries.filter((entry) => entry !== hero && entry.startTime < hero.responseEnd);
      return {
        document: html.encodedBodySize,
        photograph: hero.encodedBodySize,
        // Code that begins earlier is found here by its name.
        scripts: before.filter(({ name }) => name.endsWith('.js')).map(({ name }) => name),
        fonts: before
          .filter(({ name }) => name.endsWith('.woff2'))
          .reduce((sum, each) => sum + each.encodedBodySize, 0),
        others: before.reduce((sum, each) => sum + each.encodedBodySize, 0),
        fontsInAll: entries.filter(({ name }) => name.endsWith('.woff2')).length,
        shifts: (window as unknown as { shifts: number[] }).shifts,
      };
    });
    console.log(`${width} px: ${JSON.stringify(loaded)}`);
    expect(loaded.scripts).toEqual([]);
    expect(loaded.fonts).toBeLessThanOrEqual(FONTS_BEFORE_PHOTOGRAPH);
    if (width === 390)
      expect(loaded.document + loaded.photograph + loaded.others).toBeLessThanOrEqual(BEFORE_PHOTOGRAPH);
    expect(loaded.fontsInAll).toBeGreaterThan(1);
    expect(loaded.shifts.reduce((sum, value) => sum + value, 0)).toBe(0);
    await context.close();
  });

/** A photograph of one pixel: which file is asked for is told by its address alone. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

for (const width of [390, 820, 1440])
  for (const deviceScaleFactor of [1, 2])
    test(`no photograph is more than one step wider than its place at ${width} px and ${deviceScaleFactor} dots a pixel`, async ({
      browser,
      product,
    }) => {
      const context = await browser.newContext({
        viewport: { width, height: width === 1440 ? 900 : 844 },
        deviceScaleFactor,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/gif', body: PIXEL }));
      await page.goto(product.url);
      await alive(page);
      const places = await page.evaluate(async () => {
        for (const panel of document.querySelectorAll('[role="tabpanel"]')) panel.removeAttribute('hidden');
        const images = [...document.querySelectorAll<HTMLImageElement>('picture img')];
        for (const image of images) image.loading = 'eager';
        await Promise.all(images.map((image) => image.decode()));
        return images.map((image) => {
          const box = image.getBoundingClientRect();
          const widths = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, candidate]) => Number(candidate));
          const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
          return {
            name: image.closest('[id]')?.id ?? '',
            // The photograph covers its frame, so a tall frame shows the middle of a wider picture.
            needed: Math.max(box.width, box.height * ratio) * window.devicePixelRatio,
            chosen: Number(/\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
            widths,
          };
        });
      });
      expect(places.length).toBeGreaterThan(15);
      const tooWide = places.filter(({ needed, chosen, widths }) => {
        const enough = widths.findIndex((candidate) => candidate >= needed);
        return enough >= 0 && widths.indexOf(chosen) > enough + 1;
      });
      expect(tooWide).toEqual([]);
      expect(places.every(({ chosen, widths }) => widths.includes(chosen))).toBe(true);
      await context.close();
    });

test('back from another page the site is shown as it was left, without loading', async ({ product }) => {
  // Playwright turns this cache of the browser off unless asked not to.
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(product.url);
    await alive(page);
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
      });
    });
    await page.getByLabel('Full Name *').fill('Half written');
    await page.goto(`${product.url}/admin`);
    await expect(page.locator('html[data-remote-ready="admin-portal"]')).toBeAttached();
    await page.goBack();
    await expect(page.locator('html[data-persisted="true"]')).toBeAttached();
    await expect(page.getByLabel('Full Name *')).toHaveValue('Half written');
  } finally {
    await browser.close();
  }
});

test('what has not changed is answered with 304, and assets are kept for good', async ({ page, product }) => {
  const { request } = page;
  const first = await request.get(product.url);
  const { etag = '', 'cache-control': kept = '' } = first.headers();
  expect(kept).not.toContain('no-store');
  expect((await request.get(product.url, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const scripts = /"scripts":(\[.*?\])/.exec(await first.text())?.[1] ?? '[]';
  const addresses = (JSON.parse(scripts) as { src: string }[]).map(({ src }) => src);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses)
    expect((await request.get(product.url + address)).headers()['cache-control']).toContain('immutable');
});

test('a page that the server did not render brings its own styles and comes alive', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/preload/);
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const body = html
      .replace(/<style data-styles-of[\s\S]*?<\/style>/, '')
      .replace(/<div id="root">[\s\S]*<div id="shell">/, '<div id="root"></div><div id="shell">');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/');
  await alive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
});

for (const width of [390, 1440])
  test.describe(`without JavaScript at ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });
    test('PUB-HDR-1 PUB-HDR-3 every section can be reached from the header, and every service and testimonial read', async ({
      page,
    }) => {
      await page.goto('/');
      for (const name of ['Home', 'Services', 'Portfolio', 'Packages', 'About', 'Contact'])
        await expect(page.getByRole('banner').locator('a:visible', { hasText: name }).first()).toBeVisible();
      const listOf = async (path: string) => (await (await page.request.get(path)).json()) as Record<string, string>[];
      for (const { title } of await listOf('/api/services'))
        await expect(
          page
            .locator('#services')
            .getByText(title ?? '', { exact: true })
            .first(),
        ).toBeVisible();
      for (const { text } of await listOf('/api/testimonials'))
        await expect(
          page
            .locator('#testimonials')
            .getByText(text ?? '')
            .and(page.locator(':visible'))
            .first(),
        ).toBeVisible();
      for (const photograph of await page.locator('#portfolio img').all())
        await expect(photograph).toHaveJSProperty('complete', true);
      await page.screenshot({ path: test.info().outputPath(`no-script-${width}.png`), fullPage: true });
    });
  });
