/** The audit log: who changed what. */

export { historyOf, scrubAuditEntries } from './audit.queries.js';
export { auditRoutes } from './audit.routes.js';
export {
  type Actor,
  addAuditEntries,
  addAuditEntry,
  audited,
  onceWithKey,
  ownLastEntry,
  requireActor,
  THIS_INSTALLATION,
} from './audited.js';
export { recordSignIn } from './record-sign-in.js';
