import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding } from 'api/http/accepted-encoding';

/** Bytes ready to be sent. */
export interface Representation {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  /** that of a page is made for the first who takes no brotli, then kept */
  gzip?: () => Promise<Uint8Array<ArrayBuffer>>;
  /** hash of the plain bytes; the entity tag is made from it and the encoding */
  hash: string;
}

/** Content types worth compressing. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg)/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A Node buffer as a plain view, as `Response` takes it. */
export function bytesOf(buffer: Buffer | string): Uint8Array<ArrayBuffer> {
  const source = typeof buffer === 'string' ? Buffer.from(buffer) : buffer;
  return new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
}

/** Hashes and compresses once what will be sent many times. @param brotliQuality 0 to 11 */
export async function represent(body: Buffer | string, type: string, brotliQuality = 5): Promise<Representation> {
  const plain = bytesOf(body);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  if (!COMPRESSIBLE.test(type) || plain.length < 400) return { type, plain, hash };
  const br = await compressBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  let zipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
  const zip = async () => bytesOf(await compressGzip(plain, { level: Math.min(9, brotliQuality + 1) }));
  return { type, plain, br: bytesOf(br), gzip: () => (zipped ??= zip()), hash };
}

/** `If-None-Match` compares weakly and may list several tags (RFC 9110, 13.1.2). */
export function matches(header: string | null, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Answers in the best encoding the client takes; 304 when it holds these very bytes already. */
export async function answerWith(
  request: Request,
  representation: Representation,
  headers: Record<string, string>,
  status = 200,
): Promise<Response> {
  const accepted = acceptedEncoding(request.headers.get('accept-encoding'));
  const encoding = accepted === 'identity' || !representation[accepted] ? '' : accepted;
  const etag = `"${representation.hash}${encoding && `-${encoding}`}"`;
  const all: Record<string, string> = { ...headers, etag };
  if (representation.br) all.vary = 'accept-encoding';
  if (status === 200 && matches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: all });
  const coded = encoding === 'br' ? representation.br : encoding === 'gzip' ? await representation.gzip?.() : undefined;
  const body = coded ?? representation.plain;
  all['content-type'] = representation.type;
  all['content-length'] = String(body.length);
  if (encoding) all['content-encoding'] = encoding;
  return new Response(body, { status, headers: all });
}
