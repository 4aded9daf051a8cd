/** Drafts, publication, schedules and history of what the public page shows. */
export { isTextSection } from './entities/texts.js';
export { PUBLISH_LOCK, withRevision } from './publish.service.js';
export { publishingRoutes } from './publishing.routes.js';
export { findByKey } from './revisions.queries.js';
export { startScheduler } from './start-scheduler.js';
