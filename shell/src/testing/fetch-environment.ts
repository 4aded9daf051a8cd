import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the parts of the platform that the data router needs and jsdom lacks; Node's own, of one kind. */
export default class FetchEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { TextEncoder, TextDecoder, AbortController, AbortSignal, Headers, Request, Response });
  }
}
