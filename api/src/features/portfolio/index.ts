/** The portfolio and the hero. */
export { isPublicItem, listHero, listPortfolio, loadPortfolio } from './portfolio.queries.js';
export { portfolioRoutes } from './portfolio.routes.js';
