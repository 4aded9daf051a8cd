/** Starts a temporary Postgres for tests, with the binaries of this machine. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.mjs';

/** Returns the folder of `initdb` and `postgres`, on the PATH or from Debian's package; null if there is none. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null;
}

/** Returns the user for Postgres, which refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, name]).toString());
      return { name, uid: id('-u'), gid: id('-g') };
    } catch {
      // Try the next user.
    }
  }
  throw new Error('Postgres cannot run as root, and there is neither a user postgres nor nobody.');
}

/**
 * Starts a cluster on a free port of 127.0.0.1.
 * @param {{ parent?: string, settings?: string }} options `parent`: the folder that contains it (of a small disk);
 *   `settings`: more options of the server's command line
 * @returns null without binaries; otherwise `url` for its superuser, `stop` (ends and removes it), `isRunning`,
 *   `stopImmediately` (`pg_ctl stop -m immediate`, without a checkpoint, like a crash), `startAgain` (recovers), and
 *   `processes` (the ids of all its processes)
 */
export async function startPostgres({ parent = tmpdir(), settings = '' } = {}) {
  const bin = findPostgres();
  if (!bin) return null;
  const folder = mkdtempSync(join(parent, 'godhuli-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const data = join(folder, 'data');
  const options = {
    ...identity,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder },
  };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'], options);
  const port = await freePort();
  const line = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`;
  const control = (...args) => execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], options);
  const startAgain = () => void control('start', '-l', join(folder, 'log'), '-o', `${line} ${settings}`);
  const stopImmediately = () => void control('stop', '-m', 'immediate');
  startAgain();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stopImmediately,
    startAgain,
    isRunning() {
      try {
        control('status');
        return true;
      } catch {
        return false;
      }
    },
    processes() {
      const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // Not `--ppid`: only Linux has it.
      const lines = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=']).toString().trim().split('\n');
      const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
      return [first, ...all.flatMap(([id = 0, parent]) => (parent === first ? [id] : []))];
    },
    stop() {
      try {
        if (existsSync(join(data, 'postmaster.pid'))) stopImmediately();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
