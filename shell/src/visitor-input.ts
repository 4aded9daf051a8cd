/** How long a visitor must do nothing before slow work begins: fonts for a page that is scrolled far down take 200 ms on a slow phone. */
const READING_MS = 1000;

let lastInputAt = Number.NEGATIVE_INFINITY;
let isUsed = false;
const note = ({ type, target, isTrusted }: Event) => {
  // A release must not say that its page is in use, to stay after a rollback.
  if (!isTrusted) return;
  lastInputAt = performance.now();
  // A finger that scrolls the page ends without 'pointerup'; one that swipes a row scrolls an element.
  isUsed ||= type === 'scroll' ? target !== document : type !== 'pointerdown';
};
for (const type of ['scroll', 'pointerdown', 'pointerup', 'contextmenu', 'click', 'keydown'])
  addEventListener(type, note, { capture: true, passive: true });

/** Resolves when the visitor has done nothing for this long. */
export async function whenReading(pauseMs = READING_MS): Promise<void> {
  for (let restMs = 0; restMs >= 0; restMs = lastInputAt + pauseMs - performance.now())
    await new Promise((resolve) => setTimeout(resolve, restMs));
}

/** Whether the visitor has tapped, typed, or swiped a row: what loading the page again would lose. */
export const isPageUsed = (): boolean => isUsed;
