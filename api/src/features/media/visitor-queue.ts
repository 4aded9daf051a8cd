import { findLongestQueue } from '../../longest-queue.js';

/** Who waits for a variant. Each request has an object of its own. */
export interface Visitor {
  /** the IPv4 address, the IPv6 /64, or a signed-in user */
  network: string;
  /** the IPv6 /48, which one customer may have; otherwise the same as `network` */
  customer: string;
  /** aborted when the client has disconnected */
  signal?: AbortSignal;
}

export interface QueueLimits {
  /** jobs that one network may wait for before a new one is refused */
  ofNetwork: number;
  /** jobs that may wait in all, however many networks share one */
  ofAll: number;
}

/**
 * A page has about 40 photos, and a browser requests at most 128 files at once from the usual proxies (HTTP/2). A job takes
 * about half a second.
 */
const LIMITS: QueueLimits = { ofNetwork: 150, ofAll: 400 };

type Requests = Set<Visitor>;

/**
 * Jobs that visitors wait for. Customers take turns, and so do the networks of a customer. Networks that wait for the same job
 * share it: it starts when it is the turn of the first of them.
 */
export class VisitorQueue<Job> {
  /** by customer and network; the next customer, network and job are first */
  readonly #customers = new Map<string, Map<string, Set<Job>>>();
  /** by job and network */
  readonly #requests = new Map<Job, Map<string, Requests>>();
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Returns whether any visitor waits for the job. */
  has(job: Job): boolean {
    return this.#requests.has(job);
  }

  add(job: Job, visitor: Visitor): void {
    const { customer, network } = visitor;
    const networks = this.#customers.get(customer) ?? new Map<string, Set<Job>>();
    const jobs = networks.get(network) ?? new Set<Job>();
    this.#customers.set(customer, networks.set(network, jobs.add(job)));
    const requests = this.#requests.get(job) ?? new Map<string, Requests>();
    this.#requests.set(job, requests.set(network, (requests.get(network) ?? new Set<Visitor>()).add(visitor)));
  }

  /** Removes a request that has ended. */
  remove(job: Job, visitor: Visitor): void {
    const requests = this.#requests.get(job)?.get(visitor.network);
    if (requests?.delete(visitor) && requests.size === 0) this.#release(job, visitor);
  }

  /** Removes a job with all its requests. */
  delete(job: Job): void {
    for (const [visitor] of [...(this.#requests.get(job)?.values() ?? [])]) if (visitor) this.#release(job, visitor);
  }

  /** Removes and returns the next job. */
  take(): Job | undefined {
    const [customer, networks] = firstOf(this.#customers) ?? [];
    const [network, jobs] = (networks && firstOf(networks)) ?? [];
    if (customer === undefined || !networks || network === undefined || !jobs) return undefined;
    const [job] = jobs;
    networks.delete(network);
    networks.set(network, jobs);
    this.#customers.delete(customer);
    this.#customers.set(customer, networks);
    if (job !== undefined) this.delete(job);
    return job;
  }

  /**
   * Makes room for a new job of a visitor. When the queue is full, the network with the most jobs stops waiting for its newest
   * one, unless the newcomer has as many. A job that others wait for as well keeps its place, so this repeats until one is free.
   * @param onDisplaced called with each such job, which may have lost its last request
   * @returns whether there is room
   */
  makeRoom({ customer, network }: Visitor, onDisplaced: (job: Job) => void): boolean {
    const entries = this.#customers.get(customer)?.get(network)?.size ?? 0;
    if (entries >= this.#limits.ofNetwork) return false;
    while (this.#requests.size >= this.#limits.ofAll) {
      const longest = findLongestQueue(this.#customers, { customer, entries }, measures<Job>());
      const newest = longest ? [...longest.queue].at(-1) : undefined;
      if (!longest || newest === undefined) return false;
      this.#release(newest, longest);
      onDisplaced(newest);
    }
    return true;
  }

  /** The network of a visitor no longer waits for a job. */
  #release(job: Job, { customer, network }: Visitor): void {
    const networks = this.#customers.get(customer);
    const jobs = networks?.get(network);
    jobs?.delete(job);
    if (jobs?.size === 0) networks?.delete(network);
    if (networks?.size === 0) this.#customers.delete(customer);
    const requests = this.#requests.get(job);
    requests?.delete(network);
    if (requests?.size === 0) this.#requests.delete(job);
  }
}

const firstOf = <Key, Value>(map: Map<Key, Value>): [Key, Value] | undefined => map.entries().next().value;

const measures = <Job>() => ({
  networksOf: (networks: Map<string, Set<Job>>) => networks,
  weightOf: (networks: Map<string, Set<Job>>) => [...networks.values()].reduce((sum, { size }) => sum + size, 0),
  lengthOf: ({ size }: Set<Job>) => size,
});
