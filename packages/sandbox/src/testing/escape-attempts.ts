/**
 * Attempts of a release's server build to get out of its sandbox, forge its verdict or harm the host: code to run in
 * `render`, whose `escaped('proof')` says that it got something. Each runs in the gate and in live rendering.
 */
export const ESCAPE_ATTEMPTS: Readonly<Record<string, string>> = {
  // The process and its relatives.
  'process.kill of the parent': `process.kill(process.ppid, 'SIGKILL'); escaped('signal')`,
  'process._kill of the parent': `process._kill(process.ppid, 9); escaped('signal')`,
  'process.kill of process 1': `process.kill(1, 0); escaped('signal')`,
  'process.ppid': `if (process.ppid) escaped(process.ppid)`,
  'process.pid': `if (process.pid) escaped(process.pid)`,
  'process.binding': `escaped(process.binding('tcp_wrap'))`,
  'process._linkedBinding': `escaped(process._linkedBinding('fs'))`,
  'process.dlopen': `process.dlopen({ exports: {} }, '/lib/none.node'); escaped('native code')`,
  'process.getBuiltinModule': `escaped(process.getBuiltinModule('fs'))`,
  'process.mainModule': `escaped(process.mainModule.require('fs'))`,
  'process.send': `process.send('ok'); escaped('message')`,
  'process.env': `if (Object.keys(process.env).some((name) => name !== 'NODE_ENV')) escaped(Object.keys(process.env))`,
  'process.exit': `process.exit(0); escaped('exit')`,
  'process.chdir': `process.chdir('/etc'); escaped('chdir')`,
  'process.report': `escaped(process.report.getReport())`,
  'process.stderr.constructor': `escaped(new process.stderr.constructor({ fd: 1 }))`,
  'process.stdout.write': `process.stdout.write('x'); escaped('stdout')`,
  "require('process')": `const real = require('process'); if (real.kill || real.pid || real.stdout) escaped('process')`,
  'nextTick.constructor': `escaped(process.nextTick.constructor('return this')())`,
  // Modules.
  "require('fs')": `escaped(require('fs').readFileSync('/etc/hostname'))`,
  "require('node:net')": `escaped(require('node:net').connect(80, '127.0.0.1'))`,
  "require('child_process')": `escaped(require('child_process').execSync('id'))`,
  "require('worker_threads')": `escaped(require('worker_threads').Worker)`,
  "require('vm')": `escaped(require('vm'))`,
  "require('inspector')": `escaped(new (require('inspector').Session)())`,
  "require('module')": `escaped(require('module'))`,
  'require of a path': `escaped(require('/etc/hostname'))`,
  'require with a changed String': `String.prototype.replace = () => 'util'; escaped(require('fs').readFileSync)`,
  'require of an object that changes': `let turn = 0; const name = { toString: () => (turn++ ? 'fs' : 'util') }; if (require(name).readFileSync) escaped('fs')`,
  'require of __proto__': `if (require('__proto__')) escaped('object')`,
  'require of constructor': `if (require('constructor')) escaped('function')`,
  'module.constructor.createRequire': `escaped(module.constructor.createRequire('/')('fs'))`,
  'module.parent': `escaped(module.parent.require('fs'))`,
  "import('node:fs')": `escaped((await import('node:fs')).readFileSync('/etc/hostname'))`,
  "import('node:net')": `escaped(await import('node:net'))`,
  "import('node:process')": `(await import('node:process')).default._kill(1, 0); escaped('signal')`,
  "import('npm:left-pad')": `escaped(await import('npm:left-pad'))`,
  "import('jsr:@std/fs')": `escaped(await import('jsr:@std/fs'))`,
  "import('https:')": `escaped(await import('https://127.0.0.1/x.js'))`,
  "import('file:')": `escaped(await import('file:///etc/hostname'))`,
  "import('data:')": `escaped(await import('data:text/javascript,export default Deno'))`,
  "import('blob:')": `escaped(await import(URL.createObjectURL(new Blob(['export default Deno'], { type: 'text/javascript' }))))`,
  'import in a timer of text': `globalThis.got = 0; setTimeout("import('node:fs').then(() => { got = 1 })", 0); await wait(20); if (globalThis.got) escaped('import')`,
  'import.meta': `escaped(new Function('return import.meta')())`,
  // Deno.
  Deno: `escaped(Deno)`,
  'Deno.readTextFileSync': `escaped(globalThis.Deno.readTextFileSync('/etc/hostname'))`,
  'Deno by its symbol': `for (const key of Object.getOwnPropertySymbols(globalThis)) if (globalThis[key]?.core) escaped(String(key))`,
  'Deno.core by bootstrap': `escaped(globalThis.__bootstrap.core)`,
  'Deno in the names of the global': `const found = Object.getOwnPropertyNames(globalThis).filter((name) => /^(deno|.*bootstrap|op_)/i.test(name)); if (found.length) escaped(found)`,
  // Code from text, constructors and prototypes.
  'Function from text': `escaped(new Function('return 1')())`,
  'eval by another name': `escaped((0, eval)('1'))`,
  'constructor of a constructor': `escaped((() => 0).constructor.constructor('return this')())`,
  'constructor of an async function': `escaped((async () => 0).constructor('return this')())`,
  'constructor of a generator': `escaped((function* () {}).constructor('return this')())`,
  'constructor of require': `escaped(require.constructor('return Deno')())`,
  'constructor of the input': `escaped(input.constructor.constructor('return Deno')())`,
  'arguments.callee.caller': `escaped((function () { return arguments.callee.caller.caller; })().arguments)`,
  'Error.prepareStackTrace': `const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, sites) => sites; const sites = new Error().stack; Error.prepareStackTrace = before; for (const site of Array.isArray(sites) ? sites : []) { const called = site.getFunction?.(); if (called && site.getFileName() !== sites[0].getFileName()) escaped(String(called)); if (site.getThis?.()?.Deno) escaped('this'); }`,
  'a global from a vm context': `escaped(globalThis.constructor.constructor('return process')().kill)`,
  ShadowRealm: `escaped(new ShadowRealm().evaluate('1'))`,
  // The network.
  fetch: `escaped(await fetch('http://127.0.0.1:1/'))`,
  WebSocket: `escaped(new WebSocket('ws://127.0.0.1:1/'))`,
  EventSource: `escaped(new EventSource('http://127.0.0.1:1/'))`,
  XMLHttpRequest: `escaped(new XMLHttpRequest())`,
  'fetch from a prototype': `escaped(await Request.prototype.constructor.fetch('http://127.0.0.1:1/'))`,
  // Threads and machine code.
  'Worker from data': `escaped(new Worker('data:text/javascript,postMessage(1)', { type: 'module' }))`,
  'Worker by MessageChannel': `escaped(new (new MessageChannel().port1.constructor)())`,
  WebAssembly: `escaped(new WebAssembly.Memory({ initial: 1 }))`,
  SharedArrayBuffer: `const memory = new Int32Array(new SharedArrayBuffer(8)); if (Atomics.wait(memory, 0, 1) === 'never') escaped('wait')`,
  BroadcastChannel: `const channel = new BroadcastChannel('x'); channel.postMessage('x'); channel.close()`,
  // Async hooks and timers.
  'async_hooks.createHook': `const seen = []; require('async_hooks').createHook({ init: (_id, _type, _trigger, resource) => seen.push(resource) }).enable(); await wait(5); if (seen.some((resource) => resource?.nonce)) escaped('nonce')`,
  'AsyncLocalStorage of the host': `if (new (require('async_hooks').AsyncLocalStorage)().getStore()) escaped('store')`,
  'a timer that outlives the render': `setInterval(() => { for (let i = 0; i < 1e6; i += 1); }, 1)`,
  // Forged answers: what the guest itself uses is changed.
  'JSON.stringify changed': `JSON.stringify = () => '{"html":"forged","head":"","data":{}}'`,
  'Object.prototype.toJSON': `Object.prototype.toJSON = () => ({ html: 'forged', head: '', data: {} }); setTimeout(() => delete Object.prototype.toJSON, 50)`,
  'Promise.prototype.then changed': `Promise.prototype.then = function (resolve) { resolve?.('forged'); return this; }`,
  'TextEncoder changed': `TextEncoder.prototype.encode = () => new Uint8Array([79, 75])`,
  'Uint8Array.prototype.set changed': `Uint8Array.prototype.set = function () { escaped(String(this)); }`,
  'Function.prototype.call changed': `const call = Function.prototype.call; Function.prototype.call = function (...all) { if (/[0-9a-f]{32} /.test(String(all))) globalThis.nonce = String(all); return Reflect.apply(this, all[0], all.slice(1)); }; await wait(5); Function.prototype.call = call; if (globalThis.nonce) escaped(globalThis.nonce)`,
  'Array iterator changed': `const { next } = Object.getPrototypeOf([][Symbol.iterator]()); Object.getPrototypeOf([][Symbol.iterator]()).next = function () { const item = Reflect.apply(next, this, []); if (/^[0-9a-f]{32}/.test(String(item.value))) escaped(item.value); return item; }`,
  'console writes': `for (let i = 0; i < 200; i += 1) console.log('x'.repeat(1000))`,
  'console.error floods': `for (let i = 0; i < 200; i += 1) console.error('x'.repeat(1000))`,
  'an error whose message lies': `throw { get message() { escapedBy('message'); return 'x'; }, toString() { throw 1; } }`,
  // Too much of everything.
  'two gigabytes of buffers': `const held = []; for (let i = 0; i < 32; i += 1) held.push(Buffer.alloc(64 << 20, 1)); escaped('2 GB')`,
  'two gigabytes of shared memory': `const held = []; for (let i = 0; i < 32; i += 1) held.push(new Uint8Array(new SharedArrayBuffer(64 << 20)).fill(1)); escaped('2 GB')`,
  'a heap without end': `const all = []; for (;;) all.push(new Array(1e6).fill(all.length))`,
  'a string without end': `let text = 'x'; for (;;) text += text`,
  'an answer of 20 MB': `return { html: 'x'.repeat(20e6), head: '', data: {} }`,
  'a regular expression without end': `/^(a+)+$/.test('a'.repeat(50) + 'b'); escaped('match')`,
  'a loop without end': `for (;;);`,
  'promises without end': `for (;;) await null`,
  'recursion without end': `const again = () => again() + 1; again(); escaped('stack')`,
  'data nested without end': `let data = {}; for (let i = 0; i < 1e5; i += 1) data = { data }; return { html: '<p>x</p>', head: '', data }`,
  'Atomics.wait': `Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 10); escaped('waited')`,
};

/** A server build that makes one attempt and otherwise renders a page; an attempt that succeeds shows in the page. */
export function serverBuildOf(attempt: string): string {
  return `
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let proof = '';
    const escaped = (value) => { if (value !== undefined && value !== null) proof = 'ESCAPED ' + String(value); };
    const escapedBy = () => undefined;
    exports.render = async (input) => {
      const { data } = input;
      const answer = await (async () => { ${attempt} })().catch(() => undefined);
      return answer ?? { html: '<p>' + (proof || 'page') + '</p>', head: '<title>x</title>', data };
    };`;
}
