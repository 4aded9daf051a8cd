// A process of its own that makes an empty embedded database in the folder it is given, and ends. Making one takes
// some 800 MB, which a server that did it itself would never give back.
import { PGlite } from '@electric-sql/pglite';

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
await (await PGlite.create({ dataDir: folder })).close();
