import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { expect, test } from './page/test';
import { hydrate, isInteractive } from './page/visitor';

const SECTIONS = ['hero', 'about', 'services', 'portfolio', 'packages', 'testimonials', 'contact', 'footer'];

/** Opens a path and waits until the page script runs. */
async function openSite(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await isInteractive(page);
}

const firstViewMark = (page: Page) => page.locator('html[data-first-view]');

/** Moves the pointer, so that the browser lays out the sections below the fold while it is idle. */
async function layOutWholePage(page: Page): Promise<void> {
  await page.mouse.move(100, 100);
  await page.mouse.move(120, 100);
  await expect(firstViewMark(page)).toHaveCount(0);
}

/** Returns the distance in px between the top of a section and the bottom of the header, where a link should put it. */
const distanceTo = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => {
    const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.abs(Math.round(section.getBoundingClientRect().top - below));
  });

/** Whether a section is laid out. Sections far below the fold are not, until the visitor moves. */
const isLaidOut = (page: Page, id: string) =>
  page.locator(`#${id} h2`).evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

/** Returns how many px the page can scroll sideways. */
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [1440, 820, 390])
  test(`ROUTE-1 at ${width} px the page has every anchor, no horizontal overflow and no axe violation`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await openSite(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
    await layOutWholePage(page);
    for (const id of SECTIONS) await expect(page.locator(`[id="${id}"]`)).toBeAttached();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page, `public page at ${width} px`);
  });

for (const width of [1440, 390])
  test(`PUB-HDR-1 PUB-HERO-4 at ${width} px links reach their section although its layout is skipped`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      for (const hasScript of [false, true]) {
        if (hasScript) await openSite(page);
        else {
          // Without scripts the browser itself follows the links.
          await page.route('**/*.js', () => {});
          await page.goto('/', { waitUntil: 'commit' });
          await expect(page.locator('#footer')).toBeAttached();
        }
        const what = `${reducedMotion}, ${hasScript ? 'with the page script' : 'before any script'}`;
        await expect(firstViewMark(page), what).toHaveCount(1);
        expect(await isLaidOut(page, 'contact'), what).toBe(false);
        await page.locator('#hero a[href="#portfolio"]').first().click();
        await expect.poll(() => distanceTo(page, 'portfolio'), what).toBeLessThanOrEqual(2);
        expect(await isLaidOut(page, 'contact'), what).toBe(true);
        await page.unroute('**/*.js');
      }
    }
    // A reloaded page, and a page at the URL of a section, has its true height from the start.
    const before = await page.evaluate(() => window.scrollY);
    await page.reload();
    await expect(firstViewMark(page)).toHaveCount(0);
    // The scroll position may be between two pixels.
    const moved = () => page.evaluate((y) => Math.abs(window.scrollY - y), before);
    await expect.poll(moved).toBeLessThanOrEqual(1);
    await page.goto('about:blank');
    await openSite(page, '/#contact');
    await expect.poll(() => distanceTo(page, 'contact')).toBeLessThanOrEqual(2);
  });

test('PUB-HDR-2 the header is transparent at the top, dark and blurred past 50 px', async ({ page }) => {
  await openSite(page);
  const header = page.getByRole('banner');
  const style = () =>
    header.evaluate((element) => {
      const { backgroundColor, backdropFilter, opacity } = getComputedStyle(element, '::before');
      return { own: getComputedStyle(element).backgroundColor, backgroundColor, backdropFilter, opacity };
    });
  expect(await style()).toMatchObject({ own: 'rgba(0, 0, 0, 0)', opacity: '0' });
  await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await style()).opacity).toBe('1');
  expect((await style()).backgroundColor).toMatch(/rgba?\(16, 14, 12/);
  expect((await style()).backdropFilter).toContain('blur');
});

test('no font loads while a visitor scrolls through a page in English, whose prices have rupees', async ({ page }) => {
  await openSite(page);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('fonts').length)).toBeGreaterThan(0);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  const before = await loaded();
  for (const id of ['services', 'portfolio', 'packages', 'about', 'testimonials', 'contact']) {
    await page.evaluate((section) => document.getElementById(section)?.scrollIntoView({ behavior: 'instant' }), id);
    await expect(page.locator(`#${id} h2`)).toBeInViewport();
  }
  await expect(page.locator('.package-card__price').first()).toContainText('₹');
  expect(await loaded()).toBe(before);
  expect(fonts).toEqual([]);
});

