import { ApiError } from '@godhuli/contracts/api-error';
import type { Body, Entity, ListEntity } from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import {
  type DraftsPage,
  documentSchema,
  documentsPageSchema,
  draftsPageSchema,
  missingTranslationsSchema,
  publicationSchema,
  revisionsPageSchema,
  type SiteDocument,
  scheduleSchema,
  schedulesPageSchema,
} from '@godhuli/contracts/publishing';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { asStaff, call } from '../../app/call';

/** The first part of the key of everything that a draft or a publication changes. */
export const SITE = 'site';
/** The first part of the key of every opened document. */
export const DOCUMENTS = [SITE, 'document'] as const;

const pathOf = (entity: Entity, id: string) => `/api/admin/documents/${entity}/${id}`;

/** A read waits at most this long for the save of a form that was closed. */
const LONGEST_WAIT_MS = 10_000;
/** The saves of forms that were closed, by document. */
const closingSaves = new Map<string, Promise<void>>();
const nameOf = ({ entity, id, locale }: Named) => `${entity} ${id} ${locale}`;

/** Lets the next reads of a document wait for the save with which its form was closed. */
export function readAfter(document: Named, save: Promise<void>): void {
  const name = nameOf(document);
  closingSaves.set(name, save);
  void save.finally(() => closingSaves.get(name) === save && closingSaves.delete(name));
}

export const documentQuery = (entity: Entity, id: string, locale: Locale = 'en') =>
  queryOptions({
    queryKey: [...DOCUMENTS, entity, id, locale],
    queryFn: async ({ signal }) => {
      const save = closingSaves.get(nameOf({ entity, id, locale }));
      if (save) await Promise.race([save, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
      return call(documentSchema, pathOf(entity, id) + (locale === 'en' ? '' : `?locale=${locale}`), { signal });
    },
  });

/** The English texts beside a form in another language. Not the query of the English form, which must be read anew when that form opens. */
export const englishQuery = (entity: Entity, id: string) => {
  const { queryKey, queryFn } = documentQuery(entity, id);
  return queryOptions({ queryKey: [...queryKey, 'beside'], queryFn });
};

/** Which texts have no translation, by language and 'entity.id'. */
export const missingQuery = queryOptions({
  queryKey: [SITE, 'missing'],
  queryFn: ({ signal }) => call(missingTranslationsSchema, '/api/admin/translations', { signal }),
});

/** All items of a list; the API limits how many there are. */
export const itemsQuery = (entity: ListEntity) =>
  queryOptions({
    queryKey: [SITE, 'items', entity],
    queryFn: async ({ signal }) => {
      const items: SiteDocument[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = `entity=${entity}&limit=200${cursor && `&cursor=${cursor}`}`;
        const page: z.infer<typeof documentsPageSchema> = await call(
          documentsPageSchema,
          `/api/admin/documents?${query}`,
          { signal },
        );
        items.push(...page.documents);
        cursor = page.next;
      }
      return items;
    },
  });

/** How many drafts can be published at once. */
const MOST_DRAFTS = 500;

/** The oldest drafts, as many as can be published at once. */
export const draftsQuery = queryOptions({
  queryKey: [SITE, 'drafts'],
  queryFn: async ({ signal }): Promise<DraftsPage> => {
    const drafts: DraftsPage = { documents: [], next: '' };
    while (drafts.next !== null && drafts.documents.length < MOST_DRAFTS) {
      const limit = Math.min(200, MOST_DRAFTS - drafts.documents.length);
      const query = `limit=${limit}${drafts.next && `&cursor=${drafts.next}`}`;
      const page: DraftsPage = await call(draftsPageSchema, `/api/admin/drafts?${query}`, { signal });
      drafts.documents.push(...page.documents);
      drafts.next = page.next;
    }
    return drafts;
  },
});

export const schedulesQuery = queryOptions({
  queryKey: [SITE, 'schedules'],
  queryFn: ({ signal }) => call(schedulesPageSchema, '/api/admin/schedules?limit=20', { signal }),
});

export const historyQuery = ({ entity, id, locale }: Named) =>
  queryOptions({
    queryKey: [SITE, 'history', entity, id, locale],
    queryFn: ({ signal }) =>
      call(revisionsPageSchema, `/api/admin/revisions?limit=50&entity=${entity}&id=${id}&locale=${locale}`, { signal }),
  });

type Named = Pick<SiteDocument, 'entity' | 'id' | 'locale'>;
/** The API takes English for granted. */
const inLocale = ({ locale }: Pick<Named, 'locale'>) => (locale === 'en' ? {} : { locale });

export const saveDraft = (document: Named, version: number, body: Body) =>
  call(documentSchema, pathOf(document.entity, document.id), {
    method: 'PUT',
    json: { ...inLocale(document), version, body },
  });

/** Adds an item, empty or as a copy. A retry with the same key adds no second one. */
export const createItem = (json: { entity: ListEntity; copyOf: string | undefined }, key: string) =>
  call(documentSchema, '/api/admin/documents', { method: 'POST', json, headers: { 'idempotency-key': key } });

export const discardDraft = ({ entity, id, locale, version }: SiteDocument) =>
  call(z.unknown(), `${pathOf(entity, id)}/draft?version=${version}&locale=${locale}`, { method: 'DELETE' });

const selectionOf = (documents: readonly SiteDocument[]) =>
  documents.map(({ entity, id, locale, version }) => ({ entity, id, ...inLocale({ locale }), version }));

export const publish = (documents: readonly SiteDocument[]) =>
  call(publicationSchema, '/api/admin/publications', { method: 'POST', json: { documents: selectionOf(documents) } });

export const schedule = (documents: readonly SiteDocument[], wallTime: string) =>
  call(scheduleSchema, '/api/admin/schedules', {
    method: 'POST',
    json: { documents: selectionOf(documents), wallTime },
  });

export const cancelSchedule = (id: string) => call(z.unknown(), `/api/admin/schedules/${id}`, { method: 'DELETE' });

export const restoreRevision = (revisionId: string, version: number) =>
  call(documentSchema, `/api/admin/revisions/${revisionId}/restore`, { method: 'POST', json: { version } });

/** The stored document that a refused change named, or null when the failure is another one. */
export function storedDocumentOf(error: unknown): SiteDocument | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return documentSchema.safeParse(error.problem?.current).data ?? null;
}

/** A form that is not saved yet. */
export type Unsaved = Named & { body: Body };

/** Renders the public page in a language with all drafts and one form that is not saved yet. Returns its document. */
export function renderPreview(locale: Locale, unsaved: Unsaved | null, signal: AbortSignal) {
  return asStaff(async () => {
    const response = await fetch(`/preview/draft${locale === 'en' ? '' : `?page=/${locale}`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ unsaved: unsaved ? [unsaved] : [] }),
      signal,
    });
    if (response.ok) return response.text();
    throw new ApiError(
      'The preview could not be shown.',
      response.status,
      await response.json().catch(() => undefined),
    );
  });
}
