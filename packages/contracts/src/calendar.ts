import { z } from 'zod';
import { dayInIndia } from './inquiry-form.js';
import { dayCursorSchema } from './pages.js';
import type { FieldError } from './problem.js';
import { dateSchema, idSchema, requiredText, text, timestampSchema } from './text.js';

/** A hold keeps its days until `heldUntil`; `blocked` days take no bookings. */
export const BOOKING_KINDS = ['booking', 'hold', 'blocked'] as const;
export const bookingKindSchema = z.enum(BOOKING_KINDS, 'Please choose a kind.');
export type BookingKind = z.infer<typeof bookingKindSchema>;

/** The longest booking or hold, and the longest block, in days. */
export const MAX_DAYS = { booking: 60, hold: 60, blocked: 366 };
export const MAX_CEREMONIES = 20;
export const MAX_NOTES = 5000;
/** The longest range of days that one request reads. */
export const MAX_RANGE_DAYS = 400;

const DAY_MS = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the day `count` days after a day (YYYY-MM-DD). Days have no time zone, so this calculates in UTC. */
export const addDays = (day: string, count: number): string =>
  new Date(timeOf(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from a day to another one. */
export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** Returns today at the studio. */
export const todayInIndia = (): string => dayInIndia(Date.now());

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as HH:MM.');

/** A part of a booking at a time of a day in India: Haldi, wedding, reception. */
export const ceremonySchema = z.strictObject({
  /** stable, because calendar programs recognise an event by it; assigned by the API if absent */
  id: z
    .string()
    .regex(/^[a-z0-9]{8}$/, 'Invalid id.')
    .optional(),
  name: requiredText(120, 'Please enter a name.'),
  /** one of the booking's days */
  day: dateSchema,
  startsAt: clockSchema,
  /** later on the same day, or after midnight if it is not later than `startsAt` */
  endsAt: clockSchema.nullable().default(null),
  place: text(200).default(''),
});
export type Ceremony = z.output<typeof ceremonySchema>;

const fields = {
  kind: bookingKindSchema,
  /** the client's name, or why the days are blocked */
  title: requiredText(160, 'Please enter a name.'),
  cityId: idSchema,
  crewId: idSchema.nullable(),
  inquiryId: idSchema.nullable(),
  /** the first day */
  startsOn: dateSchema,
  /** the day after the last one */
  endsBefore: dateSchema,
  /** the last day on which a hold keeps its days */
  heldUntil: dateSchema.nullable(),
  ceremonies: z.array(ceremonySchema).max(MAX_CEREMONIES, `Please enter at most ${MAX_CEREMONIES} ceremonies.`),
  notes: text(MAX_NOTES),
};

/** An admin's reason to accept a booking beyond the capacity, on a blocked day or of a busy crew. */
const overrideSchema = z.strictObject({ reason: requiredText(500, 'Please enter a reason.') });

export const bookingInputSchema = z.strictObject({
  ...fields,
  crewId: fields.crewId.default(null),
  inquiryId: fields.inquiryId.default(null),
  heldUntil: fields.heldUntil.default(null),
  ceremonies: fields.ceremonies.default([]),
  notes: fields.notes.default(''),
  override: overrideSchema.optional(),
});
export type BookingInput = z.input<typeof bookingInputSchema>;

/** `PUT /api/bookings/{id}`; a `version` that is not the stored one is refused with 409. */
export const bookingUpdateSchema = z.strictObject({
  version: z.number().int(),
  ...z.object(fields).partial().shape,
  override: overrideSchema.optional(),
});

export const bookingSchema = z.object({
  _id: idSchema,
  ...fields,
  /** a hold that has ended and keeps no days any more */
  isExpired: z.boolean(),
  /** why an admin accepted it beyond the capacity, or null */
  overrideReason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  /** incremented by every change; required in an update */
  version: z.number().int(),
});
export type Booking = z.output<typeof bookingSchema>;

/** A hold of the same inquiry whose days a new booking took. */
const replacedHoldSchema = z.object({
  startsOn: dateSchema,
  endsBefore: dateSchema,
  /** otherwise it keeps its other days */
  isEnded: z.boolean(),
});
export type ReplacedHold = z.output<typeof replacedHoldSchema>;
/** The response of `POST /api/bookings`; only the first attempt with an Idempotency-Key has `replacedHolds`. */
export const createdBookingSchema = z.object({
  ...bookingSchema.shape,
  replacedHolds: z.array(replacedHoldSchema).optional(),
});
export type CreatedBooking = z.output<typeof createdBookingSchema>;

/** Returns what is wrong with fields that depend on each other. */
export function bookingProblems(
  booking: Pick<Booking, 'kind' | 'startsOn' | 'endsBefore' | 'heldUntil' | 'ceremonies'>,
): FieldError[] {
  const { kind, startsOn, endsBefore, heldUntil, ceremonies } = booking;
  const problems: FieldError[] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  const days = daysBetween(startsOn, endsBefore);
  if (days < 1) add('endsBefore', 'The last day must not be before the first day.');
  else if (days > MAX_DAYS[kind]) add('endsBefore', `Please choose at most ${MAX_DAYS[kind]} days.`);
  if (kind === 'hold' && heldUntil === null) add('heldUntil', 'Please choose until when the days are held.');
  if (kind !== 'hold' && heldUntil !== null) add('heldUntil', 'Only a hold ends on a day.');
  for (const [index, { day }] of ceremonies.entries())
    if (day < startsOn || day >= endsBefore) add(`ceremonies.${index}.day`, 'Please choose one of the booked days.');
  return problems;
}

/** Why days cannot be booked: `current` conflicts of a 409 with `code: 'not-free'`. */
export const bookingConflictSchema = z.object({
  day: dateSchema,
  reason: z.enum(['full', 'blocked', 'crew']),
  /** one sentence for people */
  message: z.string(),
});
export type BookingConflict = z.infer<typeof bookingConflictSchema>;
export const NOT_FREE = 'not-free';

const rangeFields = {
  from: dateSchema,
  /** exclusive */
  to: dateSchema,
  city: idSchema.optional(),
  crew: idSchema.optional(),
};
const isRange = ({ from, to }: { from: string; to: string }) => from < to && daysBetween(from, to) <= MAX_RANGE_DAYS;
const RANGE_ERROR = { path: ['to'], error: `Please choose 1 to ${MAX_RANGE_DAYS} days.` };

/** Bookings on one page of `GET /api/bookings`. */
export const BOOKINGS_PER_PAGE = 500;
/** `GET /api/bookings`: bookings of some days, by their first day. `cursor` is the `next` of the page before. */
export const bookingQuerySchema = z
  .strictObject({
    ...rangeFields,
    cursor: dayCursorSchema.optional(),
    limit: z.coerce.number().int().min(1).max(BOOKINGS_PER_PAGE).default(BOOKINGS_PER_PAGE),
  })
  .refine(isRange, RANGE_ERROR);
export type BookingQuery = z.output<typeof bookingQuerySchema>;
export const bookingPageSchema = z.object({ bookings: z.array(bookingSchema), next: z.string().nullable() });
export type BookingPage = z.infer<typeof bookingPageSchema>;

/** `GET /api/calendar/days`: what each day holds. */
export const calendarDaysQuerySchema = z.strictObject(rangeFields).refine(isRange, RANGE_ERROR);
export const calendarDaySchema = z.object({
  day: dateSchema,
  /** bookings, holds and blocked crews */
  taken: z.number().int(),
  /** how many the day takes */
  capacity: z.number().int(),
  /** whether every city of the query is blocked */
  isBlocked: z.boolean(),
  /** inquiries that ask for this day */
  inquiries: z.number().int(),
  /** its name in the list of muhurat dates, or null */
  muhurat: z.string().nullable(),
});
export type CalendarDay = z.infer<typeof calendarDaySchema>;
export const calendarDaysSchema = z.object({
  /** today in India */
  today: dateSchema,
  /** every day of the range, in order */
  days: z.array(calendarDaySchema),
});
export type CalendarDays = z.infer<typeof calendarDaysSchema>;

const capacitySchema = z.number().int().min(0).max(50);
export const MAX_CITIES = 30;
export const citySchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** bookings that a day takes, unless the day has its own number */
  capacity: capacitySchema,
  isArchived: z.boolean(),
});
export type City = z.infer<typeof citySchema>;
export const cityInputSchema = z.strictObject({
  name: requiredText(80, 'Please enter a name.'),
  capacity: capacitySchema,
});
export const cityUpdateSchema = z.strictObject({
  name: requiredText(80, 'Please enter a name.').optional(),
  capacity: capacitySchema.optional(),
  isArchived: z.boolean().optional(),
});
/** `PUT /api/cities/{id}/days/{day}`: the capacity of one day; null: that of the city. */
export const dayCapacitySchema = z.strictObject({ capacity: capacitySchema.nullable() });
export const dayCapacityResultSchema = z.object({
  day: dateSchema,
  cityId: idSchema,
  capacity: capacitySchema.nullable(),
});

