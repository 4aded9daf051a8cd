import { STUDIO_TIME_ZONE } from '@godhuli/contracts/time-zone';
import { sql } from 'kysely';

/** The time zone of the studio, for `at time zone`. The embedded database's own time zone is UTC. */
export const STUDIO_ZONE = sql.lit(STUDIO_TIME_ZONE);

/** Today at the studio. */
export const TODAY = sql<string>`(now() at time zone ${STUDIO_ZONE})::date`;

/** When today ends at the studio. */
export const TODAY_ENDS = sql<Date>`((date_trunc('day', now() at time zone ${STUDIO_ZONE}) + interval '1 day')
  at time zone ${STUDIO_ZONE})`;
