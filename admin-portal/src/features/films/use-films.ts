import { ApiError } from '@godhuli/contracts/api-error';
import type { StaffFilm, VideoList } from '@godhuli/contracts/films';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteFilm, FILMS, filmsQuery, moveFilm, restoreFilm } from './films.requests';

type Pages = InfiniteData<VideoList, string | null>;

/** The films and what staff do with them. A move shows at once and is undone when the server refuses it. */
export function useFilms() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(filmsQuery);
  const [deleted, setDeleted] = useState<StaffFilm | null>(null);
  const items = [...new Map(list.data?.pages.flatMap((page) => page.videos).map((item) => [item._id, item])).values()];
  const reload = () => queries.invalidateQueries({ queryKey: [FILMS] });

  const order = useMutation({
    scope: { id: 'film order' },
    mutationFn: moveFilm,
    meta: { errorTitle: 'We could not move this film' },
    onSettled: reload,
  });
  const removal = useMutation({
    mutationFn: deleteFilm,
    meta: { errorTitle: 'We could not delete this film' },
    onSuccess: (_, film) => {
      setDeleted(film);
      return reload();
    },
    // Someone else's version: the next question shows it.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? reload() : undefined),
  });
  const restoration = useMutation({
    mutationFn: restoreFilm,
    meta: { errorTitle: 'We could not restore this film' },
    onSuccess: () => {
      setDeleted(null);
      return reload();
    },
  });

  return {
    list,
    items,
    total: list.data?.pages[0]?.total ?? 0,
    /** how many published films have a dead link */
    dead: list.data?.pages[0]?.dead ?? 0,
    reload,
    moveTo(id: string, index: number): void {
      const moved = items.find(({ _id }) => _id === id);
      if (!moved) return;
      const others = items.filter(({ _id }) => _id !== id);
      const next = [...others.slice(0, index), moved, ...others.slice(index)];
      queries.setQueryData<Pages>(filmsQuery.queryKey, (data) => {
        let at = 0;
        const pages = data?.pages.map((page) => {
          const from = at;
          at += page.videos.length;
          return { ...page, videos: next.slice(from, at) };
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
