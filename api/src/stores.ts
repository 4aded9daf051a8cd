import { createClientFileStore } from './features/clients/index.js';
import { createFilmStore } from './features/films/index.js';
import { createUploadFiles } from './features/uploads/index.js';

export type Stores = ReturnType<typeof createStores>;

/** Creates the stores of files that staff upload, apart from photos. */
export const createStores = (dataDir: string) => ({
  films: createFilmStore({ dataDir }),
  clientFiles: createClientFileStore(dataDir),
  uploads: createUploadFiles(dataDir),
});