/** Every property that an animation or a transition of the page changes, now and while it is scrolled past the hero and back. */
const movingProperties = (page: Page) =>
  page.evaluate(async () => {
    const seen = new Set<string>();
    const look = () => {
      for (const { effect } of document.getAnimations())
        for (const { offset, easing, composite, computedOffset, ...frame } of (effect as KeyframeEffect).getKeyframes())
          for (const property of Object.keys(frame)) seen.add(property);
    };
    const scroll = async (top: number) => {
      const end = new Promise((resolve) => document.addEventListener('transitionend', resolve, { once: true }));
      scrollTo({ top, behavior: 'instant' });
      await end;
    };
    document.addEventListener('transitionrun', look, true);
    look();
    await scroll(400);
    await scroll(0);
    return [...seen].sort();
  });

/** The longest time in ms for which something but the slideshow, which has a pause, moves by itself. */
const longestMove = (page: Page) =>
  page.evaluate(() => {
    const others = document.getAnimations().filter(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      return !target?.closest('.hero__slides');
    });
    return Math.max(0, ...others.map(({ effect }) => Number(effect?.getComputedTiming().endTime)));
  });

test('PUB-ALL-1 what moves by itself does so in the compositor, and ends or can be paused (WCAG 2.2.2)', async ({
  browser,
  product,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ reducedMotion: 'no-preference', viewport, baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/');
  await isInteractive(page);
  expect(await longestMove(page)).toBeLessThanOrEqual(5000);
  // For another property the main thread draws 60 frames a second, and a tap waits for each.
  expect(await movingProperties(page)).toEqual(['opacity', 'transform']);
  await context.close();
});

/** What assistive technology is told about a button that opens something; the browser itself says so of popovers. */
async function isExpanded(page: Page, name: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodes } = await session.send('Accessibility.queryAXTree', {
    backendNodeId: root.backendNodeId,
    accessibleName: name,
    role: 'button',
  });
  await session.detach();
  return nodes[0]?.properties?.find((property) => property.name === 'expanded')?.value.value;
}

test('PUB-HDR-3 on a phone the menu opens, exposes its state, scrolls and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSite(page);
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const menu = page.locator('#menu');
  await expect.poll(() => isExpanded(page, 'Menu')).toBe(false);
  await toggle.click();
  await expect.poll(() => isExpanded(page, 'Menu')).toBe(true);
  await expect(menu).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('background-color', /rgba?\(16, 14, 12/);
  await expectNoAxeViolations(page, 'open menu');
  await page.keyboard.press('Shift+Tab');
  await expect(menu.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  await toggle.click();
  await expect(page.locator('html'), 'the page behind the menu does not scroll').toHaveCSS('overflow-y', 'hidden');
  await page
    .getByRole('button', { name: 'Packages', exact: true })
    .or(page.getByRole('link', { name: 'Packages', exact: true }))
    .first()
    .click();
  await expect(menu).toBeHidden();
  await expect(page.locator('#packages')).toBeInViewport();
});

test('CARD-5 CARD-7 one page from three separately built containers, with one React', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname);
  });
  await openSite(page);
  await hydrate(page);
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
    const loaded = scripts.slice(before);
    expect(
      loaded.some((script) => script.startsWith(`/remotes/${remote}/`) && script.endsWith('/remoteEntry.js')),
    ).toBe(true);
    expect(loaded.some((script) => script.startsWith('/remotes/public-site/'))).toBe(false);
  }
  const bodies = await Promise.all([...new Set(scripts)].map(async (path) => (await page.request.get(path)).text()));
  const renderers = bodies.filter((body) => body.includes('Minified React error #') && body.includes('hydrateRoot'));
  expect(renderers).toHaveLength(1);
});

test('PUB-HDR-4 a spacer of 80 px below the header takes room', async ({ page }) => {
  await openSite(page);
  const spacer = await page.locator('.header + *').boundingBox();
  expect(spacer?.height).toBe(80);
});

test('PUB-HERO-1 the slideshow fills the window', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openSite(page);
    const box = await page.locator('#hero .hero__slides').boundingBox();
    expect(box, `at ${width} px`).toMatchObject({ x: 0, y: 0, width });
    expect(box?.height, `at ${width} px`).toBeGreaterThanOrEqual(height);
  }
});

