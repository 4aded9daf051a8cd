import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { isHydrated, isInteractive } from './page/visitor';

/** What the test reads on the page in each language. */
const PAGES = [
  {
    ...{ path: '/', language: 'en-IN', sent: 'en', name: 'Full Name *', type: 'Photography Type *' },
    ...{ send: 'Send Inquiry', missing: 'Please tell us your name.', toast: 'Inquiry Submitted Successfully!' },
  },
  {
    ...{ path: '/mr', language: 'mr', sent: 'mr', name: 'पूर्ण नाव *', type: 'छायाचित्रणाचा प्रकार *' },
    ...{ send: 'चौकशी पाठवा', missing: 'कृपया तुमचे नाव सांगा.', toast: 'तुमची चौकशी पाठवली!' },
  },
  {
    ...{ path: '/hi', language: 'hi', sent: 'hi', name: 'पूरा नाम *', type: 'फ़ोटोग्राफ़ी का प्रकार *' },
    ...{ send: 'पूछताछ भेजें', missing: 'कृपया अपना नाम बताएँ।', toast: 'आपकी पूछताछ भेज दी गई!' },
  },
];

for (const [index, { path, language, sent, ...texts }] of PAGES.entries())
  test(`LANG-8 LANG-7 the form of ${path} is in its language and sends it; fonts load only where needed`, async ({
    page,
  }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (/devanagari.*\.woff2/.test(request.url())) fonts.push(request.url());
    });
    await page.setViewportSize({ width: index === 1 ? 390 : 1440, height: 900 });
    await page.goto(`${path}#contact`);
    await isHydrated(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await page.getByRole('button', { name: texts.send }).click();
    await expect(page.getByText(texts.missing).first()).toBeVisible();
    await expectNoAxeViolations(page, `${path} with an error`);
    await page.getByLabel(texts.name).fill('Meera');
    await page.getByLabel(texts.type).selectOption('wedding');
    const request = page.waitForRequest('**/api/inquiries');
    await page.getByRole('button', { name: texts.send }).click();
    expect((await request).postDataJSON().language).toBe(sent);
    await expect(page.getByText(texts.toast, { exact: true })).toBeVisible();
    expect(new Set(fonts).size).toBe(language === 'en-IN' ? 0 : 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

test('LANG-6 the links to other languages keep the section, also one that the header does not link to', async ({
  page,
}) => {
  await page.goto('/');
  await isInteractive(page);
  await page.locator('#packages').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.getElementById('packages')?.scrollIntoView());
  const link = page.locator('.footer a[hreflang="hi"]');
  await expect(link).toHaveAttribute('href', /#packages$/);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.footer a[hreflang="hi"]')?.click());
  await expect(page).toHaveURL(/\/hi#packages$/);
  await expect(page.getByRole('heading', { name: 'मिलने से पहले, साफ़-साफ़ क़ीमत' })).toBeInViewport();
  await isInteractive(page);
  await page.evaluate(() => document.getElementById('testimonials')?.scrollIntoView());
  await expect(page.locator('.footer a[hreflang="mr"]')).toHaveAttribute('href', /#testimonials$/);
});

test('LANG-8 without JavaScript the form of /mr shows its result in Marathi', async ({ browser, product }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${product.url}/mr#contact`);
  await page.getByLabel('पूर्ण नाव *').fill('Asha');
  await page.getByLabel('छायाचित्रणाचा प्रकार *').selectOption('other');
  await page.getByLabel('फोन नंबर').fill('98220');
  await page.getByRole('button', { name: 'चौकशी पाठवा' }).click();
  await expect(page.getByRole('heading', { name: 'चौकशी पाठवता आली नाही' })).toBeVisible();
  await expect(page.getByText('कृपया एरिया किंवा देशाच्या कोडसह पूर्ण फोन नंबर लिहा.')).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('mr');
  await page.getByLabel('फोन नंबर').fill('98220 12345');
  await page.getByRole('button', { name: 'चौकशी पाठवा' }).click();
  await expect(page.getByText('तुमची चौकशी आम्हाला मिळाली')).toBeVisible();
  await page.close();
});

/**
 * Adds a film with a link, and a story with one photo, in English.
 * @returns deletes both, so that other tests do not meet them
 */
async function addFilmAndStory(request: APIRequestContext, url: string) {
  const headers = { origin: url };
  const send = async (path: string, data: object) => {
    const response = await request.post(`${url}${path}`, { data, headers });
    expect(response.status(), await response.text()).toBe(201);
    return `${url}${path}/${((await response.json()) as { _id: string })._id}`;
  };
  const film = await send('/api/admin/videos', {
    ...{ title: 'Monsoon film', category: 'cinematic', linkUrl: 'https://youtu.be/abcdefghijk', published: true },
  });
  const story = await send('/api/albums', {
    ...{ title: 'Monsoon story', place: 'Pune', category: 'cinematic', published: true },
    sections: [{ title: 'The road', text: '', entries: [{ photoId: '14' }] }],
  });
  return async () => {
    for (const path of [film, story]) expect((await request.delete(path, { headers })).status()).toBe(204);
  };
}

/** Fails if a page of the phone is wider than its window. */
async function expectNoOverflow(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

test('LANG-11 staff translate a photo, a story and a film; /mr shows them, /hi shows English as English', async ({
  page,
  product,
}) => {
  const { url } = product;
  const dialog = page.getByRole('dialog');
  await signInByPage(page, url);
  const deleteFilmAndStory = await addFilmAndStory(page.request, url);
  await test.step('staff add Marathi titles beside English', async () => {
    await page.goto(`${url}/admin/dashboard/gallery`);
    await page.getByRole('button', { name: 'Edit Take Seven' }).click();
    await dialog.getByRole('button', { name: /^Marathi \d/ }).click();
    await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Missing. English: Take Seven');
    await dialog.getByLabel('Title').fill('सातवा टेक');
    await dialog.getByLabel('What the photo shows').fill('रीळाशेजारी क्लॅपरबोर्ड');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${url}/admin/dashboard/videos`);
    await page.getByRole('button', { name: 'Edit Monsoon film' }).click();
    await dialog.getByRole('button', { name: /^Marathi \d/ }).click();
    await dialog.getByLabel('Title').fill('पावसाची फिल्म');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${url}/admin/dashboard/albums`);
    await page.getByRole('link', { name: 'Monsoon story' }).first().click();
    await page.getByRole('button', { name: /^Marathi \d/ }).click();
    await page.getByRole('region', { name: 'Details' }).getByLabel('Title').fill('पावसाची गोष्ट');
    await page.getByRole('region', { name: 'The road' }).getByLabel('Ceremony').fill('रस्ता');
    await expectNoAxeViolations(page, 'the Marathi texts of a story');
    await page.getByRole('button', { name: 'Save story' }).click();
    await expect(page.getByText('All changes are saved.')).toBeVisible();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await test.step('visitors of /mr read them', async () => {
    await page.goto(`${url}/mr/portfolio/cinematic`);
    for (const name of ['पावसाची गोष्ट', 'पावसाची फिल्म'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByAltText('रीळाशेजारी क्लॅपरबोर्ड')).toHaveCount(1);
    await expectNoOverflow(page);
    await expectNoAxeViolations(page, 'the gallery in Marathi');
    await page.getByRole('link', { name: 'सातवा टेक' }).click();
    await expect(page.locator('.lightbox-caption strong')).toHaveText('सातवा टेक');
    await page.goto(`${url}/mr/stories/monsoon-story`);
    await expect(page.getByRole('heading', { name: 'रस्ता' })).toBeVisible();
    await expect(page).toHaveTitle(/^पावसाची गोष्ट/);
    await page.goto(`${url}/mr/films/monsoon-film`);
    await expect(page.locator('h1')).toHaveText('पावसाची फिल्म');
    await expectNoOverflow(page);
    await page.goto(`${url}/mr/p/take-seven`);
    await expect(page.locator('h1:not([lang])')).toHaveText('सातवा टेक');
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toContain('सातवा टेक');
    expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain(
      `"mainEntityOfPage":"${url}/mr/p/take-seven"`,
    );
    await page.locator('button[data-photo-action="share"]').click();
    const chat = page.getByRole('link', { name: 'WhatsApp' }).last();
    expect(decodeURIComponent((await chat.getAttribute('href')) ?? '')).toContain(`सातवा टेक ${url}/mr/p/take-seven`);
  });
  await test.step('visitors of /hi read English, marked as English', async () => {
    for (const [path, title] of [
      ['p/take-seven', 'Take Seven'],
      ['stories/monsoon-story', 'Monsoon story'],
      ['films/monsoon-film', 'Monsoon film'],
    ]) {
      await page.goto(`${url}/hi/${path}`);
      await expect(page.locator('h1[lang="en"]')).toHaveText(title as string);
    }
    await page.goto(`${url}/hi/portfolio/cinematic`);
    await expect(page.getByAltText('A clapperboard')).toHaveAttribute('lang', 'en');
    await page.getByRole('link', { name: 'Take Seven' }).click();
    await expect(page.locator('.lightbox-caption strong[lang="en"]')).toHaveText('Take Seven');
  });
  await test.step('the sitemap names the page with its title', async () => {
    const sitemap = await (await page.request.get(`${url}/sitemaps/photos-1.xml`)).text();
    expect(sitemap).toMatch(/<loc>[^<]*\/mr\/p\/take-seven<\/loc>.{0,300}<image:title>सातवा टेक</);
  });
  await deleteFilmAndStory();
});
