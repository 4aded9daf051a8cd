/** Stories: albums with sections of photos and films. */
export { albumsRoutes } from './albums.routes.js';
