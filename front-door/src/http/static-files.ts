import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { bytesOf, Representation } from '@godhuli/server/representation';

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

export function contentTypeOf(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * Reads a build's files into memory, with the compressed forms that the build wrote next to them.
 * @returns representations by path below the folder, with `/`
 */
export async function readStaticFiles(directory: string): Promise<Map<string, Representation>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(paths);
  const files = new Map<string, Representation>();
  for (const path of paths.filter((name) => !/\.(br|gz)$/.test(name))) {
    const read = async (name: string) => bytesOf(await readFile(join(directory, name)));
    const plain = await read(path);
    const compressed = {
      ...(known.has(`${path}.br`) ? { br: await read(`${path}.br`) } : {}),
      ...(known.has(`${path}.gz`) ? { gzip: await read(`${path}.gz`) } : {}),
    };
    files.set(path, new Representation(plain, contentTypeOf(path), { compressed }));
  }
  return files;
}
