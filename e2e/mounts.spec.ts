import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './page/test';

const MOUNTS = 50;

interface Held {
  listeners: number;
  styleElements: number;
  roots: number;
  timers: number;
}

/** Counts intervals and timeouts that are still to come. */
async function countTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = new Set<number>();
    Object.assign(window, { openTimers: open });
    const { setInterval: every, clearInterval: endEvery, setTimeout: later, clearTimeout: endLater } = window;
    window.setInterval = ((...args: Parameters<typeof every>) => {
      const id = every(...args);
      open.add(Number(id));
      return id;
    }) as typeof setInterval;
    window.clearInterval = (id) => {
      open.delete(Number(id));
      endEvery(id);
    };
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) => {
      const id = later(
        (...given: unknown[]) => {
          open.delete(Number(id));
          if (typeof handler === 'function') handler(...given);
        },
        ms,
        ...args,
      );
      open.add(Number(id));
      return id;
    }) as typeof setTimeout;
    window.clearTimeout = (id) => {
      open.delete(Number(id));
      endLater(id);
    };
  });
}

/** What the page holds now, garbage collected first. */
async function held(page: Page, debug: CDPSession): Promise<Held> {
  await debug.send('HeapProfiler.collectGarbage');
  const { metrics } = await debug.send('Performance.getMetrics');
  const inPage = await page.evaluate(() => ({
    styleElements: document.querySelectorAll('style').length,
    roots: document.querySelectorAll('[data-remote]').length,
    timers: (window as unknown as { openTimers: Set<number> }).openTimers.size,
  }));
  return { ...inPage, listeners: metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0 };
}

/** Leaves the remote for a page that its zone does not know, without a document navigation. */
async function leave(page: Page, elsewhere: string): Promise<void> {
  await page.evaluate((path) => {
    window.history.pushState({ idx: 1 }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  }, elsewhere);
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.locator('[data-remote]')).toHaveCount(0);
}

// A page of the public site is a document of its own, and is never unmounted (decision 019).
for (const [remote, path] of [
  ['admin-portal', '/admin'],
  ['legacy-admin', '/admin-old'],
] as const)
  test(`${remote}: ${MOUNTS} mounts leave no more listeners, styles, roots or timers than one`, async ({
    page,
    consoleWatch,
  }) => {
    consoleWatch.allow(/404/);
    await countTimers(page);
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable');
    const ready = page.locator(`html[data-remote-ready="${remote}"]`);
    await page.goto(path);
    await expect(ready).toBeAttached();
    // Outside every mount: below `/admin` the portal shows unknown URLs itself.
    const elsewhere = '/no-such-page';
    const round = async () => {
      await leave(page, elsewhere);
      const left = await held(page, debug);
      await page.evaluate(() => window.history.back());
      await expect(ready).toBeAttached();
      return left;
    };
    // The document's own first mount takes over the server's markup; every later one is drawn by the browser alone.
    await round();
    const first = await round();
    for (let mount = 2; mount < MOUNTS; mount += 1) await round();
    await leave(page, elsewhere);
    // What the last drawing left may be let go a little later; what 50 have piled up never is.
    let last = first;
    const more = async () => {
      last = await held(page, debug);
      return (Object.keys(first) as (keyof Held)[]).filter((name) => last[name] > first[name]);
    };
    await expect.poll(more).toEqual([]);
    console.log(`${remote}: after 1 ${JSON.stringify(first)}, after ${MOUNTS} ${JSON.stringify(last)}`);
  });
