/** Inquiries of visitors. */
export { inquiriesRoutes } from './inquiries.routes.js';
export { startInquiriesCleanup } from './inquiries-cleanup.js';
