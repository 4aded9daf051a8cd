/** Inquiries of visitors. */
export { inquiriesRoutes } from './inquiries.routes.js';
export { cleanUpInquiries } from './inquiries-cleanup.js';
