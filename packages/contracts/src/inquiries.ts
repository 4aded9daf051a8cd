import { z } from 'zod';
import { dayInIndia, EVENT_TYPES, FIELD_MESSAGES, MAX_LENGTH } from './inquiry-form.js';
import { asciiDigits, phoneNumbersIn } from './phone.js';
import { dateSchema, idSchema, momentSchema, requiredText, text } from './text.js';

export { EVENT_TYPES };
export const eventTypeSchema = z.enum(
  EVENT_TYPES.map((type) => type.value),
  FIELD_MESSAGES.eventType,
);

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** A form sent just before midnight, or sent again just after it, may still ask for the day that has ended. */
const MIDNIGHT_GRACE_MS = 10 * 60_000;
const isTodayOrLater = (day: string) => day >= dayInIndia(Date.now() - MIDNIGHT_GRACE_MS);

/** `POST /api/inquiries` (API-3). `website` is the honeypot, `elapsedMs` the time since the form was shown. */
export const inquiryInputSchema = z.strictObject({
  name: requiredText(MAX_LENGTH.name, FIELD_MESSAGES.name),
  eventType: eventTypeSchema,
  phone: z
    .preprocess(
      blankToNull,
      text(MAX_LENGTH.phone)
        .refine((value) => phoneNumbersIn(value).length > 0, FIELD_MESSAGES.phone)
        .transform(asciiDigits)
        .nullable(),
    )
    .default(null),
  email: z.preprocess(blankToNull, text(MAX_LENGTH.email).pipe(z.email(FIELD_MESSAGES.email)).nullable()).default(null),
  eventDate: z
    .preprocess(blankToNull, dateSchema.refine(isTodayOrLater, FIELD_MESSAGES.eventDate).nullable())
    .default(null),
  message: text(MAX_LENGTH.message).default(''),
  website: text(500).optional(),
  elapsedMs: z.number().int().min(0).optional(),
});
export type InquiryInput = z.input<typeof inquiryInputSchema>;

/** Answer of `POST /api/inquiries`, 201, only after commit. */
export const inquiryReceiptSchema = z.object({ _id: idSchema });

export const INQUIRY_STATUSES = ['New', 'Responded', 'Booked'] as const;
export const inquiryStatusSchema = z.enum(INQUIRY_STATUSES);
export type InquiryStatus = z.infer<typeof inquiryStatusSchema>;

/** What staff see (`GET /api/inquiries`, `GET /api/inquiries/{id}`). */
export const inquirySchema = z.object({
  _id: idSchema,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  eventType: eventTypeSchema,
  /** YYYY-MM-DD */
  eventDate: z.string().nullable(),
  message: z.string(),
  status: inquiryStatusSchema,
  notes: z.string(),
  createdAt: momentSchema,
  /** createdAt and 24 hours (the studio's promise) */
  replyDueAt: momentSchema,
  /** grows by one with every change; send it back with a change */
  version: z.number().int(),
  /** set aside as likely spam; `?quarantined=true` lists these */
  quarantined: z.boolean(),
  /** oldest first; `isUndo` is set where a change was undone and the status before it restored */
  history: z.array(
    z.object({ status: inquiryStatusSchema, at: momentSchema, by: z.string(), isUndo: z.boolean().optional() }),
  ),
});
export type Inquiry = z.infer<typeof inquirySchema>;

/** `GET /api/inquiries/counts`: the inbox by status under the same `type` and `q`, and everything in quarantine. */
export const inquiryCountsSchema = z.object({
  New: z.number().int(),
  Responded: z.number().int(),
  Booked: z.number().int(),
  quarantined: z.number().int(),
});
export type InquiryCounts = z.infer<typeof inquiryCountsSchema>;

/** Inquiries on one page of `GET /api/inquiries`; the header `Link: <…>; rel="next"` names the next page. */
export const INQUIRIES_PER_PAGE = 50;

/**
 * `PUT /api/inquiries/{id}`; a `version` that is not the stored one is refused with 409. `quarantined: false` says
 * 'Not spam'.
 */
export const inquiryUpdateSchema = z.strictObject({
  version: z.number().int(),
  status: inquiryStatusSchema.optional(),
  notes: text(5000).optional(),
  quarantined: z.boolean().optional(),
});

/** `POST /api/inquiries/{id}/undo` */
export const inquiryUndoSchema = inquiryUpdateSchema.pick({ version: true });

const manyIds = z.array(idSchema).min(1).max(200);

/**
 * `POST /api/inquiries/delete`. Deleted `permanently`, they cannot be restored: of those that are neither in quarantine
 * nor deleted, each must still have the version that `versions` names, else nothing is deleted and the answer is 409.
 */
export const inquiriesDeleteSchema = z.strictObject({
  ids: manyIds,
  permanently: z.boolean().default(false),
  /** version of each inquiry as the sender saw it, by id */
  versions: z.record(idSchema, z.number().int()).optional(),
});

/** `POST /api/inquiries/restore` */
export const inquiriesRestoreSchema = z.strictObject({ ids: manyIds });

/** `POST /api/inquiries/empty-quarantine` permanently deletes what was received up to the inquiry `upTo`. */
export const emptyQuarantineSchema = z.strictObject({ upTo: idSchema });

/** How many inquiries a call for several of them changed. */
export const inquiriesChangedSchema = z.object({ count: z.number().int() });
