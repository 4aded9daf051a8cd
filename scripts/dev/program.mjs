import { spawn } from 'node:child_process';
import { join } from 'node:path';

const POLL_MS = 20;
const PREPARED = join(import.meta.dirname, 'prepared.mjs');

const isReady = async (url) => {
  const response = await fetch(url).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
};

/**
 * A server program that can be started again.
 * @param {{ name: string, file: string, args?: string[], cwd: string, env: Record<string, string>, readyUrl: string,
 *   packages?: string }} options
 *   `readyUrl` responds with 2xx once the program can take requests; `packages` is a module that imports what does not change
 *   between restarts: the process of the next start has it loaded
 */
export function createProgram({ name, file, args = [], cwd, env, readyUrl, packages }) {
  let child = null;
  let prepared = null;
  let ready = Promise.resolve(false);
  /** resolves when the latest restart has begun */
  let turn = Promise.resolve();
  let isStopped = false;

  const spawnNode = (nodeArgs, stdio) =>
    spawn(process.execPath, nodeArgs, { cwd, stdio, env: { ...process.env, ...env } });

  const prepare = () => spawnNode([PREPARED, packages], ['inherit', 'inherit', 'inherit', 'ipc']);

  function run() {
    if (!packages) return spawnNode([file, ...args], 'inherit');
    const next = prepared?.exitCode === null ? prepared : prepare();
    prepared = null;
    next.send({ file, args });
    return next;
  }

  /** @returns {Promise<boolean>} whether it takes requests; false if it has ended, which is printed unless we ended it */
  async function start() {
    const started = run();
    child = started;
    while (started.exitCode === null && started.signalCode === null) {
      if (await isReady(readyUrl)) {
        if (packages && !isStopped) prepared ??= prepare();
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    if (child === started)
      console.error(
        `> ${name} ended before it was ready (${started.exitCode ?? started.signalCode}); see its error above`,
      );
    return false;
  }

  async function end() {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await exited;
  }

  // Without the parent nobody would end the child.
  process.once('exit', () => {
    child?.kill('SIGKILL');
    prepared?.kill('SIGKILL');
  });
  return {
    name,
    start() {
      ready = start();
      return ready;
    },
    stop() {
      isStopped = true;
      prepared?.kill();
      prepared = null;
      return end();
    },
    /** Resolves when the program takes requests, or has ended. */
    ready: () => ready,
    /** Ends it and starts it again, one restart after the other. Requests wait for `ready`. @returns what `start` returns */
    restart() {
      let restarted;
      turn = turn.then(end).then(() => {
        restarted = isStopped ? false : start();
      });
      ready = turn.then(() => restarted);
      return ready;
    },
  };
}
