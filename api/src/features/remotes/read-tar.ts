import { BadArchive } from './bad-archive.js';

const BLOCK = 512;
/** Extended headers hold a path and some dates; more than this is not one of ours. */
const MAX_HEADER_BYTES = 64 * 1024;

/** One entry. The content of a file has to be read, or it is skipped, before the next entry comes. */
export interface TarEntry {
  path: string;
  kind: 'file' | 'folder' | 'other';
  content(): AsyncGenerator<Uint8Array>;
}

const incomplete = () => new BadArchive('The archive is incomplete.');

/** Gives bytes in the amounts that are asked for, holding no more than the chunk that arrived last. */
class ByteReader {
  private chunk: Uint8Array = new Uint8Array();
  constructor(private readonly source: AsyncIterator<Uint8Array>) {}

  /** The next 1 to `atMost` bytes, or null at the end. */
  async some(atMost: number): Promise<Uint8Array | null> {
    while (this.chunk.length === 0) {
      const next = await this.source.next();
      if (next.done) return null;
      this.chunk = next.value;
    }
    const part = this.chunk.subarray(0, atMost);
    this.chunk = this.chunk.subarray(part.length);
    return part;
  }

  async *take(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      const part = await this.some(left);
      if (!part) throw incomplete();
      left -= part.length;
      yield part;
    }
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.take(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  async skip(length: number): Promise<void> {
    for await (const part of this.take(length)) void part;
  }
}

const textOf = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
};

function octalOf(header: Buffer, from: number, length: number): number {
  const digits = textOf(header, from, length).trim();
  if (!/^[0-7]{1,12}$/.test(digits)) throw new BadArchive('The archive has a header that is not tar.');
  return Number.parseInt(digits, 8);
}

function checkSum(header: Buffer): number {
  let sum = 0;
  // The sum is made with its own field as blanks (POSIX.1-2017, pax, ustar).
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

/** The `path` of a pax header: lines of `<length> <key>=<value>\n`. */
function paxPath(header: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < header.length; ) {
    const blank = header.indexOf(32, at);
    const length = Number(header.subarray(at, blank).toString('latin1'));
    if (blank === -1 || !Number.isInteger(length) || length < 4 || at + length > header.length) {
      throw new BadArchive('The archive has an extended header that cannot be read.');
    }
    const [key, ...value] = header
      .subarray(blank + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    if (key === 'path') path = value.join('=');
    // A size beyond the header's own field: nothing that large is a release.
    if (key === 'size' || key === 'GNU.sparse.major')
      throw new BadArchive('The archive contains an entry with an invalid size.');
    at += length;
  }
  return path;
}

const KINDS: Record<string, TarEntry['kind']> = { '0': 'file', '\0': 'file', '7': 'file', '5': 'folder' };

/**
 * Reads a tar (ustar, with pax and GNU long names) as a stream of entries. Links, devices and everything else
 * that is neither file nor folder come as `other`, for the caller to refuse.
 * @throws BadArchive when it is no complete tar
 */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(bytes[Symbol.asyncIterator]());
  let longPath: string | undefined;
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (octalOf(header, 148, 8) !== checkSum(header)) throw new BadArchive('The archive has a header that is not tar.');
    const type = String.fromCharCode(header[156] ?? 0);
    const size = octalOf(header, 124, 12);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === 'x' || type === 'g' || type === 'L') {
      if (size > MAX_HEADER_BYTES) throw new BadArchive('The archive has an extended header that is too long.');
      const extended = await reader.exactly(size);
      await reader.skip(padding);
      if (type === 'x') longPath = paxPath(extended) ?? longPath;
      if (type === 'L') longPath = textOf(extended, 0, extended.length);
      continue;
    }
    // GNU's own format, with a blank after 'ustar', keeps times where ustar has the prefix.
    const prefix = header.subarray(257, 263).toString('latin1') === 'ustar\0' ? textOf(header, 345, 155) : '';
    const name = textOf(header, 0, 100);
    let left = size;
    yield {
      path: longPath ?? (prefix ? `${prefix}/${name}` : name),
      kind: KINDS[type] ?? 'other',
      async *content() {
        for await (const part of reader.take(left)) {
          left -= part.length;
          yield part;
        }
      },
    };
    await reader.skip(left + padding);
    longPath = undefined;
  }
}
