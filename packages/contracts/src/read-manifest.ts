import { fieldMessage } from './field-message.js';
import { type ReleaseManifest, releaseManifestSchema, type storedManifestSchema } from './releases.js';

/** The largest `release.json`. One with 500 files and the longest paths has about 180 KB. */
export const MAX_MANIFEST_BYTES = 256 * 1024;
/** Says that a `release.json` is larger than that. */
export const MANIFEST_TOO_LARGE = `release.json may have ${MAX_MANIFEST_BYTES / 1024} KB at most.`;
/** Zod reports each invalid entry of a list, so the number is limited before. A valid manifest has about 3,500 at most. */
const MAX_VALUES = 5000;
const MAX_PROBLEMS = 5;
const PROBLEM_LENGTH = 200;

/** Counts the values in parsed JSON, and stops beyond `limit`. A loop, because JSON may be nested more deeply than the stack. */
function hasMoreValues(value: unknown, limit: number): boolean {
  const waiting = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1;
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (count + waiting.length + inner.length > limit) return true;
    waiting.push(...inner);
  }
  return false;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

export type ManifestResult = { manifest: ReleaseManifest } | { problem: string };

/**
 * Validates the bytes of a `release.json` of any origin and size within milliseconds. The problem is a sentence for its team.
 * @param schema for a release that was published before, `storedManifestSchema`
 */
export function readManifest(
  bytes: Uint8Array,
  schema: typeof releaseManifestSchema | typeof storedManifestSchema = releaseManifestSchema,
): ManifestResult {
  if (bytes.length > MAX_MANIFEST_BYTES) return { problem: MANIFEST_TOO_LARGE };
  const value = parse(bytes);
  if (value === undefined) return { problem: 'release.json is not JSON.' };
  if (hasMoreValues(value, MAX_VALUES)) return { problem: `release.json may have ${MAX_VALUES} values at most.` };
  const parsed = schema.safeParse(value, { error: fieldMessage });
  if (parsed.success) return { manifest: parsed.data };
  const problems = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join('.').slice(0, PROBLEM_LENGTH) || 'release.json'}: ${message}`);
  return { problem: `release.json is not valid: ${problems.join('; ')}` };
}