export const MAX_CREWS = 100;
export const crewSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** where the crew usually works, or null */
  cityId: idSchema.nullable(),
  isArchived: z.boolean(),
});
export type Crew = z.infer<typeof crewSchema>;
export const crewInputSchema = z.strictObject({
  name: requiredText(80, 'Please enter a name.'),
  cityId: idSchema.nullable().default(null),
});
export const crewUpdateSchema = z.strictObject({
  name: requiredText(80, 'Please enter a name.').optional(),
  cityId: idSchema.nullable().optional(),
  isArchived: z.boolean().optional(),
});
/** `GET /api/calendar/settings` */
export const calendarSettingsSchema = z.object({ cities: z.array(citySchema), crews: z.array(crewSchema) });
export type CalendarSettings = z.infer<typeof calendarSettingsSchema>;

/** `GET` and `PUT /api/muhurats/{year}`: the auspicious dates of a year, which staff edit. */
const muhuratSchema = z.strictObject({ day: dateSchema, name: text(80).default('') });
export const muhuratYearSchema = z.object({
  year: z.number().int(),
  days: z.array(z.object({ day: dateSchema, name: z.string() })),
  /** differs after every change; required in an update */
  version: z.string(),
});
export type MuhuratYear = z.infer<typeof muhuratYearSchema>;
export const muhuratUpdateSchema = z.strictObject({
  days: z.array(muhuratSchema).max(366, 'Please enter at most 366 dates.'),
  version: text(64),
});

