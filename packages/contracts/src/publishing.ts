import { z } from 'zod';
import { entitySchema, listEntitySchema } from './documents.js';
import { LOCALES, localeSchema, translatedLocaleSchema } from './locales.js';
import { pageQuerySchema, pageSizeSchema } from './pages.js';
import { idSchema, timestampSchema } from './text.js';
import { STUDIO_TIME_ZONE } from './time-zone.js';

const documentId = z.string().regex(/^[a-z0-9]{1,30}$/, 'Invalid id.');
/** 0 before a document has its first revision. */
const versionSchema = z.number().int().min(0).max(2_000_000_000);
const bodyOfDocument = z.record(z.string().max(60), z.unknown());
const locale = localeSchema.default(LOCALES[0]);

/** `{entity}/{id}` in the path of a document. */
export const documentParameterSchema = z.object({ entity: entitySchema, id: documentId });
export const localeQuerySchema = z.strictObject({ locale });

export const revisionStateSchema = z.enum(['draft', 'published', 'scheduled', 'archived']);
export type RevisionState = z.infer<typeof revisionStateSchema>;

export const scheduleTimeSchema = z.object({
  _id: idSchema,
  /** in the zone: '2026-11-30T10:00' */
  wallTime: z.string(),
  zone: z.string(),
  dueAt: timestampSchema,
});

/** One document as staff see it. */
export const documentSchema = z.object({
  entity: entitySchema,
  id: documentId,
  locale: localeSchema,
  label: z.string(),
  /** of the draft, else of the newest revision; sent back with every change */
  version: versionSchema,
  /** `new`: a draft that was never published */
  state: z.enum(['published', 'draft', 'scheduled', 'new']),
  /** the draft, else what visitors see */
  body: bodyOfDocument,
  /** what visitors see; null if it was never published */
  live: bodyOfDocument.nullable(),
  savedBy: z.string().nullable(),
  savedAt: timestampSchema.nullable(),
  schedule: scheduleTimeSchema
    .extend({
      /** who scheduled it; absent from an older API */
      by: z.string().optional(),
    })
    .nullable(),
  /** of a translation: the translated fields whose English text was published in another wording since */
  changedInEnglish: z.array(z.string()).optional(),
});
export type SiteDocument = z.infer<typeof documentSchema>;

/** `GET /api/admin/documents`: the items of a list in the published order; those never published come last. */
export const documentsQuerySchema = z.strictObject({
  entity: listEntitySchema,
  locale,
  cursor: z
    .string()
    .regex(/^\d{1,10}\.[1-9]\d{0,17}$/, 'Invalid cursor.')
    .optional(),
  limit: pageSizeSchema(200),
});
export const documentsPageSchema = z.object({ documents: z.array(documentSchema), next: z.string().nullable() });
export type DocumentsPage = z.infer<typeof documentsPageSchema>;

/** `PUT /api/admin/documents/{entity}/{id}`. If `version` is not the stored one, the response is 409 with `current`. */
export const draftInputSchema = z.strictObject({ locale, version: versionSchema, body: bodyOfDocument });
/** `POST /api/admin/documents`: a new item as a draft, empty or like another one. */
export const newDocumentSchema = z.strictObject({ entity: listEntitySchema, locale, copyOf: idSchema.optional() });
/** `DELETE /api/admin/documents/{entity}/{id}/draft`: moves the draft to the history. */
export const discardQuerySchema = z.strictObject({ locale, version: z.coerce.number().pipe(versionSchema) });

const selectedSchema = z.strictObject({ entity: entitySchema, id: documentId, locale, version: versionSchema });
export type Selected = z.output<typeof selectedSchema>;
const selection = z
  .array(selectedSchema)
  .min(1, 'Please choose at least one draft.')
  .max(500, 'Please publish at most 500 drafts at once.');

/** `GET /api/admin/drafts`: what is not published yet, oldest first. */
export const draftsPageSchema = z.object({ documents: z.array(documentSchema), next: idSchema.nullable() });
export type DraftsPage = z.infer<typeof draftsPageSchema>;

/** `POST /api/admin/publications`: publishes all of these drafts, or none. */
export const publicationInputSchema = z.strictObject({ documents: selection });
export const publicationSchema = z.object({ published: z.number().int() });

