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

it('a small body does not wait behind a large one; a large one does while the queue has room', async () => {
  const queue = new CompressionQueue(256 * 1024);
  const large = new Representation(TEXT.repeat(40), 'text/plain', { queue });
  const [small, alsoLarge] = [file(queue), new Representation(TEXT.repeat(20), 'text/plain', { queue })];
  expect(small.encodingFor('br')).toBe('br');
  const compressing = large.compress('br');
  expect(small.encodingFor('br')).toBe('identity');
  expect(alsoLarge.encodingFor('br')).toBe('br');
  await compressing;
  expect(small.encodingFor('br')).toBe('br');
});

it('says that a body is uncompressed only while its queue is full', async () => {
  const queue = new CompressionQueue(TEXT.length);
  const [waiting, late] = [file(queue), file(queue)];
  expect(late.isUncompressedForNow('br')).toBe(false);
  const compressing = waiting.compress('br');
  expect(late.isUncompressedForNow('br')).toBe(true);
  expect(late.isUncompressedForNow('identity')).toBe(false);
  expect(waiting.isUncompressedForNow('br')).toBe(false);
  await compressing;
  expect(late.isUncompressedForNow('br')).toBe(false);
});

it('a body that is never compressed is not uncompressed for now', () => {
  const photo = new Representation(TEXT, 'image/avif', { queue: new CompressionQueue(0) });
  expect(photo.isUncompressedForNow('br')).toBe(false);
});

it('a compression that has failed is tried again for the next request', async () => {
  const queue = new CompressionQueue(1024);
  jest.spyOn(queue, 'run').mockRejectedValueOnce(new Error('out of memory'));
  const body = file(queue);
  await expect(body.compress('br')).rejects.toThrow('out of memory');
  expect((await body.compress('br')).length).toBeLessThan(TEXT.length);
});

it('a body is compressed once for requests at the same time', async () => {
  const queue = new CompressionQueue(1024);
  const run = jest.spyOn(queue, 'run');
  const body = file(queue);
  await Promise.all([body.compress('br'), body.compress('br')]);
  await body.compress('br');
  expect(run).toHaveBeenCalledTimes(1);
});

it('a compression that fails leaves the queue to the next one', async () => {
  const queue = new CompressionQueue(1);
  await expect(queue.run(1, () => Promise.reject(new Error('out of memory')))).rejects.toThrow('out of memory');
  expect(queue.isFullFor(1)).toBe(false);
  expect(await queue.run(1, async () => 'next')).toBe('next');
});
