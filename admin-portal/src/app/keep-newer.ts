import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query';

interface Versioned {
  _id: string;
  version: number;
}

/**
 * Returns a `structuralSharing` for a paged list: a response that was slower than a change replaces no item by an older version.
 * @param key of the items in a page
 */
export const keepNewer =
  <Key extends string>(key: Key) =>
  (before: unknown, loaded: unknown): unknown => {
    type Pages = InfiniteData<Record<Key, Versioned[]>>;
    const known = new Map<string, Versioned>();
    for (const page of (before as Pages | undefined)?.pages ?? [])
      for (const item of page[key]) known.set(item._id, item);
    const newest = (item: Versioned) => {
      const other = known.get(item._id);
      return other && other.version > item.version ? other : item;
    };
    const { pages, pageParams } = loaded as Pages;
    const merged = { pageParams, pages: pages.map((page) => ({ ...page, [key]: page[key].map(newest) })) };
    return replaceEqualDeep(before, merged);
  };
