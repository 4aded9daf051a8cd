import {
  bookingInputSchema,
  bookingPageSchema,
  bookingQuerySchema,
  bookingSchema,
  bookingUpdateSchema,
  createdBookingSchema,
} from '@godhuli/contracts/calendar';
import { versionQuerySchema } from '@godhuli/contracts/version-query';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotFound } from '../../http/errors.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { findBooking, listBookings, present } from './bookings.queries.js';
import { changeBooking, createBooking, deleteBooking, restoreBooking } from './bookings.service.js';

/** Bookings, holds and blocked days. */
export function bookingsRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/bookings',
      access('calendar.manage'),
      openapi('Calendar', 'Returns a page of the bookings of some days', bookingPageSchema),
      validate('query', bookingQuerySchema),
      async (c) => c.json(await listBookings(db, c.req.valid('query'))),
    )
    .post(
      '/api/bookings',
      access('calendar.manage'),
      openapi('Calendar', 'Adds a booking, hold or block; 409 if a day is not free', createdBookingSchema, 201, {
        problems: [409],
      }),
      validate('json', bookingInputSchema),
      async (c) => c.json(await createBooking(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .get(
      '/api/bookings/:id',
      access('calendar.manage'),
      openapi('Calendar', 'Returns one booking', bookingSchema),
      validate('param', idParameter),
      async (c) => {
        const row = await findBooking(db, c.req.valid('param').id);
        if (!row) throw new NotFound();
        return c.json(present(row));
      },
    )
    .put(
      '/api/bookings/:id',
      access('calendar.manage'),
      openapi(
        'Calendar',
        'Changes or moves a booking; 409 if a day is not free or `version` is not current',
        bookingSchema,
        200,
        { problems: [409] },
      ),
      validate('param', idParameter),
      validateUpdate(bookingSchema, bookingUpdateSchema),
      async (c) =>
        c.json(await changeBooking(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .delete(
      '/api/bookings/:id',
      access('calendar.manage'),
      openapi('Calendar', 'Deletes a booking; 409 if `version` is not current', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      validate('query', versionQuerySchema),
      async (c) => {
        await deleteBooking(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    )
    .post(
      '/api/bookings/:id/restore',
      access('calendar.manage'),
      openapi('Calendar', 'Restores a deleted booking; 409 if a day is no longer free', bookingSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      async (c) => c.json(await restoreBooking(db, actorOf(c), c.req.valid('param').id)),
    );
}
