import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { Generated } from 'kysely';

export interface UploadsTables {
  /** unfinished and refused files; their parts are in the data directory */
  uploads: {
    id: Generated<string>;
    user_id: string;
    key: string;
    name: string;
    bytes: number;
    /** a bigint, which arrives as text */
    modified_ms: string;
    received: Generated<number>;
    state: Generated<'waiting' | 'failed' | 'done'>;
    problem: Generated<string>;
    /** attempts to prepare the photo that ended the image worker */
    failed_attempts: Generated<number>;
    title: string;
    category: PortfolioCategory;
    place: string;
    published: boolean;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
}
