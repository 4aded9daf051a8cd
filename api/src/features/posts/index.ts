/** Blog posts. */
export { postsRoutes } from './posts.routes.js';
