import { z } from 'zod';

/** The longest slug that staff may type, in characters. */
const MAX_TYPED = 80;

/** A slug that staff type for a story or a film, the readable part of its URL: `priya-and-rohan`. */
export const typedSlugSchema = z
  .string()
  .max(MAX_TYPED, `Please use at most ${MAX_TYPED} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.');

/** The slug of a stored photo, story or film: the last part of its URL, typed or made from its title. */
export const storedSlugSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,119}$/, 'Invalid slug.');
