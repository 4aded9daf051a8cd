import type { DOMWindow } from 'jsdom';
import { pendingRequests } from './steps.js';

/** The message of a request for anything but the site's public data. */
export const NO_NETWORK = 'There is no network in the smoke run.';

const noop = () => undefined;

/** Stands in for the browser's observers; never reports anything. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Responds with the site's public data; every other request fails. */
const sampleFetch = (data: Record<string, unknown>) => async (input: unknown) => {
  const url = typeof input === 'object' && input !== null && 'url' in input ? input.url : input;
  const { pathname, search } = new URL(String(url), 'https://studio.test');
  const sample = data[pathname + search];
  if (sample === undefined) throw new TypeError(NO_NETWORK);
  return new Response(JSON.stringify(sample), { headers: { 'content-type': 'application/json' } });
};

/** Adds the browser APIs that jsdom lacks and that a page may use while it loads. */
export function fillGaps(window: DOMWindow, data: Record<string, unknown>): void {
  class SilentEventTarget extends window.EventTarget {
    constructor(name: unknown) {
      super();
      pendingRequests.set(this, `${new.target.name} ${name}`);
    }
    close() {
      pendingRequests.delete(this);
    }
    postMessage() {}
  }
  const missing = {
    matchMedia: (media: string) =>
      Object.assign(new window.EventTarget(), { media, matches: false, addListener: noop, removeListener: noop }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    PerformanceObserver: Observer,
    BroadcastChannel: class BroadcastChannel extends SilentEventTarget {},
    EventSource: class EventSource extends SilentEventTarget {},
    fetch: sampleFetch(data),
    Headers,
    Request,
    Response,
    TextEncoder,
    TextDecoder,
    structuredClone,
    requestIdleCallback: (run: (deadline: object) => void) =>
      window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 0 })),
    cancelIdleCallback: (id: number) => window.clearTimeout(id),
    CSS: { supports: () => false, escape: String },
  };
  addMissing(window, missing);
  Object.assign(window, { scrollTo: noop, scrollBy: noop });
  addMissing(window.navigator, { sendBeacon: () => true });
  addMissing(window.URL, { createObjectURL: () => 'blob:https://studio.test/none', revokeObjectURL: noop });
  const { Element, HTMLDialogElement, HTMLImageElement, HTMLMediaElement, Document } = window;
  addMissing(Document.prototype, { fonts: { ready: Promise.resolve(), load: async () => [] } });
  addMissing(Element.prototype, {
    scrollIntoView: noop,
    scrollTo: noop,
    scrollBy: noop,
    setPointerCapture: noop,
    releasePointerCapture: noop,
    getAnimations: () => [],
    animate: () => ({ finished: Promise.resolve(), cancel: noop, finish: noop }),
  });
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined, pause: noop, load: noop });
  for (const name of ['show', 'showModal', 'close'])
    addMissing(HTMLDialogElement.prototype, {
      [name](this: HTMLDialogElement) {
        this.open = name !== 'close';
      },
    });
  loadImages(window, HTMLImageElement.prototype);
}

function addMissing(target: object, members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) if (!(name in target)) Object.assign(target, { [name]: value });
}

/** Lets every image load, inside a document or not; its content is not checked. */
function loadImages(window: DOMWindow, prototype: HTMLImageElement): void {
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'src') ?? {};
  Object.defineProperty(prototype, 'src', {
    configurable: true,
    enumerable: true,
    get,
    set(this: HTMLImageElement, value: string) {
      set?.call(this, value);
      window.setTimeout(() => this.dispatchEvent(new window.Event('load')));
    },
  });
  addMissing(prototype, { decode: async () => undefined });
}
