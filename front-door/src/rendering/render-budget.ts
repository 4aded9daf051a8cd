import { createByteLimitedCache } from '@godhuli/server/byte-limited-cache';
import type { VisitorNetwork } from '../http/visitor-network.js';

interface Limits {
  /** renders that a network may request at once … */
  burst: number;
  /** … and how many it gets back in a second */
  perSecond: number;
}

const OF_PAGES: Limits = { burst: 60, perSecond: 1 };
/** A form has a process of its own, whose start takes far longer than a render (decision 055). */
const OF_FORMS: Limits = { burst: 10, perSecond: 1 / 6 };
/** Networks remembered. The one with the oldest request is forgotten first. */
const NETWORKS = 10_000;

/** A /48 has this much of what a network has. */
const CUSTOMER_SHARES = 4;
const RENDERED_BYTES = 256 * 1024;

export type RenderBudget = ReturnType<typeof createRenderBudget>;

/**
 * Limits the pages that each network, and each IPv6 /48, has rendered for itself only, and the forms apart from them: people who share
 * an IP of a mobile carrier can send a form whatever pages the others request.
 * @param elapsed milliseconds; never steps back
 */
export function createRenderBudget(elapsed: () => number) {
  const consumePage = visitorBuckets(elapsed, OF_PAGES);
  const consumeForm = visitorBuckets(elapsed, OF_FORMS);
  /** the state of each page's last render */
  const rendered = createByteLimitedCache<{ state: string }>(RENDERED_BYTES, ({ state }) => 2 * state.length);
  return {
    /**
     * Consumes one render of the budget of a visitor's network and of its /48; false if one has none left. A page that was
     * rendered before costs nothing the first time after its state has changed.
     * @param page key of the page
     * @param state what it is rendered from
     */
    admit(visitor: VisitorNetwork, page: string, state: string): boolean {
      const before = rendered.get(page)?.state;
      const isFree = before !== undefined && before !== state;
      if (!isFree && !consumePage(visitor)) return false;
      // Also if the render fails: the next try costs budget.
      if (before !== undefined) rendered.set(page, { state });
      return true;
    },
    /** Consumes one form of the budget of a visitor's network and of its /48; false if one has none left. */
    admitForm: consumeForm,
    /** Remembers from which state a page was rendered successfully. */
    recordRender: (page: string, state: string) => void rendered.set(page, { state }),
  };
}

/** A token bucket for each network, and for each /48. */
function visitorBuckets(elapsed: () => number, limits: Limits): (visitor: VisitorNetwork) => boolean {
  const consumeFromNetwork = tokenBuckets(elapsed, limits, 1);
  const consumeFromCustomer = tokenBuckets(elapsed, limits, CUSTOMER_SHARES);
  // In this order: a network without budget consumes nothing of its neighbours.
  return ({ network, customer }) =>
    consumeFromNetwork(network) && (customer === network || consumeFromCustomer(customer));
}

/** A token bucket for each name. */
function tokenBuckets(elapsed: () => number, limits: Limits, shares: number): (name: string) => boolean {
  const burst = limits.burst * shares;
  const buckets = new Map<string, { left: number; at: number }>();
  return (name) => {
    const at = elapsed();
    const before = buckets.get(name);
    const left = before ? Math.min(burst, before.left + ((at - before.at) / 1000) * limits.perSecond * shares) : burst;
    buckets.delete(name);
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at });
    const [oldest] = buckets.size > NETWORKS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return left >= 1;
  };
}
