/** @jest-environment node */
import { ReadableStream } from 'node:stream/web';
import { readList } from './read-list';

/** An answer whose body comes in parts of so many bytes. */
function answerOf(text: string, partBytes: number): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(controller) {
      for (let start = 0; start < bytes.length; start += partBytes)
        controller.enqueue(bytes.subarray(start, start + partBytes));
      controller.close();
    },
  });
  return { body, json: async () => JSON.parse(text) } as unknown as Response;
}
/** Text that looks like the end of an item and of a line, in letters of several bytes. */
const items = Array.from({ length: 3000 }, (_, index) => ({
  _id: String(index),
  title: `संध्याकाळ "${index}",\n[{}],\n`,
  more: 'x'.repeat(index % 400),
}));
const lines = `[${items.map((item) => JSON.stringify(item)).join(',\n')}]`;

it.each([1009, 5000, 65_536, 10_000_000])('ADM-GAL-1 reads a long list in parts of %d bytes', async (partBytes) => {
  expect(await readList(answerOf(lines, partBytes))).toEqual(items);
});

it('ADM-GAL-1 parses no more of a long list at once than a piece', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  await readList(answerOf(lines, 65_536));
  const lengths = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  expect(lengths.length).toBeGreaterThan(lines.length / (32 * 1024));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(32 * 1024 + 1);
});

it.each([
  ['an empty list', '[]'],
  ['a short list', '[1]'],
  ['a long list on one line', JSON.stringify(items)],
  ['what is no list', '{"title":"no list"}'],
])('reads %s', async (_, text) => {
  expect(await readList(answerOf(text, 4096))).toEqual(JSON.parse(text));
});

it.each([
  ['nothing', ''],
  ['a page', '<html>'],
  ['half a list', lines.slice(0, 200_000)],
])('fails on %s', async (_, text) => {
  await expect(readList(answerOf(text, 4096))).rejects.toThrow(SyntaxError);
});
