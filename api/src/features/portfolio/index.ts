/** The portfolio and the hero. */
export { listHero, listPortfolio } from './portfolio.queries.js';
export { portfolioRoutes } from './portfolio.routes.js';