/** Expects the overlay of the first card to be transparent, except with the pointer on the card, or the focus in it. */
async function expectReveal(page: Page, card: string): Promise<void> {
  const first = page.locator(`.${card}`).first();
  const overlay = first.locator(`.${card}__overlay`);
  await expect(overlay).toHaveCSS('opacity', '0');
  await first.hover();
  await expect(overlay).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(overlay).toHaveCSS('opacity', '0');
  await overlay.locator('a, button').first().focus();
  await expect(overlay).toHaveCSS('opacity', '1');
}

test('PUB-SERV-2 a service shows its features and Learn More on hover and on focus', async ({ page }) => {
  await openSite(page);
  await expectReveal(page, 'service-card');
});

test('PUB-PORT-2 a photo shows its caption and its buttons on hover and on focus', async ({ page }) => {
  await openSite(page);
  await expectReveal(page, 'portfolio-item');
});

test('PUB-HERO-1 PUB-HERO-4 the hero links to WhatsApp and to the portfolio', async ({ page }) => {
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

test('PUB-HERO-1 PUB-ALL-1 the slideshow advances, except with prefers-reduced-motion', async ({
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
    await isInteractive(page);
    const second = page.getByLabel('Photo 2 of 4');
    await page.clock.runFor(5100);
    expect(await second.isChecked()).toBe(moves);
    await expect(page.locator('.hero__slide').nth(1)).toBeVisible({ visible: moves });
    await context.close();
  }
});

test('PUB-ALL-1 a carousel outside of the window neither advances nor moves', async ({ browser, product }) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference', baseURL: product.url });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/');
  await isInteractive(page);
  const hero = page.locator('#hero');
  const photo = hero.locator('img').first();
  await expect(photo).toHaveCSS('animation-play-state', 'running');
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(hero).toHaveAttribute('data-away');
  await page.clock.runFor(20_100);
  await expect(page.getByLabel('Photo 1 of 4')).toBeChecked();
  await expect(photo).toHaveCSS('animation-play-state', 'paused');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(hero).not.toHaveAttribute('data-away');
  await expect(photo).toHaveCSS('animation-play-state', 'running');
  await page.clock.runFor(4900);
  await expect(page.getByLabel('Photo 1 of 4')).toBeChecked();
  await page.clock.runFor(200);
  await expect(page.getByLabel('Photo 2 of 4')).toBeChecked();
  await context.close();
});

test('PUB-PORT-1 on a phone the first frame of a tab has the photos in view, the next one all of them', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/');
  await isInteractive(page);
  const shown = await page.locator('#portfolio input[value="prewedding"]').evaluate((button: HTMLInputElement) => {
    button.click();
    const panel = document.querySelectorAll('#portfolio .tab-panel')[1];
    return [...(panel?.querySelectorAll('figure') ?? [])].map((photo) => photo.checkVisibility());
  });
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toEqual(shown.map((_, index) => index < 2));
  const photos = page.locator('#portfolio .tab-panel:visible figure');
  await expect
    .poll(() => photos.evaluateAll((all) => all.map((photo) => photo.checkVisibility())))
    .toEqual(shown.map(() => true));
  await context.close();
});

test('PUB-HERO-1 a slide fades over the one before, and only the compositor draws the fade', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference', baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/');
  await isInteractive(page);
  // Back at the first slide, which is below all others, only the one above it fades.
  for (const [label, from, to, fades] of [
    ['Photo 2 of 4', 0, 1, 2],
    ['Photo 1 of 4', 1, 0, 1],
  ] as const) {
    const fade = await page.getByLabel(label).evaluate(
      (button: HTMLInputElement, [before, after]) => {
        button.click();
        const slides = [...document.querySelectorAll('.hero__slide')];
        const styleOf = (at: number) => getComputedStyle(slides[at] as Element);
        const shown = [before, after].map((at) => styleOf(at).display);
        const drawn = document
          .getAnimations()
          .filter((one): one is CSSTransition => one instanceof CSSTransition)
          .filter(({ effect }) => slides.includes((effect as KeyframeEffect).target as Element));
        const durations = drawn.map(({ transitionProperty, effect }) => [
          transitionProperty,
          Number(effect?.getTiming().duration) > 0,
        ]);
        return { shown, opacity: Number(styleOf(after).opacity), durations: durations.sort().map(String) };
      },
      [from, to] as const,
    );
    // A transition of `display` with a duration would have every frame of the fade drawn by the main thread.
    expect(fade.durations).toEqual(['display,false', ...new Array(fades).fill('opacity,true')]);
    expect(fade.shown).toEqual(['block', 'block']);
    expect(fade.opacity < 0.5).toBe(fades === 2);
    await expect(page.locator('.hero__slide').nth(from)).toBeHidden();
    await expect(page.locator('.hero__slide').nth(to)).toHaveCSS('opacity', '1');
  }
  await context.close();
});

