/**
 * A visit of `/` on a slow phone: menu, tabs, details, testimonials and the whole form, with scrolling and looking in between. Returns the
 * duration of every interaction, from the input to the next painted frame (Event Timing; INP is their 98th percentile).
 */
import { slowPage, until } from './page.mjs';

/** The longest time that the page may need for one step. */
const STEP_MS = 10_000;
/** How long a finger rests on the glass in a tap. */
export const HELD_MS = 70;
/** Between a scroll, or the response to the tap before, and the next tap: about the time that people need to react. */
export const LOOK_MS = 300;
const MESSAGE = 'Two days in February.';

/** Collects the longest event of each interaction, which is how INP counts. */
function observeInteractions() {
  const longest = new Map();
  self.benchInteractions = () => [...longest.values()];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries())
      if (interactionId && duration >= (longest.get(interactionId)?.ms ?? 0))
        // The class of an icon is an object.
        longest.set(interactionId, {
          ms: duration,
          name,
          target: target?.getAttribute?.('class') || target?.localName,
        });
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
}

/** Whether React has hydrated the form. The scripts run in a pause of the visitor who uses the form, or after four seconds (decision 017). */
const HYDRATED = `document.documentElement.dataset.remoteReady === 'public-site'`;
const MESSAGE_FIELD = '#field-message';

/** Taps in their order, each with the text that is then typed. */
const STEPS = [
  ['.header__menu-button'],
  ['.header__menu-button'],
  ['.hero .dot:nth-of-type(3)'],
  ['#portfolio .tabs__tab:nth-of-type(2)'],
  ['#portfolio .tabs__tab:nth-of-type(3)'],
  ['#packages .tabs__tab:nth-of-type(2)'],
  ['#packages .tab-panel:not([hidden]) summary'],
  ['.carousel__arrows label:nth-of-type(2)'],
  ['#field-name', 'Asha Kulkarni'],
  ['#field-phone', '9822012345'],
  [MESSAGE_FIELD, MESSAGE],
  ['.inquiry-form [type=submit]'],
];

/** @returns the interactions: `{ ms, name, target }` */
export function visit(browser, url) {
  return slowPage(browser, url, [observeInteractions], async ({ session, open }) => {
    const read = async (expression) => {
      const evaluation = { expression, returnByValue: true, awaitPromise: true, timeout: STEP_MS };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', evaluation);
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
      return result.value;
    };
    await open();
    await until(() => read(`document.querySelector('#hero img')?.complete`), `${url}: no hero photo`);
    for (const [selector, text] of STEPS) {
      await read(`(${visiblePlace})(${JSON.stringify(selector)})`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await touch(session, await read(`(${visiblePlace})(${JSON.stringify(selector)})`), HELD_MS);
      await read(`(${painted})()`);
      // The visitor thinks about what to write.
      if (selector === MESSAGE_FIELD) await until(() => read(HYDRATED), `${url}: the form was not hydrated`);
      for (const key of text ?? '') {
        await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
        await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
    }
    await read(`(${painted})()`);
    return read('benchInteractions()');
  });
}

/**
 * Touches a point of the page and lifts the finger after `heldMs`, whether the page has answered the touch or not: a finger does not wait for
 * that, and neither does Playwright's `touchscreen.tap`.
 */
export async function touch(session, { x, y }, heldMs) {
  const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const lift = async () => {
    if (heldMs > 0) await new Promise((resolve) => setTimeout(resolve, heldMs));
    await send('touchEnd', []);
  };
  await Promise.all([send('touchStart', [{ x, y }]), lift()]);
}

/** Resolves once two frames have been painted. Runs in the page. */
function painted() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * Scrolls in steps, as a finger does, until the first visible element that matches is well inside the window, or does not move any more.
 * Runs in the page.
 * @returns its middle once it stands still
 */
export async function visiblePlace(selector) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const find = () => {
    const visible = (element) => element.getBoundingClientRect().height > 0;
    const element = [...document.querySelectorAll(selector)].find(visible);
    if (!element) throw new Error(`${selector} is not visible`);
    const box = element.getBoundingClientRect();
    // The strips of phones scroll sideways.
    if (box.left < 0 || box.right > innerWidth)
      element.scrollIntoView({ inline: 'center', block: 'nearest', behavior: 'instant' });
    return element.getBoundingClientRect();
  };
  let box = find();
  for (let step = 0; step < 200; step += 1) {
    // The bar of the phone page is 57 px high.
    const isInside = box.top >= 100 && box.bottom <= innerHeight - 70;
    if (!isInside) {
      const away = box.top + box.height / 2 - innerHeight / 2;
      scrollBy({ top: Math.sign(away) * Math.min(Math.abs(away), innerHeight * 0.8), behavior: 'instant' });
    }
    await frame();
    const now = find();
    // It stands still: inside, or at the end of the page, or fixed.
    if (now.top === box.top) break;
    box = now;
  }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
