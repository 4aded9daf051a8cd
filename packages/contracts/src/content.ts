import { z } from 'zod';
import { idSchema, requiredText, text } from './text.js';

const name = requiredText(60).regex(/^[a-z][a-z0-9_]*$/, 'Use only lowercase letters, digits and _.');

/** One text of the site, identified by section and key (`hero.tagline`). */
export const contentEntrySchema = z.object({ _id: idSchema, section: z.string(), key: z.string(), value: z.string() });
export type ContentEntry = z.infer<typeof contentEntrySchema>;
export const contentInputSchema = z.strictObject({ section: name, key: name, value: text(5000) });
export const contentUpdateSchema = z.strictObject({ value: text(5000) });
