import { createNetworkShares, type Holding } from './network-shares.js';

const LIMITS = { perNetwork: 20, perCustomer: 40, total: 100, reserved: 20, fairShare: 4 };

function shared(limits: Partial<typeof LIMITS> = {}) {
  const shares = createNetworkShares({ ...LIMITS, ...limits });
  const closed: string[] = [];
  const acquireOne = (ip: string, isIdle = false) => {
    const holding: Holding = { isIdle: () => isIdle, close: () => closed.push(ip) };
    return shares.acquire(ip, holding);
  };
  /** Returns how many of `count` an IP gets. */
  const acquire = (ip: string, count: number, isIdle = false) =>
    Array.from({ length: count }, () => acquireOne(ip, isIdle)).filter((release) => release !== null).length;
  return { shares, closed, acquire, acquireOne };
}
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1);

it('ten IPs of one /64 hold together what one network may', () => {
  const { acquire } = shared();
  const held = numbers(10).map((number) => acquire(`2001:db8:1:1::${number}`, 50));
  expect(held).toEqual([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('ten /64 of one /48 hold together what a /48 may', () => {
  const { acquire } = shared();
  const held = numbers(10).map((number) => acquire(`2001:db8:1:${number}::1`, 50));
  expect(held.reduce((sum, one) => sum + one)).toBe(40);
  expect(acquire('2001:db8:2::1', 1)).toBe(1);
});

it('an IPv4 address is the same network however it is written, and its neighbour is another', () => {
  const { acquire } = shared();
  expect(acquire('192.0.2.7', 15)).toBe(15);
  expect(acquire('::ffff:192.0.2.7', 15)).toBe(5);
  expect(acquire('::FFFF:c000:207', 15)).toBe(0);
  expect(acquire('192.0.2.8', 30)).toBe(20);
});

it('at its limit a network or a /48 gets one more for an idle one of its own, the oldest first', () => {
  const { acquire, closed, shares } = shared();
  expect(acquire('192.0.2.1', 18)).toBe(18);
  expect(acquire('192.0.2.1', 2, true)).toBe(2);
  expect(acquire('192.0.2.1', 5)).toBe(2);
  expect(closed).toEqual(['192.0.2.1', '192.0.2.1']);
  expect(shares.size()).toBe(20);
  expect(acquire('2001:db8:1:1::1', 20, true)).toBe(20);
  expect(acquire('2001:db8:1:2::1', 20)).toBe(20);
  expect(acquire('2001:db8:1:1::1', 1)).toBe(1);
  expect(acquire('2001:db8:1:3::1', 30)).toBe(19);
  expect(closed.slice(2)).toEqual(Array(20).fill('2001:db8:1:1::1'));
  expect(shares.size()).toBe(60);
});

it('keeps the reserve for networks below their fair share', () => {
  const { acquire, closed, shares } = shared();
  for (const number of numbers(4)) acquire(`192.0.2.${number}`, 50);
  expect(shares.size()).toBe(80);
  for (const number of numbers(5)) expect(acquire(`203.0.113.${number}`, 10)).toBe(4);
  expect(shares.size()).toBe(100);
  expect(closed).toEqual([]);
});

it('closes an idle holding of the greediest network first, while only the reserve is left', () => {
  const { acquire, closed, shares } = shared();
  acquire('192.0.2.1', 19, true);
  acquire('192.0.2.2', 20, true);
  acquire('198.51.100.1', 19);
  acquire('198.51.100.2', 19);
  acquire('198.51.100.3', 3);
  expect(shares.size()).toBe(80);
  expect(acquire('203.0.113.1', 2)).toBe(2);
  expect(closed).toEqual(['192.0.2.2', '192.0.2.1']);
  expect(shares.size()).toBe(80);
});

it('a newcomer always gets in: when nothing is left, the greediest network loses what it holds', () => {
  const { acquire, closed, shares } = shared();
  for (const number of numbers(4)) acquire(`192.0.2.${number}`, 50);
  for (const number of numbers(5)) acquire(`198.51.100.${number}`, 4);
  expect(shares.size()).toBe(100);
  for (const number of numbers(30)) expect(acquire(`203.0.113.${number}`, 1)).toBe(1);
  expect(shares.size()).toBe(100);
  expect(closed).toHaveLength(30);
  expect(new Set(closed)).toEqual(new Set(numbers(4).map((number) => `192.0.2.${number}`)));
});

it('a newcomer gets in beside any number of networks that stay within their fair share', () => {
  const { acquire, closed } = shared();
  for (const number of numbers(25)) acquire(`192.0.2.${number}`, 4);
  expect(numbers(10).map((number) => acquire(`203.0.113.${number}`, 1))).toEqual(Array(10).fill(1));
  expect(closed).toHaveLength(10);
});

it('displaces nobody who holds as little as the newcomer', () => {
  const { acquire, closed } = shared();
  for (const number of numbers(100)) expect(acquire(`192.0.2.${number}`, 1)).toBe(1);
  expect(acquire('203.0.113.1', 1)).toBe(0);
  expect(closed).toEqual([]);
});

it('counts what is given back once, and forgets networks that hold nothing', () => {
  const { acquireOne, acquire, shares } = shared({ perNetwork: 1 });
  const release = acquireOne('2001:db8::1');
  release?.();
  release?.();
  expect(shares.size()).toBe(0);
  expect(acquire('2001:db8::1', 2)).toBe(1);
  // What was closed for a newcomer gives itself back as well, when its socket tells so.
  const small = shared({ total: 2, reserved: 1 });
  const first = small.acquireOne('192.0.2.1');
  small.acquire('192.0.2.1', 1);
  first?.();
  first?.();
  expect(small.shares.size()).toBe(1);
});
