/** The OpenAPI document and its page. */
export { docsRoutes } from './docs.routes.js';
