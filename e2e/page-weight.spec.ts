import type { HeroItem } from '@godhuli/contracts/portfolio';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { FONT_SETS, fontconfigOf } from './page/font-sets';
import { expect, test } from './page/test';
import { hasWebFonts, hydrate, isHydrated, isInteractive } from './page/visitor';

/** Sizes in bytes as transferred, without headers. */
const BEFORE_PHOTO = 150_000;
const FONTS_BEFORE_PHOTO = 30_000;

/** Opens a page with the throughput of a mobile network, so that its files load in a realistic order. */
async function openSlowly(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = (1.6 * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.goto(url);
}

/** Returns what the page loads before its first photo, and its layout shift. */
async function loadingOf(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { shifts: [] as number[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openSlowly(page, url);
  await isInteractive(page);
  await hasWebFonts(page);
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    // Wait two frames for the last change to be laid out and reported.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { seen } = window as unknown as { seen: { shifts: number[] } };
    const photo = document.querySelector<HTMLImageElement>('#hero img')?.currentSrc ?? '';
    const [hero] = performance.getEntriesByName(photo) as PerformanceResourceTiming[];
    if (!hero) throw new Error('no hero photo was loaded');
    const [html] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const begun = entries.filter((entry) => entry.startTime < hero.responseEnd);
    const isFont = ({ name }: PerformanceResourceTiming) => name.endsWith('.woff2');
    const sum = (some: PerformanceResourceTiming[]) => some.reduce((total, each) => total + each.encodedBodySize, 0);
    return {
      all: (html?.encodedBodySize ?? 0) + sum(begun),
      document: html?.encodedBodySize ?? 0,
      photo: sum(begun.filter(({ name }) => name === photo)),
      fonts: sum(begun.filter(isFont)),
      scripts: begun.filter(({ name }) => name.endsWith('.js')).map(({ name }) => name),
      others: begun.map(({ name }) => name).filter((name) => name !== photo),
      fontsLater: entries.filter(isFont).length,
      shift: seen.shifts.reduce((total, value) => total + value, 0),
    };
  });
  const headings = await fontsOfHeadings(page);
  const held = await heldTexts(page).count();
  await page.setViewportSize({ width: (page.viewportSize()?.width ?? 0) + 20, height: 900 });
  await expect(heldTexts(page)).toHaveCount(0);
  await context.close();
  return { ...loaded, ...headings, held };
}

/** Texts that have an inline style to keep their size when the web fonts load. */
const heldTexts = (page: Page) =>
  page.locator(
    ['letter-spacing', 'min-height', 'min-width', 'font-family']
      .map((name) => `[style*="${name}"]:not(#serif-probe)`)
      .join(),
  );

/** Returns the fonts that the headline and `serif` are rendered with. */
async function fontsOfHeadings(page: Page): Promise<{ serif: string; headline: string }> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const probe = document.createElement('p');
    Object.assign(probe, { id: 'serif-probe', textContent: 'A' });
    probe.style.cssText = 'position:absolute;font-family:serif';
    document.body.append(probe);
  });
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const fontOf = async (selector: string) => {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    // Empty until the browser has laid out the text.
    let names = '';
    const read = async () => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      names = fonts.map(({ familyName }) => familyName).join();
      return names;
    };
    await expect.poll(read).not.toBe('');
    return names;
  };
  return { serif: await fontOf('#serif-probe'), headline: await fontOf('h1') };
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`PUB-HERO-1 at ${width} px no script loads before the first photo, and nothing moves afterwards`, async ({
    browser,
    product,
  }) => {
    const viewport = { width, height };
    const loaded = await loadingOf(browser, product.url, { viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' });
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(loaded) });
    expect(loaded.document).toBeGreaterThan(10_000);
    expect(loaded.photo).toBeGreaterThan(1000);
    expect(loaded.scripts).toEqual([]);
    expect(loaded.fonts).toBeLessThanOrEqual(FONTS_BEFORE_PHOTO);
    if (width === 390) expect(loaded.all).toBeLessThanOrEqual(BEFORE_PHOTO);
    // Without a font that loads later nothing could move.
    expect(loaded.fontsLater).toBeGreaterThan(1);
    expect(loaded.shift.toFixed(3)).toBe('0.000');
  });

for (const set of FONT_SETS)
  test(`PUB-HERO-1 nothing moves when the web fonts load on a machine with only these fonts: ${set.name}`, async ({
    product,
  }) => {
    // Only browsers on Linux use fontconfig. CI runs on Linux, and must not skip this.
    test.skip(process.platform !== 'linux' && !process.env.CI, 'needs fontconfig');
    const browser = await chromium.launch({
      executablePath: process.env.CHROME_PATH,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
      env: { ...process.env, FONTCONFIG_FILE: fontconfigOf(set) } as Record<string, string>,
    });
    try {
      for (const [width, height] of [
        [390, 844],
        [820, 1180],
        [1440, 900],
      ] as const) {
        const viewport = { width, height };
        const loaded = await loadingOf(browser, product.url, { viewport, reducedMotion: 'reduce' });
        expect(loaded.held, `texts that stayed as they were at ${width} px`).toBeGreaterThan(0);
        expect(loaded.serif).toContain(set.serif);
        expect(loaded.fontsLater).toBeGreaterThan(1);
        expect(loaded.headline, `the font of the headline at ${width} px`).toContain('Playfair');
        expect(loaded.shift.toFixed(3), `at ${width} px`).toBe('0.000');
      }
    } finally {
      await browser.close();
    }
  });

