import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../product/start-product';

/** Returns the environment of a process whose wall clock is wrong by a number of hours. */
export function clockWrongBy(hours: number): Record<string, string> {
  const file = pathToFileURL(join(ROOT, 'e2e', 'product', 'skewed-clock.mjs'));
  return { NODE_OPTIONS: `--import=${file.href}`, CLOCK_SKEW_HOURS: String(hours) };
}
