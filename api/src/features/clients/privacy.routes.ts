import {
  clientErasedSchema,
  clientEraseSchema,
  clientExportSchema,
  privacySettingsSchema,
  privacyUpdateSchema,
} from '@godhuli/contracts/clients';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { type FileStores, removeLeftFiles } from './left-files.js';
import { changePrivacySettings, eraseClient, exportClient, readPrivacySettings } from './privacy.service.js';

/** What one person may ask for, and how long data is kept. For admins, who enter their password again. */
export function privacyRoutes({ db, media, files }: Pick<ApiDependencies, 'db'> & FileStores): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post(
      '/api/clients/:id/export',
      access('privacy.manage'),
      openapi('Privacy', 'Returns everything that is stored about one client', clientExportSchema, 200, {
        headers: { 'Content-Disposition': { description: 'The file name', required: true } },
      }),
      validate('param', idParameter),
      async (c) => {
        const { id } = c.req.valid('param');
        return c.json(await exportClient(db, actorOf(c), id), 200, {
          'content-disposition': `attachment; filename="client-${id}.json"`,
        });
      },
    )
    .post(
      '/api/clients/:id/erase',
      access('privacy.manage'),
      openapi('Privacy', 'Erases a client; 409 if `version` is not current', clientErasedSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validate('json', clientEraseSchema),
      async (c) => {
        const erased = await eraseClient(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'));
        await removeLeftFiles(db, { media, files });
        return c.json(erased);
      },
    )
    .get(
      '/api/admin/privacy',
      access('privacy.manage'),
      openapi('Privacy', 'Returns how long inquiries without a booking are kept', privacySettingsSchema),
      async (c) => c.json(await readPrivacySettings(db)),
    )
    .put(
      '/api/admin/privacy',
      access('privacy.manage'),
      openapi(
        'Privacy',
        'Sets how long inquiries are kept; 409 if `version` is not current',
        privacySettingsSchema,
        200,
        {
          problems: [409],
        },
      ),
      validate('json', privacyUpdateSchema),
      async (c) => {
        const settings = await changePrivacySettings(db, actorOf(c), c.req.valid('json'));
        c.set('changesPublicData', true);
        c.set('changedTags', ['content']);
        return c.json(settings);
      },
    );
}
