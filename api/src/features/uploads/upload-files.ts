import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { limitBytes } from '../../chunks.js';
import { createIncoming, INCOMING, syncToDisk } from '../../files.js';
import { Malformed } from '../../http/errors.js';

/** Parts that no request finished are removed after this time. */
const INCOMING_MS = 3_600_000;

export type UploadFiles = ReturnType<typeof createUploadFiles>;

/**
 * The parts of unfinished uploads: `uploads/{id}/{offset}` in the data directory. A part is written under another name, synced
 * and renamed, so it is complete. Which parts count is in the database. Writes nothing before it is needed.
 */
export function createUploadFiles(dataDir: string) {
  const root = join(dataDir, 'uploads');
  const incoming = createIncoming(root, INCOMING_MS);
  const folder = (id: string) => join(root, id);

  return {
    /**
     * Writes a part to the disk and passes its path to `use`, which calls `keep` to make it a part of the upload.
     * @param tooLarge creates the error for more than `maxBytes`
     */
    async receive<T>(
      body: ReadableStream | null,
      { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
      use: (part: { bytes: number; keep(id: string, offset: number): Promise<void> }) => Promise<T>,
    ): Promise<T> {
      return incoming.withTemporaryFile(async (path) => {
        let bytes = 0;
        const count = async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            bytes += chunk.byteLength;
            yield chunk;
          }
        };
        const source = body ? Readable.fromWeb(body) : Readable.from([]);
        await pipeline(
          source,
          limitBytes(() => maxBytes, tooLarge),
          count,
          createWriteStream(path, { flags: 'wx' }),
        ).catch((error: NodeJS.ErrnoException) => {
          // The browser has gone, which is no failure of the server.
          throw error.code === 'ECONNRESET' ? new Malformed('The part was interrupted. Please send it again.') : error;
        });
        await syncToDisk(path);
        const keep = async (id: string, offset: number) => {
          await mkdir(folder(id), { recursive: true });
          await rename(path, join(folder(id), String(offset)));
          await syncToDisk(folder(id)).catch(() => undefined);
        };
        return use({ bytes, keep });
      });
    },
    /**
     * Writes the whole file to `target`, which must not exist.
     * @returns whether the parts have so many bytes together
     */
    async assemble(id: string, bytes: number, target: string): Promise<boolean> {
      const names = await readdir(folder(id)).catch(() => []);
      const offsets = names.map(Number).sort((first, second) => first - second);
      let written = 0;
      const parts = async function* () {
        for (const offset of offsets) {
          // Another part was stored here, and then the file began again.
          if (offset !== written) continue;
          for await (const chunk of createReadStream(join(folder(id), String(offset)))) {
            written += chunk.length;
            yield chunk;
          }
        }
      };
      await pipeline(parts, createWriteStream(target, { flags: 'wx' }));
      return written === bytes;
    },
    remove: (id: string) => rm(folder(id), { recursive: true, force: true }),
    /** Removes the parts of uploads that do not exist, and what killed processes left. */
    async sweep(known: (ids: string[]) => Promise<Set<string>>): Promise<void> {
      const ids = (await readdir(root).catch(() => [])).filter((name) => name !== INCOMING);
      const withRow = await known(ids);
      await Promise.all(
        ids.filter((id) => !withRow.has(id)).map((id) => rm(folder(id), { recursive: true, force: true })),
      );
      await incoming.sweep();
    },
  };
}
