import { type Page, request as requests } from '@playwright/test';
import { expectNoAxeViolations as expectNoViolations } from './page/axe';
import { signIn } from './page/staff';
import { expect, test } from './page/test';
import { isHydrated, isInteractive } from './page/visitor';

const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Photos' });
const caption = (page: Page) => page.locator('.lightbox-caption');
const view = (page: Page, index: number) =>
  page
    .locator('#portfolio')
    .getByRole('link', { name: /^View / })
    .nth(index);

async function openFirstPhoto(page: Page): Promise<void> {
  await page.goto('/');
  await isInteractive(page);
  await view(page, 0).click();
}

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    const isTouch = width < 1000;
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test(`PUB-LIGHT-1 at ${width} px a photo opens above the page, is paged, and Back closes it`, async ({ page }) => {
      await page.goto('/');
      await isInteractive(page);
      const second = view(page, 1);
      const path = (await second.getAttribute('href')) ?? '';
      await test.step('it opens by a tap on the photo, or by Enter', async () => {
        if (isTouch) await page.locator(`.portfolio-item__link[href="${path}"]`).tap();
        else {
          await second.focus();
          await page.keyboard.press('Enter');
        }
        await expect(lightbox(page)).toBeVisible();
        await expect(page).toHaveURL(path);
        await expect(caption(page)).toContainText(/Photo 2 of \d/);
        await expect(lightbox(page).locator('.pswp__img:not(.pswp__img--placeholder)').first()).toBeVisible();
        await expectNoViolations(page, `a photo at ${width} px`);
      });
      await test.step('the next photo has its own URL', async () => {
        await page.keyboard.press('ArrowRight');
        await expect(caption(page)).toContainText(/Photo 3 of \d/);
        await expect(page).not.toHaveURL(path);
        await expect(page).toHaveURL(/\/p\/[\w-]+$/);
      });
      await test.step('Back and Escape close it where it was opened', async () => {
        await page.goBack();
        await expect(lightbox(page)).toHaveCount(0);
        await expect(page).toHaveURL('/');
        await expect(page.locator(`:focus[href="${path}"]`)).toBeAttached();
        await page.goForward();
        await expect(lightbox(page)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(lightbox(page)).toHaveCount(0);
        await expect(page).toHaveURL('/');
      });
      await test.step('the URL of a photo opens its page', async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(lightbox(page)).toHaveCount(0);
      });
    });
  });

