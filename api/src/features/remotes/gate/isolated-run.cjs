// @ts-nocheck: plain JavaScript, executed as it stands, by the tests as well
/**
 * Executes a release's code for the gate, in a process that `run-isolated.ts` starts with Node's permission
 * model and an empty environment. CommonJS, because the server build of a release is, and because `import()`
 * stays refused for code that is compiled without a loader.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');

const send = process.send.bind(process);

/** What the release may take from Node (`SERVER_BUILD_BUILTINS` of the contracts); comes with the job. */
let allowedBuiltins = new Set();

endWithParent();

process.once('message', (job) => {
  allowedBuiltins = new Set(job.builtins);
  // A string, because nothing that a release changes about objects can change what it says.
  const answer = (state, cause = '') => send(`${job.nonce} ${state} ${cause}`);
  const fail = (error) => answer('failed', causeOf(error));
  // In a document, an error outside rendering costs a click and not the page; the page's own try counts those apart.
  const stray = job.kind === 'document' ? () => undefined : fail;
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
  const run = PREPARE[job.kind](job);
  lockDown();
  answer('ready');
  // The answer about readiness has to leave before code that may never give the turn back.
  setImmediate(async () => {
    try {
      await run();
    } catch (error) {
      fail(error);
      return;
    }
    answer('ok');
  });
});

/**
 * Nobody ends this process when its parent was killed, so it looks after that itself. What looks is held by nothing that
 * a release can reach; code that never gives the turn back meets the limit of processor time instead.
 */
function endWithParent() {
  const { ppid, _kill: signal, reallyExit: exit } = process;
  // Signal 0 only asks whether the process is there; anything but 0 in reply says that it is not.
  const look = () => {
    if (signal(ppid, 0) !== 0) exit(1);
  };
  setInterval(look, 500).unref();
}

const PREPARE = { render: prepareRender, smoke: prepareSmoke, document: prepareDocument };

function causeOf(error) {
  if (error instanceof Failure) return error.message;
  const message = error && typeof error === 'object' && 'message' in error ? error.message : error;
  return `${String(message).slice(0, 400)}.`.replace(/\.\.$/, '.');
}

/** Something that the gate itself says about a release. */
class Failure extends Error {}

/**
 * The permission model covers files, processes, workers and native code, not the network (Node 20): take away
 * every way there before foreign code runs.
 */
function lockDown() {
  // The shell that sets the limits leaves words of its own.
  for (const name of Object.keys(process.env)) if (name !== 'NODE_ENV') delete process.env[name];
  const denied = (name) => () => {
    throw new Error(`'${name}' is not there for a release under examination`);
  };
  const net = require('node:net');
  const dgram = require('node:dgram');
  const dns = require('node:dns');
  net.Socket.prototype.connect = denied('net');
  net.Server.prototype.listen = denied('net');
  for (const name of ['bind', 'connect', 'send', 'addMembership']) dgram.Socket.prototype[name] = denied('dgram');
  for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of Object.getOwnPropertyNames(target)) {
      if (/^(lookup|resolve|reverse)/.test(name)) target[name] = denied('dns');
    }
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) {
    Object.defineProperty(globalThis, name, { value: denied(name), configurable: false });
  }
  for (const name of ['send', 'disconnect', 'binding', '_linkedBinding', 'dlopen']) {
    Object.defineProperty(process, name, { value: undefined, configurable: false });
  }
  // Our own `send` goes through these.
  for (const name of ['_send', 'channel']) {
    Object.defineProperty(process, name, { value: process[name], writable: false, configurable: false });
  }
  process.getBuiltinModule = (name) => builtin(name);
  const load = Module._load;
  Module._load = (request, ...rest) => {
    if (!Module.isBuiltin(request)) throw new Error(`'${request}' is not inside the release`);
    return builtin(request, () => load(request, ...rest));
  };
}

function builtin(request, load = () => require(request)) {
  const name = String(request).replace(/^node:/, '');
  if (!allowedBuiltins.has(name)) throw new Error(`'${name}' is not there for a release under examination`);
  return load();
}

