/** The texts of the site. */
export { readText } from './content.queries.js';
export { contentRoutes } from './content.routes.js';
