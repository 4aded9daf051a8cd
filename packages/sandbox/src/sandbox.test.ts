import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GuestFailure, NoSandbox, startGuest } from './guest-process.js';
import { type Layers, sandboxLayers } from './launcher.js';
import { runPages } from './run-pages.js';
import { sandboxWarning } from './sandbox-warning.js';
import { type LoadedServerBuild, loadServerBuild } from './server-build.js';
import { ESCAPE_ATTEMPTS, serverBuildOf } from './testing/escape-attempts.js';
import { withoutPrograms } from './testing/hidden-programs.js';

jest.setTimeout(120_000);

const input = { url: '/', data: {}, basePath: '/', release: { name: 'x', version: '1' } };
const page = (html: string) => `exports.render = () => ({ html: String(${html}), head: '', data: {} });`;

/** Attempts whose purpose is to use up time or memory. */
const MAY_TAKE_LONG = /without end|two gigabytes/;

const open: LoadedServerBuild[] = [];
/** A test of what only Linux offers. There it runs always, and fails where the machine lacks a program that it needs. */
const onLinux = process.platform === 'linux' ? it : it.skip;

afterEach(() => {
  for (const build of open.splice(0)) build.kill();
});

async function load(
  source: string,
  more: { layers?: Layers; cpuSeconds?: number; onStderr?(text: string): void } = {},
) {
  const build = await loadServerBuild({ path: 'server.cjs', source, cpuSeconds: 5, startLimitMs: 30_000, ...more });
  open.push(build);
  return build;
}

async function render(source: string, limitMs = 20_000): Promise<string> {
  return (await (await load(source)).render(input, limitMs)).output.html;
}

/** Every variant of layers that this machine has. */
async function variants(): Promise<Layers[]> {
  const { deno, namespaces } = await sandboxLayers();
  const found: Layers[] = [{ deno, namespaces: null, endsWithParent: false }];
  if (namespaces) found.push({ deno, namespaces, endsWithParent: true });
  return found;
}

it('the corpus holds at least 60 attempts', () => {
  expect(Object.keys(ESCAPE_ATTEMPTS).length).toBeGreaterThanOrEqual(60);
});

it('renders the same page with each variant of layers', async () => {
  for (const layers of await variants()) {
    const build = await load(page('input'.replace('input', '"hello"')), { layers });
    expect((await build.render(input, 20_000)).output.html).toBe('hello');
  }
});

/** The layers that a new process finds when these programs are not there; null where they cannot be hidden. */
async function layersWithout(...programs: string[]): Promise<Layers | null> {
  const [command, ...rest] = withoutPrograms(programs) ?? [];
  if (command === undefined) return null;
  const launcher = JSON.stringify(join(__dirname, '../dist/launcher.js'));
  const source = `import { sandboxLayers } from ${launcher}; console.log(JSON.stringify(await sandboxLayers()));`;
  const node = [process.execPath, '--input-type=module', '-e', source];
  return JSON.parse((await promisify(execFile)(command, [...rest, ...node])).stdout) as Layers;
}

it.each([
  ['bubblewrap', ['bwrap'], 'unshare'],
  ['bubblewrap and unshare', ['bwrap', 'unshare'], null],
])('without %s, each escape attempt fails behind the layers that are left', async (_name, hidden, namespaces) => {
  const { deno, namespaces: best } = await sandboxLayers();
  const found = await layersWithout(...hidden);
  if (best !== null && found !== null) expect(found).toMatchObject({ deno, namespaces, endsWithParent: true });
  const layers = found ?? { deno, namespaces: null, endsWithParent: false };
  const rest = Object.entries(ESCAPE_ATTEMPTS);
  const results: Record<string, string> = {};
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [name, attempt] = next;
      const build = await load(serverBuildOf(attempt), { layers, cpuSeconds: 2 }).catch((error: Error) => error);
      const failed = (error: Error) => ({ output: { html: `failed: ${error.message}` } });
      const rendered = build instanceof Error ? failed(build) : build.render(input, 8_000).catch(failed);
      results[name] = (await rendered).output.html;
      if (!(build instanceof Error)) build.kill();
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  const escaped = Object.entries(results).filter(([, html]) => html !== '<p>page</p>' && !html.startsWith('failed: '));
  expect(escaped).toEqual([]);
  // An attempt that was ended by the clock has not been tried to its end.
  const endedEarly = Object.entries(results).filter(([name, html]) => /within/.test(html) && !MAY_TAKE_LONG.test(name));
  expect(endedEarly).toEqual([]);
  expect(Object.keys(results)).toHaveLength(Object.keys(ESCAPE_ATTEMPTS).length);
  const honest = await load(serverBuildOf(''), { layers, cpuSeconds: 2 });
  expect((await honest.render(input, 8_000)).output.html).toBe('<p>page</p>');
});

