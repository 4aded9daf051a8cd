/** Starts the built product for a measurement. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ready, startNode } from './node-process.mjs';

export const root = join(import.meta.dirname, '..');

/**
 * @param env in addition to a port and a separate data directory
 * @param options `atRest`: whether to wait for the work of the start (below)
 * @returns `{ url, pid, usage, stop }`, ready for requests
 */
export async function startProduct(env = {}, { atRest = true } = {}) {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-bench-'));
  const main = join(root, 'front-door', 'dist', 'main.js');
  const started = startNode(main, {
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      // It would take CPU time from the measured browser, which is another machine in production.
      BACKGROUND_ENCODING: '0',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(started, `${url}/readyz`);
  try {
    if (atRest) await untilAtRest(started.child);
  } catch (error) {
    await started.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    pid: started.child.pid,
    usage: started.usage,
    /** resolves when it has ended, also by a signal from outside */
    ended: started.exited,
    async stop() {
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const REST_MS = 2000;
/** Less CPU time than this, in seconds, within `REST_MS`. */
const REST_CPU_SECONDS = 0.04;
const LONGEST_WORK_MS = 120_000;

/**
 * Waits until a process and its descendants have done the work of the start. After the first one the product encodes the photos of the
 * page, which takes most of a core for about eight seconds, beside whatever is measured. Elsewhere than on Linux it does not wait.
 */
async function untilAtRest(child) {
  if (process.platform !== 'linux') return;
  const used = () => processTree(child.pid).reduce((sum, id) => sum + cpuSeconds(id), 0);
  const deadline = Date.now() + LONGEST_WORK_MS;
  for (let before = used(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const now = used();
    const ending = child.exitCode ?? child.signalCode;
    if (ending !== null) throw new Error(`the product ended with ${ending} after its start`);
    // Less than before: one of its processes has ended.
    if (now >= before && now - before < REST_CPU_SECONDS) return;
    if (Date.now() > deadline) throw new Error(`the product was not at rest ${LONGEST_WORK_MS} ms after its start`);
    before = now;
  }
}

/** Returns the process and its descendants, itself first (Linux). */
export function processTree(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
      } catch {
        return [];
      }
    });
  const below = (id) => [id, ...parents.filter(({ parent }) => parent === id).flatMap((entry) => below(entry.pid))];
  return below(pid);
}

/** Resident memory in MB of one process. */
export function residentMegabytes(pid) {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

/** CPU seconds that one process has used, in steps of 10 ms; 0 if it has ended (Linux). */
export function cpuSeconds(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