test('PUB-LIGHT-1 a photo that is still opening closes at Escape and at Back', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await isInteractive(page);
  for (const leave of ['Escape', 'Back']) {
    await page.evaluate((how) => {
      new MutationObserver((_, observer) => {
        const isOpening = document.querySelector('.pswp') && location.pathname.startsWith('/p/');
        if (!isOpening) return;
        observer.disconnect();
        document.documentElement.dataset.wasOpening = how;
        if (how === 'Back') history.back();
        else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    }, leave);
    await view(page, 0).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-was-opening', leave);
    await expect(page).toHaveURL('/');
    await expect(lightbox(page)).toHaveCount(0);
  }
});

test('PUB-LIGHT-1 Back and Forward show their pages after a reload with a photo open', async ({ page }) => {
  await openFirstPhoto(page);
  await expect(lightbox(page)).toBeVisible();
  const photo = page.url();
  await page.reload();
  await expect(page.locator('.photo-page')).toBeVisible();
  await isInteractive(page);
  await page.goBack();
  await expect(page.locator('#portfolio')).toBeAttached();
  await expect(page.locator('.photo-page')).toHaveCount(0);
  await isInteractive(page);
  await page.goForward();
  await expect(page.locator('.photo-page')).toBeVisible();
  await expect(page).toHaveURL(photo);
});

test('PUB-LIGHT-1 after a reload with a photo open, Back before any script runs shows the page below', async ({
  page,
}) => {
  await openFirstPhoto(page);
  await expect(lightbox(page)).toBeVisible();
  let sendScripts = (): void => undefined;
  const mayRun = new Promise<void>((resolve) => {
    sendScripts = resolve;
  });
  await page.route(/\/(assets|remotes)\/.*\.js(\?|$)/, async (route) => {
    await mayRun;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.photo-page')).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await expect(page.locator('.photo-page')).toBeVisible();
  sendScripts();
  await expect(page.locator('#portfolio')).toBeAttached();
  await expect(page.locator('.photo-page')).toHaveCount(0);
});

test('PUB-PORT-2 on a phone an open photo shows its description, in the portfolio and in the gallery', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const description = 'Ten minutes between the last sun and the first lamp. We had asked everybody to wait for it.';
  for (const path of ['/', '/portfolio']) {
    await page.goto(path);
    await isInteractive(page);
    await page.locator('.portfolio-item a[href="/p/the-hour-of-godhuli"]').first().click();
    await expect(caption(page).getByText(description)).toBeVisible();
    await expectNoViolations(page, `the description of a photo of ${path}`);
  }
});

test('PUB-LIGHT-1 a reload with a photo open shows the page of the photo from the top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.goto('/');
  await isInteractive(page);
  const link = page.locator('.portfolio-item__link').nth(1);
  await link.evaluate((element) => element.scrollIntoView());
  await link.click();
  await expect(lightbox(page)).toBeVisible();
  expect(await scrolled()).toBeGreaterThan(300);
  await page.reload();
  await expect(page.locator('.photo-page')).toBeVisible();
  expect(await scrolled()).toBe(0);
});

test('PUB-SHARE-1 keys in the menu of an open photo are not those of the photo', async ({ page }) => {
  await openFirstPhoto(page);
  await expect(lightbox(page)).toBeVisible();
  const photo = page.url();
  await lightbox(page).getByRole('button', { name: 'Share this photo' }).click();
  const menu = page.getByRole('dialog', { name: /^Share / });
  await expect(menu.getByRole('link', { name: 'WhatsApp' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(photo);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(lightbox(page)).toBeVisible();
  await expect(page).toHaveURL(photo);
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toHaveCount(0);
});

test('PUB-LIKE-1 the shortlist leaves what the visitor wrote in the message, and focused elements in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await isInteractive(page);
  const like = page.getByRole('button', { name: /^Like / });
  const message = page.getByLabel('Message');
  const opener = page.getByRole('button', { name: /^Shortlist \(/ });
  const add = async () => {
    await opener.click();
    await page.getByRole('button', { name: 'Add to my inquiry' }).click();
    await expect(message).toBeFocused();
  };
  const own = '- 14 Feb haldi\n- 15 Feb wedding, 300 guests';
  await test.step('lines of the visitor may look like those of the list', async () => {
    await like.first().click();
    await add();
    await message.fill(`${await message.inputValue()}${own}`);
    await like.nth(1).click();
    await add();
    await expect(message).toHaveValue(new RegExp(`^Photos I like:\n(- .*/p/[\\w-]+\n){2}${own}$`));
  });
  await test.step('a photo that finds no room is left out, not the text of the visitor', async () => {
    const long = 'x'.repeat(4900);
    await message.fill(long);
    await add();
    await expect(message).toHaveValue(new RegExp(`^Photos I like:\n- .*/p/[\\w-]+\n${long}$`));
  });
  await test.step('the keyboard reaches nothing that the button covers', async () => {
    await page.reload();
    await expect(opener).toBeVisible();
    const isCovered = () =>
      opener.evaluate((button) => {
        const over = button.getBoundingClientRect();
        const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? over;
        const isInside = left >= over.left && right <= over.right && top >= over.top && bottom <= over.bottom;
        return isInside && document.activeElement !== button;
      });
    await page.locator('#portfolio input').first().focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await isCovered(), `stop ${stop}`).toBe(false);
    }
  });
});

test('PUB-LIGHT-1 the form works after a photo was open while React loaded', async ({ page }) => {
  await openFirstPhoto(page);
  await expect(lightbox(page)).toBeVisible();
  await page.evaluate(() => document.getElementById('contact')?.scrollIntoView());
  await expect(page.locator('html[data-remote-ready="public-site"]')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  await page.getByLabel('Full Name *').fill('Meera');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('PUB-LIKE-1 PUB-SHARE-1 a shortlist outlives a reload and joins the inquiry; a link is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await isInteractive(page);
  const like = page.getByRole('button', { name: /^Like / }).first();
  const title = ((await like.getAttribute('aria-label')) ?? '').replace('Like ', '');
  const opener = page.getByRole('button', { name: 'Shortlist (1)' });
  await test.step('Like keeps a photo on the device', async () => {
    await like.focus();
    await page.keyboard.press('Enter');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await opener.click();
    await expect(page.getByRole('dialog', { name: 'Your shortlist' }).getByRole('link', { name: title })).toBeVisible();
    await expectNoViolations(page, 'the shortlist');
  });
  await test.step('it joins the inquiry, and what was written stays', async () => {
    await page.keyboard.press('Escape');
    const message = page.getByLabel('Message');
    await message.fill('Two days in May');
    await opener.click();
    await page.getByRole('button', { name: 'Add to my inquiry' }).click();
    await expect(message).toBeFocused();
    await expect(message).toHaveValue(new RegExp(`Photos I like:\n- ${title}: http.*/p/[\\w-]+\nTwo days in May`));
  });
  await test.step('Share without a system sheet copies the link', async () => {
    const share = page.getByRole('button', { name: `Share ${title}` });
    await share.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: `Share ${title}` });
    await expect(menu.getByRole('link', { name: 'WhatsApp' })).toBeFocused();
    await menu.getByRole('button', { name: 'Copy link' }).click();
    await expect(menu.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/p\/[\w-]+$/);
    await page.keyboard.press('Escape');
    await expect(share).toBeFocused();
  });
  await test.step('an unliked photo leaves the shortlist', async () => {
    await like.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveCount(0);
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  });
});

test('PUB-LIKE-1 from a page without the form the shortlist joins the inquiry, in the language of the page', async ({
  page,
}) => {
  const slug = 'the-hour-of-godhuli';
  await page.goto(`/p/${slug}`);
  const english = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.locator('main button[data-photo-action="like"]').first().click();
  await page.goto(`/mr/p/${slug}`);
  const marathi = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  expect(marathi).not.toBe(english);
  await page.locator('.shortlist-opener').click();
  await expect(page.locator('.shortlist li a')).toHaveText(marathi);
  await page.locator('.shortlist__ask').click();
  await expect(page).toHaveURL('/mr#contact');
  const message = page.locator('#contact textarea[name="message"]');
  await expect(message).toBeFocused();
  await expect(message).toHaveValue(new RegExp(`- ${marathi}: http\\S*/p/${slug}`));
  await isHydrated(page);
  await expect(message).toHaveValue(new RegExp(`- ${marathi}: `));
  await test.step('once', async () => {
    await message.fill('');
    await page.reload();
    await expect(page.locator('.shortlist-opener')).toBeVisible();
    await expect(message).toHaveValue('');
  });
});

test('PUB-LIGHT-1 a photo that cannot open above the page opens its own page', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/Loading chunk|Failed to load|ERR_FAILED/);
  await page.route(/\/assets\/page-\d+\./, (route) => route.abort());
  await openFirstPhoto(page);
  await expect(page).toHaveURL(/\/p\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [path, action] of [
    ['/mr', 'like'],
    ['/hi', 'share'],
    ['', 'like'],
  ] as const) {
    await page.goto(path || '/');
    const button = page.locator(`main button[data-photo-action="${action}"]`).first();
    const slug = await button.getAttribute('value');
    await button.click();
    await expect(page).toHaveURL(new URL(`${path}/p/${slug}`, page.url()).href);
  }
});

