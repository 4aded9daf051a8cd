import { UPLOADS_PER_REQUEST } from '@godhuli/contracts/uploads';
import { onSessionChange, type Session } from '../session/session';
import { changeAfter, failure, problemOfFile } from './failed-upload';
import { rememberPanel } from './panel-state';
import { PartSize } from './parts';
import { MAX_NAME, startOfName, titleFromName } from './photo-file';
import { isLost, Reconnect } from './reconnect';
import { sendUpload } from './send-upload';
import { hasUnfinished, unregisteredEntries } from './unfinished';
import * as requests from './upload.requests';
import { entryOfFile, type UploadEntry, type UploadSettings } from './upload-entry';
import { type ListedUploads, UploadList } from './upload-list';
import { UploadOwner } from './upload-owner';

const PARALLEL = 3;
/** Seconds until the list of unfinished uploads is asked for again. */
const RELOAD_WAIT_S = 4;

/** What a queue gives to the next one. */
interface HandedOver extends ListedUploads {
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

/**
 * The uploads of this page, independent of what it shows. The server knows every file by name and how many bytes it has, so a
 * lost connection, a restart of the server and a reload lose nothing but the files themselves, which are picked again.
 */
class UploadQueue {
  readonly #owner = new UploadOwner({
    onKnown: () => this.#list.publishSoon(),
    // Files of another user are forgotten.
    onOther: () => this.stop(),
    onFailure: (error) => {
      for (const { key, state } of this.#list.entries())
        if (state === 'queued') this.#list.change(key, { state: 'lost' });
      this.#connection.wait(error);
    },
  });
  readonly #list = new UploadList(this.#owner.isUnknown);
  readonly #connection = new Reconnect(() => this.#wake());
  readonly #running = new Map<string, AbortController>();
  readonly #partSize = new PartSize();
  #loadTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** category of the page that opened the panel */
  category = 'wedding';
  #registering: Promise<void> = Promise.resolve();
  /** Called after photos were stored. */
  onStored: () => void = () => undefined;

  readonly subscribe = this.#list.subscribe;
  readonly snapshot = this.#list.snapshot;
  readonly fileOf = this.#list.fileOf;
  readonly setOpen = this.#list.setOpen;
  readonly clearDone = this.#list.clearDone;

  /** Goes on with the files of the queue that this document had before, in code that was loaded earlier. */
  readonly adopt = (): void => {
    const earlier = globalThis.studioUploads;
    globalThis.studioUploads = this;
    if (!earlier || earlier === this) return;
    const { owner, category, ...listed } = earlier.handOver();
    this.#owner.takeOver(owner);
    this.category = category;
    this.#list.takeOver(listed);
    this.reconnect();
  };

