import { ApiError } from '@godhuli/contracts/api-error';
import {
  type FilmFile,
  type FilmInput,
  filmFileSchema,
  type StaffFilm,
  staffFilmSchema,
  videoListSchema,
} from '@godhuli/contracts/films';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { uploadFile } from '../../app/upload-file';

/** The first part of the key of everything that a change of a film changes. */
export const FILMS = 'videos';
const FILMS_PATH = '/api/admin/videos';

/** All films in order, a page at a time. */
export const filmsQuery = infiniteQueryOptions({
  queryKey: [FILMS, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(videoListSchema, pageParam === null ? FILMS_PATH : `${FILMS_PATH}?cursor=${pageParam}`, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

/** A film as it is sent: a category that this code does not know goes back as it came. */
export type SentFilm = Omit<FilmInput, 'category'> & { category: string };

/** Adds a film. A retry with the same key adds no second one. */
export function addFilm(input: SentFilm, key: string): Promise<StaffFilm> {
  return call(staffFilmSchema, FILMS_PATH, { method: 'POST', json: input, headers: { 'idempotency-key': key } });
}

/** Changes a film while `version` is the stored one; otherwise the failure is a 409. */
export function changeFilm(id: string, change: Partial<SentFilm> & { version: number }): Promise<StaffFilm> {
  return call(staffFilmSchema, `${FILMS_PATH}/${id}`, { method: 'PUT', json: change });
}

/** The stored film that a refused change named, or null when the failure is another one. */
export function storedFilmOf(error: unknown): StaffFilm | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return staffFilmSchema.safeParse(error.problem?.current).data ?? null;
}

export async function deleteFilm({ _id, version }: StaffFilm): Promise<void> {
  await call(z.unknown(), `${FILMS_PATH}/${_id}?version=${version}`, { method: 'DELETE' });
}

export async function restoreFilm(id: string): Promise<void> {
  await call(z.unknown(), `${FILMS_PATH}/${id}/restore`, { method: 'POST' });
}

/** Moves a film directly after another, or to the start. */
export async function moveFilm({ id, afterId }: { id: string; afterId: string | null }): Promise<void> {
  await call(z.unknown(), `${FILMS_PATH}/${id}/position`, { method: 'PUT', json: { afterId } });
}

interface Upload {
  onProgress(loadedBytes: number): void;
  signal: AbortSignal;
}

/** Uploads an MP4 film or WebVTT captions; browsers do not know the type of captions. */
export const uploadFilm = (file: File, options: Upload): Promise<FilmFile> =>
  uploadFile(filmFileSchema, `${FILMS_PATH}/files`, file, 'video/mp4', options);
export const uploadCaptions = (file: File, options: Upload): Promise<FilmFile> =>
  uploadFile(filmFileSchema, `${FILMS_PATH}/files`, file, 'text/vtt', options);