test('PUB-LIGHT-1 a photo whose code hangs says that it waits, and then opens its own page', async ({ page }) => {
  await page.route(/\/assets\/page-\d+\./, () => undefined);
  await openFirstPhoto(page);
  const busy = page.locator('#portfolio [aria-busy="true"]');
  await expect(busy).toHaveCSS('opacity', '0.6');
  await expect(page).toHaveURL(/\/p\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(view(page, 0)).toBeVisible();
  await expect(busy).toHaveCount(0);
});

test('PUB-LIGHT-1 code of photos that was changed on its way does not run', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/integrity/);
  await page.route(/\/assets\/page-\d+\./, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `document.documentElement.dataset.changed = '';${await response.text()}` });
  });
  await openFirstPhoto(page);
  await expect(page).toHaveURL(/\/p\/[\w-]+$/);
  await page.goBack();
  await isInteractive(page);
  await page.locator('button[data-photo-action="like"]').first().click();
  await expect(page).toHaveURL(/\/p\/[\w-]+$/);
  await page.goBack();
  await expect(view(page, 0)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.changed)).toBeUndefined();
});

/** Holds the code of photos back. @returns what lets it come, or fail */
async function holdCode(page: Page): Promise<(how: 'comes' | 'fails') => void> {
  let end = (_how: 'comes' | 'fails'): void => undefined;
  const ended = new Promise<'comes' | 'fails'>((resolve) => {
    end = resolve;
  });
  await page.route(/\/assets\/page-\d+\./, async (route) =>
    (await ended) === 'comes' ? route.continue() : route.abort(),
  );
  return end;
}

