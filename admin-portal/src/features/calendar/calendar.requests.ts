import {
  type Booking,
  type BookingInput,
  bookingPageSchema,
  bookingSchema,
  type CalendarImportResult,
  type CreatedBooking,
  type CreatedFeed,
  calendarDaysSchema,
  calendarFeedSchema,
  calendarImportResultSchema,
  calendarSettingsSchema,
  citySchema,
  createdBookingSchema,
  createdFeedSchema,
  crewSchema,
  type MuhuratYear,
  muhuratYearSchema,
} from '@godhuli/contracts/calendar';
import { inquirySchema } from '@godhuli/contracts/inquiries';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { LIVE } from '../../app/query-client';

/** First part of the keys of everything that is read of the calendar. */
export const CALENDAR = 'calendar';

/** Days and filters of a view; `to` is exclusive. */
export interface Range {
  from: string;
  to: string;
  city: string | null;
  crew: string | null;
}

function queryOf({ from, to, city, crew }: Range): string {
  return new URLSearchParams({ from, to, ...(city && { city }), ...(crew && { crew }) }).toString();
}

export const settingsQuery = queryOptions({
  queryKey: [CALENDAR, 'settings'],
  queryFn: ({ signal }) => call(calendarSettingsSchema, '/api/calendar/settings', { signal }),
});

export const daysQuery = (range: Range) =>
  queryOptions({
    queryKey: [CALENDAR, 'days', range],
    queryFn: ({ signal }) => call(calendarDaysSchema, `/api/calendar/days?${queryOf(range)}`, { signal }),
    ...LIVE,
  });

/** A view reads at most this many pages; no studio has more bookings in a month. */
const MAX_PAGES = 10;

export const bookingsQuery = (range: Range) =>
  queryOptions({
    queryKey: [CALENDAR, 'bookings', range],
    queryFn: async ({ signal }) => {
      const bookings: Booking[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < MAX_PAGES; page += 1) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const read: z.infer<typeof bookingPageSchema> = await call(
          bookingPageSchema,
          `/api/bookings?${queryOf(range)}${more}`,
          { signal },
        );
        bookings.push(...read.bookings);
        cursor = read.next;
      }
      return bookings;
    },
    ...LIVE,
  });

export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: [CALENDAR, 'inquiry', id],
    queryFn: ({ signal }) => call(inquirySchema, `/api/inquiries/${id}`, { signal }),
  });

export const muhuratsQuery = (year: number) =>
  queryOptions({
    queryKey: [CALENDAR, 'muhurats', year],
    queryFn: ({ signal }) => call(muhuratYearSchema, `/api/muhurats/${year}`, { signal }),
  });

export const feedsQuery = queryOptions({
  queryKey: [CALENDAR, 'feeds'],
  queryFn: ({ signal }) => call(z.array(calendarFeedSchema), '/api/calendar/feeds', { signal }),
});

const send = <Schema extends z.ZodType>(schema: Schema, method: 'POST' | 'PUT', path: string, json?: unknown) =>
  call(schema, path, { method, ...(json === undefined ? {} : { json }) });

/** Adds a booking; a retry with the same key adds no second one. */
export const addBooking = (json: BookingInput, key: string): Promise<CreatedBooking> =>
  call(createdBookingSchema, '/api/bookings', { method: 'POST', json, headers: { 'idempotency-key': key } });

export const changeBooking = ({ _id, version }: Booking, input: BookingInput): Promise<Booking> =>
  send(bookingSchema, 'PUT', `/api/bookings/${_id}`, { version, ...input });

/** Moves a booking to other days, with its ceremonies. */
export function moveBooking(
  { _id, version }: Booking,
  { startsOn, endsBefore, ceremonies }: Pick<Booking, 'startsOn' | 'endsBefore' | 'ceremonies'>,
): Promise<Booking> {
  return send(bookingSchema, 'PUT', `/api/bookings/${_id}`, { version, startsOn, endsBefore, ceremonies });
}

export const deleteBooking = ({ _id, version }: Booking) =>
  call(z.undefined(), `/api/bookings/${_id}?version=${version}`, { method: 'DELETE' });

export const readBooking = (id: string): Promise<Booking> => call(bookingSchema, `/api/bookings/${id}`);

export const restoreBooking = (id: string) => send(bookingSchema, 'POST', `/api/bookings/${id}/restore`);

export const createFeed = (): Promise<CreatedFeed> => send(createdFeedSchema, 'POST', '/api/calendar/feeds');

export const revokeFeed = (id: string) => call(z.undefined(), `/api/calendar/feeds/${id}`, { method: 'DELETE' });

export const importFile = (body: { file: string; cityId: string; isPreview: boolean }): Promise<CalendarImportResult> =>
  send(calendarImportResultSchema, 'POST', '/api/calendar/import', body);

export const saveMuhurats = (year: number, body: Pick<MuhuratYear, 'days' | 'version'>): Promise<MuhuratYear> =>
  send(muhuratYearSchema, 'PUT', `/api/muhurats/${year}`, body);

export const addCity = (name: string) => send(citySchema, 'POST', '/api/cities', { name, capacity: 1 });
export const changeCity = (id: string, change: { capacity?: number; isArchived?: boolean }) =>
  send(citySchema, 'PUT', `/api/cities/${id}`, change);
export const addCrew = (name: string) => send(crewSchema, 'POST', '/api/crews', { name });
export const changeCrew = (id: string, change: { isArchived: boolean }) =>
  send(crewSchema, 'PUT', `/api/crews/${id}`, change);
export const setDayCapacity = (cityId: string, day: string, capacity: number | null) =>
  send(z.looseObject({}), 'PUT', `/api/cities/${cityId}/days/${day}`, { capacity });
