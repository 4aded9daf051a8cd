// Creates an empty embedded database in the given folder, in a separate process. This takes about 800 MB of memory, which a
// server process would never give back.
import { PGlite } from '@electric-sql/pglite';
import { compileLate } from './late-compilation.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
compileLate();
await (await PGlite.create({ dataDir: folder })).close();