test('PUB-PORT-1 PUB-PACK-1 tabs are selected with the mouse and with arrow keys', async ({ page }) => {
  await openSite(page);
  const portfolio = page.locator('#portfolio');
  const shown = (section: Locator) => section.locator('.tab-panel:visible');
  await expect(portfolio.getByRole('radio', { name: /Wedding & Events/ })).toBeChecked();
  await expect(shown(portfolio)).toHaveAttribute('aria-label', 'Wedding & Events');
  await portfolio.getByText(/^Cinematic/).click();
  await expect(portfolio.getByRole('radio', { name: /Cinematic/ })).toBeChecked();
  await expect(shown(portfolio)).toHaveAttribute('aria-label', 'Cinematic');
  const packages = page.locator('#packages');
  await packages.getByRole('radio', { name: 'Wedding', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(packages.getByRole('radio', { name: 'Pre-Wedding' })).toBeFocused();
  await expect(shown(packages)).toHaveAttribute('aria-label', 'Pre-Wedding');
  const booking = new URL(
    (await packages.getByRole('link', { name: 'Book This Package' }).first().getAttribute('href')) ?? '',
  );
  expect(booking.origin + booking.pathname).toBe(`https://wa.me/${await phoneDigits(page)}`);
  expect(booking.searchParams.get('text')).toBe("Hi, I'm interested in booking the package: ");
});

/** Returns the digits of the studio's phone number from the API. */
async function phoneDigits(page: Page): Promise<string> {
  const entries = (await (await page.request.get('/api/content')).json()) as {
    section: string;
    key: string;
    value: string;
  }[];
  const phone = entries.find((entry) => entry.section === 'contact' && entry.key === 'phone')?.value ?? '';
  return phone.replaceAll(/\D/g, '');
}

test('PUB-TEST-1 testimonials wrap in both directions, by arrows and by keys', async ({ page }) => {
  await openSite(page);
  const section = page.locator('#testimonials');
  const quote = section.locator('.carousel__quote:visible h3');
  const arrow = (name: string) => section.locator('.carousel__arrows label:visible').and(page.getByTitle(name));
  const first = await quote.textContent();
  await arrow('Previous').click();
  await expect(section.getByRole('radio', { name: /^Testimonial/ }).last()).toBeChecked();
  await expect(quote).not.toHaveText(first ?? '');
  await arrow('Next').click();
  await expect(quote).toHaveText(first ?? '');
  await section.getByRole('radio', { name: /^Testimonial 1/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(quote).not.toHaveText(first ?? '');
});

for (const width of [390, 720, 820, 1024, 1440])
  test(`PUB-TEST-1 at ${width} px another testimonial moves neither the arrows nor what is below`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSite(page);
    // In one task of the page: web fonts that arrive between two of its tasks change the height of the quotes.
    const slides = await page.locator('.carousel').evaluate((carousel) => {
      const visible = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        );
      return [...carousel.querySelectorAll<HTMLInputElement>('input[name="testimonial"]')].map((dot) => {
        dot.click();
        const { top } = carousel.getBoundingClientRect();
        return {
          quotes: visible('.carousel__quote').map((quote) => quote.textContent),
          places: visible('.carousel__arrows label, .testimonial-grid').map((element) =>
            Math.round(element.getBoundingClientRect().top - top),
          ),
        };
      });
    });
    expect(new Set(slides.flatMap(({ quotes }) => quotes)).size, 'each shows a quote of its own').toBe(slides.length);
    expect(slides.length).toBeGreaterThan(2);
    const [first] = slides;
    expect(first?.places).toHaveLength(3);
    for (const { quotes, places } of slides) {
      expect(quotes).toHaveLength(1);
      expect(places).toEqual(first?.places);
    }
  });

test('two quick clicks on an arrow of the testimonials select no text', async ({ page }) => {
  await openSite(page);
  await page.locator('.carousel__arrows label:visible').and(page.getByTitle('Next')).dblclick();
  await expect(page.getByRole('radio', { name: /^Testimonial 3/ })).toBeChecked();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('ROUTE-4 an unknown path is a 404 with the error message of the router', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/404/);
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expectNoAxeViolations(page, 'routing error');
});

test('every document forbids foreign and inline scripts', async ({ page }) => {
  for (const path of ['/', '/admin', '/admin-old']) {
    const response = await page.goto(path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    // The inline script is the same on every page, so the policy names its digest. A nonce would prevent caching.
    expect(scripts).toMatch(/'sha256-[A-Za-z0-9+/]{43}='/);
    for (const word of ["'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", '*', 'http:', 'https:'])
      expect(scripts.split(' ')).not.toContain(word);
  }
});

test('search engines and link previews find canonical URL, Open Graph image, structured data and sitemap', async ({
  page,
  product,
}) => {
  await openSite(page);
  const head = await readHead(page);
  await test.step('title, description and canonical URL', () => {
    expect(head.title).toContain('Godhuli');
    expect(head.canonical).toBe(`${product.url}/`);
    expect(head.description.length).toBeGreaterThan(50);
  });
  await test.step('Open Graph and Twitter card', () => {
    expect(head.card).toBe('summary_large_image');
    expect(head.shared).toBe(head.canonical);
    expect(head.imageWidth).toBe(1200);
    expect(head.imageHeight).toBe(630);
  });
  await test.step('sitemap and robots.txt', async () => {
    expect(head.parseErrors).toBe(0);
    expect(head.urls[0]).toBe(`${product.url}/`);
    for (const path of ['/p/kalash', '/portfolio/wedding', '/hi/portfolio/commercial'])
      expect(head.urls).toContain(product.url + path);
    expect(head.images.length).toBeGreaterThan(8);
    for (const url of head.images.slice(0, 2)) expect((await page.request.get(url)).status()).toBe(200);
    const robots = await (await page.request.get('/robots.txt')).text();
    for (const line of ['User-agent: *', 'Disallow: /admin', `Sitemap: ${product.url}/sitemap.xml`])
      expect(robots.split('\n')).toContain(line);
  });
  await test.step('structured data', async () => {
    expect(head.structured).toHaveLength(1);
    const graph = head.structured[0]?.['@graph'] ?? [];
    expect(head.structured[0]?.['@context']).toBe('https://schema.org');
    const ofType = (type: string) => graph.filter((node) => [node['@type']].flat().includes(type));
    const [business] = ofType('LocalBusiness');
    expect(business).toMatchObject({ '@id': `${product.url}/#studio`, url: `${product.url}/` });
    expect(business?.telephone).toMatch(/^\+/);
    const offers = (business?.makesOffer ?? []) as { itemOffered: Record<string, string> }[];
    const services = (await (await page.request.get('/api/services')).json()) as { title: string }[];
    expect(offers.map(({ itemOffered }) => itemOffered.name)).toEqual(services.map(({ title }) => title));
    for (const { itemOffered } of offers) expect(itemOffered['@type']).toBe('Service');
    const images = ofType('ImageObject');
    expect(images.length).toBeGreaterThan(8);
    const image = await page.request.get(String(images[0]?.contentUrl));
    expect(image.status()).toBe(200);
    expect(image.headers()['content-type']).toBe('image/jpeg');
  });
});

/** Reads what search engines and link previews use: the head, the structured data and the sitemap. */
const readHead = (page: Page) =>
  page.evaluate(async () => {
    const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? '';
    const image = new Image();
    image.src = attribute('meta[property="og:image"]', 'content');
    await image.decode();
    const parse = async (url: string) =>
      new DOMParser().parseFromString(await (await fetch(url)).text(), 'application/xml');
    const textsIn = (maps: Document[], name: string) =>
      maps.flatMap((map) => [...map.getElementsByTagName(name)].map((element) => element.textContent ?? ''));
    const index = await parse('/sitemap.xml');
    const parts = await Promise.all(textsIn([index], 'loc').map(parse));
    return {
      title: document.title,
      card: attribute('meta[name="twitter:card"]', 'content'),
      canonical: attribute('link[rel="canonical"]', 'href'),
      shared: attribute('meta[property="og:url"]', 'content'),
      description: attribute('meta[name="description"]', 'content'),
      imageWidth: image.naturalWidth,
      imageHeight: image.naturalHeight,
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (element) => JSON.parse(element.textContent ?? '') as Structured,
      ),
      urls: textsIn(parts, 'loc'),
      images: textsIn(parts, 'image:loc'),
      parseErrors: textsIn([index, ...parts], 'parsererror').length,
    };
  });

interface Structured {
  '@context': string;
  '@graph': Record<string, unknown>[];
}

test('every icon of the web manifest and of the head loads in its declared size', async ({ page }) => {
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
        return { declared: sizes, actual: `${image.naturalWidth}x${image.naturalHeight}` };
      }),
    );
    return { name: manifest.name, start: manifest.start_url, sizes };
  });
  expect(icons.name).toBe('Godhuli');
  expect(icons.start).toBe('/');
  expect(icons.sizes).toHaveLength(5);
  expect(icons.sizes.filter(({ declared, actual }) => declared !== 'any' && declared !== actual)).toEqual([]);
  expect(icons.sizes.map(({ actual }) => actual)).toEqual(expect.arrayContaining(['192x192', '512x512', '180x180']));
});

