import { chromium, type ElementHandle, type Page } from '@playwright/test';
import { signIn } from './page/staff';
import { expect, test } from './page/test';
import { isInteractive } from './page/visitor';
import config from './playwright.config';

/** How far, in pixels, the visible elements of a part reach beyond the sides of the window, the worst one. Clipped overflow cannot be scrolled to. */
const beyondWindow = (page: Page, part: string) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
    if (boxes.length === 0) throw new Error(`nothing is visible of ${selector}`);
    return Math.max(0, ...boxes.flatMap(({ left, right }) => [-left, right - innerWidth]).map(Math.round));
  }, part);

for (const [width, percent] of [
  [320, 100],
  [340, 100],
  [360, 125],
  [390, 150],
  [1024, 150],
  [1200, 200],
  [1440, 200],
] as const)
  test(`PUB-CONT-2 at ${width} px with text of ${percent} % no field leaves the window`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/mr'])
      await test.step(path, async () => {
        await page.goto(path);
        await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
        await page.locator('#contact form').scrollIntoViewIfNeeded();
        expect(
          await beyondWindow(page, '.inquiry-form :is(.field, label, select, textarea, p, input:not([tabindex="-1"]))'),
        ).toBe(0);
      });
  });

test('PUB-CONT-2 a wide form has two columns, with the date in one of them', async ({ page }) => {
  for (const [width, label] of [
    [390, 'Last Date'],
    [820, 'Photography Type *'],
    [1440, 'Photography Type *'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    // Both at one moment: a font that loads moves them.
    const beside = await page.getByLabel('Preferred Date').elementHandle();
    const distance = await page
      .getByLabel(label)
      .evaluate(
        (field, other) => other.getBoundingClientRect().y - field.getBoundingClientRect().y,
        beside as ElementHandle<Element>,
      );
    expect(distance, `at ${width} px`).toBe(0);
  }
});

for (const width of [360, 390, 820])
  test(`PUB-CONT-2 at ${width} px every photography type is shown whole, beside the arrow`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/mr', '/hi']) {
      await page.goto(path);
      const cut = await page.locator('#field-eventType').evaluate((element) => {
        const select = element as HTMLSelectElement;
        const { font, paddingLeft } = getComputedStyle(select);
        const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        canvas.font = font;
        const start = select.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
        const room = (select.nextElementSibling as Element).getBoundingClientRect().left - start;
        return [...select.options].map(({ text }) => text).filter((text) => canvas.measureText(text).width > room);
      });
      expect(cut, path).toEqual([]);
    }
  });

for (const width of [820, 1200, 1280, 1440, 1920])
  test(`PUB-HDR-1 at ${width} px with the browser's text at 200 % the header is in the window`, async ({ product }) => {
    // Media queries follow the font size of the browser, not that of the page.
    const { args = [], ...launch } = config.use?.launchOptions ?? {};
    const browser = await chromium.launch({ ...launch, args: [...args, '--blink-settings=defaultFontSize=32'] });
    try {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(product.url);
      await isInteractive(page);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      const part = '.header, .header :is(a, button)';
      expect(await beyondWindow(page, part)).toBe(0);
      const tops = await page
        .locator(part)
        .evaluateAll((elements) =>
          elements.filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect().top),
        );
      expect(Math.min(...tops), 'nothing is above the window').toBeGreaterThanOrEqual(0);
    } finally {
      await browser.close();
    }
  });

/** What the visitor cannot scroll to: beyond the sides of the window, and not in a strip that scrolls sideways. */
const unreachable = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.removeAttribute('data-first-view');
    const isInStrip = ({ parentElement: parent }: Element): boolean =>
      parent !== null &&
      parent !== document.body &&
      ((/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth) ||
        isInStrip(parent));
    return [
      ...document.querySelectorAll('.site :is(h1, h2, h3, h4, p, a, button, li, dt, dd, label, summary, address)'),
    ]
      .filter((element) => element.checkVisibility() && !element.closest('[popover]') && !isInStrip(element))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