for (const how of ['comes', 'fails'] as const)
  test(`PUB-LIGHT-1 code of photos that ${how} late leaves a visitor alone who has gone on`, async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/Loading chunk|Failed to load|ERR_FAILED/);
    const end = await holdCode(page);
    await openFirstPhoto(page);
    const busy = page.locator('#portfolio [aria-busy="true"]');
    await expect(busy).toHaveCount(1);
    await page.locator('button[data-photo-action="like"]').first().click();
    await expect(busy).toHaveCount(2);
    const name = page.getByLabel('Full Name *');
    await name.fill('Asha');
    await expect(busy).toHaveCount(1);
    end(how);
    await expect(busy).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect(lightbox(page)).toHaveCount(0);
    await expect(name).toBeFocused();
    const liked = page.locator('button[data-photo-action="like"][aria-pressed="true"]');
    await expect(liked).toHaveCount(how === 'comes' ? 1 : 0);
  });

test('PUB-SHARE-1 a menu of Share that comes late does not take the focus of a visitor who types', async ({ page }) => {
  const end = await holdCode(page);
  await page.goto('/');
  await isInteractive(page);
  const share = page.locator('main button[data-photo-action="share"]').first();
  await share.click();
  await expect(share).toHaveAttribute('aria-busy', 'true');
  const message = page.getByLabel(/Message/);
  await message.click();
  await expect(share).not.toHaveAttribute('aria-busy');
  await page.keyboard.type('Two days ');
  const came = page.waitForResponse(/\/assets\/page-\d+\./);
  end('comes');
  await (await came).finished();
  // What comes runs before a later task of the page.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.type('in May');
  await expect(message).toHaveValue('Two days in May');
  await expect(message).toBeFocused();
});

