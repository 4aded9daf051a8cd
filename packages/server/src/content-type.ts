import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const OTHER = 'application/octet-stream';

/** Returns the content type of a file of a build, by its extension. */
export const contentTypeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? OTHER;

/** Every type that `contentTypeOf` can return, without parameters. */
export const CONTENT_TYPES: readonly string[] = [...Object.values(TYPES), OTHER].map((type) => type.replace(/;.*/, ''));
