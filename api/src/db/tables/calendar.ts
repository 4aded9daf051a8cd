import type { BookingKind, Ceremony } from '@godhuli/contracts/calendar';
import type { ColumnType, Generated } from 'kysely';

export interface CalendarTables {
  cities: {
    id: Generated<string>;
    name: string;
    /** bookings that a day takes, unless the day has its own number */
    capacity: number;
    archived_at: Date | null;
  };
  crews: {
    id: Generated<string>;
    name: string;
    city_id: string | null;
    archived_at: Date | null;
  };
  /** the capacity of one day in one city, and the lock of those who book it */
  calendar_days: {
    /** YYYY-MM-DD, as all days below */
    day: string;
    city_id: string;
    /** null: that of the city */
    capacity: number | null;
  };
  bookings: {
    id: Generated<string>;
    /** identifies the event in calendar programs */
    uid: Generated<string>;
    kind: BookingKind;
    title: string;
    city_id: string;
    crew_id: string | null;
    inquiry_id: string | null;
    /** whose inquiry it was, once that is removed */
    client_id: Generated<string | null>;
    starts_on: string;
    /** the day after the last one */
    ends_before: string;
    /** the last day of a hold */
    held_until: string | null;
    ceremonies: ColumnType<Required<Ceremony>[], string, string>;
    /** what the last import read; null without an import. Other values of the booking are those of staff. */
    imported_title: string | null;
    imported_starts_on: string | null;
    imported_ends_before: string | null;
    imported_ceremonies: ColumnType<Required<Ceremony>[] | null, string | undefined, string>;
    notes: Generated<string>;
    override_reason: string | null;
    created_by: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** when staff were reminded that the hold ends */
    reminded_at: Date | null;
    /** when the end of the hold was recorded; it keeps no days after `held_until` in any case */
    expired_at: Date | null;
    deleted_at: Date | null;
    /** when its person was erased; a calendar file may still name them */
    erased_at: Date | null;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
  };
  muhurats: { day: string; name: string };
  calendar_feeds: {
    id: Generated<string>;
    user_id: string;
    token_hash: string;
    created_at: Generated<Date>;
    last_read_at: Date | null;
    revoked_at: Date | null;
  };
}
