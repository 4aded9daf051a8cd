import { Malformed, TooLarge, UnsupportedType } from './errors.js';

/** The largest JSON body that the API reads, in bytes. */
const MAX_JSON_BYTES = 64 * 1024;

/**
 * Reads a request's JSON body.
 * @throws UnsupportedType when it is not declared as JSON, TooLarge over `maxBytes`, Malformed when it does not parse
 */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) throw new UnsupportedType('Please send application/json.');
  const bytes = await readBytes(request, maxBytes);
  try {
    // `fatal`: invalid UTF-8 is an error instead of replacement characters (RFC 8259, 8.1).
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed();
  }
}

/** Reads a body of at most `maxBytes`, whatever its Content-Length. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new TooLarge(`The request body is larger than ${Math.floor(maxBytes / 1024)} KB.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
