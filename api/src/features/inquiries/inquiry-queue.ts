import { customerOf, networkOf } from '@godhuli/server/network';
import { findLongestQueue } from '../../longest-queue.js';

/** How many inquiries may run or wait. Each waiting one holds at most 20 KB of memory. */
const MAX_QUEUED = { perNetwork: 100, total: 1_000 };

/** There is no place in the queue; the sender gets a 429 that names other ways to contact the studio. */
export class QueueFull extends Error {}

interface Waiting {
  start(): void;
  refuse(): void;
}

/** The queue of one customer: an IPv4 address, or the networks of an IPv6 /48. */
interface Customer {
  /** waiting inquiries by network; the next network is first */
  networks: Map<string, Waiting[]>;
  waiting: number;
  isRunning: boolean;
}

const customers = new Map<string, Customer>();
let total = 0;

/**
 * Refuses an inquiry of a network whose queue is full, without its body.
 * @throws QueueFull
 */
export function refuseIfQueueFull(ip: string): void {
  if (queuedOf(ip) >= MAX_QUEUED.perNetwork) throw new QueueFull();
}

const queuedOf = (ip: string) => customers.get(customerOf(ip))?.networks.get(networkOf(ip))?.length ?? 0;

/**
 * Runs the work of one customer one at a time, round robin over its networks, so that a customer uses at most one connection.
 * When the queue is full, the network with the most waiting inquiries loses its newest one to a network with fewer.
 * @param signal aborted when the sender has disconnected: work that has not begun is skipped
 * @throws QueueFull when the queue is full
 */
export async function runQueued<T>(ip: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const name = customerOf(ip);
  const customer = customers.get(name) ?? { networks: new Map<string, Waiting[]>(), waiting: 0, isRunning: false };
  refuseIfQueueFull(ip);
  const own = queuedOf(ip);
  if (total >= MAX_QUEUED.total && !makeRoom(name, own)) throw new QueueFull();
  customers.set(name, customer);
  total += 1;
  try {
    if (customer.isRunning) await waitInQueue(customer, networkOf(ip));
    customer.isRunning = true;
    try {
      if (signal?.aborted) throw new QueueFull();
      return await work();
    } finally {
      startNext(name, customer);
    }
  } finally {
    total -= 1;
  }
}

function waitInQueue(customer: Customer, network: string): Promise<void> {
  return new Promise((start, reject) => {
    const queue = customer.networks.get(network) ?? [];
    queue.push({ start, refuse: () => reject(new QueueFull()) });
    customer.networks.set(network, queue);
    customer.waiting += 1;
  });
}

/** Starts the next inquiry of the customer's next network, which then moves to the end of the queue. */
function startNext(name: string, customer: Customer): void {
  const [network, queue] = customer.networks.entries().next().value ?? [];
  const next = queue?.shift();
  if (network === undefined || queue === undefined || next === undefined) {
    customer.isRunning = false;
    customers.delete(name);
    return;
  }
  customer.waiting -= 1;
  customer.networks.delete(network);
  if (queue.length > 0) customer.networks.set(network, queue);
  next.start();
}

/** Refuses the newest inquiry of the network with the most, unless the newcomer has as many. @returns whether there is room */
function makeRoom(customer: string, entries: number): boolean {
  const longest = findLongestQueue(customers, { customer, entries }, MEASURES);
  const heaviest = longest && customers.get(longest.customer);
  if (!heaviest) return false;
  const { network, queue } = longest;
  heaviest.waiting -= 1;
  queue.pop()?.refuse();
  if (queue.length === 0) heaviest.networks.delete(network);
  return true;
}

const MEASURES = {
  networksOf: ({ networks }: Customer) => networks,
  weightOf: ({ waiting, isRunning }: Customer) => waiting + (isRunning ? 1 : 0),
  lengthOf: ({ length }: Waiting[]) => length,
};
