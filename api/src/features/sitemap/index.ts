/** Which pages exist, for sitemaps. */
export { sitemapRoutes } from './sitemap.routes.js';
