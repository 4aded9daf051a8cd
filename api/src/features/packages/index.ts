/** Booking packages. */
export { listPackages } from './packages.queries.js';
export { packagesRoutes } from './packages.routes.js';
