/** Blog posts and videos. */
export { postsRoutes } from './posts.routes.js';
