import { z } from 'zod';

/** Grows when a file of the old shape can no longer be read the new way. */
export const BACKUP_FORMAT = 1;
/** The last entry: it says what every entry before it must be. */
export const MANIFEST_PATH = 'manifest.json';
/** Tables that a restored installation begins without: nobody is signed in or has tried to, no link is out. */
export const LEFT_OUT_TABLES: readonly string[] = ['sessions', 'login_attempts', 'password_resets', 'known_devices'];

const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const countSchema = z.number().int().min(0);

export const backupTableSchema = z.strictObject({
  name: nameSchema,
  columns: z.array(nameSchema).min(1),
  rows: countSchema,
  /** where the table's identity columns stand; `value` is a bigint in digits */
  sequences: z.array(
    z.strictObject({ column: nameSchema, value: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() }),
  ),
});
export type BackupTable = z.infer<typeof backupTableSchema>;

export const backupManifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** names of the migrations that made the tables, in order */
  migrations: z.array(z.string()).min(1),
  /** a table comes after those that it refers to */
  tables: z.array(backupTableSchema),
  /** files whose row is in the backup and whose bytes were already gone when it was made */
  missing: z.array(z.string()),
  entries: z.array(z.strictObject({ path: z.string(), size: countSchema, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** Why a file is no backup that can be used; `message` is a sentence for the person at the terminal. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** Hears how far the work is, in short lines for people. */
export type Progress = (line: string) => void;

export const tableEntry = (table: string) => `database/${table}.jsonl`;

const SEGMENT = '(?!\\.{1,2}(?:/|$))[A-Za-z0-9_@.+-]+';
const ENTRY = new RegExp(
  `^(?:database/[a-z_][a-z0-9_]{0,62}\\.jsonl|media/[0-9a-f]{64}/master|releases/${SEGMENT}(?:/${SEGMENT})+)$`,
);

/** Whether a path may stand in a backup: ours by shape, and never outside the directory that it is unpacked into. */
export const isBackupEntry = (path: string): boolean => path.length <= 400 && ENTRY.test(path);
