/** Resolves when the browser is idle, or at once where it cannot tell (Safari). */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 });
    else resolve();
  });
