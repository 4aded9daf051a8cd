import { isSetting } from '@godhuli/contracts/documents';
import { pageQuerySchema } from '@godhuli/contracts/pages';
import {
  comparisonQuerySchema,
  comparisonSchema,
  discardQuerySchema,
  documentParameterSchema,
  documentSchema,
  documentsPageSchema,
  documentsQuerySchema,
  draftInputSchema,
  draftsPageSchema,
  localeQuerySchema,
  missingTranslationsSchema,
  newDocumentSchema,
  publicationInputSchema,
  publicationSchema,
  restoreInputSchema,
  revisionsPageSchema,
  revisionsQuerySchema,
  scheduleInputSchema,
  scheduleSchema,
  schedulesPageSchema,
  sitePreviewInputSchema,
  sitePreviewSchema,
  translationParameterSchema,
  translationsSchema,
} from '@godhuli/contracts/publishing';
import { may } from '@godhuli/contracts/roles';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotAllowed } from '../../http/errors.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import {
  createDocument,
  discardDraft,
  listDocuments,
  readDocument,
  restoreRevision,
  saveDraft,
} from './documents.service.js';
import { compareRevision, listDrafts, listHistory } from './history.service.js';
import { publishDrafts } from './publish.service.js';
import { readRevision } from './revisions.queries.js';
import { cancelSchedule, createSchedule, listScheduledDocuments, listSchedules } from './schedules.service.js';
import { sitePreview } from './site-preview.service.js';
import { listTranslations, missingTranslations, TRANSLATION_TAGS } from './translations.service.js';

const TAG = 'Publishing';
/** A package with 100 features in three-byte characters. */
const LARGE = { maxBytes: 256 * 1024 };

/** Visitors do not see drafts, so their caches stay as they are. */
const changesDraftsOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('changedTags', []);
  await next();
};

/** @throws NotAllowed when a document is a setting and the user may not change settings */
function requireSettingsRole(c: Context<ApiEnv>, documents: readonly { entity: string; id: string }[]): void {
  const { role } = actorOf(c);
  if (may(role, 'settings.manage')) return;
  if (documents.some(({ entity, id }) => isSetting(entity, id)))
    throw new NotAllowed('Only an admin can change logo, theme and languages.');
}

