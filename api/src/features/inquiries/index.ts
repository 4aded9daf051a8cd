/** Inquiries of visitors. */
export { inquiriesRoutes } from './inquiries.routes.js';
export { cleanUpInquiries } from './inquiries-cleanup.js';
export { inquiryViewsRoutes } from './inquiry-views.js';