/** The server build, as the front door uses it: load the file, render pages. */
function prepareRender(job) {
  const { manifest, directory, pages, basePath, data } = job;
  const filename = join(directory, manifest.server);
  const source = readFileSync(filename, 'utf8');
  return async () => {
    const compiled = vm.compileFunction(source, ['exports', 'require', 'module', '__filename', '__dirname'], {
      filename: manifest.server,
    });
    const module = { exports: {} };
    compiled.call(module.exports, module.exports, (name) => Module._load(name), module, filename, directory);
    const { render } = module.exports;
    if (typeof render !== 'function') throw new Failure(`${manifest.server} does not export 'render'.`);
    for (const url of pages) {
      const release = { name: manifest.name, version: '0.0.0-000000000000' };
      checkRendered(await render({ url, data, basePath, release }), url);
    }
  };
}

function checkRendered(output, url) {
  if (!output || typeof output.html !== 'string' || output.html.trim() === '') {
    throw new Failure(`the page ${url} came out empty.`);
  }
  if (typeof output.head !== 'string') throw new Failure(`the page ${url} came without 'head'.`);
  // A data block for search engines does not execute.
  if (/<script(?![^>]*\stype="application\/ld\+json")/i.test(output.head))
    throw new Failure(`the page ${url} puts a script into the head.`);
  if (typeof output.data !== 'object' || output.data === null)
    throw new Failure(`the page ${url} came without 'data'.`);
  JSON.stringify(output.data);
}

/** The host's modules, as it shares them. */
function shareScopeOf(modules) {
  const shareScope = {};
  for (const { name, version } of modules) {
    const module = require(name);
    shareScope[name] = {
      [version]: { get: () => Promise.resolve(() => module), loaded: 1, eager: true, from: 'host', lib: () => module },
    };
  }
  return shareScope;
}

/** The scripts that browsers get, by each of the addresses that a page may ask for; `addresses` come with the job. */
const scriptsOf = ({ manifest, directory, addresses }) =>
  new Map(
    manifest.files
      .filter(({ path }) => path !== manifest.server && /\.m?js$/.test(path))
      .flatMap(({ path }) => {
        const script = { path, source: readFileSync(join(directory, path), 'utf8') };
        return addresses[path].map((address) => [address, script]);
      }),
  );

/** The container, as a page loads it: entry, init with the host's modules, `./remote`, its pages. */
function prepareSmoke(job) {
  const { manifest, addresses, pages, basePath, data, contracts } = job;
  const React = require('react');
  const { prerenderToNodeStream } = require('react-dom/static');
  const shareScope = shareScopeOf(job.modules);
  const scripts = scriptsOf(job);
  return async () => {
    const page = createPage({ scripts, data, path: basePath });
    await stage('the entry fails', () => page.execute(addresses[manifest.entry][0]));
    const container = page.global[manifest.container];
    if (typeof container?.init !== 'function' || typeof container.get !== 'function') {
      throw new Failure(`the entry leaves no container called ${manifest.container}.`);
    }
    await stage('the container fails at init', () => container.init(shareScope));
    const factory = await stage('./remote is not given', () => container.get('./remote'));
    const { remote } = (await stage('./remote fails', () => factory())) ?? {};
    if (!remote || typeof remote.App !== 'function') throw new Failure("./remote exports no 'remote' with an App.");
    if (!contracts.includes(remote.contract)) {
      throw new Failure(`the remote speaks contract ${remote.contract}; this host serves ${contracts.join(' and ')}.`);
    }
    if (remote.name !== manifest.name) throw new Failure(`the remote calls itself ${remote.name}.`);
    for (const pathname of pages) {
      const host = hostDouble({ basePath, pathname, data, name: manifest.name });
      const element = React.createElement(remote.App, { host });
      await stage(`the page ${pathname} does not render`, () => renderWhole(prerenderToNodeStream, element));
    }
  };
}

/** How long a page has after its first effects to load what it needs and break over it. */
const SETTLE_MS = 300;

/**
 * The container in a document, mounted by React with all its effects: what a browser does, as far as jsdom knows. Only
 * what costs the page counts: loading, and errors that no boundary of the release catches.
 */
