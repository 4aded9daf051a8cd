import type { Duplicate, Upload } from '@godhuli/contracts/uploads';
import { randomKey } from '../random-key';
import { fileProblem } from './photo-file';

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

export function entryOfFile(file: File, settings: UploadSettings): UploadEntry {
  const problem = fileProblem(file);
  return {
    ...{ key: randomKey(), id: null, name: file.name, bytes: file.size, modifiedMs: file.lastModified, settings },
    ...{ sentBytes: 0, state: problem ? 'failed' : 'queued', problem: problem ?? '', canRetry: false },
    ...{ duplicates: [], keepDuplicate: false },
  };
}

export function entryOfUpload(upload: Upload): UploadEntry {
  const { key, _id: id, name, bytes, modifiedMs, received, problem, category, place, published } = upload;
  const isComplete = received === bytes;
  return {
    ...{ key, id, name, bytes, modifiedMs, sentBytes: received, problem, canRetry: false },
    // All bytes are there: the server only has to make the photo.
    state: upload.state === 'failed' ? 'failed' : isComplete ? 'queued' : 'needs-file',
    ...{ duplicates: [], keepDuplicate: false, settings: { category, place, published } },
  };
}
