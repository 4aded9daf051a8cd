import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { expect, test } from './page/test';

const SECTIONS = ['hero', 'about', 'services', 'portfolio', 'packages', 'testimonials', 'contact', 'footer'];

/** Opens `/` and waits until it is alive: the menu's state can only be told by a hydrated page. */
async function openSite(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();
}

/** Whether the page can be moved sideways. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [1440, 820, 390])
  test(`ROUTE-1 the whole page stands at ${width} px, with every anchor, nothing sideways, no axe violation`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await openSite(page);
    for (const id of SECTIONS) await expect(page.locator(`[id="${id}"]`)).toBeAttached();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page, `public page at ${width} px`);
  });

test('PUB-HDR-2 the header is transparent at the top, dark and blurred past 50 px', async ({ page }) => {
  await openSite(page);
  const header = page.getByRole('banner');
  const look = () =>
    header.evaluate((element) => {
      const { backgroundColor, backdropFilter } = getComputedStyle(element);
      return { backgroundColor, backdropFilter };
    });
  expect((await look()).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await look()).backgroundColor).toMatch(/rgba?\(16, 14, 12/);
  expect((await look()).backdropFilter).toContain('blur');
});

test('PUB-HDR-3 on a phone the menu opens, says its state, scrolls and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSite(page);
  const toggle = page.getByRole('button', { name: 'Open menu' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  const close = page.getByRole('button', { name: 'Close menu' });
  await expect(close).toHaveAttribute('aria-expanded', 'true');
  await expectNoAxeViolations(page, 'open menu');
  await page.keyboard.press('Escape');
  await expect(toggle).toBeFocused();
  await toggle.click();
  await page
    .getByRole('button', { name: 'Packages', exact: true })
    .or(page.getByRole('link', { name: 'Packages', exact: true }))
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect(page.locator('#packages')).toBeInViewport();
});

test('CARD-5 CARD-7 one page from three separately built containers, with one React', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(new URL(answer.url()).pathname);
  });
  await openSite(page);
  expect(scripts.filter((path) => /^\/remotes\/public-site\/[^/]+\/remoteEntry\.js$/.test(path))).toHaveLength(1);
  expect(
    scripts.filter((path) => /^\/remotes\/public-site\/[^/]+\/(?!remoteEntry)[^/]+\.js$/.test(path)).length,
  ).toBeGreaterThan(0);
  expect(
    scripts.filter((path) => path.startsWith('/remotes/admin-portal') || path.startsWith('/remotes/legacy-admin')),
  ).toEqual([]);
  for (const [path, remote] of [
    ['/admin', 'admin-portal'],
    ['/admin-old', 'legacy-admin'],
  ] as const) {
    const before = scripts.length;
    await page.goto(path);
    await expect(page.locator(`html[data-remote-ready="${remote}"]`)).toBeAttached();
    const entered = scripts.slice(before);
    expect(
      entered.some((script) => script.startsWith(`/remotes/${remote}/`) && script.endsWith('/remoteEntry.js')),
    ).toBe(true);
    expect(entered.some((script) => script.startsWith('/remotes/public-site/'))).toBe(false);
  }
  const bodies = await Promise.all([...new Set(scripts)].map(async (path) => (await page.request.get(path)).text()));
  const renderers = bodies.filter((body) => body.includes('Minified React error #') && body.includes('hydrateRoot'));
  expect(renderers).toHaveLength(1);
});

test('PUB-HERO-1 PUB-HERO-4 the slides have dots, and the buttons lead on', async ({ page }) => {
  await openSite(page);
  const hero = page.locator('#hero');
  await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
  const chat = hero.getByRole('link', { name: 'WhatsApp Now' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+/);
  await hero
    .getByRole('button', { name: 'View Portfolio' })
    .or(hero.getByRole('link', { name: 'View Portfolio' }))
    .first()
    .click();
  await expect(page.locator('#portfolio')).toBeInViewport();
});

test('PUB-HERO-1 PUB-ALL-1 the slideshow moves by itself, and stands still for those who asked for it', async ({
  browser,
  product,
}) => {
  for (const [reducedMotion, moves] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(product.url);
    await expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();
    const current = page.locator('#hero').locator('button[aria-current="true"]');
    const first = await current.getAttribute('aria-label');
    await page.clock.runFor(5100);
    if (moves) await expect(current).not.toHaveAttribute('aria-label', first ?? '');
    else await expect(current).toHaveAttribute('aria-label', first ?? '');
    await context.close();
  }
});

test('PUB-PORT-1 PUB-PACK-1 tabs choose by mouse and by arrow keys', async ({ page }) => {
  await openSite(page);
  const portfolio = page.locator('#portfolio');
  await expect(portfolio.getByRole('tab', { name: /Wedding & Events/ })).toHaveAttribute('aria-selected', 'true');
  await portfolio.getByRole('tab', { name: /Cinematic/ }).click();
  await expect(portfolio.getByRole('tab', { name: /Cinematic/ })).toHaveAttribute('aria-selected', 'true');
  const packages = page.locator('#packages');
  await packages.getByRole('tab', { name: 'Wedding', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(packages.getByRole('tab', { name: 'Pre-Wedding' })).toHaveAttribute('aria-selected', 'true');
  const booking = new URL(
    (await packages.getByRole('link', { name: 'Book This Package' }).first().getAttribute('href')) ?? '',
  );
  expect(booking.origin + booking.pathname).toBe(`https://wa.me/${await phoneDigits(page)}`);
  expect(booking.searchParams.get('text')).toBe("Hi, I'm interested in booking the package: ");
});

/** The studio's phone number as the API gives it, digits alone. */
async function phoneDigits(page: Page): Promise<string> {
  const entries = (await (await page.request.get('/api/content')).json()) as {
    section: string;
    key: string;
    value: string;
  }[];
  const phone = entries.find((entry) => entry.section === 'contact' && entry.key === 'phone')?.value ?? '';
  return phone.replaceAll(/\D/g, '');
}

