import { z } from 'zod';
import { bookingKindSchema, ceremonySchema } from './calendar.js';
import { dateSchema, idSchema, timestampSchema } from './text.js';

const entrySchema = z.object({
  _id: idSchema,
  kind: bookingKindSchema,
  title: z.string(),
  city: z.string(),
  crew: z.string().nullable(),
  startsOn: dateSchema,
  endsBefore: dateSchema,
  heldUntil: dateSchema.nullable(),
  ceremonies: z.array(ceremonySchema),
});
export type DashboardEntry = z.infer<typeof entrySchema>;

/** Entries of each list of `GET /api/admin/dashboard`. */
export const DASHBOARD_ROWS = 8;
/** Weeks of its chart. */
export const DASHBOARD_WEEKS = 12;

/** Sources that the chart names; the others are one. */
export const DASHBOARD_SOURCES = 5;
const countsSchema = z.object({ inquiries: z.number().int(), bookings: z.number().int() });

/** `GET /api/admin/dashboard`: what a working day begins with. */
export const dashboardSchema = z.object({
  /** today in India */
  today: dateSchema,
  /** new inquiries whose reply is overdue or due within four hours, the most urgent first */
  dueNow: z.array(z.object({ _id: idSchema, name: z.string(), replyDueAt: timestampSchema })),
  /** how many there are */
  dueCount: z.number().int(),
  /** open tasks that are due today or earlier, the oldest first */
  dueTasks: z.array(
    z.object({ _id: idSchema, text: z.string(), dueOn: dateSchema, clientId: idSchema, clientName: z.string() }),
  ),
  unanswered: z.number().int(),
  likelySpam: z.number().int(),
  /** bookings and holds of today and the next six days */
  shoots: z.array(entrySchema),
  /** holds whose last day is today, tomorrow or the day after */
  endingHolds: z.array(entrySchema),
  /** the last release or change of the website's texts, photos, stories and films, or null */
  lastPublish: z.object({ at: timestampSchema, by: z.string(), action: z.string() }).nullable(),
  /** the most frequent sources of these weeks, then 'Other' and 'Unknown' */
  sources: z.array(z.string()),
  /** by week, oldest first; `week` is its Monday */
  weeks: z.array(
    countsSchema.extend({
      week: dateSchema,
      /** in the order of `sources`; a booking has the source of its inquiry */
      bySource: z.array(countsSchema),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
