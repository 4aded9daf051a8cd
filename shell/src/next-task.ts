/**
 * Gives the page a turn between two pieces of work, so that neither keeps it from answering. What comes after goes before
 * work that has not begun yet, where the browser knows how (`scheduler.yield`).
 */
export function nextTask(): Promise<void> {
  const { scheduler } = window as { scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
