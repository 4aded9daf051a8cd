const noop = () => undefined;

/** Replaces Node's `process`: libraries read its environment and version. */
export const plainProcess = {
  env: { NODE_ENV: 'production' },
  version: 'v20.19.0',
  versions: { node: '20.19.0' },
  platform: 'linux',
  argv: [],
  browser: false,
  nextTick: process.nextTick,
  cwd: () => '/',
  emitWarning: noop,
  on: noop,
  once: noop,
  off: noop,
  emit: noop,
};
