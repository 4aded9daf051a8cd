import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentTypeOf } from '@godhuli/server/content-type';
import { bytesOf, Representation } from '@godhuli/server/representation';

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