/** A photo of one pixel: the test only looks at the URL of the requested file. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Returns for every photo its rendered width, the value of `sizes` and the file that the browser selected. */
async function placesOf(page: Page) {
  return page.evaluate(async () => {
    const later = [...document.querySelectorAll<HTMLImageElement>('picture img')].filter(
      (image) => image.getBoundingClientRect().top > window.innerHeight && image.loading !== 'lazy',
    );
    const style = document.createElement('style');
    style.textContent = '.site :is(.tab-panel, .hero__slide) { display: block !important }';
    document.head.append(style);
    // The photos of the other testimonials have the frame of the first one.
    const images = [...document.querySelectorAll<HTMLImageElement>('picture img')].filter((image) =>
      image.checkVisibility(),
    );
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    /** Returns `sizes` in CSS pixels: an image with the descriptor `1000w` gets exactly the width of `sizes`. */
    const evaluate = async (sizes: string) => {
      const probe = new Image();
      probe.sizes = sizes;
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="10"/>';
      probe.srcset = `data:image/svg+xml,${encodeURIComponent(svg)} 1000w`;
      await probe.decode();
      return probe.naturalWidth;
    };
    return {
      later: later.map((image) => image.currentSrc),
      places: await Promise.all(
        images.map(async (image) => {
          const sources = [...(image.closest('picture') as Element).querySelectorAll('source')];
          const taken = sources.find(({ media }) => !media || matchMedia(media).matches) ?? image;
          const sized = taken.hasAttribute('width') ? taken : image;
          const ratio = Number(sized.getAttribute('width')) / Number(sized.getAttribute('height'));
          return {
            place: `${image.closest('section')?.id} ${image.alt}`,
            // With object-fit: cover, a box that is taller than the photo shows the middle of it, enlarged.
            drawn: Math.max(image.offsetWidth, image.offsetHeight * ratio),
            fit: getComputedStyle(image).objectFit,
            said: await evaluate(taken.sizes),
            file: image.currentSrc,
            chosen: Number(/\/(\d+)\.[\w.]+$/.exec(image.currentSrc)?.[1]),
            widths: [...taken.srcset.matchAll(/ (\d+)w/g)].map(([, candidate]) => Number(candidate)),
          };
        }),
      ),
    };
  });
}

