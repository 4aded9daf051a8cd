/** Starts one Chromium for measurements, without its own network requests. */
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/find-browser.mjs';

export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param executablePath another program that starts the browser @param args in addition to `CHROMIUM_FLAGS` */
export const launchBrowser = ({ executablePath = findBrowser(), args = [] } = {}) =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...args] });

const LOOK_EVERY_MS = 100;
/** A browser with this little CPU time in each of `LOOKS_AT_REST` looks is at rest; a look itself takes 1 to 2 ms. */
const REST_MS = 5;
const LOOKS_AT_REST = 5;
const LONGEST_MS = 30_000;

/**
 * Waits until all processes of a browser are at rest. Call it before the CPU of a tab is slowed down, which keeps its process busy. A new
 * tab starts a process, the browser starts a spare one and ends that of the tab before: on two cores all that would be measured with
 * the page, and the tab of a visitor exists before they follow a link.
 * @throws Error after 30 s
 */
export async function untilAtRest(browser) {
  const session = await browser.newBrowserCDPSession();
  const cpuMs = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime * 1000]));
  };
  try {
    const deadline = Date.now() + LONGEST_MS;
    let before = await cpuMs();
    for (let looks = 0; looks < LOOKS_AT_REST; ) {
      if (Date.now() > deadline) throw new Error(`the browser was not at rest within ${LONGEST_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const now = await cpuMs();
      const isAtRest = [...now].every(([id, ms]) => ms - (before.get(id) ?? 0) < REST_MS);
      looks = isAtRest ? looks + 1 : 0;
      before = now;
    }
  } finally {
    await session.detach();
  }
}
