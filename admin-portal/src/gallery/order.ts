import type { PortfolioItem } from '@godhuli/contracts/portfolio';

/** How many of the items chosen for the hero it shows. */
export const HERO_SIZE = 4;

/**
 * Where an item must go in the whole list so that it stands at `index` among those shown.
 * @param shown the items that the filter leaves, in order, the moved one among them
 * @param index place among the shown ones after the move, from 0
 * @returns the id that it comes directly before, or null for last
 */
export function placeBefore(
  all: readonly PortfolioItem[],
  shown: readonly PortfolioItem[],
  id: string,
  index: number,
): string | null {
  const others = shown.filter((item) => item._id !== id);
  const follower = others[index];
  if (follower) return follower._id;
  const last = others.at(-1);
  if (!last) return null;
  const rest = all.filter((item) => item._id !== id);
  return rest[rest.indexOf(last) + 1]?._id ?? null;
}

/** The item in front of a place, without the moved one; null at the start. */
export function itemInFront(items: readonly PortfolioItem[], id: string, beforeId: string | null): string | null {
  const others = items.filter((item) => item._id !== id);
  const index = beforeId === null ? others.length : others.findIndex((item) => item._id === beforeId);
  return others[index - 1]?._id ?? null;
}

/** The list with one item moved, as the server will answer it. */
export function withMoved(items: readonly PortfolioItem[], id: string, beforeId: string | null): PortfolioItem[] {
  const moved = items.find((item) => item._id === id);
  if (!moved || beforeId === id) return [...items];
  const rest = items.filter((item) => item._id !== id);
  const at = beforeId === null ? rest.length : rest.findIndex((item) => item._id === beforeId);
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** Places in the hero by id, from 1; those above HERO_SIZE are chosen but wait. */
export function heroPlaces(items: readonly PortfolioItem[]): ReadonlyMap<string, number> {
  return new Map(items.filter((item) => item.hero && item.image).map((item, index) => [item._id, index + 1]));
}
