import type { DOMWindow } from 'jsdom';
import { awaited } from './steps.js';

/** The message of a request for anything but the site's public data. */
export const NO_NETWORK = 'There is no network in the smoke run.';

const nothing = () => undefined;

/** Any of the browser's observers: it never has anything to report. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Answers with the site's public data; everything else is out of reach. */
const sampleFetch = (data: Record<string, unknown>) => async (input: unknown) => {
  const address = typeof input === 'object' && input !== null && 'url' in input ? input.url : input;
  const { pathname, search } = new URL(String(address), 'https://studio.test');
  const sample = data[pathname + search];
  if (sample === undefined) throw new TypeError(NO_NETWORK);
  return new Response(JSON.stringify(sample), { headers: { 'content-type': 'application/json' } });
};

/** Adds what browsers have and jsdom lacks, as far as a page may touch it while it comes up. */
export function fillGaps(window: DOMWindow, data: Record<string, unknown>): void {
  class Quiet extends window.EventTarget {
    constructor(name: unknown) {
      super();
      awaited.set(this, `${new.target.name} ${name}`);
    }
    close() {
      awaited.delete(this);
    }
    postMessage() {}
  }
  const missing = {
    matchMedia: (media: string) =>
      Object.assign(new window.EventTarget(), { media, matches: false, addListener: nothing, removeListener: nothing }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    PerformanceObserver: Observer,
    BroadcastChannel: class BroadcastChannel extends Quiet {},
    EventSource: class EventSource extends Quiet {},
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
  Object.assign(window, { scrollTo: nothing, scrollBy: nothing });
  addMissing(window.navigator, { sendBeacon: () => true });
  addMissing(window.URL, { createObjectURL: () => 'blob:https://studio.test/none', revokeObjectURL: nothing });
  const { Element, HTMLDialogElement, HTMLImageElement, HTMLMediaElement, Document } = window;
  addMissing(Document.prototype, { fonts: { ready: Promise.resolve(), load: async () => [] } });
  addMissing(Element.prototype, {
    scrollIntoView: nothing,
    scrollTo: nothing,
    scrollBy: nothing,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    getAnimations: () => [],
    animate: () => ({ finished: Promise.resolve(), cancel: nothing, finish: nothing }),
  });
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined, pause: nothing, load: nothing });
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

/** Lets every image load, inside a document or not: what it shows is not checked. */
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
