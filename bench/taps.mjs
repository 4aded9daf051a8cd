/**
 * Taps a control of `/` at a random moment after the hero photo has been painted, on a slow phone: the time to the first frame with
 * its response, and the taps that are lost. Half of the taps end at once and are measured from the touch. The others rest for
 * `HELD_MS`, as a finger does, and are measured from the lift, with which a tap begins to count (Event Timing of a click). Every tap
 * is on a page of its own with an empty cache. A control below the fold is scrolled to once the hero photo is there: nobody taps what
 * they do not see. What the DevTools protocol adds to a tap is subtracted (`touch-waits.mjs`). The same is measured on a page that holds
 * one check box and nothing else: what is left to win is the difference.
 */
import { createServer } from 'node:http';
import { launchBrowser } from './browser.mjs';
import { PHONE, slowPage, until } from './page.mjs';
import { startProduct } from './product.mjs';
import { median, quantile } from './statistics.mjs';
import { recordTouches } from './touch-waits.mjs';
import { HELD_MS, LOOK_MS, touch, visiblePlace, visit } from './visit.mjs';

const LIMIT_MS = 100;
const TAPS_EACH = 6;
/** The moments are spread over this time, in which the page script and the fonts load and, near the form, React loads and hydrates. */
const MOMENTS_MS = 6000;
/** Before a tap, the script finds the place of its control, which costs the page time. */
const FINDING_MS = 100;
/** A tap without a response after this time is lost. */
const LOST_MS = 5000;
const VISITS = 5;

/** By control: the element to tap, and an expression that is true once the page shows the response. */
const CONTROLS = {
  'phone menu': ['.header__menu-button', `document.querySelector('#menu').offsetHeight > 0`],
  // The last one: the slideshow itself shows the second photo after five seconds.
  'hero dot': ['.hero .dot:nth-of-type(4)', `document.querySelectorAll('.hero__slide')[3].offsetHeight > 0`],
  'hero pause': ['.hero .dots__pause', `document.querySelector('.hero .dots__pause input').checked`],
  'portfolio tab': [
    '#portfolio .tabs__tab:nth-of-type(2)',
    `document.querySelectorAll('#portfolio .tab-panel')[1].offsetHeight > 0`,
  ],
  'package tab': [
    '#packages .tabs__tab:nth-of-type(2)',
    `document.querySelectorAll('#packages .tab-panel')[1].offsetHeight > 0`,
  ],
  'package details': ['#packages summary', `document.querySelector('#packages details[open]') !== null`],
  testimonial: ['.carousel__arrows label:nth-of-type(2)', `document.querySelector('#testimonial-2').checked`],
  'form, sent empty': ['.inquiry-form [type=submit]', `document.activeElement.id === 'field-name'`],
};

