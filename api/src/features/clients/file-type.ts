import { open } from 'node:fs/promises';
import { CLIENT_FILE_TYPES, endingOf } from '@godhuli/contracts/clients';
import { UnsupportedType } from '../../http/errors.js';

const HEAD_BYTES = 4096;

/** The beginning of a file; latin1, one character per byte. */
type Signature = (head: string) => boolean;

const isZip: Signature = (head) => head.startsWith('PK\x03\x04');
const isOle: Signature = (head) => head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isJpeg: Signature = (head) => head.startsWith('\xff\xd8\xff');
/** UTF-8, or UTF-16 with its mark: no zero bytes otherwise. */
const isText: Signature = (head) => !head.includes('\0') || head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff');

const SIGNATURES: Readonly<Record<string, Signature>> = {
  // Other bytes may be before it.
  pdf: (head) => head.slice(0, 1024).includes('%PDF-'),
  doc: isOle,
  xls: isOle,
  docx: isZip,
  xlsx: isZip,
  odt: isZip,
  ods: isZip,
  jpg: isJpeg,
  jpeg: isJpeg,
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP',
  heic: (head) => head.slice(4, 8) === 'ftyp',
  txt: isText,
  csv: isText,
};

/**
 * Checks that a file is what its name says, so that a mistake shows at once. It protects nobody: a file can be of two types.
 * The headers of the download do that.
 * @throws UnsupportedType
 */
export async function requireFileType(path: string, name: string): Promise<void> {
  const ending = endingOf(name);
  const hasSignature = ending in CLIENT_FILE_TYPES ? SIGNATURES[ending] : undefined;
  if (!hasSignature)
    throw new UnsupportedType('Please choose a PDF, Word, Excel, image or text file. Others can be sent as a PDF.');
  if (!hasSignature(await headOf(path)))
    throw new UnsupportedType(`The content of this file does not match its ending .${ending}. Please export it again.`);
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
