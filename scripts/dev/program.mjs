import { spawn } from 'node:child_process';

const POLL_MS = 20;

const isReady = async (url) => {
  const response = await fetch(url).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
};

/**
 * A server program that can be started again.
 * @param {{ name: string, file: string, args?: string[], cwd: string, env: Record<string, string>, readyUrl: string }} options
 *   `readyUrl` responds with 2xx once the program can take requests
 */
export function createProgram({ name, file, args = [], cwd, env, readyUrl }) {
  let child = null;
  let ready = Promise.resolve(false);
  /** resolves when the latest restart has begun */
  let turn = Promise.resolve();
  let isStopped = false;

  /** @returns {Promise<boolean>} whether it takes requests; false if it has ended, which is printed unless we ended it */
  async function start() {
    const started = spawn(process.execPath, [file, ...args], {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child = started;
    while (started.exitCode === null && started.signalCode === null) {
      if (await isReady(readyUrl)) return true;
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
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    name,
    start() {
      ready = start();
      return ready;
    },
    stop() {
      isStopped = true;
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
