/** Runs Node programs as separate processes that report their CPU time over IPC. */
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const REPORT = pathToFileURL(join(import.meta.dirname, 'report-usage.mjs')).href;

/** A TCP port of 127.0.0.1 that is free now. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a program.
 * @param env its whole environment except PATH and HOME
 * @returns `{ child, exited, usage, message, stop }`: `usage()` returns `{ cpuMicroseconds, peakBytes }` so far; `message(type)`
 * the next message of that type; `stop()` ends it and waits
 */
export function startNode(program, { env = {}, args = [], execArgv = [] } = {}) {
  const child = fork(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    execArgv: ['--import', REPORT, ...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const message = (type) =>
    new Promise((resolve, reject) => {
      const onMessage = (sent) => {
        if (sent?.type !== type) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(sent);
      };
      const onExit = (code) => reject(new Error(`${program} ended with ${code}`));
      child.on('message', onMessage);
      child.once('exit', onExit);
    });
  return {
    child,
    exited,
    message,
    usage() {
      const response = message('usage');
      child.send({ type: 'usage?' });
      return response;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Waits until a URL returns 2xx. @throws Error when the process ends before */
export async function ready({ child }, url) {
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`the process behind ${url} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
