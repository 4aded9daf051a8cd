/** Uploads in parts, which survive a lost connection, a reload and a restart. */
export { createUploadFiles } from './upload-files.js';
export { uploadsRoutes } from './uploads.routes.js';
export { cleanUpUploads } from './uploads-cleanup.js';