it('says what is missing: a second layer, or the sandbox itself', async () => {
  const deno = '/deno';
  expect(await sandboxWarning({ deno, namespaces: 'bubblewrap', endsWithParent: true })).toBeNull();
  expect(await sandboxWarning({ deno, namespaces: null, endsWithParent: true })).toContain('one layer only');
  expect(await sandboxWarning({ deno: null, namespaces: null, endsWithParent: false })).toContain('no sandbox');
});

it('SIGUSR1 does not open the inspector of a program that imports no-inspector', async () => {
  const program = `import ${JSON.stringify(join(__dirname, '../dist/no-inspector.js'))};
    process.on('SIGUSR1', () => setTimeout(() => process.exit(0), 200)); console.log('up'); setInterval(() => 0, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGUSR1');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  expect(said).toBe('');
});

it('a platform without Deno runs no code of releases', async () => {
  const layers: Layers = { deno: null, namespaces: null, endsWithParent: false };
  await expect(load(page('1'), { layers })).rejects.toThrow(NoSandbox);
});

onLinux('memory of any kind has a limit: the guest fails, and its host goes on', async () => {
  const buffers = `const held = []; for (let i = 0; i < 32; i += 1) held.push(Buffer.alloc(64 << 20, 1));`;
  await expect(render(`exports.render = () => { ${buffers} };`)).rejects.toThrow('allocation failed');
  expect(await render(page('"next"'))).toBe('next');
});

it('processor time has a limit that names the step', async () => {
  const build = await load('exports.render = () => { for (;;); };', { cpuSeconds: 1 });
  await expect(build.render(input, 60_000)).rejects.toThrow('the page /: it did not end within 1 seconds of processor');
});

it('what a guest writes to its standard error is cut', async () => {
  let written = '';
  const source = `exports.render = () => { for (let i = 0; i < 5000; i += 1) console.error('x'.repeat(100)); return { html: 'x', head: '', data: {} }; };`;
  const build = await load(source, {
    onStderr: (text) => {
      written += text;
    },
  });
  await build.render(input, 20_000);
  expect(written.length).toBeLessThanOrEqual(2000);
});

it('a guest that writes to the channel is ended, whatever it claims', async () => {
  const forged = `exports.render = () => { console.log('0'.repeat(32) + ' ok 1 4\\nnull'); return new Promise(() => undefined); };`;
  await expect(render(forged)).rejects.toThrow('it wrote to the channel of its sandbox.');
});

it('a release sees no byte of the channel, whatever it changes about arrays', async () => {
  const spy = `const seen = [];
    const text = (bytes) => { let all = ''; for (let at = 0; at < 40; at += 1) all += String.fromCharCode(bytes[at] ?? 0); return all; };
    const note = (value) => { if (ArrayBuffer.isView(value)) seen[seen.length] = text(value); };
    const typed = Object.getPrototypeOf(Uint8Array.prototype);
    for (const name of ['length', 'byteLength', 'byteOffset', 'buffer']) {
      const { get } = Object.getOwnPropertyDescriptor(typed, name);
      Object.defineProperty(Uint8Array.prototype, name, { get() { note(this); return get.call(this); } });
    }
    Object.defineProperty(Uint8Array.prototype, 'constructor', { get() { note(this); return Uint8Array; } });
    for (const name of ['subarray', 'slice', 'set']) {
      const before = typed[name];
      Uint8Array.prototype[name] = function (...all) { note(this); for (let at = 0; at < all.length; at += 1) note(all[at]); return Reflect.apply(before, this, all); };
    }
    const iterate = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = function () { for (let at = 0; at < this.length; at += 1) note(this[at]); return iterate.call(this); };
    exports.render = () => ({ html: 'seen ' + JSON.stringify(seen), head: '', data: {} });`;
  const build = await load(spy);
  await build.render(input, 20_000);
  const { html } = (await build.render(input, 20_000)).output;
  expect(html).toMatch(/^seen \[/);
  expect(html).not.toMatch(/[0-9a-f]{32} /);
});

it('CARD-7 a server build reports the processor time of its process, which grows with each page', async () => {
  const busy = `exports.render = () => {
    for (const end = Date.now() + 300; Date.now() < end; );
    return { html: 'up', head: '', data: {} };
  };`;
  const build = await load(busy);
  const first = await build.render(input, 20_000);
  const second = await build.render(input, 20_000);
  expect(first.cpuMs).toBeGreaterThan(0);
  expect(second.cpuMs).toBeGreaterThan(first.cpuMs);
});

it.each([
  ['no JSON', 'ok 1 1 3\n{{{', 'its response is not JSON.'],
  ['a negative length', 'step 1 1 -44\n', 'it wrote to the channel of its sandbox.'],
  ['a fractional length', 'ok 1 1 1.5\nxx', 'it wrote to the channel of its sandbox.'],
  ['no length', 'ok 1 1\nnull', 'it wrote to the channel of its sandbox.'],
  ['an endless length', 'ok 1 1 99999999999\n', 'its response is too large.'],
])('a frame with the right nonce and %s ends the guest and harms nobody', async (_what, frame, cause) => {
  // A guest that knows the nonce, as if a release had got it.
  const hostile = join(mkdtempSync(join(tmpdir(), 'hostile-guest-')), 'deno');
  writeFileSync(
    hostile,
    `#!/bin/sh\nhead -c 8 >/dev/null\nnonce=$(head -c 32)\nprintf '%s ready 1 1 0\\n' "$nonce"\nhead -c 8 >/dev/null\nprintf '%s ${frame.replaceAll('\n', '\\n')}' "$nonce"\nsleep 60\n`,
    { mode: 0o755 },
  );
  const limits = { heapMb: 64, memoryMb: 256, cpuSeconds: 5 };
  const layers: Layers = { deno: hostile, namespaces: null, endsWithParent: false };
  const guest = await startGuest({ program: 'render', limits, startLimitMs: 20_000, layers });
  await expect(guest.request({}, 20_000)).rejects.toThrow(cause);
  expect(guest.ended).toBe(true);
  rmSync(dirname(hostile), { recursive: true });
});

