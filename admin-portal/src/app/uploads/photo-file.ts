import { MAX_UPLOAD_BYTES } from '@godhuli/contracts/uploads';

/** Marks that change the direction of the text after them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** 'marigold_morning-2.jpg' becomes 'Marigold morning 2'. */
export function titleFromName(name: string): string {
  const words = name
    .replace(DIRECTION_MARKS, '')
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_.]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** Returns the start of a name without what the API refuses: control characters, and half of an emoji at the cut. */
export const startOfName = (name: string, maxLength: number): string =>
  name
    .replace(CONTROL, '')
    .slice(0, maxLength)
    .replace(/\p{Surrogate}/gu, '');

/** The longest name of a file that the API accepts. */
export const MAX_NAME = 255;

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** What to do about photos in the format of iPhones, which most browsers cannot show. */
const HEIC_ADVICE =
  'This is an iPhone photo in HEIC format. On the iPhone, set Camera > Formats to Most Compatible, or export the photo as JPEG.';

/** Returns what is wrong with a file before the server checks its content; null when nothing is. */
export function fileProblem(file: File): string | null {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return HEIC_ADVICE;
  if (file.type && !TYPES.includes(file.type))
    return `${file.name} is not a supported image. Choose a JPG, PNG or WebP file.`;
  if (file.size > MAX_UPLOAD_BYTES) return `${file.name} is larger than 25 MB. Choose a smaller file.`;
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  return null;
}
