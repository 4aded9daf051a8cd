import { TooManyAttempts } from '../../http/errors.js';
import { customerOf } from './inquiry-limits.js';

/** How many may run or wait. What waits is held in memory, 20 KB at most each. */
const WAITING = { ofOneNetwork: 100, ofAll: 1_000 };
const AGAIN_SECONDS = 5;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** What one customer of a provider sends: an IPv4 address, or the networks of an IPv6 /48. */
interface Customer {
  /** forms that wait, by network; the network whose turn is next is first */
  networks: Map<string, Waiting[]>;
  waiting: number;
  isRunning: boolean;
}

const customers = new Map<string, Customer>();
let present = 0;

/**
 * Runs the work of one customer one at a time, its networks in turn, so that a customer has one connection at most. When all
 * places are taken, the network with the most waiting forms loses its newest one to a network that has fewer.
 * @param left aborted when the sender has gone: work that has not begun never does
 * @throws TooManyAttempts when too many wait
 */
export async function inTurn<T>(network: string, left: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const name = customerOf(network);
  const customer = customers.get(name) ?? { networks: new Map<string, Waiting[]>(), waiting: 0, isRunning: false };
  const own = customer.networks.get(network)?.length ?? 0;
  if (own >= WAITING.ofOneNetwork) throw tooManyWait();
  if (present >= WAITING.ofAll && !makePlace(customer, own)) throw tooManyWait();
  customers.set(name, customer);
  present += 1;
  try {
    if (customer.isRunning) await waitForTurn(customer, network);
    customer.isRunning = true;
    try {
      if (left?.aborted) throw tooManyWait();
      return await work();
    } finally {
      startNext(name, customer);
    }
  } finally {
    present -= 1;
  }
}

function waitForTurn(customer: Customer, network: string): Promise<void> {
  return new Promise((start, reject) => {
    const queue = customer.networks.get(network) ?? [];
    queue.push({ start, refuse: () => reject(tooManyWait()) });
    customer.networks.set(network, queue);
    customer.waiting += 1;
  });
}

/** Passes the turn to the customer's next network, which then is the last in line. */
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

/** Refuses the newest form of the network with the most, unless the newcomer has as many. @returns whether there is a place */
function makePlace(newcomer: Customer, own: number): boolean {
  const heaviest = most(customers.values(), weightOf);
  const [network, queue] = (heaviest && most(heaviest.networks, ([, { length }]) => length)) ?? [];
  if (!heaviest || network === undefined || queue === undefined) return false;
  const isFair = heaviest === newcomer ? queue.length > own + 1 : weightOf(heaviest) > weightOf(newcomer) + 1;
  if (!isFair) return false;
  heaviest.waiting -= 1;
  queue.pop()?.refuse();
  if (queue.length === 0) heaviest.networks.delete(network);
  return true;
}

const weightOf = ({ waiting, isRunning }: Customer) => waiting + (isRunning ? 1 : 0);

function most<T>(items: Iterable<T>, weight: (item: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (found === undefined || weight(item) > weight(found)) found = item;
  return found;
}

const tooManyWait = () =>
  new TooManyAttempts(
    AGAIN_SECONDS,
    'We are receiving too many inquiries at once. Please try again in a moment, call us or write to us on WhatsApp.',
  );
