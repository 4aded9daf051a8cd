/**
 * Load times of `/` over a slow mobile network, behind Caddy with TLS and HTTP/2: the first visit, later visits, and visits after
 * a release of one remote. The browser runs in a network namespace whose only link is slow; nothing is emulated in the browser
 * but the CPU. Linux and root only: `npm run bench -- network`.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildVariant } from '../scripts/build-variant.mjs';
import { findBrowser } from '../scripts/find-browser.mjs';
import { ACCOUNT, PRODUCT_ENVIRONMENT } from './attackers.mjs';
import { launchBrowser } from './browser.mjs';
import { startCaddy } from './caddy.mjs';
import { CPU_SLOWDOWN, loaded, observePage, PHONE, slowTab, until } from './page.mjs';
import { root, startProduct } from './product.mjs';
import { publishers } from './publishers.mjs';
import { SERVER_IP, startSlowLink } from './slow-link.mjs';
import { median, spread } from './statistics.mjs';
import { buildVariants } from './variants/build.mjs';
import { serveVariant } from './variants/serve.mjs';

const RUNS = 5;
const DIRECTION = { delayMs: 75, loss: 0.01, queuePackets: 100 };
const LINK = { down: { ...DIRECTION, bitsPerSecond: 1.6e6 }, up: { ...DIRECTION, bitsPerSecond: 750e3 } };
const SITE = 'https://studio.example';
const STATIC_SITE = 'https://static.example';
const PORTAL = '/admin-old';
/** Caddy closes a connection after this time without a request, so a later visit opens a new one. */
const IDLE_SECONDS = 5;

/** A text of each remote that its next release changes. */
const CHANGES = { 'legacy-admin': 'Title *', 'public-site': 'Flexible timings' };

/** The visits of one run, in order. */
const VISITS = {
  coldStatic: 'static page, first visit',
  warmStatic: 'static page, later visit',
  cold: 'first visit',
  warm: 'later visit, new connection',
  again: 'visit right after that one, same connection',
  afterLegacy: 'after a release of legacy-admin',
  afterSite: 'after a release of public-site',
  portal: 'legacy portal, after a release of legacy-admin',
};

