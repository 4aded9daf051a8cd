/** Films: links to YouTube or Vimeo, and uploaded files. */
export { checkLinks } from './check-links.js';
export { removeUnusedFiles } from './film-files.js';
export { createFilmStore } from './film-store.js';
export { isPublicFilm, listFilms, loadFilms } from './films.queries.js';
export { filmsRoutes } from './films.routes.js';
export { eraseOldFilms } from './trash-cleanup.js';
