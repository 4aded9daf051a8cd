import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { Generated } from 'kysely';
import type { TranslationsColumn } from '../item-translations.js';

export interface AlbumsTables {
  albums: {
    id: Generated<string>;
    /** the readable part of its URL */
    slug: string;
    title: string;
    client: string;
    place: string;
    /** 'YYYY-MM-DD' */
    date: string | null;
    category: PortfolioCategory;
    description: string;
    /** the photo of the portfolio that stands for the album */
    cover_id: string | null;
    published: boolean;
    position: number;
    version: Generated<number>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    translations: TranslationsColumn;
  };
  album_sections: {
    id: Generated<string>;
    album_id: string;
    title: string;
    text: string;
    position: number;
    translations: TranslationsColumn;
  };
  /** a photo or a film of a section, never both */
  album_entries: {
    id: Generated<string>;
    section_id: string;
    portfolio_id: string | null;
    video_id: string | null;
    position: number;
  };
}
