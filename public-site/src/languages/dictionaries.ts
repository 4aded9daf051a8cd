import { HI } from './hi';
import type { Labels } from './language';
import { MR } from './mr';

/** The labels of every language but English. Only the server and `late-language.tsx` may import them. */
export const DICTIONARIES: Readonly<Record<'mr' | 'hi', Labels>> = { mr: MR, hi: HI };