const WALL_TIME = /^\d{4,6}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
/** `POST /api/admin/schedules`: publishes all of these drafts at a time on the studio's clock. */
export const scheduleInputSchema = z.strictObject({
  documents: selection,
  wallTime: z
    .string()
    .regex(WALL_TIME, { error: 'Please choose a date and a time.', abort: true })
    .refine((value) => /^20\d\d-/.test(value), { error: 'Please choose a year from 2000 to 2099.', abort: true })
    .refine((value) => {
      const day = new Date(`${value}:00Z`);
      return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
    }, 'This date does not exist.'),
  zone: z.enum([STUDIO_TIME_ZONE], 'Please use the time in India.').default(STUDIO_TIME_ZONE),
});

export const scheduleSchema = z.object({
  ...scheduleTimeSchema.shape,
  state: z.enum(['waiting', 'published', 'failed', 'cancelled']),
  by: z.string(),
  /** labels of the documents */
  labels: z.array(z.string()),
  finishedAt: timestampSchema.nullable(),
  /** whether it was published more than two minutes late, because the site was not running */
  isLate: z.boolean(),
  /** why it failed */
  problem: z.string().nullable(),
});
export type Schedule = z.infer<typeof scheduleSchema>;
export const schedulesPageSchema = z.object({ schedules: z.array(scheduleSchema), next: idSchema.nullable() });

/** `GET /api/admin/revisions`: newest first, of the whole site or of one document. */
export const revisionsQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  entity: entitySchema.optional(),
  id: documentId.optional(),
  locale: localeSchema.optional(),
});
export type RevisionsQuery = z.output<typeof revisionsQuerySchema>;
export const revisionSchema = z.object({
  _id: idSchema,
  entity: entitySchema,
  id: documentId,
  locale: localeSchema,
  label: z.string(),
  version: versionSchema,
  state: revisionStateSchema,
  by: z.string(),
  at: timestampSchema,
});
export type Revision = z.infer<typeof revisionSchema>;
export const revisionsPageSchema = z.object({ revisions: z.array(revisionSchema), next: idSchema.nullable() });
export type RevisionsPage = z.infer<typeof revisionsPageSchema>;

/** `GET /api/admin/revisions/{id}`: a revision beside another one, by default what visitors see now. */
export const comparisonQuerySchema = z.strictObject({ with: idSchema.optional() });
export const comparisonSchema = z.object({
  revision: revisionSchema,
  body: bodyOfDocument,
  /** null if there was nothing to compare with */
  other: bodyOfDocument.nullable(),
  /** the version of the document now, to restore with */
  currentVersion: versionSchema,
});
export type Comparison = z.infer<typeof comparisonSchema>;
/** `POST /api/admin/revisions/{id}/restore`: copies the revision into the draft. */
export const restoreInputSchema = z.strictObject({ version: versionSchema });

/** `POST /api/admin/site-preview`: what the drafts change in the page's data, with forms that are not saved yet. */
export const sitePreviewInputSchema = z.strictObject({
  unsaved: z
    .array(z.strictObject({ entity: entitySchema, id: documentId, locale, body: bodyOfDocument }))
    .max(20)
    .default([]),
});
/** `lists`: by API path, the ids in order and the changed fields of items. `objects`: changed fields, by API path. */
export const sitePreviewSchema = z.object({
  lists: z.record(z.string(), z.object({ ids: z.array(z.string()), changed: z.record(z.string(), bodyOfDocument) })),
  objects: z.record(z.string(), bodyOfDocument),
});
export type SitePreview = z.infer<typeof sitePreviewSchema>;

/** `GET /api/translations/{locale}`: the published texts of a language that are not empty, by 'entity.id', then field. */
export const translationParameterSchema = z.object({ locale: translatedLocaleSchema });
export const translationsSchema = z.record(z.string(), bodyOfDocument);
export type Translations = z.infer<typeof translationsSchema>;

/** `GET /api/admin/translations`: the fields without a translation, with drafts counted, by language and 'entity.id'. */
export const missingTranslationsSchema = z.record(translatedLocaleSchema, z.record(z.string(), z.array(z.string())));
export type MissingTranslations = z.infer<typeof missingTranslationsSchema>;
