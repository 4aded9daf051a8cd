/** Median and spread of a series of runs. */

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `452 (440 to 508)`: median, smallest and largest. @param digits after the decimal point */
export function spread(values, digits = 0) {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  );
  return low === high ? middle : `${middle} (${low} to ${high})`;
}

/** Returns the quantile of `share` (0 to 1). */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
