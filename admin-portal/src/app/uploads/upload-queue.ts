import { ApiError } from '@godhuli/contracts/api-error';
import { UPLOADS_PER_REQUEST, type Upload } from '@godhuli/contracts/uploads';
import { Cancelled, failureText } from '../call';
import { randomKey } from '../random-key';
import { onSessionChange, type Session } from '../session/session';
import { loadMe } from '../session/session.requests';
import { rememberPanel } from './panel-state';
import { hashOf, PartSize } from './parts';
import { fileProblem, titleFromName } from './photo-file';
import { hasUnfinished, rememberUnfinished, unregisteredEntries } from './unfinished';
import * as requests from './upload.requests';
import { ACTIVE_STATES, type UploadEntry, type UploadSettings } from './upload-entry';

const PARALLEL = 3;
/** Seconds until the next try while the server cannot be reached; the last one repeats. */
const WAITS_S = [1, 2, 4, 8, 15, 30];
/** Seconds until the list of unfinished uploads is asked for again. */
const RELOAD_WAIT_S = 4;
/** Subscribers hear of progress at most this often. */
const NOTICE_MS = 150;
/** No response, or that of a proxy or server which is not ready. */
const LOST_STATUSES = [0, 502, 503, 504];

/** What subscribers see; replaced by every change. */
export interface UploadsSnapshot {
  entries: readonly UploadEntry[];
  /** photos stored since the queue was last empty */
  doneCount: number;
  isLost: boolean;
  /** whether staff see the panel */
  isOpen: boolean;
  /** whether the files may be those of another user than the one who has just signed in */
  isOwnerUnknown: boolean;
}

/** What a queue gives to the next one. */
interface HandedOver {
  entries: readonly UploadEntry[];
  files: ReadonlyMap<string, File>;
  doneCount: number;
  isOpen: boolean;
  owner: string | null;
  category: string;
}

declare global {
  /**
   * The queue whose files this document uploads. The host loads all code of the portal anew when it tries again, also that of
   * another release: what has another shape needs another name.
   */
  var studioUploads: { handOver(): HandedOver } | undefined;
}

const EMPTY: UploadsSnapshot = { entries: [], doneCount: 0, isLost: false, isOpen: false, isOwnerUnknown: false };

/**
 * The uploads of this page, independent of what it shows. The server knows every file by name and how many bytes it has, so a
 * lost connection, a restart of the server and a reload lose nothing but the files themselves, which are picked again.
 */
