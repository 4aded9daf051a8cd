import { apiUrl } from '@godhuli/contracts/call-api';
import {
  type Client,
  type ClientFile,
  type ClientFilter,
  type ClientInput,
  type ClientRow,
  type ClientTask,
  clientErasedSchema,
  clientExportSchema,
  clientFileSchema,
  clientRowSchema,
  clientSchema,
  clientTaskSchema,
  type Duplicate,
  type EntryInput,
  entryCreatedSchema,
  type PrivacySettings,
  privacySettingsSchema,
} from '@godhuli/contracts/clients';
import { mediaSchema } from '@godhuli/contracts/media';
import { studioPackageSchema } from '@godhuli/contracts/packages';
import { type ReplyTemplate, replyTemplateSchema } from '@godhuli/contracts/reply-templates';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { addOnce } from '../../app/add-once';
import { call, callPage } from '../../app/call';
import { storedOf } from '../../app/conflict';
import { uploadFile } from '../../app/upload-file';

/** First part of the keys of everything that is read of clients. */
export const CLIENTS = 'clients';
const PATH = '/api/clients';

export interface ListFilter {
  search: string;
  show: ClientFilter | 'all';
}

/** Returns the path of the first page of a list. */
function firstPage({ search, show }: ListFilter): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(show !== 'all' && { show }) }).toString();
  return query ? `${PATH}?${query}` : PATH;
}

export const clientsQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [CLIENTS, 'list', filter],
    queryFn: ({ pageParam, signal }) => callPage(clientRowSchema, pageParam, signal),
    initialPageParam: firstPage(filter),
    getNextPageParam: ({ next }) => next,
  });

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: [CLIENTS, 'one', id],
    queryFn: ({ signal }) => call(clientSchema, `${PATH}/${id}`, { signal }),
  });

export const templatesQuery = queryOptions({
  queryKey: [CLIENTS, 'templates'],
  queryFn: ({ signal }) => call(z.array(replyTemplateSchema), '/api/reply-templates', { signal }),
});

export const packageNamesQuery = queryOptions({
  queryKey: [CLIENTS, 'packages'],
  queryFn: ({ signal }) => call(z.array(studioPackageSchema), '/api/packages', { signal }),
});

export const privacyQuery = queryOptions({
  queryKey: [CLIENTS, 'privacy'],
  queryFn: ({ signal }) => call(privacySettingsSchema, '/api/admin/privacy', { signal }),
});

/** Adds a client; a retry with the same key adds no second one. */
export const createClient = (json: ClientInput, key: string) =>
  call(clientSchema, PATH, { method: 'POST', json, headers: { 'idempotency-key': key } });

export type ClientFields = Pick<Client, 'name' | 'language'>;
export const changeClient = (id: string, fields: ClientFields, version: number) =>
  call(clientSchema, `${PATH}/${id}`, { method: 'PUT', json: { version, ...fields } });

export const storedClientOf = (error: unknown) => storedOf(clientSchema, error);

export const mergeClient = ({ _id, version }: ClientRow, other: Duplicate) =>
  call(clientSchema, `${PATH}/${_id}/merge`, {
    method: 'POST',
    json: { version, otherId: other._id, otherVersion: other.version },
  });

export const undoMerge = (mergedId: string) => call(clientSchema, `${PATH}/${mergedId}/undo-merge`, { method: 'POST' });

export async function markAsDistinct(id: string, otherId: string): Promise<void> {
  await call(z.unknown(), `${PATH}/${id}/not-duplicates`, { method: 'POST', json: { otherId } });
}

const addEntryOnce = addOnce(({ id, entry }: { id: string; entry: EntryInput }, key) =>
  call(entryCreatedSchema, `${PATH}/${id}/entries`, {
    ...{ method: 'POST', json: entry, headers: { 'idempotency-key': key } },
  }),
);
/** Adds an entry to the timeline. The same one again after a lost response is a retry, from whichever form it is sent. */
export const addEntry = (id: string, entry: EntryInput) => addEntryOnce({ id, entry });

const NO_PROGRESS = { onProgress: () => {}, signal: new AbortController().signal };

