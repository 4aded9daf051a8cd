import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accept-encoding.js';
import type { CompressionQueue } from './compression-queue.js';
import { contentTag } from './digest.js';
import { matchesEntityTag } from './entity-tag.js';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Content types worth compressing. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg)/;
/** Compressing fewer bytes than this saves nothing. */
const SMALLEST_COMPRESSED = 400;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Returns a Node buffer as a plain view, which is what `Response` takes. */
export function bytesOf(buffer: Buffer | string): Bytes {
  const source = typeof buffer === 'string' ? Buffer.from(buffer) : buffer;
  return new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
}

interface RepresentationOptions {
  /** 0 to 11; null: sent as it is */
  brotliQuality?: number | null;
  /** forms that a build has compressed already */
  compressed?: { br?: Bytes; gzip?: Bytes };
  /** of the content, if the maker knows it already */
  hash?: string;
  /** compresses it; without one it is compressed at once */
  queue?: CompressionQueue;
}

/** A body in all its encodings. Each is compressed for the first request that accepts it, then kept. */
export class Representation {
  readonly plain: Bytes;
  readonly hash: string;
  readonly #quality: number;
  readonly #isCompressible: boolean;
  readonly #queue: CompressionQueue | undefined;
  readonly #compressed: Partial<Record<Encoding, Bytes>>;
  readonly #compressing: Partial<Record<Encoding, Promise<Bytes>>> = {};

  constructor(
    body: Buffer | Bytes | string,
    readonly type: string,
    { brotliQuality = 5, compressed, hash, queue }: RepresentationOptions = {},
  ) {
    this.plain = typeof body === 'string' || Buffer.isBuffer(body) ? bytesOf(body) : body;
    this.hash = hash ?? contentTag(this.plain);
    this.#quality = brotliQuality ?? 0;
    this.#queue = queue;
    this.#isCompressible =
      compressed === undefined &&
      brotliQuality !== null &&
      COMPRESSIBLE.test(type) &&
      this.plain.length >= SMALLEST_COMPRESSED;
    this.#compressed = { ...compressed, identity: this.plain };
  }

  /** Returns about how many bytes of memory it takes once both compressed forms exist. */
  get memoryBytes(): number {
    return this.plain.length * (this.#isCompressible ? 1.6 : 1);
  }

  /** Returns the best encoding that the client accepts and this body has, or can get while its queue has room. */
  encodingFor(acceptEncoding: string | null | undefined): Encoding {
    const accepted = acceptedEncoding(acceptEncoding);
    if (this.#compressed[accepted] || this.#compressing[accepted]) return accepted;
    return this.#isCompressible && !this.#queue?.isFullFor(this.plain.length) ? accepted : 'identity';
  }

  /** Returns whether `encodingFor` would be another one if its queue had room. */
  isUncompressedForNow(acceptEncoding: string | null | undefined): boolean {
    const isCompressed = this.encodingFor(acceptEncoding) !== 'identity';
    return this.#isCompressible && !isCompressed && acceptedEncoding(acceptEncoding) !== 'identity';
  }

  /** Returns the entity tag: strong, and another one for each encoding (RFC 9110, 8.8.3). */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
  }

  /** Returns the bytes of an encoding, or undefined while they have not been compressed. */
  compressed(encoding: Encoding): Bytes | undefined {
    return this.#compressed[encoding];
  }

  /** Returns the bytes of an encoding from `encodingFor`; compresses them once. */
  async compress(encoding: Encoding): Promise<Bytes> {
    const compressed = this.#compressed[encoding];
    if (compressed) return compressed;
    this.#compressing[encoding] ??= this.#compressNow(encoding);
    return this.#compressing[encoding];
  }

  /** Returns the headers of a response with these bytes. */
  headers(encoding: Encoding, bytes: Bytes, others: Readonly<Record<string, string>>): Record<string, string> {
    return {
      ...this.headersOf304(encoding, others),
      'content-type': this.type,
      'content-length': String(bytes.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
  }

  /** Returns the headers of a 304 (RFC 9110, 15.4.5). */
  headersOf304(encoding: Encoding, others: Readonly<Record<string, string>>): Record<string, string> {
    const varies = this.#isCompressible || this.#compressed.br !== undefined;
    return { ...others, etag: this.etag(encoding), ...(varies ? { vary: 'accept-encoding' } : {}) };
  }

  async #compressNow(encoding: Encoding): Promise<Bytes> {
    const work = () => (encoding === 'br' ? this.#brotli() : this.#gzip());
    try {
      const bytes = await (this.#queue ? this.#queue.run(this.plain.length, work) : work());
      this.#compressed[encoding] = bytes;
      return bytes;
    } finally {
      // After a failure the next request tries again.
      delete this.#compressing[encoding];
    }
  }

  async #brotli(): Promise<Bytes> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: this.#quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length,
    };
    return bytesOf(await compressBrotli(this.plain, { params }));
  }

  async #gzip(): Promise<Bytes> {
    return bytesOf(await compressGzip(this.plain, { level: Math.min(9, this.#quality + 1) }));
  }
}

/** Above this many bytes the best compression takes too long for the first reader. */
const LARGE_JSON = 256 * 1024;

/** @param brotliQuality 0 to 11; null: never compressed */
export const jsonRepresentation = (
  text: string,
  brotliQuality: number | null = text.length > LARGE_JSON ? 5 : 9,
): Representation => new Representation(text, 'application/json; charset=utf-8', { brotliQuality });

/** Responds in the best encoding that the client accepts; 304 if it has these bytes already. */
export async function respond(
  request: Request,
  representation: Representation,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  const encoding = representation.encodingFor(request.headers.get('accept-encoding'));
  const etag = representation.etag(encoding);
  if (status === 200 && matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: representation.headersOf304(encoding, headers) });
  const bytes = await representation.compress(encoding);
  return new Response(bytes, { status, headers: representation.headers(encoding, bytes, headers) });
}
