import type { VisitorNetwork } from '../http/visitor-network.js';

/** Counts the pages that each network, and each IPv6 /48, has rendered for itself alone. */
export interface RenderBudget {
  /** Takes one render from the budget of a visitor's network and of its /48; false when one has none left. */
  take(visitor: VisitorNetwork): boolean;
}

const LIMITS = {
  /** renders that a network may ask for at once … */
  burst: 60,
  /** … and how many it gets back in a second */
  perSecond: 1,
  /** networks remembered; the one that asked longest ago is forgotten first */
  networks: 10_000,
};

/** A /48 has this much of what a network has. */
const SITE_SHARES = 4;

/** @param now milliseconds */
export function createRenderBudget(now: () => number): RenderBudget {
  const takeOfNetwork = tokenBuckets(now, 1);
  const takeOfSite = tokenBuckets(now, SITE_SHARES);
  return {
    // In this order: a network without budget takes nothing from its neighbours.
    take: ({ network, site }) => takeOfNetwork(network) && (site === null || takeOfSite(site)),
  };
}

/** A token bucket for each name. */
function tokenBuckets(now: () => number, shares: number): (name: string) => boolean {
  const burst = LIMITS.burst * shares;
  const buckets = new Map<string, { left: number; at: number }>();
  return (name) => {
    const at = now();
    const before = buckets.get(name);
    const left = before ? Math.min(burst, before.left + ((at - before.at) / 1000) * LIMITS.perSecond * shares) : burst;
    buckets.delete(name);
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at });
    const [oldest] = buckets.size > LIMITS.networks ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return left >= 1;
  };
}