/** One check box that shows a paragraph: the least that a tap costs on this machine. */
const EMPTY_PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
<style>p{display:none}body:has(:checked) p{display:block}label{display:block;padding:3rem}</style>
<label id="hero"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt=""><input type="checkbox">Show</label><p>Shown`;
const EMPTY_CONTROL = ['label', `document.querySelector('p').offsetHeight > 0`];

/**
 * Notes when the hero photo is there, when the finger touches and lifts, and when the response is painted: if the first frame after the
 * click shows it, at the end of the click's Event Timing entry, otherwise with the first frame in which `benchShows()` is true.
 */
function observeTap() {
  const seen = { heroAt: 0, touchedAt: 0, liftedAt: 0 };
  self.benchTap = seen;
  for (const [type, at] of [
    ['pointerdown', 'touchedAt'],
    ['pointerup', 'liftedAt'],
  ])
    addEventListener(
      type,
      ({ timeStamp }) => {
        seen[at] ||= timeStamp;
      },
      true,
    );
  const noteHero = ({ target }) => {
    if (target.matches?.('#hero img')) seen.heroAt ||= performance.now();
  };
  document.addEventListener('load', noteHero, true);
  // Only from the click on: watching every frame would itself delay the tap.
  const look = () => {
    // A frame that is reported here has been painted when the next one begins.
    if (self.benchShows?.())
      requestAnimationFrame(() => {
        seen.shownAt ??= performance.now();
      });
    else requestAnimationFrame(look);
  };
  addEventListener('click', () => {
    requestAnimationFrame(() => {
      seen.isNextFrame = self.benchShows?.() ?? false;
      look();
    });
  });
  new PerformanceObserver((list) => {
    const click = list.getEntries().find(({ name }) => name === 'click');
    if (!click || !seen.touchedAt) return;
    const report = () => {
      if (seen.shownAt === undefined) return requestAnimationFrame(report);
      const paintedAt = seen.isNextFrame ? click.startTime + click.duration : seen.shownAt;
      return self.benchShown(
        JSON.stringify({ fromTouch: paintedAt - seen.touchedAt, fromLift: paintedAt - seen.liftedAt }),
      );
    };
    report();
  }).observe({ type: 'event', durationThreshold: 16 });
}

async function serveEmptyPage() {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(EMPTY_PAGE));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/**
 * @returns `ms` to the painted response, from the touch, or from the lift of a held tap, without `addedMs` of the DevTools protocol;
 *   null for a lost tap
 */
function tap(browser, url, [selector, shows], momentMs, heldMs = 0) {
  return slowPage(browser, url, [observeTap], async ({ session, open }) => {
    const read = async (expression) => {
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      return result.value;
    };
    let shown;
    session.on('Runtime.bindingCalled', ({ payload }) => {
      shown = JSON.parse(payload);
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'benchShown' });
    const recording = await recordTouches(session);
    void open().catch(() => undefined);
    await until(() => read('self.benchTap?.heroAt'), `${url}: no hero photo`);
    await read(`void (self.benchShows = () => ${shows})`);
    // The engine compiles a function at its first call, which would be in the frame with the response.
    await read('void benchShows()');
    const findPlace = () => read(`(${visiblePlace})(${JSON.stringify(selector)})`);
    await findPlace();
    const sinceHeroMs = await read('performance.now() - benchTap.heroAt');
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, momentMs - FINDING_MS - sinceHeroMs)));
    // Again, because text may have got its fonts since.
    const place = await findPlace();
    await new Promise((resolve) => setTimeout(resolve, FINDING_MS));
    await touch(session, place, heldMs);
    const deadline = Date.now() + LOST_MS;
    // The page reports: asking it again and again would take its time.
    while (!shown && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    await recording.stop();
    if (!shown) return null;
    const addedMs = recording.addedMs({ isFromLift: heldMs > 0 });
    return { ms: (heldMs > 0 ? shown.fromLift : shown.fromTouch) - addedMs, addedMs };
  });
}

export async function measure({ quick }) {
  const each = quick ? 1 : TAPS_EACH;
  const product = await startProduct();
  const browser = await launchBrowser();
  const taps = [];
  const interactions = [];
  const onEmpty = [];
  const empty = await serveEmptyPage();
  try {
    for (let at = 0; at < (quick ? 1 : VISITS); at += 1) interactions.push(...(await visit(browser, product.url)));
    for (let round = 0; round < each; round += 1) {
      console.log(`  round ${round + 1} of ${each}`);
      for (const [name, control] of Object.entries(CONTROLS)) {
        // One moment in each part of the time, at random within it.
        const momentMs = (MOMENTS_MS * (round + Math.random())) / each;
        for (const heldMs of [0, HELD_MS])
          taps.push({ name, momentMs, heldMs, ...(await tap(browser, product.url, control, momentMs, heldMs)) });
      }
      for (const heldMs of [0, HELD_MS])
        onEmpty.push({ heldMs, ...(await tap(browser, empty.url, EMPTY_CONTROL, MOMENTS_MS / 2, heldMs)) });
    }
  } finally {
    await browser.close();
    await product.stop();
    empty.stop();
  }
  const durations = interactions.map(({ ms }) => ms);
  const lost = taps.filter(({ ms }) => ms === undefined);
  const timesOf = (all, heldMs) => all.filter((one) => one.heldMs === heldMs).flatMap(({ ms }) => ms ?? []);
  const responseRow = (what, heldMs) => {
    const times = timesOf(taps, heldMs);
    const floor = timesOf(onEmpty, heldMs).map((ms) => ms.toFixed(0));
    const uncorrected = taps
      .filter((one) => one.heldMs === heldMs && one.ms !== undefined)
      .map(({ ms, addedMs }) => ms + addedMs);
    return {
      what,
      value: `${quantile(times, 0.95).toFixed(0)} ms`,
      limit: `<= ${LIMIT_MS} ms`,
      note: `${times.length} taps on ${Object.keys(CONTROLS).length} controls within ${MOMENTS_MS / 1000} s of the hero photo; median ${median(times).toFixed(0)} ms; p95 with the wait of the DevTools protocol ${quantile(uncorrected, 0.95).toFixed(0)} ms; on a page with one check box ${floor.join(', ')} ms`,
    };
  };
  const cells = (times) => (times.length ? `${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)}` : '- | -');
  const lines = Object.keys(CONTROLS).map((name) => {
    const own = taps.filter((one) => one.name === name);
    const lostOnes = own.filter((one) => lost.includes(one)).length;
    return `| ${name} | ${cells(timesOf(own, 0))} | ${cells(timesOf(own, HELD_MS))} | ${lostOnes} |`;
  });
  return {
    rows: [
      responseRow('response to a tap painted, from the touch, p95', 0),
      responseRow(`response to a tap painted, from the lift of a finger that rests for ${HELD_MS} ms, p95`, HELD_MS),
      {
        what: 'taps without a response',
        value: lost.length,
        limit: '<= 0',
        note: lost.map(({ name, momentMs }) => `${name} at ${momentMs.toFixed(0)} ms`).join(', '),
      },
      {
        what: 'INP of recorded visits of `/`, p98 of all interactions',
        value: `${quantile(durations, 0.98).toFixed(0)} ms`,
        limit: `<= ${LIMIT_MS} ms`,
        note: `${durations.length} interactions; median ${median(durations).toFixed(0)} ms, longest: ${longestOf(interactions)}`,
      },
    ],
    text: `${PHONE.viewport.width}x${PHONE.viewport.height}, 1.6 Mbps, 150 ms, CPU 4x slower, cold cache. The page is scrolled to a control below the fold once the hero photo is painted. The wait of the DevTools protocol is subtracted. In visits ${LOOK_MS} ms pass before each tap, and that wait is included.\n\n| control | from the touch: median ms | largest ms | from the lift: median ms | largest ms | lost |\n| --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}`,
    data: { taps, interactions },
  };
}

const longestOf = (interactions) =>
  [...interactions]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 5)
    .map(({ ms, name, target }) => `${name} on ${target} ${ms.toFixed(0)} ms`)
    .join(', ');
