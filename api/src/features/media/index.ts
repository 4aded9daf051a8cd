/** Photos: upload, storage and variants. */
export { type BackgroundEncoding, startBackgroundEncoding } from './background-encoding.js';
export { cropsRoutes } from './crops.routes.js';
export { encodingRoutes } from './encoding.routes.js';
export { WorkerLost } from './image-worker-pool.js';
export { allMediaIds, captureTimes, knownMediaIds, mediaById, mediaIdsOfOriginal } from './media.queries.js';
export { mediaRoutes } from './media.routes.js';
export { CrashedOnPhoto, storeImage } from './media.service.js';
export { chosenImage, type ImageColumns, loadMedia, requireStoredMedia } from './media-references.js';
export { createMediaStore, type MediaStore } from './media-store.js';
export { seedMedia } from './seed-media.js';
export { leaveMedia, removeLeftMedia } from './unused-media.js';
