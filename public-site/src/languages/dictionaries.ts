import hi from './hi.json';
import type { Labels } from './language';
import mr from './mr.json';

/** The labels of every language but English, for the server. A browser that needs them loads one file (`late-language.tsx`). */
export const DICTIONARIES: Readonly<Record<'mr' | 'hi', Labels>> = { mr, hi };
