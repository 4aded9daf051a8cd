import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares secrets: takes the same time wherever the first difference is. */
export const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
