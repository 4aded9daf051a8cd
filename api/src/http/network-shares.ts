import { networkOf, siteOf } from './network.js';

/** How much of something that all visitors share one network may hold at once. */
export interface ShareLimits {
  /** for an IPv4 address or an IPv6 /64 */
  perNetwork: number;
  /** for an IPv6 /48 */
  perSite: number;
  total: number;
  /** the last part of `total`, kept for networks below their fair share */
  reserved: number;
  /** what a network may hold however full it is; a /48 four times as much */
  fairShare: number;
}

/** A connection, or a request under way. */
export interface Holding {
  /** whether closing it interrupts nothing */
  isIdle(): boolean;
  close(): void;
}

export interface NetworkShares {
  /**
   * Counts a holding of an address.
   * @returns gives it back, however often it is called; null when there is no room
   */
  take(address: string, holding: Holding): (() => void) | null;
  /** how many are held */
  size(): number;
}

/** What a network or a /48 holds, oldest first. */
interface Group {
  name: string;
  held: Map<Holding, () => void>;
  limit: number;
  fairShare: number;
}

const SITE_SHARES = 4;
/** A search for an idle holding ends here: it runs for every newcomer while the reserve is in use. */
const SEARCHED = 64;

/**
 * Shares a resource between networks. Each has a limit, and so has each IPv6 /48; at its limit an idle holding of its own
 * is closed for the next. When only the reserve is left, a
 * network below its fair share is still admitted, and an idle holding of the network furthest above its own is closed
 * for it; when nothing is left, any holding of that network is. So a newcomer is refused only when all others hold as
 * little as it does.
 */
export function createNetworkShares(limits: ShareLimits): NetworkShares {
  const groups = new Map<string, Group>();
  /** groups above their fair share: few, because they are large */
  const heavy = new Set<Group>();
  let total = 0;

  const groupOf = (name: string, limit: number, fairShare: number): Group =>
    groups.get(name) ?? { name, held: new Map(), limit, fairShare };
  const groupsOf = (address: string): Group[] => {
    const site = siteOf(address);
    const network = groupOf(networkOf(address), limits.perNetwork, limits.fairShare);
    return site === null ? [network] : [network, groupOf(site, limits.perSite, limits.fairShare * SITE_SHARES)];
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
      if (searched === SEARCHED) return false;
    }
    return false;
  }

  /** Whether there is room for one more of these groups, made where it must be. */
  function makeRoom(own: Group[]): boolean {
    // A network is part of its /48: what it gives up, both do.
    const full = own.find(({ held, limit }) => held.size >= limit);
    if (full && !closeFirst(full, (holding) => holding.isIdle())) return false;
    if (total < limits.total - limits.reserved) return true;
    if (own.some(({ held, fairShare }) => held.size >= fairShare)) return false;
    const greedy = heaviest();
    if (!greedy) return total < limits.total;
    const closesIdle = heavy.has(greedy) && closeFirst(greedy, (holding) => holding.isIdle());
    if (closesIdle || total < limits.total) return true;
    // A network that holds as much as the newcomer would is not displaced by it.
    const isAbove = own.every(
      ({ held, fairShare }) => (held.size + 1) / fairShare < greedy.held.size / greedy.fairShare,
    );
    return isAbove && closeFirst(greedy, () => true);
  }

  return {
    take(address, holding) {
      const own = groupsOf(address);
      if (!makeRoom(own)) return null;
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
    size: () => total,
  };
}
