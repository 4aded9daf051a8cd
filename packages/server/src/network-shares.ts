import { customerOf, networkOf } from './network.js';

/** How many connections (or requests) a network may hold at once. */
export interface ShareLimits {
  /** for an IPv4 address or an IPv6 /64 */
  perNetwork: number;
  /** for an IPv6 /48 */
  perCustomer: number;
  total: number;
  /** the last part of `total`, reserved for networks below their fair share */
  reserved: number;
  /** what a network may always hold; four times as much for a /48 */
  fairShare: number;
}

/** A connection or a running request. */
export interface Holding {
  /** whether closing it interrupts nothing */
  isIdle(): boolean;
  close(): void;
}

/** The holdings of a network or a /48, oldest first. */
interface Group {
  name: string;
  held: Map<Holding, () => void>;
  limit: number;
  fairShare: number;
}

const CUSTOMER_SHARES = 4;
/** A search for an idle holding looks at this many, because it runs for every new one while the reserve is in use. */
const SEARCH_LIMIT = 64;

/**
 * Shares a resource between networks. Each network and each IPv6 /48 has a limit; at its limit, one of its own idle holdings
 * is closed for the next one. When only the reserve is left, a network below its fair share is still admitted, and an idle
 * holding of the network furthest above its fair share is closed for it; when the reserve is used up, any holding of that
 * network. So a network is refused only when all others hold as little as it does.
 */
export function createNetworkShares(limits: ShareLimits) {
  const groups = new Map<string, Group>();
  /** groups above their fair share; there are few, because they are large */
  const heavy = new Set<Group>();
  let total = 0;

  const groupOf = (name: string, limit: number, fairShare: number): Group =>
    groups.get(name) ?? { name, held: new Map(), limit, fairShare };
  const groupsOf = (ip: string): Group[] => {
    const customer = customerOf(ip);
    const network = groupOf(networkOf(ip), limits.perNetwork, limits.fairShare);
    if (customer === network.name) return [network];
    return [network, groupOf(customer, limits.perCustomer, limits.fairShare * CUSTOMER_SHARES)];
  };

  function heaviest(): Group | undefined {
    let found: Group | undefined;
    for (const group of heavy.size > 0 ? heavy : groups.values())
      if (!found || group.held.size / group.fairShare > found.held.size / found.fairShare) found = group;
    return found;
  }
  function closeFirst(group: Group, isWanted: (holding: Holding) => boolean): boolean {
    let searched = 0;
    for (const [holding, release] of group.held) {
      if (isWanted(holding)) {
        release();
        holding.close();
        return true;
      }
      searched += 1;
      if (searched === SEARCH_LIMIT) break;
    }
    return false;
  }

  /** Returns whether these groups may hold one more, after closing a holding where that is necessary. */
  function ensureCapacity(own: Group[]): boolean {
    // A network is part of its /48, so closing one of its holdings counts for both.
    const full = own.find(({ held, limit }) => held.size >= limit);
    if (full && !closeFirst(full, (holding) => holding.isIdle())) return false;
    if (total < limits.total - limits.reserved) return true;
    if (own.some(({ held, fairShare }) => held.size >= fairShare)) return false;
    const greedy = heaviest();
    if (!greedy) return total < limits.total;
    const closesIdle = heavy.has(greedy) && closeFirst(greedy, (holding) => holding.isIdle());
    if (closesIdle || total < limits.total) return true;
    // The newcomer may not displace a network that holds as little as the newcomer would.
    const isAbove = own.every(
      ({ held, fairShare }) => (held.size + 1) / fairShare < greedy.held.size / greedy.fairShare,
    );
    return isAbove && closeFirst(greedy, () => true);
  }

  return {
    /**
     * Counts a connection or request of an IP.
     * @returns a function that releases it and may be called more than once; null when there is no capacity
     */
    acquire(ip: string, holding: Holding): (() => void) | null {
      const own = groupsOf(ip);
      if (!ensureCapacity(own)) return null;
      const release = () => {
        if (!own[0]?.held.has(holding)) return;
        total -= 1;
        for (const group of own) {
          group.held.delete(holding);
          if (group.held.size <= group.fairShare) heavy.delete(group);
          if (group.held.size === 0) groups.delete(group.name);
        }
      };
      total += 1;
      for (const group of own) {
        groups.set(group.name, group);
        group.held.set(holding, release);
        if (group.held.size > group.fairShare) heavy.add(group);
      }
      return release;
    },
    /** Returns the number of all holdings. */
    size: () => total,
  };
}
