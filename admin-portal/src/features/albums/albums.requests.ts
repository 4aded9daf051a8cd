import {
  type Album,
  type AlbumInput,
  type AlbumSummary,
  albumPageSchema,
  albumSchema,
} from '@godhuli/contracts/albums';
import { ApiError } from '@godhuli/contracts/api-error';
import { videoListSchema } from '@godhuli/contracts/films';
import { portfolioPageSchema } from '@godhuli/contracts/portfolio';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { ALBUMS } from '../../app/query-keys';

const ALBUMS_PATH = '/api/admin/albums';

/** All stories in order, a page at a time. */
export const albumsQuery = infiniteQueryOptions({
  queryKey: [ALBUMS, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(albumPageSchema, pageParam === null ? ALBUMS_PATH : `${ALBUMS_PATH}?cursor=${pageParam}`, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

/** One story with its sections. */
export const albumQuery = (id: string) =>
  queryOptions({
    queryKey: [ALBUMS, 'one', id],
    queryFn: ({ signal }) => call(albumSchema, `${ALBUMS_PATH}/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A story as it is sent: a category that this code does not know goes back as it came. */
export type SentAlbum = Omit<AlbumInput, 'category'> & { category: string };

/** Adds a story. A retry with the same key adds no second one. */
export function addAlbum(input: SentAlbum, key: string): Promise<Album> {
  return call(albumSchema, '/api/albums', { method: 'POST', json: input, headers: { 'idempotency-key': key } });
}

/** Changes a story while `version` is the stored one; otherwise the failure is a 409. */
export function changeAlbum(id: string, change: Partial<SentAlbum> & { version: number }): Promise<Album> {
  return call(albumSchema, `/api/albums/${id}`, { method: 'PUT', json: change });
}

/** The stored story that a refused change named, or null when the failure is another one. */
export function storedAlbumOf(error: unknown): Album | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return albumSchema.safeParse(error.problem?.current).data ?? null;
}

export async function deleteAlbum({ _id, version }: AlbumSummary): Promise<void> {
  await call(z.unknown(), `/api/albums/${_id}?version=${version}`, { method: 'DELETE' });
}

export async function restoreAlbum(id: string): Promise<void> {
  await call(z.unknown(), `/api/albums/${id}/restore`, { method: 'POST' });
}

/** Moves a story directly after another, or to the start. */
export async function moveAlbum({ id, afterId }: { id: string; afterId: string | null }): Promise<void> {
  await call(z.unknown(), `/api/albums/${id}/position`, { method: 'PUT', json: { afterId } });
}

export interface PhotoFilter {
  category: string;
  search: string;
}

/** Photos of the gallery to choose from, a page at a time. */
export const photosQuery = ({ category, search }: PhotoFilter) =>
  infiniteQueryOptions({
    queryKey: [ALBUMS, 'photos', category, search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        ...(category !== 'all' && { category }),
        ...(search && { q: search }),
        ...(pageParam !== null && { cursor: pageParam }),
      }).toString();
      return call(portfolioPageSchema, `/api/admin/portfolio${query && `?${query}`}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Films to choose from, a page at a time. */
export const filmsQuery = infiniteQueryOptions({
  queryKey: [ALBUMS, 'films'],
  queryFn: ({ pageParam, signal }) =>
    call(videoListSchema, pageParam === null ? '/api/admin/videos' : `/api/admin/videos?cursor=${pageParam}`, {
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});