test('PUB-TEST-1 the testimonials wrap in both directions', async ({ page }) => {
  await openSite(page);
  const section = page.locator('#testimonials');
  const quote = section.getByRole('heading', { level: 3 }).first();
  const first = await quote.textContent();
  await section.getByRole('button', { name: /previous/i }).click();
  await expect(quote).not.toHaveText(first ?? '');
  await section.getByRole('button', { name: /next/i }).click();
  await expect(quote).toHaveText(first ?? '');
});

test('ROUTE-4 an unknown path is a 404 with the router’s own words', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/404/);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expectNoAxeViolations(page, 'routing error');
});

test('every document forbids foreign and inline scripts', async ({ page }) => {
  for (const path of ['/', '/admin', '/admin-old']) {
    const answer = await page.goto(path);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    // The one inline script is the same for every page, so its digest stands for it (a nonce would forbid caching).
    expect(scripts).toMatch(/'sha256-[A-Za-z0-9+/]{43}='/);
    for (const word of ["'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", '*', 'http:', 'https:'])
      expect(scripts.split(' ')).not.toContain(word);
  }
});

test('what others read of the page: canonical address, Open Graph picture, structured data, sitemap', async ({
  page,
  product,
}) => {
  await openSite(page);
  const head = await page.evaluate(async () => {
    const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? '';
    const image = new Image();
    image.src = attribute('meta[property="og:image"]', 'content');
    await image.decode();
    const map = new DOMParser().parseFromString(await (await fetch('/sitemap.xml')).text(), 'application/xml');
    return {
      canonical: attribute('link[rel="canonical"]', 'href'),
      description: attribute('meta[name="description"]', 'content'),
      picture: [image.naturalWidth, image.naturalHeight],
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (element) => JSON.parse(element.textContent ?? '') as unknown,
      ),
      addresses: [...map.querySelectorAll('url > loc')].map((element) => element.textContent),
      images: map.getElementsByTagName('image:loc').length,
    };
  });
  expect(head.canonical).toBe(`${product.url}/`);
  expect(head.description.length).toBeGreaterThan(50);
  expect(head.picture).toEqual([1200, 630]);
  expect(JSON.stringify(head.structured)).toContain('"@type"');
  expect(head.addresses).toEqual([`${product.url}/`]);
  expect(head.images).toBeGreaterThan(8);
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots.split('\n')).toContain('Disallow: /admin');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the whole page can be read, every portfolio and package included', async ({ page }) => {
    await page.goto('/');
    for (const id of SECTIONS) await expect(page.locator(`[id="${id}"]`)).toBeAttached();
    const portfolio = (await (await page.request.get('/api/portfolio')).json()) as { title: string }[];
    for (const { title } of portfolio)
      await expect(page.locator('#portfolio').getByText(title, { exact: true }).first()).toBeVisible();
    for (const name of ['Essential', 'Premium', 'Luxury', 'Pre-Wedding Special', 'Maternity'])
      await expect(page.locator('#packages').getByRole('heading', { name }).first()).toBeVisible();
  });

  test('an inquiry is sent and answered by a page of the same look', async ({ page, product }) => {
    await page.goto('/');
    await page.getByLabel('Full Name *').fill('Without Script');
    await page.getByLabel('Photography Type *').selectOption('newborn');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Inquiry Submitted Successfully!')).toBeVisible();
    expect(page.url().startsWith(product.url)).toBe(true);
  });
});
