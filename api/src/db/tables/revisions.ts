import type { Body, Entity } from '@godhuli/contracts/documents';
import type { Locale, TranslatedLocale } from '@godhuli/contracts/locales';
import type { RevisionState } from '@godhuli/contracts/publishing';
import type { ColumnType, Generated } from 'kysely';

export interface RevisionsTables {
  /** Every state of every document. A trigger keeps those of the history as they are. */
  revisions: {
    id: Generated<string>;
    entity: Entity;
    /** id inside the entity: of a row, or of a section of the page */
    entity_id: string;
    locale: Locale;
    /** increases with every change of a document */
    version: number;
    body: ColumnType<Body, string, string>;
    /** `archived`: a draft that was discarded */
    state: RevisionState;
    author_id: string | null;
    author: string;
    at: Generated<Date>;
    /** when the body of a published translation was saved; null: `at` */
    saved_at: Date | null;
    /** of a scheduled revision */
    schedule_id: string | null;
    /** Idempotency-Key of the request that added the item, while it is a draft */
    created_with_key: string | null;
  };
  /** What visitors read in another language than English. */
  translations: {
    entity: Entity;
    entity_id: string;
    locale: TranslatedLocale;
    /** the translated fields; an empty one is shown in English */
    body: ColumnType<Body, string, string>;
  };
  schedules: {
    id: Generated<string>;
    due_at: Date;
    /** IANA name of the zone of `wall_time` */
    zone: string;
    /** '2026-11-30T10:00' */
    wall_time: string;
    state: Generated<'waiting' | 'published' | 'failed' | 'cancelled'>;
    /** of its documents at the time of the schedule */
    labels: string[];
    created_by: string;
    created_at: Generated<Date>;
    finished_at: Date | null;
    problem: string | null;
  };
}
