import type { Upload } from '@godhuli/contracts/uploads';
import { panelState } from './panel-state';
import { MAX_NAME, startOfName } from './photo-file';
import { rememberUnfinished } from './unfinished';
import { ACTIVE_STATES, entryOfUpload, type UploadEntry } from './upload-entry';

/** Subscribers hear of progress at most this often. */
const NOTICE_MS = 150;

/** What subscribers see; replaced by every change. */
export interface UploadsSnapshot {
  entries: readonly UploadEntry[];
  /** photos stored since the queue was last empty */
  doneCount: number;
  isLost: boolean;
  /** whether staff see the panel */
  isOpen: boolean;
  /** whether the panel is only its head */
  isSmall: boolean;
  /** whether the files may be those of another user than the one who has just signed in */
  isOwnerUnknown: boolean;
}

const EMPTY: UploadsSnapshot = {
  ...{ entries: [], doneCount: 0, isLost: false, isOpen: false, isSmall: false, isOwnerUnknown: false },
};

/** Whether files are on their way, which leaving the page would interrupt. */
export const isBusy = ({ entries }: UploadsSnapshot): boolean =>
  entries.some(({ state }) => ACTIVE_STATES.includes(state) || state === 'queued' || state === 'lost');

/** What the list of code that is loaded later takes over. */
export interface ListedUploads {
  entries: readonly UploadEntry[];
  files: ReadonlyMap<string, File>;
  doneCount: number;
  isOpen: boolean;
}

/** The uploads that this page shows, with their files. Tells subscribers and the next page of this browser about changes. */
export class UploadList {
  readonly #entries = new Map<string, UploadEntry>();
  /** files are not part of an entry: a rendered list must not keep them */
  readonly #files = new Map<string, File>();
  readonly #listeners = new Set<() => void>();
  readonly #isOwnerUnknown: () => boolean;
  #snapshot = EMPTY;
  #doneCount = 0;
  #isOpen = false;
  #isSmall = false;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  /** whether the server has told what is unfinished */
  isLoaded = false;

  constructor(isOwnerUnknown: () => boolean) {
    this.#isOwnerUnknown = isOwnerUnknown;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): UploadsSnapshot => this.#snapshot;
  readonly fileOf = (key: string): File | undefined => this.#files.get(key);

  entries(): UploadEntry[] {
    return [...this.#entries.values()];
  }

  get(key: string): UploadEntry | undefined {
    return this.#entries.get(key);
  }

  /** An entry without its file that this file belongs to, else one that is on its way with the same file. */
  find(file: File): UploadEntry | undefined {
    // After a reload the name is the one that the server has.
    const name = startOfName(file.name, MAX_NAME);
    const isSame = (entry: UploadEntry) => entry.bytes === file.size && startOfName(entry.name, MAX_NAME) === name;
    const candidates = this.entries().filter((entry) => isSame(entry) && entry.state !== 'failed');
    return (
      candidates.find(({ modifiedMs }) => modifiedMs === file.lastModified) ??
      candidates.find(({ state }) => state === 'needs-file')
    );
  }

  set(entry: UploadEntry): void {
    this.#entries.set(entry.key, entry);
    this.publishSoon();
  }

  setFile(key: string, file: File): void {
    this.#files.set(key, file);
  }

  change(key: string, change: Partial<UploadEntry>): void {
    const entry = this.#entries.get(key);
    if (entry) this.set({ ...entry, ...change });
  }

  /** A file whose registration got no response is known here by its key, but has no id. */
  merge(upload: Upload): void {
    const known = this.#entries.get(upload.key);
    if (known === undefined || (known.id === null && !this.#files.has(upload.key))) this.set(entryOfUpload(upload));
  }

  /** The photo is stored. */
  finish(key: string): void {
    this.#doneCount += 1;
    this.delete(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
    this.#files.delete(key);
    this.publishSoon();
  }

  listed(): ListedUploads {
    const files = new Map(this.#files);
    return { entries: this.entries(), files, doneCount: this.#doneCount, isOpen: this.#isOpen };
  }

  /** What was on its way is queued again. */
  takeOver({ entries, files, doneCount, isOpen }: ListedUploads): void {
    for (const [key, file] of files) this.#files.set(key, file);
    for (const entry of entries)
      this.#entries.set(entry.key, ACTIVE_STATES.includes(entry.state) ? { ...entry, state: 'queued' } : entry);
    this.#doneCount = doneCount;
    this.#isOpen = isOpen;
    this.#isSmall = panelState() === 'small';
    this.publish();
  }

  /** Shows or hides the panel. */
  readonly setOpen = (isOpen: boolean, isSmall = false): void => {
    this.#isOpen = isOpen;
    this.#isSmall = isSmall;
    this.publish();
  };

  /** Forgets how many photos were stored. */
  readonly clearDone = (): void => {
    this.#doneCount = 0;
    this.publishSoon();
  };

  /** Forgets everything here; the server keeps what it has. */
  clear(): void {
    this.isLoaded = false;
    this.#entries.clear();
    this.#files.clear();
    this.#doneCount = 0;
    this.#isOpen = false;
    // The list is empty here, not on the server.
    rememberUnfinished([], true);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = undefined;
    this.#snapshot = EMPTY;
    for (const listener of this.#listeners) listener();
  }

  /** Soon: progress is reported many times a second. */
  publishSoon(): void {
    this.#noticeTimer ??= setTimeout(() => {
      this.#noticeTimer = undefined;
      this.publish();
    }, NOTICE_MS);
  }

  publish(): void {
    const entries = this.entries();
    const isLost = entries.some(({ state }) => state === 'lost');
    const isOwnerUnknown = this.#isOwnerUnknown();
    this.#snapshot = {
      ...{ entries, doneCount: this.#doneCount, isLost, isOwnerUnknown },
      ...{ isOpen: this.#isOpen, isSmall: this.#isSmall },
    };
    // The next user of this browser sees no names of files.
    rememberUnfinished(isOwnerUnknown ? [] : entries, isOwnerUnknown || !this.isLoaded);
    for (const listener of this.#listeners) listener();
  }
}