/** Processes that are stopped, by their numbers (Linux). */
const stateOf = (pid: number) => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

/** The processes of Deno below this one. */
function guests(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return /\/deno\0run\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) && isBelow(pid);
      } catch {
        return false;
      }
    });
}

function isBelow(pid: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === process.pid) return true;
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? 0);
  }
  return false;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

onLinux('a paused guest does not run, and renders at the next request', async () => {
  // Needs setpriv, with bubblewrap, unshare or alone.
  expect((await sandboxLayers()).endsWithParent).toBe(true);
  const build = await load(page('1'));
  await build.render(input, 20_000);
  const before = guests();
  build.pause();
  await until(() => before.every((pid) => stateOf(pid) === 'T'));
  expect((await build.render(input, 20_000)).output.html).toBe('1');
  build.kill();
  await until(() => guests().length === 0);
});

onLinux('a guest with a niceness leaves a busy processor to other work', async () => {
  const limits = { cpuSeconds: 5, memoryMb: 256, heapMb: 128, niceness: 10 };
  const guest = await startGuest({ program: 'render', limits, startLimitMs: 30_000 });
  try {
    const pids = guests();
    expect(pids).not.toEqual([]);
    for (const pid of pids) {
      // Field 19 of stat is the niceness; the third is the first after the name.
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]).toBe('10');
      if (existsSync('/proc/self/autogroup'))
        expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/ nice 10$/m);
    }
  } finally {
    guest.kill();
  }
  await until(() => guests().length === 0);
});

