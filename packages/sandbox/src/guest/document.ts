import vm from 'node:vm';
import { type DOMWindow, JSDOM } from 'jsdom';
import type { PageRequest } from '../messages.js';
import { fillGaps } from './browser-gaps.js';
import { Failure } from './failure.js';

const { createContext } = vm;
Object.assign(vm, {
  /** Creates a realm, such as jsdom's of an iframe, in which nothing blocks without using processor time. */
  createContext(object: vm.Context): vm.Context {
    // WebAssembly has a wait of its own. The policy of the site's pages allows none either.
    const context = createContext(object, { codeGeneration: { wasm: false } });
    vm.runInContext('delete Atomics.wait', context);
    return context;
  },
});

export interface OpenDocument {
  window: DOMWindow;
  /** errors that scripts of the release throw while they are executed */
  thrown: unknown[];
  loadScript(src: string): Promise<unknown>;
}

/** Opens a jsdom document that can load the files of a release, and sets this realm's globals to it. */
export function openDocument({ basePath, pages, files }: PageRequest): OpenDocument {
  const dom = new JSDOM('<!doctype html><html lang="en"><head></head><body></body></html>', {
    url: `https://studio.test${basePath}`,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse: (window) => fillGaps(window, Object.assign({}, ...pages.map(({ data }) => data))),
  });
  const { window } = dom;
  const { document, navigator, HTMLElement } = window;
  for (const [name, value] of Object.entries({ window, document, navigator, HTMLElement }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const thrown = loadElements(dom, new Map(Object.entries(files)));
  return { window, thrown, loadScript: (src) => loadScript(document, src) };
}

type LoadedElement = HTMLScriptElement | HTMLLinkElement;

/** Scripts and stylesheets with a URL. */
function isLoaded(node: Node): node is LoadedElement {
  if (node.nodeName === 'SCRIPT') return (node as HTMLScriptElement).src !== '';
  if (node.nodeName !== 'LINK') return false;
  const { rel, href } = node as HTMLLinkElement;
  return href !== '' && /\b(stylesheet|preload|modulepreload)\b/.test(rel);
}

/**
 * Loads the release's scripts and stylesheets when elements for them are added to the document; the rules of a stylesheet are
 * not applied. @returns the errors that scripts throw, filled while they run
 */
function loadElements(dom: JSDOM, files: ReadonlyMap<string, string | null>): unknown[] {
  const { window } = dom;
  const thrown: unknown[] = [];
  let current: LoadedElement | null = null;
  Object.defineProperty(window.document, 'currentScript', { get: () => current });
  const execute = (element: LoadedElement, source: string, filename: string): void => {
    current = element;
    try {
      new vm.Script(source, { filename }).runInContext(dom.getInternalVMContext());
    } catch (error) {
      thrown.push(error);
    } finally {
      current = null;
    }
  };
  const load = (element: LoadedElement): void => {
    const { origin, pathname } = new URL('src' in element ? element.src : element.href);
    const source = files.get(origin + pathname);
    const isScript = element.nodeName === 'SCRIPT';
    if (isScript && source) execute(element, source, pathname);
    const isLoadedFile = isScript ? typeof source === 'string' : source !== undefined;
    element.dispatchEvent(new window.Event(isLoadedFile ? 'load' : 'error'));
  };
  new window.MutationObserver((changes) => {
    for (const { addedNodes } of changes) [...addedNodes].filter(isLoaded).forEach(load);
  }).observe(window.document, { childList: true, subtree: true });
  return thrown;
}

function loadScript(document: Document, src: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve });
    script.onerror = () => reject(new Failure(`${src} cannot be loaded.`));
    document.head.append(script);
  });
}
