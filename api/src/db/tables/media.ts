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
  };
}