test('PUB-LIGHT-1 a photo that is tapped again and again opens its page ten seconds after the first tap', async ({
  page,
}) => {
  await holdCode(page);
  await page.clock.install();
  await openFirstPhoto(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  for (let tap = 0; tap < 3; tap += 1) {
    await page.clock.runFor(2500);
    await view(page, 0).click();
  }
  await expect(page.locator('#portfolio [aria-busy="true"]')).toHaveCount(1);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(2500);
  await expect(page).toHaveURL(/\/p\/[\w-]+$/);
});

test('PUB-LIKE-1 a like that waits for its code counts once, also after another tap on it and typing', async ({
  page,
}) => {
  const end = await holdCode(page);
  await page.goto('/');
  await isInteractive(page);
  const likes = page.locator('button[data-photo-action="like"]');
  for (const index of [0, 1, 1]) await likes.nth(index).click();
  await page.getByLabel('Full Name *').fill('Asha');
  await expect(page.locator('#portfolio [aria-busy="true"]')).toHaveCount(2);
  end('comes');
  await expect(page.getByRole('button', { name: 'Shortlist (2)' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('PUB-LIKE-1 without a network a like leaves the page and what was typed where they are', async ({
  page,
  context,
  consoleWatch,
}) => {
  consoleWatch.allow(/Loading chunk|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await isInteractive(page);
  const name = page.getByLabel('Full Name *');
  await name.fill('Asha');
  await context.setOffline(true);
  const like = page.locator('button[data-photo-action="like"]').first();
  await like.click();
  await expect(like).not.toHaveAttribute('aria-busy');
  await context.setOffline(false);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(name).toHaveValue('Asha');
});

test('PUB-LIKE-1 on its own page a liked photo has a filled heart', async ({ page }) => {
  await page.goto('/p/the-hour-of-godhuli');
  await isInteractive(page);
  const like = page.locator('main button[data-photo-action="like"]');
  await expect(like.locator('.icon')).toHaveCSS('fill', 'none');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like.locator('.icon')).not.toHaveCSS('fill', 'none');
});

test('PUB-LIKE-1 two open pages, and one that Back brings back, share the shortlist', async ({ page, context }) => {
  const like = (of: Page) => of.locator('main button[data-photo-action="like"]:not([aria-pressed="true"])').first();
  const shortlist = (of: Page, count: number) => of.getByRole('button', { name: `Shortlist (${count})` });
  await page.goto('/');
  await isInteractive(page);
  await like(page).click();
  await expect(shortlist(page, 1)).toBeVisible();
  const other = await context.newPage();
  await test.step('a like in another tab shows in both', async () => {
    await other.goto('/');
    await isInteractive(other);
    await expect(shortlist(other, 1)).toBeVisible();
    await like(other).click();
    await expect(shortlist(other, 2)).toBeVisible();
    await expect(shortlist(page, 2)).toBeVisible();
    await like(page).click();
    await expect(shortlist(page, 3)).toBeVisible();
  });
  await test.step('a page that Back brings back shows what was liked on the next one', async () => {
    await other.evaluate(() => localStorage.clear());
    await other.reload();
    await isInteractive(other);
    await other.goto('/p/kalash');
    await isInteractive(other);
    await like(other).click();
    await expect(shortlist(other, 1)).toBeVisible();
    await other.goBack();
    await expect(shortlist(other, 1)).toBeVisible();
  });
});

test('PUB-LIKE-1 a shortlist shows although its code needs a minute', async ({ page }) => {
  await page.goto('/');
  await isInteractive(page);
  await page.locator('button[data-photo-action="like"]').first().click();
  const liked = page.locator('button[data-photo-action="like"][aria-pressed="true"]');
  await expect(liked).toHaveCount(1);
  await page.clock.install();
  const end = await holdCode(page);
  // The code may hold the load event back.
  await page.reload({ waitUntil: 'commit' });
  await isInteractive(page);
  await page.clock.fastForward(60_000);
  await expect(liked).toHaveCount(0);
  end('comes');
  await expect(liked).toHaveCount(1);
});

test('ADM-PHOTO-2 the link preview of a photo follows the focal point that staff set', async ({ product: { url } }) => {
  const staff = await requests.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await signIn(staff, url);
  const [item] = await (await staff.get('/api/portfolio/wedding')).json();
  const setFocal = async (focal: { x: number; y: number }) => {
    const response = await staff.put(`/api/portfolio/${item._id}`, { data: { focal } });
    expect(response.status(), await response.text()).toBe(200);
  };
  const previewAt = async (y: number) => {
    await setFocal({ x: 50, y });
    const preview = new RegExp(`property="og:image" content="[^"]*(/media/[0-9a-f]{64}/og-${y}\\.v3\\.jpg)"`);
    const pathIn = async () => preview.exec(await (await staff.get(`/p/${item.slug}`)).text())?.[1];
    await expect.poll(pathIn).toBeDefined();
    return (await staff.get((await pathIn()) ?? '')).body();
  };
  const top = await previewAt(0);
  expect(top.length).toBeGreaterThan(10_000);
  expect((await previewAt(100)).equals(top)).toBe(false);
  await setFocal(item.media.focal);
  await staff.dispose();
});
