/**
 * Taps a control of `/` at a random moment after the hero photo has been painted, on a slow phone: the time from the touch to the
 * first frame with its response, and the taps that are lost. Every tap is on a page of its own with an empty cache.
 */
import { launchBrowser } from './browser.mjs';
import { PHONE, slowPage, until } from './page.mjs';
import { startProduct } from './product.mjs';
import { median, quantile } from './statistics.mjs';

const LIMIT_MS = 100;
const TAPS_EACH = 8;
/** The moments are spread over this time, in which the page script, the fonts and, near the form, React load. */
const MOMENTS_MS = 3000;
/** A tap without a response after this time is lost. */
const LOST_MS = 5000;

/** By control: the element to tap, and an expression that is true once the page shows the response. */
const CONTROLS = {
  'phone menu': ['.header__menu-button', `document.querySelector('#menu').offsetHeight > 0`],
  'hero dot': ['.hero .dot:nth-of-type(2)', `document.querySelectorAll('.hero__slide')[1].offsetHeight > 0`],
  'hero pause': ['.hero .dots__pause', `document.querySelector('.hero .dots__pause input').checked`],
  'portfolio tab': [
    '#portfolio .tabs__tab:nth-of-type(2)',
    `document.querySelectorAll('#portfolio .tab-panel')[1].offsetHeight > 0`,
  ],
  'package tab': [
    '#packages .tabs__tab:nth-of-type(2)',
    `document.querySelectorAll('#packages .tab-panel')[1].offsetHeight > 0`,
  ],
  'package details': ['#packages summary', `document.querySelector('#packages details').open`],
  testimonial: ['.carousel__arrows label:nth-of-type(2)', `document.querySelector('#testimonial-2').checked`],
  'form, sent empty': ['.inquiry-form [type=submit]', `document.activeElement.id === 'field-name'`],
};

/** Notes when the hero photo is there, when the finger touches, and the first frame in which `benchShows()` is true. */
function observeTap() {
  const seen = { heroAt: 0, touchedAt: 0, shownAt: 0 };
  self.benchTap = seen;
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      seen.touchedAt ||= timeStamp;
    },
    true,
  );
  const look = () => {
    const hero = document.querySelector('#hero img');
    if (!seen.heroAt && hero?.complete && hero.naturalWidth > 0) seen.heroAt = performance.now();
    // A frame that is reported here has been painted when the next one begins.
    if (seen.touchedAt && self.benchShows?.())
      requestAnimationFrame(() => {
        seen.shownAt = performance.now();
      });
    else requestAnimationFrame(look);
  };
  look();
}

/** @returns milliseconds from the touch to the painted response; null for a lost tap */
function tap(browser, url, [selector, shows], momentMs) {
  return slowPage(browser, url, [observeTap], async ({ session, open }) => {
    const read = async (expression) => {
      const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
      return result.value;
    };
    void open().catch(() => undefined);
    await until(() => read('self.benchTap?.heroAt'), `${url}: no hero photo`);
    const { heroAt, now } = await read('({ heroAt: benchTap.heroAt, now: performance.now() })');
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, momentMs - (now - heroAt))));
    const { x, y } = await read(`(() => {
      self.benchShows = () => ${shows};
      const control = document.querySelector(${JSON.stringify(selector)});
      const outside = ({ top, bottom }) => top < 100 || bottom > innerHeight - 20;
      if (outside(control.getBoundingClientRect())) control.scrollIntoView({ behavior: 'instant', block: 'center' });
      const box = control.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);
    const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x, y }]);
    await touch('touchEnd', []);
    const deadline = Date.now() + LOST_MS;
    while (Date.now() < deadline) {
      const { touchedAt, shownAt } = await read('benchTap');
      if (shownAt) return shownAt - touchedAt;
    }
    return null;
  });
}

export async function measure({ quick }) {
  const each = quick ? 1 : TAPS_EACH;
  const product = await startProduct();
  const browser = await launchBrowser();
  const taps = [];
  try {
    for (let round = 0; round < each; round += 1) {
      console.log(`  round ${round + 1} of ${each}`);
      for (const [name, control] of Object.entries(CONTROLS)) {
        // One moment in each part of the time, at random within it.
        const momentMs = (MOMENTS_MS * (round + Math.random())) / each;
        taps.push({ name, momentMs, ms: await tap(browser, product.url, control, momentMs) });
      }
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  const answered = taps.flatMap(({ ms }) => ms ?? []);
  const lost = taps.filter(({ ms }) => ms === null);
  const lines = Object.keys(CONTROLS).map((name) => {
    const own = taps.filter((one) => one.name === name);
    const times = own.flatMap(({ ms }) => ms ?? []);
    return `| ${name} | ${times.length ? median(times).toFixed(0) : '-'} | ${times.length ? Math.max(...times).toFixed(0) : '-'} | ${own.length - times.length} |`;
  });
  return {
    rows: [
      {
        what: 'response to a tap painted, p95',
        value: `${quantile(answered, 0.95).toFixed(0)} ms`,
        limit: `<= ${LIMIT_MS} ms`,
        note: `${taps.length} taps on ${Object.keys(CONTROLS).length} controls within ${MOMENTS_MS / 1000} s of the hero photo; median ${median(answered).toFixed(0)} ms`,
      },
      {
        what: 'taps without a response',
        value: lost.length,
        limit: '<= 0',
        note: lost.map(({ name, momentMs }) => `${name} at ${momentMs.toFixed(0)} ms`).join(', '),
      },
    ],
    text: `${PHONE.viewport.width}x${PHONE.viewport.height}, 1.6 Mbps, 150 ms, CPU 4x slower, cold cache. A control below the fold is scrolled to first.\n\n| control | median ms | largest ms | lost |\n| --- | --- | --- | --- |\n${lines.join('\n')}`,
    data: { taps },
  };
}
