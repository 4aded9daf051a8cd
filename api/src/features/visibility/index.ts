/** Which stored photos and films visitors may see. */
export { createVisibility } from './media-visibility.js';