for (const [width, height] of [
  [360, 740],
  [390, 844],
  [820, 1180],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const)
  test(`PUB-SERV-1 PUB-PORT-2 PUB-ABOUT-1 at ${width} px photos have the size they need, and are lazy`, async ({
    browser,
    product,
  }) => {
    for (const deviceScaleFactor of [1, 2, 3]) {
      const viewport = { width, height };
      const context = await browser.newContext({ viewport, deviceScaleFactor, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/gif', body: PIXEL }));
      await page.goto(product.url, { waitUntil: 'domcontentloaded' });
      const { places, later } = await placesOf(page);
      expect(later, 'photos below the fold that are not lazy').toEqual([]);
      expect(places.length).toBeGreaterThan(15);
      const wrong = places.filter(({ drawn, fit, said, file, chosen, widths }, index) => {
        // The browser may reuse a larger file that it has already loaded.
        const isAgain = places.slice(0, index).some((earlier) => earlier.file === file);
        const saysDrawn = said >= drawn * 0.98 && said <= drawn * 1.1;
        const needed = drawn * deviceScaleFactor;
        // No file is larger than the original, and none smaller than the smallest.
        const isEnlarged = needed / chosen > 1.1 && chosen < Math.max(...widths);
        const isTooLarge = chosen / needed > 1.6 && chosen > Math.min(...widths) && !isAgain;
        return fit !== 'cover' || !saysDrawn || isEnlarged || isTooLarge;
      });
      expect(wrong, `at ${deviceScaleFactor} dots a pixel`).toEqual([]);
      await context.close();
    }
  });

for (const [name, viewport] of Object.entries({
  'an upright': { width: 390, height: 844 },
  'a wide': { width: 844, height: 390 },
}))
  test(`PUB-HERO-1 ${name} window loads its own hero photo and not the other one`, async ({ browser, product }) => {
    const context = await browser.newContext({ viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const loaded: string[] = [];
    page.on('request', (request) => {
      const id = /\/media\/([0-9a-f]{64})/.exec(request.url())?.[1];
      if (id) loaded.push(id);
    });
    await page.goto(product.url);
    await isInteractive(page);
    const [first] = (await (await page.request.get(`${product.url}/api/hero`)).json()) as HeroItem[];
    const isUpright = viewport.height > viewport.width;
    const [shown, other] = isUpright ? [first?.portrait, first?.media] : [first?.media, first?.portrait];
    expect(shown?.id).toMatch(/^[0-9a-f]{64}$/);
    await expect(page.locator('#hero img').first()).toHaveJSProperty('complete', true);
    expect(new Set(loaded)).toContain(shown?.id);
    expect(loaded).not.toContain(other?.id);
    await context.close();
  });

/** Notes the first photo of the slideshow that is allowed to load later: when, which ones have begun by then, and which slide is shown. */
const noteFirstPreload = () => {
  let interactiveAt = Number.NaN;
  const change = new MutationObserver((records) => {
    if (records.some(({ attributeName }) => attributeName === 'data-interactive')) interactiveAt = performance.now();
    const first = records.find(({ attributeName }) => attributeName === 'loading');
    if (!first) return;
    change.disconnect();
    const photos = [...document.querySelectorAll<HTMLImageElement>('#hero .hero__slide img')];
    const slides = [...document.querySelectorAll<HTMLInputElement>('input[name="hero-slide"]')];
    Object.assign(window, {
      firstPreload: {
        photo: photos.indexOf(first.target as HTMLImageElement),
        begun: photos.map(({ currentSrc, loading }) => currentSrc !== '' || loading === 'eager'),
        shown: slides.findIndex(({ checked }) => checked),
        isLate: performance.now() - interactiveAt > 2000,
      },
    });
  });
  change.observe(document, { subtree: true, attributeFilter: ['loading', 'data-interactive'] });
};

test('PUB-HERO-1 only the photo of the second slide is fetched, shortly before it is shown', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(noteFirstPreload);
  await page.goto(product.url);
  // A busy machine may be late, but the page itself notes what happened first.
  await expect
    .poll(() => page.evaluate(() => 'firstPreload' in window && window.firstPreload))
    .toEqual({ photo: 1, begun: [true, true, false, false], shown: 0, isLate: true });
  await context.close();
});

test('the back button restores the site from the back/forward cache with typed input', async ({ product }) => {
  // Playwright disables the back/forward cache by default.
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(product.url);
    await hydrate(page);
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
      });
    });
    await page.getByLabel('Full Name *').fill('Half written');
    await page.goto(`${product.url}/admin`);
    await expect(page.locator('html[data-remote-ready="admin-portal"]')).toBeAttached();
    // A page from this cache fires no 'load' event.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html[data-persisted="true"]')).toBeAttached();
    await expect(page.getByLabel('Full Name *')).toHaveValue('Half written');
  } finally {
    await browser.close();
  }
});

test('an unchanged document gets a 304, and assets are immutable', async ({ page, product }) => {
  const { request } = page;
  const first = await request.get(product.url);
  const { etag = '', 'cache-control': cacheControl = '' } = first.headers();
  expect(cacheControl).not.toContain('no-store');
  expect(etag).toMatch(/^"/);
  expect((await request.get(product.url, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const scripts = /"scripts":(\[.*?\])/.exec(await first.text())?.[1] ?? '[]';
  const urls = (JSON.parse(scripts) as { src: string }[]).map(({ src }) => src);
  expect(urls.length).toBeGreaterThan(3);
  for (const url of urls)
    expect((await request.get(product.url + url)).headers()['cache-control']).toContain('immutable');
});

test('a changed byte in a later chunk of the shell does not run, and the inquiry is still sent', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/integrity|Loading chunk|Failed to load/i);
  const changed: string[] = [];
  // Scripts of the first load have names; chunks that the shell fetches later have numbers.
  await page.route(/\/assets\/\d+\.[0-9a-f]{12}\.js$/, async (route) => {
    const response = await route.fetch();
    changed.push(route.request().url());
    await route.fulfill({ response, body: `window.changedBytesRan = true;${await response.text()}` });
  });
  await page.goto('/');
  await hydrate(page);
  const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
  await page.getByLabel('Full Name *').fill('Changed Byte');
  await refused;
  expect(changed.length).toBeGreaterThan(0);
  await page.getByLabel('Photography Type *').selectOption('wedding');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Inquiry Submitted Successfully!')).toBeVisible();
  expect(await page.evaluate(() => 'changedBytesRan' in window)).toBe(false);
});

test('the boot script of the site follows its first view, which does not wait for it', async ({ product }) => {
  for (const path of ['/', '/mr']) {
    const html = await (await fetch(product.url + path)).text();
    expect(html.indexOf('<script>')).toBeGreaterThan(html.indexOf('id="hero-photos"'));
    expect(html.indexOf('<script>')).toBeLessThan(html.indexOf('id="services"'));
  }
});

const BOOT = /<script type="application\/json" id="composition">.*?<\/script><script>.*?<\/script>/s;

test('a page that the server did not render loads its styles and becomes interactive', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/preload/);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace(/<style data-styles-of[\s\S]*?<\/style>/, '')
      .replace(/<link rel="expect"[^>]*>/, '')
      .replace(/<div id="root">[\s\S]*<div id="shell">/, '<div id="root"></div><div id="shell">')
      // The boot script follows the first view of a page that the server has rendered; it is in the head of others.
      .replace('</head>', () => `${BOOT.exec(html)?.[0]}</head>`);
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  await isHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
});
