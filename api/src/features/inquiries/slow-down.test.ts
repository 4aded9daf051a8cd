/** @jest-environment node */
import { slowDown } from './slow-down.js';

const settled = async (promise: Promise<unknown>) => {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};

it('sends 20 refusals of a network at once and holds the next ones back; other networks do not notice', async () => {
  const sender = new AbortController();
  const refuse = () => slowDown('192.0.2.1', sender.signal);
  for (let count = 0; count < 20; count += 1) expect(await settled(refuse())).toBe(true);
  const held = refuse();
  expect(await settled(held)).toBe(false);
  expect(await settled(slowDown('192.0.2.2', sender.signal))).toBe(true);
  // A sender that disconnects does not stay in memory.
  sender.abort();
  await held;
});
