import { expectNoAxeViolations } from './page/axe';
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

test('LANG-6 the links to other languages keep the section', async ({ page }) => {
  await page.goto('/');
  await isInteractive(page);
  await page.locator('#packages').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.getElementById('packages')?.scrollIntoView());
  const link = page.locator('.footer a[hreflang="hi"]');
  await expect(link).toHaveAttribute('href', /#packages$/);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.footer a[hreflang="hi"]')?.click());
  await expect(page).toHaveURL(/\/hi#packages$/);
  await expect(page.getByRole('heading', { name: 'मिलने से पहले, साफ़-साफ़ क़ीमत' })).toBeInViewport();
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
