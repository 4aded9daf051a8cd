import { createByteLimitedCache } from '@godhuli/server/byte-limited-cache';
import type { VisitorNetwork } from '../http/visitor-network.js';

const LIMITS = {
  /** renders that a network may request at once … */
  burst: 60,
  /** … and how many it gets back in a second */
  perSecond: 1,
  /** networks remembered; the one with the oldest request is forgotten first */
  networks: 10_000,
};

/** A /48 has this much of what a network has. */
const CUSTOMER_SHARES = 4;
const RENDERED_BYTES = 256 * 1024;

export type RenderBudget = ReturnType<typeof createRenderBudget>;

/**
 * Limits the pages that each network, and each IPv6 /48, has rendered for itself only.
 * @param elapsed milliseconds; never steps back
 */
export function createRenderBudget(elapsed: () => number) {
  const consumeFromNetwork = tokenBuckets(elapsed, 1);
  const consumeFromCustomer = tokenBuckets(elapsed, CUSTOMER_SHARES);
  /** the state of each page's last render */
  const rendered = createByteLimitedCache<{ state: string }>(RENDERED_BYTES, ({ state }) => 2 * state.length);
  return {
    /**
     * Consumes renders of the budget of a visitor's network and of its /48; false if one has none left. A page that was
     * rendered before costs nothing the first time after its state has changed.
     * @param page key of the page
     * @param state what it is rendered from
     * @param cost how many renders it is worth
     */
    admit({ network, customer }: VisitorNetwork, page: string, state: string, cost = 1): boolean {
      const before = rendered.get(page)?.state;
      const isFree = before !== undefined && before !== state;
      // In this order: a network without budget consumes nothing of its neighbours.
      const consume = () =>
        consumeFromNetwork(network, cost) && (customer === network || consumeFromCustomer(customer, cost));
      if (!isFree && !consume()) return false;
      // Also if the render fails: the next try costs budget.
      if (before !== undefined) rendered.set(page, { state });
      return true;
    },
    /** Remembers from which state a page was rendered successfully. */
    recordRender: (page: string, state: string) => void rendered.set(page, { state }),
  };
}

/** A token bucket for each name. */
function tokenBuckets(elapsed: () => number, shares: number): (name: string, cost: number) => boolean {
  const burst = LIMITS.burst * shares;
  const buckets = new Map<string, { left: number; at: number }>();
  return (name, cost) => {
    const at = elapsed();
    const before = buckets.get(name);
    const left = before ? Math.min(burst, before.left + ((at - before.at) / 1000) * LIMITS.perSecond * shares) : burst;
    buckets.delete(name);
    buckets.set(name, { left: left >= cost ? left - cost : left, at });
    const [oldest] = buckets.size > LIMITS.networks ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return left >= cost;
  };
}
