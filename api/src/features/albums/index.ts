/** Stories: albums with sections of photos and films. */
export { listStories } from './albums.queries.js';
export { albumsRoutes } from './albums.routes.js';
export { albumWriter } from './albums.service.js';
export { eraseOldAlbums } from './trash-cleanup.js';
