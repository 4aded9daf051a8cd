import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that does not depend on where they differ. */
export const timingSafeEqualText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