/** Drafts, publication, schedules and history of what the public page shows. */
export function publishingRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/translations/:locale',
      access('anyone'),
      openapi(TAG, 'Returns the published texts of a language', translationsSchema, 200, { isConditional: true }),
      validate('param', translationParameterSchema),
      (c) => {
        const { locale } = c.req.valid('param');
        return cached(c, TRANSLATION_TAGS, () => listTranslations(db, locale), locale);
      },
    )
    .get(
      '/api/admin/translations',
      access('content.manage'),
      openapi(TAG, 'Returns which texts have no translation', missingTranslationsSchema),
      async (c) => c.json(await missingTranslations(db)),
    )
    .get(
      '/api/admin/documents',
      access('content.manage'),
      openapi(TAG, 'Returns one page of the items of a list, with their drafts', documentsPageSchema),
      validate('query', documentsQuerySchema),
      async (c) => c.json(await listDocuments(db, c.req.valid('query'))),
    )
    .post(
      '/api/admin/documents',
      access('content.manage'),
      openapi(TAG, 'Adds an item as a draft, empty or as a copy', documentSchema, 201, { problems: [404] }),
      validate('json', newDocumentSchema),
      changesDraftsOnly,
      async (c) => c.json(await createDocument(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .get(
      '/api/admin/documents/:entity/:id',
      access('content.manage'),
      openapi(TAG, 'Returns a document: its draft, and what visitors see', documentSchema),
      validate('param', documentParameterSchema),
      validate('query', localeQuerySchema),
      async (c) => c.json(await readDocument(db, { ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .put(
      '/api/admin/documents/:entity/:id',
      access('content.manage'),
      openapi(TAG, 'Saves the draft of a document', documentSchema, 200, { problems: [409] }),
      validate('param', documentParameterSchema),
      validate('json', draftInputSchema, LARGE),
      changesDraftsOnly,
      async (c) => {
        const { locale, ...input } = c.req.valid('json');
        requireSettingsRole(c, [c.req.valid('param')]);
        return c.json(await saveDraft(db, actorOf(c), { ...c.req.valid('param'), locale }, input));
      },
    )
    .delete(
      '/api/admin/documents/:entity/:id/draft',
      access('content.manage'),
      openapi(TAG, 'Moves a draft to the history', undefined, 204, { problems: [409] }),
      validate('param', documentParameterSchema),
      validate('query', discardQuerySchema),
      changesDraftsOnly,
      async (c) => {
        const { locale, version } = c.req.valid('query');
        requireSettingsRole(c, [c.req.valid('param')]);
        await discardDraft(db, actorOf(c), { ...c.req.valid('param'), locale }, version);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/admin/drafts',
      access('content.manage'),
      openapi(TAG, 'Returns one page of what is not published yet, oldest first', draftsPageSchema),
      validate('query', pageQuerySchema),
      async (c) => c.json(await listDrafts(db, c.req.valid('query'))),
    )
    .post(
      '/api/admin/publications',
      access('content.manage'),
      openapi(TAG, 'Publishes drafts, all or none', publicationSchema, 200, { problems: [404, 409] }),
      validate('json', publicationInputSchema, LARGE),
      async (c) => {
        const { documents } = c.req.valid('json');
        requireSettingsRole(c, documents);
        c.set('changedTags', await publishDrafts(db, actorOf(c), documents));
        return c.json({ published: documents.length });
      },
    )
    .get(
      '/api/admin/schedules',
      access('content.manage'),
      openapi(TAG, 'Returns one page of the schedules, newest first', schedulesPageSchema),
      validate('query', pageQuerySchema),
      async (c) => c.json(await listSchedules(db, c.req.valid('query'))),
    )
    .post(
      '/api/admin/schedules',
      access('content.manage'),
      openapi(TAG, 'Publishes drafts at a later time', scheduleSchema, 201, { problems: [404, 409] }),
      validate('json', scheduleInputSchema, LARGE),
      changesDraftsOnly,
      async (c) => {
        requireSettingsRole(c, c.req.valid('json').documents);
        return c.json(await createSchedule(db, actorOf(c), c.req.valid('json')), 201);
      },
    )
    .delete(
      '/api/admin/schedules/:id',
      access('content.manage'),
      openapi(TAG, 'Cancels a schedule; its documents are drafts again', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      changesDraftsOnly,
      async (c) => {
        const { id } = c.req.valid('param');
        requireSettingsRole(c, await listScheduledDocuments(db, id));
        await cancelSchedule(db, actorOf(c), id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/admin/revisions',
      access('content.manage'),
      openapi(TAG, 'Returns one page of the history, newest first', revisionsPageSchema),
      validate('query', revisionsQuerySchema),
      async (c) => c.json(await listHistory(db, c.req.valid('query'))),
    )
    .get(
      '/api/admin/revisions/:id',
      access('content.manage'),
      openapi(TAG, 'Compares a revision with another one, or with what visitors see', comparisonSchema),
      validate('param', idParameter),
      validate('query', comparisonQuerySchema),
      async (c) => c.json(await compareRevision(db, c.req.valid('param').id, c.req.valid('query').with)),
    )
    .post(
      '/api/admin/revisions/:id/restore',
      access('content.manage'),
      openapi(TAG, 'Copies a revision into the draft of its document', documentSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validate('json', restoreInputSchema),
      changesDraftsOnly,
      async (c) => {
        const revision = await readRevision(db, c.req.valid('param').id);
        requireSettingsRole(c, [{ entity: revision.entity, id: revision.entity_id }]);
        return c.json(await restoreRevision(db, actorOf(c), revision, c.req.valid('json').version));
      },
    )
    .post(
      '/api/admin/site-preview',
      access('content.manage'),
      openapi(TAG, "Returns what drafts and unsaved forms change in the page's data", sitePreviewSchema, 200, {
        problems: [404],
      }),
      validate('json', sitePreviewInputSchema, LARGE),
      changesDraftsOnly,
      async (c) => c.json(await sitePreview(db, c.req.valid('json').unsaved)),
    );
}
