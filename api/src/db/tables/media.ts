import type { CropShape } from '@godhuli/contracts/media';
import type { Generated } from 'kysely';

export interface MediaTables {
  /** one row per image whose master is in the media store */
  media: {
    /** sha256 of the re-encoded master, 64 hexadecimal digits */
    id: string;
    /** px, orientation baked in */
    width: number;
    height: number;
    /** ThumbHash, base64 */
    thumbhash: string;
    /** mean colour, '#rrggbb' */
    color: string;
    alt: string;
    /** percent from left and top */
    focal_x: number;
    focal_y: number;
    /** size of the master */
    bytes: number;
    created_at: Generated<Date>;
    /** incremented by every change of its crops */
    crops_version: Generated<number>;
    /** when it was taken: the camera's local time with its subseconds, '2026-02-14T18:03:22.12' */
    taken_at: string | null;
    /** offset of the camera's clock from UTC, '+05:30' */
    taken_offset: string | null;
  };
  /** crops that staff made; each is also an image of its own */
  photo_crops: {
    /** the whole photo */
    media_id: string;
    shape: CropShape;
    /** percent of the whole photo, removed from each edge */
    left_edge: number;
    top_edge: number;
    right_edge: number;
    bottom_edge: number;
    /** percent of the whole photo */
    focal_x: number;
    focal_y: number;
    crop_media_id: string;
  };
  /** the contrast of the hero's text on an image, as it was measured last */
  hero_contrasts: {
    media_id: string;
    place: 'wide' | 'phone';
    focal_x: number;
    focal_y: number;
    /** HERO_STYLES_EDITION of the measurement */
    styles: number;
    heading: number;
    body: number;
  };
  /** how far the background encoding of an image is; no row: not looked at yet */
  photo_encodings: {
    media_id: string;
    /** the edition whose files all exist, or '' */
    edition: Generated<string>;
    /** when a visitor first asked for a file that was missing; null when none did */
    wanted_at: Date | null;
    /** why the last attempt failed, or null */
    error: string | null;
    failed_at: Date | null;
  };
  /** one row, with id 1 */
  encoding_job: {
    id: number;
    is_paused: Generated<boolean>;
  };
  /** stored photos that are removed if nothing uses them when they are due */
  photos_awaiting_use: { media_id: string; due_at: Date };
  /** the uploaded files that an image was made from, to recognise duplicates */
  media_originals: {
    /** sha256 of the original bytes, 64 hexadecimal digits */
    hash: string;
    media_id: string;
  };
}
