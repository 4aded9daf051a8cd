import { expect, test } from '@playwright/test';

/** Whether the full volume is asked for: `npm run test:faults` sets `FAULTS=full`. */
export const FULL = process.env.FAULTS === 'full';

/** How often something is done: in `npm test`, and in full; the environment variable `name` goes before both. */
export function volume(name: string, short: number, full: number): number {
  return Number(process.env[name] ?? (FULL ? full : short));
}

/** Notes what a test found, in words with numbers; printed at once, and in the table that ends `npm run test:faults`. */
export function figure(text: string): void {
  test.info().annotations.push({ type: 'figure', description: text });
  console.log(`figure: ${text}`);
}

/** The value below which 95 of 100 lie. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}

/** Holds a time against what is promised; only in full, which has the machine for itself. */
export function promise(tookMs: number, withinMs: number): void {
  if (FULL) expect(tookMs).toBeLessThan(withinMs);
}
