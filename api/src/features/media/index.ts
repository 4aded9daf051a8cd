/** Photos: upload, storage and variants. */
export { startBackgroundEncoding } from './background-encoding.js';
export { allMediaIds, knownMediaIds, mediaById } from './media.queries.js';
export { mediaRoutes } from './media.routes.js';
export { chosenImage, type ImageColumns, loadMedia, requireStoredMedia } from './media-references.js';
export { createMediaStore, type MediaStore } from './media-store.js';
export { seedMedia } from './seed-media.js';
