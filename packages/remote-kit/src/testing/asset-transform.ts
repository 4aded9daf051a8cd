import { basename } from 'node:path';

/** Every class of a CSS module by its own name. */
const CLASSES = 'module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? false : name) });';

/**
 * A Jest transform for what the kit's build takes besides code: a style sheet answers its class names, any other file its
 * name as an address.
 */
export default {
  process: (_source: string, path: string): { code: string } => ({
    code: path.endsWith('.css') ? CLASSES : `module.exports = ${JSON.stringify(`/${basename(path)}`)};`,
  }),
};
