import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Incremented when older files can no longer be read. */
export const BACKUP_FORMAT = 1;
/** The last entry of a backup. It describes all other entries. */
export const MANIFEST_PATH = 'manifest.json';
/** Tables that a backup does not contain: sessions, sign-ins in progress, login attempts, reset links, known devices and unfinished uploads. */
export const LEFT_OUT_TABLES: readonly string[] = [
  'sessions',
  'sign_in_steps',
  'login_attempts',
  'password_resets',
  'known_devices',
  'uploads',
];

/** A manifest is read into memory as a whole. Bytes; an entry has about 180, so a site may have some 370,000 photos. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
/** Whether a table can be an entry of a backup. */
export const isTableName = (name: string): boolean => nameSchema.safeParse(name).success;
const countSchema = z.number().int().min(0);

export const backupTableSchema = z.strictObject({
  name: nameSchema,
  columns: z.array(nameSchema).min(1),
  rows: countSchema,
  /** state of the sequences of identity columns; `value` is a bigint as a string */
  sequences: z.array(
    z.strictObject({ column: nameSchema, value: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() }),
  ),
});
export type BackupTable = z.infer<typeof backupTableSchema>;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const backupManifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** names of the migrations that created the tables, in order */
  migrations: z.array(z.string()).min(1),
  /** ordered so that a table follows those that it references */
  tables: z.array(backupTableSchema),
  /** tables of other programs, which the backup does not contain; absent without any, as in older backups */
  foreignTables: z.array(z.string()).optional(),
  /** files that the database references but that were missing when the backup was created */
  missing: z.array(z.string()),
  entries: z.array(z.strictObject({ path: z.string(), size: countSchema, sha256: digestSchema })),
  /**
   * Folders of releases, each with one digest of its files: a remote may store half a million, and a manifest that lists them
   * would not fit into memory. Absent in older backups, whose `entries` list these files.
   */
  folders: z.array(z.strictObject({ path: z.string(), files: countSchema, sha256: digestSchema })).optional(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** Returns how many entries a backup has besides the manifest. */
export const countEntries = ({ entries, folders = [] }: BackupManifest): number =>
  folders.reduce((sum, { files }) => sum + files, entries.length);

/** A backup cannot be used. `message` explains why, for the person at the terminal. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** Receives progress messages for people. */
export type Progress = (line: string) => void;

export const tableEntry = (table: string) => `database/${table}.jsonl`;

/** The size and digest of a packed file. */
export interface PackedFile {
  path: string;
  size: number;
  sha256: string;
}

/** Digests the files of a folder in the order of their paths. */
export class FolderDigest {
  readonly #hash = createHash('sha256');
  #last = '';
  #files = 0;

  constructor(readonly path: string) {}

  /** @returns whether the file follows those before it */
  add({ path, size, sha256 }: PackedFile): boolean {
    if (path <= this.#last) return false;
    this.#last = path;
    this.#files += 1;
    this.#hash.update(`${JSON.stringify([path, size, sha256])}\n`);
    return true;
  }

  /** Returns the folder as the manifest lists it. */
  end(): { path: string; files: number; sha256: string } {
    return { path: this.path, files: this.#files, sha256: this.#hash.digest('hex') };
  }
}

/** Returns the folder of a release that an entry belongs to, or undefined. */
export const folderOf = (path: string): string | undefined => /^releases\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];

const SEGMENT = '(?!\\.{1,2}(?:/|$))[A-Za-z0-9_@.+-]+';
const ENTRY = new RegExp(
  `^(?:database/[a-z_][a-z0-9_]{0,62}\\.jsonl|media/[0-9a-f]{64}/master|films/[0-9a-f]{64}\\.(?:mp4|vtt)|client-files/[0-9a-f]{32}|releases/${SEGMENT}(?:/${SEGMENT})+)$`,
);

/** Whether a path is valid in a backup. A valid path never leaves the directory into which a backup is unpacked. */
export const isBackupEntry = (path: string): boolean => path.length <= 400 && ENTRY.test(path);
