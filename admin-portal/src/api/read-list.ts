import { pauses } from './pauses';

/** Of a list's text so much is parsed at once, in characters. */
const PIECE = 32 * 1024;

/**
 * Reads a JSON array piece by piece, so that the page answers while thousands of items are parsed. It is cut where the
 * API begins a line, which it does between two items alone; a text of one line is parsed whole.
 */
export async function readList(answer: Response): Promise<unknown> {
  if (!answer.body) return answer.json();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const pause = pauses();
  const items: unknown[] = [];
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    while (text.length > PIECE) {
      const end = text.lastIndexOf(',\n', PIECE);
      if (end < 0) break;
      items.push(...JSON.parse(`${text.slice(0, end)}]`));
      text = `[${text.slice(end + 2)}`;
      await pause();
    }
  }
  const rest: unknown = JSON.parse(text + decoder.decode());
  return Array.isArray(rest) ? [...items, ...rest] : rest;
}
