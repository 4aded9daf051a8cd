/**
 * `npm start`: installs, builds, migrates, seeds and serves everything on one port (RUN-1). What is served is a copy of
 * the build: the next one is made while the site runs, and costs it no more than the restart.
 */
import './load-env.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyForRunning } from './running-copy.mjs';
import { root, setup } from './setup.mjs';

setup();
await import(pathToFileURL(join(copyForRunning(root), 'front-door', 'dist', 'main.js')).href);
