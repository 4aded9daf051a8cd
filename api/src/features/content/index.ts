/** The texts of the site. */
export { contentRoutes } from './content.routes.js';
