/** The portfolio and the hero. */
export {
  isPublicItem,
  listHero,
  listPortfolio,
  listSitemapPart,
  listSitemapParts,
  loadPortfolio,
} from './portfolio.queries.js';
export { portfolioRoutes } from './portfolio.routes.js';
