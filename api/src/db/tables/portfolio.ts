import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { Generated } from 'kysely';
import type { TranslationsColumn } from '../item-translations.js';

export interface PortfolioTables {
  portfolio: {
    id: Generated<string>;
    title: string;
    /** last part of the URL of its page */
    slug: Generated<string>;
    image: string;
    media_id: string | null;
    portrait_media_id: string | null;
    alt: string;
    /** percent from left and top */
    focal_x: number;
    focal_y: number;
    category: PortfolioCategory;
    description: string;
    place: string;
    hero: boolean;
    position: number;
    deleted_at: Date | null;
    version: Generated<number>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
    /** whether visitors see it */
    published: Generated<boolean>;
    translations: TranslationsColumn;
    /** title, place and description in each language, in lower case; set by a trigger */
    search: Generated<string>;
  };
}
