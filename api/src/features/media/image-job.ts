import type { Focal } from '@godhuli/contracts/media';
import type { MediaFormat } from '@godhuli/contracts/media-url';

/** A job for an image worker (image-worker.ts). Paths are absolute; `target` must not exist. */
export type ImageJob =
  /** Re-encodes an uploaded file as a clean master and describes it. */
  | { kind: 'prepare'; source: string; target: string }
  /** Describes a file that is a clean master already. */
  | { kind: 'describe'; source: string }
  /** Creates a variant, never wider than the master. A high-quality AVIF takes about 25 times as long as a quick one. */
  | { kind: 'variant'; source: string; target: string; width: number; format: MediaFormat; isHighQuality?: boolean }
  /** Cuts a part out of a master as a new master and describes it. Edges in percent. */
  | { kind: 'cut'; source: string; target: string; edges: Edges }
  /** Measures the contrast of the hero's text on a master. */
  | { kind: 'contrast'; source: string; place: 'wide' | 'phone'; focal: Focal }
  /** Crops a master to an exact size around its focal point, as JPEG. */
  | { kind: 'crop'; source: string; target: string; width: number; height: number; focal: Focal };

/** What is removed from each edge, in percent of the whole image. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The lowest contrast of the hero's text with the image behind it, as WCAG ratios. */
export interface HeroContrast {
  heading: number;
  body: number;
}

/** The properties of a master. */
export interface ImageDescription {
  /** sha256 of the master's bytes */
  id: string;
  /** px, orientation baked in */
  width: number;
  height: number;
  /** ThumbHash, base64 */
  thumbhash: string;
  /** mean colour, '#rrggbb' */
  color: string;
  bytes: number;
  /** only of a prepared image */
  original?: OriginalDescription;
}

/** The properties of the uploaded file, of which the master keeps nothing. The location is not read. */
export interface OriginalDescription {
  /** sha256 of the file's bytes */
  hash: string;
  /** local time of the camera with its subseconds, '2026-02-14T18:03:22.12'; never converted to another time zone */
  takenAt: string | null;
  /** offset of the camera's clock from UTC, '+05:30' */
  takenOffset: string | null;
}

/** Why a file cannot be used: it needs more pixels (or decoding memory) than allowed, cannot be decoded, or crashed the worker. */
export type ImageFault = 'too-many-pixels' | 'damaged' | 'crashed';

/** What a job returns, besides the file it writes. */
export type ImageJobOutput = ImageDescription | HeroContrast | null;

export type ImageJobResult = { ok: true; output: ImageJobOutput } | { ok: false; fault: ImageFault; cause: string };