function prepareDocument(job) {
  const { manifest, addresses, pages, basePath, data } = job;
  const { JSDOM } = require('jsdom');
  const scripts = scriptsOf(job);
  const dom = new JSDOM('<!doctype html><html lang="en"><head></head><body></body></html>', {
    url: `https://studio.test${basePath}`,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse: (page) => fillGaps(page, data),
  });
  const { window } = dom;
  const { document, navigator, HTMLElement } = window;
  // React and emotion look for a document when they are loaded.
  for (const [name, value] of Object.entries({ window, document, navigator, HTMLElement }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const React = require('react');
  const { createRoot } = require('react-dom/client');
  const shareScope = shareScopeOf(job.modules);
  return async () => {
    const thrown = runScriptsOf(dom, scripts);
    for (const path of [manifest.entry, ...manifest.remoteFiles]) await loadInto(document, addresses[path][0]);
    if (thrown.length > 0) throw new Failure(`a script fails: ${causeOf(thrown[0])}`);
    const container = window[manifest.container];
    if (!container) throw new Failure('the entry leaves no container.');
    await stage('the container fails at init', () => container.init(shareScope));
    const factory = await stage('./remote is not given', () => container.get('./remote'));
    const { remote } = (await stage('./remote fails', () => factory())) ?? {};
    if (!remote?.App) throw new Failure("./remote exports no 'remote' with an App.");
    for (const pathname of pages) {
      const host = hostDouble({ basePath, pathname, data, name: manifest.name });
      await stage(`the page ${pathname} breaks in a document`, () =>
        mountWhole(React, createRoot, document, React.createElement(remote.App, { host })),
      );
    }
  };
}

/** Runs the release's scripts when elements for them enter the document. @returns what they throw, as it comes */
function runScriptsOf(dom, scripts) {
  const { window } = dom;
  const thrown = [];
  let current = null;
  Object.defineProperty(window.document, 'currentScript', { get: () => current });
  const run = (element) => {
    const script = scripts.get(element.src);
    if (!script) return element.dispatchEvent(new window.Event('error'));
    current = element;
    try {
      new vm.Script(script.source, { filename: element.src }).runInContext(dom.getInternalVMContext());
    } catch (error) {
      thrown.push(error);
    } finally {
      current = null;
    }
    return element.dispatchEvent(new window.Event('load'));
  };
  const isScript = (node) => node.nodeName === 'SCRIPT' && node.src;
  new window.MutationObserver((changes) => {
    for (const { addedNodes } of changes) [...addedNodes].filter(isScript).forEach(run);
  }).observe(window.document, { childList: true, subtree: true });
  return thrown;
}

function loadInto(document, src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve });
    script.onerror = () => reject(new Failure(`${src} cannot be loaded.`));
    document.head.append(script);
  });
}

/** Says that everything beside it is mounted. */
function Mounted({ effect, settled }) {
  effect(settled, []);
  return null;
}

/** Mounts an element and lets it settle; an error that would leave the page empty is thrown. */
async function mountWhole(React, createRoot, document, element) {
  const place = document.body.appendChild(document.createElement('div'));
  let root;
  try {
    await new Promise((resolve, reject) => {
      const onUncaughtError = (error) => (String(error?.message).includes(NO_NETWORK) ? resolve() : reject(error));
      root = createRoot(place, { onUncaughtError, onCaughtError: () => undefined });
      const settled = () => void setTimeout(resolve, SETTLE_MS);
      const mounted = React.createElement(Mounted, { effect: React.useEffect, settled });
      root.render(React.createElement(React.Fragment, null, element, mounted));
    });
  } finally {
    root.unmount();
    place.remove();
  }
}

