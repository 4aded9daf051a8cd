/** `npm start`: installs, builds, migrates, seeds and serves everything on one port (RUN-1). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

setup();
await import(pathToFileURL(join(root, 'shell', 'dist', 'server', 'main.js')).href);
