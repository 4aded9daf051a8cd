import { endingOf } from '@godhuli/contracts/clients';

const MAX_LENGTH = 150;
/** Control characters, marks that reverse the order of letters ('fdp.exe'), and what no file system takes. */
const UNSAFE = /[\p{Cc}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff/\\:*?"<>|]+/gu;

/** Returns a name that is safe to show and to save, with its ending. The joiners of Devanagari stay. */
export function cleanFileName(name: string): string {
  const clean = name.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim();
  const ending = endingOf(clean);
  const stem = (ending === '' ? clean : clean.slice(0, -ending.length - 1)).replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const short = [...stem].slice(0, MAX_LENGTH - ending.length - 1).join('');
  return ending === '' ? short : `${short || 'file'}.${ending}`;
}

/** Returns the header that makes browsers save a file under its name (RFC 6266). */
export function attachmentOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
