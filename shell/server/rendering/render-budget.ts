/** Counts the pages that each network has rendered for itself alone. */
export interface RenderBudget {
  /** Takes one render from a network's budget; false when there is none left. */
  take(network: string): boolean;
}

const LIMITS = {
  /** renders that a network may ask for at once … */
  burst: 60,
  /** … and how many it gets back in a second */
  perSecond: 1,
  /** networks remembered; the one that asked longest ago is forgotten first */
  networks: 10_000,
};

/** A token bucket for each network. @param now milliseconds */
export function createRenderBudget(now: () => number, limits: Partial<typeof LIMITS> = {}): RenderBudget {
  const { burst, perSecond, networks } = { ...LIMITS, ...limits };
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(network) {
      const at = now();
      const before = buckets.get(network);
      const left = before ? Math.min(burst, before.left + ((at - before.at) / 1000) * perSecond) : burst;
      buckets.delete(network);
      buckets.set(network, { left: left >= 1 ? left - 1 : left, at });
      const [oldest] = buckets.size > networks ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      return left >= 1;
    },
  };
}
