/** Staff users: the directory, passwords, their own account, sessions and sign-in. */
export { ensureFirstAdmin } from './auth.service.js';
export { hasDocumentKey, isUseOfPortal, needsDocumentKey } from './document-access.js';
export { createEmailedLink } from './emailed-links.service.js';
export { deleteOldLoginCounters } from './login-limits.js';
export { addNotice } from './notices.queries.js';
export { createResetLink, resetPassword } from './passwords.service.js';
export { resetSecondFactor } from './security.service.js';
export { readSessionCookie } from './session-cookie.js';
export { userOfSession } from './sessions.queries.js';
export { listStaffUsers } from './users.queries.js';
export { usersRoutes } from './users.routes.js';
export { addUser, updateUser } from './users.service.js';
