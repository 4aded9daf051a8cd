import type { Page } from '@playwright/test';
import { signIn } from './page/staff';
import { expect, test } from './page/test';
import { isInteractive } from './page/visitor';

async function openSite(page: Page): Promise<void> {
  await page.goto('/');
  await isInteractive(page);
}

test('in print the header covers nothing, and every section and photo is shown', async ({ page }) => {
  await openSite(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const notLoaded = () =>
    page.evaluate(() => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).length);
  await expect.poll(notLoaded).toBe(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(15);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  const skipped = await page.evaluate(() =>
    [...document.querySelectorAll('section h2')]
      .filter((heading) => !heading.checkVisibility({ contentVisibilityAuto: true }))
      .map(({ textContent }) => textContent),
  );
  expect(skipped).toEqual([]);
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    return box;
  };
  const [banner, photo, headline] = [await boxOf('.header'), await boxOf('#hero img'), await boxOf('h1')];
  expect(photo.y).toBeGreaterThanOrEqual(banner.y + banner.height - 1);
  expect(headline.y).toBeGreaterThanOrEqual(photo.y + photo.height - 1);
});

for (const width of [390, 320])
  test(`PUB-HDR-2 at 200% text size and ${width} px the header and its menu are not cut off`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openSite(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const toggle = page.getByRole('button', { name: 'Menu' });
    const outside = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.header :is(a, button, span), #menu a, h1, .hero .lead')]
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > innerWidth || element.scrollWidth > Math.ceil(right - left);
          })
          .map(({ textContent }) => textContent),
      );
    expect(await outside()).toEqual([]);
    await toggle.click();
    expect(await outside()).toEqual([]);
    const last = page.locator('#menu a').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });

test('PUB-TEST-2 on a phone a tapped testimonial scrolls into view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSite(page);
  const card = page.locator('.testimonial-card').last();
  await card.scrollIntoViewIfNeeded();
  const name = await card.locator('strong').textContent();
  await card.click();
  const slide = page.locator('.carousel__slide', { has: page.locator('.carousel__quote:visible') });
  await expect(slide.locator('.carousel__author strong')).toHaveText(name ?? '');
  const coveredByHeader = () =>
    page.locator('.carousel__quote:visible').evaluate((said) => {
      const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
      return said.getBoundingClientRect().top < header;
    });
  await expect.poll(coveredByHeader).toBe(false);
  await expect(page.locator('.carousel blockquote:visible')).toBeInViewport({ ratio: 1 });
});

test('PUB-HERO-2 the lines of a headline in Devanagari have room for vowel signs', async ({ page, product }) => {
  const { request } = page;
  await signIn(request, product.url);
  const headers = { origin: product.url };
  const stored = (await (await request.get('/api/content')).json()) as {
    _id: string;
    section: string;
    key: string;
    value: string;
  }[];
  const tagline = stored.find(({ section, key }) => section === 'hero' && key === 'tagline');
  const value = 'आयुष्यातील सुंदर क्षण आम्ही कायमचे जपून ठेवतो';
  expect(tagline).toBeDefined();
  const show = async (text: string) => {
    const response = await request.put(`/api/content/${tagline?._id}`, { headers, data: { value: text } });
    expect(response.ok(), await response.text()).toBe(true);
  };
  await show(value);
  const lineHeight = async () => {
    await page.goto('/');
    return page.locator('h1', { hasText: value }).evaluate((heading) => {
      const { fontSize, lineHeight: height } = getComputedStyle(heading);
      return Number.parseFloat(height) / Number.parseFloat(fontSize);
    });
  };
  await expect(async () => expect(await lineHeight()).toBeGreaterThanOrEqual(1.25)).toPass();
  await openSite(page);
  await expect(page.locator('h2').first()).not.toHaveAttribute('lang');
  // The tests of a worker share the site.
  await show(tagline?.value ?? '');
});
