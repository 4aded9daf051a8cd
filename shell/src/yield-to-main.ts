/**
 * Ends the current task, so that the browser can handle input before the work goes on. With `scheduler.yield` the rest runs
 * before other queued tasks; without it, after them.
 */
export function yieldToMain(): Promise<void> {
  const { scheduler } = window as { scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
