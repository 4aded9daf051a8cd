import { expect } from '@playwright/test';
import type { OtherBrowser } from './other-browser';

/** Keys of WebDriver. */
export const TAB = '\uE004';
export const ENTER = '\uE007';
export const ESCAPE = '\uE00C';

/** The middle of an element that is visible, stands still for two frames and is not covered; null before that. */
async function placeOf(selector: string) {
  const element = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length > 0);
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const before = middle();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y } = middle();
  const isStill = x === before.x && y === before.y;
  return isStill && element.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
}

/** Clicks with the mouse in the middle of an element, once it can be clicked there. */
export async function click(browser: OtherBrowser, selector: string): Promise<void> {
  const state: { place: Awaited<ReturnType<typeof placeOf>> } = { place: null };
  await expect.poll(async () => (state.place = await browser.evaluate(placeOf, selector))).not.toBeNull();
  await browser.perform([
    {
      ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
      actions: [
        { type: 'pointerMove', ...state.place, duration: 0, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

/** Types characters or keys. */
export async function press(browser: OtherBrowser, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await browser.perform([{ type: 'key', id: 'keyboard', actions }]);
}

/** The text or name of what has the focus. */
export const focused = (browser: OtherBrowser) =>
  browser.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? (element?.id || element?.textContent?.trim().slice(0, 60)) ?? '';
  });
