import type { Focal } from '@godhuli/contracts/media';
import type { MediaFormat } from '@godhuli/contracts/media-url';

/** Work for the image process (photograph-worker.js). Every path is absolute; `target` must not exist yet. */
export type PhotographJob =
  /** Re-encodes what somebody gave us into a clean master and describes it. */
  | { kind: 'prepare'; source: string; target: string }
  /** Describes a file of our own that is a clean master already. */
  | { kind: 'describe'; source: string }
  /** Makes one variant of a master, never wider than it; a fine AVIF takes about 25 times as long as a quick one. */
  | { kind: 'variant'; source: string; target: string; width: number; format: MediaFormat; isFine?: boolean }
  /** Cuts a master to an exact size around its focal point, as JPEG. */
  | { kind: 'crop'; source: string; target: string; width: number; height: number; focal: Focal };

/** What is known of a master. */
export interface PhotographDescription {
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
 * Why a file could not be used: more pixels (or decoding memory) than allowed, bytes that do not decode, or bytes
 * that crashed the image process or kept it busy too long.
 */
export type PhotographFault = 'too-many-pixels' | 'damaged' | 'crashed';

export type PhotographAnswer =
  | { ok: true; description: PhotographDescription | null }
  | { ok: false; fault: PhotographFault; cause: string };
