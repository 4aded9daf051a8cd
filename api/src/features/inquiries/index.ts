/** Inquiries of visitors. */
export { inquiriesRoutes } from './inquiries.routes.js';
export { recordReply } from './inquiries.service.js';
export { cleanUpInquiries } from './inquiries-cleanup.js';
export { inquiryViewsRoutes } from './inquiry-views.js';
