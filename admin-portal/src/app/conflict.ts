import { ApiError } from '@godhuli/contracts/api-error';
import { z } from 'zod';

const lastChangeSchema = z.object({ changedBy: z.string(), changedAt: z.string() });

/** Who saved the stored version, and when. */
export type LastChange = z.infer<typeof lastChangeSchema>;

/** One field of a form that two people changed differently, as people read it. */
export interface Difference {
  path: string;
  label: string;
  mine: string;
  theirs: string;
}

/** Returns what is stored according to a 409; null for another failure. */
export function storedOf<Schema extends z.ZodType>(schema: Schema, error: unknown): z.infer<Schema> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return schema.safeParse(error.problem?.current).data ?? null;
}

/** Returns who saved the stored version that a 409 names; null when the server does not know. */
export const lastChangeOf = (error: unknown): LastChange | null =>
  (error instanceof ApiError && lastChangeSchema.safeParse(error.problem).data) || null;
