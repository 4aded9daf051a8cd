/** Clients, their timeline and tasks, reply templates, and what the law asks for: export, erasure and retention. */
export { clientsRoutes } from './clients.routes.js';
export { listDueTasks } from './due-tasks.js';
export { createClientFileStore } from './file-store.js';
export { clientFilesRoutes } from './files.routes.js';
export { cleanUpClientFiles } from './left-files.js';
export { privacyRoutes } from './privacy.routes.js';
export { eraseStaleClients } from './retention.js';
export { ERASED } from './scrub-client.js';
export { replyTemplatesRoutes } from './templates.routes.js';
