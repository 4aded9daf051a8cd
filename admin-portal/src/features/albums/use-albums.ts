import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ALBUMS } from '../../app/query-keys';
import { useOrderedList } from '../../app/use-ordered-list';
import { albumsQuery, deleteAlbum, moveAlbum, restoreAlbum } from './albums.requests';

/** The stories and what staff do with them. */
export function useAlbums() {
  const queries = useQueryClient();
  const list = useInfiniteQuery(albumsQuery);
  const ordered = useOrderedList({
    queryKey: albumsQuery.queryKey,
    pages: list.data?.pages,
    itemsOf: (page) => page.items,
    withItems: (page, items) => ({ ...page, items }),
    noun: 'story',
    move: moveAlbum,
    remove: deleteAlbum,
    restore: restoreAlbum,
    reload: () => queries.invalidateQueries({ queryKey: [ALBUMS, 'list'] }),
  });
  return { list, total: list.data?.pages[0]?.total ?? 0, ...ordered };
}
