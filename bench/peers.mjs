/**
 * Load times of `/` on a slow phone, compared with the same page from the same data in Next.js (exported and rendered for each
 * request), Astro, and Vite with React. bench/variants/peers/README.md says how each one is made.
 */
import { launchBrowser } from './browser.mjs';
import { explain, measureInTurn, tableOf } from './page.mjs';
import { startProduct } from './product.mjs';
import { median } from './statistics.mjs';
import { buildVariants } from './variants/build.mjs';
import { buildPeers, PEERS } from './variants/peers.mjs';
import { serveVariant } from './variants/serve.mjs';

const NAMES = {
  static: 'handwritten static page, no scripts',
  'next-static': 'Next.js, exported',
  'next-server': 'Next.js, rendered for each request',
  astro: 'Astro',
  'vite-react': 'Vite and React, rendered in the browser',
  ours: 'ours',
};

/** One row for each measure and each peer; its goal is the value of the peer. */
function rowsOf({ loads, answers }) {
  const of = (key) => (name) => median(loads[name].map((each) => each[key]));
  const measures = [
    ['LCP of `/`', of('lcp'), 'ms', 0],
    ['first click answered after the hero photo', (name) => median(answers[name]), 'ms', 0],
    ['JavaScript of `/`, brotli', of('scriptKilobytes'), 'KB', 1],
  ];
  const paintedAt = of('hero');
  return measures.flatMap(([what, medianOf, unit, digits]) =>
    PEERS.map((peer) => ({
      what: `${what}, against ${NAMES[peer]}`,
      value: `${medianOf('ours').toFixed(digits)} ${unit}`,
      limit: `<= ${medianOf(peer).toFixed(digits)} ${unit}`,
      note: `hero photo painted at ${paintedAt('ours').toFixed(0)} ms, of the peer at ${paintedAt(peer).toFixed(0)} ms`,
    })),
  );
}

export async function measure({ quick }) {
  const runs = quick ? 1 : 5;
  const product = await startProduct();
  const started = [];
  const browser = await launchBrowser();
  try {
    const variants = await buildVariants(product.url, ['static']);
    const { folders, renderer } = await buildPeers(product.url);
    started.push(renderer);
    const urls = {};
    for (const [name, folder] of Object.entries({ ...variants, ...folders })) {
      const server = await serveVariant(folder, product.url, name === 'next-server' ? renderer.url : undefined);
      started.push(server);
      urls[name] = server.url;
    }
    urls.ours = product.url;
    const data = await measureInTurn(browser, urls, { runs, tapped: [...PEERS, 'ours'], quick });
    return { rows: rowsOf(data), text: explain(runs, tableOf(NAMES, data)), data };
  } finally {
    await browser.close();
    for (const server of started) await server.stop();
    await product.stop();
  }
}
