import readExif from 'exif-reader';
import type { OriginalDescription } from './image-job.js';

type CaptureTime = Pick<OriginalDescription, 'takenAt' | 'takenOffset'>;
const UNKNOWN: CaptureTime = { takenAt: null, takenOffset: null };

/**
 * Reads when a photo was taken from its EXIF block: the camera's local time as it is, since most cameras name no time zone.
 * A broken block is one without a time. The location and everything else are ignored.
 */
export function captureTimeOf(exif: Buffer | undefined): CaptureTime {
  if (!exif) return UNKNOWN;
  try {
    const { Photo = {}, Image = {} } = readExif(exif);
    // The library puts the local time into a UTC date.
    const local = Photo.DateTimeOriginal ?? Photo.DateTimeDigitized ?? Image.DateTime;
    if (!(local instanceof Date) || Number.isNaN(local.getTime())) return UNKNOWN;
    const seconds = local.toISOString().slice(0, 19);
    if (!/^(19|20|21)\d\d-/.test(seconds)) return UNKNOWN;
    const digits = textOf(Photo.SubSecTimeOriginal ?? Photo.SubSecTimeDigitized ?? Photo.SubSecTime);
    const offset = textOf(Photo.OffsetTimeOriginal ?? Photo.OffsetTimeDigitized ?? Photo.OffsetTime);
    return {
      takenAt: /^\d{1,9}$/.test(digits) ? `${seconds}.${digits}` : seconds,
      takenOffset: /^[+-]\d\d:\d\d$/.test(offset) ? offset : null,
    };
  } catch {
    return UNKNOWN;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
