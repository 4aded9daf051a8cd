/** Installs the frameworks of the peers if that is needed, builds each one and starts the server of Next.js. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, ready, startNode } from '../node-process.mjs';
import { output, precompress } from './build.mjs';

const folder = join(import.meta.dirname, 'peers');
const packages = join(folder, 'node_modules');
const NEXT = join(packages, 'next', 'dist', 'bin', 'next');

/** No framework sends telemetry or downloads a compiler. */
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NEXT_IGNORE_INCORRECT_LOCKFILE: '1', ASTRO_TELEMETRY_DISABLED: '1' };

/** By name: its program, the arguments of its build, and the folder that it writes. */
const BUILDS = {
  'next-static': [NEXT, ['build', 'next'], 'next/dist/next-static'],
  'next-server': [NEXT, ['build', 'next'], 'next/dist/next-server'],
  astro: [join(packages, 'astro', 'astro.js'), ['build', '--root', 'astro'], 'astro/dist'],
  'vite-react': [join(packages, 'vite', 'bin', 'vite.js'), ['build', 'vite-react'], 'vite-react/dist'],
};
export const PEERS = Object.keys(BUILDS);

/** Runs a command in the folder of the peers. Shows its output only if it fails. */
function run(title, command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${title} failed:\n${stdout}${stderr}`);
}

function install() {
  const stamp = join(packages, '.installed-from');
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return;
  console.log('  installing the peers');
  // Not `npm ci`: it refuses a lockfile without the optional packages for other platforms (scripts/setup.mjs).
  run('npm install', 'npm', ['install', '--no-save', '--loglevel', 'error']);
  writeFileSync(stamp, lockfile);
}

/** Starts the server of Next.js. @returns `{ url, stop }` */
async function startNext(url) {
  const port = await freePort();
  const started = startNode(NEXT, {
    args: ['start', join(folder, 'next'), '--port', String(port), '--hostname', '127.0.0.1'],
    env: { ...QUIET, PEER: 'next-server', API_ORIGIN: url },
  });
  const origin = `http://127.0.0.1:${port}`;
  await ready(started, origin);
  return { url: origin, stop: started.stop };
}

/**
 * @param url of the running product, whose API and photos the peers use
 * @returns `{ folders, renderer }`: folders by name, and the server that renders the document of `next-server`
 */
export async function buildPeers(url) {
  install();
  const folders = {};
  for (const [name, [program, args, built]] of Object.entries(BUILDS)) {
    console.log(`  building ${name}`);
    // Next.js writes an export to its own folder and then to ours.
    for (const path of [built, 'next/.next']) rmSync(join(folder, path), { recursive: true, force: true });
    run(name, process.execPath, [program, ...args], { ...QUIET, NODE_ENV: 'production', PEER: name, API_ORIGIN: url });
    folders[name] = join(output, name);
    if (name === 'next-server')
      cpSync(join(folder, built, 'static'), join(folders[name], '_next', 'static'), { recursive: true });
    else cpSync(join(folder, built), folders[name], { recursive: true });
    precompress(folders[name]);
  }
  return { folders, renderer: await startNext(url) };
}
