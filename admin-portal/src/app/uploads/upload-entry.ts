import type { Duplicate } from '@godhuli/contracts/uploads';

/**
 * Where a file is on its way:
 * - `queued` waits for its turn, `checking` compares it with the gallery, `uploading`, `saving` while the server makes a photo
 * - `lost` waits for the connection
 * - `duplicate` waits for the decision to keep or skip it
 * - `needs-file` is known to the server, but this page no longer has the file: pick it again
 * - `failed` was refused or did not work; `canRetry` tells them apart
 */
export type UploadState =
  | 'queued'
  | 'checking'
  | 'uploading'
  | 'saving'
  | 'lost'
  | 'duplicate'
  | 'needs-file'
  | 'failed';

/** One file of the queue. Entries are replaced, never changed. */
export interface UploadEntry {
  /** also the key of its registration */
  key: string;
  /** id of its registration, or null before it */
  id: string | null;
  name: string;
  bytes: number;
  modifiedMs: number;
  /** bytes that the server has, and those on their way */
  sentBytes: number;
  state: UploadState;
  /** what is wrong, in a sentence */
  problem: string;
  canRetry: boolean;
  duplicates: readonly Duplicate[];
  keepDuplicate: boolean;
  settings: UploadSettings;
}

/** What all files of one choice get. */
export interface UploadSettings {
  /** may be one that only the server knows */
  category: string;
  place: string;
  published: boolean;
}

export const ACTIVE_STATES: readonly UploadState[] = ['checking', 'uploading', 'saving'];

/** The URL of the gallery with an item. */
export const duplicateUrl = (basePath: string, { title, isInTrash }: Duplicate): string =>
  `${basePath}/dashboard/gallery?${isInTrash ? 'show=trash' : `q=${encodeURIComponent(title)}`}`;
