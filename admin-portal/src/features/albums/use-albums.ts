import type { AlbumPage, AlbumSummary } from '@godhuli/contracts/albums';
import { ApiError } from '@godhuli/contracts/api-error';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ALBUMS } from '../../app/query-keys';
import { albumsQuery, deleteAlbum, moveAlbum, restoreAlbum } from './albums.requests';

type Pages = InfiniteData<AlbumPage, string | null>;

/** The stories and what staff do with them. A move shows at once and is undone when the server refuses it. */
export function useAlbums() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(albumsQuery);
  const [deleted, setDeleted] = useState<AlbumSummary | null>(null);
  const items = [...new Map(list.data?.pages.flatMap((page) => page.items).map((item) => [item._id, item])).values()];
  const reload = () => queries.invalidateQueries({ queryKey: [ALBUMS, 'list'] });

  const order = useMutation({
    scope: { id: 'album order' },
    mutationFn: moveAlbum,
    meta: { errorTitle: 'We could not move this story' },
    onSettled: reload,
  });
  const removal = useMutation({
    mutationFn: deleteAlbum,
    meta: { errorTitle: 'We could not delete this story' },
    onSuccess: (_, album) => {
      setDeleted(album);
      return reload();
    },
    // Someone else's version: the next question shows it.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? reload() : undefined),
  });
  const restoration = useMutation({
    mutationFn: restoreAlbum,
    meta: { errorTitle: 'We could not restore this story' },
    onSuccess: () => {
      setDeleted(null);
      return reload();
    },
  });

  return {
    list,
    items,
    total: list.data?.pages[0]?.total ?? 0,
    moveTo(id: string, index: number): void {
      const moved = items.find(({ _id }) => _id === id);
      if (!moved) return;
      const others = items.filter(({ _id }) => _id !== id);
      const next = [...others.slice(0, index), moved, ...others.slice(index)];
      queries.setQueryData<Pages>(albumsQuery.queryKey, (data) => {
        let at = 0;
        const pages = data?.pages.map((page) => {
          const from = at;
          at += page.items.length;
          return { ...page, items: next.slice(from, at) };
        });
        return data && pages && { ...data, pages };
      });
      order.mutate({ id, afterId: others[index - 1]?._id ?? null });
    },
    remove: removal.mutate,
    deleted,
    undoDelete: async () => {
      // A failure is shown as a toast.
      if (deleted) await restoration.mutateAsync(deleted._id).catch(() => undefined);
    },
    dismissDeleted: () => setDeleted(null),
  };
}
