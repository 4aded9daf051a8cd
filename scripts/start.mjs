/**
 * `npm start`: installs, builds, migrates, seeds and serves everything on one port (RUN-1). It serves a copy of the
 * build, so that the next one can be built while the site runs.
 */
import './load-env.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyForRunning } from './running-copy.mjs';
import { root, setup } from './setup.mjs';

setup();
await import(pathToFileURL(join(copyForRunning(root), 'front-door', 'dist', 'main.js')).href);
