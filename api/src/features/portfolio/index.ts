/** The portfolio and the hero. */
export type { PhotoAlbums } from './bulk.service.js';
export { findByKey, itemsWithMedia } from './portfolio.queries.js';
export { portfolioRoutes } from './portfolio.routes.js';
export { createPortfolioItem } from './portfolio.service.js';
export { isPublicItem } from './portfolio-items.js';
export { listHero, listPortfolio, loadPortfolio, publishedCategories } from './public.queries.js';
export { listSitemapPart, listSitemapParts } from './sitemap.queries.js';
export { emptyOldTrash } from './trash-cleanup.js';
