import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { Generated } from 'kysely';
import type { TranslationsColumn } from '../item-translations.js';

export interface PostsTables {
  blogs: {
    id: Generated<string>;
    title: string;
    created_at: Generated<Date>;
  };
  videos: {
    id: Generated<string>;
    /** the readable part of its URL */
    slug: string | null;
    title: string;
    description: Generated<string>;
    category: Generated<PortfolioCategory>;
    /** at YouTube or Vimeo, or '' */
    link_url: Generated<string>;
    link_state: Generated<'unchecked' | 'works' | 'dead'>;
    link_checked_at: Date | null;
    translations: TranslationsColumn;
    file_id: string | null;
    captions_id: string | null;
    captions_language: Generated<'en' | 'hi' | 'mr'>;
    poster_media_id: string | null;
    duration_seconds: number | null;
    published: Generated<boolean>;
    /** when it was published for the first time */
    published_at: Date | null;
    position: Generated<number>;
    version: Generated<number>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  /** uploaded films and captions by content hash; the files are in the film store */
  film_files: {
    /** sha256 of the stored file, 64 hexadecimal digits */
    id: string;
    kind: 'mp4' | 'vtt';
    bytes: string;
    duration_seconds: number | null;
    created_at: Generated<Date>;
  };
}
