import { AVAILABILITY_MONTHS } from '@godhuli/contracts/availability';
import {
  calendarDaysQuerySchema,
  calendarDaysSchema,
  calendarFeedSchema,
  calendarImportResultSchema,
  calendarImportSchema,
  createdFeedSchema,
  MAX_IMPORT_BYTES,
} from '@godhuli/contracts/calendar';
import { dateSchema } from '@godhuli/contracts/text';
import { networkOf } from '@godhuli/server/network';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { bookingsRoutes } from './bookings.routes.js';
import { listDays, readAvailability } from './days.queries.js';
import { countFeedRead, createFeed, listFeeds, readFeed, revokeFeed } from './feeds.service.js';
import { importIcs } from './import.service.js';
import { calendarSettingsRoutes } from './settings.routes.js';

/** JSON escapes make a file larger. */
const MAX_IMPORT_BODY = 1.5 * MAX_IMPORT_BYTES;

const availabilitySchema = z.object({
  from: dateSchema,
  days: z.string().meta({ description: 'One letter for each day: o is open, n nearly full, a ask us' }),
});
const feedParameter = z.object({ file: z.string().regex(/^[A-Za-z0-9_-]{43}\.ics$/) });

/** The studio's calendar, and the availability of days for visitors. */
export function calendarRoutes({ db, cached }: Pick<ApiDependencies, 'db' | 'cached'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/availability',
      access('anyone'),
      openapi(
        'Calendar',
        `Returns for each day of the next ${AVAILABILITY_MONTHS} months whether it is free, in three words`,
        availabilitySchema,
        200,
        { isConditional: true },
      ),
      (c) => cached(c, ['cities', 'calendar_days', 'bookings'], () => readAvailability(db)),
    )
    .route('/', bookingsRoutes({ db }))
    .route('/', calendarSettingsRoutes({ db }))
    .get(
      '/api/calendar/days',
      access('calendar.manage'),
      openapi('Calendar', 'Returns use, capacity, inquiries and muhurat of each day', calendarDaysSchema),
      validate('query', calendarDaysQuerySchema),
      async (c) => c.json(await listDays(db, c.req.valid('query'))),
    )
    .post(
      '/api/calendar/import',
      access('calendar.manage'),
      openapi('Calendar', 'Adds the events of an iCalendar file, or previews that', calendarImportResultSchema),
      validate('json', calendarImportSchema, { maxBytes: MAX_IMPORT_BODY }),
      async (c) => c.json(await importIcs(db, actorOf(c), c.req.valid('json'))),
    )
    .get(
      '/api/calendar/feeds',
      access('calendar.manage'),
      openapi('Calendar', "Returns the user's calendar subscriptions", z.array(calendarFeedSchema)),
      async (c) => c.json(await listFeeds(db, actorOf(c).id)),
    )
    .post(
      '/api/calendar/feeds',
      access('calendar.manage'),
      openapi('Calendar', 'Creates a calendar subscription; its address is returned once', createdFeedSchema, 201, {
        problems: [409],
      }),
      async (c) => c.json(await createFeed(db, actorOf(c)), 201),
    )
    .delete(
      '/api/calendar/feeds/:id',
      access('calendar.manage'),
      openapi('Calendar', 'Revokes a calendar subscription'),
      validate('param', idParameter),
      async (c) => {
        await revokeFeed(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/calendar/:file',
      access('anyone'),
      openapi('Calendar', 'Returns the calendar of a subscription', fileOf('text/calendar'), 200, { problems: [429] }),
      validate('param', feedParameter),
      async (c) => {
        countFeedRead(networkOf(c.var.ip));
        return c.body(await readFeed(db, c.req.valid('param').file.slice(0, -'.ics'.length)), 200, {
          'cache-control': 'private, no-store',
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="studio.ics"',
          'x-robots-tag': 'noindex',
        });
      },
    );
}
