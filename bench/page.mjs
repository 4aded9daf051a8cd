/**
 * Load times of `/` on a slow phone, compared with a handwritten static page, a monolith of the same components, and textbook
 * federation. Loopback, throttled in the browser. The variants take turns, and every load has an empty cache.
 */
import { launchBrowser, untilAtRest } from './browser.mjs';
import { fixedLoopMs } from './fixed-loop.mjs';
import { startProduct } from './product.mjs';
import { median, spread } from './statistics.mjs';
import { buildVariants } from './variants/build.mjs';
import { serveVariant } from './variants/serve.mjs';

const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
export const CPU_SLOWDOWN = 4;
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** A page has finished loading when the network has been quiet for this long. */
const QUIET_MS = 1000;
const LONGEST_MS = 60_000;

/** Collects performance entries in the page. */
export function observePage() {
  const seen = { fcp: 0, lcp: 0, hero: 0, heroUrl: '', cls: 0, tasks: [], timeOrigin: performance.timeOrigin };
  self.benchSeen = seen;
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  // Chromium treats a photo that fills the window as a background and excludes it from LCP, so it is timed separately.
  const finder = new MutationObserver(() => {
    const hero = document.querySelector('#hero img');
    if (!hero) return;
    hero.setAttribute('elementtiming', 'hero');
    finder.disconnect();
  });
  finder.observe(document, { childList: true, subtree: true });
  observe('element', (entry) => {
    if (entry.identifier !== 'hero') return;
    seen.hero = entry.renderTime || entry.startTime;
    seen.heroUrl = entry.url;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
}

/**
 * Taps the second tab of the portfolio from the moment the hero photo has loaded until the tab opens. Reports through
 * `benchAnswered` the milliseconds from the photo to the first frame with that tab.
 */
function tapUntilAnswered() {
  let shownAt = 0;
  const look = () => {
    const hero = document.querySelector('#hero img');
    if (!shownAt && hero?.complete && hero.naturalWidth > 0) shownAt = performance.now();
    const tab = shownAt && document.querySelectorAll('#portfolio .tabs input')[1];
    if (!tab) return setTimeout(look, 20);
    if (document.querySelectorAll('#portfolio .tab-panel')[1]?.offsetHeight > 0)
      return requestAnimationFrame(() => {
        self.benchAnswered(String(performance.now() - shownAt));
      });
    tab.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    tab.click();
    return setTimeout(look, 50);
  };
  look();
}

/** Records the requests of a page: URL, type, bytes with timestamps, and the status on the network, 0 from a cache. */
function watchNetwork(session) {
  const requests = new Map();
  let lastChange = Date.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime }) => {
    lastChange = Date.now();
    if (request.url.startsWith('http'))
      requests.set(requestId, { url: request.url, type, timestamp, wallTime, chunks: [], status: 0, open: true });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const etag = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'etag')?.[1];
    Object.assign(requests.get(requestId) ?? {}, { etag });
  });
  // Only for responses from the network. `responseReceived` has the status of the cached response instead of 304.
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
    Object.assign(requests.get(requestId) ?? {}, { status: statusCode }),
  );
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
    requests.get(requestId)?.chunks.push({ timestamp, bytes: encodedDataLength }),
  );
  const end = ({ requestId, encodedDataLength = 0, timestamp }) => {
    lastChange = Date.now();
    const one = requests.get(requestId);
    if (one) Object.assign(one, { open: false, bytes: encodedDataLength, endedAt: timestamp });
  };
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  return {
    all: () => [...requests.values()],
    quiet: () =>
      Date.now() - lastChange > QUIET_MS &&
      ![...requests.values()].some(({ open, type }) => open && type !== 'EventSource'),
  };
}

/** The time of the fixed loop on a quiet machine in milliseconds, by which slowdowns are set in a slow hour (`--loop`). */
const QUIET_LOOP_MS = Number(process.env.BENCH_LOOP_MS ?? 0);

/** How much to slow the CPU down: in a slow hour as much less as the fixed loop takes longer now, as Lighthouse advises for slow machines. */
function rateNow(cpuSlowdown) {
  if (!QUIET_LOOP_MS) return cpuSlowdown;
  return Math.min(cpuSlowdown, Math.max(1, (cpuSlowdown * QUIET_LOOP_MS) / fixedLoopMs()));
}

/** Slows network and CPU of a tab down. @returns its requests */
export async function slowDown(session, conditions, cpuSlowdown) {
  await session.send('Network.enable');
  if (conditions) await session.send('Network.emulateNetworkConditions', conditions);
  await session.send('Emulation.setCPUThrottlingRate', { rate: rateNow(cpuSlowdown) });
  return watchNetwork(session);
}