  /** Stops, and returns everything that it has. */
  handOver(): HandedOver {
    const handedOver = { ...this.#list.listed(), owner: this.#owner.email, category: this.category };
    this.stop();
    return handedOver;
  }

  /**
   * Reads what is unfinished from the server: after a reload, or from another device. Names what only this browser knew.
   * Is tried again until the server responds.
   */
  async load(): Promise<void> {
    this.#isStopped = false;
    clearTimeout(this.#loadTimer);
    for (const entry of unregisteredEntries()) if (!this.#list.get(entry.key)) this.#list.set(entry);
    void this.#owner.check();
    const { session } = this.#owner;
    try {
      const uploads = await requests.listUploads(new AbortController().signal);
      if (this.#isStopped) return;
      // Another user may have signed in.
      if (session !== this.#owner.session) return this.reconnect();
      for (const upload of uploads) this.#list.merge(upload);
      this.#list.isLoaded = true;
      this.#list.publishSoon();
    } catch (error) {
      if (isLost(error) && session === this.#owner.session && !this.#isStopped)
        this.#loadTimer = setTimeout(() => void this.load(), RELOAD_WAIT_S * 1000);
    }
    this.#pump();
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
      const known = this.#list.find(file);
      if (known) {
        if (this.#list.fileOf(known.key)) continue;
        this.#list.setFile(known.key, file);
        this.#list.change(known.key, { state: 'queued', problem: '' });
        continued += 1;
        continue;
      }
      const entry = entryOfFile(file, settings);
      if (entry.state === 'queued') this.#list.setFile(entry.key, file);
      this.#list.set(entry);
      added.push(entry);
    }
    const wanted = added.filter(({ state }) => state === 'queued').map(({ key }) => key);
    for (let at = 0; at < wanted.length; at += UPLOADS_PER_REQUEST)
      this.#register(wanted.slice(at, at + UPLOADS_PER_REQUEST));
    this.#pump();
    return continued;
  }

  retry(key: string): void {
    if (!this.#list.get(key)?.canRetry) return;
    const state = this.#list.fileOf(key) ? 'queued' : 'needs-file';
    this.#list.change(key, { state, problem: '', canRetry: false });
    this.#wake();
  }

  retryAll(): void {
    for (const { key, state } of this.#list.entries()) if (state === 'failed') this.retry(key);
    this.#wake();
  }

  /** Uploads a photo that the gallery has already. */
  keep(key: string): void {
    this.#list.change(key, { state: 'queued', keepDuplicate: true, duplicates: [] });
    this.#pump();
  }

  /** Forgets a file, here and on the server. */
  remove(key: string): void {
    const id = this.#list.get(key)?.id;
    this.#running.get(key)?.abort();
    this.#list.delete(key);
    if (id) void requests.cancelUpload(id).catch(() => undefined);
    this.#pump();
  }

  /** Leaves out every file that the gallery has already. */
  skipDuplicates(): void {
    for (const { key, state } of this.#list.entries()) if (state === 'duplicate') this.remove(key);
  }

  removeAll(): void {
    for (const { key } of this.#list.entries()) this.remove(key);
  }

  /** Stops everything and forgets it here, when the user has left; the server keeps what it has. */
  stop(): void {
    this.#isStopped = true;
    this.#connection.stopWaiting();
    clearTimeout(this.#loadTimer);
    this.#owner.forget();
    for (const controller of this.#running.values()) controller.abort();
    this.#list.clear();
  }

  /** Stops after a logout. A session that has ended is waited for: the next sign-in goes on if it is that of the same user. */
  readonly followSession = (session: Session): void => {
    this.#owner.follow(session);
    clearTimeout(this.#loadTimer);
    if (session.hasLoggedOut || (session.user === null && this.#owner.email === null)) {
      this.stop();
      return;
    }
    for (const [key, controller] of this.#running) {
      controller.abort();
      this.#list.change(key, { state: 'lost' });
    }
    this.#running.clear();
    if (this.#owner.email === null) {
      this.#pump();
      return;
    }
    this.#list.publish();
    this.reconnect();
  };

  /** Tries again at once: the browser is online, or someone has signed in again. */
  readonly reconnect = (): void => {
    if (this.#owner.isSignedOut) return;
    this.#connection.reset();
    if (!this.#list.isLoaded && hasUnfinished()) void this.load();
    this.#wake();
  };

  #wake(): void {
    this.#connection.stopWaiting();
    for (const { key, state } of this.#list.entries())
      if (state === 'lost') this.#list.change(key, { state: 'queued' });
    this.#pump();
  }

  #register(keys: string[]): void {
    // One that is lost is registered again when its turn comes.
    this.#registering = this.#registering.then(() => this.#registerNow(keys)).catch(() => undefined);
  }

  /** A refusal is shown with its reason. @throws what can work later */
  async #registerNow(keys: readonly string[]): Promise<void> {
    await this.#owner.check();
    const entries = keys.flatMap((key) => this.#list.get(key) ?? []).filter(({ id }) => id === null);
    const [first] = entries;
    if (!first || this.#isStopped || !this.#owner.isChecked) return;
    const files = entries.map(({ key, name, bytes, modifiedMs }) => ({
      // The API refuses dates before 1970.
      ...{ key, name: startOfName(name, MAX_NAME), bytes, modifiedMs: Math.max(0, modifiedMs) },
      title: startOfName(titleFromName(name) || name, 120),
    }));
    try {
      const uploads = await requests.registerUploads({ files, ...first.settings }, new AbortController().signal);
      for (const { key, _id } of uploads) this.#list.change(key, { id: _id });
    } catch (error) {
      if (isLost(error)) throw error;
      const refused = entries.flatMap(({ key }, index) => {
        const problem = problemOfFile(error, index);
        return problem === undefined ? [] : [{ key, problem }];
      });
      for (const { key, problem } of refused) this.#list.change(key, { ...failure(error), problem });
      // One bad file makes the API refuse all: the others are registered without it.
      const isNamed = ({ key }: UploadEntry) => refused.some((each) => each.key === key);
      const others = entries.filter((entry) => !isNamed(entry)).map(({ key }) => key);
      if (refused.length > 0) await this.#registerNow(others);
      else for (const key of others) this.#list.change(key, failure(error));
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#isStopped || this.#connection.isWaiting || this.#owner.isSignedOut) return;
    const entries = this.#list.entries();
    if (!this.#owner.isChecked) {
      if (this.#owner.email === null && entries.length === 0) return;
      void this.#owner.check().then(() => this.#owner.isChecked && this.#pump());
      return;
    }
    for (const { key, state } of entries) {
      if (this.#running.size >= PARALLEL) return;
      if (state === 'queued' && !this.#running.has(key)) void this.#run(key);
    }
  }

  async #run(key: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(key, controller);
    try {
      await this.#registering;
      const isQueued = () => this.#list.get(key)?.state === 'queued';
      if (isQueued() && this.#list.get(key)?.id === null) await this.#registerNow([key]);
      signal.throwIfAborted();
      if (!isQueued()) return;
      const isSent = await sendUpload(key, {
        ...{ list: this.#list, partSize: this.#partSize, signal },
        onReceived: () => this.#connection.reset(),
        onStored: () => this.onStored(),
      });
      if (isSent) this.#connection.reset();
    } catch (error) {
      if (!signal.aborted) this.#handle(key, error);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
      this.#pump();
    }
  }

  #handle(key: string, error: unknown): void {
    const change = changeAfter(error, this.#list.fileOf(key) !== undefined);
    this.#list.change(key, change);
    if (change.state === 'lost') this.#connection.wait(error);
  }
}

/** The queue of this page. */
export const uploadQueue = new UploadQueue();
onSessionChange(uploadQueue.followSession);
