import { createFairQueue, NotRun } from './fair-queue.js';

/** A queue whose first task runs until `end`; `order` is what ran after it. */
function held(longestWaitMs?: number) {
  const queue = createFairQueue({ ofLane: 3, ofAll: 5, longestWaitMs });
  const order: string[] = [];
  let release = (): void => undefined;
  const holding = queue.run(
    'holder',
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const add = (lane: string | null, name: string) => queue.run(lane, async () => void order.push(name));
  const end = () => {
    release();
    return holding;
  };
  return { add, order, end };
}

it('serves lanes in turn, and the site itself first', async () => {
  const { add, order, end } = held();
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add(null, 'site'), add('c', 'c1')];
  await end();
  await Promise.all(all);
  expect(order).toEqual(['site', 'a1', 'b1', 'c1', 'a2', 'a3']);
});

it('refuses a lane that waits too often, then everyone, but never the site itself', async () => {
  const { add, end } = held();
  const all = ['1', '2', '3'].map((name) => add('a', name));
  await expect(add('a', '4')).rejects.toThrow(NotRun);
  all.push(add('b', '1'), add('c', '1'));
  await expect(add('d', '1')).rejects.toThrow(NotRun);
  for (let number = 0; number < 100; number += 1) all.push(add(null, 'site'));
  await end();
  await expect(Promise.all(all)).resolves.toHaveLength(105);
  await expect(add('d', 'again')).resolves.toBeUndefined();
});

it('does not run a task of a lane that waits too long, and gives its place to another; the site waits', async () => {
  const { add, order, end } = held(50);
  const site = add(null, 'site');
  const late = await Promise.allSettled(['a', 'a', 'a', 'b', 'c'].map((lane) => add(lane, 'late')));
  expect(late.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  const inTime = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')];
  await end();
  await Promise.all([site, ...inTime]);
  expect(order).toEqual(['site', 'a1', 'b1', 'c1', 'a2', 'a3']);
});

it('goes on after a task that fails', async () => {
  const queue = createFairQueue({ ofLane: 1, ofAll: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run('a', async () => 'yes')).resolves.toBe('yes');
});