for (const [width, pixels] of [
  [320, 16],
  [320, 32],
  [390, 20],
  [390, 32],
  [820, 32],
] as const)
  test(`PUB-FOOT-1 PUB-ABOUT-2 at ${width} px with text of ${pixels} px every text and control can be reached`, async ({
    product,
  }) => {
    const { args = [], ...launch } = config.use?.launchOptions ?? {};
    const browser = await chromium.launch({ ...launch, args: [...args, `--blink-settings=defaultFontSize=${pixels}`] });
    try {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      for (const path of ['/', '/mr', '/portfolio/wedding', '/privacy']) {
        await page.goto(product.url + path);
        await expect(page.locator('.footer')).toBeAttached();
        expect(await unreachable(page), path).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  });

test('SET-CONTACT-1 at 320 px a long email address is shown whole in contact and footer', async ({ page, product }) => {
  const email = 'godhuliphotographyandfilms.ahilyanagar@gmail.com';
  const headers = { origin: product.url };
  await signIn(page.request, product.url);
  const data = { section: 'contact', key: 'email', value: email };
  const created = await page.request.post('/api/content', { headers, data });
  expect(created.status(), await created.text()).toBe(201);
  await page.setViewportSize({ width: 320, height: 844 });
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: email })).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  expect(await unreachable(page)).toEqual([]);
  // The tests of a worker share the site.
  const { _id } = (await created.json()) as { _id: string };
  await page.request.put(`/api/content/${_id}`, { headers, data: { value: '' } });
});

test('PUB-HERO-1 LANG-4 at 320 px the slideshow controls and the languages of the footer have one row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 });
  for (const path of ['/', '/mr', '/hi']) {
    await page.goto(path);
    await expect(page.locator('.footer')).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    for (const row of ['.hero__controls :is(.dot, .dots__pause, .hero__scroll)', '.footer .languages a']) {
      const tops = await page
        .locator(row)
        .filter({ visible: true })
        .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));
      expect(new Set(tops).size, `${row} of ${path}`).toBe(1);
    }
  }
});

test('PUB-PACK-2 on phones the badge of a package leaves its name free, however long it is', async ({ page }) => {
  for (const width of [320, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const card = page.locator('.package-card--popular').first();
    const [badge, name] = await card.evaluate((element) => {
      const heading = element.querySelector('h3');
      if (heading) heading.textContent = 'Premium Wedding';
      return ['.package-card__badge', 'h3'].map((selector) => {
        const { top, bottom } = element.querySelector(selector)?.getBoundingClientRect() ?? {};
        return { top, bottom };
      });
    });
    expect(badge?.bottom, `at ${width} px`).toBeGreaterThan(0);
    expect(name?.top, `at ${width} px`).toBeGreaterThanOrEqual(badge?.bottom ?? Number.NaN);
  }
});

test('PUB-PACK-2 PUB-TEST-1 PUB-SERV-1 PUB-HERO-2 a word longer than a line stays in its card', async ({ page }) => {
  for (const width of [360, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await expect(page.locator('.footer')).toBeAttached();
    const left = await page.evaluate(() => {
      const texts = ':is(h1, h3, p, li, strong, .testimonial-card__text)';
      const cards =
        '.hero__intro, .package-card article, .testimonial-card, .carousel__quote, .service-card, .about__text';
      for (const text of document.querySelectorAll(`:is(${cards}) ${texts}:not(:has(h3, p, li, strong))`))
        text.append('Donaudampfschifffahrtsgesellschaftskapitänswitwe'.repeat(3));
      return [...document.querySelectorAll(cards)]
        .filter((card) => card.checkVisibility() && card.scrollWidth > card.clientWidth + 1)
        .map(({ className, tagName, scrollWidth }) => `${tagName} ${className} ${scrollWidth}`);
    });
    expect(left, `at ${width} px`).toEqual([]);
  }
});

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' });
  test('PUB-PORT-1 PUB-PACK-1 the selected tab has a line in the colour of a selection', async ({ page }) => {
    await page.goto('/');
    for (const section of ['portfolio', 'packages']) {
      const colours = await page.locator(`#${section} .tabs__tab:has(> :checked)`).evaluate((tab) => {
        const mark = document.createElement('i');
        mark.style.cssText = 'forced-color-adjust: none; background: Highlight';
        tab.append(mark);
        const colourOf = (element: Element, pseudo?: string) => getComputedStyle(element, pseudo).backgroundColor;
        return { line: colourOf(tab, '::after'), selection: colourOf(mark) };
      });
      expect(colours.line).toBe(colours.selection);
    }
  });
});
