/** Where a photo is in its row. Photos of a row have one height. */
export interface RowPlace {
  /** of the width that the row's photos share: the row without its gaps */
  share: number;
  /** photos in the row */
  count: number;
}

/** Width / height of a row. */
export interface RowShape {
  /** looks best */
  target: number;
  /** A row of a smaller ratio would be higher than a window: it keeps this ratio and is not filled. */
  narrowest: number;
}

export const WIDE_ROWS: RowShape = { target: 2.5, narrowest: 1.9 };
/** On phones: one photo, or two upright ones. */
export const PHONE_ROWS: RowShape = { target: 1.5, narrowest: 1 };

/**
 * Divides photos into justified rows, in their order, so that the ratios of the rows are as near to the target as possible. No photo
 * is cropped.
 * @param ratios width / height of each photo
 */
export function justifiedRows(ratios: readonly number[], { target, narrowest }: RowShape): RowPlace[] {
  /** The best division of the first photos: its cost, and the places in it. */
  const best: { cost: number; places: RowPlace[] }[] = [{ cost: 0, places: [] }];
  for (let end = 1; end <= ratios.length; end += 1) {
    let sum = 0;
    for (let start = end - 1; start >= 0 && (sum === 0 || sum < 2 * target); start -= 1) {
      sum += ratios[start] as number;
      const before = best[start] as (typeof best)[0];
      const cost = before.cost + (sum - target) ** 2;
      if (cost >= (best[end]?.cost ?? Infinity)) continue;
      const width = Math.max(sum, narrowest);
      const row = ratios.slice(start, end).map((ratio) => ({ share: ratio / width, count: end - start }));
      best[end] = { cost, places: [...before.places, ...row] };
    }
  }
  return best.at(-1)?.places ?? [];
}