/** Uploads a photo and adds it to the timeline, which shows it. */
export async function addPhoto(id: string, file: File, text: string): Promise<void> {
  const form = new FormData();
  form.set('file', file);
  const media = await uploadFile(mediaSchema, '/api/admin/media', form, null, NO_PROGRESS);
  await addEntry(id, { kind: 'file', mediaId: media.id, text });
}

interface SentDocument {
  id: string;
  text: string;
  name: string;
  bytes: number;
  changedAt: number;
}

const documents = new WeakMap<SentDocument, File>();
const addDocumentOnce = addOnce((sent: SentDocument, key) => {
  const form = new FormData();
  form.set('text', sent.text);
  form.set('file', documents.get(sent) as File);
  return uploadFile(entryCreatedSchema, `${PATH}/${sent.id}/files`, form, null, { ...NO_PROGRESS, key });
});

/** Uploads a document, which the timeline offers for download. The same one again after a lost response is a retry. */
export async function addDocument(id: string, file: File, text: string): Promise<void> {
  const sent = { id, text, name: file.name, bytes: file.size, changedAt: file.lastModified };
  documents.set(sent, file);
  await addDocumentOnce(sent);
}

export const documentUrl = (entryId: string) => apiUrl(`/api/client-files/${entryId}`);

/** A file of a client, with the id of its entry in the timeline. */
export type Document = ClientFile & { _id: string };

export async function renameDocument(_id: string, name: string, version: number): Promise<Document> {
  const path = `/api/client-files/${_id}`;
  return { ...(await call(clientFileSchema, path, { method: 'PUT', json: { version, name } })), _id };
}

export function storedDocumentOf(_id: string, error: unknown): Document | null {
  const file = storedOf(clientFileSchema, error);
  return file && { ...file, _id };
}

export async function deleteEntry(entryId: string): Promise<void> {
  await call(z.unknown(), `/api/client-entries/${entryId}`, { method: 'DELETE' });
}

interface TaskInput {
  text: string;
  dueOn: string;
}
const addTaskOnce = addOnce(({ id, task }: { id: string; task: TaskInput }, key) =>
  call(clientTaskSchema, `${PATH}/${id}/tasks`, { method: 'POST', json: task, headers: { 'idempotency-key': key } }),
);
/** Adds a task. The same one again after a lost response is a retry. */
export const addTask = (id: string, task: TaskInput) => addTaskOnce({ id, task });

export const setTaskDone = ({ _id, version }: ClientTask, isDone: boolean) =>
  call(clientTaskSchema, `/api/client-tasks/${_id}`, { method: 'PUT', json: { version, isDone } });

export async function deleteTask({ _id, version }: ClientTask): Promise<void> {
  await call(z.unknown(), `/api/client-tasks/${_id}?version=${version}`, { method: 'DELETE' });
}

export type TemplateFields = Pick<ReplyTemplate, 'name' | 'texts'>;
export const addTemplate = (json: TemplateFields, key: string) =>
  call(replyTemplateSchema, '/api/reply-templates', { method: 'POST', json, headers: { 'idempotency-key': key } });

export const changeTemplate = (id: string, fields: TemplateFields, version: number) =>
  call(replyTemplateSchema, `/api/reply-templates/${id}`, { method: 'PUT', json: { version, ...fields } });

export const storedTemplateOf = (error: unknown) => storedOf(replyTemplateSchema, error);

export async function deleteTemplate({ _id, version }: ReplyTemplate): Promise<void> {
  await call(z.unknown(), `/api/reply-templates/${_id}?version=${version}`, { method: 'DELETE' });
}

export const exportClient = (id: string) => call(clientExportSchema, `${PATH}/${id}/export`, { method: 'POST' });

export const eraseClient = ({ _id, version }: ClientRow) =>
  call(clientErasedSchema, `${PATH}/${_id}/erase`, { method: 'POST', json: { version } });

/** There is one of these settings; its form needs an id. */
export type Retention = PrivacySettings & { _id: 'retention' };
export const asRetention = (settings: PrivacySettings): Retention => ({ ...settings, _id: 'retention' });

export const saveRetention = async (retentionMonths: number, version: number): Promise<Retention> =>
  asRetention(
    await call(privacySettingsSchema, '/api/admin/privacy', { method: 'PUT', json: { version, retentionMonths } }),
  );

export function storedRetentionOf(error: unknown): Retention | null {
  const settings = storedOf(privacySettingsSchema, error);
  return settings && asRetention(settings);
}
