import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, type Locator, type Page, request as requests } from '@playwright/test';
import { clockWrongBy } from './faults/clock';
import { expectNoAxeViolations } from './page/axe';
import { addLinkedFilm, addUploadedFilm, CAPTION, SAMPLE_CAPTIONS, SAMPLE_FILM } from './page/films';
import { leaveSite } from './page/leave-site';
import { signIn, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { seedPhotograph } from './page/uploads';
import { isInteractive } from './page/visitor';
import { ROOT, startProduct } from './product/start-product';

const UPLOADED = '/films/lamps-of-diwali';
const player = (page: Page) => page.locator('.film__frame video');
const timeOf = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.currentTime);
const shownCaption = (video: Locator) =>
  video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
    const cue = track?.activeCues?.[0] as VTTCue | undefined;
    return track?.mode === 'showing' ? cue?.text : undefined;
  });
const poster = (page: Page, title: string) => page.getByRole('button', { name: `Play film: ${title}` });

/** Taps the poster on a touch screen; elsewhere the keyboard plays. */
async function play(page: Page, title: string, isTouch: boolean): Promise<void> {
  await isInteractive(page);
  const button = poster(page, title);
  if (isTouch) return button.tap();
  await button.focus();
  await page.keyboard.press('Enter');
}

/** Answers for every other site, and records what is requested there. */
async function recordOtherSites(context: BrowserContext, url: string): Promise<string[]> {
  const requested: string[] = [];
  await context.route(
    (target) => target.origin !== url,
    (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' });
    },
  );
  return requested;
}

