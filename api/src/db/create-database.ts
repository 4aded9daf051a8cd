// Creates an empty embedded database in the given folder, in a separate process. This takes about 800 MB of memory, which a
// server process would never give back.
import { PGlite } from '@electric-sql/pglite';
import { compileLate } from './late-compilation.js';

/** Emscripten numbers errors as WASI does. */
const ENOSPC = 51;

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
compileLate();
try {
  await (await PGlite.create({ dataDir: folder })).close();
} catch (error) {
  const { errno, message = String(error) } = Object(error) as { errno?: number; message?: string };
  console.error(errno === ENOSPC ? 'the disk is full' : message);
  process.exitCode = 1;
}
