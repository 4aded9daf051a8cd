import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Environment of a process whose clock is wrong by so many hours. */
export function clockWrongBy(hours: number): Record<string, string> {
  const file = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs'));
  return { NODE_OPTIONS: `--import ${file}`, CLOCK_SHIFT_MS: String(hours * 3_600_000) };
}
