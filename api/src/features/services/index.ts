/** The services that the studio offers. */
export { servicesRoutes } from './services.routes.js';