class UploadQueue {
  #entries = new Map<string, UploadEntry>();
  /** files are not part of an entry: a rendered list must not keep them */
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #partSize = new PartSize();
  #snapshot = EMPTY;
  #doneCount = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #loadTimer: ReturnType<typeof setTimeout> | undefined;
  /** whether the server has told what is unfinished */
  #isLoaded = false;
  #failedTries = 0;
  #isStopped = false;
  #isOpen = false;
  #session: Session | null = null;
  /** email of the user whose files these are; null until the server has named it */
  #owner: string | null = null;
  /** whether the owner is the one who is signed in now. Nothing is sent before. */
  #isOwnerChecked = false;
  #ownerCheck: Promise<void> | undefined;
  /** category of the page that opened the panel */
  category = 'wedding';
  #registering: Promise<void> = Promise.resolve();
  /** Called after photos were stored. */
  onStored: () => void = () => undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): UploadsSnapshot => this.#snapshot;
  readonly fileOf = (key: string): File | undefined => this.#files.get(key);

  /** Goes on with the files of the queue that this document had before, in code that was loaded earlier. */
  readonly adopt = (): void => {
    const earlier = globalThis.studioUploads;
    globalThis.studioUploads = this;
    if (!earlier || earlier === this) return;
    const { entries, files, doneCount, isOpen, owner, category } = earlier.handOver();
    for (const [key, file] of files) this.#files.set(key, file);
    for (const entry of entries)
      this.#entries.set(entry.key, ACTIVE_STATES.includes(entry.state) ? { ...entry, state: 'queued' } : entry);
    this.#doneCount = doneCount;
    this.#isOpen = isOpen;
    this.#owner = owner;
    this.category = category;
    this.#notify();
    this.reconnect();
  };

  /** Stops, and returns everything that it has. */
  handOver(): HandedOver {
    const handedOver = {
      ...{ entries: [...this.#entries.values()], files: new Map(this.#files) },
      ...{ doneCount: this.#doneCount, isOpen: this.#isOpen, owner: this.#owner, category: this.category },
    };
    this.stop();
    return handedOver;
  }

  /** Shows or hides the panel. */
  readonly setOpen = (isOpen: boolean): void => {
    this.#isOpen = isOpen;
    this.#notify();
  };

  /**
   * Reads what is unfinished from the server: after a reload, or from another device. Names what only this browser knew.
   * Is tried again until the server responds.
   */
  async load(): Promise<void> {
    this.#isStopped = false;
    clearTimeout(this.#loadTimer);
    for (const entry of unregisteredEntries()) if (!this.#entries.has(entry.key)) this.#set(entry);
    void this.#checkOwner();
    const session = this.#session;
    try {
      const uploads = await requests.listUploads(new AbortController().signal);
      if (this.#isStopped) return;
      // Another user may have signed in.
      if (session !== this.#session) return this.reconnect();
      for (const upload of uploads) this.#merge(upload);
      this.#isLoaded = true;
      this.#publish();
    } catch (error) {
      if (isLost(error) && session === this.#session && !this.#isStopped)
        this.#loadTimer = setTimeout(() => void this.load(), RELOAD_WAIT_S * 1000);
    }
    this.#pump();
  }

  /** A file whose registration got no response is known here by its key, but has no id. */
  #merge(upload: Upload): void {
    const known = this.#entries.get(upload.key);
    if (known === undefined || (known.id === null && !this.#files.has(upload.key))) this.#set(entryOfUpload(upload));
  }

  /**
   * Adds files. One that the list asks for again continues where it was; one that is on its way already is ignored.
   * @returns how many files continue an earlier upload
   */
  add(files: readonly File[], settings: UploadSettings): number {
    this.#isStopped = false;
    rememberPanel(null);
    let continued = 0;
    const added: UploadEntry[] = [];
    for (const file of files) {
      const known = this.#find(file);
      if (known) {
        if (this.#files.has(known.key)) continue;
        this.#files.set(known.key, file);
        this.#change(known.key, { state: 'queued', problem: '' });
        continued += 1;
        continue;
      }
      const entry = entryOfFile(file, settings);
      if (entry.state === 'queued') this.#files.set(entry.key, file);
      this.#set(entry);
      added.push(entry);
    }
    const wanted = added.filter(({ state }) => state === 'queued').map(({ key }) => key);
    for (let at = 0; at < wanted.length; at += UPLOADS_PER_REQUEST)
      this.#register(wanted.slice(at, at + UPLOADS_PER_REQUEST));
    this.#pump();
    return continued;
  }

  /** An entry without its file that this file belongs to, else one that is on its way with the same file. */
  #find(file: File): UploadEntry | undefined {
    const isSame = (entry: UploadEntry) => entry.bytes === file.size && entry.name === file.name;
    const candidates = [...this.#entries.values()].filter((entry) => isSame(entry) && entry.state !== 'failed');
    return (
      candidates.find(({ modifiedMs }) => modifiedMs === file.lastModified) ??
      candidates.find(({ state }) => state === 'needs-file')
    );
  }

  retry(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry?.canRetry) return;
    this.#change(key, { state: this.#files.has(key) ? 'queued' : 'needs-file', problem: '', canRetry: false });
    this.#wake();
  }

  retryAll(): void {
    for (const { key, state } of this.#entries.values()) if (state === 'failed') this.retry(key);
    this.#wake();
  }

  /** Uploads a photo that the gallery has already. */
  keep(key: string): void {
    this.#change(key, { state: 'queued', keepDuplicate: true, duplicates: [] });
    this.#pump();
  }

  /** Forgets a file, here and on the server. */
  remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#running.get(key)?.abort();
    this.#entries.delete(key);
    this.#files.delete(key);
    if (entry?.id) void requests.cancelUpload(entry.id).catch(() => undefined);
    this.#publish();
    this.#pump();
  }

  /** Leaves out every file that the gallery has already. */
  skipDuplicates(): void {
    for (const { key, state } of [...this.#entries.values()]) if (state === 'duplicate') this.remove(key);
  }

  removeAll(): void {
    for (const key of [...this.#entries.keys()]) this.remove(key);
  }

  /** Stops everything and forgets it here, when the user has left; the server keeps what it has. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#loadTimer);
    this.#retryTimer = undefined;
    this.#isLoaded = false;
    this.#owner = null;
    this.#isOwnerChecked = false;
    this.#ownerCheck = undefined;
    for (const controller of this.#running.values()) controller.abort();
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

  /** Stops after a logout. A session that has ended is waited for: the next sign-in goes on if it is that of the same user. */
  readonly followSession = (session: Session): void => {
    this.#session = session;
    this.#isOwnerChecked = false;
    this.#ownerCheck = undefined;
    clearTimeout(this.#loadTimer);
    if (session.hasLoggedOut || (session.user === null && this.#owner === null)) {
      this.stop();
      return;
    }
    for (const [key, controller] of this.#running) {
      controller.abort();
      this.#change(key, { state: 'lost' });
    }
    this.#running.clear();
    if (this.#owner === null) {
      this.#pump();
      return;
    }
    this.#notify();
    this.reconnect();
  };

  /** Asks who is signed in, once for each session. Files of another user are forgotten. */
  async #checkOwner(): Promise<void> {
    if (this.#session?.user === null) return;
    this.#ownerCheck ??= this.#askOwner();
    await this.#ownerCheck;
  }

  async #askOwner(): Promise<void> {
    const session = this.#session;
    try {
      const { email } = await loadMe(new AbortController().signal);
      if (session !== this.#session) return;
      if (this.#owner !== null && this.#owner !== email) {
        this.stop();
        return;
      }
      this.#owner = email;
      this.#isOwnerChecked = true;
      this.#publish();
    } catch (error) {
      if (session !== this.#session) return;
      this.#ownerCheck = undefined;
      for (const { key, state } of this.#entries.values()) if (state === 'queued') this.#change(key, { state: 'lost' });
      this.#waitForConnection(error);
    }
  }

  /** Tries again at once: the browser is online, or someone has signed in again. */
  readonly reconnect = (): void => {
    if (this.#session?.user === null) return;
    this.#failedTries = 0;
    if (!this.#isLoaded && hasUnfinished()) void this.load();
    this.#wake();
  };

  #wake(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    for (const { key, state } of this.#entries.values()) if (state === 'lost') this.#change(key, { state: 'queued' });
    this.#pump();
  }

  #register(keys: string[]): void {
    this.#registering = this.#registering.then(() => this.#registerNow(keys));
  }

  async #registerNow(keys: readonly string[]): Promise<void> {
    await this.#checkOwner();
    const entries = keys.flatMap((key) => this.#entries.get(key) ?? []).filter(({ id }) => id === null);
    const [first] = entries;
    if (!first || this.#isStopped || !this.#isOwnerChecked) return;
    const files = entries.map(({ key, name, bytes, modifiedMs }) => ({
      ...{ key, name: name.slice(0, 255), bytes, modifiedMs },
      title: (titleFromName(name) || name).slice(0, 120),
    }));
    try {
      const uploads = await requests.registerUploads({ files, ...first.settings }, new AbortController().signal);
      for (const { key, _id } of uploads) this.#change(key, { id: _id });
    } catch (error) {
      // One that is lost is registered again when its turn comes.
      if (!isLost(error)) for (const { key } of entries) this.#fail(key, error);
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#isStopped || this.#retryTimer !== undefined || this.#session?.user === null) return;
    if (!this.#isOwnerChecked) {
      if (this.#owner === null && this.#entries.size === 0) return;
      void this.#checkOwner().then(() => this.#isOwnerChecked && this.#pump());
      return;
    }
    for (const entry of this.#entries.values()) {
      if (this.#running.size >= PARALLEL) return;
      if (entry.state === 'queued' && !this.#running.has(entry.key)) void this.#run(entry.key);
    }
  }

  async #run(key: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(key, controller);
    try {
      await this.#registering;
      if (this.#entries.get(key)?.id === null) await this.#registerNow([key]);
      signal.throwIfAborted();
      if (await this.#isDuplicate(key, signal)) return;
      await this.#sendParts(key, signal);
      await this.#finish(key, signal);
      this.#failedTries = 0;
    } catch (error) {
      if (!signal.aborted) this.#handle(key, error);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
      this.#pump();
    }
  }

  /** Compares the content with the gallery before it is sent. Only pages over https can compute hashes. */
  async #isDuplicate(key: string, signal: AbortSignal): Promise<boolean> {
    const entry = this.#entries.get(key);
    const file = this.#files.get(key);
    if (!entry || !file || entry.keepDuplicate || entry.sentBytes > 0) return false;
    this.#change(key, { state: 'checking' });
    const hash = await hashOf(file);
    signal.throwIfAborted();
    if (hash === null) return false;
    const duplicates = await requests.findDuplicates(hash, signal);
    if (duplicates.length > 0) this.#change(key, { state: 'duplicate', duplicates });
    return duplicates.length > 0;
  }

  async #sendParts(key: string, signal: AbortSignal): Promise<void> {
    const entry = this.#entries.get(key);
    const file = this.#files.get(key);
    const id = entry?.id;
    if (!entry || !id) throw new ApiError('The connection was lost.', 0);
    let offset = entry.sentBytes;
    while (file && offset < entry.bytes) {
      this.#change(key, { state: 'uploading' });
      const begun = performance.now();
      const body = file.slice(offset, offset + this.#partSize.bytes);
      const before = offset;
      const onProgress = (sent: number) => this.#change(key, { sentBytes: before + Math.min(sent, body.size) });
      try {
        const { received } = await requests.appendPart(id, { offset, body, onProgress, signal });
        this.#partSize.learn(body.size, performance.now() - begun);
        offset = received;
        this.#failedTries = 0;
      } catch (error) {
        this.#change(key, { sentBytes: before });
        const known = requests.uploadOf(error);
        if (known?.state !== 'waiting') throw error;
        offset = known.received;
      }
      this.#change(key, { sentBytes: offset });
    }
  }

  async #finish(key: string, signal: AbortSignal): Promise<void> {
    const { id, keepDuplicate = false } = this.#entries.get(key) ?? {};
    if (!id) return;
    this.#change(key, { state: 'saving' });
    await requests.finishUpload(id, keepDuplicate, signal);
    this.#entries.delete(key);
    this.#files.delete(key);
    this.#doneCount += 1;
    this.#publish();
    this.onStored();
  }

  #handle(key: string, error: unknown): void {
    const duplicates = requests.duplicatesOf(error);
    const upload = requests.uploadOf(error);
    if (duplicates) this.#change(key, { state: 'duplicate', duplicates });
    else if (upload) this.#change(key, this.#resumed(key, upload));
    else if (isLost(error)) this.#lose(key, error);
    // It has expired: it begins again.
    else if (error instanceof ApiError && error.status === 404 && this.#files.has(key))
      this.#change(key, { state: 'queued', id: null, sentBytes: 0 });
    else this.#fail(key, error);
  }

  /** The server has another number of bytes than this page thought. */
  #resumed(key: string, { received }: Upload): Partial<UploadEntry> {
    return { sentBytes: received, state: this.#files.has(key) ? 'queued' : 'needs-file' };
  }

  #lose(key: string, error: unknown): void {
    this.#change(key, { state: 'lost', problem: '' });
    this.#waitForConnection(error);
  }

  /** All uploads wait for the connection together. A 401 waits for the next sign-in. */
  #waitForConnection(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) return;
    if (this.#retryTimer !== undefined) return;
    const askedS = error instanceof ApiError ? error.retryAfterS : 0;
    const waitS = Math.max(WAITS_S[Math.min(this.#failedTries, WAITS_S.length - 1)] ?? 0, Math.min(askedS, 60));
    this.#failedTries += 1;
    this.#retryTimer = setTimeout(() => this.#wake(), waitS * 1000);
  }

  #fail(key: string, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    const problem = failureText(error, 'We could not upload this photo. Please try again.');
    this.#change(key, { state: 'failed', problem, canRetry: ![413, 415, 422].includes(status) });
  }

  #set(entry: UploadEntry): void {
    this.#entries.set(entry.key, entry);
    this.#publish();
  }

  #change(key: string, change: Partial<UploadEntry>): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.set(key, { ...entry, ...change });
    this.#publish();
  }

  /** Soon: progress is reported many times a second. */
  #publish(): void {
    this.#noticeTimer ??= setTimeout(() => {
      this.#noticeTimer = undefined;
      this.#notify();
    }, NOTICE_MS);
  }

  #notify(): void {
    const entries = [...this.#entries.values()];
    const isLost = entries.some(({ state }) => state === 'lost');
    const isOwnerUnknown = this.#owner !== null && !this.#isOwnerChecked;
    this.#snapshot = { entries, doneCount: this.#doneCount, isLost, isOpen: this.#isOpen, isOwnerUnknown };
    // The next user of this browser sees no names of files.
    rememberUnfinished(isOwnerUnknown ? [] : entries, isOwnerUnknown || !this.#isLoaded);
    for (const listener of this.#listeners) listener();
  }

  /** Forgets how many photos were stored. */
  readonly clearDone = (): void => {
    this.#doneCount = 0;
    this.#publish();
  };
}

const isLost = (error: unknown) =>
  error instanceof Cancelled ||
  (error instanceof ApiError && (LOST_STATUSES.includes(error.status) || error.status === 401));

function entryOfFile(file: File, settings: UploadSettings): UploadEntry {
  const problem = fileProblem(file);
  return {
    ...{ key: randomKey(), id: null, name: file.name, bytes: file.size, modifiedMs: file.lastModified, settings },
    ...{ sentBytes: 0, state: problem ? 'failed' : 'queued', problem: problem ?? '', canRetry: false },
    ...{ duplicates: [], keepDuplicate: false },
  };
}

function entryOfUpload(upload: Upload): UploadEntry {
  const { key, _id: id, name, bytes, modifiedMs, received, problem, category, place, published } = upload;
  const isComplete = received === bytes;
  return {
    ...{ key, id, name, bytes, modifiedMs, sentBytes: received, problem, canRetry: false },
    // All bytes are there: the server only has to make the photo.
    state: upload.state === 'failed' ? 'failed' : isComplete ? 'queued' : 'needs-file',
    ...{ duplicates: [], keepDuplicate: false, settings: { category, place, published } },
  };
}

/** Whether files are on their way, which leaving the page would interrupt. */
export const isBusy = ({ entries }: UploadsSnapshot): boolean =>
  entries.some(({ state }) => ACTIVE_STATES.includes(state) || state === 'queued' || state === 'lost');

/** The queue of this page. */
export const uploadQueue = new UploadQueue();
onSessionChange(uploadQueue.followSession);
