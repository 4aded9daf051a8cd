/** So long, in milliseconds, work may go on before the page answers. */
const STRETCH_MS = 20;

/** @returns what to await between two parts of long work: whenever a stretch is over, it lets the page answer */
export function pauses(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < STRETCH_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  };
}
