import { existsSync } from 'node:fs';
import { click, ENTER, ESCAPE, focused, press, TAB } from './other-browsers/act';
import { startFirefox } from './other-browsers/firefox';
import type { OtherBrowser } from './other-browsers/other-browser';
import { startWebKit } from './other-browsers/webkit';
import { expect, test } from './page/test';
import { ADMIN } from './product/start-product';

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const BROWSERS = [
  { name: 'Firefox', isThere: existsSync(FIREFOX), start: () => startFirefox(FIREFOX) },
  {
    ...{ name: 'WebKit', isThere: existsSync(WEBKIT_DRIVER) && existsSync(MINI_BROWSER) },
    start: () => startWebKit(WEBKIT_DRIVER, MINI_BROWSER),
  },
];

/** What Firefox reports of loads that end because the page is left; the hash is that of an empty file. */
const OF_LEAVING = /^API Error: NetworkError|integrity attribute .* “OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdD/;

/** Whether the first wrong field has the focus, and all of it is visible below the header. */
const isFirstFieldVisible = () => {
  const field = document.activeElement?.closest('.field')?.getBoundingClientRect();
  const header = document.querySelector('.header')?.getBoundingClientRect();
  if (!field || !header || document.activeElement?.id !== 'field-name') return false;
  return field.top >= header.bottom && field.bottom <= innerHeight;
};

async function refuseEmptyForm(browser: OtherBrowser, url: string) {
  for (const width of [1440, 447]) {
    await browser.resize(width, 900);
    await browser.goTo(url);
    // Before the page script, the browser shows its own message.
    const hasScript = () => browser.evaluate(() => document.querySelector('script[data-state="loaded"]') !== null);
    await expect.poll(hasScript).toBe(true);
    await click(browser, '.inquiry-form [type=submit]');
    await expect.poll(() => browser.evaluate(isFirstFieldVisible)).toBe(true);
    // It stays: sections that are laid out later must not move it.
    await browser.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await browser.evaluate(isFirstFieldVisible)).toBe(true);
  }
}

for (const { name, isThere, start } of BROWSERS)
  test(`PUB-HDR-3 PUB-CONT-2 ADM-INQ-1 a visit and a look at the portal in ${name}`, async ({ product }) => {
    // `npm run test:browsers` installs them.
    test.skip(!isThere, `${name} is not installed`);
    const browser = await start();
    try {
      await test.step('an empty form is refused at its first field', () => refuseEmptyForm(browser, product.url));

      await test.step('the menu takes the keyboard, and Back shows the page without it', async () => {
        await browser.goTo(product.url);
        await click(browser, '.header__menu-button');
        await press(browser, TAB);
        await expect.poll(() => focused(browser)).toBe('Home');
        await click(browser, '#menu a[hreflang="mr"]');
        const pathname = () => browser.evaluate(() => location.pathname);
        await expect.poll(pathname).toBe('/mr');
        await browser.evaluate(() => history.back());
        await expect.poll(pathname).toBe('/');
        expect(await browser.evaluate(() => document.querySelector('#menu')?.matches(':popover-open'))).toBe(false);
      });

      await test.step('a tab, a photo above the page and the details of a package open', async () => {
        await browser.resize(1440, 900);
        await click(browser, '#portfolio .tabs__tab:nth-of-type(2)');
        const shown = () =>
          browser.evaluate(() => {
            const panels = [...document.querySelectorAll<HTMLElement>('#portfolio .tab-panel')];
            return panels.map(({ offsetHeight }) => offsetHeight > 0).indexOf(true);
          });
        await expect.poll(shown).toBe(1);
        await click(browser, '#portfolio .tab-panel:nth-of-type(2) .portfolio-item a[href*="/p/"]');
        const isOpened = () => browser.evaluate(() => document.querySelector('.pswp--ui-visible') !== null);
        await expect.poll(isOpened).toBe(true);
        await press(browser, ESCAPE);
        await expect.poll(() => browser.evaluate(() => document.querySelector('.pswp') === null)).toBe(true);
        await click(browser, '#packages summary');
        const isOpen = () => browser.evaluate(() => document.querySelector('#packages details[open]') !== null);
        await expect.poll(isOpen).toBe(true);
      });

      await test.step('an inquiry is sent and found in the inbox, whose lines begin at the left', async () => {
        await click(browser, '#field-name');
        await press(browser, `${name} Visitor`);
        await browser.evaluate(() => {
          const select = document.querySelector<HTMLSelectElement>('[name="eventType"]');
          if (select) select.value = 'wedding';
          select?.dispatchEvent(new Event('change', { bubbles: true }));
        });
        await click(browser, '[name="phone"]');
        await press(browser, '9822012345');
        await click(browser, '[name="message"]');
        await press(browser, 'Two days in Satara');
        // An inquiry within three seconds is likely spam, which the inbox does not show.
        await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(4000);
        await click(browser, '.inquiry-form [type=submit]');
        const receipt = () => browser.evaluate(() => document.querySelector('.form-message')?.textContent ?? '');
        await expect.poll(receipt).toContain('Inquiry Submitted Successfully!');
        await browser.goTo(`${product.url}/admin`);
        await click(browser, 'input[type=email]');
        await press(browser, ADMIN.email);
        await click(browser, 'input[type=password]');
        await press(browser, ADMIN.password + ENTER);
        await expect.poll(() => browser.evaluate(() => location.pathname)).toBe('/admin/dashboard');
        await browser.goTo(`${product.url}/admin/dashboard/inquiries`);
        const startsOfLines = () =>
          browser.evaluate(() => {
            const row = [...document.querySelectorAll('[data-id]')].find((each) => /Visitor/.test(each.textContent));
            const texts = [...(row?.querySelectorAll(':scope strong, :scope > span:nth-of-type(n + 3)') ?? [])];
            return texts.map((text) => {
              const range = document.createRange();
              range.selectNodeContents(text);
              return Math.round(range.getBoundingClientRect().left);
            });
          });
        await expect.poll(async () => (await startsOfLines()).length).toBeGreaterThan(1);
        expect(new Set(await startsOfLines()).size).toBe(1);
      });

      await test.step('a dialog of the calendar gives the focus back', async () => {
        await browser.goTo(`${product.url}/admin/dashboard/calendar`);
        const isOpen = () => browser.evaluate(() => document.querySelector('dialog[open]') !== null);
        // A notice that arrives above the button moves it away from the click.
        await expect(async () => {
          if (!(await isOpen())) await click(browser, 'main header button');
          expect(await isOpen()).toBe(true);
        }).toPass();
        await press(browser, ESCAPE);
        await expect.poll(() => focused(browser)).toBe('Subscribe');
      });
      expect((browser.errors ?? []).filter((text) => !OF_LEAVING.test(text))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
