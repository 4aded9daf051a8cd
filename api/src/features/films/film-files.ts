import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type FilmFile, MAX_CAPTIONS_BYTES, MAX_FILM_BYTES } from '@godhuli/contracts/films';
import { type Kysely, sql } from 'kysely';
import { limitBytes } from '../../chunks.js';
import type { Database } from '../../db/database.js';
import { BadInput, DomainError, TooLarge, UnsupportedType } from '../../http/errors.js';
import { type Actor, addAuditEntry, requireActor } from '../audit/index.js';
import { requireCaptions } from './captions.js';
import { type FilmKind, type FilmStore, hashOf } from './film-store.js';
import { cleanMp4 } from './mp4.js';

const TYPES: Readonly<Record<string, FilmKind>> = { 'video/mp4': 'mp4', 'text/vtt': 'vtt' };
const LIMITS: Readonly<Record<FilmKind, number>> = { mp4: MAX_FILM_BYTES, vtt: MAX_CAPTIONS_BYTES };

const tooLarge = (kind: FilmKind) =>
  new TooLarge(
    kind === 'mp4'
      ? 'This film is larger than 200 MB. Please export a smaller one, or use a link to YouTube or Vimeo.'
      : 'These captions are larger than 512 KB.',
  );
const badFile = (message: string) => new BadInput([{ field: 'file', message }], message);

/**
 * Stores the body of a request, an MP4 film or WebVTT captions, under its content hash.
 * @throws UnsupportedType, TooLarge, BadInput (empty or interrupted)
 */
export async function storeFilmFile(
  db: Kysely<Database>,
  store: FilmStore,
  actor: Actor,
  request: Request,
): Promise<FilmFile> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = TYPES[type];
  if (!kind) throw new UnsupportedType('Please choose an MP4 film or a WebVTT file.');
  return store.withTemporaryFile(async (path) => {
    await receive(request, path, kind);
    const durationSeconds = kind === 'mp4' ? (await cleanMp4(path)).durationSeconds : await checkCaptions(path);
    const { size: bytes } = await stat(path);
    const file: FilmFile = { id: await hashOf(path), kind, bytes, durationSeconds };
    await db.transaction().execute(async (transaction) => {
      await requireActor(transaction, actor);
      const values = { id: file.id, kind, bytes: String(bytes), duration_seconds: durationSeconds };
      // The same file again is kept for another day, see `removeUnusedFiles`.
      const { isNew } = await transaction
        .insertInto('film_files')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: sql<Date>`now()` }))
        .returning(sql<boolean>`xmax = 0`.as('isNew'))
        .executeTakeFirstOrThrow();
      await store.place(file.id, kind, path);
      if (isNew)
        await addAuditEntry(transaction, actor, 'videos.upload', { entityId: file.id, before: null, after: file });
    });
    return file;
  });
}

async function receive(request: Request, target: string, kind: FilmKind): Promise<void> {
  const limit = LIMITS[kind];
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(kind);
  if (!request.body) throw badFile('This file is empty.');
  const limited = limitBytes(
    () => limit,
    () => tooLarge(kind),
  );
  const file = createWriteStream(target, { flags: 'wx' });
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), limited, file);
  } catch (error) {
    const isOfDisk = typeof (error as NodeJS.ErrnoException).syscall === 'string';
    if (error instanceof DomainError || isOfDisk) throw error;
    throw badFile('The upload was interrupted. Please try again.');
  }
  if (file.bytesWritten === 0) throw badFile('This file is empty.');
}

async function checkCaptions(path: string): Promise<null> {
  requireCaptions(await readFile(path));
  return null;
}

/** Removes files that no film has used for a day after their upload. @returns how many */
export async function removeUnusedFiles(db: Kysely<Database>, store: FilmStore): Promise<number> {
  await store.sweep();
  const removed = await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .deleteFrom('film_files')
      .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('videos')
              .select('videos.id')
              .where((where) =>
                where.or([
                  where('videos.file_id', '=', where.ref('film_files.id')),
                  where('videos.captions_id', '=', where.ref('film_files.id')),
                ]),
              ),
          ),
        ),
      )
      .returning(['id', 'kind'])
      .execute();
    for (const { id, kind } of rows) await store.remove(id, kind);
    return rows;
  });
  return removed.length;
}