onLinux('a guest does not outlive its host, not even paused', async () => {
  // Needs setpriv, with bubblewrap, unshare or alone.
  expect((await sandboxLayers()).endsWithParent).toBe(true);
  const program = `
    import { loadServerBuild } from ${JSON.stringify(join(__dirname, '../dist/server-build.js'))};
    const build = await loadServerBuild({ path: 's', source: 'exports.render = () => 1', cpuSeconds: 60, startLimitMs: 30000 });
    build.pause();
    console.log('paused');
    setInterval(() => undefined, 1000);`;
  const host = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => host.stdout.once('data', resolve));
  const children = guests();
  expect(children.length).toBeGreaterThan(0);
  host.kill('SIGKILL');
  const isGone = (pid: number) => {
    try {
      return ['Z', 'X'].includes(stateOf(pid) ?? 'X');
    } catch {
      return true;
    }
  };
  await until(() => children.every(isGone));
});

/** Loads a container called `x_1` as a page does. */
function loadInDocument(script: string): Promise<unknown> {
  const url = 'https://studio.test/entry.js';
  const request = {
    ...{ mode: 'render' as const, name: 'x', container: 'x_1', scripts: [url], files: { [url]: script } },
    ...{ modules: {}, contracts: [1], basePath: '/', pages: [{ pathname: '/', data: {} }] },
  };
  return runPages(request, { cpuSeconds: 10, startLimitMs: 30_000, limitMs: 60_000 });
}

it('code in the document of a page reaches nothing and cannot say that it passed', async () => {
  const attempts = Object.entries(ESCAPE_ATTEMPTS)
    .filter(([name]) =>
      /^(process|Deno|import|fetch|Worker|Function|constructor|require|nextTick|arguments)/.test(name),
    )
    // A page has a `fetch` that answers with sample data, and functions from text reach the guest's own realm.
    .filter(([name]) => !/^(fetch|Function from|constructor of a|process\.env)/.test(name))
    .map(
      ([name, code]) =>
        `try { let proof; const escaped = (value) => { proof = value; }; await (async () => { ${code} })(); if (proof) open.push(${JSON.stringify(name)} + ': ' + String(proof)); } catch {}`,
    );
  const script = `var x_1 = { init() {}, async get() {
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const open = []; const input = {};
    const outer = structuredClone.constructor;
    ${attempts.join('\n')}
    for (const code of ['return Deno', 'return process.kill', 'return process.getBuiltinModule', 'return require("fs")',
      'return fetch', 'return WebAssembly', 'return new Worker("data:text/javascript,1")'])
      try { if (outer(code)() !== undefined) open.push(code); } catch {}
    try { outer('Promise.prototype.then = () => 0')(); } catch {}
    try { await outer('return import("node:fs")')(); open.push('import from text'); } catch {}
    throw new Error('open: ' + open.join(' | ') + '.');
  } };`;
  const attempt = loadInDocument(script);
  await expect(attempt).rejects.toThrow(GuestFailure);
  await expect(attempt).rejects.toThrow('./remote is not given: open: .');
});

it('code in the document of a page cannot wait without using processor time, in any realm', async () => {
  const script = `var x_1 = { init() {}, async get() {
    const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
    const realms = { guest: structuredClone.constructor('return globalThis')(), page: window, frame: contentWindow };
    const open = [];
    for (const [name, { Atomics, WebAssembly, SharedArrayBuffer, Int32Array }] of Object.entries(realms)) {
      try { Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 10); open.push(name + ' waits'); } catch {}
      try { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); open.push(name + ' compiles'); } catch {}
    }
    throw new Error('open: ' + open.join(', ') + '.');
  } };`;
  await expect(loadInDocument(script)).rejects.toThrow('./remote is not given: open: .');
});
