import type { Migration } from 'kysely';

/** Every migration in the order of its number. A published one is never changed: write the next one. */
export const migrations: Record<string, Migration> = {};
