import { setImmediate } from 'node:timers/promises';
import { CompressionQueue } from './compression-queue.js';
import { Representation } from './representation.js';

const TEXT = 'a line that comes again. '.repeat(100);
const file = (queue: CompressionQueue) => new Representation(TEXT, 'text/plain', { queue });

it('a queue compresses one body at a time', async () => {
  const queue = new CompressionQueue(1);
  let end = () => {};
  const first = new Promise<void>((resolve) => {
    end = resolve;
  });
  const started: string[] = [];
  const compressions = ['first', 'second'].map((name) =>
    queue.run(1, () => {
      started.push(name);
      return first;
    }),
  );
  await setImmediate();
  expect(started).toEqual(['first']);
  end();
  await Promise.all(compressions);
  expect(started).toEqual(['first', 'second']);
});

it('while a queue is full, a body is sent as it is; one that is compressed or waits is not', async () => {
  const queue = new CompressionQueue(TEXT.length);
  const [waiting, late] = [file(queue), file(queue)];
  const compressing = waiting.compress('br');
  expect(waiting.encodingFor('br')).toBe('br');
  expect(late.encodingFor('br')).toBe('identity');
  await compressing;
  expect(waiting.encodingFor('br')).toBe('br');
  expect(late.encodingFor('br')).toBe('br');
});

it('a compression that fails leaves the queue to the next one', async () => {
  const queue = new CompressionQueue(1);
  await expect(queue.run(1, () => Promise.reject(new Error('out of memory')))).rejects.toThrow('out of memory');
  expect(queue.isFull).toBe(false);
  expect(await queue.run(1, async () => 'next')).toBe('next');
});
