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
  /** Crops a master to an exact size around its focal point, as JPEG. */
  | { kind: 'crop'; source: string; target: string; width: number; height: number; focal: Focal };

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
}

/**
 * Why a file cannot be used: it needs more pixels (or decoding memory) than allowed, cannot be decoded, or crashed the worker
 * or exceeded its time limit.
 */
export type ImageFault = 'too-many-pixels' | 'damaged' | 'crashed';

export type ImageJobResult =
  | { ok: true; description: ImageDescription | null }
  | { ok: false; fault: ImageFault; cause: string };
