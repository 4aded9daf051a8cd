/** The portfolio and the hero. */
export type { PhotoAlbums } from './bulk.service.js';
export {
  isPublicItem,
  itemsWithMedia,
  listHero,
  listPortfolio,
  listSitemapPart,
  listSitemapParts,
  loadPortfolio,
  publishedCategories,
} from './portfolio.queries.js';
export { portfolioRoutes } from './portfolio.routes.js';
export { createPortfolioItem } from './portfolio.service.js';
export { emptyOldTrash } from './trash-cleanup.js';
