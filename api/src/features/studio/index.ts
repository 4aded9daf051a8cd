/** Testimonials, statistics and the profile of the studio. */
export { studioRoutes } from './studio.routes.js';