/** A calendar subscription of a staff member. Its address is shown once. */
export const calendarFeedSchema = z.object({
  _id: idSchema,
  createdAt: timestampSchema,
  /** when a calendar program last read it, to the hour */
  lastReadAt: timestampSchema.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;
export const createdFeedSchema = z.object({ _id: idSchema, path: z.string() });
export type CreatedFeed = z.infer<typeof createdFeedSchema>;
/** Subscriptions that one person may have. */
export const MAX_FEEDS = 5;

/** The largest file of an import, and the most events in it. */
export const MAX_IMPORT_BYTES = 512 * 1024;
export const MAX_IMPORT_EVENTS = 500;
/** `POST /api/calendar/import`: an iCalendar file. `isPreview` stores nothing. */
export const calendarImportSchema = z.strictObject({
  file: z
    .string()
    .max(MAX_IMPORT_BYTES, 'Please choose a file of at most 512 KB.')
    // Not trimmed, so that the lines keep their numbers.
    .refine((file) => text(MAX_IMPORT_BYTES).safeParse(file).success, 'This file contains an invalid character.'),
  cityId: idSchema,
  crewId: idSchema.nullable().default(null),
  isPreview: z.boolean().default(false),
});
export const importedEventSchema = z.object({
  /** where the event begins in the file */
  line: z.number().int(),
  title: z.string(),
  startsOn: dateSchema,
  endsBefore: dateSchema,
  result: z.enum(['new', 'changed', 'unchanged']),
  /** what the file has otherwise, and an import leaves as staff have it; a file that cancels an event keeps its booking */
  kept: z.array(z.enum(['title', 'days', 'times', 'cancelled', 'deleted'])).optional(),
  /** whether it is of our own subscription; an import skips it */
  isOurs: z.boolean().optional(),
  /** whether its booking is removed, because the file cancels it */
  isRemoved: z.boolean().optional(),
});
export type ImportedEvent = z.infer<typeof importedEventSchema>;
export const importErrorSchema = z.object({ line: z.number().int(), message: z.string() });
export const calendarImportResultSchema = z.object({
  events: z.array(importedEventSchema),
  /** events with an error are not stored */
  errors: z.array(importErrorSchema),
  /** of a file with more errors than the list has; its last one counts the others */
  errorCount: z.number().int().optional(),
});
export type CalendarImportResult = z.infer<typeof calendarImportResultSchema>;
