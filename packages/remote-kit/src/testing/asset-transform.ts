import { basename } from 'node:path';

/** A CSS module whose class names are the names in the file. */
const CLASSES = 'module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? false : name) });';

/**
 * A Jest transform for what a remote may import besides code: a style sheet exports its class names, any other file its name
 * as a URL.
 */
export default {
  process: (_source: string, path: string): { code: string } => ({
    code: path.endsWith('.css') ? CLASSES : `module.exports = ${JSON.stringify(`/${basename(path)}`)};`,
  }),
};
