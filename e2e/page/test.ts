import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from '../product/start-product';

interface Console {
  /** allows messages that this test expects; any other error or warning fails the test */
  allow(pattern: RegExp): void;
}

interface Fixtures {
  consoleWatch: Console;
}
interface WorkerFixtures {
  /** the running product, shared by the tests of one worker */
  product: Product;
}

/** Records unexpected console messages and uncaught errors of a page. */
function watch(page: Page, allowed: RegExp[], unexpected: string[]): void {
  const record = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) unexpected.push(text);
  };
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()))
      record(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => record(`uncaught: ${error.message}`));
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  consoleWatch: [
    async ({ context }, use) => {
      // Chromium warns about a preloaded script that runs late, which happens on a slow machine.
      const allowed: RegExp[] = [/was preloaded using link preload but not used within a few seconds/];
      const unexpected: string[] = [];
      context.on('page', (page) => watch(page, allowed, unexpected));
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(unexpected, 'unexpected messages in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
