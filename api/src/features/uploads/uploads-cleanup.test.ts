import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { testDatabase } from '../../testing/test-database.js';
import { createUploadFiles } from './upload-files.js';
import { cleanUpUploads } from './uploads-cleanup.js';

it('ADM-UP-5 uploads expire after a week, and parts without an upload are removed', async () => {
  const database = await testDatabase('pglite');
  const { db } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'godhuli-uploads-'));
  const files = createUploadFiles(dataDir);
  await sql`insert into uploads (user_id, key, name, bytes, modified_ms, title, category, place, published, changed_at)
    select (select min(id) from users), n, n, 10, 0, n, 'wedding', '', false, now() - make_interval(days => n)
    from generate_series(6, 8) n`.execute(db);
  const write = (id: string) =>
    files.receive(
      new Blob([new Uint8Array(4)]).stream() as never,
      { maxBytes: 10, tooLarge: () => new Error('too large') },
      ({ keep }) => keep(id, 0),
    );
  for (const id of ['1', '2', '3', '999', '..']) await write(id === '..' ? 'not-an-upload' : id);
  expect(await cleanUpUploads(db, files)).toBe(2);
  const left = ['1', '2', '3', '999', 'not-an-upload'].filter((id) => existsSync(join(dataDir, 'uploads', id)));
  expect(left).toEqual(['1']);
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
