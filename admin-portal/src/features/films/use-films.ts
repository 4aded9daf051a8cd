import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useOrderedList } from '../../app/use-ordered-list';
import { deleteFilm, FILMS, filmsQuery, moveFilm, restoreFilm } from './films.requests';

/** The films and what staff do with them. */
export function useFilms() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(filmsQuery);
  const reload = () => queries.invalidateQueries({ queryKey: [FILMS] });
  const ordered = useOrderedList({
    queryKey: filmsQuery.queryKey,
    pages: list.data?.pages,
    itemsOf: (page) => page.videos,
    withItems: (page, videos) => ({ ...page, videos }),
    noun: 'film',
    move: moveFilm,
    remove: deleteFilm,
    restore: restoreFilm,
    reload,
  });
  const [first] = list.data?.pages ?? [];
  return {
    list,
    total: first?.total ?? 0,
    /** how many published films have a dead link */
    dead: first?.dead ?? 0,
    ...ordered,
  };
}
