/** What a working day begins with. */
export { dashboardRoutes } from './dashboard.routes.js';
