import type { PortfolioPlace, StaffPortfolioItem } from '@godhuli/contracts/portfolio';

/** How many of the items chosen for the hero it shows. */
export const HERO_SIZE = 4;

/** What is known of the items that are loaded. */
interface Loaded {
  items: readonly StaffPortfolioItem[];
  /** a category or a search hides others */
  isFiltered: boolean;
  /** more follow that are not loaded */
  hasMore: boolean;
}

/**
 * Returns where an item goes so that it is at `index` of the loaded items, by its neighbours there: other staff may have
 * added or moved items since. Of a whole list both neighbours are known, and the API refuses a place that has changed.
 */
export function placeAt({ items, isFiltered, hasMore }: Loaded, id: string, index: number): PortfolioPlace {
  const others = items.filter((item) => item._id !== id);
  const [before, after] = [others[index]?._id ?? null, others[index - 1]?._id ?? null];
  if (before === null && (isFiltered || hasMore)) return { afterId: after };
  return isFiltered ? { beforeId: before } : { beforeId: before, afterId: after };
}

/** The loaded items with one moved to `index`, or without it when that is beyond the loaded ones. */
export function withMovedTo(
  { items, hasMore }: Pick<Loaded, 'items' | 'hasMore'>,
  id: string,
  index: number,
): StaffPortfolioItem[] {
  const moved = items.find((item) => item._id === id);
  const others = items.filter((item) => item._id !== id);
  if (!moved || (hasMore && index > others.length)) return others;
  return others.toSpliced(index, 0, moved);
}

/**
 * Returns the place of an item in the hero, from 1; one above {@link HERO_SIZE} is chosen but not shown, and null is not
 * chosen or not known yet.
 * @param heroIds ids of the items that the hero shows; `isCurrent` is false while a change of it is on its way
 */
export function heroPlaceOf(item: StaffPortfolioItem, heroIds: readonly string[], isCurrent: boolean): number | null {
  if (!item.hero || !item.image) return null;
  const index = heroIds.indexOf(item._id);
  if (index >= 0) return index + 1;
  return isCurrent ? HERO_SIZE + 1 : null;
}
