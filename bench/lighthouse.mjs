/** Lighthouse for a phone on `/`, with its own throttling (simulated). It downloads and reports nothing. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/find-browser.mjs';
import { CHROMIUM_FLAGS } from './browser.mjs';
import { freePort } from './node-process.mjs';
import { startProduct } from './product.mjs';
import { median } from './statistics.mjs';

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};

async function audit(url, port) {
  const { lhr } = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(CATEGORIES),
  });
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  return lhr;
}

/** Returns the audits that lower the score of a category: id and displayed value. */
function faultsOf(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
    .map(({ id }) => `${id}${lhr.audits[id].displayValue ? ` (${lhr.audits[id].displayValue})` : ''}`);
}

export async function measure({ quick }) {
  const product = await startProduct();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    const results = [];
    for (let run = 0; run < (quick ? 1 : 3); run += 1) results.push(await audit(`${product.url}/`, port));
    return Object.entries(CATEGORIES).map(([category, title]) => {
      const scores = results.map(({ categories }) => Math.round(categories[category].score * 100));
      const worst = results[scores.indexOf(Math.min(...scores))];
      return {
        what: `Lighthouse ${worst.lighthouseVersion} mobile on \`/\`: ${title}`,
        value: String(median(scores)),
        limit: '>= 100',
        note: [scores.length > 1 ? `runs ${scores.join(', ')}` : '', ...faultsOf(worst, category)]
          .filter(Boolean)
          .join('; '),
      };
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