/** Any of the browser's observers: it never has anything to tell. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** What browsers have and jsdom lacks, as far as a page may touch it while it comes up. */
function fillGaps(window, data) {
  const nothing = () => undefined;
  class Quiet extends window.EventTarget {
    close() {}
    postMessage() {}
  }
  const missing = {
    matchMedia: (media) =>
      Object.assign(new window.EventTarget(), { media, matches: false, addListener: nothing, removeListener: nothing }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    PerformanceObserver: Observer,
    BroadcastChannel: Quiet,
    EventSource: Quiet,
    fetch: sampleFetch(data),
    Headers,
    Request,
    Response,
    TextEncoder,
    TextDecoder,
    structuredClone,
    requestIdleCallback: (run) => window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 0 })),
    cancelIdleCallback: (id) => window.clearTimeout(id),
    CSS: { supports: () => false, escape: String },
  };
  for (const [name, value] of Object.entries(missing)) window[name] ??= value;
  window.scrollTo = nothing;
  window.scrollBy = nothing;
  window.navigator.sendBeacon ??= () => true;
  window.URL.createObjectURL ??= () => 'blob:https://studio.test/none';
  window.URL.revokeObjectURL ??= nothing;
  const { Element, HTMLDialogElement, HTMLMediaElement, Document } = window;
  Document.prototype.fonts ??= { ready: Promise.resolve(), load: () => Promise.resolve([]) };
  for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy', 'setPointerCapture', 'releasePointerCapture'])
    Element.prototype[name] ??= nothing;
  Element.prototype.getAnimations ??= () => [];
  Element.prototype.animate ??= () => ({ finished: Promise.resolve(), cancel: nothing, finish: nothing });
  Object.assign(HTMLMediaElement.prototype, { play: () => Promise.resolve(), pause: nothing, load: nothing });
  for (const name of ['show', 'showModal', 'close'])
    HTMLDialogElement.prototype[name] ??= function setOpen() {
      this.open = name !== 'close';
    };
}

