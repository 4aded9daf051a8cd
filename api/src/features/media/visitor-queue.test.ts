import { VisitorQueue } from './visitor-queue.js';

const ip = (network: string) => ({ network, customer: network });
const inSite = (network: string) => ({ network, customer: 'a /48' });

/** A queue in which at most 3 jobs of a network and 6 of all may wait. */
function smallQueue() {
  const queue = new VisitorQueue<string>({ ofNetwork: 3, ofAll: 6 });
  const displaced: string[] = [];
  return {
    queue,
    displaced,
    /** Adds a new job if there is room. */
    add(job: string, visitor: ReturnType<typeof ip>): boolean {
      const hasRoom = queue.makeRoom(visitor, (one) => displaced.push(one));
      if (hasRoom) queue.add(job, visitor);
      return hasRoom;
    },
    order: () => Array.from({ length: 10 }, () => queue.take()).filter((job) => job !== undefined),
  };
}

it('serves networks in turn, and all networks of a /48 like one', () => {
  const { add, order } = smallQueue();
  for (const job of ['a1', 'a2']) add(job, inSite('a'));
  for (const job of ['b1', 'b2']) add(job, inSite('b'));
  for (const job of ['c1', 'c2']) add(job, ip('c'));
  expect(order()).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2']);
});

it('refuses a new job of a network that waits for as many as it may', () => {
  const { add, queue } = smallQueue();
  for (const job of ['1', '2', '3']) add(job, ip('a'));
  expect(add('4', ip('a'))).toBe(false);
  queue.take();
  expect(add('4', ip('a'))).toBe(true);
});

it('displaces the newest job of the network with the most when all places are taken', () => {
  const { add, displaced, order } = smallQueue();
  for (const job of ['a1', 'a2', 'a3']) add(job, inSite('a'));
  for (const job of ['b1', 'b2']) add(job, inSite('b'));
  add('c1', ip('c'));
  expect(add('c2', ip('c'))).toBe(true);
  expect(displaced).toEqual(['a3']);
  expect(order()).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2']);
});

it('refuses a newcomer that would have as many jobs as every other network', () => {
  const { add, displaced } = smallQueue();
  for (const network of ['a', 'b', 'c']) for (const job of [`${network}1`, `${network}2`]) add(job, ip(network));
  expect(add('a3', ip('a'))).toBe(false);
  expect(add('d1', ip('d'))).toBe(true);
  expect(displaced).toEqual(['a2']);
  expect(add('d2', ip('d'))).toBe(false);
});

it('counts a job once, however many networks wait for it', () => {
  const { add, queue, displaced } = smallQueue();
  for (const network of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) queue.add('shared', ip(network));
  expect(add('new', ip('h'))).toBe(true);
  expect(displaced).toEqual([]);
});

it('displaces a job that two networks wait for when all places are taken by such jobs', () => {
  const { add, queue, order } = smallQueue();
  for (const job of ['1', '2', '3', '4', '5', '6']) for (const network of ['a', 'b']) queue.add(job, ip(network));
  expect(add('c1', ip('c'))).toBe(true);
  expect(order().toSorted()).toEqual(['1', '2', '3', '4', '5', 'c1']);
});

it('keeps a job while another network or request waits for it', () => {
  const { queue } = smallQueue();
  const requests = [ip('a'), ip('a'), ip('b')];
  for (const request of requests) queue.add('shared', request);
  const isWaiting = requests.map((request) => {
    queue.remove('shared', request);
    return queue.has('shared');
  });
  expect(isWaiting).toEqual([true, true, false]);
  expect(queue.take()).toBeUndefined();
});
