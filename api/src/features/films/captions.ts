import { UnsupportedType } from '../../http/errors.js';

const TIME = '(?:(\\d{2,}):)?([0-5]\\d):([0-5]\\d)\\.(\\d{3})';
const CUE = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t].*)?$`);

const refuse = (reason: string) => new UnsupportedType(`${reason} Please choose a WebVTT file (.vtt).`);

/**
 * Checks that a file is WebVTT with at least one caption, each with valid times.
 * @throws UnsupportedType with a message for staff, which names the line
 */
export function requireCaptions(bytes: Buffer): void {
  const lines = decode(bytes).split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) throw refuse('This file does not begin with WEBVTT.');
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const [, ...parts] = CUE.exec(line) ?? [];
    if (parts.length === 0) throw refuse(`Line ${index + 1} has no valid times.`);
    if (secondsOf(parts.slice(4)) <= secondsOf(parts.slice(0, 4))) {
      throw refuse(`The caption in line ${index + 1} ends before it begins.`);
    }
    cues += 1;
  }
  if (cues === 0) throw refuse('This file contains no captions.');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('This file is not text in UTF-8.');
  }
}

function secondsOf([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
}
