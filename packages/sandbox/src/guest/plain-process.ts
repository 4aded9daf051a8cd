const nothing = () => undefined;

/** Stands for Node's `process`: libraries look at its environment and version. */
export const plainProcess = {
  env: { NODE_ENV: 'production' },
  version: 'v20.19.0',
  versions: { node: '20.19.0' },
  platform: 'linux',
  argv: [],
  browser: false,
  nextTick: process.nextTick,
  cwd: () => '/',
  emitWarning: nothing,
  on: nothing,
  once: nothing,
  off: nothing,
  emit: nothing,
};
