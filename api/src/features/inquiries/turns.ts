import pLimit, { type LimitFunction } from 'p-limit';
import { TooManyAttempts } from '../../http/errors.js';

/** How many may wait. What waits is held in memory, 20 KB at most each. */
const WAITING = { ofOneNetwork: 100, ofAll: 1_000 };
const AGAIN_SECONDS = 5;

interface Queue {
  limit: LimitFunction;
  /** who runs or waits */
  length: number;
}

const queues = new Map<string, Queue>();
let present = 0;

/**
 * Runs the work of one network one after the other, in the order in which it came, so that a network has one connection
 * at most, however much it sends.
 * @param left aborted when the sender has gone: work that has not begun never does
 * @throws TooManyAttempts when too many wait
 */
export async function inTurn<T>(network: string, left: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(network) ?? { limit: pLimit(1), length: 0 };
  if (queue.length > WAITING.ofOneNetwork || present > WAITING.ofAll) throw tooManyWait();
  queues.set(network, queue);
  queue.length += 1;
  present += 1;
  try {
    return await queue.limit(() => {
      if (left?.aborted) throw tooManyWait();
      return work();
    });
  } finally {
    present -= 1;
    queue.length -= 1;
    if (queue.length === 0) queues.delete(network);
  }
}

const tooManyWait = () =>
  new TooManyAttempts(
    AGAIN_SECONDS,
    'We are receiving too many inquiries at once. Please try again in a moment, call us or write to us on WhatsApp.',
  );
