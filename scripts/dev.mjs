/**
 * `npm run dev`: the product on one URL, with every front end rebuilt and the page reloaded as you save (RUN-5).
 * A remote's new build is published through the product's own code path; a change of the host, the API or a
 * package restarts the process, over data of its own in `.data-dev`.
 */
import './load-env.mjs';
import { fork, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

const REMOTES = ['public-site', 'admin-portal', 'legacy-admin'];
const HOSTS = [
  'packages/contracts',
  'packages/remote-kit',
  'packages/sandbox',
  'packages/design-tokens',
  'api',
  'shell',
];

let server = null;

function startServer() {
  server = fork(join(root, 'shell', 'dist', 'server', 'main.js'), [], {
    // Nothing balances load here, so a restart waits for nobody.
    env: { DATA_DIR: join(root, '.data-dev'), DRAIN_SECONDS: '0', ...process.env, GODHULI_DEV: '1' },
  });
}

function stopServer() {
  const ending = server;
  server = null;
  if (!ending || ending.exitCode !== null) return Promise.resolve();
  ending.kill('SIGTERM');
  return new Promise((resolve) => ending.once('exit', resolve));
}

/** Builds what is stale; answers whether it worked. The messages of a failure are shown. */
function build(...workspaces) {
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const filters = workspaces.map((workspace) => `--filter=./${workspace}`);
  return new Promise((resolve) => {
    spawn(process.execPath, [turbo, 'run', 'build', ...filters, '--output-logs=errors-only', '--no-update-notifier'], {
      cwd: root,
      stdio: 'inherit',
    }).once('exit', (code) => resolve(code === 0));
  });
}

/** Calls `react` once a folder's sources have been quiet for a moment, never twice at once. */
function onChange(folder, react) {
  let timer = null;
  let running = Promise.resolve();
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || /(^|[/\\])(dist|node_modules|\.turbo)([/\\]|$)/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => react());
    }, 100);
  });
}

setup();
startServer();
for (const remote of REMOTES)
  onChange(remote, async () => {
    console.log(`> ${remote} changed`);
    if (await build(remote)) server?.send({ publish: join(root, remote, 'dist') });
  });
for (const host of HOSTS)
  onChange(host, async () => {
    console.log(`> ${host} changed`);
    if (!(await build(...HOSTS, ...REMOTES))) return;
    await stopServer();
    startServer();
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await stopServer();
    process.exit(0);
  });
