import { type PreviewRequest, previewRequestSchema, previewSchema } from '@godhuli/contracts/preview';
import { Hono } from 'hono';
import type { OpenDatabase } from '../../db/open-database.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { type Actor, requireActor } from '../audit/index.js';
import { lockComposition } from './channels.service.js';
import { findComposedRelease } from './composition.queries.js';
import { PREVIEW_HOURS, readPreviewTicket, writePreviewTicket } from './preview-ticket.js';

const PREVIEW_MS = PREVIEW_HOURS * 3600 * 1000;

/**
 * Lets staff preview a release that is not live, or a development server of their own machine. A signed cookie selects it;
 * the cookie is valid for one session, and only while that session is active.
 */
export function previewRoutes({ db, now }: Pick<OpenDatabase, 'db'> & { now: () => Date }): Hono<ApiEnv> {
  let knownKey: string | undefined;
  const key = async () => {
    knownKey ??= (await db.selectFrom('composition_state').select('preview_key').executeTakeFirstOrThrow()).preview_key;
    return knownKey;
  };

  /** Records that a preview of a release begins, which keeps its files. */
  async function recordPreview({ remote, version }: PreviewRequest, actor: Actor) {
    if (version === undefined) return;
    await db.transaction().execute(async (transaction) => {
      await requireActor(transaction, actor);
      // The removal of files holds this lock too: it sees the preview, or the preview sees that the files were removed.
      await lockComposition(transaction);
      const release = await transaction
        .updateTable('releases')
        .set({ previewed_at: now() })
        .where('remote', '=', remote)
        .where('version', '=', version)
        .returning('files_removed_at')
        .executeTakeFirst();
      if (!release) throw new NotFound(`${remote} has no published release ${version}.`);
      if (release.files_removed_at)
        throw new Conflict('The files of this release are missing. Please publish it again.');
    });
  }

  return new Hono<ApiEnv>()
    .post(
      '/api/preview',
      access('staff'),
      openapi(
        'Releases',
        'Previews another release of one remote in this browser, with a signed cookie',
        undefined,
        204,
        {
          problems: [404, 409],
          headers: { 'Set-Cookie': { description: 'The preview', required: true } },
        },
      ),
      validate('json', previewRequestSchema),
      async (c) => {
        const preview = c.req.valid('json');
        const actor = actorOf(c);
        await recordPreview(preview, actor);
        const ticket = { ...preview, since: now().getTime(), session: actor.sessionId };
        await writePreviewTicket(c, await key(), ticket);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/preview',
      access('staff'),
      openapi('Releases', 'Returns the preview of this browser', previewSchema, 200, {
        problems: [404],
      }),
      async (c) => {
        const ticket = await readPreviewTicket(c, await key());
        const ended = ticket === null || now().getTime() >= ticket.since + PREVIEW_MS;
        if (ended || ticket.session !== actorOf(c).sessionId)
          throw new NotFound('No preview is active in this browser.');
        const { remote, version, dev = null, since } = ticket;
        const release = version === undefined ? null : await findComposedRelease(db, remote, version);
        if (dev === null && release === null) throw new NotFound('The previewed release no longer exists.');
        const [from, until] = [since, since + PREVIEW_MS].map((ms) => new Date(ms).toISOString());
        return c.json({ remote, release, dev, since: from, until });
      },
    );
}