async function stage(what, run) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${what}: ${causeOf(error)}`);
  }
}

/** Renders everything, lazy parts included; an error anywhere in it counts. */
async function renderWhole(prerender, element) {
  let failure;
  await prerender(element, {
    onError: (error) => {
      failure ??= { error };
    },
  });
  if (failure && !String(failure.error?.message).includes(NO_NETWORK)) throw failure.error;
}

function hostDouble({ basePath, pathname, data, name }) {
  return {
    basePath,
    location: { pathname, search: '', hash: '' },
    navigate: () => undefined,
    toast: () => undefined,
    setUnsavedChanges: () => undefined,
    initialData: data,
    release: { name, version: '0.0.0-000000000000' },
  };
}

const NO_NETWORK = 'There is no network in the smoke run.';

/** Answers with the site's public data; everything else is out of reach. */
const sampleFetch = (data) => async (input) => {
  const address = new URL(typeof input === 'string' ? input : (input.url ?? String(input)), 'https://studio.test');
  const sample = data[address.pathname + address.search];
  if (sample === undefined) throw new TypeError(NO_NETWORK);
  return new Response(JSON.stringify(sample), { headers: { 'content-type': 'application/json' } });
};

/** As much of a browser's page as loading and a first render touch; scripts come from the release alone. */
function createPage({ scripts, data, path }) {
  const nothing = () => undefined;
  const listening = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: () => true };
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
  let currentScript = null;

  const execute = (address) => {
    const script = scripts.get(address);
    if (!script) throw new Failure(`it asks for ${address}, which is no script of the release.`);
    currentScript = Object.assign(element('script'), { src: address });
    try {
      new vm.Script(script.source, { filename: script.path }).runInContext(context);
    } finally {
      currentScript = null;
    }
  };

  const load = (script) => {
    const finish = (type) => queueMicrotask(() => script[`on${type}`]?.({ type, target: script }));
    try {
      const { origin, pathname } = new URL(script.src);
      execute(origin + pathname);
    } catch {
      return finish('error');
    }
    return finish('load');
  };

  function element(name) {
    const attributes = new Map();
    const children = [];
    const insert = (child) => {
      children.push(child);
      if (child && typeof child === 'object') child.parentNode = self;
      if (child?.tagName === 'SCRIPT' && child.src) load(child);
      return child;
    };
    const self = {
      ...listening,
      nodeType: 1,
      tagName: name.toUpperCase(),
      nodeName: name.toUpperCase(),
      style: { setProperty: nothing, removeProperty: nothing, getPropertyValue: () => '' },
      dataset: {},
      classList: { add: nothing, remove: nothing, toggle: () => false, contains: () => false },
      sheet: { cssRules: [], insertRule: () => 0, deleteRule: nothing },
      parentNode: null,
      childNodes: children,
      children,
      firstChild: null,
      lastChild: null,
      setAttribute: (key, value) => attributes.set(key, String(value)),
      getAttribute: (key) => attributes.get(key) ?? null,
      hasAttribute: (key) => attributes.has(key),
      removeAttribute: (key) => attributes.delete(key),
      appendChild: insert,
      append: (...more) => more.forEach(insert),
      prepend: (...more) => more.forEach(insert),
      insertBefore: insert,
      removeChild: (child) => child,
      remove: nothing,
      contains: () => false,
      closest: () => null,
      matches: () => false,
      querySelector: () => null,
      querySelectorAll: () => [],
      getElementsByTagName: () => [],
      getBoundingClientRect: () => ({ x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 }),
      focus: nothing,
      blur: nothing,
      click: nothing,
      scrollIntoView: nothing,
      getContext: () => null,
    };
    return self;
  }

  const storage = () => {
    const values = new Map();
    return {
      getItem: (key) => values.get(String(key)) ?? null,
      setItem: (key, value) => void values.set(String(key), String(value)),
      removeItem: (key) => void values.delete(String(key)),
      clear: () => values.clear(),
      key: (index) => [...values.keys()][index] ?? null,
      get length() {
        return values.size;
      },
    };
  };
  class HTMLElement {}
  const documentElement = element('html');
  const document = {
    ...element('#document'),
    nodeType: 9,
    documentElement,
    head: element('head'),
    body: element('body'),
    title: '',
    cookie: '',
    readyState: 'complete',
    visibilityState: 'visible',
    hidden: false,
    activeElement: null,
    styleSheets: [],
    baseURI: `https://studio.test${path}`,
    fonts: { ready: Promise.resolve(), load: () => Promise.resolve([]) },
    createElement: element,
    createElementNS: (_namespace, name) => element(name),
    createTextNode: (text) => ({ nodeType: 3, textContent: text, parentNode: null }),
    createDocumentFragment: () => element('#fragment'),
    getElementById: () => null,
    getElementsByClassName: () => [],
    get currentScript() {
      return currentScript;
    },
  };
  const global = vm.runInContext('globalThis', context);
  const quiet = Object.fromEntries(
    ['log', 'info', 'debug', 'warn', 'error', 'group', 'groupEnd', 'table', 'trace'].map((name) => [name, nothing]),
  );
  document.defaultView = global;
  Object.assign(global, listening, {
    window: global,
    top: global,
    parent: global,
    self: global,
    document,
    location: new URL(`https://studio.test${path}`),
    history: {
      state: null,
      length: 1,
      scrollRestoration: 'auto',
      pushState: nothing,
      replaceState: nothing,
      back: nothing,
      go: nothing,
    },
    navigator: { userAgent: 'smoke run', language: 'en', languages: ['en'], onLine: true, maxTouchPoints: 0 },
    screen: { width: 1280, height: 800 },
    innerWidth: 1280,
    innerHeight: 800,
    scrollX: 0,
    scrollY: 0,
    pageXOffset: 0,
    pageYOffset: 0,
    devicePixelRatio: 1,
    localStorage: storage(),
    sessionStorage: storage(),
    matchMedia: (media) => ({ ...listening, media, matches: false, addListener: nothing, removeListener: nothing }),
    getComputedStyle: () => ({ getPropertyValue: () => '' }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    MutationObserver: Observer,
    PerformanceObserver: Observer,
    Element: HTMLElement,
    HTMLElement,
    HTMLInputElement: HTMLElement,
    HTMLIFrameElement: HTMLElement,
    Node: HTMLElement,
    Image: HTMLElement,
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: nothing,
    requestIdleCallback: () => 0,
    cancelIdleCallback: nothing,
    scrollTo: nothing,
    scrollBy: nothing,
    open: () => null,
    alert: nothing,
    confirm: () => false,
    console: quiet,
    fetch: sampleFetch(data),
    CSS: { supports: () => false, escape: String },
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    queueMicrotask,
    structuredClone,
    performance,
    crypto,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    CustomEvent: globalThis.CustomEvent,
    MessageChannel,
    Blob,
    FormData,
    Headers,
    Request,
    Response,
    DOMException,
    atob,
    btoa,
  });
  return { global, execute };
}
