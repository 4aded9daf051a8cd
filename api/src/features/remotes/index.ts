/** Releases of remotes, their channels and the composition. */
export { createRemotes } from './create-remotes.js';
export { deleteRevokedTokens } from './deploy-tokens.service.js';
export { deleteOldReports } from './load-reports.service.js';
