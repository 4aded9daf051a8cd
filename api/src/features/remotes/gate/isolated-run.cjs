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

/** Sends a state to the parent; set when the job arrives. */
let report = () => undefined;

endWithParent();

process.once('message', (job) => {
  allowedBuiltins = new Set(job.builtins);
  // A string, because nothing that a release changes about objects can change what it says.
  const answer = (state, cause = '') => send(`${job.nonce} ${state} ${cause}`);
  report = answer;
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
      checkRendered(await stage(`the page ${url}`, () => render({ url, data, basePath, release })), url);
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

/** The files that a page may load by element, by each of the URLs that it may ask for; `addresses` come with the job. */
const filesOf = ({ manifest, directory, addresses }) =>
  new Map(
    manifest.files
      .filter(({ path }) => path !== manifest.server)
      .flatMap(({ path }) => {
        const source = /\.m?js$/.test(path) ? readFileSync(join(directory, path), 'utf8') : null;
        return addresses[path].map((address) => [address, { path, source }]);
      }),
  );

/** How long a page has after its first effects to load what it needs and break over it. */
const SETTLE_MS = 300;

/** The container in a document as a page loads it; its pages are rendered without effects. */
function prepareSmoke(job) {
  const page = createPage(job);
  const { prerenderToNodeStream } = require('react-dom/static');
  return () =>
    loadPage(page, job, (pathname, element) =>
      stage(`the page ${pathname} does not render`, () => renderWhole(prerenderToNodeStream, element)),
    );
}

/**
 * The container in a document, mounted by React with all its effects: what a browser does, as far as jsdom knows. Only
 * what costs the page counts: loading, and errors that no boundary of the release catches.
 */
function prepareDocument(job) {
  const page = createPage(job);
  const { createRoot } = require('react-dom/client');
  return () =>
    loadPage(page, job, (pathname, element) =>
      stage(`the page ${pathname} breaks in a document`, () =>
        mountWhole(page.React, createRoot, page.window.document, element),
      ),
    );
}

/** A jsdom document with the host's modules and the release's files. */
function createPage(job) {
  const { basePath, data } = job;
  const { JSDOM } = require('jsdom');
  const files = filesOf(job);
  const dom = new JSDOM('<!doctype html><html lang="en"><head></head><body></body></html>', {
    url: `https://studio.test${basePath}`,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse: (window) => fillGaps(window, data),
  });
  const { window } = dom;
  const { document, navigator, HTMLElement } = window;
  // React and emotion look for a document when they are loaded.
  for (const [name, value] of Object.entries({ window, document, navigator, HTMLElement }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const React = require('react');
  return { window, React, shareScope: shareScopeOf(job.modules), start: () => loadElementsOf(dom, files) };
}

/** Loads the entry, the remote's files and `./remote`, then tries each page. */
async function loadPage(page, { manifest, addresses, pages, basePath, data, contracts }, tryPage) {
  const { window, React, shareScope } = page;
  const { thrown } = page.start();
  const throwFirst = (what) => {
    if (thrown.length > 0) throw new Failure(`${what}: ${causeOf(thrown[0])}`);
  };
  await stage('the entry fails', () => loadInto(window.document, addresses[manifest.entry][0]));
  throwFirst('the entry fails');
  for (const path of manifest.remoteFiles.filter((file) => /\.m?js$/.test(file))) {
    await stage(`${path} fails`, () => loadInto(window.document, addresses[path][0]));
    throwFirst(`${path} fails`);
  }
  const container = window[manifest.container];
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
    await tryPage(pathname, React.createElement(remote.App, { host }));
  }
}

/**
 * Loads the release's scripts and styles when elements for them enter the document; a style sheet is there or not, its
 * rules apply to nobody. @returns what the scripts throw, as it comes
 */
function loadElementsOf(dom, files) {
  const { window } = dom;
  const thrown = [];
  let current = null;
  Object.defineProperty(window.document, 'currentScript', { get: () => current });
  const end = (element, type) => void element.dispatchEvent(new window.Event(type));
  const load = (element) => {
    const url = new URL(element.src || element.href);
    const file = files.get(url.origin + url.pathname);
    const isScript = element.nodeName === 'SCRIPT';
    if (!file || (isScript && file.source === null)) return end(element, 'error');
    if (!isScript) return end(element, 'load');
    current = element;
    try {
      new vm.Script(file.source, { filename: element.src }).runInContext(dom.getInternalVMContext());
    } catch (error) {
      thrown.push(error);
    } finally {
      current = null;
    }
    return end(element, 'load');
  };
  const isLoaded = (node) =>
    (node.nodeName === 'SCRIPT' && node.src) || (node.nodeName === 'LINK' && node.rel === 'stylesheet' && node.href);
  new window.MutationObserver((changes) => {
    for (const { addedNodes } of changes) [...addedNodes].filter(isLoaded).forEach(load);
  }).observe(window.document, { childList: true, subtree: true });
  return { thrown };
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
    constructor(name) {
      super();
      awaited.set(this, `${new.target.name} ${name}`);
    }
    close() {
      awaited.delete(this);
    }
    postMessage() {}
  }
  const missing = {
    matchMedia: (media) =>
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
  const { Element, HTMLDialogElement, HTMLImageElement, HTMLMediaElement, Document } = window;
  loadImages(window, HTMLImageElement.prototype);
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

/** Every image loads, inside a document or not: what it shows is not looked at. */
function loadImages(window, prototype) {
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'src');
  const load = (image) => window.setTimeout(() => image.dispatchEvent(new window.Event('load')));
  Object.defineProperty(prototype, 'src', {
    configurable: true,
    enumerable: true,
    get,
    set(value) {
      set.call(this, value);
      load(this);
    },
  });
  prototype.decode ??= () => Promise.resolve();
}

/** How long one step may wait, in ticks: a busy machine ticks slower, so that its delays do not count as a release's. */
const STEP_LIMIT = { ticks: 40, tickMs: 100 };

/** What the page has asked for and not got yet: a step that never ends most likely waits for one of these. */
const awaited = new Map();

/** Runs one step of the check and names it when it fails or never ends. */
async function stage(what, run) {
  report('step', what);
  let timer;
  const late = new Promise((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      ticks += 1;
      if (ticks >= STEP_LIMIT.ticks) reject(new Failure(`${what}: ${hangMessage()}`));
    }, STEP_LIMIT.tickMs);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${what}: ${causeOf(error)}`);
  } finally {
    clearInterval(timer);
  }
}

function hangMessage() {
  const seconds = (STEP_LIMIT.ticks * STEP_LIMIT.tickMs) / 1000;
  const resources = [...awaited.values()].slice(0, 5).join(', ');
  const cause = resources ? `it still waits for ${resources}` : 'it waits for something that never comes';
  return `it did not end within ${seconds} seconds; ${cause}.`;
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
