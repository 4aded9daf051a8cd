import type { Session } from '../session/session';
import { loadMe } from '../session/session.requests';

interface Handlers {
  /** the owner is the one who is signed in */
  onKnown(): void;
  /** someone else has signed in */
  onOther(): void;
  onFailure(error: unknown): void;
}

/** The user whose files the queue has, and whether it is the one who is signed in now. */
export class UploadOwner {
  readonly #handlers: Handlers;
  #session: Session | null = null;
  #email: string | null = null;
  #isChecked = false;
  #running: Promise<void> | undefined;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  get session(): Session | null {
    return this.#session;
  }

  get isSignedOut(): boolean {
    return this.#session?.user === null;
  }

  /** null until the server has named it */
  get email(): string | null {
    return this.#email;
  }

  /** Nothing is sent before. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** Whether the files may be those of another user. */
  readonly isUnknown = (): boolean => this.#email !== null && !this.#isChecked;

  /** The files of an earlier queue are those of its owner. */
  takeOver(email: string | null): void {
    this.#email = email;
  }

  follow(session: Session): void {
    this.#session = session;
    this.#isChecked = false;
    this.#running = undefined;
  }

  forget(): void {
    this.#email = null;
    this.#isChecked = false;
    this.#running = undefined;
  }

  /** Asks who is signed in, once for each session. */
  async check(): Promise<void> {
    if (this.isSignedOut) return;
    this.#running ??= this.#ask();
    await this.#running;
  }

  async #ask(): Promise<void> {
    const session = this.#session;
    try {
      const { email } = await loadMe(new AbortController().signal);
      if (session !== this.#session) return;
      if (this.#email !== null && this.#email !== email) {
        this.#handlers.onOther();
        return;
      }
      this.#email = email;
      this.#isChecked = true;
      this.#handlers.onKnown();
    } catch (error) {
      if (session !== this.#session) return;
      this.#running = undefined;
      this.#handlers.onFailure(error);
    }
  }
}
