/**
 * A batch of camera photos through the real portal, while the connection is cut, the server is killed and the page is reloaded:
 * what is stored, lost and doubled, and what it costs. `npm run bench -- uploads`; `--photos 40` is a smaller batch.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from './ts-import.mjs';
import { launchBrowser } from './browser.mjs';
import { makeCameraPhotos } from './camera-photos.mjs';
import { freePort } from './node-process.mjs';
import { processTree, residentMegabytes, startProduct } from './product.mjs';
