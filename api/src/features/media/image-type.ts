import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { UnsupportedType } from '../../http/errors.js';

const PLEASE = 'Please choose a JPEG, PNG or WebP file.';
const HEAD_BYTES = 4096;

/** Recognises the beginning of a file. `ascii` is latin1, one character per byte. */
type Signature = (ascii: string, bytes: Buffer) => boolean;

const begins =
  (...starts: string[]): Signature =>
  (ascii) =>
    starts.some((start) => ascii.startsWith(start));
/** An ISO media file ('ftyp' box) of one of these brands. */
const hasBrand =
  (brands: RegExp): Signature =>
  (ascii) =>
    ascii.slice(4, 8) === 'ftyp' && brands.test(ascii.slice(8, 12));
const matches =
  (pattern: RegExp): Signature =>
  (_ascii, bytes) =>
    pattern.test(textOf(bytes));

const SUPPORTED: Signature[] = [
  begins('\xff\xd8\xff'),
  begins('\x89PNG\r\n\x1a\n'),
  (ascii) => ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP',
];

/** Other types that people upload, in the order of recognition. The name completes 'This file is'. */
const UNSUPPORTED: [name: string, signature: Signature][] = [
  ['a PDF', (ascii) => ascii.slice(0, 1024).includes('%PDF-')],
  ['a GIF', begins('GIF87a', 'GIF89a')],
  ['a HEIC photo, which browsers cannot show', hasBrand(/^(hei[cxms]|hev[cxms]|mif1|msf1)$/)],
  ['an AVIF image', hasBrand(/^avi[fs]$/)],
  ['a camera raw file', (ascii) => hasBrand(/^crx $/)(ascii, Buffer.alloc(0)) || ascii.startsWith('FUJIFILMCCD-RAW')],
  ['a video', hasBrand(/./)],
  ['a video', begins('\x1aE\xdf\xa3')],
  ['a video or audio file', begins('RIFF', 'OggS', 'ID3')],
  ['a TIFF or camera raw file', begins('II*\0', 'MM\0*', 'II+\0', 'IIRO', 'IIU\0')],
  ['a Photoshop file', begins('8BPS')],
  ['a JPEG XL image', begins('\xff\x0a', '\0\0\0\x0cJXL ')],
  ['a JPEG 2000 image', begins('\0\0\0\x0cjP  ', '\xff\x4f\xff\x51')],
  ['a ZIP archive or an Office document', begins('PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0')],
  ['an archive', begins('Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh')],
  ['a program', begins('\x7fELF', 'MZ', '#!')],
  ['an SVG drawing', matches(/<svg[\s>]/i)],
  ['a web page', matches(/<(!doctype html|html|head|body|script|iframe)[\s>]/i)],
  ['a text document', matches(/^\s*(<\?xml|<\?php|\{|\[|<)/i)],
  ['a BMP image', begins('BM')],
  ['an icon', begins('\0\0\x01\0')],
];

/** Documents that a browser or another program could execute. */
const ACTIVE_CONTENT = /<script[\s>]|<html[\s>]|<!doctype html|<svg\s+[\w:]+=|<iframe[\s>]|<\?php\s|%PDF-1\./i;
/** Longer than each of them, so that one across two chunks is found. */
const OVERLAP = 64;
/** 'End of central directory': a ZIP (or JAR) after the image. */
const ZIP_END = 'PK\x05\x06';
const ZIP_END_SEARCH_BYTES = 64 * 1024;

/**
 * Refuses files that are not a JPEG, PNG or WebP by their content; names and headers do not count. Also refuses an image that
 * contains another document (HTML, PDF, PHP, ZIP).
 * @throws UnsupportedType with a message for staff
 */
export async function requireImage(path: string): Promise<void> {
  const head = await readHead(path);
  const ascii = head.toString('latin1');
  if (!SUPPORTED.some((matchesType) => matchesType(ascii, head)))
    throw new UnsupportedType(`This file is ${nameOf(head)}. ${PLEASE}`);
  if (await hasActiveContent(path)) {
    throw new UnsupportedType(
      'This file contains another document or a program. Please export the photo again from a photo editor.',
    );
  }
}

function nameOf(head: Buffer): string {
  const ascii = head.toString('latin1');
  return UNSUPPORTED.find(([, matchesType]) => matchesType(ascii, head))?.[0] ?? 'not a supported image';
}

/** Decodes text in the encoding of its byte order mark, or as UTF-8. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8');
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function hasActiveContent(path: string): Promise<boolean> {
  let tail = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: ZIP_END_SEARCH_BYTES })) {
    if (ACTIVE_CONTENT.test(tail.slice(-OVERLAP) + chunk)) return true;
    tail = (tail + chunk).slice(-ZIP_END_SEARCH_BYTES);
  }
  return tail.includes(ZIP_END);
}
