/** Booking packages. */
export { packagesRoutes } from './packages.routes.js';
