/** The audit log: who changed what. */
export { auditRoutes } from './audit.routes.js';
export { type Actor, addAuditEntry, audited, requireActor, THIS_INSTALLATION } from './audited.js';
export { recordSignIn } from './record-sign-in.js';