/**
 * Opens an empty page in a context, waits until the browser is at rest, and slows the page's CPU down. Values of the page are only read
 * through the protocol: Playwright's `evaluate` runs 60 to 80 ms of its own scripts in a slowed page, which would be measured with it.
 * @param conditions of the emulated network; null for the machine's own
 */
export async function slowTab(context, scripts, conditions = NETWORK, cpuSlowdown = CPU_SLOWDOWN) {
  const page = await context.newPage();
  for (const script of scripts) await page.addInitScript(script);
  const session = await context.newCDPSession(page);
  await untilAtRest(context.browser());
  const network = await slowDown(session, conditions, cpuSlowdown);
  return { page, session, network, open: (url) => page.goto(url, { waitUntil: 'load', timeout: LONGEST_MS }) };
}

/** Passes a tab in a new context to `use`; `open` opens the URL. */
export async function slowPage(browser, url, scripts, use) {
  const context = await browser.newContext(PHONE);
  try {
    const { session, network, open } = await slowTab(context, scripts);
    return await use({ session, network, open: () => open(url) });
  } finally {
    await context.close();
  }
}

export const until = async (condition, what) => {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} within ${LONGEST_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Waits until the network is quiet and the hero photo painted. @returns what `observePage` has collected */
export async function loaded({ session, network }) {
  let seen;
  const look = async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'benchSeen', returnByValue: true });
    seen = result.value;
    return seen.hero > 0;
  };
  await until(
    async () => network.quiet() && (await look()),
    `${network.all()[0]?.url}: the network did not become quiet with the hero photo painted`,
  );
  return seen;
}

function load(browser, url) {
  return slowPage(browser, url, [observePage], async ({ session, network, open }) => {
    await open();
    const seen = await loaded({ session, network });
    const requests = network.all();
    const [document] = requests;
    // Converts the clock of the page to that of the network: wall time and monotonic time of the document's request.
    const paintedAt = document.timestamp + (seen.timeOrigin + seen.hero) / 1000 - document.wallTime;
    const scripts = requests.filter(({ type }) => type === 'Script');
    const before = requests.map(({ chunks, endedAt, bytes }) =>
      endedAt <= paintedAt
        ? bytes
        : chunks.reduce((sum, chunk) => sum + (chunk.timestamp <= paintedAt ? chunk.bytes : 0), 0),
    );
    return {
      fcp: seen.fcp,
      lcp: seen.lcp,
      hero: seen.hero,
      heroUrl: seen.heroUrl,
      cls: seen.cls,
      tbt: seen.tasks
        .filter(([start, duration]) => start + duration > seen.fcp)
        .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0),
      requests: requests.length,
      scriptKilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
      kilobytesToHero: before.reduce((sum, bytes) => sum + bytes, 0) / 1024,
    };
  });
}

function firstAnswer(browser, url) {
  return slowPage(browser, url, [tapUntilAnswered], async ({ session, open }) => {
    let answered;
    session.on('Runtime.bindingCalled', ({ payload }) => {
      answered = Number(payload);
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'benchAnswered' });
    await open();
    await until(() => answered !== undefined, `${url}: a tap was not answered`);
    return answered;
  });
}

const MEASURES = [
  ['fcp', 'FCP ms', 0],
  ['lcp', 'LCP ms', 0],
  ['hero', 'hero photo painted ms', 0],
  ['tbt', 'TBT ms', 0],
  ['cls', 'CLS', 3],
  ['requests', 'requests', 0],
  ['scriptKilobytes', 'JS KB', 1],
  ['kilobytesToHero', 'KB until the hero is painted', 0],
];
const NAMES = {
  static: 'handwritten static page, no scripts',
  monolith: 'monolith of the same components',
  textbook: 'textbook federation',
  ours: 'ours',
};

