import { expect, test } from '@playwright/test';

/** Whether the tests run in full volume: `npm run test:faults` sets `FAULTS=full`. */
export const FULL = process.env.FAULTS === 'full';

/** Returns a number of repetitions: `short` in `npm test`, `full` in full volume. The environment variable `name` overrides both. */
export function volume(name: string, short: number, full: number): number {
  return Number(process.env[name] ?? (FULL ? full : short));
}

/** Reports a result of a test. It is printed at once, and in the table at the end of `npm run test:faults`. */
export function reportFigure(text: string): void {
  test.info().annotations.push({ type: 'figure', description: text });
  console.log(`figure: ${text}`);
}

/** Returns the 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}

/** Holds a time against what is promised; only in full, which has the machine for itself. */
export function promise(tookMs: number, withinMs: number): void {
  if (FULL) expect(tookMs).toBeLessThan(withinMs);
}
