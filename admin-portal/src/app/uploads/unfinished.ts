import { z } from 'zod';
import { readStored, writeStored } from '../../ui/browser-storage';
import type { UploadEntry } from './upload-entry';

const KEY = 'admin-uploads';

const storedSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    bytes: z.number(),
    modifiedMs: z.number(),
    problem: z.string(),
    settings: z.object({ category: z.string(), place: z.string(), published: z.boolean() }),
  }),
);

/** Whether the last page of this browser left uploads unfinished. */
export const hasUnfinished = (): boolean => readStored('localStorage', KEY) !== null;

/**
 * Keeps in the browser whether uploads are unfinished, and the names of files that the server does not know: those that wait
 * for their registration, and those that were refused here.
 * @param isAsked whether the next page asks the server as this one did, although nothing is listed here
 */
export function rememberUnfinished(entries: readonly UploadEntry[], isAsked: boolean): void {
  const names = entries.flatMap(({ id, key, name, bytes, modifiedMs, problem, settings }) =>
    id === null ? { key, name, bytes, modifiedMs, problem, settings } : [],
  );
  const text = JSON.stringify(names);
  const value = entries.length > 0 || (isAsked && hasUnfinished()) ? text : null;
  if (value !== readStored('localStorage', KEY)) writeStored('localStorage', KEY, value);
}

/** The files that only the last page of this browser knew. A page cannot keep files, so they are picked again. */
export function unregisteredEntries(): UploadEntry[] {
  const names = storedSchema.safeParse(jsonOf(readStored('localStorage', KEY) ?? '')).data ?? [];
  return names.map((stored) => ({
    ...stored,
    ...{ id: null, sentBytes: 0, state: stored.problem === '' ? 'needs-file' : 'failed', canRetry: false },
    ...{ duplicates: [], keepDuplicate: false },
  }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
