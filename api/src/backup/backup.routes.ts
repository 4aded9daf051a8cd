import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { ApiDependencies } from '../dependencies.js';
import { audited } from '../features/audit/index.js';
import { access } from '../http/access.js';
import { actorOf } from '../http/actor.js';
import type { ApiEnv } from '../http/api-env.js';
import { Conflict } from '../http/errors.js';
import { fileOf, openapi } from '../http/openapi.js';
import { startBackup } from './write-backup.js';

/**
 * Creates a backup in the running process: only this process can read an open embedded database. Runs one backup at a time,
 * because each reads every file of the installation.
 */
export function backupRoutes({ db, logger, engine, dataDir }: ApiDependencies & { dataDir: string }): Hono<ApiEnv> {
  let running = false;
  return new Hono<ApiEnv>().post(
    '/api/admin/backup',
    access('settings.manage'),
    openapi(
      'Staff',
      'Creates a backup of the database, photos and releases: a tar.gz with a manifest',
      fileOf('application/gzip'),
      200,
      { problems: [409], headers: { 'Content-Disposition': { description: 'The file name', required: true } } },
    ),
    async (c) => {
      if (running) throw new Conflict('A backup is already running.');
      running = true;
      try {
        const entry = { entityId: 'installation', before: null, after: null, result: undefined };
        await audited(db, actorOf(c), 'backup.create', async () => entry, { needsPassword: true });
        const bytes = await startBackup({ db, engine, dataDir });
        bytes.on('error', (err) => logger.error({ err, requestId: c.var.requestId }, 'a backup failed'));
        bytes.once('close', () => {
          running = false;
        });
        return c.body(Readable.toWeb(bytes) as ReadableStream, 200, {
          'content-type': 'application/gzip',
          'content-disposition': 'attachment; filename="godhuli-backup.tar.gz"',
        });
      } catch (error) {
        running = false;
        throw error;
      }
    },
  );
}