/** Returns the typefaces of headings, labels and buttons, by which two pages look like one site. */
const typefacesOf = (page: Page) =>
  page.evaluate(() =>
    ['h1', 'label', 'button[type="submit"]'].map(
      (selector) => getComputedStyle(document.querySelector(selector) as Element).fontFamily,
    ),
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the whole page is readable, including every portfolio item and package', async ({ page }) => {
    await page.goto('/');
    for (const id of SECTIONS) await expect(page.locator(`[id="${id}"]`)).toBeAttached();
    const portfolio = (await (await page.request.get('/api/portfolio')).json()) as {
      title: string;
      category: string;
    }[];
    const withTab = portfolio.filter(({ category }) => category !== 'commercial');
    for (const category of new Set(withTab.map((item) => item.category))) {
      await page.locator(`input[name="portfolio"][value="${category}"]`).check();
      for (const { title } of portfolio.filter((item) => item.category === category))
        await expect(page.locator('#portfolio').getByText(title, { exact: true }).first()).toBeVisible();
    }
    for (const [tab, name] of [
      ['prewedding', 'Pre-Wedding Special'],
      ['maternity', 'Maternity'],
      ['wedding', 'Essential'],
    ] as const) {
      await page.locator(`input[name="packages"][value="${tab}"]`).check();
      await expect(page.locator('#packages').getByRole('heading', { name }).first()).toBeVisible();
    }
    await page.locator('#packages summary:visible').first().click();
    await expect(page.locator('#packages details[open] li').first()).toBeVisible();
  });

  test('PUB-HDR-2 the header is dark over every section', async ({ page }) => {
    await page.goto('/#portfolio');
    const opacity = () =>
      page.locator('.header').evaluate((header) => getComputedStyle(header, '::before').getPropertyValue('opacity'));
    expect(await opacity()).toBe('1');
  });

  test('PUB-SERV-5 Learn More opens the service, whose links lead on', async ({ page }) => {
    await page.goto('/');
    const card = page.locator('.service-card').first();
    const title = (await card.getByRole('heading').textContent()) ?? '';
    await card.getByRole('button', { name: 'Learn More' }).focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByRole('listitem').nth(2)).toBeVisible();
    await expect(sheet.getByText('Premium: ₹90,000, Full day')).toBeVisible();
    await expect(sheet.locator('a[href^="/p/"] img')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(card.getByRole('button', { name: 'Learn More' })).toBeFocused();
    await page.keyboard.press('Enter');
    await sheet.getByRole('link', { name: 'Photos' }).click();
    await expect(page).toHaveURL(/\/portfolio\/[a-z]+$/);
  });

  test('PUB-SERV-5 Ask about this closes the service and leads to the form, each time', async ({ page }) => {
    await page.goto('/');
    for (const index of [0, 0, 1]) {
      await page.locator('.service-card').nth(index).getByRole('button', { name: 'Learn More' }).focus();
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('dialog');
      await sheet.locator('a:visible', { hasText: 'Ask about this' }).click();
      await expect(sheet).toHaveCount(0);
      await expect(page.locator('#contact-h')).toBeInViewport();
    }
  });

  test('PUB-COMM-1 PUB-SERV-5 the commercial service leads to its photos and packages', async ({ page }) => {
    await page.goto('/');
    const card = page.locator('.service-card').filter({ hasText: 'Commercial' });
    const sheet = page.getByRole('dialog', { name: 'Advertising & Commercial' });
    await card.getByRole('button', { name: 'Learn More' }).focus();
    await page.keyboard.press('Enter');
    await sheet.getByRole('link', { name: 'Packages' }).click();
    await expect(page).toHaveURL(/\/portfolio\/commercial#packages$/);
    await expect(page.getByRole('heading', { name: 'Packages', exact: true })).toBeInViewport();
    const offer = page.locator('#packages li').filter({ hasText: '₹40,000' });
    await expect(offer.getByRole('heading', { name: 'Commercial' })).toBeVisible();
    await expect(offer.getByRole('link', { name: 'Book This Package' })).toHaveAttribute('href', /^https:\/\/wa\.me\//);
    await expect(page.locator('main').getByText('Jhumka', { exact: true }).first()).toBeVisible();
    await page.goto('/portfolio');
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Commercial' }).click();
    await expect(page).toHaveURL(/\/portfolio\/commercial$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Commercial');
  });

  test('PUB-HERO-1 PUB-TEST-1 PUB-TEST-2 slides and testimonials are selected', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Photo 3 of 4').check();
    await expect(page.locator('.hero__slide:visible')).toHaveCount(1);
    const photo = page.locator('.hero__slide').nth(2).locator('img');
    await expect(photo).toBeVisible();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(page.getByLabel('Pause slideshow')).toBeHidden();
    const { length: count } = (await (await page.request.get('/api/testimonials')).json()) as object[];
    const card = page.locator('.testimonial-card').nth(count - 1);
    await card.click();
    const quote = page.locator('.carousel__quote:visible');
    await expect(quote.locator('strong')).toHaveText((await card.locator('strong').textContent()) ?? '');
    await expect(page.locator('#portfolio .portfolio-item:visible').first()).toBeVisible();
    await expect(page.locator('[data-photo-action]:visible'), 'no button that does nothing').toHaveCount(0);
    await page.locator('.carousel__arrows label:visible').last().click();
    await expect(page.getByLabel(`Testimonial 1 of ${count}`)).toBeChecked();
  });

  for (const width of [390, 820, 1440])
    test(`PUB-HDR-1 PUB-HDR-3 at ${width} px the header links to every section, and lists are complete`, async ({
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
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      const listOf = async (path: string) => (await (await page.request.get(path)).json()) as Record<string, string>[];
      for (const { title = '' } of await listOf('/api/services'))
        await expect(page.locator('#services .service-card').getByText(title, { exact: true })).toBeVisible();
      for (const { text = '', name = '' } of await listOf('/api/testimonials')) {
        await page.locator('.testimonial-card', { hasText: name }).click();
        await expect(page.locator('#testimonials blockquote').getByText(text)).toBeVisible();
      }
    });

  test('every link has a valid target', async ({ page, product }) => {
    await page.goto('/');
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => [...new Set(all.map((link) => (link as HTMLAnchorElement).href))]);
    expect(links.length).toBeGreaterThan(12);
    for (const link of links) {
      const { origin, pathname, hash, protocol, href } = new URL(link);
      if (origin !== product.url) {
        expect(protocol, href).toMatch(/^(https|tel|mailto):$/);
      } else if (pathname === '/' && hash) {
        await expect(page.locator(`[id="${hash.slice(1)}"]`)).toBeAttached();
      } else {
        expect((await page.request.get(href)).status(), href).toBe(200);
      }
    }
  });

  test('PUB-CONT-3 a refused inquiry keeps its values, and is sent after a correction', async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/422/);
    await page.goto('/');
    const typefaces = await typefacesOf(page);
    // The browser accepts blanks as a name; the server does not.
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

  test('an inquiry is sent, and the confirmation page belongs to the same site', async ({ page, product }) => {
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
  const cards = page.locator('#packages .package-card:not(.package-card--popular):visible');
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
  const bar = cards.nth(1).locator('.package-card__duration');
  expect(await bar.evaluate((line) => getComputedStyle(line, '::after').backgroundImage)).toContain('linear-gradient');
});