/** @param names titles of the variants by name, with `static` */
export function tableOf(names, { loads, answers }) {
  const middle = (name, key) => median(loads[name].map((each) => each[key]));
  const head = [
    'variant',
    ...MEASURES.map(([, title]) => title),
    'first click answered ms',
    'FCP ratio',
    'LCP ratio',
    'hero ratio',
  ];
  const rows = Object.entries(names).map(([name, title]) => [
    title,
    ...MEASURES.map(([key, , digits]) =>
      spread(
        loads[name].map((each) => each[key]),
        digits,
      ),
    ),
    answers[name] ? spread(answers[name]) : '-',
    ...['fcp', 'lcp', 'hero'].map((key) => (middle(name, key) / middle('static', key)).toFixed(2)),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowsOf({ loads, answers }) {
  const of = (name, key) => median(loads[name].map((each) => each[key]));
  const ratio = (key) => (of('ours', key) / of('static', key)).toFixed(2);
  const others = (key) =>
    ['monolith', 'textbook']
      .map((name) => `${NAMES[name]} ${(of(name, key) / of('static', key)).toFixed(2)}`)
      .join(', ');
  const row = (what, value, limit, note) => ({ what, value, limit, note });
  return [
    row('LCP of `/`, against the static page', ratio('lcp'), '<= 1.05', others('lcp')),
    row('hero photo of `/` painted, against the static page', ratio('hero'), '<= 1.05', others('hero')),
    row('FCP of `/`, against the static page', ratio('fcp'), '<= 1.10', others('fcp')),
    row('total blocking time of `/`', `${of('ours', 'tbt').toFixed(0)} ms`, '<= 80 ms'),
    row('cumulative layout shift of `/`', of('ours', 'cls').toFixed(3), '<= 0'),
    row(
      'JavaScript of `/`, brotli',
      `${of('ours', 'scriptKilobytes').toFixed(1)} KB`,
      '<= 75 KB',
      'with response headers; React and the form load when a visitor comes near the form',
    ),
    row(
      'all of `/` until the hero photo is painted',
      `${of('ours', 'kilobytesToHero').toFixed(0)} KB`,
      '<= 150 KB',
      'at 412 px and 1.75 pixels per px, the same photo as at 390 px',
    ),
    row(
      'first click answered after the hero photo',
      `${median(answers.ours).toFixed(0)} ms`,
      '<= 900 ms',
      'a tap on the second tab of the portfolio, repeated until it opens',
    ),
  ];
}

/**
 * Loads and taps the variants in turn.
 * @param urls by name
 * @param tapped names of the variants with tabs
 * @returns `{ loads, answers }`: the measurements of each run by name
 */
export async function measureInTurn(browser, urls, { runs, tapped, quick }) {
  const names = Object.keys(urls);
  const loads = Object.fromEntries(names.map((name) => [name, []]));
  const answers = Object.fromEntries(tapped.map((name) => [name, []]));
  // Load each once first, so that every response and every photo size exists.
  if (!quick) for (const name of names) await load(browser, urls[name]);
  for (let run = 0; run < runs; run += 1) {
    console.log(`  run ${run + 1} of ${runs}`);
    const order = run % 2 ? [...names].reverse() : names;
    for (const name of order) loads[name].push(await load(browser, urls[name]));
    for (const name of order) if (answers[name]) answers[name].push(await firstAnswer(browser, urls[name]));
  }
  const heroes = new Set(names.map((name) => new URL(loads[name][0].heroUrl).pathname));
  if (heroes.size !== 1) throw new Error(`the variants do not show the same photo: ${[...heroes].join(', ')}`);
  return { loads, answers };
}

export async function measure({ quick }) {
  const runs = quick ? 1 : 7;
  const product = await startProduct();
  const started = [];
  const browser = await launchBrowser();
  try {
    console.log('  building the variants');
    const urls = {};
    for (const [name, folder] of Object.entries(await buildVariants(product.url, ['static', 'monolith', 'textbook']))) {
      const server = await serveVariant(folder, product.url);
      started.push(server);
      urls[name] = server.url;
    }
    urls.ours = product.url;
    const data = await measureInTurn(browser, urls, { runs, tapped: ['monolith', 'textbook', 'ours'], quick });
    return { rows: rowsOf(data), text: explain(runs, tableOf(NAMES, data)), data };
  } finally {
    await browser.close();
    for (const server of started) server.stop();
    await product.stop();
  }
}

/** How the pages were measured, above their table. */
export const explain = (
  runs,
  table,
) => `${runs} runs of each variant in turn, medians with the smallest and largest in brackets;
${PHONE.viewport.width}x${PHONE.viewport.height}, ${PHONE.deviceScaleFactor} pixels per px, 1.6 Mbps, 150 ms, CPU ${CPU_SLOWDOWN}x slower, cold cache,
HTTP/1.1 on loopback. The browser adds its 150 ms to each request and shares the bandwidth among them. Connection
set-up, TCP's slow start and packet loss are not included, so chains of requests cost more on a real network.
The static page has no web fonts; ours loads them after the photo.

${table}`;
