// Creates an empty embedded database in the given folder, in a separate process. This takes about 800 MB of memory, which a
// server process would never give back.
import { PGlite } from '@electric-sql/pglite';

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
await (await PGlite.create({ dataDir: folder })).close();