/** Writes a program that runs the browser in a network namespace. */
function browserIn(namespace, folder) {
  const program = join(folder, 'browser.sh');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${namespace} ${findBrowser()} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

const pathOf = (url) => new URL(url).pathname + new URL(url).search;

/** Returns what a visit loaded: every file but API data, with its digest unless it is the document. */
async function filesOf(requests, directUrl) {
  const files = requests.filter(({ url }) => !pathOf(url).startsWith('/api/'));
  return Promise.all(
    files.map(async ({ url, type, status, bytes = 0, etag }) => {
      const file = { path: pathOf(url), type, status, bytes: status ? bytes : 0, etag };
      if (type === 'Document') return { ...file, digest: etag };
      const response = await fetch(directUrl + file.path);
      const content = Buffer.from(await response.arrayBuffer());
      return { ...file, digest: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

const isTransferred = ({ status }) => status >= 200 && status < 300;

/** Returns the files of a visit that were transferred although the visit before had the same content, under any URL. */
function loadedAgain(before, { files }) {
  const known = new Set(before.files.map(({ digest }) => digest));
  return files.filter((file) => isTransferred(file) && known.has(file.digest));
}

async function evaluated(session, expression) {
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
  return result.value;
}

/** Opens a URL in a new tab of a context. */
async function visit(context, url, directUrl, { hasHero = true } = {}) {
  const tab = await slowTab(context, [observePage], null);
  try {
    await tab.open(url);
    if (!hasHero) await until(tab.network.quiet, `${url}: the network did not become quiet`);
    const { fcp, lcp, hero, cls } = hasHero ? await loaded(tab) : { fcp: 0, lcp: 0, hero: 0, cls: 0 };
    const navigation = await evaluated(tab.session, `performance.getEntriesByType('navigation')[0].toJSON()`);
    if (navigation.nextHopProtocol !== 'h2') throw new Error(`${url} was loaded with ${navigation.nextHopProtocol}`);
    const requests = tab.network.all();
    const sent = requests.filter(({ status }) => status > 0);
    return {
      ...{ fcp, lcp, hero, cls },
      isNewConnection: navigation.connectEnd > navigation.connectStart,
      firstByte: navigation.responseStart,
      documentEnd: navigation.responseEnd,
      requests: sent.length,
      kilobytes: sent.reduce((sum, { bytes = 0 }) => sum + bytes, 0) / 1024,
      files: await filesOf(requests, directUrl),
    };
  } finally {
    await tab.page.close();
  }
}

/** Releases a build of a remote in which one text is different, and opens the page once, as other visitors have done by then. */
async function releaseChange(team, remote, run, directUrl) {
  const mark = createHash('sha256').update(`${remote} ${run}`).digest('hex').slice(0, 12);
  const text = CHANGES[remote];
  const folder = buildVariant(join(root, remote, 'dist'), mark, (source) =>
    source.replaceAll(text, `${text} (${run + 1})`),
  );
  try {
    await team.release(remote, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const path of ['/', PORTAL]) await (await fetch(directUrl + path)).arrayBuffer();
}

/** Signs in as the admin and opens the legacy portal once. */
async function openPortal(browser, directUrl) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(SITE + PORTAL);
  const status = await page.evaluate(async (account) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(account);
    return (await fetch('/api/admin/auth/login', { method: 'POST', headers, body })).status;
  }, ACCOUNT);
  if (status !== 200) throw new Error(`signing in returned ${status}`);
  await page.close();
  return { context, last: await visit(context, SITE + PORTAL, directUrl, { hasHero: false }) };
}

/** All visits of one run: `{ visits, again }`, the visits by name and the files that were loaded again although unchanged. */
async function runOnce({ browser, team, product, statics, portal, disconnected, run }) {
  const visits = {};
  const repeated = [];
  const compare = (name, before) => {
    repeated.push(...loadedAgain(before, visits[name]).map(({ path }) => `${VISITS[name]}: ${path}`));
  };
  const inContext = async (use) => {
    const context = await browser.newContext(PHONE);
    await use(context).finally(() => context.close());
  };
  const visitStatic = () =>
    inContext(async (context) => {
      for (const name of ['coldStatic', 'warmStatic']) {
        await disconnected();
        visits[name] = await visit(context, STATIC_SITE, statics.url);
      }
    });
  const visitSite = () =>
    inContext(async (context) => {
      await disconnected();
      visits.cold = await visit(context, SITE, product.url);
      await disconnected();
      visits.warm = await visit(context, SITE, product.url);
      visits.again = await visit(context, SITE, product.url);
      compare('warm', visits.cold);
      compare('again', visits.warm);
      let before = visits.again;
      for (const [name, remote] of [
        ['afterLegacy', 'legacy-admin'],
        ['afterSite', 'public-site'],
      ]) {
        await releaseChange(team, remote, run, product.url);
        await disconnected();
        visits[name] = await visit(context, SITE, product.url);
        compare(name, before);
        before = visits[name];
      }
    });
  for (const use of run % 2 ? [visitSite, visitStatic] : [visitStatic, visitSite]) await use();
  await disconnected();
  visits.portal = await visit(portal.context, SITE + PORTAL, product.url, { hasHero: false });
  compare('portal', portal.last);
  portal.last = visits.portal;
  return { visits, repeated };
}

const MEASURES = [
  ['firstByte', 'first byte ms'],
  ['documentEnd', 'document complete ms'],
  ['fcp', 'FCP ms'],
  ['lcp', 'LCP ms'],
  ['hero', 'hero photo painted ms'],
  ['requests', 'requests'],
  ['kilobytes', 'KB'],
];

function tableOf(runs) {
  const head = ['visit', ...MEASURES.map(([, title]) => title)];
  const rows = Object.entries(VISITS).map(([name, title]) => [
    title,
    ...MEASURES.map(([key]) => {
      const values = runs.map(({ visits }) => visits[name][key]);
      return values.some((value) => value > 0) ? spread(values, key === 'kilobytes' ? 1 : 0) : '-';
    }),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowsOf(runs) {
  const ratio = (key, name, base) =>
    (median(runs.map(({ visits }) => visits[name][key])) / median(runs.map(({ visits }) => visits[base][key]))).toFixed(
      2,
    );
  const repeated = [...new Set(runs.flatMap((each) => each.repeated))];
  const row = (what, value, limit, note) => ({ what, value, limit, note });
  return [
    row('warm LCP of `/`, against cold', ratio('lcp', 'warm', 'cold'), '<= 0.5', 'a later visit with a new connection'),
    row('warm LCP of `/`, against cold, connection still open', ratio('lcp', 'again', 'cold'), '<= 0.5'),
    row(
      'files loaded again after a release although unchanged',
      repeated.length,
      '<= 0',
      repeated.join(', ') || 'every file of the later visits, by content',
    ),
    row('cold FCP of `/`, against the static page', ratio('fcp', 'cold', 'coldStatic')),
    row('cold LCP of `/`, against the static page', ratio('lcp', 'cold', 'coldStatic')),
    row('warm LCP of the static page, against cold', ratio('lcp', 'warmStatic', 'coldStatic')),
  ];
}

/** Lists what the visits of the last run transferred. */
function transfersOf({ visits }) {
  const line = (name) => {
    const files = visits[name].files.filter(({ status }) => status > 0);
    const texts = files.map(({ path, status, bytes }) => `\`${path}\` ${status}, ${(bytes / 1024).toFixed(1)} KB`);
    return `- ${VISITS[name]}: ${texts.join('; ') || 'nothing'}`;
  };
  return ['warm', 'afterLegacy', 'afterSite', 'portal'].map(line).join('\n');
}

const explain = (runs) => `${runs.length} runs, medians with the smallest and largest in brackets;
${PHONE.viewport.width}x${PHONE.viewport.height}, ${PHONE.deviceScaleFactor} pixels per px, CPU ${CPU_SLOWDOWN}x slower. 1.6 Mbps down and 750 kbps up, 75 ms each way, 1 % random loss
each way, ${DIRECTION.queuePackets} packets of queue, cubic. Chromium in a network namespace, Debian's Caddy with TLS 1.3 and HTTP/2 in front of the
product, no DNS lookup. A 'later visit' has the cache of the visits before and a new connection.

${tableOf(runs)}

Files from the network in the last run:

${transfersOf(runs.at(-1))}`;

export async function measure({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-network-'));
  const cleanUp = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const link = await startSlowLink(LINK);
    cleanUp.push(link.stop);
    const product = await startProduct({ ...PRODUCT_ENVIRONMENT, PUBLIC_URL: SITE });
    cleanUp.push(product.stop);
    const variants = await buildVariants(product.url, ['static']);
    const statics = await serveVariant(variants.static, product.url);
    cleanUp.push(statics.stop);
    const sites = { [new URL(SITE).host]: product.url, [new URL(STATIC_SITE).host]: statics.url };
    const caddy = await startCaddy({ ip: SERVER_IP, idleSeconds: IDLE_SECONDS, sites });
    cleanUp.push(caddy.stop);
    const browser = await launchBrowser({
      executablePath: browserIn(link.namespace, folder),
      args: [
        `--host-resolver-rules=${Object.keys(sites)
          .map((host) => `MAP ${host} ${SERVER_IP}`)
          .join(',')}`,
        `--ignore-certificate-errors-spki-list=${caddy.fingerprint}`,
      ],
    });
    cleanUp.push(() => browser.close());
    const disconnected = async () => {
      await until(() => caddy.connections() === 0, 'Caddy did not close the connections');
      link.forget();
    };
    const team = await publishers(product.url);
    const portal = await openPortal(browser, product.url);
    const shared = { browser, team, product, statics, portal, disconnected };
    const runs = [];
    // The run that is not counted creates every response and every photo size.
    for (let run = quick ? 0 : -1; run < (quick ? 1 : RUNS); run += 1) {
      console.log(`  run ${run + 1} of ${quick ? 1 : RUNS}`);
      const result = await runOnce({ ...shared, run });
      if (run >= 0) runs.push(result);
    }
    return { rows: rowsOf(runs), text: explain(runs), data: { runs } };
  } finally {
    for (const step of cleanUp.reverse()) await step();
  }
}
