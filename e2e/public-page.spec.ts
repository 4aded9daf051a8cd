import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { expect, test } from './page/test';

const SECTIONS = ['hero', 'about', 'services', 'portfolio', 'packages', 'testimonials', 'contact', 'footer'];

/** Opens `/` and waits until it is alive: the menu's state can only be told by a hydrated page. */
async function openSite(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();
}

const isFirstView = (page: Page) => page.locator('html[data-first-view]');

/** A visitor moves: what the first view left out is laid out while the browser has nothing else to do. */
async function layOutWholePage(page: Page): Promise<void> {
  await page.mouse.move(100, 100);
  await page.mouse.move(120, 100);
  await expect(isFirstView(page)).toHaveCount(0);
}

/** How far the top of a section is from where a link to it should bring it: below the header. */
const distanceTo = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => {
    const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.abs(Math.round(section.getBoundingClientRect().top - below));
  });

/** Whether a section is laid out: one that is far below is not, in a first view. */
const isLaidOut = (page: Page, id: string) =>
  page.locator(`#${id} h2`).evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

/** Whether the page can be moved sideways. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [1440, 820, 390])
  test(`ROUTE-1 the whole page stands at ${width} px, with every anchor, nothing sideways, no axe violation`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await openSite(page);
    await layOutWholePage(page);
    for (const id of SECTIONS) await expect(page.locator(`[id="${id}"]`)).toBeAttached();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page, `public page at ${width} px`);
  });

for (const width of [1440, 390])
  test(`PUB-HDR-1 PUB-HERO-4 at ${width} px the first view lays out what is near, and each link still leads to its very place`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      for (const alive of [false, true]) {
        if (alive) await openSite(page);
        else {
          // Before its code has come: the links are the browser's own.
          await page.route('**/*.js', () => {});
          await page.goto('/', { waitUntil: 'commit' });
          await expect(page.locator('#footer')).toBeAttached();
        }
        const what = `${reducedMotion}, ${alive ? 'alive' : 'before its code'}`;
        await expect(isFirstView(page), what).toHaveCount(1);
        expect(await isLaidOut(page, 'contact'), what).toBe(false);
        await page.locator('#hero a[href="#portfolio"]').first().click();
        await expect.poll(() => distanceTo(page, 'portfolio'), what).toBeLessThanOrEqual(2);
        expect(await isLaidOut(page, 'contact'), what).toBe(true);
        await page.unroute('**/*.js');
      }
    }
    // A page that is loaded anew, or at an address of a section, has its true height from the start.
    const before = await page.evaluate(() => window.scrollY);
    await page.reload();
    await expect(isFirstView(page)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
    await page.goto('about:blank');
    await openSite(page, '/#contact');
    await expect.poll(() => distanceTo(page, 'contact')).toBeLessThanOrEqual(2);
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

test('PUB-TEST-1 testimonials wrap in both directions', async ({ page }) => {
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
    const parseErrors = map.getElementsByTagName('parsererror').length;
    return {
      title: document.title,
      card: attribute('meta[name="twitter:card"]', 'content'),
      canonical: attribute('link[rel="canonical"]', 'href'),
      shared: attribute('meta[property="og:url"]', 'content'),
      description: attribute('meta[name="description"]', 'content'),
      picture: [image.naturalWidth, image.naturalHeight],
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (element) => JSON.parse(element.textContent ?? '') as Structured,
      ),
      addresses: [...map.querySelectorAll('url > loc')].map((element) => element.textContent),
      images: [...map.getElementsByTagName('image:loc')].map((element) => element.textContent ?? ''),
      parseErrors,
    };
  });
  expect(head.title).toContain('Godhuli');
  expect(head.card).toBe('summary_large_image');
  expect(head.canonical).toBe(`${product.url}/`);
  expect(head.shared).toBe(head.canonical);
  expect(head.description.length).toBeGreaterThan(50);
  expect(head.picture).toEqual([1200, 630]);
  expect(head.parseErrors).toBe(0);
  expect(head.addresses).toEqual([`${product.url}/`]);
  expect(head.images.length).toBeGreaterThan(8);
  for (const address of head.images.slice(0, 2)) expect((await page.request.get(address)).status()).toBe(200);

  expect(head.structured).toHaveLength(1);
  const graph = head.structured[0]?.['@graph'] ?? [];
  expect(head.structured[0]?.['@context']).toBe('https://schema.org');
  const ofType = (type: string) => graph.filter((node) => [node['@type']].flat().includes(type));
  const [business] = ofType('LocalBusiness');
  expect(business).toMatchObject({ '@id': `${product.url}/#studio`, url: `${product.url}/` });
  expect(business?.telephone).toMatch(/^\+/);
  const offers = (business?.makesOffer ?? []) as { itemOffered: Record<string, string> }[];
  const services = (await (await page.request.get('/api/services')).json()) as { title: string }[];
  expect(offers.map(({ itemOffered }) => [itemOffered['@type'], itemOffered.name])).toEqual(
    services.map(({ title }) => ['Service', title]),
  );
  const photographs = ofType('ImageObject');
  expect(photographs.length).toBeGreaterThan(8);
  const found = await page.request.get(String(photographs[0]?.contentUrl));
  expect([found.status(), found.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  const robots = await (await page.request.get('/robots.txt')).text();
  for (const line of ['User-agent: *', 'Disallow: /admin', `Sitemap: ${product.url}/sitemap.xml`])
    expect(robots.split('\n')).toContain(line);
});