test('FILM-4 FILM-2 staff add a film with a poster and captions, and visitors see it when it is published', async ({
  page,
  product,
}) => {
  await signInByPage(page, product.url);
  await page.goto(`${product.url}/admin/dashboard/videos`);
  await page.getByRole('button', { name: 'Add film' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title *').fill('Lamps of Diwali');
  await dialog.getByLabel('Film file', { exact: true }).setInputFiles(SAMPLE_FILM);
  await expect(dialog.getByText('Film stored 0:06')).toBeVisible();
  await dialog.getByLabel('Captions', { exact: true }).setInputFiles(SAMPLE_CAPTIONS);
  await expect(dialog.getByText('Captions stored')).toBeVisible();
  await dialog.getByLabel('Poster', { exact: true }).setInputFiles(seedPhotograph('hero-2-diyas.jpg'));
  await expect(dialog.getByRole('button', { name: 'Replace poster' })).toBeVisible();
  await dialog.getByLabel('Published on the website').check();
  await dialog.getByRole('button', { name: 'Add film' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await page.request.get(product.url + UPLOADED)).status()).toBe(200);
});

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    const isTouch = width < 1000;
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch, reducedMotion: 'no-preference' });

    test(`FILM-2 FILM-5 at ${width} px an uploaded film plays in ranges, with its captions`, async ({ page }) => {
      const files: { status: number; range: string | undefined }[] = [];
      page.on('response', (response) => {
        const { range } = response.request().headers();
        if (response.url().endsWith('.mp4')) files.push({ status: response.status(), range });
      });
      await test.step('the poster loads, and nothing of the film', async () => {
        await page.goto(UPLOADED);
        await isInteractive(page);
        const picture = page.locator('.film__poster img');
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
        await expect(player(page)).toHaveCount(0);
        expect(files).toEqual([]);
        await expectNoAxeViolations(page, `a film at ${width} px`);
      });
      await test.step('it plays with sound and captions, and has the focus', async () => {
        await play(page, 'Lamps of Diwali', isTouch);
        await expect(player(page)).toBeFocused();
        await expect.poll(() => timeOf(player(page))).toBeGreaterThan(0.5);
        await expect.poll(() => shownCaption(player(page))).toBe(CAPTION);
        expect(await player(page).evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
        expect(files).toContainEqual({ status: 206, range: expect.stringMatching(/^bytes=\d+-/) });
        await expectNoAxeViolations(page, `a playing film at ${width} px`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
      await test.step('it can be moved to another place', async () => {
        await player(page).evaluate((video: HTMLVideoElement) => {
          video.currentTime = 4;
        });
        await expect.poll(() => timeOf(player(page))).toBeGreaterThan(4.2);
      });
    });

    test(`FILM-5 at ${width} px nothing of another site loads before the tap on a linked film`, async ({
      page,
      context,
      product,
    }) => {
      await signIn(context.request, product.url);
      const title = `Linked ${width}`;
      const path = await addLinkedFilm(context.request, product.url, title, 'https://youtu.be/abcDEF_-123');
      await context.clearCookies();
      const requested = await recordOtherSites(context, product.url);
      await test.step('neither its page nor the gallery requests anything elsewhere', async () => {
        for (const each of ['/portfolio/cinematic', path]) {
          await page.goto(each);
          await isInteractive(page);
          await poster(page, title).scrollIntoViewIfNeeded();
          await expect(poster(page, title)).toBeVisible();
        }
        expect(requested).toEqual([]);
        await expectNoAxeViolations(page, `a linked film at ${width} px`);
      });
      await test.step('the tap loads the player without cookies, which only such pages allow', async () => {
        await play(page, title, isTouch);
        const frame = page.locator('.film__frame iframe');
        await expect(frame).toBeFocused();
        await expect(page.frameLocator('.film__frame iframe').locator('body')).toBeAttached();
        expect(requested.map((url) => new URL(url).origin)).toEqual(['https://www.youtube-nocookie.com']);
        expect(await context.cookies()).toEqual([]);
        expect(await frame.boundingBox()).toMatchObject({ width: expect.any(Number) });
        const policyOf = async (each: string) => (await context.request.get(each)).headers()['content-security-policy'];
        expect(await policyOf(path)).toContain('frame-src https://www.youtube-nocookie.com');
        expect(await policyOf('/')).not.toContain('youtube');
        await expectNoAxeViolations(page, `the player at ${width} px`);
      });
    });
  });

test('FILM-5 of two films begun while their code loads the last one plays, and takes no focus back', async ({
  page,
  context,
  product,
}) => {
  await signIn(context.request, product.url);
  await addLinkedFilm(context.request, product.url, 'Tapped first', 'https://youtu.be/abcDEF_-124');
  await addLinkedFilm(context.request, product.url, 'Tapped last', 'https://youtu.be/abcDEF_-125');
  await context.clearCookies();
  await recordOtherSites(context, product.url);
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/page-\d+\./, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/portfolio/cinematic');
  await isInteractive(page);
  // The time in which the code has to come stands still.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await poster(page, 'Tapped first').click();
  await expect(poster(page, 'Tapped first')).toHaveAttribute('aria-busy', 'true');
  await poster(page, 'Tapped last').press('Space');
  await expect(poster(page, 'Tapped first')).not.toHaveAttribute('aria-busy');
  const below = page.locator('.footer a').last();
  await below.focus();
  const scrolled = await page.evaluate(() => scrollY);
  arrive();
  await expect(page.locator('.film__frame iframe[title="Tapped last"]')).toBeAttached();
  await expect(below).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(page.locator('.film__frame iframe')).toHaveCount(1);
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('FILM-5 on a phone a long web address fits below a film, and a second film pauses the first', async ({
  browser,
  context,
  product,
}) => {
  await signIn(context.request, product.url);
  const description = `Music: https://music.example/${'averylongaddress'.repeat(6)}`;
  for (const title of ['Evening', 'Morning']) await addUploadedFilm(context.request, product.url, title, description);
  const viewport = { width: 390, height: 844 };
  const phone = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'no-preference' });
  const page = await phone.newPage();
  await page.goto(`${product.url}/portfolio/maternity`);
  for (const title of ['Evening', 'Morning']) {
    const frame = await poster(page, title).boundingBox();
    expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await play(page, 'Evening', true);
  const first = page.locator('.film__frame video[title="Evening"]');
  await expect.poll(() => timeOf(first)).toBeGreaterThan(0.1);
  await play(page, 'Morning', true);
  await expect.poll(() => timeOf(page.locator('.film__frame video[title="Morning"]'))).toBeGreaterThan(0.1);
  expect(await first.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  await phone.close();
});

test('FILM-5 under reduced motion a film waits for its own play button, and the keyboard plays it', async ({
  page,
}) => {
  await page.goto(UPLOADED);
  await isInteractive(page);
  await poster(page, 'Lamps of Diwali').focus();
  await page.keyboard.press('Space');
  const video = player(page);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  expect(await video.evaluate(({ paused, autoplay }: HTMLVideoElement) => ({ paused, autoplay }))).toEqual({
    paused: true,
    autoplay: false,
  });
  await page.keyboard.press('Space');
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0.2);
});

test('FILM-3 the nightly check finds a dead link: staff are told, visitors keep the poster and WhatsApp', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const before = await startProduct();
  const asked: string[] = [];
  const provider = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url?.includes('gone') ? 404 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  const paths = await test.step('two films are published, and the night passes', async () => {
    const request = await requests.newContext();
    await signIn(request, before.url);
    const made = [
      await addLinkedFilm(request, before.url, 'A film that is gone', 'https://youtu.be/goneDEF_123'),
      await addLinkedFilm(request, before.url, 'A film that exists', 'https://youtu.be/hereDEF_123'),
    ];
    await request.dispose();
    await before.end('SIGTERM');
    return made;
  });
  const { NODE_OPTIONS = '', ...clock } = clockWrongBy(25);
  const providers = pathToFileURL(join(ROOT, 'e2e/product/film-providers.mjs')).href;
  const product = await startProduct({
    dataDir: before.dataDir,
    env: {
      ...clock,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${providers}`,
      FILM_PROVIDERS: String((provider.address() as AddressInfo).port),
    },
  });
  await test.step('staff see which film is gone', async () => {
    await signInByPage(page, product.url);
    await expect
      .poll(async () => (await (await context.request.get(`${product.url}/api/admin/videos`)).json()).dead)
      .toBe(1);
    await page.goto(`${product.url}/admin/dashboard/videos`);
    await expect(page.getByRole('listitem').filter({ hasText: 'A film that is gone' })).toContainText(/dead|not work/i);
    expect(asked.filter((url) => url.startsWith('/oembed'))).toHaveLength(2);
    await leaveSite(context);
    await context.clearCookies();
  });
  for (const width of [390, 820, 1440])
    await test.step(`at ${width} px the poster and the WhatsApp link are left`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(product.url + paths[0]);
      await isInteractive(page);
      const picture = page.locator('.film__poster img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
      await expect(poster(page, 'A film that is gone')).toHaveCount(0);
      const ask = page.getByRole('link', { name: 'Ask for it on WhatsApp' });
      await expect(ask).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*A%20film%20that%20is%20gone/);
      await expectNoAxeViolations(page, `a dead link at ${width} px`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  await test.step('the other film still plays', async () => {
    await recordOtherSites(context, product.url);
    await page.goto(product.url + paths[1]);
    await play(page, 'A film that exists', false);
    await expect(page.locator('.film__frame iframe')).toBeAttached();
  });
  await leaveSite(context);
  provider.close();
  await product.remove();
});
