import { TooLarge } from '../../http/errors.js';
import type { UploadRules } from '../../http/receive-upload.js';

/** The largest accepted image, in bytes. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;

export const tooLarge = () => new TooLarge('This photo is larger than 25 MB. Please choose a smaller one.');

export const PHOTO_UPLOAD: UploadRules = {
  maxBytes: MAX_IMAGE_BYTES,
  tooLarge,
  missing: 'Please choose a photo.',
  several: 'Please upload one photo at a time.',
  empty: 'This file is empty. Please choose a JPEG, PNG or WebP file.',
};