interface Structured {
  '@context': string;
  '@graph': Record<string, unknown>[];
}

test('the web manifest and every icon it and the head name can be read, in the size that they say', async ({
  page,
}) => {
  await openSite(page);
  const icons = await page.evaluate(async () => {
    const hrefOf = (relation: string) => document.querySelector<HTMLLinkElement>(`link[rel="${relation}"]`)?.href ?? '';
    const manifest = (await (await fetch(hrefOf('manifest'))).json()) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string }[];
    };
    const named = [
      ...manifest.icons,
      ...['icon', 'apple-touch-icon'].map((each) => ({ src: hrefOf(each), sizes: 'any' })),
    ];
    const sizes = await Promise.all(
      named.map(async ({ src, sizes }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return { said: sizes, is: `${image.naturalWidth}x${image.naturalHeight}` };
      }),
    );
    return { name: manifest.name, start: manifest.start_url, sizes };
  });
  expect([icons.name, icons.start]).toEqual(['Godhuli', '/']);
  expect(icons.sizes).toHaveLength(5);
  expect(icons.sizes.filter(({ said, is }) => said !== 'any' && said !== is)).toEqual([]);
  expect(icons.sizes.map(({ is }) => is)).toEqual(expect.arrayContaining(['192x192', '512x512', '180x180']));
});

/** The typefaces of headings, labels and buttons: what makes two pages look like one site. */
const typefacesOf = (page: Page) =>
  page.evaluate(() =>
    ['h1', 'label', 'button[type="submit"]'].map(
      (selector) => getComputedStyle(document.querySelector(selector) as Element).fontFamily,
    ),
  );

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

  for (const width of [390, 820, 1440])
    test(`PUB-HDR-1 PUB-HDR-3 at ${width} px the header leads to every section, and every service and testimonial is read`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const linkOf = (name: string) =>
        page
          .locator('header a[href^="#"]')
          .and(page.getByText(name, { exact: true }))
          .filter({ visible: true });
      for (const name of ['Home', 'Services', 'Portfolio', 'Packages', 'About', 'Contact'])
        await expect(linkOf(name)).toHaveCount(1);
      await linkOf('Packages').click();
      await expect(page.locator('#packages')).toBeInViewport();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      const listOf = async (path: string) => (await (await page.request.get(path)).json()) as Record<string, string>[];
      for (const { title = '' } of await listOf('/api/services'))
        await expect(page.locator('#services').getByText(title, { exact: true })).toBeVisible();
      for (const { text = '' } of await listOf('/api/testimonials'))
        await expect(page.locator('#testimonials').getByText(text).filter({ visible: true }).first()).toBeVisible();
    });

  test('every link leads somewhere', async ({ page, product }) => {
    await page.goto('/');
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => [...new Set(all.map((link) => (link as HTMLAnchorElement).href))]);
    expect(links.length).toBeGreaterThan(12);
    for (const link of links) {
      const { origin, pathname, hash, protocol, href } = new URL(link);
      if (origin !== product.url) {
        expect(['https:', 'tel:', 'mailto:']).toContain(protocol);
      } else if (pathname === '/' && hash) {
        await expect(page.locator(`[id="${hash.slice(1)}"]`)).toBeAttached();
      } else {
        expect((await page.request.get(href)).status(), href).toBe(200);
      }
    }
  });

  test('PUB-CONT-3 a refused inquiry keeps what was written, and is sent once it is put right', async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/422/);
    await page.goto('/');
    const typefaces = await typefacesOf(page);
    // The browser's own check takes blanks for a name; the server does not.
    await page.getByLabel('Full Name *').fill('   ');
    await page.getByLabel('Photography Type *').selectOption('maternity');
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    await page.getByLabel('Message').fill('Two lines\nof words');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Submission Failed')).toBeVisible();
    await expect(page.getByLabel('Full Name *')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Phone Number')).toHaveValue('+91 98765 43210');
    await expect(page.getByLabel('Photography Type *')).toHaveValue('maternity');
    await expect(page.getByLabel('Message')).toHaveValue('Two lines\nof words');
    expect(await typefacesOf(page)).toEqual(typefaces);
    await page.getByLabel('Full Name *').fill('Written Twice');
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Inquiry Submitted Successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Website' }).click();
    await expect(page.locator('#hero')).toBeVisible();
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

test('PUB-PACK-6 highlights the package under the pointer, or with the focus', async ({ page }) => {
  await openSite(page, '/#packages');
  await layOutWholePage(page);
  const cards = page.locator('#packages .pkg:not(.pkg--pop):visible');
  const shown = (index: number) =>
    cards.nth(index).evaluate((card) => getComputedStyle(card, '::after').getPropertyValue('opacity'));
  await cards.nth(0).getByRole('heading', { level: 3 }).hover();
  await expect.poll(() => shown(0)).toBe('1');
  expect(await shown(1)).toBe('0');
  await page.mouse.move(0, 0);
  await expect.poll(() => shown(0)).toBe('0');
  await cards.nth(1).getByRole('link', { name: 'Book This Package' }).focus();
  await expect.poll(() => shown(1)).toBe('1');
  await expectNoAxeViolations(page, 'a highlighted package');
  const bar = cards.nth(1).locator('.pkg__dur');
  expect(await bar.evaluate((line) => getComputedStyle(line, '::after').backgroundImage)).toContain('linear-gradient');
});
